package figures

// scene is a finished layout: what to draw where, in CSS pixels, y downwards.
type scene struct {
	format
	width, height float64
	marks         []mark
}

// mark is one of line, box, point, text, curve, area, group, groupEnd.
type mark interface{ mark() }

type line struct {
	x1, y1, x2, y2 float64
	width          float64
	ink            ink
}

type box struct {
	x, y, w, h float64
	ink        ink
	opacity    float64 // 0 to 1
}

// point is an estimate's marker, centred at x, y.
type point struct {
	x, y, r float64
	shape   shape
	ink     ink
	hollow  bool
}

// text is one line of text; x, y is its baseline's start, middle or end.
type text struct {
	x, y   float64
	s      string
	size   float64
	bold   bool
	anchor anchor
	ink    ink
	turned bool // read upwards, 45 degrees, about x, y
}

// curve is an open line through corners.
type curve struct {
	corners [][2]float64
	width   float64
	dash    []float64 // lengths on and off; nil is solid
	ink     ink
}

// area is a filled polygon that lets what is under it show through.
type area struct {
	corners [][2]float64
	ink     ink
	opacity float64 // 0 to 1
}

// group names the marks up to the next groupEnd for a reader who points at them.
type group struct{ title string }

type groupEnd struct{}

func (line) mark()     {}
func (box) mark()      {}
func (point) mark()    {}
func (text) mark()     {}
func (curve) mark()    {}
func (area) mark()     {}
func (group) mark()    {}
func (groupEnd) mark() {}

type anchor uint8

const (
	start anchor = iota
	middle
	end
)

type shape uint8

const (
	disc shape = iota
	square
	diamond
	triangle
	shapes // how many there are
)

// outline is the polygon of a shape of radius r about the origin; nil for disc.
func (s shape) outline(r float64) [][2]float64 {
	switch s {
	case square:
		a := r * 0.88
		return [][2]float64{{-a, -a}, {a, -a}, {a, a}, {-a, a}}
	case diamond:
		a := r * 1.25
		return [][2]float64{{0, -a}, {a, 0}, {0, a}, {-a, 0}}
	case triangle:
		a := r * 1.2
		return [][2]float64{{0, -a}, {a * 0.92, a * 0.68}, {-a * 0.92, a * 0.68}}
	}
	return nil
}

func (s *scene) add(m ...mark) { s.marks = append(s.marks, m...) }

// hollowStroke is the width of an open mark's outline.
const hollowStroke = 1.8

// left is where a text begins on its baseline.
func (t text) left(faces *typefaces) float64 {
	w := faces.width(t.s, t.size, t.bold)
	switch t.anchor {
	case middle:
		return t.x - w/2
	case end:
		return t.x - w
	}
	return t.x
}
