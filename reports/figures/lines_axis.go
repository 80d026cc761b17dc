package figures

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"mcpstats/reports"
)

// axisScale maps the values of a linear or logarithmic axis to pixels; the ends of a logarithmic one
// are powers of ten.
type axisScale struct {
	scale
	log bool
}

func (h axisScale) at(v float64) float64 {
	if h.log {
		v = math.Log10(max(v, 0)) // below everything, where a bound has no place
	}
	return h.scale.at(v)
}

// value is at's inverse.
func (h axisScale) value(x float64) float64 {
	v := h.low + (x-h.left)/(h.right-h.left)*(h.high-h.low)
	if h.log {
		return math.Pow(10, v)
	}
	return v
}

// largest is the value at the upper end.
func (h axisScale) largest() float64 {
	if h.log {
		return math.Pow(10, h.high)
	}
	return h.high
}

// takes reports whether a value has a place on the axis.
func (h axisScale) takes(v float64) bool { return math.Abs(v) < largest && (!h.log || v > 0) }

// fit chooses the horizontal axis' ends: the fixed ones, or those of the points and
// references, with a margin where a mark needs one to stand free.
func (h *axisScale) fit(c reports.Lines) {
	var values []float64
	for _, s := range c.Series {
		for _, p := range s.Points {
			if h.takes(p.X) {
				values = append(values, p.X)
			}
		}
	}
	for _, r := range c.References {
		if r.Kind == reports.Down && h.takes(r.At) {
			values = append(values, r.At)
		}
	}
	if !h.log {
		h.low, h.high = domain(c.XAxis, false, values)
		if len(values) > 0 && !marked(c) && !c.XAxis.Fixed && slices.Min(values) < slices.Max(values) {
			h.high = slices.Max(values)
		}
		return
	}
	h.fitLog(c.XAxis, values, marked(c))
}

// fitUp chooses the ends of the vertical axis, as fit does those of the horizontal one.
func (h *axisScale) fitUp(c reports.Lines) {
	values := linesExtent(c)
	if !h.log {
		h.low, h.high = domain(c.Axis, false, values)
		return
	}
	h.fitLog(c.Axis, slices.DeleteFunc(values, func(v float64) bool { return !h.takes(v) }), true)
}

// fitLog chooses the ends of a logarithmic axis.
func (h *axisScale) fitLog(a reports.Axis, values []float64, margin bool) {
	h.low, h.high = 0, 1
	switch {
	case a.Fixed && a.Min > 0 && a.Max > a.Min && a.Max < largest:
		h.low, h.high = math.Log10(a.Min), math.Log10(a.Max)
		return
	case len(values) > 0:
		h.low, h.high = math.Log10(slices.Min(values)), math.Log10(slices.Max(values))
	}
	if edge := 0.04 * (h.high - h.low); margin || edge == 0 {
		h.low, h.high = h.low-max(edge, 0.02), h.high+max(edge, 0.02)
	}
}

// upTicks are the ticks of a vertical axis of that height, in lines of that height.
func (h axisScale) upTicks(a reports.Axis, height, oneLine float64) []tick {
	measure := func(string) float64 { return oneLine }
	if !h.log {
		return ticks(a, false, h.low, h.high, height, measure)
	}
	up := axisScale{log: true, scale: scale{low: h.low, high: h.high, left: 0, right: height}}
	if out := logTicks(a, up, measure); len(out) > 1 {
		return out
	}
	return ticks(a, false, up.value(0), up.value(height), height, measure)
}

