package figures

import (
	"bytes"
	"compress/zlib"
	"encoding/xml"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/reports"
)

// halfStroke is how far a mark may stand from its value, in pixels: half the width
// of a line.
const halfStroke = 1.0

// datum is one number of a figure's table. along is the axis it is read on.
type datum struct {
	value float64
	along byte // x or y
}

// data are the numbers that a chart draws one mark each for.
func data(c reports.Chart) []datum {
	var out []datum
	rows := func(in []reports.Estimate) {
		for _, e := range in {
			out = append(out, datum{e.Value, 'x'})
		}
	}
	switch c := c.(type) {
	case reports.Forest:
		rows(c.Rows)
	case reports.Panels:
		for _, p := range c.Panels {
			rows(p.Rows)
		}
	case reports.Distributions:
		for _, d := range c.Rows {
			rows([]reports.Estimate{d.Estimate})
		}
	case reports.Boxes:
		for _, b := range c.Rows {
			for _, v := range append(slices.Clone(b.Beyond), b.Mean) {
				out = append(out, datum{v, 'x'})
			}
		}
	case reports.CriticalDifference:
		for _, r := range c.Runs {
			out = append(out, datum{r.Value, 'x'})
		}
	case reports.Lines:
		for _, s := range c.Series {
			for _, p := range s.Points {
				if !s.Through && (!c.LogY || p.Y > 0) {
					out = append(out, datum{p.X, 'x'}, datum{p.Y, 'y'})
				}
			}
		}
	case reports.Specifications:
		for _, k := range c.Choices {
			out = append(out, datum{k.Value, 'y'})
		}
	}
	return out
}

// readings are the values at which the ticks of an axis stand, by the labels that a
// reader sees: no knowledge of how the figure was laid out.
func readings(s *scene, along byte) (at, value []float64) {
	for _, m := range s.marks {
		t, ok := m.(text)
		if !ok || along == 'x' && t.anchor != middle || along == 'y' && t.anchor != end || t.ink != muted {
			continue
		}
		label := strings.NewReplacer("−", "-", "+", "", ",", "", "\u202f", "", "\u2009", "", " ", "").Replace(t.s)
		percent := strings.HasSuffix(label, "%")
		v, err := strconv.ParseFloat(strings.TrimSuffix(label, "%"), 64)
		if err != nil {
			continue
		}
		if percent {
			v /= 100
		}
		place := t.y - baseline*t.size
		if along == 'x' {
			place = nearestLine(s, t.x)
		}
		at, value = append(at, place), append(value, v)
	}
	return at, value
}

// nearestLine is the upright line that a label belongs to: labels at the edge may
// stand beside theirs, to stay on the canvas.
func nearestLine(s *scene, x float64) float64 {
	best := math.Inf(1)
	for _, m := range s.marks {
		if l, ok := m.(line); ok && l.x1 == l.x2 && (l.ink == grid || l.ink == rule) && math.Abs(l.x1-x) < math.Abs(best-x) {
			best = l.x1
		}
	}
	return best
}

// readers are the axes of a figure of several panels, all of one scale: the ticks of
// each ascend.
func readers(s *scene) []func(v float64) float64 {
	at, value := readings(s, 'x')
	var out []func(v float64) float64
	var origins []int
	pixels := 0.0 // a unit
	for i := range at {
		if i == 0 || value[i] <= value[i-1] {
			origins = append(origins, i)
		} else {
			pixels = (at[i] - at[i-1]) / (value[i] - value[i-1])
		}
	}
	for _, i := range origins {
		if pixels > 0 {
			out = append(out, func(v float64) float64 { return at[i] + (v-value[i])*pixels })
		}
	}
	return out
}

// reader is the pixel of a value, as one reads it off between the outermost ticks.
func reader(s *scene, along byte, log bool) (pixel func(v float64) float64, ok bool) {
	at, value := readings(s, along)
	if log {
		for i := range value {
			value[i] = math.Log10(value[i])
		}
	}
	n := len(at)
	if n < 2 || value[0] == value[n-1] {
		return nil, false
	}
	return func(v float64) float64 {
		if log {
			v = math.Log10(v)
		}
		return at[0] + (v-value[0])/(value[n-1]-value[0])*(at[n-1]-at[0])
	}, true
}

