package claims

import (
	"strings"
	"testing"
)

// TestParseErrors: every mistake is one line with file, line and what was expected.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ name, yaml, want string }{
		{"empty", "", `x.yaml: no claims; expected a list "claims:"`},
		{"no YAML", "claims: [}", "x.yaml:1: not valid YAML"},
		{"unknown top", "claim:\n  - {id: a, printed: 1}", `x.yaml:1: unknown key "claim" (nearest: "claims")`},
		{"no list", "claims: 7", "x.yaml:1: claims: expected a list of claims"},
		{"no id", "claims:\n  - printed: '1'", "x.yaml:2: a claim without an id"},
		{"no printed", "claims:\n  - id: a", "x.yaml:2: claim a: printed is missing"},
		{"no number", "claims:\n  - id: a\n    printed: 'many'", `x.yaml:3: claim a: printed: "many" is not a number`},
		{"nearly a number", "claims:\n  - id: a\n    printed: '78.9S'\n    check: {proportion: {n: 95}}", `x.yaml:3: claim a: printed: "78.9S" is not a number`},
		{"numeric id", "claims:\n  - {id: '12', printed: '1'}", `id "12" is a number`},
		{"duplicate id", "claims:\n  - {id: a, printed: '1'}\n  - {id: a, printed: '2'}", `x.yaml:3: id "a" is given twice, first in line 2`},
		{"duplicate key", "claims:\n  - {id: a, printed: '1', id: b}", "x.yaml:2: not valid YAML"},
		{"unknown key", "claims:\n  - {id: a, printed: '1', quote: text}", `x.yaml:2: unknown key of a claim "quote"`},
		{"unknown unit", "claims:\n  - {id: a, printed: '1', unit: percents}", `x.yaml:2: unknown unit "percents" (nearest: "percent"); expected percent, proportion`},
		{"unit against sign", "claims:\n  - {id: a, printed: '1%', unit: proportion}", "unit proportion, but a percent sign is printed"},
		{"unknown check", "claims:\n  - id: a\n    printed: '1'\n    check: {proportoin: {n: 95}}", `x.yaml:4: unknown check "proportoin" (nearest: "proportion"); expected proportion, mean`},
		{"check without operands", "claims:\n  - id: a\n    printed: '1'\n    check: proportion", "x.yaml:4: claim a: check: expected a map"},
		{"missing operand", "claims:\n  - id: a\n    printed: '1'\n    check: {proportion: {}}", "x.yaml:4: claim a: proportion: n is missing; expected {n}"},
		{"unknown operand", "claims:\n  - id: a\n    printed: '1'\n    check: {proportion: {n: 95, m: 2}}", `x.yaml:4: unknown operand of proportion "m"; expected n`},
		{"bad n", "claims:\n  - {id: a, printed: '1', check: {proportion: {n: '9.5'}}}", `n: "9.5"; expected a whole number from 1`},
		{"unknown id", "claims:\n  - {id: table-4, printed: '1'}\n  - id: a\n    printed: '1'\n    check: {equals: table-5}", `x.yaml:5: operand "table-5" is neither the id of a claim nor a number; the nearest id is table-4`},
		{"cycle", "claims:\n  - {id: a, printed: '1', check: {equals: b}}\n  - {id: b, printed: '1', check: {sum: {of: [a, '0']}}}", "x.yaml:2: claim a is derived from itself: a <- b <- a"},
		{"self", "claims:\n  - {id: a, printed: '1', check: {equals: a}}", "claim a is derived from itself: a <- a"},
		{"lengths", "claims:\n  - {id: a, printed: '1', check: {weighted_mean: {of: ['1', '2'], weights: [1]}}}", "2 parts and 1 weights"},
		{"pair", "claims:\n  - {id: a, printed: '1', check: {difference: {of: ['1']}}}", "of: 1 numbers; expected at least 2"},
		{"method", "claims:\n  - {id: a, printed: '1', check: {p_adjusted: {method: holms, of: ['0.1'], position: 1}}}", `method: "holms"; expected`},
		{"position", "claims:\n  - {id: a, printed: '1', check: {p_adjusted: {method: holm, of: ['0.1'], position: 2}}}", "position: 2; expected the place"},
		{"label as number", "claims:\n  - {id: a, printed: KG-Hybrid, unverifiable: the bold print}\n  - {id: b, printed: '1', check: {equals: a}}", `operand a: claim a prints "KG-Hybrid", which is not a number`},
		{"anchor", "claims:\n  - &x {id: a, printed: '1'}", "x.yaml:2: expected a map, found a YAML anchor"},
	} {
		_, err := Parse("x.yaml", []byte(c.yaml))
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %q\nwant %q", c.name, err, c.want)
		}
	}
}

// TestOrderIsNoDerivation: claims may stand in each other's lists where these only
// order them.
func TestOrderIsNoDerivation(t *testing.T) {
	f, err := Parse("x.yaml", []byte(`claims:
  - {id: a, printed: "0.9", check: {maximum: {of: [a, b]}}}
  - {id: b, printed: "0.8", check: {rank: {of: [a, b], rank: 2}}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Verify(f, Logs{}) {
		if c.Verdict != Consistent {
			t.Errorf("%s: %s: %s", c.ID, c.Verdict, c.Arithmetic)
		}
	}
}

// FuzzParse: no input makes the parser or a check panic, and what is parsed can be
// verified and extracted from.
func FuzzParse(f *testing.F) {
	for _, name := range Papers() {
		text, err := papers.ReadFile("papers/" + name + ".yaml")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text[:min(len(text), 3000)]))
	}
	f.Add("claims:\n  - {id: a, printed: '44.50±1.69', unit: percent, check: {interval: {n: 1000, level: 0.95}}}")
	f.Add("claims:\n  - {id: a, printed: '0.02', unit: p, check: {mcnemar: {n: 95, a: '78.95%', b: '64.21%'}}}")
	f.Add("claims:\n  - {id: a, printed: '87.32', unit: percent, check: {confusion: {n: 95, f1: a, agreement: '81.05'}}}")
	f.Add("claims:\n  - {id: a, printed: '0.88', check: {kendall_tau: {x: ['1', '2', '2'], y: ['3', '1', '2']}}}")
	f.Fuzz(func(t *testing.T, text string) {
		if file, err := Parse("x.yaml", []byte(text)); err == nil {
			Verify(file, Logs{})
		}
	})
}

// TestIDsThatBeginAsWords: a word and digits without a space are a name, with one a number.
func TestIDsThatBeginAsWords(t *testing.T) {
	for id, ok := range map[string]bool{"over100": true, "about3": true, "up-to-5": true, "three-of-k": true, "over 100": false, "100": false, "three": false} {
		_, err := Parse("x.yaml", []byte("claims:\n  - {id: \""+id+"\", printed: \"1\", check: {equals: 1}}\n"))
		if (err == nil) != ok {
			t.Errorf("id %q: %v", id, err)
		}
	}
}
