package figures

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mcpstats/reports"
)

// writeTikZ writes the scene as a TikZ picture in points of its final size, for
// \input in a document that loads tikz. Text is the document's own, in its family,
// at the sizes of the layout. Letters of most text faces are narrower than those it
// was measured with; a line that is not is condensed to the measured width.
func writeTikZ(s *scene, fig reports.Figure, faces *typefaces) []byte {
	w := &tikzWriter{height: s.height, faces: faces}
	w.printf("%% %s\n%% \\usepackage{tikz}, then \\input{%s}. Natural width %s in.\n", plainASCII(summary(fig.Caption)), reports.FigurePath(idPath(fig.ID), "tikz"), decimal(s.width/pixelsPerInch, 2))
	w.b.WriteString("\\begin{tikzpicture}[x=0.75bp,y=0.75bp,line join=round]\n")
	w.b.WriteString("\\def\\atmost#1#2{\\setbox0=\\hbox{#2}\\ifdim\\wd0>#1\\relax\\resizebox{#1}{\\height}{\\box0}\\else\\box0\\fi}\n")
	used := [len(inks)]bool{}
	for _, m := range s.marks {
		if i, ok := inkUsed(m); ok {
			used[i] = true
		}
	}
	used[paper] = true
	for i, u := range used {
		if u {
			c := inks[i].onWhite
			w.printf("\\definecolor{m%d}{RGB}{%d,%d,%d}\n", i, c.R, c.G, c.B)
		}
	}
	w.printf("\\path[use as bounding box] (0,0) rectangle (%s,%s);\n", coord(s.width), coord(s.height))
	for _, m := range s.marks {
		w.mark(m)
	}
	w.b.WriteString("\\end{tikzpicture}%\n")
	return []byte(w.b.String())
}

type tikzWriter struct {
	b      strings.Builder
	faces  *typefaces
	height float64
}

func (w *tikzWriter) printf(format string, a ...any) { fmt.Fprintf(&w.b, format, a...) }

// at is a place as TikZ has it, y upwards.
func (w *tikzWriter) at(x, y float64) string {
	return "(" + coord(x) + "," + coord(w.height-y) + ")"
}

func (w *tikzWriter) through(corners [][2]float64) string {
	var places []string
	for _, k := range corners {
		places = append(places, w.at(k[0], k[1]))
	}
	return strings.Join(places, "--")
}

// bp is a length in big points, of which 72 make an inch.
func bp(px float64) string { return decimal(px*pointsPerPixel, 2) + "bp" }

func decimal(v float64, digits int) string {
	scale := math.Pow(10, float64(digits))
	return strconv.FormatFloat(math.Round(v*scale)/scale, 'f', -1, 64)
}

func (w *tikzWriter) mark(m mark) {
	switch m := m.(type) {
	case line:
		w.printf("\\draw[m%d,line width=%s] %s--%s;\n", m.ink, bp(m.width), w.at(m.x1, m.y1), w.at(m.x2, m.y2))
	case box:
		if m.w > 0 && m.h > 0 {
			w.printf("\\fill[%s] %s rectangle %s;\n", mixed(m.ink, m.opacity), w.at(m.x, m.y), w.at(m.x+m.w, m.y+m.h))
		}
	case point:
		w.point(m)
	case curve:
		dash := ""
		for i, d := range m.dash {
			dash += []string{" on ", " off "}[i%2] + bp(d)
		}
		if dash != "" {
			dash = ",dash pattern=" + strings.TrimSpace(dash)
		}
		w.printf("\\draw[m%d,line width=%s%s] %s;\n", m.ink, bp(m.width), dash, w.through(m.corners))
	case area:
		w.printf("\\fill[m%d,fill opacity=%s] %s--cycle;\n", m.ink, decimal(m.opacity, 2), w.through(m.corners))
	case text:
		w.text(m)
	}
}

// mixed is a colour as it looks at an opacity on white paper.
func mixed(i ink, opacity float64) string {
	if opacity >= 1 {
		return fmt.Sprintf("m%d", i)
	}
	return fmt.Sprintf("m%d!%s!white", i, decimal(100*opacity, 1))
}

func (w *tikzWriter) point(m point) {
	style := fmt.Sprintf("\\fill[m%d]", m.ink)
	if m.hollow {
		style = fmt.Sprintf("\\filldraw[draw=m%d,fill=m%d,line width=%s]", m.ink, paper, bp(hollowStroke))
	}
	if m.shape == disc {
		w.printf("%s %s circle [radius=%s];\n", style, w.at(m.x, m.y), bp(m.r))
		return
	}
	corners := m.shape.outline(m.r)
	for i := range corners {
		corners[i][0] += m.x
		corners[i][1] += m.y
	}
	w.printf("%s %s--cycle;\n", style, w.through(corners))
}

func (w *tikzWriter) text(m text) {
	anchor := [...]string{start: "base west", middle: "base", end: "base east"}[m.anchor]
	options := fmt.Sprintf("anchor=%s,inner sep=0,outer sep=0,text=m%d", anchor, m.ink)
	if m.turned {
		options += ",rotate=45"
	}
	bold := ""
	if m.bold {
		bold = "\\bfseries"
	}
	size := m.size * pointsPerPixel
	w.printf("\\node[%s] at %s {\\fontsize{%s}{%s}\\selectfont%s\\atmost{%s}{%s}};\n", options, w.at(m.x, m.y), decimal(size, 2), decimal(1.2*size, 2), bold, bp(w.faces.width(m.s, m.size, m.bold)+0.5), escapeTeX(m.s))
}

// inkUsed is the colour of a mark; false for what has none.
func inkUsed(m mark) (ink, bool) {
	switch m := m.(type) {
	case line:
		return m.ink, true
	case box:
		return m.ink, true
	case point:
		return m.ink, true
	case text:
		return m.ink, true
	case curve:
		return m.ink, true
	case area:
		return m.ink, true
	}
	return 0, false
}

// idPath keeps of an ID what may stand in a comment.
func idPath(id string) string { return strings.TrimPrefix(idOf(id), "fig-") }
