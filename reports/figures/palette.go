package figures

import "image/color"

// ink is a colour by its role, so that a style sheet can give it another value
// in dark mode.
type ink uint8

const (
	paper ink = iota
	body      // text that is read first, and the seventh series
	muted     // secondary text
	rule      // axis, zero line, brackets
	grid
	neutral // data without a series
	light   // text on a cell of full colour, in any mode
	dark
	warm   // the upper end of a diverging scale
	cool   // the upper end of a sequential scale, the lower end of a diverging one
	series // the first of len(seriesInks) series
)

// tone is an ink's value on white and on dark paper.
type tone struct{ onWhite, onDark color.RGBA }

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

var inks = [...]tone{
	paper:   {rgb(0xffffff), rgb(0x16181c)},
	body:    {rgb(0x1c1e21), rgb(0xe6e6e3)},
	muted:   {rgb(0x5c6066), rgb(0xa3a8ae)},
	rule:    {rgb(0x8a8f96), rgb(0x7a8088)},
	grid:    {rgb(0xe4e6e8), rgb(0x2f333a)},
	neutral: {rgb(0x7d8289), rgb(0x9aa0a8)},
	light:   {rgb(0xffffff), rgb(0xffffff)},
	dark:    {rgb(0x1c1e21), rgb(0x1c1e21)},
	warm:    {rgb(0xd55e00), rgb(0xd55e00)},
	cool:    {rgb(0x0072b2), rgb(0x0072b2)},
	// Okabe and Ito's colours, those with the most contrast to white first;
	// yellow is left out, it cannot be seen as a thin line on white.
	series + 0: {rgb(0x0072b2), rgb(0x2f8fd6)}, // blue
	series + 1: {rgb(0xd55e00), rgb(0xf0803c)}, // vermillion
	series + 2: {rgb(0x009e73), rgb(0x22b88b)}, // bluish green
	series + 3: {rgb(0xcc79a7), rgb(0xde93bc)}, // reddish purple
	series + 4: {rgb(0xe69f00), rgb(0xf2b134)}, // orange
	series + 5: {rgb(0x56b4e9), rgb(0x8cd0f7)}, // sky blue
	series + 6: {rgb(0x1c1e21), rgb(0xe6e6e3)}, // black
}

const seriesInks = len(inks) - int(series)

// inkOf is the colour of a series; negative is grey. Beyond the last colour the
// colours repeat with another shape (shapeOf) or tint (tintOf).
func inkOf(s int) ink {
	if s < 0 {
		return neutral
	}
	return series + ink(s%seriesInks)
}

func shapeOf(s int) shape {
	if s < 0 {
		return disc
	}
	return shape(s/seriesInks) % shapes
}

// tintOf is the opacity of a series' filled areas.
func tintOf(s int) float64 {
	if s < 0 {
		return 1
	}
	return [...]float64{1, 0.5, 0.25}[s/seriesInks%3]
}

// over is the colour of an ink at an opacity on white paper.
func (i ink) over(opacity float64) color.RGBA {
	c := inks[i].onWhite
	mix := func(v uint8) uint8 { return uint8(float64(v)*opacity + 255*(1-opacity) + 0.5) }
	return color.RGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: 0xff}
}
