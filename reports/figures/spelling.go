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
	fixAll := func(in []string) []string {
		out := make([]string, len(in))
		for i, s := range in {
			out[i] = fix(s)
		}
		return out
	}
	rows := func(in []reports.Estimate) []reports.Estimate {
		out := make([]reports.Estimate, len(in))
		for i, e := range in {
			e.Label, e.Note = fix(e.Label), fix(e.Note)
			out[i] = e
		}
		return out
	}
	var out reports.Chart
	switch c := c.(type) {
	case reports.Forest:
		c.Axis.Label, c.Rows = fix(c.Axis.Label), rows(c.Rows)
		brackets := make([]reports.Bracket, len(c.Brackets))
		for i, b := range c.Brackets {
			b.Label = fix(b.Label)
			brackets[i] = b
		}
		c.Brackets = brackets
		out = c
	case reports.Panels:
		c.Axis.Label, c.Series = fix(c.Axis.Label), fixAll(c.Series)
		panels := make([]reports.Panel, len(c.Panels))
		for i, p := range c.Panels {
			panels[i] = reports.Panel{Title: fix(p.Title), Rows: rows(p.Rows)}
		}
		c.Panels = panels
		out = c
	case reports.Bars:
		c.Axis.Label, c.Segments = fix(c.Axis.Label), fixAll(c.Segments)
		bars := make([]reports.Bar, len(c.Bars))
		for i, b := range c.Bars {
			b.Label, b.Note = fix(b.Label), fix(b.Note)
			bars[i] = b
		}
		c.Bars = bars
		out = c
	case reports.Matrix:
		c.Label, c.Rows, c.Cols = fix(c.Label), fixAll(c.Rows), fixAll(c.Cols)
		cells := make([][]string, len(c.Text))
		for i, row := range c.Text {
			cells[i] = fixAll(row)
		}
		c.Text = cells
		out = c
	case reports.Lines:
		c.XAxis.Label, c.Axis.Label = fix(c.XAxis.Label), fix(c.Axis.Label)
		series := make([]reports.Line, len(c.Series))
		for i, s := range c.Series {
			s.Name = fix(s.Name)
			series[i] = s
		}
		references := make([]reports.Reference, len(c.References))
		for i, r := range c.References {
			r.Label = fix(r.Label)
			references[i] = r
		}
		c.Series, c.References = series, references
		out = c
	case reports.CriticalDifference:
		c.Axis.Label, c.Note = fix(c.Axis.Label), fix(c.Note)
		runs := make([]reports.AverageRank, len(c.Runs))
		for i, r := range c.Runs {
			r.Label, r.Note = fix(r.Label), fix(r.Note)
			runs[i] = r
		}
		c.Runs = runs
		out = c
	case reports.Distributions:
		c.Axis.Label = fix(c.Axis.Label)
		list := make([]reports.Distribution, len(c.Rows))
		for i, d := range c.Rows {
			d.Label, d.Note = fix(d.Label), fix(d.Note)
			list[i] = d
		}
		c.Rows = list
		out = c
	case reports.Specifications:
		c.Axis.Label = fix(c.Axis.Label)
		dimensions := make([]reports.Dimension, len(c.Dimensions))
		for i, d := range c.Dimensions {
			dimensions[i] = reports.Dimension{Name: fix(d.Name), Options: fixAll(d.Options)}
		}
		c.Dimensions = dimensions
		out = c
	}
	return out, changed
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
