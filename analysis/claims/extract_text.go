package claims

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

const num = `[0-9][0-9,]*(?:\.[0-9]+)?`
const signed = `[+\-−–]?(?:[0-9][0-9,]*)?\.?[0-9]+`

// The patterns of sentences, each with what the text itself says.
var (
	shareOf   = regexp.MustCompile(`((?:` + num + `))\s?% of (?:the |all |its |our )?(` + num + `)\b`)
	countOf   = regexp.MustCompile(`\b(` + num + `)(?: \w+)? (?:out of|of)(?: the| all)? (` + num + `)(?: [\w-]+){0,3} \(\s?(` + num + `)\s?%\)`)
	fraction  = regexp.MustCompile(`\b(` + num + `)/(` + num + `) \(\s?(` + num + `)\s?%\)`)
	deltaVs   = regexp.MustCompile(`(` + num + `%?) vs\.? (?:[\w’'\-]+ ){0,2}(` + num + `%?)(?: \(|, )([+\-−–]` + num + `)\s?(%|points|point|pp)?`)
	deltaFrom = regexp.MustCompile(`from (` + num + `%?) to (` + num + `%?) \(([+\-−–]` + num + `)\s?(%|points|point|pp)?`)
	tTest     = regexp.MustCompile(`\bt\s?\(\s?(` + num + `)\s?\)\s?=\s?(` + signed + `)`)
	chiTest   = regexp.MustCompile(`(?:χ2|χ²|chi2|\\chi\^2|\\chi\^\{2\})\s?\(\s?([0-9]+)[^)]{0,20}\)\s?=\s?(` + num + `)`)
	zTest     = regexp.MustCompile(`\bz\s?=\s?(` + signed + `)`)
	pValue    = regexp.MustCompile(`\bp\s?(=|<|>|≤|≥|\\leq?|\\geq?)\s?((?:[0-9]*\.[0-9]+|[01])(?:[eE]-?[0-9]+)?)`)
	spread    = regexp.MustCompile(num + `%?\s?±\s?` + num + `%?`)
	percent   = regexp.MustCompile(`[~≈<>≤≥]?\s?` + num + `\s?%`)
)

// sentences proposes the numbers of one line of text.
func sentences(line string, number int) []proposed {
	var out []proposed
	var taken [][2]int
	add := func(at [2]int, p proposed) {
		for _, t := range taken {
			if at[0] < t[1] && t[0] < at[1] {
				return
			}
		}
		if _, err := ParsePrinted(p.printed); err != nil {
			return
		}
		taken = append(taken, at)
		p.line = number
		out = append(out, p)
	}
	group := func(m []int, g int) string { return line[m[2*g]:m[2*g+1]] }
	span := func(m []int, g int) [2]int { return [2]int{m[2*g], m[2*g+1]} }

	// The patterns that say most come first: what they take, the looser ones leave alone.
	for _, re := range []*regexp.Regexp{countOf, fraction} {
		for _, m := range re.FindAllStringSubmatchIndex(line, -1) {
			add(span(m, 0), proposed{printed: group(m, 3) + "%", unit: Percent, check: fmt.Sprintf("{ratio: {of: [%s, %s]}}", bareOr(group(m, 1)), bareOr(group(m, 2)))})
		}
	}
	for _, m := range shareOf.FindAllStringSubmatchIndex(line, -1) {
		n := strings.ReplaceAll(group(m, 2), ",", "")
		if !isCount(n) {
			continue
		}
		add(span(m, 0), proposed{printed: group(m, 1) + "%", unit: Percent, check: "{proportion: {n: " + n + "}}"})
	}
	for _, m := range deltaVs.FindAllStringSubmatchIndex(line, -1) {
		out, taken = deltas(line, m, false, number, out, taken)
	}
	for _, m := range deltaFrom.FindAllStringSubmatchIndex(line, -1) {
		out, taken = deltas(line, m, true, number, out, taken)
	}
	for _, m := range pValue.FindAllStringSubmatchIndex(line, -1) {
		relation := strings.NewReplacer("=", "", `\leq`, "≤", `\le`, "≤", `\geq`, "≥", `\ge`, "≥").Replace(group(m, 1))
		add(span(m, 0), proposed{name: "p", printed: relation + group(m, 2), unit: PValue, check: testBefore(line, m[0])})
	}
	for _, m := range spread.FindAllStringIndex(line, -1) {
		unit := None
		if strings.Contains(line[m[0]:m[1]], "%") {
			unit = Percent
		}
		add([2]int{m[0], m[1]}, proposed{printed: line[m[0]:m[1]], unit: unit})
	}
	for _, m := range percent.FindAllStringIndex(line, -1) {
		add([2]int{m[0], m[1]}, proposed{printed: strings.TrimSpace(line[m[0]:m[1]]), unit: Percent})
	}
	slices.SortStableFunc(out, func(a, b proposed) int { return strings.Index(line, a.printed) - strings.Index(line, b.printed) })
	return out
}

