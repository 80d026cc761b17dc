package calls

import (
	"slices"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// quantity is a number that attempts of a run have, by attempt; missing where known is false.
type quantity struct {
	value []float64
	known []bool
	total float64 // over all attempts that have it, where summed
}

// summed is the quantity with its total.
func (q quantity) summed() quantity {
	var all stats.ExactSum
	for a, known := range q.known {
		if known {
			all.Add(q.value[a])
		}
	}
	q.total = all.Value()
	return q
}

// cells are the scores of a run by a metric.
func cells(st *study.Study, r int, metric string) quantity {
	run := &st.Bench.Logged[r]
	q := quantity{value: make([]float64, len(run.Attempts)), known: make([]bool, len(run.Attempts))}
	if m := slices.Index(st.Bench.Metrics, metric); m >= 0 {
		for c := range run.Cells[m].All() {
			q.value[c.Attempt], q.known[c.Attempt] = c.Value, true
		}
	}
	return q
}

// ofUsage are numbers that usages hold.
func ofUsage(run *table.RunTable, number func(*table.Used) int) quantity {
	q := quantity{value: make([]float64, len(run.Attempts)), known: make([]bool, len(run.Attempts))}
	for u := range run.Used.All() {
		q.value[u.Attempt], q.known[u.Attempt] = float64(number(&u)), true
	}
	return q
}

// amount is the sum over the attempts that a choice takes, as a share of that over all.
func (q *quantity) amount(chosen func(a int) bool) result.Amount {
	var out result.Amount
	var part stats.ExactSum
	for a, known := range q.known {
		if known && chosen(a) {
			out.N++
			part.Add(q.value[a])
		}
	}
	if out.N > 0 {
		out.Sum = result.Number(part.Value())
	}
	if q.total > 0 && out.N > 0 {
		out.Share = result.Number(part.Value() / q.total)
	}
	return out
}

// spent says what failed attempts took, by primary mode and by cause.
func (p *profiling) spent() []result.Spent {
	out := []result.Spent{}
	for _, r := range p.st.Runs {
		run := &p.st.Bench.Logged[r]
		steps := ofUsage(run, func(u *table.Used) int { return u.Messages }).summed()
		tokens, usd, ms := cells(p.st, r, result.QuantityTokens).summed(), cells(p.st, r, result.QuantityCost).summed(), cells(p.st, r, result.QuantityTime).summed()
		row := func(mode, cause string, chosen func(a int) bool) {
			s := result.Spent{Run: p.name(r), Mode: mode, Cause: cause}
			of := func(a int) bool { return p.ends[r][a] == modes.Failed && chosen(a) }
			for a := range run.Attempts {
				if of(a) {
					s.Attempts++
				}
			}
			if s.Attempts == 0 {
				return
			}
			s.Steps, s.Tokens, s.USD, s.MS = steps.amount(of), tokens.amount(of), usd.amount(of), ms.amount(of)
			out = append(out, s)
		}
		row("", "", func(int) bool { return true })
		for i, cause := range table.Causes {
			row("", cause, func(a int) bool { return int(run.Seen.Of(a).Course().OfFailure()) == i })
		}
		for _, set := range modes.FailureSets(p.st, r) {
			if set.Source != result.SourceDetected {
				continue
			}
			for m, mode := range set.Modes {
				row(mode.Mode, "", func(a int) bool { return set.Primary(a) == m })
			}
			row(result.ModeNone, "", func(a int) bool { return set.Primary(a) < 0 })
		}
	}
	return out
}
