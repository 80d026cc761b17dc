package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Condition chooses a part of a log: the tasks or attempts whose field has one of the
// values. A slice is all that a list of conditions chooses; what meets them all is in it.
//
// A field that is a fact of the task (a stratum, or an attribute that all attempts at a task
// agree on) chooses tasks, whether a run attempted them or not, so that no run loses a
// failure from its denominator. Any other field (an attribute of runs or attempts, a metric,
// a failure mode) chooses attempts, and each run answers for those that it has.
type Condition struct {
	Field  string
	Op     string   // one of Operators
	Values []string // any of them; one for an order
}

// Operators are the words of a condition, in the order in which they are looked for.
var Operators = []string{"!=", "<=", ">=", "=", "<", ">"}

// ModeField is the field of a condition on failure modes, of any source.
const ModeField = "mode"

// ParseConditions reads a list such as
//
//	level=L3|L4, difficulty!=easy, steps>=10, mode=wrong_tool
//
// A field or value that holds one of the signs stands in double quotes.
func ParseConditions(text string) ([]Condition, error) {
	var out []Condition
	for len(text) > 0 {
		var one string
		one, text = cutOutside(text, ',')
		if strings.TrimSpace(one) == "" {
			continue
		}
		c, err := parseCondition(one)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no condition; expected some such as level=L4 or steps>=10")
	}
	return out, nil
}

// cutOutside cuts a text at the first sign that stands outside of quotes.
func cutOutside(text string, sign byte) (before, after string) {
	quoted := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			quoted = !quoted
		case text[i] == sign && !quoted:
			return text[:i], text[i+1:]
		}
	}
	return text, ""
}

func parseCondition(text string) (Condition, error) {
	text = strings.TrimSpace(text)
	quoted := false
	for i := range len(text) {
		if text[i] == '"' {
			quoted = !quoted
		}
		if quoted {
			continue
		}
		for _, op := range Operators {
			if strings.HasPrefix(text[i:], op) {
				return newCondition(text, text[:i], op, strings.TrimPrefix(text[i+len(op):], map[bool]string{true: "="}[op == "="]))
			}
		}
	}
	return Condition{}, fmt.Errorf("%q is no condition; expected a field, one of %s, and a value, such as level=L4 or steps>=10", text, strings.Join(Operators, " "))
}

func newCondition(text, field, op, values string) (Condition, error) {
	c := Condition{Field: unquoted(field), Op: op}
	for values != "" {
		var v string
		v, values = cutOutside(values, '|')
		if v = unquoted(v); v != "" {
			c.Values = append(c.Values, v)
		}
	}
	switch {
	case c.Field == "":
		return c, fmt.Errorf("%q names no field; expected a stratum, an attribute, a metric or %s before %s", text, ModeField, op)
	case len(c.Values) == 0:
		return c, fmt.Errorf("%q has no value behind %s", text, op)
	case c.Ordered() && len(c.Values) > 1:
		return c, fmt.Errorf("%q: %s takes one value, not %d", text, op, len(c.Values))
	case c.Ordered():
		if _, ok := number(c.Values[0]); !ok {
			return c, fmt.Errorf("%q: %s takes a number, not %q", text, op, c.Values[0])
		}
	}
	return c, nil
}

func unquoted(text string) string {
	text = strings.TrimSpace(text)
	if len(text) >= 2 && text[0] == '"' && text[len(text)-1] == '"' {
		return text[1 : len(text)-1]
	}
	return text
}

// number reads a finite number.
func number(text string) (float64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && x-x == 0
}

// Ordered tells whether the condition is one of order, which only numbers meet.
func (c Condition) Ordered() bool { return c.Op != "=" && c.Op != "!=" }

// String is the condition as ParseConditions reads it.
func (c Condition) String() string {
	quote := func(s string) string {
		if strings.ContainsAny(s, ",|=<>!") || strings.TrimSpace(s) != s || s == "" {
			return `"` + s + `"`
		}
		return s
	}
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		values[i] = quote(v)
	}
	return quote(c.Field) + c.Op + strings.Join(values, "|")
}

// Phrase is the condition as a caption says it.
func (c Condition) Phrase() string {
	op := map[string]string{"!=": "not", "<=": "at most", ">=": "at least", "<": "below", ">": "above", "=": ""}[c.Op]
	return strings.Join(strings.Fields(c.Field+" "+op), " ") + " " + strings.Join(c.Values, " or ")
}

// Meets tells whether a field's value meets the condition. Values that are numbers compare
// as numbers: 5, 5.0 and 5e0 are one.
func (c Condition) Meets(value string) bool {
	x, numeric := number(value)
	if numeric {
		return c.MeetsNumber(x)
	}
	switch c.Op {
	case "=":
		return slices.Contains(c.Values, value)
	case "!=":
		return !slices.Contains(c.Values, value)
	}
	return false
}

// MeetsNumber is Meets for a number.
func (c Condition) MeetsNumber(x float64) bool {
	equal := slices.ContainsFunc(c.Values, func(v string) bool {
		y, ok := number(v)
		return ok && x == y
	})
	if !c.Ordered() {
		return equal == (c.Op == "=")
	}
	bound, _ := number(c.Values[0])
	switch c.Op {
	case "<":
		return x < bound
	case "<=":
		return x <= bound
	case ">":
		return x > bound
	default:
		return x >= bound
	}
}

// Conditions are those of Where, each item of which may hold several.
func (p *Plan) Conditions() ([]Condition, error) {
	var out []Condition
	for _, text := range p.Where {
		list, err := ParseConditions(text)
		if err != nil {
			return nil, fmt.Errorf("where: %w", err)
		}
		out = append(out, list...)
	}
	return out, nil
}

// SliceInfo is the part of a benchmark that results are of.
type SliceInfo struct {
	Benchmark string   `json:"benchmark"`
	Where     []string `json:"where"`
	Tasks     int      `json:"tasks"`
	Of        int      `json:"of"`       // tasks of the whole benchmark
	Unknown   int      `json:"unknown"`  // of them, those without a value of some field: in no slice by it
	Attempts  int      `json:"attempts"` // of all runs, in the slice
}

// RunFactor is the value that an attribute has in all attempts of a run.
type RunFactor struct {
	Benchmark string `json:"benchmark"`
	Run       string `json:"run"`
	Name      string `json:"name"`
	Value     string `json:"value"`
}
