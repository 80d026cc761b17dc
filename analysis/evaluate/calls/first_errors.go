package calls

import (
	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// firstTally collects where the first failed call stands in attempts of one outcome.
type firstTally struct {
	of                                          int
	thirds                                      [3]int
	place, stepsBefore, stepsAfter, callsBefore []float64
	callsAfter, msBefore, msAfter               []float64
}

// firstErrors says how much of an attempt comes before its first failed call, and after.
func (p *profiling) firstErrors() []result.FirstError {
	type key struct {
		scope  int
		failed bool
	}
	tallies := map[key]*firstTally{}
	p.eachUsed(func(r int, end modes.Outcome, u *table.Used) {
		if end == modes.Unsettled {
			return
		}
		for _, scope := range p.inScopes(r) {
			k := key{scope, end == modes.Failed}
			if tallies[k] == nil {
				tallies[k] = &firstTally{}
			}
			tallies[k].add(u)
		}
	})
	out := []result.FirstError{}
	for _, scope := range p.scopes() {
		for _, failed := range []bool{true, false} {
			t := tallies[key{scope, failed}]
			if t == nil || len(t.place) == 0 {
				continue
			}
			out = append(out, result.FirstError{Run: p.name(scope), Failed: failed, Attempts: len(t.place), Of: t.of,
				Place: median(t.place), Thirds: t.thirds, StepsBefore: median(t.stepsBefore), StepsAfter: median(t.stepsAfter), CallsBefore: median(t.callsBefore), CallsAfter: median(t.callsAfter),
				Timed: len(t.msBefore), MSBefore: median(t.msBefore), MSAfter: median(t.msAfter)})
		}
	}
	return out
}

func (t *firstTally) add(u *table.Used) {
	t.of++
	f := u.First
	if !f.Known {
		return
	}
	calls := 0
	for _, tool := range u.Tools {
		calls += tool.Calls
	}
	place := 0.0
	if u.Messages > 1 {
		place = float64(f.Step) / float64(u.Messages-1)
	}
	t.place = append(t.place, place)
	t.thirds[min(2, int(3*place))]++
	t.stepsBefore, t.stepsAfter = append(t.stepsBefore, float64(f.Step)), append(t.stepsAfter, float64(u.Messages-f.Step-1))
	t.callsBefore, t.callsAfter = append(t.callsBefore, float64(f.Before)), append(t.callsAfter, float64(calls-f.Before-1))
	if f.Timed {
		t.msBefore, t.msAfter = append(t.msBefore, f.TimeBefore), append(t.msAfter, f.TimeAfter)
	}
}
