package calls

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// MaxErrors bounds the kinds of errors that results list; the rest are counted together.
const MaxErrors = 100

// errorTally adds up one kind of error.
type errorTally struct {
	calls, attempts int
	tools           map[string]bool
	byRun           map[int]*result.RunError
	failed          tally // of the attempts that met it those that failed, by unit
	example         result.ErrorPlace
}

// errors lists the kinds of error messages over all runs, most frequent first.
func (p *profiling) errors() ([]result.ErrorUse, *result.OtherErrors) {
	kinds := map[string]*errorTally{}
	failures := tally{} // failed attempts by unit
	p.eachUsed(func(r int, end modes.Outcome, u *table.Used) {
		run := &p.st.Bench.Logged[r]
		unit := p.unit(r, u.Attempt)
		if end == modes.Failed {
			failures.add(unit, 0, 1)
		}
		met := map[string]bool{}
		for _, e := range u.Errors {
			text, tool := run.Used.Patterns[e.Pattern], run.Used.Tools[e.Tool]
			k := kinds[text]
			if k == nil {
				at := run.Attempts[u.Attempt]
				k = &errorTally{tools: map[string]bool{}, byRun: map[int]*result.RunError{}, failed: tally{},
					example: result.ErrorPlace{Run: p.name(r), Task: p.st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial), Step: e.Step, Tool: fullName(tool)}}
				kinds[text] = k
			}
			of := k.byRun[r]
			if of == nil {
				of = &result.RunError{Run: p.name(r)}
				k.byRun[r] = of
			}
			k.calls += e.Count
			of.Calls += e.Count
			k.tools[fullName(tool)] = true
			if met[text] {
				continue // by another tool
			}
			met[text] = true
			k.attempts++
			of.Attempts++
			won, judged := settled(end)
			k.failed.add(unit, judged-won, judged)
		}
	})
	out := []result.ErrorUse{}
	_, failedOf, _, _ := failures.share(p.st)
	for text, k := range kinds {
		out = append(out, k.row(p, text, failures, failedOf))
	}
	slices.SortFunc(out, func(a, b result.ErrorUse) int {
		return cmp.Or(b.Calls-a.Calls, b.Attempts-a.Attempts, strings.Compare(a.Pattern, b.Pattern))
	})
	other := result.OtherErrors{}
	for _, e := range out[min(MaxErrors, len(out)):] {
		other.Patterns++
		other.Calls += e.Calls
	}
	for _, r := range p.st.Runs {
		if p.st.Bench.Logged[r].Used.Words != 0 {
			other.Cut = append(other.Cut, p.name(r))
		}
	}
	out = out[:min(MaxErrors, len(out))]
	if other.Patterns == 0 && other.Cut == nil {
		return out, nil
	}
	return out, &other
}

func (k *errorTally) row(p *profiling, text string, failures tally, failedOf int) result.ErrorUse {
	row := result.ErrorUse{Pattern: text, Calls: k.calls, Attempts: k.attempts, FailedOf: failedOf, Example: k.example, ByRun: []result.RunError{}}
	for _, r := range p.st.Runs {
		if of := k.byRun[r]; of != nil {
			row.ByRun = append(row.ByRun, *of)
		}
	}
	for name := range k.tools {
		row.Tools = append(row.Tools, name)
	}
	slices.SortFunc(row.Tools, result.CompareNatural)
	// Of all failed attempts those that met it: unit by unit, those without it as well.
	among := tally{}
	for unit, c := range failures {
		among.add(unit, k.failed[unit][0], c[1])
	}
	row.Failed, row.Judged, _, _ = k.failed.share(p.st)
	_, _, row.FailedShare, row.Interval = among.share(p.st)
	return row
}

// fullName is server and tool, as plans name them.
func fullName(t table.UsageTool) string {
	if t.Server == "" {
		return t.Tool
	}
	return t.Server + "::" + t.Tool
}
