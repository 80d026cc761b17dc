package evaluate

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// Unclear is what a run scores where its habit is taken for the commonest and for the
// largest number of attempts that it has at a task, which under says of a number; nil
// where the habit is clear, or the policy fills nothing in.
func Unclear(st *study.Study, r int, under func(trials int32) *float64) *result.UnclearPromise {
	p, m := &st.Bench.Promised[r], &st.Measures[st.Primary]
	if !p.Unclear() || m.Missing == result.Drop || st.Plan.Missing == "drop" {
		return nil
	}
	return &result.UnclearPromise{Tasks: p.Usual.N, Of: p.Usual.Of, Commonest: int(p.Trials), Largest: int(p.Largest),
		MeanCommonest: under(p.Trials), MeanLargest: under(p.Largest)}
}

// meanUnder is a run's mean by the headline metric if it had promised so many attempts at a task.
func meanUnder(st *study.Study, r int, scored []bool, trials int32) *float64 {
	other := *st.Bench
	other.Promised = slices.Clone(other.Promised)
	other.Promised[r].Trials = trials
	col := other.ReadScored(&st.Measures[st.Primary], r, st.Plan.Missing, scored)
	return study.Mean(study.Present(&col))
}

// ledger states, for each run, where every promised attempt went, and what the
// headline metric would be under each policy for those without an outcome.
// summaries are the results' own, made under the plan's policy.
func ledger(st *study.Study, summaries []result.Summary) ([]result.LedgerRow, error) {
	var rows []result.LedgerRow
	scores, err := policyScores(st, summaries)
	if err != nil {
		return nil, err
	}
	for i, r := range st.Runs {
		run := &st.Bench.Logged[r]
		row := st.Bench.Promised[r].Row()
		row.Benchmark, row.Run, row.Duplicates = st.Bench.Name, st.Bench.Runs[r], run.Duplicates
		for _, a := range run.Attempts {
			if a.Errored || a.Exit() == datasets.ExitError || a.Exit() == datasets.ExitHarnessError {
				row.Errors++
			}
		}
		if st.Primary >= 0 {
			m := &st.Measures[st.Primary]
			scored := st.Bench.ScoredTasks(m)
			have := make([]bool, len(run.Attempts))
			for c := range run.Cells[m.Cells].All() {
				have[c.Attempt] = true
			}
			for a, ok := range have {
				if !ok && (scored == nil || scored[run.Attempts[a].Task]) {
					row.NullOutcome++
				}
			}
			row.Policies = scores[i]
			row.Unclear = Unclear(st, r, func(trials int32) *float64 { return meanUnder(st, r, scored, trials) })
		}
		rows = append(rows, row)
	}
	return rows, nil
}
