package planout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis"
)

func TestRoundTrip(t *testing.T) {
	for _, p := range []analysis.Plan{
		{},
		{Baseline: "a: b # c", Runs: []string{"007", "no", "- x", "line\nbreak", ""}, Primary: "success", Alpha: 0.01, Level: 0.9, Seed: 18446744073709551615, Margin: 1e-9, Strata: []string{"none"}},
	} {
		plan, err := p.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		text, err := Text(plan)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(plan, back); diff != "" {
			t.Errorf("%s\n%s", diff, text)
		}
	}
}

func TestRead(t *testing.T) {
	plan, err := Read(strings.NewReader("baseline: droid\nalpha: 0.01\n"))
	if err != nil || plan.Baseline != "droid" || plan.Alpha != 0.01 {
		t.Errorf("got %+v, %v", plan, err)
	}
	if plan, err := Read(strings.NewReader("")); err != nil || plan.Baseline != "" {
		t.Errorf("an empty plan is the default one; got %+v, %v", plan, err)
	}
	for _, c := range []struct{ text, want string }{
		{"alpha: 0.05\nbaselin: x\n", `unknown field "baselin"`},
		{"alpha: often\n", "alpha: often"},
		{"runs: [a\n", "runs: [a"},
		{"baseline: x\nalpha: 0\n", "plan: [2:1] alpha is 0, expected a number above 0"},
		{"level: 0.0\n", "plan: [1:1] level is 0"},
		{"alpha: 0.01\nresamples: 0\n", "plan: [2:1] resamples is 0"},
		{"seed: 0x0\n", "plan: [1:1] seed is 0"},
	} {
		_, err := Read(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "plan: [") {
			t.Errorf("%q: got %v, want %q with its line", c.text, err, c.want)
		}
	}
}
