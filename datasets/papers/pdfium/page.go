package pdfium

import (
	"bytes"
	"context"
	"errors"
	"math"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/unicode/norm"
)

// frame turns the coordinates of a file (upwards, unrotated) into those of the page as shown.
type frame struct {
	l, b, r, t float64
	turn       uint64 // quarter turns to the right
}

func (f frame) point(x, y float64) (float64, float64) {
	switch f.turn {
	case 1:
		return y - f.b, x - f.l
	case 2:
		return f.r - x, y - f.b
	case 3:
		return f.t - y, f.r - x
	}
	return x - f.l, f.t - y
}

func (f frame) box(x0, y0, x1, y1 float64) Box {
	ax, ay := f.point(x0, y0)
	bx, by := f.point(x1, y1)
	return Box{min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)}
}

// size is the width and height of the page as shown.
func (f frame) size() (float64, float64) {
	if f.turn%2 == 1 {
		return f.t - f.b, f.r - f.l
	}
	return f.r - f.l, f.t - f.b
}

func (f *File) page(ctx context.Context, number int) (*Page, error) {
	in := f.in
	var err error
	handle := in.ask(ctx, &err, "FPDF_LoadPage", f.doc, uint64(number-1))
	if err == nil && handle == 0 {
		return nil, errors.New("its content is damaged")
	}
	scratch := in.ask(ctx, &err, "malloc", 256)
	if err == nil && scratch == 0 {
		return nil, errors.New("no memory is left for it")
	}
	in.ask(ctx, &err, "FPDF_GetPageBoundingBox", handle, scratch)
	fr := frame{l: in.float32(scratch), t: in.float32(scratch + 4), r: in.float32(scratch + 8), b: in.float32(scratch + 12)}
	fr.turn = in.ask(ctx, &err, "FPDFPage_GetRotation", handle) & 3
	if err != nil {
		return nil, err
	}
	page := &Page{Number: number}
	page.Width, page.Height = fr.size()
	text := in.ask(ctx, &err, "FPDFText_LoadPage", handle)
	if err == nil && text != 0 {
		err = f.glyphs(ctx, page, text, scratch, fr)
	}
	if err == nil {
		s := shapes{f: f, ctx: ctx, page: page, scratch: scratch, frame: fr}
		n := int(int32(in.ask(ctx, &s.err, "FPDFPage_CountObjects", handle)))
		for i := 0; i < n && s.err == nil; i++ {
			s.object(in.ask(ctx, &s.err, "FPDFPage_GetObject", handle, uint64(i)), identity, 0)
		}
		err = s.err
	}
	if err != nil {
		return nil, err
	}
	if text != 0 {
		in.ask(ctx, &err, "FPDFText_ClosePage", text)
	}
	in.ask(ctx, &err, "free", scratch)
	in.ask(ctx, &err, "FPDF_ClosePage", handle)
	return page, err
}

// styled is what all characters of one text object have in common.
type styled struct {
	size, a, b float64
	font       int
	colour     uint32
	hidden     bool
}

// glyphs reads the characters. PDFium puts in spaces and line ends of its own; those are left
// out, since package pdf decides from where the characters stand.
func (f *File) glyphs(ctx context.Context, page *Page, text, scratch uint64, fr frame) error {
	in := f.in
	var err error
	n := int(int32(in.ask(ctx, &err, "FPDFText_CountChars", text)))
	if n > MaxChars {
		n, page.Cut = MaxChars, true
	}
	objects := map[uint64]styled{}
	var high rune // the first half of a character that takes two
	for i := 0; i < n && err == nil; i++ {
		at := uint64(i)
		r := rune(uint32(in.ask(ctx, &err, "FPDFText_GetUnicode", text, at)))
		if r >= 0xd800 && r < 0xdc00 {
			high = r
			continue
		}
		if r >= 0xdc00 && r < 0xe000 {
			r, high = utf16.DecodeRune(high, r), 0
		}
		switch r {
		case 0, '\r', '\n', ' ', '\u00a0', 0xfffe, 2:
			if in.ask(ctx, &err, "FPDFText_IsGenerated", text, at) == 1 {
				continue
			}
			if r == 2 || r == 0xfffe { // what PDFium makes of a hyphen at the end of a line
				r = '-'
			}
		}
		if r == '\r' || r == '\n' || r == '\t' {
			continue
		}
		if r == 0x88 { // the bullet of TeX's symbols, which its fonts do not name
			r = '•'
		}
		if r == 0 || r >= 0x80 && r < 0xa0 || r == 0xfffd || r < ' ' || r >= 0xe000 && r <= 0xf8ff {
			page.Unmapped++
			if r < ' ' || r < 0xa0 && r >= 0x80 {
				r = 0xfffd
			}
		}
		object := in.ask(ctx, &err, "FPDFText_GetTextObject", text, at)
		s, ok := objects[object]
		if !ok || object == 0 {
			s = f.style(ctx, &err, text, object, at, scratch)
			objects[object] = s
		}
		in.ask(ctx, &err, "FPDFText_GetCharOrigin", text, at, scratch, scratch+8)
		x, y := in.float64(scratch), in.float64(scratch+8)
		in.ask(ctx, &err, "FPDFText_GetLooseCharBox", text, at, scratch)
		box := fr.box(in.float32(scratch), in.float32(scratch+4), in.float32(scratch+8), in.float32(scratch+12))
		if math.IsNaN(x+y+box.X0+box.X1+box.Y0+box.Y1+s.size) || math.Abs(x)+math.Abs(y) > 1e6 || s.size <= 0 {
			continue
		}
		angle, straight := quarter(s.a, s.b, fr.turn)
		if !straight {
			continue // across the page: a watermark
		}
		x, y = fr.point(x, y)
		for _, c := range spelled(r) {
			page.Glyphs = append(page.Glyphs, Glyph{Rune: c, X: x, Y: y, Box: box, Size: s.size, Font: s.font, Angle: angle, Colour: s.colour, Hidden: s.hidden})
		}
	}
	return err
}

