package figures

import (
	"fmt"
	"sync"
	"unicode"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// typefaces are the two cuts that figures are set in. They are read only and
// safe for concurrent use.
type typefaces struct{ regular, bold *typeface }

type typeface struct {
	ttf   []byte
	font  *opentype.Font
	name  plotfont.Font
	em    fixed.Int26_6
	latin [0x180]float64 // advances in em; negative: no glyph
}

// loadTypefaces parses the fonts once a process.
var loadTypefaces = sync.OnceValues(func() (*typefaces, error) {
	regular, err := parseTypeface(liberationsansregular.TTF, font.WeightNormal)
	if err != nil {
		return nil, err
	}
	bold, err := parseTypeface(liberationsansbold.TTF, font.WeightBold)
	if err != nil {
		return nil, err
	}
	return &typefaces{regular: regular, bold: bold}, nil
})

func parseTypeface(ttf []byte, weight font.Weight) (*typeface, error) {
	f, err := opentype.Parse(ttf)
	if err != nil {
		return nil, fmt.Errorf("figures: Liberation Sans: %w", err)
	}
	t := &typeface{
		ttf: ttf, font: f, em: fixed.Int26_6(f.UnitsPerEm()),
		name: plotfont.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight},
	}
	var buf sfnt.Buffer
	for r := range t.latin {
		t.latin[r] = t.lookUp(&buf, rune(r))
	}
	return t, nil
}

// lookUp is the advance of a rune in em, -1 where the font has no glyph for it.
func (t *typeface) lookUp(buf *sfnt.Buffer, r rune) float64 {
	g, err := t.font.GlyphIndex(buf, r)
	if err != nil || g == 0 {
		return -1
	}
	a, err := t.font.GlyphAdvance(buf, g, t.em, font.HintingNone)
	if err != nil {
		return -1
	}
	return float64(a) / float64(t.em)
}

func (t *typeface) advance(r rune) (em float64, ok bool) {
	var a float64
	if int(r) < len(t.latin) {
		a = t.latin[r]
	} else {
		var buf sfnt.Buffer
		a = t.lookUp(&buf, r)
	}
	if a >= 0 {
		return a, true
	}
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0, false
	}
	return 1, false // a browser's substitute is at most about one em wide
}

// sized is the face as gonum's canvases take it; the size is in CSS pixels.
func (t *typeface) sized(px float64) plotfont.Face {
	return plotfont.Face{Font: plotfont.From(t.name, vg.Length(px*pointsPerPixel)), Face: t.font}
}

func (f *typefaces) cut(bold bool) *typeface {
	if bold {
		return f.bold
	}
	return f.regular
}

// width is the length of a line of text in CSS pixels.
func (f *typefaces) width(s string, px float64, bold bool) float64 {
	t := f.cut(bold)
	var em float64
	for _, r := range s {
		a, _ := t.advance(r)
		em += a
	}
	return em * px
}
