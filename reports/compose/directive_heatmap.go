package compose

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// A heat map that nobody can read is not drawn: beyond so many rows and columns the table
// stands alone.
const (
	mostHeatRuns  = 40
	mostHeatTasks = 200
)

func heatmapDirective() directive {
	return directive{name: "heatmap", benchmark: true,
		doc: "Runs by tasks as a heat map, tasks from the easiest to the hardest, and the table of its numbers. Beyond " + strconv.Itoa(mostHeatRuns) + " runs or " + strconv.Itoa(mostHeatTasks) + " tasks the table alone.",
		args: []parameter{
			{name: "metric", doc: "the metric; by default the headline"},
			{name: "runs", doc: "which runs, in this order, separated by commas; by default all, best first"},
			{name: "order", doc: "the order of the tasks: from the easiest to the hardest, which is the default, or by name", takes: []string{"difficulty", "name"}},
			optionalArgument, partArgument,
		},
		asks:  func(c *call) []result.Question { return []result.Question{gridAsked(c)} },
		write: (*executor).heatmap}
}

func (e *executor) heatmap(c *call, v *view) error {
	a, err := e.answer(c, v, gridAsked(c))
	if err != nil {
		return err
	}
	if a.Grid == nil {
		if metric := c.arg("metric"); metric != "" && !slices.Contains(e.metrics(), metric) {
			return e.lacksArgument(c, "metric", "heatmap: no metric %q in these results; %s", reports.Shorten(reports.Visible(metric), reports.MaxNameRunes), choose(metric, e.metrics()))
		}
		e.leftOut(a.Unanswered)
		return nil
	}
	runs, err := e.chosenRuns(c, "heatmap")
	if err != nil {
		return err
	}
	if len(runs) == 0 {
		runs = v.runs
	}
	runs = slices.DeleteFunc(slices.Clone(runs), func(run string) bool { return !slices.Contains(a.Grid.Runs, run) })
	h := newHeat(a.Grid, runs, c.arg("order") == "name")
	if len(h.tasks) == 0 {
		e.leftOut("no run has a value of " + a.Grid.Metric + " here")
		return nil
	}
	if where := c.arg(result.WhereArgument); where != "" {
		h.of = ", of " + reports.Visible(where)
	}
	blocks, _, err := e.section("", "", func() error {
		table := h.table(e.c, v)
		if len(runs) > mostHeatRuns || len(h.tasks) > mostHeatTasks {
			e.c.add(reports.Footnote{Spans: []reports.Span{text("%s by %s are more than a heat map can show (%d by %d): the table has them.", capital(plural(len(runs), "run")), plural(len(h.tasks), "task"), mostHeatRuns, mostHeatTasks)}})
		} else {
			e.c.add(h.figure(e.c, v))
		}
		e.c.add(table)
		return nil
	})
	if err == nil {
		e.emit(shown(blocks, c.arg("show"))...)
	}
	return err
}

// gridAsked is the question that a heat map needs answered.
func gridAsked(c *call) result.Question { return result.AskedBy("grid", c.arg) }

// heat is a grid in the order in which it is drawn.
type heat struct {
	grid  *result.TaskGrid
	runs  []string
	rows  []int // of the runs, in the grid
	tasks []int // in the grid, that some run has a value at
	means []float64
	of    string // the slice, for captions
}

func newHeat(g *result.TaskGrid, runs []string, byName bool) *heat {
	h := &heat{grid: g, runs: runs, means: make([]float64, len(g.Tasks))}
	for _, run := range runs {
		h.rows = append(h.rows, slices.Index(g.Runs, run))
	}
	for t := range g.Tasks {
		n := 0
		for _, r := range h.rows {
			if x := g.Values[r][t]; x != nil {
				h.means[t] += *x
				n++
			}
		}
		if n > 0 {
			h.means[t] /= float64(n)
			h.tasks = append(h.tasks, t)
		}
	}
	slices.SortStableFunc(h.tasks, func(a, b int) int {
		if !byName && h.means[a] != h.means[b] {
			return cmp.Compare(h.means[b], h.means[a])
		}
		return result.CompareNatural(g.Tasks[a], g.Tasks[b])
	})
	return h
}

func (h *heat) figure(c *composer, v *view) reports.Figure {
	sc := v.scale(h.grid.Metric)
	m := reports.Matrix{Dense: true, Label: c.names.Whole(h.grid.Metric), Low: math.Inf(1), High: math.Inf(-1)}
	for i := range h.tasks {
		m.Cols = append(m.Cols, strconv.Itoa(i+1))
	}
	for k, run := range h.runs {
		m.Rows = append(m.Rows, c.names.Brief(run))
		values := make([]float64, len(h.tasks))
		for i, t := range h.tasks {
			if values[i] = math.NaN(); h.grid.Values[h.rows[k]][t] != nil {
				values[i] = *h.grid.Values[h.rows[k]][t]
				m.Low, m.High = min(m.Low, values[i]), max(m.High, values[i])
			}
		}
		m.Values = append(m.Values, values)
		m.Text = append(m.Text, make([]string, len(h.tasks)))
	}
	if sc.Share {
		m.Low, m.High = 0, 1 // the scale prints fractions
	} else {
		m.Label += ", " + sc.InWords()
	}
	return reports.Figure{Kind: reports.FigureHeat.Name, ID: c.names.Id("heatmap", v.slug, h.grid.Metric), Chart: m,
		Caption: capital(c.names.Whole(h.grid.Metric)) + " of " + plural(len(h.runs), "run") + " at " + plural(len(h.tasks), "task") + h.of + ", a column each; the table below has the number and the name of each task, in the same order. Empty: no score.",
		Alt:     "A grid of runs by tasks; the table below holds the values."}
}

// table has a row a task, since there are more tasks than runs, and a column a run; of more
// runs than a table has columns, a row a task and run.
func (h *heat) table(c *composer, v *view) reports.Table {
	sc := v.scale(h.grid.Metric)
	t := reports.Table{ID: c.names.Id("run-by-task", v.slug, h.grid.Metric), Long: true,
		Caption: capital(c.names.Whole(h.grid.Metric)) + ", " + sc.InWords() + h.of + ": every run at every task, the mean of its attempts there; over the runs, the mean of those that have a value.",
		Columns: []reports.Column{{Name: "#", Key: "number", Kind: reports.Integer}, {Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Over the runs", Key: "mean", Kind: sc.Kind()}}}
	wide := len(h.runs) <= maxPivotColumns
	if wide {
		keys := map[string]bool{"number": true, "task": true, "mean": true}
		for _, run := range h.runs {
			t.Columns = append(t.Columns, reports.Column{Name: c.names.Brief(run), Key: freeKey(keys, keyOf(c.names.Show(run))), Kind: sc.Kind()})
		}
	} else {
		t.Columns = append(t.Columns, reports.Column{Name: "Run", Key: "run", Kind: reports.Text}, reports.Column{Name: strings.ReplaceAll(c.names.Whole(h.grid.Metric), "_", " "), Key: "value", Kind: sc.Kind()})
	}
	for i, task := range h.tasks {
		head := []reports.Cell{reports.CountCell(i + 1), c.names.NameCell(h.grid.Tasks[task]), sc.Value(&h.means[task])}
		line := slices.Clone(head)
		for k, run := range h.runs {
			cell := sc.Value(h.grid.Values[h.rows[k]][task])
			if wide {
				line = append(line, cell)
			} else if cell.HasValue {
				t.Rows = append(t.Rows, append(slices.Clone(head), c.names.Cell(run), cell))
			}
		}
		if wide {
			t.Rows = append(t.Rows, line)
		}
	}
	return t
}
