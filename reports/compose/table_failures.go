package compose

import (
	"strconv"

	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// placeTable says where in the trajectory modes show first.
func (c *composer) placeTable(v *view, f frames.Frame, rows []int) reports.Table {
	t := reports.Table{ID: c.id(v, "failure-places"), Caption: "Where failed attempts first show a mode: 0% is the start of the conversation or plan, 100% its end.",
		Columns: []reports.Column{{Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Attempts", Key: "n", Kind: reports.Integer}, {Name: "Median", Key: "median", Kind: reports.Percent}, {Name: "First quartile", Key: "q1", Kind: reports.Percent}, {Name: "Third quartile", Key: "q3", Kind: reports.Percent},
			{Name: "First third", Key: "first", Kind: reports.Integer}, {Name: "Middle third", Key: "middle", Kind: reports.Integer}, {Name: "Last third", Key: "last", Kind: reports.Integer}}}
	sc := v.shares
	for _, i := range rows {
		fail := &c.res.Failures[f.Count(i, "row")]
		if p := fail.Position; p != nil {
			t.Rows = append(t.Rows, []reports.Cell{c.modeCell(fail.Mode), c.names.Cell(fail.Run), reports.CountCell(p.N), sc.Value(&p.Median), sc.Value(&p.Q1), sc.Value(&p.Q3),
				reports.CountCell(p.Thirds[0]), reports.CountCell(p.Thirds[1]), reports.CountCell(p.Thirds[2])})
		}
	}
	alone(v, &t)
	t.Long = len(t.Rows) > 30 && !c.allFailures
	return t
}

// togetherTable lists the modes of a source that failed attempts show together.
func (c *composer) togetherTable(v *view, source string) reports.Table {
	t := reports.Table{ID: c.id(v, "failures-together-"+source), Caption: "Modes " + source + " together: failed attempts that show both, and how many would, were the two independent.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Annotator", Key: "annotator", Kind: reports.Text}, {Name: "Mode", Key: "a", Kind: reports.Text}, {Name: "And", Key: "b", Kind: reports.Text}, {Name: "Both", Key: "both", Kind: reports.Integer}, {Name: "Expected", Key: "expected", Kind: reports.Number}, {Name: "Only the first", Key: "only_a", Kind: reports.Integer}, {Name: "Only the second", Key: "only_b", Kind: reports.Integer}, {Name: "Neither", Key: "neither", Kind: reports.Integer}}}
	b := c.breakdown(v)
	if b == nil {
		return t
	}
	for _, run := range v.runs {
		for _, p := range b.CoOccurrences {
			if p.Run == run && p.Source == source {
				t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(p.Run), c.names.NameCell(p.Annotator), c.modeCell(p.A), c.modeCell(p.B), reports.CountCell(p.Both), reports.NumberCell(&p.Expected, 1), reports.CountCell(p.OnlyA), reports.CountCell(p.OnlyB), reports.CountCell(p.Neither)})
			}
		}
	}
	alone(v, &t)
	unsigned(&t)
	t.Long = len(t.Rows) > 12 && !c.allFailures
	return t
}

// exampleTable points to attempts that show each mode, so that one can go and
// read them.
func (c *composer) exampleTable(v *view, f frames.Frame) reports.Table {
	t := reports.Table{ID: c.id(v, "failure-examples"), Long: !c.allFailures, Caption: "Attempts that show a mode, the clearest first, to be read in the log; steps are messages of the conversation, the first being 0.",
		Columns: []reports.Column{{Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "Source", Key: "source", Kind: reports.Text}, {Name: "Annotator", Key: "annotator", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Trial", Key: "trial", Kind: reports.Integer}, {Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "Tool", Key: "tool", Kind: reports.Text}, {Name: "What the log says", Key: "excerpt", Kind: reports.Text}}}
	for i := range f.Len() {
		fail := &c.res.Failures[f.Count(i, "row")]
		examples := fail.Examples
		if !c.allFailures && len(examples) > maxExamples {
			examples = examples[:maxExamples]
		}
		for _, e := range examples {
			t.Rows = append(t.Rows, []reports.Cell{c.modeCell(fail.Mode), c.names.NameCell(fail.Source), c.names.NameCell(fail.Annotator), c.names.Cell(fail.Run), c.linked(c.names.NameCell(e.Task), c.pages.attempt(fail.Benchmark, fail.Run, e.Task, e.Trial)), trialCell(e.Trial), stepCell(e.Step), c.names.NameCell(e.Tool), reports.TextCell(e.Excerpt)})
		}
	}
	alone(v, &t)
	unsigned(&t)
	setAside(&t, "step", func(cell reports.Cell) bool { return !cell.HasValue })
	for _, key := range []string{"tool", "excerpt"} {
		setAside(&t, key, func(cell reports.Cell) bool { return cell.Text == "" })
	}
	return t
}

// alone sets the column of runs aside where there is one run.
func alone(v *view, t *reports.Table) {
	if len(v.runs) == 1 {
		setAside(t, "run", func(reports.Cell) bool { return true })
	}
}

// unsigned sets the column of annotators aside where no label has one.
func unsigned(t *reports.Table) {
	setAside(t, "annotator", func(cell reports.Cell) bool { return cell.Text == "" })
}

func trialCell(trial int) reports.Cell {
	return reports.Cell{Text: strconv.Itoa(trial), Value: float64(trial), HasValue: true, Kind: reports.Integer}
}

func stepCell(step *int) reports.Cell {
	if step == nil {
		return reports.MissingCell(reports.Integer)
	}
	return trialCell(*step)
}

// linked is a cell that leads somewhere.
func (c *composer) linked(cell reports.Cell, link string) reports.Cell {
	cell.Link = link
	return cell
}
