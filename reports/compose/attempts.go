package compose

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// attemptsID names the list of attempts: tables/attempts.csv.
const attemptsID = "attempts"

// attemptColumns are the columns of the list of attempts, and what a line has in them.
// Those that a page shows are marked.
var attemptColumns = []struct {
	reports.Column
	shown bool
	cell  func(*result.AttemptRow) reports.Cell
}{
	{reports.Column{Name: "Benchmark", Key: "benchmark"}, true, textOf(func(r *result.AttemptRow) string { return r.Benchmark })},
	{reports.Column{Name: "Run", Key: "run"}, true, textOf(func(r *result.AttemptRow) string { return r.Run })},
	{reports.Column{Name: "Task", Key: "task"}, true, textOf(func(r *result.AttemptRow) string { return r.Task })},
	{reports.Column{Name: "Trial", Key: "trial", Kind: reports.Integer}, true, func(r *result.AttemptRow) reports.Cell { return trialCell(r.Trial) }},
	{reports.Column{Name: "Outcome", Key: "outcome"}, true, textOf(func(r *result.AttemptRow) string { return r.Outcome })},
	{reports.Column{Name: "Source", Key: "source"}, true, textOf(func(r *result.AttemptRow) string { return r.Source })},
	{reports.Column{Name: "Annotator", Key: "annotator"}, true, textOf(func(r *result.AttemptRow) string { return r.Annotator })},
	{reports.Column{Name: "Mode", Key: "mode"}, true, textOf(func(r *result.AttemptRow) string { return r.Mode })},
	{reports.Column{Name: "Primary", Key: "primary"}, true, textOf(func(r *result.AttemptRow) string { return ofMode(r, r.Primary) })},
	{reports.Column{Name: "Cause", Key: "cause"}, false, textOf(func(r *result.AttemptRow) string { return r.Cause })},
	{reports.Column{Name: "Step", Key: "step", Kind: reports.Integer}, true, func(r *result.AttemptRow) reports.Cell { return optional(r.Step) }},
	{reports.Column{Name: "First deviating step", Key: "first_deviating_step", Kind: reports.Integer}, false, func(r *result.AttemptRow) reports.Cell { return optional(r.FirstDeviating) }},
	{reports.Column{Name: "Last saving step", Key: "last_saving_step", Kind: reports.Integer}, false, func(r *result.AttemptRow) reports.Cell { return optional(r.LastSaving) }},
	{reports.Column{Name: "Evidence", Key: "evidence"}, true, textOf(func(r *result.AttemptRow) string { return r.Evidence })},
	{reports.Column{Name: "Enabled", Key: "enabled"}, false, textOf(func(r *result.AttemptRow) string { return strconv.FormatBool(r.Enabled) })},
	{reports.Column{Name: "File", Key: "file"}, false, textOf(func(r *result.AttemptRow) string { return r.File })},
	{reports.Column{Name: "Record", Key: "record", Kind: reports.Integer}, false, func(r *result.AttemptRow) reports.Cell { return trialCell(r.Record) }},
	{reports.Column{Name: "Tool", Key: "tool"}, false, textOf(func(r *result.AttemptRow) string { return r.Tool })},
	{reports.Column{Name: "Root", Key: "root"}, false, textOf(func(r *result.AttemptRow) string {
		if r.Source != result.SourceLabelled || r.Annotator == "" {
			return ""
		}
		return strconv.FormatBool(r.Root)
	})},
	{reports.Column{Name: "Left out", Key: "left_out", Kind: reports.Integer}, false, func(r *result.AttemptRow) reports.Cell {
		if r.LeftOut == 0 {
			return reports.Cell{Kind: reports.Integer}
		}
		return trialCell(r.LeftOut)
	}},
	{reports.Column{Name: "Strata", Key: "strata"}, false, textOf(strataOf)},
	{reports.Column{Name: "Not applicable", Key: "not_applicable"}, false, textOf(func(r *result.AttemptRow) string { return r.NotApplicable })},
}

func textOf(of func(*result.AttemptRow) string) func(*result.AttemptRow) reports.Cell {
	return func(r *result.AttemptRow) reports.Cell { return reports.Cell{Text: of(r)} }
}

// ofMode is what is true or false of a mode, and nothing where there is none.
func ofMode(r *result.AttemptRow, is bool) string {
	if r.Mode == "" {
		return ""
	}
	return strconv.FormatBool(is)
}

func optional(step *int) reports.Cell {
	if step == nil {
		return reports.Cell{Kind: reports.Integer}
	}
	return trialCell(*step)
}

// strataOf writes a task's strata as "name=value; name=value".
func strataOf(r *result.AttemptRow) string {
	if len(r.Strata) == 0 {
		return ""
	}
	parts := make([]string, len(r.Strata))
	for i, s := range r.Strata {
		parts[i] = s.Name + "=" + s.Value
	}
	return strings.Join(parts, "; ")
}

// Attempts is the list of attempts as a table of typed cells, whole and unshortened, for
// CSV and workbook.
func Attempts(rows iter.Seq[result.AttemptRow]) reports.Listing {
	list := reports.Listing{ID: attemptsID, Says: "What the failure modes are counted from: one line per attempt, mode and place that shows it, or label; a line without a mode where there is none. " +
		"Attempts that succeeded are listed too. A count of attempts is a count of different attempts among the lines. Steps are messages, from 0."}
	for _, c := range attemptColumns {
		list.Columns = append(list.Columns, c.Column)
	}
	list.Rows = func(yield func([]reports.Cell) bool) {
		cells := make([]reports.Cell, len(attemptColumns))
		for row := range rows {
			for i := range attemptColumns {
				cells[i] = attemptColumns[i].cell(&row)
			}
			if !yield(cells) {
				return
			}
		}
	}
	return list
}

// AttemptPage is the list of attempts to be read: with the columns that tell most, those
// set aside that say the same everywhere. It holds every line.
func AttemptPage(rows iter.Seq[result.AttemptRow]) *reports.Document {
	list := Attempts(rows)
	t := reports.Table{ID: attemptsID, Caption: list.Says, Columns: list.Columns}
	for row := range list.Rows {
		cells := slices.Clone(row)
		for i := range cells {
			if list.Columns[i].Kind == reports.Text {
				cells[i] = reports.CutCell(cells[i].Text, longestEvidence)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	for _, c := range attemptColumns {
		same := func(i int) bool {
			for _, row := range t.Rows {
				if row[i].Text != t.Rows[0][i].Text {
					return false
				}
			}
			return true
		}
		if at := slices.IndexFunc(t.Columns, func(column reports.Column) bool { return column.Key == c.Key }); !c.shown || c.Key != "task" && c.Key != "mode" && same(at) {
			t.Aside = append(t.Aside, c.Key)
		}
	}
	t.Notes = append(t.Notes, "The form csv has every column: "+strings.Join(keysOf(t.Columns), ", ")+".")
	return &reports.Document{Title: "Attempts", Blocks: []reports.Block{t}}
}

// longestEvidence is longer than any excerpt that is kept.
const longestEvidence = 400

func keysOf(columns []reports.Column) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.Key
	}
	return out
}
