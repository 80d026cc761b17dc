package analysis

import (
	"mcpstats/internal/parallel"
	"slices"
)

// policyScores are the headline metric's means under every policy for what has no
// outcome, by place in e.runs, each with the interval of a summary made under that
// policy: the same method, seed and resamples. summaries hold those of the plan's
// own policy. Nil where there is no headline metric.
func (e *evaluation) policyScores(summaries []Summary) ([][]PolicyScore, error) {
	if e.primary < 0 {
		return nil, nil
	}
	scored := e.bench.scoredTasks(&e.measures[e.primary])
	out, errs := make([][]PolicyScore, len(e.runs)), make([]error, len(e.runs))
	parallel.For(len(e.runs), func(i int) { out[i], errs[i] = e.policyScoresOf(e.runs[i], scored, summaries) })
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// policyScoresOf looks at one run at a time: its columns under all policies are as
// large as the table has a right to be. Policies that give the same column share
// its interval, and most logs lack nothing.
func (e *evaluation) policyScoresOf(r int, scored []bool, summaries []Summary) ([]PolicyScore, error) {
	m := &e.measures[e.primary]
	distinct := []column{e.bench.readScored(m, r, e.plan.Missing, scored)} // the plan's own first
	which := make([]int, len(Policies))
	for i, policy := range Policies {
		if policy == e.plan.Missing {
			continue // which is the first
		}
		col := e.bench.readScored(m, r, policy, scored)
		at := slices.IndexFunc(distinct, col.equal)
		if at < 0 {
			at = len(distinct)
			distinct = append(distinct, col)
		}
		which[i] = at
	}
	found := make([]Summary, len(distinct))
	if at := slices.IndexFunc(summaries, func(s Summary) bool {
		return s.Run == e.bench.Runs[r] && s.Metric == m.Name && s.Stratum == nil
	}); at >= 0 {
		found[0] = summaries[at]
	}
	if err := e.summarizeOthers(m, r, distinct, found); err != nil {
		return nil, err
	}
	out := make([]PolicyScore, len(Policies))
	for i, policy := range Policies {
		out[i] = policyScore(&found[which[i]], policy, m)
	}
	return out, nil
}

// policyScore is what the ledger keeps of a summary made under a policy.
func policyScore(s *Summary, policy string, m *measure) PolicyScore {
	return PolicyScore{Metric: m.Name, Policy: policy, N: s.NAttempts, NTasks: s.NTasks, Mean: s.Mean, Interval: s.Interval, Notes: s.Notes}
}

// summarizeOthers summarizes a run by a measure read in other ways than the plan's, which is
// the first of the columns and has its summary. It is the work of slice on all
// tasks, with the columns in the place of measures.
func (e *evaluation) summarizeOthers(m *measure, r int, columns []column, found []Summary) error {
	u := *e
	u.measures, u.columns, u.compared = nil, make([][]column, len(columns)), nil
	for i := range columns {
		u.measures = append(u.measures, *m)
		u.columns[i] = make([]column, len(e.bench.Runs))
		u.columns[i][r] = columns[i]
	}
	whole := e.bench.slices(nil)[0]
	rs := newResampling(e.plan, e.cluster, e.bench.Name, whole.key())
	var runs []runSlice
	for i := range columns[1:] {
		if v, ok := u.register(whole, i+1, r, rs); ok {
			runs = append(runs, v)
		}
	}
	rs.run()
	for _, v := range runs {
		found[v.measure] = u.summarize(whole, u.gather(whole, v))
	}
	return nil
}
