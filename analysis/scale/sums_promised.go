package scale

import (
	"fmt"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// warnUnkept speaks of runs whose logs state more than the sums hold. Sums know tasks by
// their number alone, and what no record names has no weight in their replicates: the
// means stay those of the tasks attempted, and the reader must know it.
func (e *sumsStudy) warnUnkept() []result.Warning {
	var unkept []string
	for _, r := range e.Runs {
		run := &e.sums[r]
		tasks, most, attempts, trials, open := 0, 0, 0, 0, false
		ids := map[string]bool{}
		for _, p := range e.stated {
			if p.Benchmark != run.Benchmark || p.Run != run.Run {
				continue
			}
			for _, id := range p.Tasks {
				ids[id] = true
			}
			most, attempts, trials, open = max(most, p.NTasks), attempts+p.Attempts, max(trials, p.Trials), open || p.Open
		}
		tasks = max(len(ids), most)
		switch {
		case tasks > run.Tasks.N:
			unkept = append(unkept, fmt.Sprintf("%s (%d of %s)", run.Run, run.Tasks.N, result.Plural(tasks, "task")))
		case attempts > run.Attempts:
			unkept = append(unkept, fmt.Sprintf("%s (%d of %s)", run.Run, run.Attempts, result.Plural(attempts, "attempt")))
		case trials > int(e.Bench.Promised[r].Trials):
			unkept = append(unkept, fmt.Sprintf("%s (%d of %s at a task)", run.Run, e.Bench.Promised[r].Trials, result.Plural(trials, "attempt")))
		case open && tasks == 0:
			unkept = append(unkept, fmt.Sprintf("%s (%s of an unknown number)", run.Run, result.Plural(run.Tasks.N, "task")))
		}
	}
	if unkept == nil {
		return nil
	}
	slices.Sort(unkept)
	return []result.Warning{e.Warn("sums_promise", "", true,
		"the logs state more than they hold, and sums do not count what is missing: %s. Every mean is over the tasks attempted; score with --partial (of attempts) to hold runs to their promise.", result.FirstOf(slices.Compact(unkept), study.NamedRuns))}
}
