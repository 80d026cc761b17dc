package result

import (
	"strings"
	"testing"
)

// A question is the same text however it was written, and that text reads back as the same.
func TestQuestionIsOneText(t *testing.T) {
	for text, want := range map[string]string{
		"slice where=level=L4":                        "slice where=level=L4",
		`  slice   where="level = L4, steps >= 10"  `: `slice where=level=L4,steps>=10`,
		`slice where="set=a b" only=means`:            `slice only=means where="set=a b"`,
		`slice where="set=\"a,b\"|c"`:                 `slice where="set=\"a,b\"|c"`,
		"slice\twhere=\"level=L4\"\nonly=means":       "slice only=means where=level=L4",
	} {
		q, err := ParseQuestion(text)
		if err != nil || q.String() != want {
			t.Errorf("%q is %q, %v; want %q", text, q, err, want)
			continue
		}
		if again, err := ParseQuestion(q.String()); err != nil || again.String() != want {
			t.Errorf("%q read again is %q, %v", want, again, err)
		}
	}
}

func TestBadQuestions(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "an empty question",
		"slise where=a=b":           `"slise" is no kind of question`,
		"slice":                     "the argument where is missing",
		"slice where":               `expected name=value, got "where"`,
		"slice where=level":         `"level" is no condition`,
		"slice where=a=b what=1":    `unknown argument "what"`,
		`slice where="a=b`:          "a quotation mark is not closed",
		"slice where=a=b where=c=d": "given twice",
	} {
		if _, err := ParseQuestion(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if _, err := (Plan{Ask: []string{text}}).Resolve(); err == nil {
			t.Errorf("a plan that asks %q was resolved", text)
		}
	}
}

// Fields that a plan's questions speak of are kept while logs are read.
func TestAttributesOfAPlan(t *testing.T) {
	plan := Plan{Factors: []string{"k"}, Where: []string{"level=L4"}, Ask: []string{`slice where="arm=x,k=5"`}}
	if got := strings.Join(plan.Attributes(), " "); got != "k level arm" {
		t.Errorf("attributes %q", got)
	}
}