// points are the marks of a scene, in the order of drawing.
func points(s *scene) []point {
	var out []point
	for _, m := range s.marks {
		if p, ok := m.(point); ok {
			out = append(out, p)
		}
	}
	return out
}

// inPlot leaves out the samples of a legend, which stand beside or below the axis
// that the plot of lines stands on.
func inPlot(s *scene, marks []point) []point {
	for _, m := range s.marks {
		if a, ok := m.(line); ok && a.ink == rule && a.y1 == a.y2 {
			return slices.DeleteFunc(marks, func(p point) bool { return p.y > a.y1+halfStroke || p.x > a.x2+halfStroke })
		}
	}
	return marks
}

// TestMarksAreTheTable holds every kind of chart against its numbers: as many marks
// as numbers, each within half a stroke of where a reader of the axis looks for it,
// and the same marks in all kinds of files.
func TestMarksAreTheTable(t *testing.T) {
	if testing.Short() {
		t.Skip("draws hundreds of files")
	}
	faces := mustFaces(t)
	rapid.Check(t, func(rt *rapid.T) {
		c := drawnChart(rt)
		files := rapid.IntRange(0, 3).Draw(rt, "files") == 0 // writing four kinds of file takes most of the time
		width := rapid.SampledFrom([]Width{Page, Single}).Draw(rt, "width")
		s, err := layout(faces, c, width)
		if err != nil {
			rt.Fatal(err)
		}
		heldAgainst(rt, s, c)
		if files {
			sameInAllKinds(rt, faces, s, c, width)
		}
	})
}

func heldAgainst(t *rapid.T, s *scene, c reports.Chart) {
	want, marks := data(c), points(s)
	lines, isLines := c.(reports.Lines)
	each := 1
	if isLines {
		each, marks = 2, inPlot(s, marks)
	}
	if len(marks)*each != len(want) {
		t.Fatalf("%T: %d marks for %d numbers", c, len(marks), len(want)/each)
	}
	if _, ok := c.(reports.Panels); ok { // drawn in order, each panel on an axis of its own
		axes := readers(s)
		for i, p := range marks {
			if len(axes) > 0 && !slices.ContainsFunc(axes, func(at func(float64) float64) bool { return math.Abs(at(want[i].value)-p.x) <= halfStroke }) {
				t.Errorf("no axis of the panels has %v at %.2f", want[i].value, p.x)
			}
		}
		return
	}
	for _, along := range []byte{'x', 'y'} {
		var px, expected []float64
		for _, d := range want {
			if d.along == along {
				expected = append(expected, d.value)
			}
		}
		if len(expected) == 0 {
			continue
		}
		for _, p := range marks {
			if along == 'x' {
				px = append(px, p.x)
			} else {
				px = append(px, p.y)
			}
		}
		at, ok := reader(s, along, isLines && (lines.LogX && along == 'x' || lines.LogY && along == 'y'))
		if !ok {
			continue // one tick alone: nobody can read a value off
		}
		for i, v := range expected {
			expected[i] = at(v)
		}
		slices.Sort(px)
		slices.Sort(expected)
		for i := range px {
			if math.Abs(px[i]-expected[i]) > halfStroke {
				t.Errorf("%T: along %c the mark %d of %d stands at %.2f, its value at %.2f", c, along, i, len(px), px[i], expected[i])
			}
		}
	}
}

