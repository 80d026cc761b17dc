package papers

import (
	"regexp"
	"strings"
	"unicode"

	"mcpstats/datasets/document"
)

func isText(_ string, head []byte) bool { return magic(head) == "" && !binary(head) }

// textLine is a line of a plain text.
type textLine struct {
	s      string
	number int
}

var (
	textHeading = regexp.MustCompile(`^(?:(?:Appendix\s+)?(?:[0-9]{1,2}|[A-Z])(?:\.[0-9]{1,2}){0,3}\.?\s+\p{Lu}[^.!?|\t]{1,90}|(?:Abstract|ABSTRACT|Introduction|INTRODUCTION|Related Work|Background|Methods?|METHODS?|Results?|RESULTS?|Discussion|DISCUSSION|Conclusions?|CONCLUSIONS?|References|REFERENCES|Bibliography|BIBLIOGRAPHY|Acknowledg(?:e)?ments?|Limitations|Appendix|Summary|Experiments?|Evaluation|Conclusion and Future Work))$`)
	hashHeading = regexp.MustCompile(`^(#{1,6})\s+(.+?)\s*#*$`)
	underline   = regexp.MustCompile(`^\s*(?:=+|-{3,}|~{3,})\s*$`)
	listItem    = regexp.MustCompile(`^\s*(?:[-*•‣◦–]\s+|\(?[0-9]{1,2}[.)]\s+|\([a-z]\)\s+)\S`)
	ruleLine    = regexp.MustCompile(`^[\s|+:=_–—-]*(?:-{3,}|={3,}|_{3,}|–{3,}|—{3,}|─{3,})[\s|+:=_–—─┼-]*$`)
)

// readText reads plain text: paragraphs between empty lines, headings by their form, tables
// by columns that pipes, tabs or spaces part.
func readText(p *paper) error {
	source, first := withoutFrontMatter(p.content)
	w := &textReader{p: p}
	w.read(textLines(string(source), first))
	return nil
}

func textLines(s string, first int) []textLine {
	split := strings.Split(s, "\n")
	out := make([]textLine, len(split))
	for i, l := range split {
		out[i] = textLine{strings.TrimRight(strings.ReplaceAll(l, "\f", ""), " \t\r"), first + i}
	}
	return out
}

// tablesOfText adds the tables of a text, and nothing else of it.
func tablesOfText(p *paper, s string, first int) {
	lines := textLines(s, first)
	for i := 0; i < len(lines); {
		g, next := textTable(p, lines, i)
		if g == nil {
			i++
			continue
		}
		p.table(g)
		i = next
	}
}

type textReader struct {
	p     *paper
	lines []textLine // of the paragraph that is open
	code  bool
}

func (w *textReader) read(lines []textLine) {
	for i := 0; i < len(lines); {
		l := lines[i]
		trimmed := strings.TrimSpace(l.s)
		if strings.HasPrefix(trimmed, "```") {
			w.flush()
			w.code = !w.code
			i++
			continue
		}
		if trimmed == "" {
			w.flush()
			i++
			continue
		}
		if g, next := textTable(w.p, lines, i); g != nil {
			w.flush()
			w.p.table(g)
			i = next
			continue
		}
		if w.code {
			i++
			continue
		}
		alone := len(w.lines) == 0
		if m := hashHeading.FindStringSubmatch(trimmed); m != nil {
			w.flush()
			w.heading(len(m[1]), m[2], l)
			i++
			continue
		}
		blank := i+1 >= len(lines) || strings.TrimSpace(lines[i+1].s) == ""
		if alone && i+1 < len(lines) && !blank && underline.MatchString(lines[i+1].s) && len(strings.TrimSpace(lines[i+1].s))*2 >= len(trimmed) && len(trimmed) < 120 {
			level := 1
			if strings.Contains(lines[i+1].s, "-") {
				level = 2
			}
			w.heading(level, trimmed, l)
			i += 2
			continue
		}
		// Text without empty lines: a heading stands behind the end of a sentence.
		begins := alone || strings.ContainsAny(lastByte(w.lines[len(w.lines)-1].s), ".!?:")
		if begins && textHeading.MatchString(trimmed) && (blank || len(trimmed) < 60 && (!listItem.MatchString(trimmed) || !listItem.MatchString(lines[i+1].s))) {
			w.flush()
			w.heading(1+strings.Count(strings.TrimSuffix(strings.Fields(trimmed)[0], "."), "."), trimmed, l)
			i++
			continue
		}
		if listItem.MatchString(l.s) && (alone || listItem.MatchString(w.lines[0].s)) {
			w.flush()
		} else if len(w.lines) > 0 && captionLike(trimmed) {
			w.flush()
		}
		if ruleLine.MatchString(l.s) {
			w.flush()
			i++
			continue
		}
		w.lines = append(w.lines, l)
		i++
	}
	w.flush()
}

