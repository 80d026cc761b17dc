package main

import (
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/jsonout"
)

// mark is one mark of a figure: the values that it stands at, and what a reader who points at it
// is told.
type mark struct {
	values []float64
	title  string // the beginning of it
}

// marksOf are the marks that a chart draws of data. What leads through other marks or stands for
// no data (a frontier, a reference line) is none.
func marksOf(c reports.Chart) (out []mark) {
	rows := func(in []reports.Estimate) {
		for _, e := range in {
			out = append(out, mark{[]float64{e.Value}, e.Label})
		}
	}
	switch c := c.(type) {
	case reports.Forest:
		rows(c.Rows)
	case reports.Panels:
		for _, p := range c.Panels {
			rows(p.Rows)
		}
	case reports.Bars:
		for _, b := range c.Bars {
			if !c.Grouped {
				out = append(out, mark{b.Values, b.Label})
				continue
			}
			for k, x := range b.Values {
				if !math.IsNaN(x) {
					out = append(out, mark{[]float64{x}, b.Label + "\n" + b.Hover[k]})
				}
			}
		}
	case reports.Boxes:
		for _, b := range c.Rows {
			out = append(out, mark{[]float64{b.Q1, b.Median, b.Q3, b.Mean}, b.Label})
		}
	case reports.Matrix:
		for i, row := range c.Values {
			for k, x := range row {
				if !math.IsNaN(x) {
					out = append(out, mark{[]float64{x}, c.Rows[i] + ", " + c.Cols[k]})
				}
			}
		}
	case reports.Lines:
		for _, s := range c.Series {
			for _, p := range s.Points {
				if !s.Through && !math.IsNaN(p.Y) {
					out = append(out, mark{[]float64{p.X, p.Y}, s.Name + "\n" + p.Note})
				}
			}
		}
	}
	return out
}

// tabulated are the tables that hold a figure's marks one a row, by the beginnings of their names.
var tabulated = [][2]string{{"relation-", "points-"}, {"curve-", "curve-points-"}, {"agreement-figure-", "agreement-"}, {"agreement-pooled-figure-", "agreement-pooled-"}, {"leaderboard-figure-", "leaderboard-"}, {"box-", "distribution-"}}

var titledGroup = regexp.MustCompile(`(?s)<g><title>(.*?)</title>`)

// figuresStandInTables holds every figure of a report against its tables: each value that is
// drawn is a cell of some table, a figure whose table is its own has as many marks as the table has rows, and the
// SVG has each mark once.
func figuresStandInTables(t *testing.T, dir, notebook string) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	res, err := jsonout.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	n, err := readNotebook(notebook)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := compose.Report(res, n, "")
	if err != nil {
		t.Fatal(err)
	}
	cells, rows := map[float64]bool{}, map[string]int{}
	for _, b := range doc.Blocks {
		table, ok := b.(reports.Table)
		if !ok {
			continue
		}
		rows[table.ID] = len(table.Rows)
		for _, row := range table.Rows {
			for _, c := range row {
				if c.HasValue {
					cells[c.Value] = true
				}
			}
		}
	}
	for _, b := range doc.Blocks {
		figure, ok := b.(reports.Figure)
		if !ok {
			continue
		}
		marks := marksOf(figure.Chart)
		if len(marks) == 0 {
			t.Errorf("%s draws nothing", figure.ID)
		}
		missing := 0
		for _, m := range marks {
			for _, x := range m.values {
				if !cells[x] && x != 0 {
					missing++
				}
			}
		}
		if missing > 0 {
			t.Errorf("%s: %d of the values of %d marks stand in no table", figure.ID, missing, len(marks))
		}
		for _, pair := range tabulated {
			name, ok := strings.CutPrefix(figure.ID, pair[0])
			if want, there := rows[pair[1]+name]; ok && there && want != len(marks) {
				t.Errorf("%s has %d marks, its table %d rows", figure.ID, len(marks), want)
			}
		}
		svg, err := os.ReadFile(filepath.Join(dir, "figures", figure.ID+".svg"))
		if err != nil {
			t.Error(err)
			continue
		}
		drawnOnce(t, figure, marks, string(svg))
	}
}

// drawnOnce counts the marks of a figure by what they tell; a dense grid tells nothing of its
// cells, which are counted by their shapes.
func drawnOnce(t *testing.T, figure reports.Figure, marks []mark, svg string) {
	t.Helper()
	if m, ok := figure.Chart.(reports.Matrix); ok && m.Dense {
		return
	}
	var told []string
	for _, m := range titledGroup.FindAllStringSubmatch(svg, -1) {
		told = append(told, html.UnescapeString(m[1]))
	}
	want, got := map[string]int{}, map[string]int{}
	for _, m := range marks {
		want[m.title]++
	}
	for title, n := range want {
		for _, text := range told {
			if strings.HasPrefix(text, title) {
				got[title]++
			}
		}
		if got[title] < n {
			t.Errorf("%s: %q is drawn %d times, is %d marks", figure.ID, title, got[title], n)
		}
	}
}
