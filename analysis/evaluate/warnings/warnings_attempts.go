package warnings

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// warnExits speaks of attempts whose exit and outcome a reader might take for one
// fact.
func warnExits(st *study.Study, _ *result.Results) []result.Warning {
	if st.Primary < 0 || !st.Measures[st.Primary].Binary {
		return nil
	}
	var ws []result.Warning
	for _, r := range st.Runs {
		solved, _ := modes.Solved(st, r)
		n, timeouts := 0, 0
		for i, a := range st.Bench.Logged[r].Attempts {
			if a.Exit() == datasets.ExitTimeout || a.Exit() == datasets.ExitMaxTurns {
				timeouts++
				if solved[i] {
					n++
				}
			}
		}
		if n > 0 {
			ws = append(ws, st.Warn("timeout_with_success", st.Bench.Runs[r], false, "%d of %d attempts that ran out of time or turns had solved the task.", n, timeouts))
		}
	}
	return ws
}

// warnTrials speaks of numbers of attempts that differ between tasks, and of runs
// that seem to have stopped at the first success.
func warnTrials(st *study.Study, _ *result.Results) []result.Warning {
	if st.Bench.Trials < 2 {
		return nil
	}
	byRun := make([]map[int]int, len(st.Bench.Runs))
	for _, r := range st.Runs {
		byRun[r] = attemptsAtTasks(st, r)
	}
	var ws []result.Warning
	for _, r := range st.Runs {
		counts := byRun[r]
		solved := make([]bool, len(st.Bench.Logged[r].Attempts))
		if st.Primary >= 0 {
			solved, _ = modes.Solved(st, r)
		}
		several, stopped, succeeded := 0, true, 0
		for _, task := range st.Bench.Logged[r].ByTask() {
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
			ws = append(ws, st.Warn("unequal_trials", st.Bench.Runs[r], false, "attempts per task: %s.", distribution(counts)))
			if several >= minRetried && stopped && succeeded > 0 {
				ws = append(ws, st.Warn("retries_until_success", st.Bench.Runs[r], true,
					"of %d tasks with several attempts, none was tried again after a success, and %d ended with one: attempts seem to have been made until one succeeded.", several, succeeded))
			}
		}
	}
	return ws
}

// attemptsAtTasks counts a run's tasks by their number of attempts.
func attemptsAtTasks(st *study.Study, r int) map[int]int {
	counts := map[int]int{}
	for _, task := range st.Bench.Logged[r].ByTask() {
		counts[len(task)]++
	}
	return counts
}

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
		parts = append(parts, fmt.Sprintf("%d at %s", n, result.Plural(counts[n], "task")))
	}
	return strings.Join(parts, ", ")
}

// warnIdentity speaks of tasks and versions that are not the same in every run.
func warnIdentity(st *study.Study, _ *result.Results) []result.Warning {
	var ws []result.Warning
	versions := map[string]bool{}
	var names []string
	for _, r := range st.Runs {
		for _, v := range st.Bench.Logged[r].Versions {
			if !versions[v] {
				versions[v] = true
				names = append(names, v)
			}
		}
	}
	if len(names) > 1 && len(st.Runs) > 1 {
		ws = append(ws, st.Warn("versions_differ", "", true, "the runs were made on dataset versions %s.", strings.Join(result.UniqueNatural(names), " and ")))
	}
	for _, ab := range st.Pairing() {
		a, b := st.Hashes[ab[0]], st.Hashes[ab[1]]
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
			ws = append(ws, st.Warn("task_hash_differs", st.Bench.Runs[ab[0]]+" against "+st.Bench.Runs[ab[1]], true,
				"%s of the same name differ in content; they are not compared.", result.Plural(n, "task")))
		}
	}
	return ws
}

// littleAgreement is the Fleiss' kappa below which Landis and Koch (1977) call
// agreement fair at best.
const littleAgreement = 0.4

// warnPanels speaks of judges who disagree.
func warnPanels(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, p := range res.Panels {
		if p.Benchmark == st.Bench.Name && p.Reading == judges.ReadingStored && p.Fleiss != nil && *p.Fleiss < littleAgreement {
			ws = append(ws, st.Warn("judges_disagree", p.Run, false, "Fleiss' kappa of %d judges over %s is %.2f.", len(p.Judges), result.Plural(p.N, "attempt"), *p.Fleiss))
		}
	}
	return ws
}

// warnThreshold speaks of a threshold that decides the order of the runs.
func warnThreshold(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, s := range res.Sweeps {
		if s.Benchmark != st.Bench.Name || s.Axis != "threshold" || s.Stated == nil {
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
			ws = append(ws, st.Warn("threshold_decides", "", true, "the order of the runs at a threshold of %.2f is not that at %.2f (tau %.2f).", at, *s.Stated, lowest))
		}
	}
	return ws
}
