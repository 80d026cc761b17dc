package document

import (
	"regexp"
	"strings"
)

var (
	gapPlusMinus = regexp.MustCompile(`^[\s(]*(?:±|\+\s?/?\s?[-−–]|∓|\\pm)\s*$`)
	gapOf        = regexp.MustCompile(`^\s+(?:out\s+)?of\s+(?:the\s+|all\s+|our\s+|a\s+total\s+of\s+|these\s+)*$`)
	gapSlash     = regexp.MustCompile(`^\s*/\s*$`)
	gapDash      = regexp.MustCompile(`^\s*(?:-|–|—|−|‑|‒){1,2}\s*$`)
	gapBounds    = regexp.MustCompile(`^\s*(?:,|;|-|–|—|−|to|and|\.\.|…)\s*$`)
	gapOpen      = regexp.MustCompile(`^[\s*†‡]*[([]\s*$`)
	gapInterval  = regexp.MustCompile(`(?i)^[\s,;:([{]*(?:(?:CI|C\.I\.|CrI|HDI|BI|CIs|confidence|credible|intervals?|limits?|bootstrap|wilson|clopper|pearson|exact)[\s,;:=)(\[{-]*)*(?:(?:of|from|is|was|=|:)[\s:=([]*)?$`)
	levelAfter   = regexp.MustCompile(`^\s*[-–]?\s*(?:CI|C\.I\.|CrI|HDI|HPD|BI|conf\.|confidence|credible|prediction|Wilson|bootstrap(?:ped)?\s+(?:CI|conf)|Clopper|(?:[\p{L}-]+\s+){0,2}(?:CIs?|confidence|credible)\b)`)
	symbolBefore = regexp.MustCompile(`([\p{L}][\p{L}\p{N}@²^'′]{0,12}|[Δδ]\s?\p{L}{0,12})\s*(?:_\{?[\p{L}\p{N}]+\}?)?\s*(\([^()]*\))?\s*(?:[=≈:<>≤≥]|<=|>=|==|<<)\s*[~≈]?\s*[$€£]?$`)
	testSymbol   = regexp.MustCompile(`^(?:t|F|χ2|χ²|X2|X²|χ\^2|chi2|χ|Z|z|r|rs|ρ|R2|R²|Q|U|W|H|V|T|τ|G|G²|b|β|B)$`)
	dfBefore     = regexp.MustCompile(`(?:^|[^\p{L}])(?:t|F|r|χ2|χ²|X2|X²|χ\^\{?2\}?|χ|chi2|Q|G|G²|ts|rs)\s*(?:_\{?[\p{L}\p{N}]+\}?)?\s*[([]\s*(?:[0-9.,]+\s*,\s*)?(?:[Nn]\s*=\s*)?$`)
)

// link finds what the numbers of one text are to each other. numbers and tokens run in
// parallel; the number that others belong to gets copies of them.
func (r *reader) link(tokens []token, numbers []*Number) {
	gap := func(i int) string { // between number i and i+1
		return r.s[tokens[i].end:tokens[i+1].from]
	}
	after := func(i int) string { return r.s[tokens[i].end:] }
	bracket := func(i int) string { // the sign behind number i
		return strings.TrimLeft(after(i), " ")
	}
	for i := range tokens {
		r.symbol(&tokens[i], numbers[i])
		before := r.s[:tokens[i].from]
		if levelAfter.MatchString(after(i)) && numbers[i].Unit == "%" {
			numbers[i].Role = "level"
		}
		if dfBefore.MatchString(before[max(0, len(before)-40):]) && closes(after(i)) {
			numbers[i].Role = "df"
			if numbers[i].Symbol == "N" || numbers[i].Symbol == "n" {
				numbers[i].Role = "n"
			}
		}
	}
	value := -1 // the last number that others may belong to
	for i := 0; i < len(tokens); i++ {
		n := numbers[i]
		if n.Role != "value" {
			continue
		}
		g := ""
		if i > 0 {
			g = gap(i - 1)
		} else {
			g = r.s[:tokens[0].from]
		}
		switch {
		case gapPlusMinus.MatchString(g):
			n.Role = "plusminus"
			if value >= 0 && value == i-1 {
				numbers[value].PlusMinus = n
			}
			continue
		case i+1 < len(tokens) && r.bounds(i, gap(i), g, numbers):
			low, high := n, numbers[i+1]
			low.Role, high.Role = "low", "high"
			share(low, high)
			if value >= 0 && value >= i-3 && belongs(r.s[tokens[value].end:tokens[i].from]) {
				numbers[value].Interval = []Number{*low, *high}
			}
			i++
			continue
		case i > 0 && value == i-1 && (gapOf.MatchString(g) || gapSlash.MatchString(g) && r.share(tokens[i-1], tokens[i], numbers[i-1], n)):
			n.Role = "of"
			numbers[value].Of = n
			continue
		case i > 0 && value >= 0 && value >= i-2 && (gapOpen.MatchString(g) || lowered(r, tokens[i])) && (strings.HasPrefix(bracket(i), ")") || strings.HasPrefix(bracket(i), "]") || lowered(r, tokens[i])):
			n.Role = "parenthesis"
			numbers[value].InParens = n
			continue
		case i+1 < len(tokens) && gapDash.MatchString(gap(i)) && numbers[i+1].Role == "value" && tokens[i+1].sign == "":
			if a, b := n.amount(), numbers[i+1].amount(); a < b && (numbers[i+1].Unit == n.Unit || n.Unit == "") && !strings.HasPrefix(n.Unit, "$") {
				n.Role, numbers[i+1].Role = "low", "high"
				share(n, numbers[i+1])
				i++
				value = -1
				continue
			}
		}
		value = i
	}
}

