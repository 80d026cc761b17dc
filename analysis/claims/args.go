package claims

import (
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// args are what a claims file says of one check, and what the check's parser found
// out about it. The first mistake is kept in err; reads after it return zero
// values, so that a parser need not look at every step. A field that no read has
// asked for is refused when the parser is done.
type args struct {
	*parsing
	claim   *Claim
	check   Check
	line    int
	entries []entry
	value   ast.Node // what stands there, of a check that takes no map
	asked   []string
	err     error

	uses    []*operand
	own     bool // the check needs the claim's own number
	metrics []string
	trials  *operand
}

// question parses what stands behind the name of a check. It refuses fields that
// the check's parser did not ask for.
func (p *parsing) question(c *Claim, check Check, e entry) (Question, error) {
	a := &args{parsing: p, claim: c, check: check, line: e.line, own: true}
	if check.bare() {
		a.value = e.value
	} else {
		es, err := entries(e.value)
		if err != nil {
			return Question{}, a.at(a.line, "claim %s: %s: %w of operands: %s", c.ID, check.Name, err, check.Takes())
		}
		a.entries = es
	}
	judge := check.ask(a)
	a.refuseUnknown()
	return Question{Check: check.Name, Line: e.line, judge: judge, uses: a.uses, own: a.own, metrics: a.metrics, trials: a.trials}, a.err
}

func (a *args) refuseUnknown() {
	for _, e := range a.entries {
		if a.err == nil && !slices.Contains(a.asked, e.key) {
			a.err = a.unknown("operand of "+a.check.Name, e, a.asked)
		}
	}
}

func (a *args) fail(line int, format string, v ...any) {
	if a.err == nil {
		a.err = a.at(line, "claim %s: %s: "+format, append([]any{a.claim.ID, a.check.Name}, v...)...)
	}
}

// find returns the entry of a key, nil where it is left out.
func (a *args) find(keys ...string) *entry {
	for _, k := range keys {
		if !slices.Contains(a.asked, k) {
			a.asked = append(a.asked, k)
		}
	}
	for i := range a.entries {
		if slices.Contains(keys, a.entries[i].key) {
			return &a.entries[i]
		}
	}
	return nil
}

func (a *args) require(keys ...string) *entry {
	e := a.find(keys...)
	if e == nil {
		a.fail(a.line, "%s is missing; expected %s", keys[0], a.check.Takes())
	}
	return e
}

// operand reads an operand that must be there, under any of the keys.
func (a *args) operand(keys ...string) *operand {
	e := a.require(keys...)
	if e == nil {
		return nil
	}
	return a.operandOf(e.key, e.value, e.line)
}

// optional reads an operand that may be left out: nil.
func (a *args) optional(keys ...string) *operand {
	e := a.find(keys...)
	if e == nil {
		return nil
	}
	return a.operandOf(e.key, e.value, e.line)
}

func (a *args) operandOf(key string, node ast.Node, line int) *operand {
	text, bare, err := scalar(node)
	if err != nil {
		a.fail(line, "%s: %w; expected a claim's id or a printed number", key, err)
		return nil
	}
	if l := lineOf(node); l > 0 {
		line = l
	}
	o := &operand{text: text, line: line}
	if p, err := ParsePrinted(text); err == nil {
		if p.alone {
			a.fail(line, "%s: %q is a half-width; expected a number", key, text)
		}
		o.literal, o.exact = &p, bare
		return o
	}
	a.pending = append(a.pending, o)
	return o
}

// operands reads a list of at least least operands.
func (a *args) operands(least int, keys ...string) []*operand {
	e := a.require(keys...)
	if e == nil {
		return nil
	}
	return a.list(e.key, e.value, e.line, least)
}

func (a *args) list(key string, node ast.Node, line, least int) []*operand {
	nodes := items(node)
	out := make([]*operand, 0, len(nodes))
	for _, n := range nodes {
		if o := a.operandOf(key, n, line); o != nil {
			out = append(out, o)
		}
	}
	if len(out) < least {
		a.fail(line, "%s: %d numbers; expected at least %d", key, len(out), least)
	}
	return out
}

// pair reads a list of exactly two operands.
func (a *args) pair(key string) (first, second *operand) {
	ops := a.operands(2, key)
	if len(ops) > 2 {
		a.fail(a.line, "%s: %d numbers; expected two", key, len(ops))
	}
	if len(ops) != 2 {
		return nil, nil
	}
	return ops[0], ops[1]
}

// derive notes the operands that the claim is derived from.
func (a *args) derive(ops ...*operand) {
	for _, o := range ops {
		if o != nil {
			a.uses = append(a.uses, o)
		}
	}
}

// whole reads an exact whole number of at least 1; fallback where it is left out.
func (a *args) whole(key string, fallback int) int {
	e := a.find(key)
	if e == nil {
		return fallback
	}
	text, _, err := scalar(e.value)
	if err != nil {
		a.fail(e.line, "%s: %w; expected a whole number", key, err)
		return fallback
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxWhole {
		a.fail(e.line, "%s: %q; expected a whole number from 1 to %d", key, clipText(text), maxWhole)
		return fallback
	}
	return n
}

// maxWhole bounds the denominators and ranges that are searched.
const maxWhole = 1_000_000

// fraction reads a number between 0 and 1; ok is false where it is left out.
func (a *args) fraction(key string) (v float64, ok bool) {
	e := a.find(key)
	if e == nil {
		return 0, false
	}
	text, _, err := scalar(e.value)
	if err == nil {
		percent := strings.HasSuffix(text, "%")
		v, err = strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
		if percent || v > 1 {
			v /= 100
		}
	}
	if err != nil || !(v > 0 && v < 1) {
		a.fail(e.line, "%s: expected a share between 0 and 1, such as 0.95", key)
		return 0, false
	}
	return v, true
}

// text reads one of the allowed words, or any text where none are given; the
// empty string where it is left out.
func (a *args) text(key string, allowed ...string) string {
	e := a.find(key)
	if e == nil {
		return ""
	}
	text, _, err := scalar(e.value)
	if err != nil {
		a.fail(e.line, "%s: %w", key, err)
		return ""
	}
	if len(allowed) > 0 && !slices.Contains(allowed, text) {
		a.fail(e.line, "%s: %q; expected %s", key, clipText(text), strings.Join(allowed, ", "))
	}
	return text
}

// texts reads a list of texts.
func (a *args) texts(key string) []string {
	e := a.find(key)
	if e == nil {
		return nil
	}
	var out []string
	for _, n := range items(e.value) {
		text, _, err := scalar(n)
		if err != nil {
			a.fail(e.line, "%s: %w", key, err)
			return nil
		}
		out = append(out, text)
	}
	return out
}

// denominator reads a whole number of trials: in place or a claim's.
func (a *args) denominator(keys ...string) *operand {
	o := a.operand(keys...)
	if o != nil && o.literal != nil {
		if n, ok := o.count(); !ok || n < 1 || n > maxWhole {
			a.fail(o.line, "%s: %q; expected a whole number from 1 to %d", keys[0], clipText(o.text), maxWhole)
		}
	}
	return o
}
