package figures

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/reports"
)

// extentOf is the box that a text covers: from the tallest letters to the
// descenders, at their usual shares of the size in Liberation Sans.
func extentOf(f *typefaces, t text) (x1, y1, x2, y2 float64) {
	w := f.width(t.s, t.size, t.bold)
	if t.turned {
		// The corners of the box (0, -ascent)-(w, descent), turned by -45 degrees.
		x1, y1, x2, y2 = math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, c := range [][2]float64{{0, -0.72 * t.size}, {w, -0.72 * t.size}, {0, 0.2 * t.size}, {w, 0.2 * t.size}} {
			x := t.x + (c[0]+c[1])*math.Sqrt2/2
			y := t.y + (c[1]-c[0])*math.Sqrt2/2
			x1, y1, x2, y2 = min(x1, x), min(y1, y), max(x2, x), max(y2, y)
		}
		return x1, y1, x2, y2
	}
	left := t.left(f)
	return left, t.y - 0.72*t.size, left + w, t.y + 0.2*t.size
}

// checkTexts fails where a text leaves the canvas or two texts overlap.
func checkTexts(t interface{ Errorf(string, ...any) }, f *typefaces, name string, s *scene) {
	var level []text
	for _, m := range s.marks {
		tx, ok := m.(text)
		if !ok {
			continue
		}
		x1, y1, x2, y2 := extentOf(f, tx)
		if x1 < -0.5 || y1 < -0.5 || x2 > s.width+0.5 || y2 > s.height+0.5 {
			t.Errorf("%s: %q covers (%.1f, %.1f)-(%.1f, %.1f) of a canvas of %g by %g", name, tx.s, x1, y1, x2, y2, s.width, s.height)
		}
		if !tx.turned {
			level = append(level, tx)
		}
	}
	for i, a := range level {
		ax1, ay1, ax2, ay2 := extentOf(f, a)
		for _, b := range level[:i] {
			bx1, by1, bx2, by2 := extentOf(f, b)
			if ax1 < bx2 && bx1 < ax2 && ay1 < by2 && by1 < ay2 {
				t.Errorf("%s: %q overlaps %q", name, a.s, b.s)
			}
		}
	}
}

// checkCanvas fails where a mark leaves the canvas, and where a column's is not as
// wide as the column.
func checkCanvas(t interface{ Errorf(string, ...any) }, name string, s *scene) {
	if s.fixed && s.width != s.canvas {
		t.Errorf("%s: %g wide, the column has %g", name, s.width, s.canvas)
	}
	inside := func(what string, x, y float64) {
		if !(x >= -0.5 && x <= s.width+0.5 && y >= -0.5 && y <= s.height+0.5) {
			t.Errorf("%s: a %s at (%.1f, %.1f) of a canvas of %g by %g", name, what, x, y, s.width, s.height)
		}
	}
	for _, m := range s.marks {
		switch m := m.(type) {
		case line:
			inside("line", m.x1, m.y1)
			inside("line", m.x2, m.y2)
		case box:
			inside("box", m.x, m.y)
			inside("box", m.x+m.w, m.y+m.h)
		case point:
			inside("mark", m.x-m.r, m.y-m.r)
			inside("mark", m.x+m.r, m.y+m.r)
		case curve:
			for _, k := range m.corners {
				inside("curve", k[0], k[1])
			}
		case area:
			for _, k := range m.corners {
				inside("area", k[0], k[1])
			}
		}
	}
}

func TestTextsOfTheGallery(t *testing.T) {
	faces := mustFaces(t)
	for _, b := range sampled().Blocks {
		f := b.(reports.Figure)
		for w := range formats {
			for _, c := range []reports.Chart{f.Chart, first(spellable(faces.covers, f.Chart)), first(spellable(inTeX, f.Chart))} {
				s, err := layout(faces, c, Width(w))
				if err != nil {
					t.Fatal(err)
				}
				checkTexts(t, faces, f.ID+", "+Width(w).String(), s)
				checkCanvas(t, f.ID+", "+Width(w).String(), s)
			}
		}
	}
}

