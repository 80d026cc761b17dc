package calls

import (
	"cmp"
	"slices"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// toolKey is one tool, or one server as a whole, within a scope.
type toolKey struct {
	scope  int // index of a run; -1: all together
	server bool
	name   table.UsageTool
}

// toolTally adds up what became of its calls.
type toolTally struct {
	calls, recovered, attempts int
	failed, passed, hit        tally
	latencies                  spread
	timed                      int
}

// toolUse is what one attempt did with a tool, or with a server's tools together.
type toolUse struct {
	calls, told, failed, recovered int
	latencies                      [][]float64
}

// tools profiles tools, and servers where the log names any.
func (p *profiling) tools() (tools, servers []result.ToolUse) {
	tallies := map[toolKey]*toolTally{}
	p.eachUsed(func(r int, end modes.Outcome, u *table.Used) {
		uses := map[toolKey]*toolUse{}
		names := p.st.Bench.Logged[r].Used.Tools
		for _, t := range u.Tools {
			name := names[t.Tool]
			keys := []toolKey{{name: name}}
			if name.Server != "" {
				keys = append(keys, toolKey{server: true, name: table.UsageTool{Server: name.Server}})
			}
			for _, k := range keys {
				one := uses[k]
				if one == nil {
					one = &toolUse{}
					uses[k] = one
				}
				one.calls, one.told, one.failed, one.recovered = one.calls+t.Calls, one.told+t.Told, one.failed+t.Failed, one.recovered+t.Recovered
				one.latencies = append(one.latencies, t.Latencies)
			}
		}
		unit := p.unit(r, u.Attempt)
		for k, one := range uses {
			for _, k.scope = range p.inScopes(r) {
				t := tallies[k]
				if t == nil {
					t = &toolTally{failed: tally{}, passed: tally{}, hit: tally{}, latencies: spread{}}
					tallies[k] = t
				}
				t.add(unit, one, end)
			}
		}
	})
	for k, t := range tallies {
		row := t.row(p, k)
		if k.server {
			servers = append(servers, row)
		} else {
			tools = append(tools, row)
		}
	}
	p.order(tools)
	p.order(servers)
	return tools, servers
}

func (t *toolTally) add(unit int32, one *toolUse, end modes.Outcome) {
	t.calls += one.calls
	t.recovered += one.recovered
	t.attempts++
	t.failed.add(unit, one.failed, one.told)
	won, judged := settled(end)
	t.passed.add(unit, won, judged)
	if one.failed > 0 {
		t.hit.add(unit, won, judged)
	}
	for _, list := range one.latencies {
		for _, ms := range list {
			t.latencies[ms]++
			t.timed++
		}
	}
}

func (t *toolTally) row(p *profiling, k toolKey) result.ToolUse {
	row := result.ToolUse{Run: p.name(k.scope), Server: k.name.Server, Tool: k.name.Tool, Calls: t.calls, Recovered: t.recovered, Timed: t.timed, Attempts: t.attempts}
	row.Failed, row.Told, row.Share, row.Interval = t.failed.share(p.st)
	if row.Told > 0 && row.Failed > 0 {
		row.RecoveredShare = result.Number(float64(t.recovered) / float64(row.Failed))
	}
	row.Passed.Count, row.Judged, row.Passed.Share, row.Passed.Interval = t.passed.share(p.st)
	row.HitPassed.Count, row.Hit, row.HitPassed.Share, row.HitPassed.Interval = t.hit.share(p.st)
	q := t.latencies.quantiles(0.5, 0.9)
	row.MedianMS, row.P90MS = q[0], q[1]
	return row
}

// order puts runs in the table's order, all together last; within a run first what fails most
// often, then what is called most.
func (p *profiling) order(rows []result.ToolUse) {
	place := map[string]int{"": len(p.st.Bench.Runs)}
	for i, name := range p.st.Bench.Runs {
		place[name] = i
	}
	slices.SortFunc(rows, func(a, b result.ToolUse) int {
		return cmp.Or(place[a.Run]-place[b.Run], b.Failed-a.Failed, b.Calls-a.Calls, byName(table.UsageTool{Server: a.Server, Tool: a.Tool}, table.UsageTool{Server: b.Server, Tool: b.Tool}))
	})
}
