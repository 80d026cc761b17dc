package relations

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
)

var (
	fellTo    = regexp.MustCompile(`(?i)\b(?:reduc|decreas|cut|lower|drop|shr[iau]nk|fall|fell|trim|declin)\w*\b[^.;]{0,80}\bto\s+(?:only|just|about|approximately|around|roughly|nearly|a mere)?\s*[~≈]?\s*$`)
	fromTo2   = regexp.MustCompile(`(?i)\bfrom\s+(?:about|approximately|around|roughly|nearly|over|more than)?\s*[~≈]?\s*$`)
	this      = regexp.MustCompile(`(?i)\b(?:reduc|decreas|cut|lower|drop|shr[iau]nk|trim)\w*\s+(?:this|it|that|these|them)\b`)
	aside2    = regexp.MustCompile(`(?i)^\s*(?:\p{L}+\s*)?[—–,(:-]+\s*(?:that is|i\.e\.,?|which is|corresponding to|representing|or)?\s*(?:an?|the)?\s*(?:overall\s+)?(?:about|approximately|roughly|around)?\s*[~≈]?\s*$`)
	reduction = regexp.MustCompile(`(?i)^\s*((?:[\p{L}-]+\s+){0,2})(?:reduction|decrease|drop|decline|savings?)\b`)
)

// fall is what a text says of a quantity that became smaller: from a to b, a reduction by so
// many percent, and what the two count.
type fall struct {
	own, before, after *quantity
	noun               string
	holds              bool
}

// reductions holds the reductions in percent that the text states against the two numbers
// that it names for it: "from 20,000 to 700 tokens, a 96% reduction", or "the catalog takes
// 20,000 tokens. Ranking reduces this to 700 tokens, a 96% reduction". The text may say the
// same reduction again elsewhere by its percentage and what it counts ("96% token
// reduction"); then that is held against the same two numbers.
func (p *paper) reductions() {
	r := &ruled{family: "relative change", rule: "the text's reductions follow from what it says of before and after", stated: true}
	r.support = support{p: .05, tried: 1, named: true}
	var falls []fall
	for i := range p.report.Numbers {
		if f, ok := p.fallAt(i); ok {
			falls = append(falls, f)
		}
	}
	repeated := &ruled{family: r.family, rule: "a reduction that the text says again is the same", support: r.support}
	for _, f := range falls {
		f.ask(r)
		for _, a := range p.saidAgain(f) {
			a.ask(repeated)
		}
	}
	p.keep(r, true)
	p.keep(repeated, true)
}

func (f fall) ask(r *ruled) {
	if f.holds {
		r.support.held++
	} else {
		r.support.failed++
	}
	r.askUnit(f.own, []*quantity{f.before, f.after}, f.holds, claims.Percent, func(ids []string) string { return "{reduction: {of: " + quoted(ids) + "}}" })
}

// fallAt reads the percentage at i as a reduction whose two numbers stand before it.
func (p *paper) fallAt(i int) (fall, bool) {
	q := p.quantities[i]
	if q == nil || i < 2 || q.Cell || q.Table != "" || q.Unit != "%" || q.Approx || q.sign != 0 || q.value <= 0 || q.value >= 100 {
		return fall{}, false
	}
	text := p.textOf(q.Number)
	if q.To >= len(text) {
		return fall{}, false
	}
	said := reduction.FindStringSubmatch(strings.TrimPrefix(text[q.To:], "%"))
	after := p.quantities[i-1]
	if said == nil || after == nil || !ofItself(said[1], after.Unit) || after.Block != q.Block || after.Sentence != q.Sentence || after.To > q.From || !aside2.MatchString(text[after.To:q.From]) {
		return fall{}, false
	}
	before := p.fellFrom(i-1, text)
	if before == nil || before.value <= after.value || after.value <= 0 {
		return fall{}, false
	}
	f := fall{own: q, before: before, after: after, noun: after.Unit}
	f.holds = f.follows()
	return f, f.holds || !p.fallsFromAnother(f)
}

// fallsFromAnother tells whether the reduction follows from another number of the paper that
// counts the same: it may be that which the text compares with.
func (p *paper) fallsFromAnother(f fall) bool {
	return slices.ContainsFunc(p.quantities, func(q *quantity) bool {
		return q != nil && q.Unit == f.after.Unit && q.value > f.after.value && fall{own: f.own, before: q, after: f.after}.follows()
	})
}