func first(c reports.Chart, _ bool) reports.Chart { return c }

// TestTextsOfAnyForest draws forests of any names and any finite, infinite or
// undefined numbers.
func TestTextsOfAnyForest(t *testing.T) {
	faces := mustFaces(t)
	rapid.Check(t, func(t *rapid.T) {
		f := reports.Forest{Zero: rapid.Bool().Draw(t, "zero")}
		f.Axis.Percent = rapid.Bool().Draw(t, "percent")
		f.Axis.Label = rapid.String().Draw(t, "axis")
		for range rapid.IntRange(0, 8).Draw(t, "rows") {
			f.Rows = append(f.Rows, reports.Estimate{
				Label: rapid.String().Draw(t, "label"), Note: rapid.String().Draw(t, "note"), HasInterval: true,
				Value: rapid.Float64().Draw(t, "value"), Low: rapid.Float64().Draw(t, "low"), High: rapid.Float64().Draw(t, "high"),
			})
		}
		w := Width(rapid.IntRange(0, len(formats)-1).Draw(t, "width"))
		s, err := layout(faces, f, w)
		if err != nil {
			t.Fatal(err)
		}
		checkTexts(t, faces, "forest, "+w.String(), s)
		checkCanvas(t, "forest, "+w.String(), s)
	})
}

func TestFit(t *testing.T) {
	faces := mustFaces(t)
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.String().Draw(t, "name")
		width := rapid.Float64Range(30, 400).Draw(t, "width")
		lines := rapid.IntRange(1, 3).Draw(t, "lines")
		out := faces.fit(name, formats[Page].textSize, false, width, lines)
		if len(out) > lines {
			t.Errorf("%d lines, at most %d were asked for", len(out), lines)
		}
		for _, s := range out {
			if w := faces.width(s, formats[Page].textSize, false); w > width {
				t.Errorf("%q is %g wide, at most %g was asked for", s, w, width)
			}
		}
		if whole := strings.ReplaceAll(strings.Join(out, ""), " ", ""); !strings.Contains(whole, ellipsis) && whole != strings.ReplaceAll(clean(name), " ", "") {
			t.Errorf("%q became %q without an ellipsis", name, out)
		}
	})
}

// TestFitAllKeepsNamesApart: names that differ where they are cut.
func TestFitAllKeepsNamesApart(t *testing.T) {
	faces := mustFaces(t)
	var names []string
	for i := range 5 {
		names = append(names, strings.Repeat("a", 300)+fmt.Sprint(i)+strings.Repeat("b", 300))
	}
	seen := map[string]bool{}
	for _, n := range faces.fitAll(names, formats[Page].textSize, false, 120, 1) {
		if seen[n[0]] {
			t.Errorf("%q stands for two names", n[0])
		}
		seen[n[0]] = true
	}
}

func TestTicks(t *testing.T) {
	faces := mustFaces(t)
	measure := func(s string) float64 { return faces.width(s, formats[Page].smallSize, false) }
	for _, tt := range []struct {
		axis      reports.Axis
		signed    bool
		low, high float64
		want      string
	}{
		{reports.Axis{Percent: true}, false, 0, 1, "0% 20% 40% 60% 80% 100%"},
		{reports.Axis{Percent: true, Label: "Solved (%)"}, false, 0.3, 0.52, "30 35 40 45 50"},
		{reports.Axis{Percent: true, Label: "95% intervals that hold the true value"}, false, 0.8, 1, "80% 85% 90% 95% 100%"},
		{reports.Axis{Percent: true}, true, -0.12, 0.11, "−10 −5 0 +5 +10"},
		{reports.Axis{}, false, 0, 1_000_000, "0 200,000 400,000 600,000 800,000 1,000,000"},
		{reports.Axis{}, false, 0, 0.011, "0.000 0.002 0.004 0.006 0.008 0.010"},
		{reports.Axis{}, true, -2e-9, 4.1e-9, "−2e-9 −1e-9 0 +1e-9 +2e-9 +3e-9 +4e-9"},
		{reports.Axis{Percent: true}, false, 7.4e-61, 8.6e-61, "7.50e-59% 7.75e-59% 8.00e-59% 8.25e-59% 8.50e-59%"},
	} {
		var got []string
		for _, k := range ticks(tt.axis, tt.signed, tt.low, tt.high, 400, measure) {
			got = append(got, k.label)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("ticks from %g to %g: %s, want %s", tt.low, tt.high, s, tt.want)
		}
	}
}

