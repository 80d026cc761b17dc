package warnings

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// WarnSubsets speaks of runs that do not answer for the benchmark's core of tasks.
func WarnSubsets(st *study.Study, _ *result.Results) []result.Warning {
	var subsets []string
	for _, r := range st.Runs {
		if st.Bench.Promised[r].Unranked {
			subsets = append(subsets, fmt.Sprintf("%s (%s)", st.Bench.Runs[r], result.Plural(st.Bench.Promised[r].NTasks, "task")))
		}
	}
	if len(subsets) == 0 {
		return nil
	}
	names := result.FirstOf(subsets, study.NamedRuns)
	if len(subsets) == len(st.Runs) {
		if len(subsets) == 1 {
			return []result.Warning{st.Warn("subset_run", "", true, "%s attempted less than 90%% of the tasks that most runs of the log have: its mean is over its own tasks.", names)}
		}
		return []result.Warning{st.Warn("nothing_ranked", "", true,
			"nothing is ranked: no run answers for the tasks that most of the others attempted. Every mean is over a run's own tasks, %s; pairs are compared on the tasks that both have.", names)}
	}
	return []result.Warning{st.Warn("subset_run", "", true,
		"not ranked, with less than 90%% of the tasks that at least half of the runs attempted: %s. Such a mean is over the run's own tasks; compare it on the tasks in common.", names)}
}

// warnSlice says what a slice rests on.
func warnSlice(st *study.Study, _ *result.Results) []result.Warning {
	s := st.Bench.Sliced
	if s == nil {
		return nil
	}
	var ws []result.Warning
	if s.Unknown > 0 {
		ws = append(ws, st.Warn("slice_unknown", "", s.Unknown*10 > s.Of, "%s of %d %s no value of %s: in no slice by it.", result.Plural(s.Unknown, "task"), s.Of, result.Has(s.Unknown), fieldsOf(s.Conditions)))
	}
	if s.Attempts {
		why := ""
		if s.Outcomes {
			why = " It is chosen by what happened in the attempts, so that its runs are compared on what they did alike, not on what they can do."
		}
		without := ""
		if fields := fieldsOf(s.Conditions); fields != "" {
			without = ", and attempts without a value of " + fields + " are not"
		}
		ws = append(ws, st.Warn("slice_of_attempts", "", s.Outcomes, "the slice is of attempts, not of tasks: each run answers for its own that are in it%s.%s", without, why))
	}
	return ws
}

// fieldsOf names the fields of conditions.
func fieldsOf(conditions []result.Condition) string {
	var names []string
	for _, c := range conditions {
		if c.Field != result.ModeField && !slices.Contains(names, c.Field) {
			names = append(names, c.Field)
		}
	}
	return strings.Join(names, " or ")
}

// warnOpen speaks of runs whose log names a part of what was attempted, and not of how
// much: what follows from it is a count.
func warnOpen(st *study.Study, _ *result.Results) []result.Warning {
	if st.Primary < 0 {
		return nil
	}
	m := &st.Measures[st.Primary]
	var says []string
	most := 0
	for _, r := range st.Runs {
		if sum, n := st.Bench.SumOf(m, r); study.WithoutRate(st, m, r) {
			says = append(says, fmt.Sprintf("%s: %s among %s named", st.Bench.Runs[r], study.CountOf(m, sum), result.Plural(n, "task")))
			most = max(most, n)
		}
	}
	if len(says) == 0 {
		return nil
	}
	return []result.Warning{st.Warn("no_denominator", "", true,
		"the log does not say of how many tasks (%s): a count, not a rate. State the number with --tasks, as in --tasks %d.", result.FirstOf(says, study.NamedRuns), exampleNumber(most))}
}

// exampleNumber is a round number of tasks, no smaller than those named.
func exampleNumber(named int) int {
	const step = 500 // SWE-bench Verified's
	return max(step, (named+step-1)/step*step)
}

// WarnPromise speaks of a habit that is no clear promise, and of attempts at tasks
// that were not promised.
func WarnPromise(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, row := range res.Ledger {
		if row.Benchmark != st.Bench.Name {
			continue
		}
		if u := row.Unclear; u != nil && u.MeanCommonest != nil && u.MeanLargest != nil {
			ws = append(ws, st.Warn("unclear_promise", row.Run, true,
				"%d of %d tasks have %s, some up to %d: %s is %s if %d were meant, %s if %d. State which with --trials.",
				u.Tasks, u.Of, result.Plural(u.Commonest, "attempt"), u.Largest, st.Measures[st.Primary].Name, shown(st, *u.MeanCommonest), u.Commonest, shown(st, *u.MeanLargest), u.Largest))
		}
		if n := row.Elsewhere; n > 0 {
			ws = append(ws, st.Warn("not_promised", row.Run, 10*n > row.Present,
				"%s at tasks that the run did not promise (%s by %s) %s not counted. --tasks states which tasks count.", result.Plural(n, "attempt"), result.Plural(row.Tasks, "task"), row.PromisedBy, result.Are(n)))
		}
	}
	return ws
}

// shown is a mean as reports print it: a share in percent.
func shown(st *study.Study, v float64) string {
	if st.Measures[st.Primary].Unit == "share" {
		return fmt.Sprintf("%.1f%%", 100*v)
	}
	return fmt.Sprintf("%.4g", v)
}

// warnUnknown speaks of prices and tokens that are 0 wherever they are stated.
func warnUnknown(st *study.Study, _ *result.Results) []result.Warning {
	var ws []result.Warning
	for _, r := range st.Runs {
		unknown := slices.DeleteFunc(slices.Clone(st.Bench.Promised[r].Unknown), func(name string) bool {
			return !slices.ContainsFunc(st.Measures, func(m table.Measure) bool { return m.Name == name })
		})
		if len(unknown) > 0 {
			ws = append(ws, st.Warn("zero_amount", st.Bench.Runs[r], false, "0 in every attempt, so taken as unknown: %s.", strings.Join(unknown, ", ")))
		}
	}
	return ws
}