// deltas proposes a difference with its two numbers: "a vs. b (+d points)", where
// the sign says which is subtracted, or "from a to b (d)".
func deltas(line string, m []int, fromTo bool, number int, out []proposed, taken [][2]int) ([]proposed, [][2]int) {
	a, b, d := line[m[2]:m[3]], line[m[4]:m[5]], line[m[6]:m[7]]
	unit := ""
	if m[8] >= 0 {
		unit = line[m[8]:m[9]]
	}
	pa, errA := ParsePrinted(a)
	pb, errB := ParsePrinted(b)
	pd, errD := ParsePrinted(d)
	if errA != nil || errB != nil || errD != nil {
		return out, taken
	}
	first, second := a, b
	if up := pa.value.Cmp(pb.value) > 0; fromTo || up != (pd.value.Sign() > 0) {
		first, second = b, a
	}
	claim := proposed{line: number, name: "difference", printed: d, unit: None}
	check := fmt.Sprintf("{difference: {of: [%q, %q]", first, second)
	switch {
	case unit == "" && !pa.sign && !pb.sign:
		claim.unit = None
	case pa.sign || pb.sign || pa.value.Cmp(power10(0)) > 0:
		claim.unit = Points
		if unit == "%" {
			return out, taken // a relative or an absolute difference: the text does not say
		}
	case unit == "%":
		return out, taken
	default:
		claim.unit = Points // of two proportions
		check += ", scale: 100"
	}
	claim.check = check + "}}"
	return append(out, claim), append(taken, [2]int{m[6], m[7]})
}

// testBefore is the check of a p-value whose test statistic stands before it in
// the same sentence.
func testBefore(line string, at int) string {
	sentence := line[:at]
	if i := strings.LastIndex(sentence, ". "); i >= 0 {
		sentence = sentence[i:]
	}
	last := func(re *regexp.Regexp) []int {
		all := re.FindAllStringSubmatchIndex(sentence, -1)
		if all == nil {
			return nil
		}
		return all[len(all)-1]
	}
	t, chi, z := last(tTest), last(chiTest), last(zTest)
	latest := -1
	check := ""
	for _, c := range []struct {
		m    []int
		text func(m []int) string
	}{
		{t, func(m []int) string {
			return fmt.Sprintf("{p_from_t: {t: %q, df: %s}}", sentence[m[4]:m[5]], bareOr(sentence[m[2]:m[3]]))
		}},
		{chi, func(m []int) string {
			return fmt.Sprintf("{p_from_chi2: {chi2: %q, df: %s}}", sentence[m[4]:m[5]], sentence[m[2]:m[3]])
		}},
		{z, func(m []int) string { return fmt.Sprintf("{p_from_z: {z: %q}}", sentence[m[2]:m[3]]) }},
	} {
		// A p-value between the statistic and this one has taken it.
		if c.m != nil && c.m[0] > latest && !pValue.MatchString(sentence[c.m[1]:]) {
			latest, check = c.m[0], c.text(c.m)
		}
	}
	return check
}

// bareOr writes a whole number bare, which makes it exact, and others in quotes.
func bareOr(s string) string {
	if plain := strings.ReplaceAll(s, ",", ""); isCount(plain) {
		return plain
	}
	return fmt.Sprintf("%q", s)
}

// isCount reports whether the digits are a whole number of a size that counts have.
func isCount(s string) bool {
	return s != "" && len(s) <= 6 && strings.Trim(s, "0123456789") == "" && s != "0" && (s[0] != '0')
}