// TestDomain: an axis has a range that ticks can divide, however small its values.
func TestDomain(t *testing.T) {
	for _, tt := range []struct {
		values    []float64
		low, high float64
	}{
		{[]float64{0, 0}, 0, 0.5},
		{[]float64{math.SmallestNonzeroFloat64}, 0, 0.5},
		{[]float64{0, 1e-310}, 0, 0.5},
		{[]float64{2e-299}, 1.8e-299, 2.2e-299},
	} {
		low, high := domain(reports.Axis{}, false, tt.values)
		if math.Abs(low-tt.low) > 1e-9*tt.high || math.Abs(high-tt.high) > 1e-9*tt.high {
			t.Errorf("%v lie on an axis from %g to %g, want %g to %g", tt.values, low, high, tt.low, tt.high)
		}
		if n := len(ticks(reports.Axis{}, false, low, high, 400, func(string) float64 { return 10 })); n < 2 || n > 7 {
			t.Errorf("%v get %d ticks", tt.values, n)
		}
	}
}

// TestLanes: brackets that share a row never share a lane.
func TestLanes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var brackets []reports.Bracket
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			a, b := rapid.IntRange(0, 19).Draw(t, "a"), rapid.IntRange(0, 19).Draw(t, "b")
			brackets = append(brackets, reports.Bracket{First: min(a, b), Last: max(a, b)})
		}
		lanes, lane := laneOf(brackets, 20)
		for i, a := range brackets {
			if lane[i] < 0 || lane[i] >= lanes {
				t.Fatalf("bracket %d is in lane %d of %d", i, lane[i], lanes)
			}
			for j, b := range brackets[:i] {
				if lane[i] == lane[j] && a.First <= b.Last && b.First <= a.Last {
					t.Errorf("%v and %v share lane %d", a, b, lane[i])
				}
			}
		}
	})
	if _, lane := laneOf([]reports.Bracket{{First: 0, Last: 9}, {First: -1, Last: 0}, {First: 3, Last: 1}}, 3); !slices.Equal(lane, []int{-1, -1, -1}) {
		t.Errorf("brackets beyond the rows got lanes %v", lane)
	}
}

func TestSpell(t *testing.T) {
	faces := mustFaces(t)
	for in, want := range map[string]string{
		"plain-name":        "plain-name",
		"İstanbul é Ω ≥":    "İstanbul é Ω ≥",
		"模型":                "[U+6A21 578B]",
		"gpt/模型-2":          "gpt/[U+6A21 578B]-2",
		"שלום":              "[U+05E9 05DC 05D5 05DD]", // right to left needs shaping
		"e\u0301":           "é",
		"\u212b":            "Å",  // the angstrom sign is canonically the letter
		"\uff21\uff22":      "AB", // full-width letters
		"a\u202egnp.exe":    "agnp.exe",
		"\U0001f680 launch": "[U+1F680] launch",
	} {
		got := coverage(faces.covers).spell(clean(in))
		if got != want {
			t.Errorf("%q is spelled %q, want %q", in, got, want)
		}
		if !coverage(faces.covers).all(got) {
			t.Errorf("%q holds characters that the font lacks", got)
		}
	}
}
