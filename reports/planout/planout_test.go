package planout

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/result"
)

func TestRoundTrip(t *testing.T) {
	for _, p := range []result.Plan{
		{},
		{Baseline: "a: b # c", Runs: []string{"007", "no", "- x", "line\nbreak", ""}, Primary: "success", Alpha: 0.01, Level: 0.9, Seed: 18446744073709551615, Margin: 1e-9, Bayes: true, Strata: []string{"none"}},
	} {
		plan, err := p.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		text, err := Text(plan)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Read("plan.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if diff := cmp.Diff(plan, back); diff != "" {
			t.Errorf("%s\n%s", diff, text)
		}
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]result.Plan{
		"":                                    {},
		"# nothing\n":                         {},
		"---\nbaseline: droid\nalpha: 0.01\n": {Baseline: "droid", Alpha: 0.01},
		// Names are what is written, whatever numbers YAML would make of them.
		"baseline: 1.10\nruns: [007, 0x10, true, \"\", 2026-01-01]\n":         {Baseline: "1.10", Runs: []string{"007", "0x10", "true", "", "2026-01-01"}},
		"baseline:\nruns: ~\nstrata: []\n":                                    {Strata: []string{}},
		"{level: \"0.9\", resamples: 1_000, seed: 0x10}\n":                    {Level: 0.9, Resamples: 1000, Seed: 16},
		"resamples: 2e4\nseed: 18446744073709551615\nequivalence_margin: 0\n": {Resamples: 20000, Seed: 18446744073709551615},
	} {
		plan, err := Read("p.yaml", []byte(text))
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, plan); diff != "" {
			t.Errorf("%q\n%s", text, diff)
		}
	}
}

// A mistake is one line: the file, the line, what is wrong and what to write.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"alpha: 0.05\nbaselin: x\n":      `p.yaml:2: unknown field "baselin"; expected one of baseline, reference, runs, pairs, benchmarks, metrics, also, primary, rules, where, factors, crossed, ask, better, labels, ordinal, strata, cluster, alpha, level, correction, resamples, seed, catalog, prices, costs, tasks, trials, missing, duplicates, zeros, equivalence_margin, bayes`,
		"alpha: often\n":                 `p.yaml:1: alpha is "often", expected a number`,
		"alpha:\n":                       `p.yaml:1: alpha is empty, expected a number`,
		"alpha: .nan\n":                  `p.yaml:1: alpha is ".nan", expected a number`,
		"equivalence_margin: .inf\n":     `p.yaml:1: equivalence_margin is ".inf", expected a number`,
		"level: [0.9]\n":                 `p.yaml:1: level is a list, expected a number`,
		"\n\nresamples: 200.9\n":         `p.yaml:3: resamples is "200.9", expected a whole number above 0`,
		"resamples: 9223372036854775808": `p.yaml:1: resamples is "9223372036854775808", expected a whole number above 0`,
		"seed: -1\n":                     `p.yaml:1: seed is "-1", expected a whole number above 0`,
		"seed: 1.5\n":                    `p.yaml:1: seed is "1.5", expected a whole number above 0`,
		"seed: 18446744073709551616\n":   `p.yaml:1: seed is "18446744073709551616", expected a whole number above 0`,
		"baseline: [a]\n":                `p.yaml:1: baseline is a list, expected one name`,
		"baseline: &x a\n":               `p.yaml:1: baseline is a YAML anchor, alias or tag, which a plan does not have, expected one name`,
		"runs: a\n":                      `p.yaml:1: runs is "a", expected a list such as [a, b]`,
		"runs:\n  - a\n  - {b: c}\n":     `p.yaml:3: runs: item 2 is a map, expected one name`,
		"- alpha\n":                      `p.yaml:1: expected lines such as "alpha: 0.05", found a list`,
		"alpha: 0.1\n\nalpha: 0.2\n":     `p.yaml:3: alpha is given twice, first on line 1`,
		"alpha: 0.1\n---\nlevel: 0.9\n":  `p.yaml:3: a second YAML document; a plan is one`,
		"baseline: x\nalpha: 0\n":        `p.yaml:2: alpha is 0, expected a number above 0; leave the line out for the default`,
		"level: 0.0\n":                   `p.yaml:1: level is 0, expected a number above 0; leave the line out for the default`,
		"{alpha: 0.01, resamples: 0}\n":  `p.yaml:1: resamples is 0, expected a number above 0; leave the line out for the default`,
		"seed: 0x0\n":                    `p.yaml:1: seed is 0, expected a number above 0; leave the line out for the default`,
	} {
		_, err := Read("p.yaml", []byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q gives\n%v\nexpected\n%s", text, err, want)
		}
	}
	for text, line := range map[string]string{"runs: [a\n": "1", "alpha: 0.1\n\tlevel: 0.9\n": "2", "alpha: 0.1\nx\n": "2"} {
		_, err := Read("p.yaml", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), "p.yaml:"+line+": not valid YAML (") || !strings.HasSuffix(err.Error(), `); expected lines such as "alpha: 0.05" or "runs: [a, b]"`) {
			t.Errorf("%q gives %v", text, err)
		}
	}
}
