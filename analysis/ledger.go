package analysis

import (
	"slices"

	"mcpstats/datasets"
)

// unclear is what a run scores where its habit is taken for the commonest and for the
// largest number of attempts that it has at a task; nil where the habit is clear, or
// the policy fills nothing in.
func (e *evaluation) unclear(r int) *UnclearPromise {
	p, m := &e.bench.promised[r], &e.measures[e.primary]
	if !p.unclear() || m.Missing == Drop || e.plan.Missing == "drop" {
		return nil
	}
	out := &UnclearPromise{Tasks: p.usual.n, Of: p.usual.of, Commonest: int(p.trials), Largest: int(p.largest)}
	scored := e.bench.scoredTasks(m)
	under := func(trials int32) *float64 {
		other := *e.bench
		other.promised = slices.Clone(other.promised)
		other.promised[r].trials = trials
		col := other.readScored(m, r, e.plan.Missing, scored)
		return mean(present(&col))
	}
	out.MeanCommonest, out.MeanLargest = under(p.trials), under(p.largest)
	return out
}

// ledger states, for each run, where every promised attempt went, and what the
// headline metric would be under each policy for those without an outcome.
// summaries are the results' own, made under the plan's policy.
func (e *evaluation) ledger(summaries []Summary) ([]LedgerRow, error) {
	var rows []LedgerRow
	scores, err := e.policyScores(summaries)
	if err != nil {
		return nil, err
	}
	for i, r := range e.runs {
		run := &e.bench.logged[r]
		row := e.bench.promised[r].row()
		row.Benchmark, row.Run, row.Duplicates = e.bench.Name, e.bench.Runs[r], run.duplicates
		for _, a := range run.attempts {
			if a.errored || a.exit() == datasets.ExitError || a.exit() == datasets.ExitHarnessError {
				row.Errors++
			}
		}
		if e.primary >= 0 {
			m := &e.measures[e.primary]
			scored := e.bench.scoredTasks(m)
			have := make([]bool, len(run.attempts))
			for c := range run.cells[m.cells].all() {
				have[c.attempt] = true
			}
			for a, ok := range have {
				if !ok && (scored == nil || scored[run.attempts[a].task]) {
					row.NullOutcome++
				}
			}
			row.Policies = scores[i]
			row.Unclear = e.unclear(r)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
