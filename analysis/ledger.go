package analysis

import (
	"mcpstats/datasets"
)

// ledger states, for each run, where every expected attempt went, and what the
// headline metric would be under each policy for those without an outcome.
func (e *evaluation) ledger() []LedgerRow {
	var rows []LedgerRow
	for _, r := range e.runs {
		run := &e.bench.runs[r]
		row := LedgerRow{
			Benchmark: e.bench.Name, Run: e.bench.Runs[r],
			Tasks: len(e.bench.Tasks), Expected: len(e.bench.Tasks) * e.bench.Trials,
			Present: len(run.attempts), Duplicates: run.duplicates,
		}
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
			for i, ok := range have {
				if !ok && (scored == nil || scored[run.attempts[i].task]) {
					row.NullOutcome++
				}
			}
			row.Policies = e.policies(m, r)
		}
		rows = append(rows, row)
	}
	return rows
}

func (e *evaluation) policies(m *measure, r int) []PolicyScore {
	var out []PolicyScore
	for _, policy := range Policies {
		col := e.bench.read(m, r, policy)
		p := PolicyScore{Metric: m.Name, Policy: policy, N: col.total}
		var values []float64
		for t, ok := range col.ok {
			if ok {
				values = append(values, col.value[t])
			}
		}
		if len(values) > 0 {
			p.Mean = mean(values)
		}
		out = append(out, p)
	}
	return out
}
