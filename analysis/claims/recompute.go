package claims

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/result"
)

var checkRecompute = declare(Check{
	Name: "recompute",
	Doc:  "What do the logs give?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "metric", Doc: "A metric of `mcpstats list metrics`, or " + alternatives(judged) + " of a judge against the human verdicts"},
			{Name: "run", Optional: true, Doc: "The run, by its words: deepseek-v3 is deepseek_deepseek-chat-v3-0324, and a name that fits several is refused with the list; it may be left out where the logs hold one run"},
			{Name: "benchmark", Optional: true, Doc: "The benchmark, where several hold that run"},
			{Name: "judge", Optional: true, Doc: "The judge, by its words, or a vote: vote>=half, vote>half, any"},
			{Name: "reading", Optional: true, Doc: "Stored (the default) or reread: the judge's verdicts as the log stores them, or as its own words say"},
			{Name: "stratum", Optional: true, Doc: "One stratum, such as {level: 3}"},
			{Name: "policy", Optional: true, Doc: "What an attempt without a score counts as: " + alternatives(result.Policies) + "; by default what the metric says"},
			{Name: "aggregate", Optional: true, Doc: alternatives(aggregates) + "; the mean by default"},
			{Name: "definitions", Optional: true, Doc: "Other metrics that could be meant. They, the other reading and the other policies are computed too, and shown where they would end in another verdict"},
			scaleField,
		},
		Example: `printed: "78.95", unit: percent, check: {recompute: {metric: judge_success, run: claude-sonnet-4, judge: deepseek-v3}}`,
	}},
	Cite: "The definition of the metric, in `mcpstats list metrics`",
}, parseRecompute, recomputation.answer)

// aggregates are what a recomputation makes of the scores.
var aggregates = []string{"mean", "sum", "count", "min", "max"}

// recomputation is what a recompute check asks for.
type recomputation struct {
	metric, run, benchmark, judge, reading, policy, aggregate string
	definitions                                               []string
	stratum                                                   *result.Stratum
	scale                                                     *big.Rat
}

func parseRecompute(a *args) recomputation {
	c := recomputation{
		metric: a.text("metric"), run: a.text("run"), benchmark: a.text("benchmark"), judge: a.text("judge"),
		reading: a.reading(), policy: a.text("policy", result.Policies...),
		aggregate: a.text("aggregate", aggregates...), definitions: a.texts("definitions"), scale: a.scale(),
	}
	if c.metric == "" {
		a.fail(a.line, "metric is missing; expected a name of `mcpstats list metrics`, or agreement, kappa, f1, precision, recall")
	}
	if e := a.find("stratum"); e != nil {
		c.stratum = a.stratum(e)
	}
	if c.aggregate == "" {
		c.aggregate = aggregates[0]
	}
	for _, m := range append([]string{c.metric}, c.definitions...) {
		a.metrics = append(a.metrics, scoredFor(m)...)
	}
	return c
}

// reading reads which verdicts of a judge count, by the names of evaluate.
func (a *args) reading() string {
	switch r := a.text("reading", judges.ReadingStored, "reread", judges.ReadingReparsed); r {
	case "":
		return judges.ReadingStored
	case "reread":
		return judges.ReadingReparsed
	default:
		return r
	}
}

// scoredFor are the metrics that logs must be scored by for one that a claim names.
func scoredFor(metric string) []string {
	switch {
	case slices.Contains(judged, metric):
		return []string{"human_success", "judge_success", "judge_success_reread"}
	case metric == "judge_success" || metric == "judge_success_reread":
		return []string{"judge_success", "judge_success_reread"}
	}
	return []string{metric}
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

// answer recomputes the number by the stated definition, then by every other
// reading, policy and definition, and shows those that end in another verdict.
func (c recomputation) answer(q *inquiry) outcome {
	if len(q.logs.benchmarks) == 0 {
		return unverifiable("not recomputed: needs the logs")
	}
	place, err := c.find(q)
	if err != nil {
		return unverifiable("not recomputed: %s", err)
	}
	main, err := c.measure(q, place, c.metric, c.reading, c.policy)
	if err != nil {
		return unverifiable("not recomputed: %s", err)
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
		// What another reading confirms was not made up: which of the two is meant is the
		// paper's to say.
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

// definition is one way of computing a number.
type definition struct{ metric, reading, policy string }

// alternatives recomputes the number under the other readings of the judge's
// verdicts, the other policies for what has no score, and the other definitions.
// What comes to a number that is listed already is left out.
func (c recomputation) alternatives(q *inquiry, p place, main result.ClaimReading) []result.ClaimReading {
	listed := []result.ClaimReading{main}
	for _, d := range c.otherDefinitions(main) {
		m, err := c.measure(q, p, d.metric, d.reading, d.policy)
		if err != nil || slices.ContainsFunc(listed, func(have result.ClaimReading) bool {
			return have.Computed == m.Computed && have.Metric == m.Metric && (have.Reading == m.Reading || d.policy != c.policy)
		}) {
			continue
		}
		listed = append(listed, m)
	}
	return listed[1:]
}

// otherDefinitions are the ways that differ from the stated one in one thing.
func (c recomputation) otherDefinitions(main result.ClaimReading) []definition {
	var out []definition
	if main.Reading != "" {
		for _, r := range []string{judges.ReadingStored, judges.ReadingReparsed} {
			if r != c.reading {
				out = append(out, definition{c.metric, r, c.policy})
			}
		}
	}
	if main.Policy != "" {
		for _, policy := range result.Policies {
			if policy != main.Policy {
				out = append(out, definition{c.metric, c.reading, policy})
			}
		}
	}
	for _, d := range c.definitions {
		out = append(out, definition{d, c.reading, c.policy})
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
	case m.Reading != main.Reading && m.Reading == judges.ReadingReparsed:
		return "the judge's own words"
	case m.Reading != main.Reading:
		return "the stored verdicts"
	}
	return "what has no score as " + map[string]string{"fail": "failed", "drop": "left out", "worst": "worst", "best": "best"}[m.Policy]
}
