package pdf

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"mcpstats/datasets/document"
)

var bullet = regexp.MustCompile(`^([•◦▪‣·∙■–—*-]|\(?(\d{1,2}|[a-z]|[ivx]{1,4})[.)])$`)
var bulletStart = regexp.MustCompile(`^([•◦▪‣∙■]|\(?(\d{1,2}|[a-z]|[ivx]{1,4})\)|\d{1,2}\.)\s`)
var numbered = regexp.MustCompile(`^((?:Appendix\s+)?(?:\d{1,2}(?:\.\d{1,2}){0,3}|[A-Z](?:\.\d{1,2}){0,3}|[IVX]{1,5}))[.:]?\s+([A-Z0-9"“].*)$`)
var named = regexp.MustCompile(`^(?i)(abstract|references|bibliography|acknowledge?ments?|limitations?|introduction|conclusions?|appendix|appendices|ethics statement|ethical considerations|reproducibility statement|broader impacts?|impact statement|related work|discussion|results|methods?|supplementary material|contents)[.:]?$`)

// para is lines that make one block.
type para struct {
	kind   document.Kind
	level  int
	number string
	lines  []*row
	table  *document.Table
	cap    *caption
	x0, x1 float64 // of the column
	open   bool    // it may go on in the next column
}

// flow makes blocks of the lines of a region that belong to no table.
func (t *tables) flow(items []*item, r region) []*para {
	var out []*para
	x0, x1 := margins(items)
	step := leading(items)
	var at *para
	var last *row
	under := t.footnoteRule(items, r)
	end := func() { at, last = nil, nil }
	for _, it := range items {
		switch {
		case it.table != nil:
			end()
			out = append(out, &para{kind: document.TableBlock, table: it.table.table})
			continue
		case it.caption != nil && it.caption.of == nil:
			end()
			out = append(out, &para{kind: document.Caption, number: it.caption.label, lines: it.caption.lines, cap: it.caption})
			continue
		case it.taken:
			end()
			continue
		}
		l := it.line
		if l.top() > under {
			if at == nil || at.kind != document.Footnote || footnoteStart(l) {
				at = &para{kind: document.Footnote}
				out = append(out, at)
			}
			at.lines = append(at.lines, l)
			last = l
			continue
		}
		if level, number, ok := t.heading(l, x0, x1); ok {
			if at != nil && at.kind == document.Heading && last != nil && number == "" && l.base-last.base < 1.4*l.size() && math.Abs(l.size()-last.size()) < 0.3 && !named.MatchString(plain(last.pieces)) {
				at.lines = append(at.lines, l)
				last = l
				continue
			}
			at = &para{kind: document.Heading, level: level, number: number, lines: []*row{l}}
			out = append(out, at)
			last = l
			continue
		}
		fresh := at == nil || at.kind == document.Heading || last == nil
		if !fresh {
			gap := l.base - last.base
			usual := max(step, 1.1*l.size())
			indent := l.x0() - x0
			switch {
			case gap > 1.4*usual || gap < -0.5*l.size():
				fresh = true
			case math.Abs(l.size()-last.size()) > 0.8 && math.Abs(l.size()-at.lines[0].size()) > 0.8:
				fresh = true
			case bulletStart.MatchString(plain(l.pieces)) && (at.kind == document.ListItem || last.x1() < x1-2*l.size()):
				fresh = true
			case at.kind == document.ListItem:
				fresh = l.x0() < at.lines[0].x0()-0.5*l.size()
			case indent > 0.7*l.size() && indent < 4*l.size() && last.x0()-x0 < 0.7*l.size() && l.x1() > x0+0.3*(x1-x0):
				fresh = true
			case gap > 1.15*usual && last.x1() < x1-2*l.size():
				fresh = true
			case last.x1() < x1-0.25*(x1-x0) && endsSentence(plain(last.pieces)) && startsUpper(plain(l.pieces)):
				fresh = true
			}
		}
		if fresh {
			kind := document.Paragraph
			if bulletStart.MatchString(plain(l.pieces)) {
				kind = document.ListItem
			}
			at = &para{kind: kind, x0: x0, x1: x1}
			out = append(out, at)
		}
		at.lines = append(at.lines, l)
		last = l
	}
	for _, p := range out {
		if n := len(p.lines); n > 0 && (p.kind == document.Paragraph || p.kind == document.ListItem) {
			text := plain(p.lines[n-1].pieces)
			p.open = !endsSentence(text) || strings.HasSuffix(text, ";")
		}
	}
	return out
}