// spelled writes ligatures out, and the letters and digits of mathematics as plain ones.
func spelled(r rune) []rune {
	if r >= 0x1d400 && r <= 0x1d7ff {
		return []rune(norm.NFKC.String(string(r)))
	}
	switch r {
	case 'ﬀ':
		return []rune("ff")
	case 'ﬁ':
		return []rune("fi")
	case 'ﬂ':
		return []rune("fl")
	case 'ﬃ':
		return []rune("ffi")
	case 'ﬄ':
		return []rune("ffl")
	case 'ﬅ', 'ﬆ':
		return []rune("st")
	}
	return []rune{r}
}

// quarter is the direction of text in quarter turns to the left, as shown; false: across.
func quarter(a, b float64, turn uint64) (int, bool) {
	const slack = 0.09 // about five degrees
	q := math.Atan2(b, a) / (math.Pi / 2)
	near := math.Round(q)
	if math.Abs(q-near) > slack {
		return 0, false
	}
	return (int(near) - int(turn) + 8) % 4, true
}

// style reads what a text object's characters share.
func (f *File) style(ctx context.Context, err *error, text, object, at, scratch uint64) styled {
	in := f.in
	s := styled{a: 1}
	size := math.Float64frombits(in.ask(ctx, err, "FPDFText_GetFontSize", text, at))
	scale := 1.0
	if in.ask(ctx, err, "FPDFText_GetMatrix", text, at, scratch) != 0 {
		s.a, s.b = in.float32(scratch), in.float32(scratch+4)
		scale = math.Hypot(in.float32(scratch+8), in.float32(scratch+12))
	}
	s.size = math.Abs(size) * scale
	if in.ask(ctx, err, "FPDFText_GetFillColor", text, at, scratch, scratch+4, scratch+8, scratch+12) != 0 {
		s.colour = uint32(in.int32(scratch))<<16 | uint32(in.int32(scratch+4))<<8 | uint32(in.int32(scratch+8))
	}
	const invisible = 3
	if object != 0 {
		s.hidden = in.ask(ctx, err, "FPDFTextObj_GetTextRenderMode", object) == invisible
	}
	weight := int32(in.ask(ctx, err, "FPDFText_GetFontWeight", text, at))
	const room = 200
	n := in.ask(ctx, err, "FPDFText_GetFontInfo", text, at, scratch+8, room, scratch)
	flags := in.int32(scratch)
	name := ""
	if n > 1 && n <= room {
		if b, ok := in.memory.Read(uint32(scratch+8), uint32(n-1)); ok {
			name = string(bytes.ToValidUTF8(b, []byte("?")))
		}
	}
	s.font = f.font(name, weight, flags)
	return s
}

// font counts the typefaces of a file.
func (f *File) font(name string, weight, flags int32) int {
	if i := strings.IndexByte(name, '+'); i == 6 {
		name = name[7:]
	}
	if i, ok := f.fonts[name]; ok {
		return i
	}
	const fixed, italic, forced = 1, 1 << 6, 1 << 18
	low := strings.ToLower(name)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(low, w) {
				return true
			}
		}
		return false
	}
	font := Font{Name: name}
	// Weights are guesses of PDFium's where a font does not tell; names say it better. cmbx, sfbx, nimbusromno9l-medi
	// and the like are bold; so are fonts whose weight is said to be.
	font.Bold = has("bold", "cmbx", "cmb10", "sfbx", "ecbx", "-medi", "black", "heavy", "lmbx", "cmssbx", "ptmb", "phvb", "cmmib", "cmbsy", "txb", "pxb") ||
		flags&forced != 0 || weight >= 700 && !strings.HasPrefix(low, "cm")
	font.Italic = has("italic", "oblique", "cmti", "cmmi", "cmsl", "sfti", "ecti", "-ital", "reguital", "mediital", "slanted", "lmri", "lmro", "cmbxti") || flags&italic != 0
	font.Mono = has("mono", "courier", "cmtt", "sftt", "ectt", "typewriter", "consol", "menlo", "lmtt") || flags&fixed != 0
	f.Fonts = append(f.Fonts, font)
	f.fonts[name] = len(f.Fonts) - 1
	return len(f.Fonts) - 1
}
