package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
)

// recomputation is what a recompute check asks for.
type recomputation struct {
	metric, run, benchmark, judge, reading, policy, aggregate string
	definitions                                               []string
	stratum                                                   *result.Stratum
	scale                                                     *big.Rat
}

func readRecompute(a *args) func(*inquiry) outcome {
	c := recomputation{
		metric: a.text("metric"), run: a.text("run"), benchmark: a.text("benchmark"), judge: a.text("judge"),
		reading: a.text("reading", evaluate.ReadingStored, "reread", evaluate.ReadingReparsed), policy: a.text("policy", result.Policies...),
		aggregate: a.text("aggregate", "mean", "sum", "count", "min", "max"), definitions: a.texts("definitions"), scale: a.scale(),
	}
	if c.metric == "" {
		a.fail(a.line, "metric is missing; expected a name of `mcpstats list metrics`, or agreement, kappa, f1, precision, recall")
	}
	if e := a.find("stratum"); e != nil {
		c.stratum = a.stratum(e)
	}
	switch c.reading {
	case "":
		c.reading = evaluate.ReadingStored
	case "reread":
		c.reading = evaluate.ReadingReparsed
	}
	if c.aggregate == "" {
		c.aggregate = "mean"
	}
	for _, m := range append([]string{c.metric}, c.definitions...) {
		switch {
		case slices.Contains(judged, m):
			a.metrics = append(a.metrics, "human_success", "judge_success", "judge_success_reread")
		case m == "judge_success" || m == "judge_success_reread":
			a.metrics = append(a.metrics, "judge_success", "judge_success_reread")
		default:
			a.metrics = append(a.metrics, m)
		}
	}
	return c.check
}

// stratum reads {name: value} or "name=value".
func (a *args) stratum(e *entry) *result.Stratum {
	switch e.value.(type) {
	case *ast.MappingNode, *ast.MappingValueNode:
		es, err := entries(e.value)
		if err == nil && len(es) == 1 {
			if value, _, err := scalar(es[0].value); err == nil {
				return &result.Stratum{Name: es[0].key, Value: value}
			}
		}
	default:
		if text, _, err := scalar(e.value); err == nil {
			if name, value, ok := strings.Cut(text, "="); ok {
				return &result.Stratum{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)}
			}
		}
	}
	a.fail(e.line, "stratum: expected one stratum such as {level: 3}")
	return nil
}

// check recomputes the number by the stated definition, then by every other
// reading, policy and definition, and shows those that end in another verdict.
func (c recomputation) check(q *inquiry) outcome {
	if len(q.logs.benchmarks) == 0 {
		return outcome{verdict: Unverifiable, arithmetic: "not recomputed: needs the logs"}
	}
	place, err := c.find(q)
	if err != nil {
		return outcome{verdict: Unverifiable, arithmetic: "not recomputed: " + err.Error()}
	}
	main, err := c.measure(q, place, c.metric, c.reading, c.policy)
	if err != nil {
		return outcome{verdict: Unverifiable, arithmetic: "not recomputed: " + err.Error()}
	}
	o := outcome{verdict: main.Verdict, computed: main.Computed, readings: []result.ClaimReading{main}}
	o.arithmetic = fmt.Sprintf("%s of %s: %s; printed %s", described(main), main.Run, main.Computed, q.claim.Printed.Text)
	var fits []string
	for _, other := range c.alternatives(q, place, main) {
		o.readings = append(o.readings, other)
		line := fmt.Sprintf("%s: %s", differs(other, main), other.Computed)
		if len(other.Tasks) > 0 {
			line += fmt.Sprintf(" (%d attempts read otherwise)", len(other.Tasks))
		}
		if other.Verdict != main.Verdict {
			o.arithmetic += "; " + line
		}
		if main.Verdict == Refuted && other.Verdict == Confirmed {
			o.verdict = Depends
			fits = append(fits, line)
		}
	}
	if len(fits) > 0 {
		o.fits = "fits with " + sentence(fits...)
	}
	return o
}

// alternatives recomputes the number under the other readings of the judge's
// verdicts, the other policies for what has no score, and the other definitions.
func (c recomputation) alternatives(q *inquiry, p place, main result.ClaimReading) []result.ClaimReading {
	var out []result.ClaimReading
	try := func(metric, reading, policy string) {
		m, err := c.measure(q, p, metric, reading, policy)
		if err != nil || slices.ContainsFunc(append(out, main), func(have result.ClaimReading) bool {
			return have.Computed == m.Computed && have.Metric == m.Metric && (have.Reading == m.Reading || policy != c.policy)
		}) {
			return
		}
		out = append(out, m)
	}
	if main.Reading != "" {
		for _, r := range []string{evaluate.ReadingStored, evaluate.ReadingReparsed} {
			if r != c.reading {
				try(c.metric, r, c.policy)
			}
		}
	}
	if main.Policy != "" {
		for _, policy := range result.Policies {
			if policy != main.Policy {
				try(c.metric, c.reading, policy)
			}
		}
	}
	for _, d := range c.definitions {
		try(d, c.reading, c.policy)
	}
	return out
}

// described names what was computed.
func described(m result.ClaimReading) string {
	s := m.Metric
	if m.Judge != "" {
		s += " of " + m.Judge
	}
	if m.Reading != "" {
		s += " (" + m.Reading + " verdicts)"
	}
	return s
}

// differs names in what a recomputation differs from the stated one.
func differs(m, main result.ClaimReading) string {
	switch {
	case m.Metric != main.Metric:
		return m.Metric
	case m.Reading != main.Reading && m.Reading == evaluate.ReadingReparsed:
		return "the judge's own words"
	case m.Reading != main.Reading:
		return "the stored verdicts"
	}
	return "what has no score as " + map[string]string{"fail": "failed", "drop": "left out", "worst": "worst", "best": "best"}[m.Policy]
}