// closes tells whether the bracket that a degree of freedom stands in goes on or ends.
func closes(after string) bool {
	after = strings.TrimLeft(after, " ")
	return after != "" && strings.ContainsRune("),]", rune(after[0]))
}

// lowered tells whether a number is printed below the line: 82.3 with 0.4 in small type.
func lowered(r *reader, t token) bool {
	return r.text.Has(Subscript, t.from, t.to) && strings.TrimSpace(r.s[:t.from]) != ""
}

// bounds tells whether numbers i and i+1 are the bounds of an interval: in square brackets,
// behind "CI", or in round brackets with decimals behind a number.
func (r *reader) bounds(i int, inner, outer string, numbers []*Number) bool {
	if !gapBounds.MatchString(inner) || numbers[i+1].Role != "value" {
		return false
	}
	end := strings.TrimLeft(r.s[numbers[i+1].To:], " %*pms\\")
	closing := strings.HasPrefix(end, "]") || strings.HasPrefix(end, ")") || strings.HasPrefix(end, "}")
	if gapInterval.MatchString(outer) && strings.ContainsAny(outer, "CcBHi") {
		return true
	}
	if i > 0 && numbers[i-1].Role == "level" && gapInterval.MatchString(outer) {
		return true
	}
	opened := strings.TrimRight(outer, " ")
	if strings.HasSuffix(opened, "[") && closing {
		return true
	}
	if strings.HasSuffix(opened, "(") && closing && i > 0 && strings.TrimSpace(opened) == "(" {
		a, b := numbers[i].amount(), numbers[i+1].amount()
		v := numbers[i-1].amount()
		return a <= b && (numbers[i].Decimals > 0 || strings.TrimSpace(inner) != ",") && a <= v+v*0.5+1 && numbers[i-1].Role == "value"
	}
	return false
}

// belongs tells whether only brackets, a level and the word interval stand between a number
// and the interval behind it.
func belongs(between string) bool {
	between = strings.Map(func(c rune) rune {
		if strings.ContainsRune("0123456789.%()[]{},;:=*†‡ -–", c) {
			return ' '
		}
		return c
	}, between)
	for _, w := range strings.Fields(between) {
		switch strings.ToLower(w) {
		case "ci", "cis", "c", "i", "cri", "hdi", "bi", "confidence", "credible", "interval", "bootstrap", "wilson", "clopper", "pearson", "exact", "pp", "ms", "s", "points", "percentage":
		default:
			return false
		}
	}
	return true
}

// share gives the first bound the unit that only the second one has: 34-52%.
func share(low, high *Number) {
	if low.Unit == "" && high.Unit != "" {
		low.Unit, low.UnitFrom = high.Unit, high.UnitFrom
	}
}

// share tells whether a/b is a count of a total.
func (r *reader) share(a, b token, x, y *Number) bool {
	if x.Decimals > 0 || y.Decimals > 0 || a.unit != "" || b.sign != "" {
		return false
	}
	next := strings.TrimLeft(r.s[b.end:], " ")
	if strings.HasPrefix(next, "/") || strings.HasSuffix(strings.TrimRight(r.s[:a.from], " "), "/") {
		return false
	}
	return x.amount() <= y.amount() && y.amount() > 0
}

// symbol reads what the text says that a number equals.
func (r *reader) symbol(t *token, n *Number) {
	from := t.from
	before := r.s[max(0, from-48):from]
	printed := r.s[t.from:t.to]
	if t.bound != "" { // the bound takes the place of the equals sign
		before = before + printed[:len(printed)-len(strings.TrimLeft(printed, "<>≤≥=⩽⩾≲≳"))]
	}
	m := symbolBefore.FindStringSubmatch(before)
	if m == nil {
		return
	}
	n.Symbol = strings.TrimSpace(m[1])
	switch s := n.Symbol; {
	case s == "n" || s == "N":
		n.Role = "n"
	case s == "p" || s == "P":
		n.Role = "p"
	case s == "df" || s == "DF" || s == "dof":
		n.Role = "df"
	case testSymbol.MatchString(s) && (m[2] != "" || s == "t" || s == "F" || s == "z" || s == "Z" || strings.HasPrefix(s, "χ")):
		n.Role = "statistic"
	}
}
