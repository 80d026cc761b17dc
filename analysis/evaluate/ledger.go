package evaluate

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// unclear is what a run scores where its habit is taken for the commonest and for the
// largest number of attempts that it has at a task; nil where the habit is clear, or
// the policy fills nothing in.
func unclear(e *study.Study, r int) *result.UnclearPromise {
	p, m := &e.Bench.Promised[r], &e.Measures[e.Primary]
	if !p.Unclear() || m.Missing == result.Drop || e.Plan.Missing == "drop" {
		return nil
	}
	out := &result.UnclearPromise{Tasks: p.Usual.N, Of: p.Usual.Of, Commonest: int(p.Trials), Largest: int(p.Largest)}
	scored := e.Bench.ScoredTasks(m)
	under := func(trials int32) *float64 {
		other := *e.Bench
		other.Promised = slices.Clone(other.Promised)
		other.Promised[r].Trials = trials
		col := other.ReadScored(m, r, e.Plan.Missing, scored)
		return study.Mean(study.Present(&col))
	}
	out.MeanCommonest, out.MeanLargest = under(p.Trials), under(p.Largest)
	return out
}

// ledger states, for each run, where every promised attempt went, and what the
// headline metric would be under each policy for those without an outcome.
// summaries are the results' own, made under the plan's policy.
func ledger(e *study.Study, summaries []result.Summary) ([]result.LedgerRow, error) {
	var rows []result.LedgerRow
	scores, err := policyScores(e, summaries)
	if err != nil {
		return nil, err
	}
	for i, r := range e.Runs {
		run := &e.Bench.Logged[r]
		row := e.Bench.Promised[r].Row()
		row.Benchmark, row.Run, row.Duplicates = e.Bench.Name, e.Bench.Runs[r], run.Duplicates
		for _, a := range run.Attempts {
			if a.Errored || a.Exit() == datasets.ExitError || a.Exit() == datasets.ExitHarnessError {
				row.Errors++
			}
		}
		if e.Primary >= 0 {
			m := &e.Measures[e.Primary]
			scored := e.Bench.ScoredTasks(m)
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
			row.Unclear = unclear(e, r)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
