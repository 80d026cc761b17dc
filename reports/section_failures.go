package reports

import (
	"slices"
	"strconv"

	"mcpstats/reports/frames"
)

// maxExamples is how many examples of a mode the report shows; the failure
// breakdown by itself shows all.
const maxExamples = 3

// sourceWords say where a failure mode comes from.
var sourceWords = []struct{ source, title, words string }{
	{"recorded", "As recorded", "How attempts ended, as the harness recorded it. An attempt can run into its limit with the task solved: exit and success are different facts."},
	{"labelled", "As judged", "Failure modes that a person or a model has put down in the log."},
	{"detected", "As detected", "Failure modes that rules find in the trajectories. An attempt can show several, so shares do not add up to the whole; a mode that needs what a log lacks is absent from the table."},
}

// failureSection shows the failure modes by source: bars, table, examples.
func failureSection(c *composer, v *view) error {
	overall, err := frames.Failures(c.res, v.name, v.runs, false)
	if err != nil {
		return err
	}
	strata, err := frames.Failures(c.res, v.name, v.runs, true)
	if err != nil || overall.Len()+strata.Len() == 0 {
		return err
	}
	c.heading(2, c.id(v, "failures-section"), "How they fail")
	for _, s := range sourceWords {
		c.failureSource(v, overall, s.source, s.title, s.words)
	}
	if strata.Len() > 0 {
		t := c.failureTable(v, strata, everyRow(strata), c.id(v, "failures-by-stratum"), "Failure modes by stratum")
		t.Long = true
		c.add(t)
	}
	if t := c.exampleTable(v, overall); len(t.Rows) > 0 {
		c.add(t)
	}
	return nil
}

