package figures

import "slices"

// Width is how wide figures are drawn.
type Width uint8

// Widths. The columns of a journal are held exactly, with type of 7 to 8 points:
// the files go into a paper as they are, without scaling.
const (
	Page   Width = iota // of the report's page, 760 pixels; names that need it make a figure wider
	Single              // one column of a journal, 3.35 inches
	Double              // both columns, 7 inches
)

// Widths lists the names of the widths, in the order of their values.
var widthNames = [...]string{Page: "page", Single: "single", Double: "double"}

// Widths are the names that ParseWidth takes.
func Widths() []string { return slices.Clone(widthNames[:]) }

// ParseWidth finds a width by its name; false where there is none.
func ParseWidth(name string) (Width, bool) {
	at := slices.Index(widthNames[:], name)
	return Width(max(at, 0)), at >= 0
}

// String is the width's name.
func (w Width) String() string { return widthNames[w] }

// format is the size of a canvas and of the type on it, in CSS pixels.
type format struct {
	canvas     float64
	fixed      bool // never wider than canvas: what does not fit is laid out otherwise
	textSize   float64
	smallSize  float64
	lineHeight float64
	plotHeight float64 // of lines, at least
	dpi        int     // of a PNG: two device pixels a CSS pixel on a page, what printers ask for in a column
}

const pixelsPerInch = 96

var formats = [...]format{
	Page:   {canvas: 760, textSize: 13, smallSize: 11.5, lineHeight: 16, plotHeight: 300, dpi: 192},
	Single: {canvas: 3.35 * pixelsPerInch, fixed: true, textSize: 32.0 / 3, smallSize: 28.0 / 3, lineHeight: 12.5, plotHeight: 190, dpi: 300},
	Double: {canvas: 7 * pixelsPerInch, fixed: true, textSize: 32.0 / 3, smallSize: 28.0 / 3, lineHeight: 12.5, plotHeight: 240, dpi: 300},
}

// px scales a length that was chosen beside type of 13 pixels.
func (f format) px(v float64) float64 { return v * f.textSize / 13 }

// bounded is the width that a text of at most page pixels may take on the
// canvas: no more than a share of a fixed one.
func (f format) bounded(page, share float64) float64 {
	if f.fixed {
		return min(page, share*f.canvas)
	}
	return page
}
