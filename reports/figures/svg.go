package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// pointedAt is the most groups that get a title of their own: beyond it the
// file would grow past what a page should carry.
const pointedAt = 120

// writeSVG writes the scene as an image that can stand alone or inline in a
// page: it scales with its box, speaks to screen readers, and every rule of its
// style sheet is scoped by a class, so that it cannot change the page around it.
func writeSVG(faces *typefaces, s *scene, fig reports.Figure) []byte {
	w := &svgWriter{faces: faces}
	id := idOf(fig.ID)
	w.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="mcpfig f%d" role="img" aria-labelledby="%s-t %[2]s-d" viewBox="0 0 %s %s" width="%[3]s" height="%[4]s" font-family="Arial,Liberation Sans,Helvetica,sans-serif" font-size="%s">`,
		body, id, coord(s.across()), coord(math.Ceil(s.height)), coord(s.textSize))
	w.printf(`<title id="%s-t">%s</title><desc id="%s-d">%s</desc>`, id, escape(summary(fig.Caption)), id, escape(clipped(fig.Alt, 2000)))
	w.style(s)
	w.printf(`<path class="f%d" d="M0 0H%sV%sH0z"/>`, paper, coord(s.across()), coord(math.Ceil(s.height)))
	groups := 0
	for _, m := range s.marks {
		if _, ok := m.(group); ok {
			groups++
		}
	}
	for i, m := range s.marks {
		switch m := m.(type) {
		case line:
			w.line(s.marks, i, m)
		case box:
			w.printf(`<path class="f%d"`, m.ink)
			if m.opacity < 1 {
				w.printf(` opacity="%s"`, strconv.FormatFloat(math.Round(m.opacity*100)/100, 'g', -1, 64))
			}
			w.printf(` d="M%s %sh%sv%sh-%[3]sz"/>`, coord(m.x), coord(m.y), coord(m.w), coord(m.h))
		case point:
			w.point(m)
		case text:
			w.text(m, s.format)
		case curve:
			w.printf(`<path class="k%d" fill="none" stroke-width="%s" stroke-linejoin="round"`, m.ink, coord(m.width))
			if m.dash != nil {
				var lengths []string
				for _, d := range m.dash {
					lengths = append(lengths, coord(d))
				}
				w.printf(` stroke-dasharray="%s"`, strings.Join(lengths, " "))
			}
			w.printf(` d="%s"/>`, through(m.corners))
		case area:
			w.printf(`<path class="f%d" opacity="%s" d="%sz"/>`, m.ink, strconv.FormatFloat(m.opacity, 'g', -1, 64), through(m.corners))
		case group:
			if groups <= pointedAt {
				w.printf(`<g><title>%s</title>`, escape(m.title))
			}
		case groupEnd:
			if groups <= pointedAt {
				w.b.WriteString("</g>")
			}
		}
	}
	w.b.WriteString("</svg>\n")
	return []byte(w.b.String())
}

// across is the width of the canvas, in whole pixels unless it is a column's.
func (s *scene) across() float64 {
	if s.fixed {
		return s.width
	}
	return math.Ceil(s.width)
}

type svgWriter struct {
	b     strings.Builder
	faces *typefaces
}

func (w *svgWriter) printf(format string, a ...any) { fmt.Fprintf(&w.b, format, a...) }

// style writes the rules of the classes: f and k with the number of an ink fill
// and stroke; s is small text; m and e anchor it at its middle and end.
func (w *svgWriter) style(s *scene) {
	var fills, strokes [len(inks)]bool
	fills[paper], fills[body] = true, true
	for _, m := range s.marks {
		switch m := m.(type) {
		case line:
			strokes[m.ink] = true
		case box:
			fills[m.ink] = true
		case point:
			fills[m.ink] = true
			strokes[m.ink] = strokes[m.ink] || m.hollow
		case text:
			fills[m.ink] = true
		case curve:
			strokes[m.ink] = true
		case area:
			fills[m.ink] = true
		}
	}
	rules := func(dark bool) string {
		var b strings.Builder
		for i := range inks {
			c := inks[i].onWhite
			if dark {
				if c == inks[i].onDark {
					continue
				}
				c = inks[i].onDark
			}
			if fills[i] {
				fmt.Fprintf(&b, "%s.f%d{fill:#%02x%02x%02x}", scope(ink(i)), i, c.R, c.G, c.B)
			}
			if strokes[i] {
				fmt.Fprintf(&b, ".mcpfig .k%d{stroke:#%02x%02x%02x}", i, c.R, c.G, c.B)
			}
		}
		return b.String()
	}
	w.printf("<style>.mcpfig .s{font-size:%spx}.mcpfig .m{text-anchor:middle}.mcpfig .e{text-anchor:end}", coord(s.smallSize))
	w.printf("%s@media screen and (prefers-color-scheme:dark){%s}</style>", rules(false), rules(true))
}

// scope is where an ink's class applies: the figure's own is the text's.
func scope(i ink) string {
	if i == body {
		return ".mcpfig"
	}
	return ".mcpfig "
}

// line joins a run of lines of one ink and width, such as a grid, into one path.
func (w *svgWriter) line(marks []mark, i int, m line) {
	alike := func(j int) bool {
		if j < 0 || j >= len(marks) {
			return false
		}
		o, ok := marks[j].(line)
		return ok && o.ink == m.ink && o.width == m.width
	}
	if !alike(i - 1) {
		w.printf(`<path class="k%d" stroke-width="%s" d="`, m.ink, coord(m.width))
	}
	w.printf("M%s %s", coord(m.x1), coord(m.y1))
	switch {
	case coord(m.x1) == coord(m.x2):
		w.printf("V%s", coord(m.y2))
	case coord(m.y1) == coord(m.y2):
		w.printf("H%s", coord(m.x2))
	default:
		w.printf("L%s %s", coord(m.x2), coord(m.y2))
	}
	if !alike(i + 1) {
		w.b.WriteString(`"/>`)
	}
}

