package compose

import (
	"iter"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// Labels are what a plan calls names (result.Plan.Labels). Blocks get them from composer.names;
// what is here serves the lists that are no part of a document.

// strataKey is the column of the list of attempts that holds "name=value; name=value".
const strataKey, strataSeparator = "strata", "; "

// labelledColumns are the columns of the list of attempts that hold names.
var labelledColumns = []string{"benchmark", "run", "annotator", "mode", "tool", "label"}

// labelled gives a list of attempts its labels: the label is shown, the log's name kept beside it.
func labelled(list reports.Listing, labels map[string]string) reports.Listing {
	if len(labels) == 0 {
		return list
	}
	list.Columns = slices.Clone(list.Columns)
	names := reports.NewNames(labels)
	var of []int
	strata := slices.IndexFunc(list.Columns, func(c reports.Column) bool { return c.Key == strataKey })
	if strata >= 0 {
		list.Columns[strata].Labelled = true
	}
	for i, c := range list.Columns {
		if slices.Contains(labelledColumns, c.Key) {
			list.Columns[i].Labelled = true
			of = append(of, i)
		}
	}
	rows := list.Rows
	list.Rows = func(yield func([]reports.Cell) bool) {
		for row := range rows {
			for _, i := range of {
				if named := names.Named(row[i].Text); named != row[i].Text {
					row[i].Text, row[i].Logged = named, row[i].Text
				}
			}
			if strata >= 0 && row[strata].Text != "" {
				var parts []string
				for part := range strings.SplitSeq(row[strata].Text, strataSeparator) {
					name, value, _ := strings.Cut(part, "=")
					parts = append(parts, names.Named(name)+"="+names.Named(value))
				}
				if named := strings.Join(parts, strataSeparator); named != row[strata].Text {
					row[strata].Text, row[strata].Logged = named, row[strata].Text
				}
			}
			if !yield(row) {
				return
			}
		}
	}
	return list
}

// relabel gives the cards of scores the names that the document has.
func (c *composer) relabel(cards []reports.Scorecard) {
	if len(c.names.Labels) == 0 {
		return
	}
	each := func(names []string) []string {
		out := make([]string, len(names))
		for i, n := range names {
			out[i] = c.names.Named(n)
		}
		return out
	}
	for i := range cards {
		s := &cards[i]
		s.Benchmark, s.Metric, s.Runs = c.names.Named(s.Benchmark), c.names.Named(s.Metric), each(s.Runs)
		strata := make([]result.TaskStratum, len(s.Strata))
		for k, of := range s.Strata {
			of.Name, of.Of = c.names.Named(of.Name), each(of.Of)
			strata[k] = of
		}
		s.Strata = strata
	}
}

// attemptsAsShown are the rows of attempts as they are shown: with the plan's labels for names.
func attemptsAsShown(rows iter.Seq[result.AttemptRow], labels map[string]string) iter.Seq[result.AttemptRow] {
	if len(labels) == 0 || rows == nil {
		return rows
	}
	names := reports.NewNames(labels)
	return func(yield func(result.AttemptRow) bool) {
		for r := range rows {
			r.Benchmark, r.Run, r.Annotator, r.Mode, r.Tool = names.Named(r.Benchmark), names.Named(r.Run), names.Named(r.Annotator), names.Named(r.Mode), names.Named(r.Tool)
			if !yield(r) {
				return
			}
		}
	}
}

// orderCell shows an order of runs in short and holds all of their names, as they are called and as the
// log has them.
func (c *composer) orderCell(shown string, named, logged []string) reports.Cell {
	cell := reports.Cell{Text: shown}
	if full := strings.Join(named, " > "); full != shown {
		cell.Full = full
	}
	if !slices.Equal(named, logged) {
		cell.Logged = strings.Join(logged, " > ")
	}
	return cell
}
