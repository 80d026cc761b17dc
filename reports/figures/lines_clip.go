package figures

// clipLine returns the pieces of a line that lie within the plot.
func (p plot) clipLine(corners [][2]float64) [][][2]float64 {
	var out [][][2]float64
	var piece [][2]float64
	for i := 1; i < len(corners); i++ {
		a, b, ok := p.clipSegment(corners[i-1], corners[i])
		if !ok {
			continue
		}
		if len(piece) > 0 && piece[len(piece)-1] == a {
			piece = append(piece, b)
			continue
		}
		if len(piece) > 0 {
			out = append(out, piece)
		}
		piece = [][2]float64{a, b}
	}
	if len(piece) > 0 {
		out = append(out, piece)
	}
	return out
}

// clipSegment cuts a segment to the plot by Liang and Barsky's parameters (ACM
// Trans. Graphics 3, 1984).
func (p plot) clipSegment(a, b [2]float64) (from, to [2]float64, ok bool) {
	dx, dy := b[0]-a[0], b[1]-a[1]
	t0, t1 := 0.0, 1.0
	for _, side := range [...][2]float64{
		{-dx, a[0] - p.left}, {dx, p.right - a[0]}, {-dy, a[1] - p.top}, {dy, p.bottom - a[1]},
	} {
		slope, room := side[0], side[1]
		switch {
		case slope == 0 && room < 0:
			return a, b, false
		case slope < 0:
			t0 = max(t0, room/slope)
		case slope > 0:
			t1 = min(t1, room/slope)
		}
	}
	if t0 > t1 {
		return a, b, false
	}
	from, to = a, b
	if t0 > 0 {
		from = [2]float64{a[0] + t0*dx, a[1] + t0*dy}
	}
	if t1 < 1 {
		to = [2]float64{a[0] + t1*dx, a[1] + t1*dy}
	}
	return from, to, true
}

// clipArea cuts a polygon to the plot, one side after the other (Sutherland and
// Hodgman, Comm. ACM 17, 1974).
func (p plot) clipArea(corners [][2]float64) [][2]float64 {
	for _, side := range [...]struct {
		axis  int
		bound float64
		above bool // what is kept has coordinates above the bound
	}{{0, p.left, true}, {0, p.right, false}, {1, p.top, true}, {1, p.bottom, false}} {
		inside := func(k [2]float64) bool {
			return k[side.axis] == side.bound || (k[side.axis] > side.bound) == side.above
		}
		var kept [][2]float64
		for i, k := range corners {
			before := corners[(i+len(corners)-1)%len(corners)]
			if inside(k) != inside(before) {
				t := (side.bound - before[side.axis]) / (k[side.axis] - before[side.axis])
				cut := [2]float64{before[0] + t*(k[0]-before[0]), before[1] + t*(k[1]-before[1])}
				cut[side.axis] = side.bound
				kept = append(kept, cut)
			}
			if inside(k) {
				kept = append(kept, k)
			}
		}
		corners = kept
	}
	return corners
}
