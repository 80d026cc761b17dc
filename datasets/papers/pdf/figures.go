package pdf

import (
	"math"

	"mcpstats/datasets/papers/pdfium"
)

// cellSize is the size, in points, of the squares on which drawings are laid out to see which
// belong together.
const cellSize = 6.0

// figures finds what is drawn on a page: curves and pictures with all that stands near them,
// and straight drawings above the caption of a figure. Their words are taken away, since the
// numbers at an axis are no results; how many figures had some is returned.
func (s *sheet) figures(areas []*area) int {
	if s.width <= 0 || s.height <= 0 || s.width > 20000 || s.height > 20000 {
		return 0
	}
	w, h := int(s.width/cellSize)+1, int(s.height/cellSize)+1
	kind := make([]byte, w*h) // 1: drawn, 2: a curve or a picture
	mark := func(b pdfium.Box, k byte) {
		for y := max(int(b.Y0/cellSize), 0); y <= min(int(b.Y1/cellSize), h-1); y++ {
			for x := max(int(b.X0/cellSize), 0); x <= min(int(b.X1/cellSize), w-1); x++ {
				kind[y*w+x] |= k
			}
		}
	}
	inArea := func(b pdfium.Box) bool {
		for _, a := range areas {
			if b.X1 > a.x0-6 && b.X0 < a.x1+6 && b.Y1 > a.y0-6 && b.Y0 < a.y1+6 {
				return true
			}
		}
		return false
	}
	for _, d := range s.drawings {
		if d.X1-d.X0 > 0.85*s.width && d.Y1-d.Y0 > 0.85*s.height || inArea(d.Box) {
			continue
		}
		if d.Filled {
			mark(d.Box, 1)
		} else {
			mark(d.Box, 3)
		}
	}
	for i := range s.rules {
		if r := &s.rules[i]; !r.used {
			if b := (pdfium.Box{X0: r.x0, Y0: r.y0, X1: r.x1, Y1: r.y1}); !inArea(b) {
				mark(b, 1)
			}
		}
	}
	n := 0
	for _, z := range zones(kind, w, h) {
		if z.box.X1-z.box.X0 < 40 || z.box.Y1-z.box.Y0 < 30 || !z.curved && !s.captioned(z.box) || s.proseIn(z.box) {
			continue
		}
		if s.clearFigure(z.box) {
			n++
		}
	}
	return n
}

type zone struct {
	box    pdfium.Box
	curved bool
}

// zones joins marked squares that are at most two apart.
func zones(kind []byte, w, h int) []zone {
	seen := make([]bool, len(kind))
	var out []zone
	for start := range kind {
		if kind[start] == 0 || seen[start] {
			continue
		}
		z := zone{box: pdfium.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}}
		stack := []int{start}
		seen[start] = true
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%w, i/w
			z.curved = z.curved || kind[i]&2 != 0
			z.box = pdfium.Box{X0: min(z.box.X0, float64(x)*cellSize), Y0: min(z.box.Y0, float64(y)*cellSize), X1: max(z.box.X1, float64(x+1)*cellSize), Y1: max(z.box.Y1, float64(y+1)*cellSize)}
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					if nx, ny := x+dx, y+dy; nx >= 0 && ny >= 0 && nx < w && ny < h && kind[ny*w+nx] != 0 && !seen[ny*w+nx] {
						seen[ny*w+nx] = true
						stack = append(stack, ny*w+nx)
					}
				}
			}
		}
		out = append(out, z)
	}
	return out
}

// captioned tells whether the caption of a figure stands closely below a box.
func (s *sheet) captioned(b pdfium.Box) bool {
	for _, r := range gather(s.within(b.X0-40, b.Y1-4, b.X1+40, b.Y1+40)) {
		if _, ok := isCaption(r, figureStart); ok {
			return true
		}
	}
	return false
}

// proseIn tells whether a box holds lines of text, as a frame around text does.
func (s *sheet) proseIn(b pdfium.Box) bool {
	n := 0
	for _, r := range gather(s.within(b.X0, b.Y0, b.X1, b.Y1)) {
		for _, c := range r.runs(wordGap) {
			if len(plain(c)) > 40 && right(c)-left(c) > 0.6*(b.X1-b.X0) {
				n++
			}
		}
	}
	return n >= 3
}

// clearFigure takes the words in a figure and the short ones at its sides away.
func (s *sheet) clearFigure(b pdfium.Box) bool {
	const side = 16
	var gone []*piece
	for _, r := range gather(s.within(b.X0-side, b.Y0-side, b.X1+side, b.Y1+side)) {
		for _, c := range r.runs(wordGap) {
			inside := r.base > b.Y0 && r.base < b.Y1+2 && left(c) > b.X0-2 && right(c) < b.X1+2
			_, figure := isCaption(&row{pieces: c, base: r.base}, figureStart)
			_, table := isCaption(&row{pieces: c, base: r.base}, captionStart)
			if figure || table || !inside && (len(plain(c)) > 30 || s.continues(r, c)) {
				if figure && r.base > (b.Y0+b.Y1)/2 {
					break
				}
				continue
			}
			gone = append(gone, c...)
		}
	}
	s.drop(gone)
	return len(gone) > 0
}

// continues tells whether a run is part of a longer line than was cut out of the page.
func (s *sheet) continues(r *row, c []*piece) bool {
	n := 0
	for _, p := range s.pieces {
		if !p.turned && math.Abs(p.base-r.base) < 2 && p.x1 > left(c)-60 && p.x0 < right(c)+60 {
			n += len(p.text)
		}
	}
	return n > 45
}
