package calls

import (
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// TaskSet is what a benchmark's tasks are made of. Plans are those of the log; what attempts at a
// task contradict one another in is known of no task.
func TaskSet(st *study.Study) result.TaskSet {
	b := st.Bench
	out := result.TaskSet{Benchmark: b.Name, Tasks: len(b.Tasks)}
	names := newResolver(b)
	var needs, tools, servers, offered []float64
	several, placed, nothing := 0, 0, 0
	for _, t := range b.Tasks {
		if t.Offered >= 0 {
			offered = append(offered, float64(t.Offered))
		}
		if t.Wanted == nil {
			continue
		}
		out.Planned++
		needs = append(needs, float64(len(t.Wanted)))
		if len(t.Wanted) == 0 {
			nothing++
			continue
		}
		// Of a need that several tools meet the first counts: a plan takes one of them.
		wanted, on, clear := map[string]bool{}, map[string]bool{}, true
		for _, need := range t.Wanted {
			if len(need) == 0 {
				clear = false
				continue
			}
			wanted[need[0]] = true
			at, ok := names.of(need[0])
			clear = clear && ok && at.server != ""
			on[at.server] = true
		}
		tools = append(tools, float64(len(wanted)))
		if clear {
			placed++
			servers = append(servers, float64(len(on)))
			addIf(&several, len(on) > 1)
		}
	}
	for _, f := range []struct {
		name, what string
		values     []float64
	}{
		{result.FactNeeds, "needs of the expected plan", needs},
		{result.FactTools, "distinct tools of the expected plan", tools},
		{result.FactServers, "servers of the expected plan", servers},
		{result.FactOffered, "tools that an attempt could see", offered},
	} {
		if len(f.values) > 0 {
			out.Facts = append(out.Facts, taskFact(f.name, f.what, f.values))
		}
	}
	for _, name := range st.Plan.Also {
		if values := factOfTasks(st, name); len(values) > 0 {
			out.Facts = append(out.Facts, taskFact(name, "the same in all attempts at a task", values))
		}
	}
	if placed > 0 {
		out.Shares = append(out.Shares, result.TaskShare{Name: result.ShareSeveral, What: "tasks whose plan spans several servers", Count: several, Of: placed, Share: study.Ratio(several, placed)})
	}
	if out.Planned > 0 {
		out.Shares = append(out.Shares, result.TaskShare{Name: result.ShareNothing, What: "tasks for which no tool should be called", Count: nothing, Of: out.Planned, Share: study.Ratio(nothing, out.Planned)})
	}
	for _, col := range b.Strata {
		out.Strata = append(out.Strata, taskGroups(b, &col)...)
	}
	return out
}

func taskFact(name, what string, values []float64) result.TaskFact {
	slices.Sort(values)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	n := len(values)
	middle := (values[(n-1)/2] + values[n/2]) / 2
	return result.TaskFact{Name: name, What: what, N: n, Mean: result.Number(sum / float64(n)), Min: result.Number(values[0]), Median: &middle, Max: result.Number(values[n-1])}
}

// factOfTasks is a metric's value of each task, where no two attempts at a task disagree on it
// in any run; nothing where some do.
func factOfTasks(st *study.Study, metric string) []float64 {
	m := slices.IndexFunc(st.Measures, func(m table.Measure) bool { return m.Name == metric })
	if m < 0 || !strings.HasPrefix(metric, table.ReportedName) {
		return nil
	}
	of := slices.Repeat([]float64{math.NaN()}, len(st.Bench.Tasks))
	for r := range st.Bench.Logged {
		run := &st.Bench.Logged[r]
		for c := range run.Cells[st.Measures[m].Cells].All() {
			t := run.Attempts[c.Attempt].Task
			if !math.IsNaN(of[t]) && of[t] != c.Value {
				return nil
			}
			of[t] = c.Value
		}
	}
	return slices.DeleteFunc(of, math.IsNaN)
}

// taskGroups counts the tasks by a stratum's values.
func taskGroups(b *table.Benchmark, col *table.StratumColumn) []result.TaskGroup {
	groups := make([]result.TaskGroup, len(col.Values))
	for v, value := range col.Values {
		groups[v].Stratum = result.Stratum{Name: col.Name, Value: value}
	}
	for t, v := range col.Of {
		if v < 0 {
			continue
		}
		if groups[v].Tasks == 0 {
			groups[v].Example = b.Tasks[t].ID
		}
		groups[v].Tasks++
	}
	for v := range groups {
		groups[v].Share = study.Ratio(groups[v].Tasks, len(b.Tasks))
	}
	return slices.DeleteFunc(groups, func(g result.TaskGroup) bool { return g.Tasks == 0 })
}