func everyRow(f frames.Frame) []int {
	rows := make([]int, f.Len())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

func (c *composer) failureSource(v *view, f frames.Frame, source, title, words string) {
	var rows []int
	for i := range f.Len() {
		if f.Text(i, "source") == source {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return
	}
	c.heading(3, c.id(v, "failures-"+source+"-section"), "%s", title)
	c.para(text("%s", words))
	if source == "recorded" {
		if fig, ok := c.exitFigure(v, f, rows); ok {
			c.add(fig)
		}
	}
	t := c.failureTable(v, f, rows, c.id(v, "failures-"+source), "Failure modes "+source)
	setAside(&t, "source", func(Cell) bool { return true })
	if !setAside(&t, "lift", func(cell Cell) bool { return !cell.HasValue }) {
		c.use("lift")
	}
	t.Long = len(t.Rows) > 30 && !c.allFailures
	c.add(t)
}

func (c *composer) failureTable(v *view, f frames.Frame, rows []int, id, what string) Table {
	sc := v.shares
	t := Table{ID: id, Caption: what + ": attempts that show a mode, out of those that did not succeed (for verdicts, out of all)" + c.failureInterval(f, rows) + "."}
	byStratum := f.Text(rows[0], "stratum") != ""
	if byStratum {
		t.Columns = append(t.Columns, Column{"Stratum", "stratum", Text}, Column{"Value", "value", Text})
	}
	t.Columns = append(t.Columns,
		Column{"Category", "category", Text}, Column{"Mode", "mode", Text}, Column{"Source", "source", Text}, Column{"Run", "run", Text},
		Column{"Attempts", "count", Integer}, Column{"Of", "of", Integer}, Column{"Share", "share", Percent}, Column{c.level() + " interval (%)", "interval", Interval},
		Column{"Succeeded", "successes", Integer}, Column{"Lift", "lift", Number})
	for _, i := range rows {
		fail := &c.res.Failures[f.Count(i, "row")]
		var row []Cell
		if byStratum {
			row = append(row, c.names.cell(f.Text(i, "stratum")), c.names.cell(f.Text(i, "value")))
		}
		t.Rows = append(t.Rows, append(row,
			nameCell(f.Text(i, "category")), modeCell(f.Text(i, "mode")), nameCell(f.Text(i, "source")), c.names.cell(f.Text(i, "run")),
			CountCell(f.Count(i, "count")), CountCell(f.Count(i, "of")), sc.value(f.Float(i, "share")), sc.interval(fail.Interval),
			CountCell(f.Count(i, "successes")), numberCell(f.Float(i, "lift"), 2)))
	}
	if slices.ContainsFunc(t.Rows, func(row []Cell) bool { return row[len(row)-2].Value > 0 }) {
		t.Notes = append(t.Notes, "Succeeded: attempts that show the mode and succeeded all the same.")
	}
	return t
}

// failureInterval names the method of the intervals.
func (c *composer) failureInterval(f frames.Frame, rows []int) string {
	for _, i := range rows {
		if iv := c.res.Failures[f.Count(i, "row")].Interval; iv != nil {
			return "; " + formatLevel(iv.Level) + " " + c.method(iv.Method) + "s"
		}
	}
	return ""
}

func modeCell(mode string) Cell {
	cell := nameCell(mode)
	if cell.Text == "" {
		cell.Text, cell.Tone = "(not stated)", Faint
	}
	return cell
}

// exitFigure stacks the recorded exits of every run; they exclude each other. A
// verdict is no exit.
func (c *composer) exitFigure(v *view, f frames.Frame, rows []int) (Figure, bool) {
	var modes, runs []string
	rows = slices.DeleteFunc(slices.Clone(rows), func(i int) bool { return f.Text(i, "category") == "verdict" })
	for _, i := range rows {
		see(&modes, f.Text(i, "mode"))
		see(&runs, f.Text(i, "run"))
	}
	if len(modes) < 2 || len(modes) > maxSegments {
		return Figure{}, false
	}
	slices.SortStableFunc(runs, func(a, b string) int { return slices.Index(v.runs, a) - slices.Index(v.runs, b) })
	bars := Bars{Axis: Axis{Label: "Attempts that did not succeed (%)", Percent: true}}
	for _, m := range modes {
		bars.Segments = append(bars.Segments, Shorten(Visible(m), maxNameRunes))
	}
	for _, run := range runs {
		bar := Bar{Label: c.names.show(run), Values: make([]float64, len(modes))}
		for _, i := range rows {
			if share := f.Float(i, "share"); f.Text(i, "run") == run && share != nil {
				bar.Values[slices.Index(modes, f.Text(i, "mode"))] = *share
				bar.Note = "n = " + FormatCount(f.Count(i, "of"))
			}
		}
		bars.Bars = append(bars.Bars, bar)
	}
	return Figure{
		ID:      c.id(v, "failures-figure"),
		Caption: "How attempts ended that did not succeed, as recorded, in percent of them (n at the right); what is left ended in another way.",
		Alt:     "One bar a run; the table below holds the counts.", Chart: bars,
	}, true
}

// exampleTable points to attempts that show each mode, so that one can go and
// read them.
func (c *composer) exampleTable(v *view, f frames.Frame) Table {
	t := Table{ID: c.id(v, "failure-examples"), Long: !c.allFailures, Caption: "Attempts that show a mode, to be read in the log.",
		Columns: []Column{{"Mode", "mode", Text}, {"Source", "source", Text}, {"Run", "run", Text}, {"Task", "task", Text}, {"Trial", "trial", Integer}, {"Step", "step", Integer}, {"What the log says", "excerpt", Text}}}
	for i := range f.Len() {
		fail := &c.res.Failures[f.Count(i, "row")]
		examples := fail.Examples
		if !c.allFailures && len(examples) > maxExamples {
			examples = examples[:maxExamples]
		}
		for _, e := range examples {
			t.Rows = append(t.Rows, []Cell{modeCell(fail.Mode), nameCell(fail.Source), c.names.cell(fail.Run), nameCell(e.Task), trialCell(e.Trial), stepCell(e.Step), TextCell(e.Excerpt)})
		}
	}
	setAside(&t, "step", func(cell Cell) bool { return !cell.HasValue })
	setAside(&t, "excerpt", func(cell Cell) bool { return cell.Text == "" })
	return t
}

func trialCell(trial int) Cell {
	return Cell{Text: strconv.Itoa(trial), Value: float64(trial), HasValue: true, Kind: Integer}
}

func stepCell(step *int) Cell {
	if step == nil {
		return missingCell(Integer)
	}
	return trialCell(*step)
}