// sameInAllKinds finds the marks of a scene again in the bytes of every kind of file.
func sameInAllKinds(t *rapid.T, faces *typefaces, s *scene, c reports.Chart, w Width) {
	files, err := draw(faces, reports.Figure{ID: "held", Caption: "c", Alt: "a", Chart: c}, allKinds, w)
	if err != nil {
		t.Fatal(err)
	}
	var want [][2]float64
	for _, m := range s.marks { // what is filled: marks, and the areas of bands and histograms
		switch m := m.(type) {
		case point:
			x, y := middleOf(m.shape.outline(m.r))
			want = append(want, [2]float64{m.x + x, m.y + y})
		case area:
			x, y := middleOf(m.corners)
			want = append(want, [2]float64{x, y})
		}
	}
	for k, kind := range allKinds {
		if kind == "png" {
			pixelsOf(t, files[k], s)
			continue
		}
		got := map[string]func([]byte) [][2]float64{"svg": svgMarks, "pdf": pdfMarks, "tikz": tikzMarks}[kind](files[k])
		if kind != "svg" { // y upwards
			for i := range got {
				got[i] = [2]float64{got[i][0], s.height - got[i][1]}
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%T: %d marks in the %s, want %d", c, len(got), kind, len(want))
		}
		for i := range got {
			if math.Hypot(got[i][0]-want[i][0], got[i][1]-want[i][1]) > halfStroke/2 {
				t.Errorf("%T: mark %d of the %s stands at %.2f, want %.2f", c, i, kind, got[i], want[i])
			}
		}
	}
}

// middleOf is the middle of the box around corners.
func middleOf(corners [][2]float64) (x, y float64) {
	if len(corners) == 0 {
		return 0, 0
	}
	low, high := corners[0], corners[0]
	for _, k := range corners {
		low = [2]float64{min(low[0], k[0]), min(low[1], k[1])}
		high = [2]float64{max(high[0], k[0]), max(high[1], k[1])}
	}
	return (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
}

var number = regexp.MustCompile(`-?[0-9]*\.?[0-9]+`)

// numbersIn are the pairs of numbers in a text.
func numbersIn(s string) [][2]float64 {
	var out [][2]float64
	all := number.FindAllString(s, -1)
	for i := 0; i+1 < len(all); i += 2 {
		x, _ := strconv.ParseFloat(all[i], 64)
		y, _ := strconv.ParseFloat(all[i+1], 64)
		out = append(out, [2]float64{x, y})
	}
	return out
}

// svgMarks are the middles of the circles and the closed outlines of an SVG.
func svgMarks(svg []byte) [][2]float64 {
	var out [][2]float64
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if err != nil {
			return out
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		at := map[string]string{}
		for _, a := range e.Attr {
			at[a.Name.Local] = a.Value
		}
		switch {
		case e.Name.Local == "circle":
			out = append(out, numbersIn(at["cx"]+" "+at["cy"])...)
		case e.Name.Local == "path" && strings.HasSuffix(at["d"], "z") && !strings.ContainsAny(at["d"], "Hh"): // H and h are a rectangle's
			x, y := middleOf(numbersIn(at["d"]))
			out = append(out, [2]float64{x, y})
		}
	}
}

var tikzMark = regexp.MustCompile(`(?m)^\\fill(?:draw)?\[([^\]]*)\] (.*?)(?: circle \[radius=[^\]]*\])?(?:--cycle)?;$`)

// tikzMarks are the middles of what a picture fills, in its own unit, the pixel.
func tikzMarks(tex []byte) [][2]float64 {
	var out [][2]float64
	for _, m := range tikzMark.FindAllStringSubmatch(string(tex), -1) {
		if strings.Contains(m[2], "rectangle") {
			continue
		}
		x, y := middleOf(numbersIn(strings.ReplaceAll(m[2], "bp", "")))
		out = append(out, [2]float64{x, y})
	}
	return out
}

// bpPerPixel is a CSS pixel in the points of PDF.
const bpPerPixel = 0.75

var pdfStream = regexp.MustCompile(`(?s)stream\r?\n(.*?)\nendstream`)

// pdfMarks follows the path operators of a PDF's page (ISO 32000-1, 8.5): a mark is
// a path of curves or of lines that is filled, and no rectangle.
func pdfMarks(pdf []byte) [][2]float64 {
	var page []byte
	for _, m := range pdfStream.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		if text, err := io.ReadAll(r); err == nil && bytes.Contains(text, []byte(" Tf")) {
			page = text
			break
		}
	}
	var out, corners [][2]float64
	var operands []string
	rectangle := false
	for _, word := range strings.Fields(string(page)) {
		if number.FindString(word) == word || strings.HasPrefix(word, "/") {
			operands = append(operands, word)
			continue
		}
		switch word {
		case "m", "l", "c":
			ends := numbersIn(strings.Join(operands, " ")) // of a curve the last pair is its end
			if len(ends) > 0 {
				corners = append(corners, ends[len(ends)-1])
			}
		case "re":
			rectangle = true
		case "f", "F", "B", "b", "f*", "B*", "b*":
			if !rectangle {
				x, y := middleOf(corners)
				out = append(out, [2]float64{x / bpPerPixel, y / bpPerPixel})
			}
			corners, rectangle = nil, false
		case "S", "s", "n":
			corners, rectangle = nil, false
		}
		operands = nil
	}
	return out
}

// touches tells whether a thing may cover the middle of a mark.
func touches(over mark, p point) bool {
	near := func(corners ...[2]float64) bool {
		x, y := middleOf(corners)
		low, high := corners[0], corners[0]
		for _, k := range corners {
			low, high = [2]float64{min(low[0], k[0]), min(low[1], k[1])}, [2]float64{max(high[0], k[0]), max(high[1], k[1])}
		}
		return math.Abs(p.x-x) < (high[0]-low[0])/2+4 && math.Abs(p.y-y) < (high[1]-low[1])/2+4
	}
	switch o := over.(type) {
	case point:
		return math.Hypot(o.x-p.x, o.y-p.y) < o.r+3
	case line:
		return near([2]float64{o.x1, o.y1}, [2]float64{o.x2, o.y2})
	case curve:
		return near(o.corners...)
	case area:
		return near(o.corners...)
	}
	return false
}

// pixelsOf looks at the middle of every mark in a PNG that nothing covers.
func pixelsOf(t *rapid.T, file []byte, s *scene) {
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	scale := float64(img.Bounds().Dx()) / s.width
	for i, m := range s.marks {
		p, ok := m.(point)
		if !ok {
			continue
		}
		if p.hollow && p.r < 2 {
			continue // its outline leaves less than a pixel of paper inside
		}
		allowed := []ink{p.ink}
		if p.hollow {
			allowed = []ink{paper}
		}
		if slices.ContainsFunc(s.marks[i+1:], func(over mark) bool { return touches(over, p) }) {
			continue // what is drawn over it may have covered it
		}
		got := img.At(int(p.x*scale), int(p.y*scale))
		r, g, b, _ := got.RGBA()
		near := func(a uint32, b uint8) bool { return math.Abs(float64(a>>8)-float64(b)) < 40 }
		if !slices.ContainsFunc(allowed, func(k ink) bool {
			c := inks[k].onWhite
			return near(r, c.R) && near(g, c.G) && near(b, c.B)
		}) {
			t.Errorf("the PNG has %v where mark %d of ink %v stands", got, i, p.ink)
		}
	}
}

// TestCellsAreTheTable holds the charts without marks against their numbers: a
// stacked bar has a segment a number, as long as the number on the axis, and a matrix
// a cell a number, with its text.
func TestCellsAreTheTable(t *testing.T) {
	faces := mustFaces(t)
	rapid.Check(t, func(rt *rapid.T) {
		segments := rapid.IntRange(1, 6).Draw(rt, "segments")
		c := reports.Bars{Axis: reports.Axis{Label: "Attempts"}}
		for k := range segments {
			c.Segments = append(c.Segments, fmt.Sprint("exit ", k))
		}
		var want []float64
		for i := range rapid.IntRange(1, 8).Draw(rt, "bars") {
			b := reports.Bar{Label: fmt.Sprint("run ", i)}
			for range segments {
				v := float64(rapid.IntRange(0, 900).Draw(rt, "count"))
				if b.Values = append(b.Values, v); v > 0 {
					want = append(want, v)
				}
			}
			c.Bars = append(c.Bars, b)
		}
		s, err := layout(faces, c, Page)
		if err != nil {
			rt.Fatal(err)
		}
		var boxes []box
		for _, m := range s.marks {
			if b, ok := m.(box); ok {
				boxes = append(boxes, b)
			}
		}
		if boxes = boxes[segments:]; len(boxes) != len(want) { // the legend's keys come first
			rt.Fatalf("%d segments for %d numbers", len(boxes), len(want))
		}
		if at, ok := reader(s, 'x', false); ok {
			for i, v := range want {
				if length := at(v) - at(0); math.Abs(boxes[i].w-length) > halfStroke {
					rt.Errorf("segment %d is %.2f long, its number %v is %.2f", i, boxes[i].w, v, length)
				}
			}
		}

		n := rapid.IntRange(1, 7).Draw(rt, "rows")
		m := agreement(n, rapid.Bool().Draw(rt, "diverging"))
		if s, err = layout(faces, m, Page); err != nil {
			rt.Fatal(err)
		}
		var cells []string
		for _, mark := range s.marks {
			if g, ok := mark.(group); ok {
				cells = append(cells, g.title)
			}
		}
		if len(cells) != n*n {
			rt.Fatalf("%d cells for %d rows", len(cells), n)
		}
		for i, cell := range cells {
			if !strings.HasSuffix(cell, ": "+clean(m.Text[i/n][i%n])) {
				rt.Errorf("cell %d is %q, its number %q", i, cell, m.Text[i/n][i%n])
			}
		}
	})
}

// Every number of a table of groups has a bar from zero, as long as it says; those with an
// interval have its line, and a missing number has nothing. Of boxes the edges, the median and
// the whiskers stand at their values.
func TestGroupedBarsAndBoxesAreTheTable(t *testing.T) {
	faces := mustFaces(t)
	rapid.Check(t, func(rt *rapid.T) {
		segments, intervals := rapid.IntRange(1, 6).Draw(rt, "segments"), rapid.Bool().Draw(rt, "intervals")
		c := reports.Bars{Axis: reports.Axis{Label: "Amount"}, Grouped: true, Segments: []string{"a", "b", "c", "d", "e", "f"}[:segments]}
		least := -300 * rapid.IntRange(0, 1).Draw(rt, "negative")
		var want []float64
		var bounds [][2]float64
		for i := range rapid.IntRange(1, 12).Draw(rt, "groups") {
			b := reports.Bar{Label: fmt.Sprint("group ", i)}
			for range segments {
				v := float64(rapid.IntRange(least, 900).Draw(rt, "value"))
				if rapid.IntRange(0, 5).Draw(rt, "missing") == 0 {
					v = math.NaN()
				} else {
					want = append(want, v)
				}
				b.Values = append(b.Values, v)
				if intervals {
					one := [2]float64{v - 40, v + 60}
					if v == v {
						bounds = append(bounds, one)
					}
					b.Bounds = append(b.Bounds, one)
				}
			}
			c.Bars = append(c.Bars, b)
		}
		s, err := layout(faces, c, rapid.SampledFrom([]Width{Page, Single}).Draw(rt, "width"))
		if err != nil {
			rt.Fatal(err)
		}
		var boxes []box
		var lines []line
		for _, m := range s.marks {
			switch m := m.(type) {
			case box:
				boxes = append(boxes, m)
			case line:
				if m.ink == body {
					lines = append(lines, m)
				}
			}
		}
		if boxes = boxes[segments:]; len(boxes) != len(want) || len(lines) != len(bounds) { // the legend's keys come first
			rt.Fatalf("%d bars for %d numbers, %d lines for %d intervals", len(boxes), len(want), len(lines), len(bounds))
		}
		at, ok := reader(s, 'x', false)
		if !ok {
			return
		}
		for i, v := range want {
			if from, to := min(at(0), at(v)), max(at(0), at(v)); math.Abs(boxes[i].x-from) > halfStroke || math.Abs(boxes[i].x+boxes[i].w-to) > halfStroke {
				rt.Errorf("bar %d reaches from %.2f over %.2f, its number %v from %.2f to %.2f", i, boxes[i].x, boxes[i].w, v, from, to)
			}
		}
		for i, b := range bounds {
			low := b[0]
			if math.Abs(lines[i].x1-at(low)) > halfStroke || math.Abs(lines[i].x2-at(b[1])) > halfStroke {
				rt.Errorf("the interval %v is drawn from %.2f to %.2f, want %.2f to %.2f", b, lines[i].x1, lines[i].x2, at(low), at(b[1]))
			}
		}
	})
	rows := reports.Boxes{Axis: reports.Axis{Label: "Steps"}, Rows: []reports.BoxRow{{Label: "a", Low: 1, Q1: 3, Median: 4, Q3: 7, High: 9, Mean: 5, Beyond: []float64{15}}, {Label: "b", Low: 2, Q1: 2, Median: 2, Q3: 6, High: 8, Mean: 4}}}
	s, err := layout(faces, rows, Page)
	if err != nil {
		t.Fatal(err)
	}
	at, ok := reader(s, 'x', false)
	if !ok {
		t.Fatal("no axis")
	}
	var got []float64
	for _, m := range s.marks {
		switch m := m.(type) {
		case box:
			got = append(got, m.x, m.x+m.w)
		case line:
			if m.ink == body || m.ink == series && m.y1 == m.y2 {
				got = append(got, m.x1, m.x2)
			}
		}
	}
	for i, v := range []float64{1, 3, 7, 9, 3, 7, 4, 4, 2, 2, 6, 8, 2, 6, 2, 2} {
		if i >= len(got) || math.Abs(got[i]-at(v)) > halfStroke {
			t.Fatalf("the boxes' edges stand at %.1f; the %dth should be %v at %.1f", got, i+1, v, at(v))
		}
	}
}

// A function of steps has a corner before and at every step, and no marks.
func TestStairs(t *testing.T) {
	c := reports.Lines{XAxis: reports.Axis{Label: "Steps"}, Axis: reports.Axis{Label: "Share", Percent: true, Max: 1, Fixed: true}, Stairs: true,
		Series: []reports.Line{{Name: "a", Points: []reports.LinePoint{{X: 1}, {X: 1, Y: .25}, {X: 3, Y: .5}, {X: 4, Y: 1}}}}}
	s, err := layout(mustFaces(t), c, Page)
	if err != nil {
		t.Fatal(err)
	}
	x, okX := reader(s, 'x', false)
	y, okY := reader(s, 'y', false)
	if !okX || !okY || len(inPlot(s, points(s))) > 0 {
		t.Fatalf("axes %v, %v, %d marks", okX, okY, len(points(s)))
	}
	var corners [][2]float64
	for _, m := range s.marks {
		if k, ok := m.(curve); ok && corners == nil { // behind the line come its guide and key
			corners = append(corners, k.corners...)
		}
	}
	want := [][2]float64{{1, 0}, {1, 0}, {1, .25}, {3, .25}, {3, .5}, {4, .5}, {4, 1}}
	if len(corners) != len(want) {
		t.Fatalf("corners %v, want %v", corners, want)
	}
	for i, w := range want {
		if math.Hypot(corners[i][0]-x(w[0]), corners[i][1]-y(w[1])) > halfStroke {
			t.Errorf("corner %d stands at %.1f, want %v", i, corners[i], w)
		}
	}
}

// drawnChart is a chart of any kind whose numbers have one mark each.
func drawnChart(t *rapid.T) reports.Chart {
	size := rapid.SampledFrom([]float64{1e-3, 1, 100, 50000}).Draw(t, "size")
	value := func(label string) float64 {
		return size * float64(rapid.IntRange(0, 1000).Draw(t, label)) / 1000
	}
	estimate := func(i int) reports.Estimate {
		v := value("value")
		return reports.Estimate{Label: fmt.Sprintf("run %d", i), Value: v, Low: v - size/10, High: v + size/7, Series: i,
			HasInterval: rapid.Bool().Draw(t, "interval"), Hollow: rapid.Bool().Draw(t, "hollow")}
	}
	several := func(most int) []reports.Estimate {
		var rows []reports.Estimate
		for i := range rapid.IntRange(1, most).Draw(t, "rows") {
			rows = append(rows, estimate(i))
		}
		return rows
	}
	axis := reports.Axis{Label: "Amount"}
	switch rapid.SampledFrom([]string{"forest", "panels", "lines", "curves", "frontier", "ranks", "choices", "bootstrap", "boxes"}).Draw(t, "kind") {
	case "forest":
		return reports.Forest{Axis: axis, Rows: several(12)}
	case "panels":
		c := reports.Panels{Axis: axis}
		for i := range rapid.IntRange(1, 4).Draw(t, "panels") {
			c.Panels = append(c.Panels, reports.Panel{Title: fmt.Sprint("panel ", i), Rows: several(4)})
		}
		for i := range 4 {
			c.Series = append(c.Series, fmt.Sprintf("run %d", i))
		}
		return c
	case "ranks":
		c := reports.CriticalDifference{Axis: reports.Axis{Label: "Average rank"}}
		n := rapid.IntRange(2, 8).Draw(t, "runs")
		for i := range n {
			c.Runs = append(c.Runs, reports.AverageRank{Label: fmt.Sprintf("run %d", i), Series: i, Value: 1 + float64(n-1)*float64(rapid.IntRange(0, 100).Draw(t, "rank"))/100})
		}
		slices.SortFunc(c.Runs, func(a, b reports.AverageRank) int { return int(math.Copysign(1, a.Value-b.Value)) })
		return c
	case "choices":
		c := reports.Specifications{Axis: axis, Dimensions: []reports.Dimension{{Name: "Test", Options: []string{"t", "sign"}}}}
		for range rapid.IntRange(2, 40).Draw(t, "choices") {
			c.Choices = append(c.Choices, reports.Choice{Value: value("value"), Hollow: rapid.Bool().Draw(t, "hollow"), Of: []int{rapid.IntRange(0, 1).Draw(t, "option")}})
		}
		return c
	case "boxes":
		c := reports.Boxes{Axis: axis}
		for i := range rapid.IntRange(1, 8).Draw(t, "rows") {
			q := []float64{value("a"), value("b"), value("c"), value("d"), value("e")}
			slices.Sort(q)
			b := reports.BoxRow{Label: fmt.Sprintf("run %d", i), Series: i, Low: q[0], Q1: q[1], Median: q[2], Q3: q[3], High: q[4], Mean: value("mean")}
			for range rapid.IntRange(0, 3).Draw(t, "beyond") {
				b.Beyond = append(b.Beyond, value("far"))
			}
			c.Rows = append(c.Rows, b)
		}
		return c
	case "bootstrap":
		c := reports.Distributions{Axis: axis}
		for i, e := range several(4) {
			c.Rows = append(c.Rows, reports.Distribution{Estimate: e, BinsFrom: e.Value - size/5, BinWidth: size / 25, Counts: []int{1, 3, 5 + i, 6, 4, 2, 2, 1, 1}})
		}
		return c
	case "frontier":
		c := reports.Lines{XAxis: axis, Axis: reports.Axis{Label: "Solved", Percent: true, Max: 1, Fixed: true}, Bars: true, LogY: rapid.Bool().Draw(t, "log y")}
		shared := value("cost")
		for i := range rapid.IntRange(2, 12).Draw(t, "runs") {
			p := reports.LinePoint{X: shared, Y: float64(rapid.IntRange(0, 20).Draw(t, "solved")) / 20}
			if rapid.Bool().Draw(t, "own cost") {
				p.X = value("cost")
			}
			p.Low, p.High, p.HasInterval = max(0, p.Y-0.1), min(1, p.Y+0.1), true
			c.Series = append(c.Series, reports.Line{Name: fmt.Sprintf("run %d", i), Series: i, Points: []reports.LinePoint{p}})
		}
		front := reports.Line{Name: "frontier", Series: -1, Through: true, Points: slices.Clone(c.Series[0].Points)}
		c.Series = append([]reports.Line{front}, c.Series...)
		return c
	default: // along an axis that the lines share
		c := reports.Lines{XAxis: reports.Axis{Label: "k"}, Axis: axis, Bars: rapid.Bool().Draw(t, "bars"), LogX: rapid.Bool().Draw(t, "log"), LogY: rapid.Bool().Draw(t, "log y")}
		for i := range rapid.IntRange(1, 5).Draw(t, "runs") {
			l := reports.Line{Name: fmt.Sprintf("run %d", i), Series: i}
			for k := range rapid.IntRange(1, 9).Draw(t, "points") {
				v := value("value")
				p := reports.LinePoint{X: float64(k + 1), Y: v, Low: v - size/10, High: v + size/10, HasInterval: rapid.Bool().Draw(t, "interval"), Apart: rapid.IntRange(0, 5).Draw(t, "apart") == 0}
				l.Points = append(l.Points, p)
			}
			c.Series = append(c.Series, l)
		}
		return c
	}
}

// What nothing was found of is grey, in the legend and in every bar, and the other segments keep
// their colours.
func TestNothingIsGrey(t *testing.T) {
	count := func(nothing bool) map[ink]int {
		chart := exits(3, 4)
		chart.Nothing = nothing
		drawn, err := layout(mustFaces(t), chart, Page)
		if err != nil {
			t.Fatal(err)
		}
		n := map[ink]int{}
		for _, m := range drawn.marks {
			if b, ok := m.(box); ok {
				n[b.ink]++
			}
		}
		return n
	}
	for nothing, last := range map[bool]ink{false: series + 3, true: neutral} {
		got := count(nothing)
		for _, i := range []ink{series, series + 1, series + 2, last} {
			if got[i] != 4 { // a key and three bars
				t.Errorf("nothing %v: ink %d is used %d times, expected 4: %v", nothing, i, got[i], got)
			}
		}
		if len(got) != 4 {
			t.Errorf("nothing %v: %v, expected four inks", nothing, got)
		}
	}
}