// margins are where the lines of a column begin and end: the most frequent places.
func margins(items []*item) (float64, float64) {
	l, r := map[int]int{}, map[int]int{}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, it := range items {
		if it.line != nil && !it.taken {
			l[int(math.Round(it.line.x0()))]++
			r[int(math.Round(it.line.x1()))]++
			lo, hi = min(lo, it.line.x0()), max(hi, it.line.x1())
		}
	}
	pick := func(m map[int]int, low bool, most float64) float64 {
		best, n := 0, 0
		for _, k := range sortedKeys(m) {
			if c := m[k] + m[k-1] + m[k+1]; c > n || c == n && !low {
				best, n = k, c
			}
		}
		if n < 4 {
			return most
		}
		return float64(best)
	}
	return pick(l, true, lo), pick(r, false, hi)
}

// leading is the usual distance between lines.
func leading(items []*item) float64 {
	var steps []float64
	var last *row
	for _, it := range items {
		if it.line == nil || it.taken {
			last = nil
			continue
		}
		if last != nil && it.line.base > last.base {
			steps = append(steps, it.line.base-last.base)
		}
		last = it.line
	}
	if len(steps) == 0 {
		return 12
	}
	slices.Sort(steps)
	return steps[len(steps)/3]
}

// footnoteRule is where the footnotes of a column begin: below a short rule at its left, with
// smaller text from there to its end.
func (t *tables) footnoteRule(items []*item, r region) float64 {
	for _, rule := range t.sheet.level(false) {
		w := rule.x1 - rule.x0
		if w < 30 || w > 0.62*(r.x1-r.x0) || rule.x0 < r.x0-5 || rule.x1 > r.x1+5 || rule.y() < 0.3*t.sheet.height {
			continue
		}
		below, small := 0, 0
		for _, it := range items {
			if it.line != nil && !it.taken && it.line.top() > rule.y()-2 {
				below++
				if it.line.size() < t.body-0.5 && math.Abs(it.line.x0()-rule.x0) < 2.5*t.body {
					small++
				}
			}
			if it.table != nil && it.table.area.y0 > rule.y() {
				below += 100
			}
		}
		if below > 0 && below == small {
			return rule.y() - 2
		}
	}
	return math.Inf(1)
}

// footnoteStart tells whether a line begins a footnote: with a raised or small mark.
func footnoteStart(l *row) bool {
	p := l.pieces[0]
	return p.script > 0 || p.size < 0.85*l.size() || strings.ContainsAny(p.text, "*†‡§¶")
}

// heading tells whether a line is a heading, how deep, and its number.
func (t *tables) heading(l *row, x0, x1 float64) (level int, number string, ok bool) {
	text := strings.TrimSpace(plain(l.pieces))
	if len(text) < 2 || len(text) > 140 || len(l.runs(3)) > 1 {
		return 0, "", false
	}
	bold, letters, caps := true, false, true
	for _, p := range l.pieces {
		bold = bold && (p.font.Bold || !strings.ContainsFunc(p.text, unicode.IsLetter))
		letters = letters || strings.ContainsFunc(p.text, unicode.IsLetter)
		caps = caps && !strings.ContainsFunc(p.text, unicode.IsLower)
	}
	large := l.size() > t.body+0.7
	centred := math.Abs((l.x0()+l.x1())/2-(x0+x1)/2) < 0.04*(x1-x0) && l.x0() > x0+1.5*l.size()
	italic := l.pieces[len(l.pieces)-1].font.Italic && l.pieces[0].font.Italic
	set := bold || large || caps && centred || italic && l.x1() < x1-0.2*(x1-x0)
	if !letters || !set {
		return 0, "", false
	}
	if m := numbered.FindStringSubmatch(text); m != nil && !strings.HasSuffix(text, ".") {
		number = m[1]
		level = 1 + strings.Count(number, ".")
		if italic && !bold && !large && level == 1 {
			level = 2
		}
		return level, number, true
	}
	if named.MatchString(text) {
		return 1, "", true
	}
	short := l.x1() < x1-0.1*(x1-x0) && !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, ",")
	if (bold || large) && short && startsUpper(text) && !isNumber(text) {
		if large {
			return 1, "", true
		}
		return 2, "", true
	}
	return 0, "", false
}

func endsSentence(s string) bool {
	s = strings.TrimRight(s, "\"”’')] \u2009")
	return s == "" || strings.HasSuffix(s, ".") || strings.HasSuffix(s, "!") || strings.HasSuffix(s, "?") || strings.HasSuffix(s, ":") || strings.HasSuffix(s, ";")
}

func startsUpper(s string) bool {
	for _, r := range s {
		return unicode.IsUpper(r) || unicode.IsDigit(r)
	}
	return false
}
