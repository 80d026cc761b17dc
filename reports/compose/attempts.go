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
var attemptColumns = []attemptColumn{
	{reports.Column{Name: "Benchmark", Key: "benchmark"}, textOf(func(r *result.AttemptRow) string { return r.Benchmark })},
	{reports.Column{Name: "Run", Key: "run"}, textOf(func(r *result.AttemptRow) string { return r.Run })},
	{reports.Column{Name: "Task", Key: "task"}, textOf(func(r *result.AttemptRow) string { return r.Task })},
	{reports.Column{Name: "Trial", Key: "trial", Kind: reports.Integer}, func(r *result.AttemptRow) reports.Cell { return trialCell(r.Trial) }},
	{reports.Column{Name: "Outcome", Key: "outcome"}, textOf(func(r *result.AttemptRow) string { return r.Outcome })},
	{reports.Column{Name: "Source", Key: "source"}, textOf(func(r *result.AttemptRow) string { return r.Source })},
	{reports.Column{Name: "Annotator", Key: "annotator"}, textOf(func(r *result.AttemptRow) string { return r.Annotator })},
	{reports.Column{Name: "Mode", Key: "mode"}, textOf(func(r *result.AttemptRow) string { return r.Mode })},
	{reports.Column{Name: "Primary", Key: "primary"}, textOf(func(r *result.AttemptRow) string { return ofMode(r, r.Primary) })},
	{reports.Column{Name: "Cause", Key: "cause"}, textOf(func(r *result.AttemptRow) string { return r.Cause })},
	{reports.Column{Name: "Step", Key: "step", Kind: reports.Integer}, func(r *result.AttemptRow) reports.Cell { return optional(r.Step) }},
	{reports.Column{Name: "First deviating step", Key: "first_deviating_step", Kind: reports.Integer}, func(r *result.AttemptRow) reports.Cell { return optional(r.FirstDeviating) }},
	{reports.Column{Name: "Last saving step", Key: "last_saving_step", Kind: reports.Integer}, func(r *result.AttemptRow) reports.Cell { return optional(r.LastSaving) }},
	{reports.Column{Name: "Evidence", Key: "evidence"}, textOf(func(r *result.AttemptRow) string { return r.Evidence })},
	{reports.Column{Name: "Enabled", Key: "enabled"}, textOf(func(r *result.AttemptRow) string { return strconv.FormatBool(r.Enabled) })},
	{reports.Column{Name: "File", Key: "file"}, textOf(func(r *result.AttemptRow) string { return r.File })},
	{reports.Column{Name: "Record", Key: "record", Kind: reports.Integer}, func(r *result.AttemptRow) reports.Cell { return trialCell(r.Record) }},
	{reports.Column{Name: "Tool", Key: "tool"}, textOf(func(r *result.AttemptRow) string { return r.Tool })},
	{reports.Column{Name: "Root", Key: "root"}, textOf(func(r *result.AttemptRow) string {
		if r.Source != result.SourceLabelled || r.Annotator == "" {
			return ""
		}
		return strconv.FormatBool(r.Root)
	})},
	{reports.Column{Name: "Left out", Key: "left_out", Kind: reports.Integer}, func(r *result.AttemptRow) reports.Cell {
		if r.LeftOut == 0 {
			return reports.Cell{Kind: reports.Integer}
		}
		return trialCell(r.LeftOut)
	}},
	{reports.Column{Name: "Strata", Key: strataKey}, textOf(strataOf)},
	{reports.Column{Name: "Not applicable", Key: "not_applicable"}, textOf(func(r *result.AttemptRow) string { return r.NotApplicable })},
	{reports.Column{Name: "Label", Key: "label"}, textOf(func(r *result.AttemptRow) string { return r.Label })},
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
	return strings.Join(parts, strataSeparator)
}

// attemptColumn is one of them.
type attemptColumn struct {
	reports.Column
	cell func(*result.AttemptRow) reports.Cell
}

// Attempts is the list of attempts as a table of typed cells, whole and unshortened, for
// CSV and workbook, with labels in place of the names that have one; nil: none has.
func Attempts(rows iter.Seq[result.AttemptRow], labels map[string]string) reports.Listing {
	list := reports.Listing{ID: attemptsID, Prose: "evidence", Says: "What the failure modes are counted from: one line per attempt, mode and place that shows it, or label; a line without a mode where there is none. " +
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
	return labelled(list, labels)
}

// AttemptPage is the list of attempts to be read: every line, with the columns that tell
// most, those set aside that say the same everywhere. A terminal has 80 columns: who says so
// stands in one, and a star marks the primary mode.
func AttemptPage(rows iter.Seq[result.AttemptRow], labels map[string]string) *reports.Document {
	t := reports.Table{ID: attemptsID, Caption: "Attempts, with each mode that they show, who says so, and the message, from 0, and what it says there. A star marks the attempt's primary mode of this observer.",
		Columns: []reports.Column{{Name: "Benchmark", Key: "benchmark"}, {Name: "Run", Key: "run"}, {Name: "Task", Key: "task"}, {Name: "Trial", Key: "trial", Kind: reports.Integer}, {Name: "Outcome", Key: "outcome"},
			{Name: "Mode", Key: "mode"}, {Name: "By", Key: "by"}, {Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "Evidence", Key: "evidence"}}}
	off, first := false, []bool{} // of each line, whether an attempt begins with it
	var last result.AttemptRow
	for r := range attemptsAsShown(rows, labels) {
		first = append(first, len(first) == 0 || r.Benchmark != last.Benchmark || r.Run != last.Run || r.Task != last.Task || r.Trial != last.Trial)
		last = r
		by, mode, evidence := r.Source, reports.NameCell(r.Mode), r.Evidence
		if r.Annotator != "" {
			by = r.Annotator
		}
		if r.Primary {
			mode.Text += " *"
		}
		if !r.Enabled {
			off = true
			by += ", off"
		}
		if r.Tool != "" {
			evidence = strings.TrimSuffix(r.Tool+": "+evidence, ": ")
		}
		if r.LeftOut > 0 {
			evidence += " (and " + plural(r.LeftOut, "more place") + ")"
		}
		t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(r.Benchmark), reports.NameCell(r.Run), reports.NameCell(r.Task), trialCell(r.Trial), {Text: r.Outcome},
			mode, reports.NameCell(by), optional(r.Step), reports.CutCell(evidence, longestEvidence)})
	}
	if len(t.Rows) > 0 {
		for i, key := range map[int]string{0: "benchmark", 1: "run", 3: "trial", 6: "by", 7: "step", 8: "evidence"} {
			same := t.Rows[0][i].Text
			setAside(&t, key, func(cell reports.Cell) bool { return cell.Text == same })
		}
		slices.Sort(t.Aside)
	}
	for i, row := range t.Rows {
		if !first[i] {
			clear(row[:5]) // what the line above says
		}
	}
	if off {
		t.Notes = append(t.Notes, "A rule that is off is in no count.")
	}
	t.Notes = append(t.Notes, "With --output csv each line has more: "+strings.Join(keysOf(attemptColumns[9:]), ", ")+".")
	return &reports.Document{Title: "Attempts", Blocks: []reports.Block{t}}
}

// longestEvidence is longer than any excerpt that is kept.
const longestEvidence = 400

func keysOf(columns []attemptColumn) []string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = c.Key
	}
	return out
}