// xTicks draws the axis' line with its ticks and labels below and returns the y
// below them. A label that would touch its neighbour is left out.
func (l *layouter) xTicks(c reports.Lines, x axisScale, bottom float64) float64 {
	l.scene.add(line{x1: x.left, y1: bottom, x2: x.right, y2: bottom, width: 1, ink: rule})
	y := bottom + 8 + l.smallSize
	free := math.Inf(-1)
	for _, t := range l.chooseTicks(c, x) {
		at := x.at(t.at)
		if at < x.left-0.01 || at > x.right+0.01 {
			continue
		}
		l.scene.add(line{x1: at, y1: bottom, x2: at, y2: bottom + 4, width: 1, ink: rule})
		half := l.faces.width(t.label, l.smallSize, false) / 2
		near, ok := l.tickLabelAt(at, 2*half)
		if !ok || near-half < free {
			continue
		}
		free = near + half + 6
		l.scene.add(text{x: near, y: y, s: t.label, size: l.smallSize, anchor: middle, ink: muted})
	}
	return y + 4
}

// chooseTicks prefers the points' own values where they are few whole numbers,
// such as k, or the numbers of tasks of a table.
func (l *layouter) chooseTicks(c reports.Lines, x axisScale) []tick {
	measure := func(s string) float64 { return l.faces.width(s, l.smallSize, false) }
	xs := abscissas(c)
	whole := len(xs) > 0 && !c.XAxis.Percent
	for _, v := range xs {
		whole = whole && v == math.Trunc(v) && math.Abs(v) < 1e7
	}
	if own, ok := ownTicks(xs, x, measure); whole && ok {
		return own
	}
	if x.log {
		if out := logTicks(c.XAxis, x, measure); len(out) > 1 {
			return out
		}
		low, high := x.value(x.left), x.value(x.right)
		return ticks(c.XAxis, false, low, high, x.right-x.left, measure)
	}
	out := ticks(c.XAxis, false, x.low, x.high, x.right-x.left, measure)
	if !whole {
		return out
	}
	kept := out[:0]
	for _, t := range out {
		if r := math.Round(t.at); math.Abs(t.at-r) < 1e-6 {
			kept = append(kept, tick{at: r, label: tickLabel(c.XAxis, false, r, 0)})
		}
	}
	return kept
}

func ownTicks(xs []float64, x axisScale, measure func(string) float64) ([]tick, bool) {
	const most = 8
	if len(xs) > most {
		return nil, false
	}
	var out []tick
	free := math.Inf(-1)
	for _, v := range xs {
		t := tick{at: v, label: tickLabel(reports.Axis{}, false, v, 0)}
		half := measure(t.label)/2 + 4
		if x.at(v)-half < free {
			return nil, false
		}
		free = x.at(v) + half
		out = append(out, t)
	}
	return out, true
}

// logTicks are 1, 2 and 5 times powers of ten, or the powers, or every second,
// third, ... power: the most whose labels fit.
func logTicks(a reports.Axis, x axisScale, measure func(string) float64) []tick {
	unit := 1.0
	if a.Percent {
		unit = 100
	}
	first, last := int(math.Floor(x.low))-1, int(math.Ceil(x.high))+1
	for _, factors := range [][]float64{{1, 2, 5}, {1, 3}, {1}} {
		for every := 1; every == 1 || len(factors) == 1 && every <= last-first; every++ {
			var out []tick
			free, fits := math.Inf(-1), true
			for e := first; e <= last; e++ {
				if e%every != 0 {
					continue
				}
				for _, m := range factors {
					v := m * math.Pow(10, float64(e))
					at := x.at(v)
					if at < x.left-0.01 || at > x.right+0.01 {
						continue
					}
					t := tick{at: v, label: logLabel(a, v*unit)}
					half := measure(t.label)/2 + 5
					fits = fits && at-half >= free
					free = at + half
					out = append(out, t)
				}
			}
			if fits {
				return out
			}
		}
	}
	return nil
}

func logLabel(a reports.Axis, v float64) string {
	if v < leastPlain || v >= 1e7 {
		e := math.Floor(math.Log10(v) + 1e-9)
		return fmt.Sprintf("%.0fe%.0f", v/math.Pow(10, e), e)
	}
	v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	if err != nil {
		return ""
	}
	decimals := max(0, int(-math.Floor(math.Log10(v)+1e-9)))
	return tickLabel(a, false, v, decimals)
}
