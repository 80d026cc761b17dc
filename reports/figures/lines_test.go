package figures

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/reports"
)

// TestTextsOfAnyLines draws lines of any names through any numbers: nothing
// leaves the canvas, texts do not overlap, and curves stay within the plot.
func TestTextsOfAnyLines(t *testing.T) {
	faces := mustFaces(t)
	rapid.Check(t, func(t *rapid.T) {
		c := reports.Lines{LogX: rapid.Bool().Draw(t, "log"), LogY: rapid.Bool().Draw(t, "log y"), Bars: rapid.Bool().Draw(t, "bars")}
		c.Axis.Percent, c.XAxis.Percent = rapid.Bool().Draw(t, "percent"), rapid.Bool().Draw(t, "x percent")
		c.Axis.Label, c.XAxis.Label = rapid.String().Draw(t, "axis"), rapid.String().Draw(t, "x axis")
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			s := reports.Line{Name: rapid.String().Draw(t, "name"), Series: rapid.IntRange(-1, 20).Draw(t, "series")}
			for range rapid.IntRange(0, 30).Draw(t, "points") {
				s.Points = append(s.Points, reports.LinePoint{
					X: rapid.Float64().Draw(t, "x"), Y: rapid.Float64().Draw(t, "y"), HasInterval: rapid.Bool().Draw(t, "interval"),
					Low: rapid.Float64().Draw(t, "low"), High: rapid.Float64().Draw(t, "high"),
				})
			}
			c.Series = append(c.Series, s)
		}
		for range rapid.IntRange(0, 3).Draw(t, "references") {
			c.References = append(c.References, reports.Reference{
				Kind: reports.ReferenceKind(rapid.IntRange(0, 2).Draw(t, "kind")),
				At:   rapid.Float64().Draw(t, "at"), Label: rapid.String().Draw(t, "reference"),
			})
		}
		w := Width(rapid.IntRange(0, len(formats)-1).Draw(t, "width"))
		s, err := layout(faces, c, w)
		if err != nil {
			t.Fatal(err)
		}
		checkTexts(t, faces, "lines, "+w.String(), s)
		inside := func(k [2]float64) {
			if !(k[0] >= -1 && k[0] <= s.width+1 && k[1] >= -1 && k[1] <= s.height+1) {
				t.Errorf("a corner at %v of a canvas of %g by %g", k, s.width, s.height)
			}
		}
		for _, m := range s.marks {
			switch m := m.(type) {
			case curve:
				for _, k := range m.corners {
					inside(k)
				}
			case area:
				for _, k := range m.corners {
					inside(k)
				}
			case point:
				inside([2]float64{m.x, m.y})
			}
		}
	})
}

func TestLogTicks(t *testing.T) {
	faces := mustFaces(t)
	measure := func(s string) float64 { return faces.width(s, formats[Page].smallSize, false) }
	for _, tt := range []struct {
		low, high float64
		width     float64
		want      []string
	}{
		{10, 1000, 600, []string{"10", "20", "50", "100", "200", "500", "1,000"}},
		{10, 1000, 160, []string{"10", "30", "100", "300", "1,000"}},
		{10, 1000, 100, []string{"10", "100", "1,000"}},
		{0.001, 1, 600, []string{"0.001", "0.002", "0.005", "0.01", "0.02", "0.05", "0.1", "0.2", "0.5", "1"}},
		{1e6, 1e9, 160, []string{"1,000,000", "1e7", "1e8", "1e9"}},
	} {
		x := axisScale{log: true, scale: scale{low: math.Log10(tt.low), high: math.Log10(tt.high), right: tt.width}}
		var got []string
		for _, k := range logTicks(reports.Axis{}, x, measure) {
			got = append(got, k.label)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("ticks from %g to %g in %g pixels: %q, want %q", tt.low, tt.high, tt.width, got, tt.want)
		}
	}
}

// TestClip cuts a line and a triangle that stick out of a plot of 10 by 10: the
// corners are those of a drawing on squared paper.
func TestClip(t *testing.T) {
	p := plot{right: 10, bottom: 10}
	got := p.clipLine([][2]float64{{-5, 5}, {5, 5}, {5, 15}, {8, 15}, {8, 5}, {20, 5}})
	want := [][][2]float64{{{0, 5}, {5, 5}, {5, 10}}, {{8, 10}, {8, 5}, {10, 5}}}
	if !slices.EqualFunc(got, want, slices.Equal[[][2]float64]) {
		t.Errorf("pieces %v, want %v", got, want)
	}
	corners := p.clipArea([][2]float64{{5, 5}, {15, 5}, {5, 15}})
	if want := [][2]float64{{5, 10}, {5, 5}, {10, 5}, {10, 10}}; !sameCycle(corners, want) {
		t.Errorf("corners %v, want %v", corners, want)
	}
	if out := p.clipArea([][2]float64{{11, 0}, {20, 0}, {15, 5}}); len(out) != 0 {
		t.Errorf("a triangle outside leaves %v", out)
	}
}

// sameCycle compares polygons without regard to the corner they start from and
// to corners that repeat.
func sameCycle(a, b [][2]float64) bool {
	a = slices.Compact(slices.Clone(a))
	if len(a) > 1 && a[0] == a[len(a)-1] {
		a = a[1:]
	}
	for i := range a {
		if slices.Equal(append(slices.Clone(a[i:]), a[:i]...), b) {
			return true
		}
	}
	return false
}

// TestSpread: names keep their order, do not overlap, stay within bounds, and
// where there is room for all at their places nobody moves.
func TestSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var names []lineEnd
		for range rapid.IntRange(0, 12).Draw(t, "n") {
			names = append(names, lineEnd{lines: make([]string, rapid.IntRange(1, 2).Draw(t, "lines")), y: rapid.Float64Range(0, 500).Draw(t, "y")})
		}
		slices.SortStableFunc(names, func(a, b lineEnd) int { return int(math.Copysign(1, a.y-b.y)) })
		at := spread(names, 0, 500)
		free := true
		for i, n := range names {
			half := n.height() / 2
			if at[i]-half < -1e-9 || at[i]+half > 500+1e-9 {
				t.Errorf("name %d at %g leaves the plot", i, at[i])
			}
			free = free && n.y >= half && n.y <= 500-half
			if i > 0 {
				apart := half + names[i-1].height()/2
				if at[i]-at[i-1] < apart-1e-9 {
					t.Errorf("names %d and %d are %g apart", i-1, i, at[i]-at[i-1])
				}
				free = free && n.y-names[i-1].y >= apart
			}
		}
		for i, n := range names {
			if free && math.Abs(at[i]-n.y) > 1e-9 {
				t.Errorf("name %d moved from %g to %g without need", i, n.y, at[i])
			}
		}
	})
}
