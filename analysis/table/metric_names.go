package table

import (
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
)

// attemptMetricOf resolves "pass_hat_4" to its family and k.
func attemptMetricOf(name string) (m attemptMetric, k int, ok bool) {
	for _, m := range PassMetrics {
		if digits, found := strings.CutPrefix(name, strings.TrimSuffix(m.Name, "k")); found {
			if k, err := strconv.Atoi(digits); err == nil && k >= 1 && strconv.Itoa(k) == digits {
				return m, k, true
			}
		}
	}
	return attemptMetric{}, 0, false
}

// OfAttempts tells whether a name is that of a metric of a task's attempts together
// (pass_hat_4), or of a family of such (pass_hat_k), which are made of success.
func OfAttempts(name string) bool {
	_, _, ok := attemptMetricOf(name)
	return ok || slices.ContainsFunc(PassMetrics, func(m attemptMetric) bool { return m.Name == name })
}

// InFamily tells whether a metric is a member of the family of that name, as it is
// listed ("judge_success[judge]", "pass_hat_k") or bare ("judge_success").
func InFamily(family, member string) bool {
	if m, _, ok := attemptMetricOf(member); ok && m.Name == family {
		return true
	}
	bare, _, _ := strings.Cut(family, "[")
	own, _, ok := strings.Cut(member, "[")
	return ok && own == bare
}

// MetricNames lists what a plan can name: the metrics of the table, and those of its
// tasks' attempts together.
func (b *Benchmark) MetricNames(p *result.Plan) []string {
	names := slices.Clone(b.Metrics)
	if most := max(b.Trials, p.Trials, b.statedTrials()); most > 1 {
		for k := 1; k <= most; k++ {
			for _, m := range PassMetrics {
				names = append(names, strings.TrimSuffix(m.Name, "k")+strconv.Itoa(k))
			}
		}
	}
	return names
}

// questions groups the metrics that answer one question in other ways: who
// judges, which reading, which threshold.
var questions = [][]string{
	{"success", ReferenceMetric, StoredFamily, RereadFamily},
	{"pass", "pass_50", "coverage"},
	{"plan_exact_match", "plan_f1", "etom_exact_match"},
}

// SameQuestion tells whether two metrics are listed as answers to one question of an attempt, so that
// one may stand in for the other: the harness's verdict on success and a judge's, say.
func SameQuestion(a, b string) bool {
	for _, q := range questions {
		in := func(name string) bool {
			return slices.ContainsFunc(q, func(s string) bool {
				return name == s || strings.HasSuffix(s, "[") && strings.HasPrefix(name, s)
			})
		}
		if in(a) && in(b) {
			return true
		}
	}
	return false
}

// The metrics that carry verdicts. Agreement is read from the table like
// everything else, so scores that somebody else computed will do.
const (
	ReferenceMetric = "human_success"
	StoredFamily    = "judge_success["
	RereadFamily    = "judge_success_reread["
)
