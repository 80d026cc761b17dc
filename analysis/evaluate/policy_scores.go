package evaluate

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
)

// policyScores are the headline metric's means under every policy for what has no
// outcome, by place in Study.Runs, each with the interval of a summary made under that
// policy: the same method, seed and resamples. summaries hold those of the plan's
// own policy. Nil where there is no headline metric.
func policyScores(st *study.Study, summaries []result.Summary) ([][]result.PolicyScore, error) {
	if st.Primary < 0 {
		return nil, nil
	}
	scored := st.Bench.ScoredTasks(&st.Measures[st.Primary])
	out, errs := make([][]result.PolicyScore, len(st.Runs)), make([]error, len(st.Runs))
	parallel.For(len(st.Runs), func(i int) { out[i], errs[i] = policyScoresOf(st, st.Runs[i], scored, summaries) })
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
func policyScoresOf(st *study.Study, r int, scored []bool, summaries []result.Summary) ([]result.PolicyScore, error) {
	m := &st.Measures[st.Primary]
	distinct := []table.Column{st.Bench.ReadScored(m, r, st.Plan.Missing, scored)} // the plan's own first
	which := make([]int, len(result.Policies))
	for i, policy := range result.Policies {
		if policy == st.Plan.Missing {
			continue // which is the first
		}
		col := st.Bench.ReadScored(m, r, policy, scored)
		at := slices.IndexFunc(distinct, col.Equal)
		if at < 0 {
			at = len(distinct)
			distinct = append(distinct, col)
		}
		which[i] = at
	}
	found := make([]result.Summary, len(distinct))
	if at := slices.IndexFunc(summaries, func(s result.Summary) bool {
		return s.Run == st.Bench.Runs[r] && s.Metric == m.Name && s.Stratum == nil
	}); at >= 0 {
		found[0] = summaries[at]
	}
	if err := summarizeOthers(st, m, r, distinct, found); err != nil {
		return nil, err
	}
	out := make([]result.PolicyScore, len(result.Policies))
	for i, policy := range result.Policies {
		out[i] = PolicyScore(&found[which[i]], policy, m)
	}
	return out, nil
}

// PolicyScore is what the ledger keeps of a summary made under a policy.
func PolicyScore(s *result.Summary, policy string, m *table.Measure) result.PolicyScore {
	return result.PolicyScore{Metric: m.Name, Policy: policy, N: s.NAttempts, NTasks: s.NTasks, Mean: s.Mean, Interval: s.Interval, Notes: s.Notes}
}

// summarizeOthers summarizes a run by a measure read in other ways than the plan's, which is
// the first of the columns and has its summary. It is the work of slice on all
// tasks, with the columns in the place of measures.
func summarizeOthers(st *study.Study, m *table.Measure, r int, columns []table.Column, found []result.Summary) error {
	u := *st
	u.Measures, u.Columns, u.Compared = nil, make([][]table.Column, len(columns)), nil
	for i := range columns {
		u.Measures = append(u.Measures, *m)
		u.Columns[i] = make([]table.Column, len(st.Bench.Runs))
		u.Columns[i][r] = columns[i]
	}
	whole := st.Bench.Slices(nil)[0]
	rs := study.NewResampling(st.Plan, st.Cluster, st.Bench.Name, whole.Key())
	var runs []study.RunSlice
	for i := range columns[1:] {
		if v, ok := study.Register(&u, whole, i+1, r, rs); ok {
			runs = append(runs, v)
		}
	}
	rs.Run()
	for _, v := range runs {
		found[v.Measure] = study.Summarize(&u, whole, study.Gather(&u, whole, v))
	}
	return nil
}
