package analysis

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// warnExits speaks of attempts whose exit and outcome a reader might take for one
// fact.
func (e *evaluation) warnExits(*Results) []Warning {
	if e.primary < 0 || !e.measures[e.primary].binary {
		return nil
	}
	var ws []Warning
	for _, r := range e.runs {
		solved, _ := e.solved(r)
		n, timeouts := 0, 0
		for i, a := range e.bench.logged[r].attempts {
			if a.exit() == datasets.ExitTimeout || a.exit() == datasets.ExitMaxTurns {
				timeouts++
				if solved[i] {
					n++
				}
			}
		}
		if n > 0 {
			ws = append(ws, e.warn("timeout_with_success", e.bench.Runs[r], false, "%d of %d attempts that ran out of time or turns had solved the task.", n, timeouts))
		}
	}
	return ws
}

// warnTrials speaks of numbers of attempts that differ between tasks, and of runs
// that seem to have stopped at the first success.
func (e *evaluation) warnTrials(*Results) []Warning {
	if e.bench.Trials < 2 {
		return nil
	}
	byRun := make([]map[int]int, len(e.bench.Runs))
	for _, r := range e.runs {
		byRun[r] = e.attemptsAtTasks(r)
	}
	var ws []Warning
	for _, r := range e.runs {
		counts := byRun[r]
		solved := make([]bool, len(e.bench.logged[r].attempts))
		if e.primary >= 0 {
			solved, _ = e.solved(r)
		}
		several, stopped, succeeded := 0, true, 0
		for _, task := range e.bench.logged[r].byTask() {
			if len(task) < 2 {
				continue
			}
			several++
			for k, i := range task {
				if solved[i] && k < len(task)-1 {
					stopped = false
				}
				if solved[i] {
					succeeded++
				}
			}
		}
		if len(counts) > 1 {
			ws = append(ws, e.warn("unequal_trials", e.bench.Runs[r], false, "attempts a task: %s.", distribution(counts)))
			if several >= minRetried && stopped && succeeded > 0 {
				ws = append(ws, e.warn("retries_until_success", e.bench.Runs[r], true,
					"of %d tasks with several attempts, none was tried again after a success, and %d ended with one: attempts seem to have been made until one succeeded.", several, succeeded))
			}
		}
	}
	return ws
}

// attemptsAtTasks counts a run's tasks by their number of attempts.
func (e *evaluation) attemptsAtTasks(r int) map[int]int {
	counts := map[int]int{}
	for _, task := range e.bench.logged[r].byTask() {
		counts[len(task)]++
	}
	return counts
}

// namedRuns is how many runs, or metrics, a warning names that may hold for all of them.
const namedRuns = 3

// minRetried is the number of tasks with several attempts from which a pattern
// of stopping at success is told from chance.
const minRetried = 5

// distribution is "5 at 71 tasks, 4 at 9 tasks", most attempts first.
func distribution(counts map[int]int) string {
	var sizes []int
	for n := range counts {
		sizes = append(sizes, n)
	}
	slices.Sort(sizes)
	slices.Reverse(sizes)
	var parts []string
	for _, n := range sizes {
		parts = append(parts, fmt.Sprintf("%d at %s", n, plural(counts[n], "task")))
	}
	return strings.Join(parts, ", ")
}

// warnIdentity speaks of tasks and versions that are not the same in every run.
func (e *evaluation) warnIdentity(*Results) []Warning {
	var ws []Warning
	versions := map[string]bool{}
	var names []string
	for _, r := range e.runs {
		for _, v := range e.bench.logged[r].versions {
			if !versions[v] {
				versions[v] = true
				names = append(names, v)
			}
		}
	}
	if len(names) > 1 && len(e.runs) > 1 {
		ws = append(ws, e.warn("versions_differ", "", true, "the runs were made on dataset versions %s.", strings.Join(uniqueNatural(names), " and ")))
	}
	for _, ab := range e.pairing() {
		a, b := e.hashes[ab[0]], e.hashes[ab[1]]
		if a == nil || b == nil {
			continue
		}
		n := 0
		for t := range a {
			if a[t] != "" && b[t] != "" && a[t] != b[t] {
				n++
			}
		}
		if n > 0 {
			ws = append(ws, e.warn("task_hash_differs", e.bench.Runs[ab[0]]+" against "+e.bench.Runs[ab[1]], true,
				"%s of the same name differ in content; they are not compared.", plural(n, "task")))
		}
	}
	return ws
}

// littleAgreement is the Fleiss' kappa below which Landis and Koch (1977) call
// agreement fair at best.
const littleAgreement = 0.4

// warnPanels speaks of judges who disagree.
func (e *evaluation) warnPanels(res *Results) []Warning {
	var ws []Warning
	for _, p := range res.Panels {
		if p.Benchmark == e.bench.Name && p.Reading == ReadingStored && p.Fleiss != nil && *p.Fleiss < littleAgreement {
			ws = append(ws, e.warn("judges_disagree", p.Run, false, "Fleiss' kappa of %d judges over %s is %.2f.", len(p.Judges), plural(p.N, "attempt"), *p.Fleiss))
		}
	}
	return ws
}

// warnThreshold speaks of a threshold that decides the order of the runs.
func (e *evaluation) warnThreshold(res *Results) []Warning {
	var ws []Warning
	for _, s := range res.Sweeps {
		if s.Benchmark != e.bench.Name || s.Axis != "threshold" || s.Stated == nil {
			continue // ranked by its mean, which no threshold decides
		}
		lowest := 1.0
		at := 0.0
		for _, t := range s.Taus {
			if t.X >= 0.5 && t.Tau != nil && *t.Tau < lowest {
				lowest, at = *t.Tau, t.X
			}
		}
		if lowest < 1 {
			ws = append(ws, e.warn("threshold_decides", "", true, "the order of the runs at a threshold of %.2f is not that at %.2f (tau %.2f).", at, *s.Stated, lowest))
		}
	}
	return ws
}
