package pdfium

import (
	"context"
	"math"
)

// matrix places what a form draws on its page.
type matrix [6]float64

var identity = matrix{1, 0, 0, 1, 0, 0}

// then is m first and n after it.
func (m matrix) then(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

func (m matrix) point(x, y float64) (float64, float64) {
	return m[0]*x + m[2]*y + m[4], m[1]*x + m[3]*y + m[5]
}

// shapes collects what a page draws besides text.
type shapes struct {
	f       *File
	ctx     context.Context
	page    *Page
	scratch uint64
	frame   frame
	seen    int
	err     error
}

// thin is how thick a box may be and still be a rule, in points.
const thin = 2.5

// The types of objects and of drawing, as PDFium counts them.
const (
	pathObject, imageObject, shadeObject, formObject = 2, 3, 4, 5
	lineTo, bezierTo, moveTo                         = 0, 1, 2
)

// object reads one object; outer places it on the page.
func (s *shapes) object(o uint64, outer matrix, depth int) {
	if s.seen++; s.seen > MaxShapes {
		s.page.Cut = true
		return
	}
	in := s.f.in
	ask := func(name string, args ...uint64) uint64 { return in.ask(s.ctx, &s.err, name, args...) }
	if o == 0 {
		return
	}
	switch kind := ask("FPDFPageObj_GetType", o); kind {
	case pathObject:
		s.path(o, outer)
	case imageObject, shadeObject:
		if ask("FPDFPageObj_GetBounds", o, s.scratch, s.scratch+4, s.scratch+8, s.scratch+12) != 0 {
			x0, y0 := outer.point(in.float32(s.scratch), in.float32(s.scratch+4))
			x1, y1 := outer.point(in.float32(s.scratch+8), in.float32(s.scratch+12))
			s.page.Drawings = append(s.page.Drawings, Drawing{Box: s.frame.box(x0, y0, x1, y1), Picture: kind == imageObject})
		}
	case formObject:
		if depth > 8 || ask("FPDFPageObj_GetMatrix", o, s.scratch) == 0 {
			return
		}
		m := s.matrix().then(outer)
		n := int(int32(ask("FPDFFormObj_CountObjects", o)))
		for i := 0; i < n && s.err == nil && s.seen <= MaxShapes; i++ {
			s.object(ask("FPDFFormObj_GetObject", o, uint64(i)), m, depth+1)
		}
	}
}

func (s *shapes) matrix() (m matrix) {
	for i := range m {
		m[i] = s.f.in.float32(s.scratch + uint64(4*i))
	}
	return m
}

// path reads a path as straight rules where it is made of them, and as a drawing where not.
func (s *shapes) path(o uint64, outer matrix) {
	in := s.f.in
	ask := func(name string, args ...uint64) uint64 { return in.ask(s.ctx, &s.err, name, args...) }
	if ask("FPDFPath_GetDrawMode", o, s.scratch, s.scratch+4) == 0 {
		return
	}
	filled, stroked := in.int32(s.scratch) != 0, in.int32(s.scratch+4) != 0
	if !filled && !stroked {
		return
	}
	colour := "FPDFPageObj_GetFillColor"
	if !filled {
		colour = "FPDFPageObj_GetStrokeColor"
	}
	if ask(colour, o, s.scratch, s.scratch+4, s.scratch+8, s.scratch+12) != 0 {
		const white = 250
		if in.int32(s.scratch) > white && in.int32(s.scratch+4) > white && in.int32(s.scratch+8) > white || in.int32(s.scratch+12) == 0 {
			return // the ground of a page, or nothing that is seen
		}
	}
	ask("FPDFPageObj_GetStrokeWidth", o, s.scratch)
	width := in.float32(s.scratch)
	if ask("FPDFPageObj_GetMatrix", o, s.scratch) == 0 {
		return
	}
	m := s.matrix().then(outer)
	if stroked && !filled {
		width *= math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2]))
	} else {
		width = 0
	}
	n := int(int32(ask("FPDFPath_CountSegments", o)))
	const many = 4000
	var points [][2]float64 // of the figure at hand
	bounds, curved := Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}, n > many
	var found []Rule
	var boxes []Box
	end := func(closed bool) {
		r, b, ok := straight(points, closed || filled, filled, width)
		found, boxes = append(found, r...), append(boxes, b...)
		curved = curved || !ok
		points = points[:0]
	}
	for i := 0; i < min(n, many) && s.err == nil; i++ {
		g := ask("FPDFPath_GetPathSegment", o, uint64(i))
		if g == 0 || ask("FPDFPathSegment_GetPoint", g, s.scratch, s.scratch+4) == 0 {
			continue
		}
		x, y := s.frame.point(m.point(in.float32(s.scratch), in.float32(s.scratch+4)))
		kind := ask("FPDFPathSegment_GetType", g)
		if kind == moveTo && len(points) > 0 {
			end(false)
		}
		points = append(points, [2]float64{x, y})
		bounds = Box{min(bounds.X0, x), min(bounds.Y0, y), max(bounds.X1, x), max(bounds.Y1, y)}
		curved = curved || kind == bezierTo
		if ask("FPDFPathSegment_GetClose", g) != 0 {
			end(true)
		}
	}
	if len(points) > 0 {
		end(false)
	}
	if s.err != nil || math.IsInf(bounds.X0, 0) || math.IsNaN(bounds.X0+bounds.Y0+bounds.X1+bounds.Y1) {
		return
	}
	if curved {
		s.page.Drawings = append(s.page.Drawings, Drawing{Box: bounds})
		return
	}
	s.page.Rules = append(s.page.Rules, found...)
	for _, b := range boxes {
		s.page.Drawings = append(s.page.Drawings, Drawing{Box: b, Filled: true})
	}
}

// straight reads one figure of a path: thin boxes and level or upright strokes are rules, a filled
// rectangle is a box, and anything else is not straight.
func straight(points [][2]float64, closed, filled bool, width float64) (rules []Rule, boxes []Box, ok bool) {
	if len(points) < 2 {
		return nil, nil, true
	}
	b := Box{points[0][0], points[0][1], points[0][0], points[0][1]}
	for _, p := range points {
		b = Box{min(b.X0, p[0]), min(b.Y0, p[1]), max(b.X1, p[0]), max(b.Y1, p[1])}
	}
	w, h := b.X1-b.X0, b.Y1-b.Y0
	if w <= thin || h <= thin {
		if !filled {
			half := min(width, thin) / 2
			b = Box{b.X0, b.Y0 - half, b.X1, b.Y1 + half}
			if h > w {
				b = Box{b.X0 - half, points[0][1], b.X1 + half, points[0][1]}
				for _, p := range points {
					b.Y0, b.Y1 = min(b.Y0, p[1]), max(b.Y1, p[1])
				}
			}
		}
		return []Rule{{Box: b, Horizontal: w >= h}}, nil, true
	}
	if closed {
		points = append(points, points[0])
	}
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		dx, dy := math.Abs(p[0]-q[0]), math.Abs(p[1]-q[1])
		if dx > 0.5 && dy > 0.5 {
			return nil, nil, false
		}
		if !filled && dx+dy > 0.5 {
			half := width / 2
			line := Box{min(p[0], q[0]), min(p[1], q[1]), max(p[0], q[0]), max(p[1], q[1])}
			if dx >= dy {
				line.Y0, line.Y1 = line.Y0-half, line.Y1+half
			} else {
				line.X0, line.X1 = line.X0-half, line.X1+half
			}
			rules = append(rules, Rule{Box: line, Horizontal: dx >= dy})
		}
	}
	if filled {
		boxes = []Box{b}
	}
	return rules, boxes, true
}
