package result

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestParseConditions(t *testing.T) {
	got, err := ParseConditions(`level=L3|L4, difficulty!=easy,steps>=10 , "a=b" == "x, y"|z`)
	want := []Condition{
		{"level", "=", []string{"L3", "L4"}}, {"difficulty", "!=", []string{"easy"}}, {"steps", ">=", []string{"10"}}, {"a=b", "=", []string{"x, y", "z"}},
	}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		"":             "no condition; expected some such as level=L4 or steps>=10",
		"level":        `"level" is no condition; expected a field, one of != <= >= = < >, and a value, such as level=L4 or steps>=10`,
		"=L4":          `"=L4" names no field; expected a stratum, an attribute, a metric or mode before =`,
		"level=":       `"level=" has no value behind =`,
		"steps>many":   `"steps>many": > takes a number, not "many"`,
		"steps<1|2":    `"steps<1|2": < takes one value, not 2`,
		"steps>=NaN":   `"steps>=NaN": >= takes a number, not "NaN"`,
		"a=1,b=2,c=|,": `"c=|" has no value behind =`,
	} {
		if _, err := ParseConditions(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestConditionMeets(t *testing.T) {
	for _, c := range []struct {
		condition string
		meet, not []string
	}{
		{"k=5", []string{"5", "5.0", "5e0"}, []string{"50", "five", ""}},
		{"k!=5", []string{"6", "five"}, []string{"5.00"}},
		{"k>=2", []string{"2", "10"}, []string{"1.9", "ten"}},
		{"k<2", []string{"-1", "1.9"}, []string{"2", "ten"}},
		{"level=L3|L4", []string{"L3", "L4"}, []string{"L1", "l3"}},
		{"level!=L3|L4", []string{"L1"}, []string{"L3", "L4"}},
	} {
		list, err := ParseConditions(c.condition)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range c.meet {
			if !list[0].Meets(v) {
				t.Errorf("%q does not meet %s", v, c.condition)
			}
		}
		for _, v := range c.not {
			if list[0].Meets(v) {
				t.Errorf("%q meets %s", v, c.condition)
			}
		}
	}
}

// What a condition is printed as is read as the same condition, and of a field's values
// every one meets either a condition or its contrary.
func TestConditionsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z0-9 ,|=<>!.-]{0,6}[a-z0-9]`)
		c := Condition{Field: word.Draw(t, "field"), Op: rapid.SampledFrom([]string{"=", "!="}).Draw(t, "op"), Values: rapid.SliceOfN(word, 1, 3).Draw(t, "values")}
		got, err := ParseConditions(c.String())
		if err != nil || !cmp.Equal(got, []Condition{c}) {
			t.Fatalf("%q is read as %+v, %v", c, got, err)
		}
		contrary := c
		contrary.Op = map[string]string{"=": "!=", "!=": "="}[c.Op]
		if v := word.Draw(t, "value"); c.Meets(v) == contrary.Meets(v) {
			t.Fatalf("%q meets %q and %q alike", v, c, contrary)
		}
	})
}
