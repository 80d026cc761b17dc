package planout

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every way to write conditions says the same.
func TestWhere(t *testing.T) {
	for text, want := range map[string][]string{
		"where: level=L4\n":                                             {"level=L4"},
		"where: [level=L3|L4, steps>=10]\n":                             {"level=L3|L4", "steps>=10"},
		"where: {level: [L3, L4], steps: \">=10\"}\n":                   {"level=L3|L4", "steps>=10"},
		"where:\n  level: \"!=L4\"\n  k: 5\n":                           {"level!=L4", "k=5"},
		"where: {\"a, b\": \"x|y\"}\n":                                  {`"a, b"="x|y"`},
		"where:\n":                                                      nil,
		"where: {tier: T1}\n":                                           {"tier=T1"},
		"alpha: 0.01\nwhere:\n  - difficulty!=easy\n  - mode=timeout\n": {"difficulty!=easy", "mode=timeout"},
	} {
		plan, err := Read("p.yaml", []byte(text))
		if d := cmp.Diff(want, plan.Where); err != nil || d != "" {
			t.Errorf("%s%v %s", text, err, d)
		}
	}
	for text, want := range map[string]string{
		"where: level\n":               `p.yaml:1: where: "level" is no condition; expected a field, one of != <= >= = < >, and a value, such as level=L4 or steps>=10`,
		"where: {steps: \">=many\"}\n": `p.yaml:1: where: "steps>=many": >= takes a number, not "many"`,
		"where: {level: []}\n":         `p.yaml:1: where: "level" has no value`,
		"where: {level: {a: b}}\n":     `p.yaml:1: where: "level" is a map, expected a value, or several in [ ]`,
	} {
		if _, err := Read("p.yaml", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s%v, want %s", text, err, want)
		}
	}
}
