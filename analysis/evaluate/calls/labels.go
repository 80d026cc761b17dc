package calls

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// callLabelKey is one label within a scope: a run (-1: all together), or one tool of a run.
type callLabelKey struct {
	scope  int
	byTool bool
	name   table.UsageTool
	label  string
}

// callLabelTally counts the calls that bear a label.
type callLabelTally struct {
	units    map[int32]int // labelled calls by task or cluster
	count    int
	attempts int
	example  result.ErrorPlace
}

// callTotals are all calls that labels are counted among.
type callTotals struct {
	units           map[int32]int
	calls, attempts int
}

// labels counts labels of single calls out of all calls: by run, over all runs, and by run and
// tool. A run of which no call is labelled is in the rows over all runs only where it was
// labelled at all: that nobody looked is not that nothing was found. Nobody can tell the two
// apart in a log, so that rows over all runs are over the runs with some label.
func (p *profiling) labels() []result.CallLabel {
	tallies := map[callLabelKey]*callLabelTally{}
	totals := map[callLabelKey]*callTotals{}
	labelled := map[int]bool{}
	for _, r := range p.st.Runs {
		labelled[r] = len(p.st.Bench.Logged[r].Used.Labels) > 0
	}
	several := 0
	for _, is := range labelled {
		if is {
			several++
		}
	}
	p.eachUsed(func(r int, _ modes.Outcome, u *table.Used) {
		if !labelled[r] {
			return
		}
		scopes := []int{r}
		if several > 1 {
			scopes = append(scopes, -1)
		}
		logged := &p.st.Bench.Logged[r].Used
		unit := p.unit(r, u.Attempt)
		met := map[callLabelKey]bool{}
		add := func(k callLabelKey, calls int) {
			t := totals[k]
			if t == nil {
				t = &callTotals{units: map[int32]int{}}
				totals[k] = t
			}
			t.calls += calls
			t.units[unit] += calls
			if calls > 0 && !met[k] {
				t.attempts++
				met[k] = true
			}
		}
		for _, t := range u.Tools {
			for _, scope := range scopes {
				add(callLabelKey{scope: scope}, t.Calls)
			}
			add(callLabelKey{scope: r, byTool: true, name: logged.Tools[t.Tool]}, t.Calls)
		}
		for _, l := range u.Labels {
			name := logged.Tools[l.Tool]
			keys := []callLabelKey{{scope: r, byTool: true, name: name}}
			for _, scope := range scopes {
				keys = append(keys, callLabelKey{scope: scope})
			}
			for _, k := range keys {
				k.label = logged.Labels[l.Label]
				t := tallies[k]
				if t == nil {
					at := &p.st.Bench.Logged[r].Attempts[u.Attempt]
					t = &callLabelTally{units: map[int32]int{}, example: result.ErrorPlace{Run: p.st.Bench.Runs[r], Task: p.st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial), Step: l.Step, Tool: fullName(name)}}
					tallies[k] = t
				}
				t.count += l.Count
				t.units[unit] += l.Count
				if !met[k] {
					t.attempts++
					met[k] = true
				}
			}
		}
	})
	var out []result.CallLabel
	for k, t := range tallies {
		of := k
		of.label = ""
		all := totals[of]
		counts := tally{}
		for unit, n := range all.units {
			counts.add(unit, t.units[unit], n)
		}
		row := result.CallLabel{Run: p.name(k.scope), Server: k.name.Server, Tool: k.name.Tool, Label: k.label, Attempts: t.attempts, AttemptsOf: all.attempts, Example: t.example}
		row.Count, row.Calls, row.Share, row.Interval = counts.share(p.st)
		out = append(out, row)
	}
	place := map[string]int{"": len(p.st.Bench.Runs)}
	for i, name := range p.st.Bench.Runs {
		place[name] = i
	}
	byTool := func(l *result.CallLabel) int {
		if l.Tool != "" || l.Server != "" {
			return 1
		}
		return 0
	}
	slices.SortFunc(out, func(a, b result.CallLabel) int {
		return cmp.Or(byTool(&a)-byTool(&b), place[a.Run]-place[b.Run], b.Count-a.Count, result.CompareNatural(a.Label, b.Label), strings.Compare(a.Label, b.Label),
			byName(table.UsageTool{Server: a.Server, Tool: a.Tool}, table.UsageTool{Server: b.Server, Tool: b.Tool}),
			strings.Compare(a.Server, b.Server), strings.Compare(a.Tool, b.Tool))
	})
	return out
}
