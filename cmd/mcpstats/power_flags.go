package main

import (
	"strings"

	"github.com/spf13/pflag"

	"mcpstats/analysis/power"
)

// asking is the command-line flags of a question of power.
type asking struct {
	test         string
	alpha, power float64
	n            int
	values       [7]float64
}

// quantities are the flags whose absence differs from 0, in the order of help.
var quantities = []struct {
	name, usage string
	observed    bool // bears on runs of a log too
	of          func(*power.Plan) **float64
}{
	{"p1", "success rate of one run", false, func(p *power.Plan) **float64 { return &p.P1 }},
	{"p2", "success rate of the other run", false, func(p *power.Plan) **float64 { return &p.P2 }},
	{"difference", "difference to be seen, in the metric's unit: 0.05 is 5 points", true, func(p *power.Plan) **float64 { return &p.Difference }},
	{"discordance", "share of the tasks that only one of the runs solves", false, func(p *power.Plan) **float64 { return &p.Discordance }},
	{"odds", "odds of a discordant task to be the better run's", false, func(p *power.Plan) **float64 { return &p.Odds }},
	{"dz", "mean difference in standard deviations of the differences by task", false, func(p *power.Plan) **float64 { return &p.DZ }},
	{"sd", "standard deviation of the differences by task", false, func(p *power.Plan) **float64 { return &p.SD }},
}

func (q *asking) register(f *pflag.FlagSet) {
	f.StringVar(&q.test, "test", "", "test to plan for: "+strings.Join(powerTestNames(), ", ")+" (default mcnemar; paired-t with --dz or --sd; by the metric's scale with runs)")
	for i, v := range quantities {
		f.Float64Var(&q.values[i], v.name, 0, v.usage)
	}
	f.IntVar(&q.n, "n", 0, "tasks at hand (default with runs: those of the log)")
	f.Float64Var(&q.alpha, "alpha", 0, "level of the test (default 0.05)")
	f.Float64Var(&q.power, "power", 0, "power wanted (default 0.8)")
}

// powerTestNames are the values of --test: those of analysis with hyphens, the
// exact McNemar test by its plain name.
func powerTestNames() []string {
	var out []string
	for _, name := range power.Tests {
		out = append(out, strings.ReplaceAll(strings.TrimSuffix(name, "_exact"), "_", "-"))
	}
	return out
}

// plan reads the flags. A flag that was given counts even where it is 0, which
// the plan refuses by name.
func (q *asking) plan(f *pflag.FlagSet, observed bool) (power.Plan, error) {
	p := power.Plan{Alpha: q.alpha, Power: q.power, N: q.n}
	for _, name := range []string{"alpha", "power", "n"} {
		if flag := f.Lookup(name); flag.Changed && (flag.Value.String() == "0" || strings.HasPrefix(flag.Value.String(), "-")) {
			return p, usagef("power: --%s %s: expected a number above 0", name, flag.Value)
		}
	}
	for i, v := range quantities {
		if !f.Changed(v.name) {
			continue
		}
		if observed && !v.observed {
			return p, usagef("power: --%s: with two runs it is taken from the logs; leave it out", v.name)
		}
		*v.of(&p) = &q.values[i]
	}
	for i, name := range powerTestNames() {
		if q.test == name {
			p.Test = power.Tests[i]
		}
	}
	switch {
	case q.test != "" && p.Test == "":
		return p, usagef("power: --test %s: expected one of %s", q.test, strings.Join(powerTestNames(), ", "))
	case q.test == "" && !observed && (p.DZ != nil || p.SD != nil):
		p.Test = "paired_t"
	case q.test == "" && !observed:
		p.Test = "mcnemar_exact"
	}
	return p, nil
}
