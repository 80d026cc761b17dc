package figures

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"

	"mcpstats/reports"
)

// coverage tells the characters that a kind of file can print.
type coverage func(rune) bool

// spellable is the chart with every name written in characters that are covered:
// letters lose accents that are not, other scripts become code points,
// "[U+6A21 578B]", so that two names stay two.
func spellable(covered coverage, c reports.Chart) (reports.Chart, bool) {
	changed := false
	fix := func(s string) string {
		s = clean(s)
		t := covered.spell(s)
		changed = changed || t != s
		return t
	}
	fixAll := func(in []string) []string { return altered(in, func(s *string) { *s = fix(*s) }) }
	rows := func(in []reports.Estimate) []reports.Estimate {
		return altered(in, func(e *reports.Estimate) { e.Label, e.Note = fix(e.Label), fix(e.Note) })
	}
	var out reports.Chart
	switch c := c.(type) {
	case reports.Forest:
		c.Axis.Label, c.Rows = fix(c.Axis.Label), rows(c.Rows)
		c.Brackets = altered(c.Brackets, func(b *reports.Bracket) { b.Label = fix(b.Label) })
		out = c
	case reports.Panels:
		c.Axis.Label, c.Series = fix(c.Axis.Label), fixAll(c.Series)
		c.Panels = altered(c.Panels, func(p *reports.Panel) { p.Title, p.Rows = fix(p.Title), rows(p.Rows) })
		out = c
	case reports.Bars:
		c.Axis.Label, c.Segments = fix(c.Axis.Label), fixAll(c.Segments)
		c.Bars = altered(c.Bars, func(b *reports.Bar) { b.Label, b.Note = fix(b.Label), fix(b.Note) })
		out = c
	case reports.Boxes:
		c.Axis.Label = fix(c.Axis.Label)
		c.Rows = altered(c.Rows, func(b *reports.BoxRow) { b.Label, b.Note = fix(b.Label), fix(b.Note) })
		out = c
	case reports.Matrix:
		c.Label, c.Rows, c.Cols = fix(c.Label), fixAll(c.Rows), fixAll(c.Cols)
		c.Text = altered(c.Text, func(row *[]string) { *row = fixAll(*row) })
		out = c
	case reports.Lines:
		c.XAxis.Label, c.Axis.Label = fix(c.XAxis.Label), fix(c.Axis.Label)
		c.Series = altered(c.Series, func(s *reports.Line) { s.Name = fix(s.Name) })
		c.References = altered(c.References, func(r *reports.Reference) { r.Label = fix(r.Label) })
		out = c
	case reports.CriticalDifference:
		c.Axis.Label, c.Note = fix(c.Axis.Label), fix(c.Note)
		c.Runs = altered(c.Runs, func(r *reports.AverageRank) { r.Label, r.Note = fix(r.Label), fix(r.Note) })
		out = c
	case reports.Distributions:
		c.Axis.Label = fix(c.Axis.Label)
		c.Rows = altered(c.Rows, func(d *reports.Distribution) { d.Label, d.Note = fix(d.Label), fix(d.Note) })
		out = c
	case reports.Specifications:
		c.Axis.Label = fix(c.Axis.Label)
		c.Dimensions = altered(c.Dimensions, func(d *reports.Dimension) { d.Name, d.Options = fix(d.Name), fixAll(d.Options) })
		out = c
	}
	return out, changed
}

// altered is a copy of a list with each element changed in place.
func altered[T any](in []T, change func(*T)) []T {
	out := make([]T, len(in))
	copy(out, in)
	for i := range out {
		change(&out[i])
	}
	return out
}

func (covered coverage) spell(s string) string {
	if covered.all(s) {
		return s
	}
	var b strings.Builder
	open := false
	for _, r := range norm.NFC.String(s) {
		plain := string(r)
		if !covered(r) {
			plain = covered.decompose(r)
		}
		switch {
		case plain != "":
			if open {
				b.WriteByte(']')
				open = false
			}
			b.WriteString(plain)
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc):
		case open:
			fmt.Fprintf(&b, " %04X", r)
		default:
			fmt.Fprintf(&b, "[U+%04X", r)
			open = true
		}
	}
	if open {
		b.WriteByte(']')
	}
	return b.String()
}

// decompose is a rune's base characters, "" where the font lacks one of them.
func (covered coverage) decompose(r rune) string {
	var b strings.Builder
	for _, d := range norm.NFKD.String(string(r)) {
		switch {
		case covered(d):
			b.WriteRune(d)
		case !unicode.Is(unicode.Mn, d):
			return ""
		}
	}
	return b.String()
}

func (covered coverage) all(s string) bool {
	for _, r := range s {
		if !covered(r) {
			return false
		}
	}
	return true
}

// covers are the characters of Liberation Sans, but for those that need shaping:
// marks that combine, and letters that read right to left.
func (f *typefaces) covers(r rune) bool {
	if r < 0x80 {
		return r >= 0x20 && r != 0x7f
	}
	if _, ok := f.regular.advance(r); !ok || unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Cc) {
		return false
	}
	p, _ := bidi.LookupRune(r)
	return p.Class() != bidi.R && p.Class() != bidi.AL
}
