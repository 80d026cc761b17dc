package analysis

import (
	"mcpstats/datasets"
)

// ledger states, for each run, where every expected attempt went, and what the
// headline metric would be under each policy for those without an outcome.
// summaries are the results' own, made under the plan's policy.
func (e *evaluation) ledger(summaries []Summary) ([]LedgerRow, error) {
	var rows []LedgerRow
	scores, err := e.policyScores(summaries)
	if err != nil {
		return nil, err
	}
	for i, r := range e.runs {
		run := &e.bench.runs[r]
		row := LedgerRow{
			Benchmark: e.bench.Name, Run: e.bench.Runs[r],
			Tasks: len(e.bench.Tasks), Present: len(run.attempts), Duplicates: run.duplicates,
		}
		row.Expected = row.Tasks * e.bench.Trials
		row.Missing = max(0, row.Expected-row.Present)
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
		}
		rows = append(rows, row)
	}
	return rows, nil
}
