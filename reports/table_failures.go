package reports

import (
	"strconv"

	"mcpstats/reports/frames"
)

// placeTable says where in the trajectory modes show first.
func (c *composer) placeTable(v *view, f frames.Frame, rows []int) Table {
	t := Table{ID: c.id(v, "failure-places"), Caption: "Where failed attempts first show a mode: 0% is the start of the conversation or plan, 100% its end.",
		Columns: []Column{{"Mode", "mode", Text}, {"Run", "run", Text}, {"Attempts", "n", Integer}, {"Median", "median", Percent}, {"First quartile", "q1", Percent}, {"Third quartile", "q3", Percent},
			{"First third", "first", Integer}, {"Middle third", "middle", Integer}, {"Last third", "last", Integer}}}
	sc := v.shares
	for _, i := range rows {
		fail := &c.res.Failures[f.Count(i, "row")]
		if p := fail.Position; p != nil {
			t.Rows = append(t.Rows, []Cell{modeCell(fail.Mode), c.names.cell(fail.Run), CountCell(p.N), sc.value(&p.Median), sc.value(&p.Q1), sc.value(&p.Q3),
				CountCell(p.Thirds[0]), CountCell(p.Thirds[1]), CountCell(p.Thirds[2])})
		}
	}
	alone(v, &t)
	t.Long = len(t.Rows) > 30 && !c.allFailures
	return t
}

// togetherTable lists the modes of a source that failed attempts show together.
func (c *composer) togetherTable(v *view, source string) Table {
	t := Table{ID: c.id(v, "failures-together-"+source), Caption: "Modes " + source + " together: failed attempts that show both, and how many would, were the two independent.",
		Columns: []Column{{"Run", "run", Text}, {"Annotator", "annotator", Text}, {"Mode", "a", Text}, {"And", "b", Text}, {"Both", "both", Integer}, {"Expected", "expected", Number}, {"Only the first", "only_a", Integer}, {"Only the second", "only_b", Integer}, {"Neither", "neither", Integer}}}
	b := c.breakdown(v)
	if b == nil {
		return t
	}
	for _, run := range v.runs {
		for _, p := range b.CoOccurrences {
			if p.Run == run && p.Source == source {
				t.Rows = append(t.Rows, []Cell{c.names.cell(p.Run), nameCell(p.Annotator), modeCell(p.A), modeCell(p.B), CountCell(p.Both), numberCell(&p.Expected, 1), CountCell(p.OnlyA), CountCell(p.OnlyB), CountCell(p.Neither)})
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
func (c *composer) exampleTable(v *view, f frames.Frame) Table {
	t := Table{ID: c.id(v, "failure-examples"), Long: !c.allFailures, Caption: "Attempts that show a mode, the clearest first, to be read in the log; steps are messages of the conversation, the first being 0.",
		Columns: []Column{{"Mode", "mode", Text}, {"Source", "source", Text}, {"Annotator", "annotator", Text}, {"Run", "run", Text}, {"Task", "task", Text}, {"Trial", "trial", Integer}, {"Step", "step", Integer}, {"Tool", "tool", Text}, {"What the log says", "excerpt", Text}}}
	for i := range f.Len() {
		fail := &c.res.Failures[f.Count(i, "row")]
		examples := fail.Examples
		if !c.allFailures && len(examples) > maxExamples {
			examples = examples[:maxExamples]
		}
		for _, e := range examples {
			t.Rows = append(t.Rows, []Cell{modeCell(fail.Mode), nameCell(fail.Source), nameCell(fail.Annotator), c.names.cell(fail.Run), nameCell(e.Task), trialCell(e.Trial), stepCell(e.Step), nameCell(e.Tool), TextCell(e.Excerpt)})
		}
	}
	alone(v, &t)
	unsigned(&t)
	setAside(&t, "step", func(cell Cell) bool { return !cell.HasValue })
	for _, key := range []string{"tool", "excerpt"} {
		setAside(&t, key, func(cell Cell) bool { return cell.Text == "" })
	}
	return t
}

// alone sets the column of runs aside where there is one run.
func alone(v *view, t *Table) {
	if len(v.runs) == 1 {
		setAside(t, "run", func(Cell) bool { return true })
	}
}

// unsigned sets the column of annotators aside where no label has one.
func unsigned(t *Table) {
	setAside(t, "annotator", func(cell Cell) bool { return cell.Text == "" })
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