func (w *svgWriter) point(m point) {
	class := fmt.Sprintf(`class="f%d"`, m.ink)
	if m.hollow {
		class = fmt.Sprintf(`class="f%d k%d" stroke-width="%s"`, paper, m.ink, coord(hollowStroke))
	}
	if m.shape == disc {
		w.printf(`<circle %s cx="%s" cy="%s" r="%s"/>`, class, coord(m.x), coord(m.y), coord(m.r))
		return
	}
	corners := m.shape.outline(m.r)
	for i := range corners {
		corners[i][0] += m.x
		corners[i][1] += m.y
	}
	w.printf(`<path %s d="%sz"/>`, class, through(corners))
}

// through is the path data of straight lines from corner to corner.
func through(corners [][2]float64) string {
	var b strings.Builder
	for i, k := range corners {
		command := "L"
		if i == 0 {
			command = "M"
		}
		fmt.Fprintf(&b, "%s%s %s", command, coord(k[0]), coord(k[1]))
	}
	return b.String()
}

func (w *svgWriter) text(m text, f format) {
	var classes []string
	if m.ink != body {
		classes = append(classes, fmt.Sprintf("f%d", m.ink))
	}
	if m.size == f.smallSize {
		classes = append(classes, "s")
	}
	switch m.anchor {
	case middle:
		classes = append(classes, "m")
	case end:
		classes = append(classes, "e")
	}
	w.b.WriteString("<text")
	if len(classes) > 0 {
		w.printf(` class="%s"`, strings.Join(classes, " "))
	}
	w.printf(` x="%s" y="%s"`, coord(m.x), coord(m.y))
	if m.size != f.textSize && m.size != f.smallSize {
		w.printf(` font-size="%s"`, coord(m.size))
	}
	if m.bold {
		w.b.WriteString(` font-weight="bold"`)
	}
	if m.turned {
		w.printf(` transform="rotate(-45 %s %s)"`, coord(m.x), coord(m.y))
	}
	// A viewer without the typeface that the figure was laid out in takes another,
	// often a wider one, and must squeeze it instead of cutting it at the edge: every
	// text, as those beside it would look smaller.
	w.printf(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, coord(w.faces.width(m.s, m.size, m.bold)))
	w.printf(">%s</text>", escape(m.s))
}

// coord prints a tenth of a pixel at most.
func coord(v float64) string {
	v = math.Round(v*10) / 10
	// Negative zero would print its sign.
	if v == 0 {
		v = 0
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

func escape(s string) string { return escaper.Replace(s) }

// idOf is the figure's ID with whatever an XML id must not hold replaced.
func idOf(id string) string {
	return "fig-" + strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_':
			return r
		}
		return '-'
	}, id)
}

// summary is a caption's first sentence.
func summary(caption string) string {
	s := clean(caption)
	if i := strings.Index(s, ". "); i >= 0 {
		s = s[:i+1]
	}
	return clipped(s, 200)
}

// clipped is one line of at most n runes.
func clipped(s string, n int) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\ufffd")), " ")
	s = strings.Map(func(r rune) rune {
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, s)
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + ellipsis
	}
	return s
}
