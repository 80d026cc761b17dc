package analysis

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// attemptMetricOf resolves "pass_hat_4" to its family and k.
func attemptMetricOf(name string) (m attemptMetric, k int, ok bool) {
	for _, m := range passMetrics {
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
	return ok || slices.ContainsFunc(passMetrics, func(m attemptMetric) bool { return m.Name == name })
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

// named returns the plan with the names of families, as lists of metrics print them,
// replaced by their members in the table. A headline is one metric: a family of several
// members stays, for check to refuse with what there is.
func (p Plan) named(t *Table, catalog Catalog) Plan {
	var have []string
	for _, b := range t.Benchmarks {
		have = append(have, b.metricNames(&p)...)
	}
	have = uniqueNatural(have)
	members := func(name string) []string {
		if slices.Contains(have, name) {
			return []string{name}
		}
		_, _, listed := catalog.find(name)
		if !listed && !OfAttempts(name) && !slices.ContainsFunc(catalog, func(m Metric) bool { return strings.HasPrefix(m.Name, name+"[") }) {
			return nil
		}
		return slices.DeleteFunc(slices.Clone(have), func(m string) bool { return !InFamily(name, m) })
	}
	var names []string
	for _, name := range p.Metrics {
		if of := members(name); len(of) > 0 {
			names = append(names, of...)
		} else {
			names = append(names, name)
		}
	}
	p.Metrics = names
	if of := members(p.Primary); p.Primary != "" && len(of) == 1 {
		p.Primary = of[0]
	}
	return p
}

// metricNames lists what a plan can name: the metrics of the table, and those of its
// tasks' attempts together.
func (b *Benchmark) metricNames(p *Plan) []string {
	names := slices.Clone(b.metrics)
	if most := max(b.Trials, p.Trials, b.statedTrials()); most > 1 {
		for k := 1; k <= most; k++ {
			for _, m := range passMetrics {
				names = append(names, strings.TrimSuffix(m.Name, "k")+strconv.Itoa(k))
			}
		}
	}
	return names
}

// AttemptScores lists the table's scores by these metrics of a task's attempts together,
// under the plan's policy: at every attempt that the log holds of a task, its task's value.
// Errors: those of Evaluate.
func (t *Table) AttemptScores(names []string, plan Plan, catalog Catalog) (iter.Seq[Score], error) {
	plan, err := plan.Resolve()
	if err != nil {
		return nil, err
	}
	var benchmarks []*evaluation // which know what the runs promised
	for _, b := range t.Benchmarks {
		e, err := newEvaluation(b, &plan, catalog)
		if err != nil {
			return nil, err
		}
		benchmarks = append(benchmarks, e)
	}
	return func(yield func(Score) bool) {
		for _, e := range benchmarks {
			if !e.attemptScores(names, yield) {
				return
			}
		}
	}, nil
}

func (e *evaluation) attemptScores(names []string, yield func(Score) bool) bool {
	b := e.bench
	for i := range e.measures {
		m := &e.measures[i]
		if m.combine == nil || !slices.ContainsFunc(names, func(name string) bool { return name == m.Name || InFamily(name, m.Name) }) {
			continue
		}
		for _, r := range e.runs {
			col := b.read(m, r, e.plan.Missing)
			for _, a := range b.runs[r].attempts {
				if col.ok[a.task] && !yield(Score{Benchmark: b.Name, Run: b.Runs[r], Task: b.Tasks[a.task].ID, Trial: int(a.trial), Metric: m.Name, Value: col.value[a.task]}) {
					return false
				}
			}
		}
	}
	return true
}