func lastByte(s string) string { return s[max(0, len(s)-1):] }

func captionLike(s string) bool {
	_, ok := captionOf(document.Text{Plain: strings.Trim(s, "*_ ")})
	return ok
}

func (w *textReader) heading(level int, s string, l textLine) {
	r := &rich{}
	inlineText(r, s, w.p.at(l.number))
	at := r.start
	n, t := sectionNumber(r.text())
	w.p.heading(level, n, t, at)
}

func (w *textReader) flush() {
	if len(w.lines) == 0 {
		return
	}
	lines := w.lines
	w.lines = nil
	kind := document.Paragraph
	if listItem.MatchString(lines[0].s) {
		kind = document.ListItem
	}
	if strings.EqualFold(w.p.section, "abstract") {
		kind = document.Abstract
	}
	r := &rich{}
	for i, l := range lines {
		s := strings.TrimSpace(l.s)
		// A word that the line's end parts is put together again.
		if i+1 < len(lines) && hyphenated(s, lines[i+1].s) {
			inlineText(r, s[:len(s)-1], w.p.at(l.number))
			r.space = false
			continue
		}
		inlineText(r, s, w.p.at(l.number))
		r.space = true
	}
	w.p.add(kind, r)
}

// hyphenated tells whether a line ends in a hyphen that its end made: small letters on both sides.
func hyphenated(s, next string) bool {
	next = strings.TrimSpace(next)
	if len(s) < 3 || s[len(s)-1] != '-' || next == "" {
		return false
	}
	before := []rune(s[:len(s)-1])
	return unicode.IsLower(before[len(before)-1]) && unicode.IsLower([]rune(next)[0])
}

var inlineMarks = regexp.MustCompile(`\*\*([^*\n]+)\*\*|__([^_\n]+)__`)

// inlineText adds a line with its formulas and the stars that mark bold words.
func inlineText(r *rich, s string, at document.Place) {
	for s != "" {
		f := formulaAt(s)
		b := inlineMarks.FindStringSubmatchIndex(s)
		switch {
		case f != nil && (b == nil || f[0] <= b[0]):
			r.write(s[:f[0]], at)
			inlineTeX(r, s[f[2]:f[3]], at)
			s = s[f[1]:]
		case b != nil:
			r.write(s[:b[0]], at)
			g := 2
			if b[2] < 0 {
				g = 4
			}
			r.begin(document.Bold)
			inlineText(r, s[b[g]:b[g+1]], at)
			r.end(document.Bold)
			s = s[b[1]:]
		default:
			r.write(s, at)
			return
		}
	}
}

// formulaAt finds the first formula of a line: from, to, and from and to of its TeX.
func formulaAt(s string) []int {
	if !strings.ContainsRune(s, '$') && !strings.Contains(s, `\(`) {
		return nil
	}
	for at := 0; at < len(s); {
		m := formula.FindStringSubmatchIndex(s[at:])
		if m == nil {
			return nil
		}
		for g := 1; g <= 3; g++ {
			if m[2*g] < 0 {
				continue
			}
			from, to := at+m[2*g], at+m[2*g+1]
			end := at + m[1]
			if g == 2 && (end < len(s) && s[end] >= '0' && s[end] <= '9' || !looksTeX(s[from:to])) || g == 3 && !strings.ContainsAny(s[from:to], `\^_={}`) {
				break
			}
			return []int{at + m[0], end, from, to}
		}
		at += max(1, m[0]+1)
	}
	return nil
}