// ofItself tells whether the words between a percentage and "reduction" name nothing, or what
// was counted before: "from 115,000 to 1,600 tokens, a 90% latency reduction" is of something else.
func ofItself(between, unit string) bool {
	noun := strings.TrimSuffix(unit, "s")
	for _, w := range strings.Fields(strings.ToLower(between)) {
		if !plainly[w] && (len(noun) < 4 || !strings.HasPrefix(w, noun)) {
			return false
		}
	}
	return true
}

// plainly are words that a reduction may have before it and that name nothing.
var plainly = map[string]bool{"overall": true, "total": true, "relative": true, "net": true, "further": true, "clear": true, "large": true, "substantial": true, "dramatic": true, "significant": true}

// fellFrom is the number that the one at i is said to have become smaller from: in the same
// sentence behind "from", or the only number of the same unit in the sentence before, where
// this one says "reduces this to".
func (p *paper) fellFrom(i int, text string) *quantity {
	after := p.quantities[i]
	start := strings.LastIndex(text[:after.From], firstOf(after.Sentence))
	if start < 0 {
		return nil
	}
	clause := text[start:after.From]
	if !fellTo.MatchString(clause) && !toward.MatchString(clause[max(0, len(clause)-4):]) {
		return nil
	}
	if b := p.quantities[i-1]; b != nil && b.Block == after.Block && b.Sentence == after.Sentence && b.Role == "value" {
		if fromTo2.MatchString(text[:b.From]) && (b.Unit == after.Unit || b.Unit == "") && b.Table == "" {
			return b
		}
		return nil
	}
	if !this.MatchString(clause) || after.Unit == "" {
		return nil
	}
	var found *quantity
	sentence := ""
	for j := i - 1; j >= 0 && j > i-6; j-- {
		b := p.quantities[j]
		if p.report.Numbers[j].Block != after.Block {
			break
		}
		if sentence == "" {
			sentence = p.report.Numbers[j].Sentence
			if !adjoining(text, sentence, after.Sentence) {
				return nil
			}
		}
		if p.report.Numbers[j].Sentence != sentence {
			break
		}
		if b != nil && b.Unit == after.Unit {
			if found != nil {
				return nil
			}
			found = b
		}
	}
	return found
}

// adjoining tells whether one sentence of a text follows upon another.
func adjoining(text, first, second string) bool {
	text = strings.Join(strings.Fields(text), " ")
	i := strings.Index(text, first)
	return i >= 0 && strings.HasPrefix(strings.TrimLeft(text[i+len(first):], " "), second)
}

// firstOf is the beginning of a sentence by which it is found in its text again.
func firstOf(sentence string) string {
	return strings.Fields(sentence + " .")[0]
}

// follows tells whether the percentage is what the two numbers give, each of them taken as
// round as it may be: one that is called approximate, or ends in zeros, may be off by half of
// its last digit that is none.
func (f fall) follows() bool {
	a, b := roundly(f.before), roundly(f.after)
	low, high := 100*(1-b.high/a.low), 100*(1-b.low/a.high)
	points := strings.Contains(f.after.Unit, "%") && span{a.low - b.high, a.high - b.low}.meets(f.own.far)
	return span{low, high}.meets(f.own.far) || points
}

// roundly is what a number may stand for where its zeros are those of rounding: half of the
// last digit that is none, a tenth of it at most.
func roundly(q *quantity) span {
	d := q.digit
	for q.whole && q.value != 0 && math.Mod(q.value, d*10) == 0 {
		d *= 10
	}
	if !q.Approx && q.value < 1000 {
		d = q.digit
	}
	slack := math.Min(.55*d, math.Max(.1*q.value, .55*q.digit))
	return span{q.value - slack, q.value + slack}
}

// saidAgain are the places of the text that say a reduction once more: the same percentage
// before "reduction", with the noun of what was counted between the two.
func (p *paper) saidAgain(f fall) []fall {
	noun := strings.TrimSuffix(f.noun, "s")
	if len(noun) < 4 {
		return nil
	}
	var out []fall
	for i := range p.report.Numbers {
		q := p.quantities[i]
		if q == nil || q.at == f.own.at || q.Cell || q.Table != "" || q.Unit != "%" || q.Plain != f.own.Plain {
			continue
		}
		text := p.textOf(q.Number)
		if q.To >= len(text) {
			continue
		}
		if m := reduction.FindStringSubmatch(strings.TrimPrefix(text[q.To:], "%")); m != nil && strings.Contains(strings.ToLower(m[1]), noun) {
			out = append(out, fall{own: q, before: f.before, after: f.after, noun: f.noun, holds: f.holds})
		}
	}
	return out
}
