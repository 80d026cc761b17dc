package warnings

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/evaluate/stability"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Limits at which a reader is warned.
const (
	smallN       = 30   // tasks below which an interval rests on few observations
	fullCoverage = 0.95 // share of a pair's tasks that both runs have
	manyWithout  = 0.10 // share of a run's promised attempts without outcome beyond which a conclusion may rest on them
	nearEdge     = 0.05 // distance from 0 or 1 at which a share is at its floor or ceiling
)

// Warnings lists what a reader of this benchmark's results must know, those that
// can change a conclusion first.
func Warnings(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, check := range []func(*study.Study, *result.Results) []result.Warning{
		warnSlice, warnOpen, WarnSubsets, study.WarnHeadline, WarnWithoutOutcome, warnDirection, stability.WarnPolicy, WarnPromise, WarnJudges, warnPanels, warnThreshold, warnIdentity, warnTrials, warnLedger, warnExits,
		warnWeighed, warnReported, warnBrief, warnCoverage, warnOverlap, warnNegative, warnUnknown, warnSpread, warnDead, warnMerged, warnLabels,
	} {
		ws = append(ws, check(st, res)...)
	}
	slices.SortStableFunc(ws, func(a, b result.Warning) int {
		switch {
		case a.Decisive == b.Decisive:
			return 0
		case a.Decisive:
			return -1
		default:
			return 1
		}
	})
	return ws
}

// warnWeighed tells a plain share from the weighted figure that the benchmark's own
// leaderboard prints.
func warnWeighed(st *study.Study, _ *result.Results) []result.Warning {
	var ws []result.Warning
	for _, m := range st.Measures {
		plain := slices.IndexFunc(st.Measures, func(o table.Measure) bool { return m.Weighs != "" && o.Name == m.Weighs })
		if plain < 0 {
			continue
		}
		ws = append(ws, st.Warn("plain_share", "", plain == st.Primary, "%s is the plain share over all tests; the benchmark's own leaderboard weighs them: %s. --primary %s makes that one the headline.", m.Weighs, m.Name, m.Name))
	}
	return ws
}

// warnLedger speaks of attempts that have no outcome.
func warnLedger(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, row := range res.Ledger {
		if row.Benchmark != st.Bench.Name {
			continue
		}
		if n := row.Missing; n > 0 {
			ws = append(ws, st.Warn("missing_attempts", row.Run, false, "%s of %d promised %s not in the log: %s.", result.Plural(n, "attempt"), row.Promised, result.Are(n), missingWords(st)))
		}
		if n := row.NullOutcome; n > 0 {
			if m := &st.Measures[st.Primary]; m.Missing == result.Drop {
				ws = append(ws, st.Warn("null_outcome", row.Run, false, "%s of %d %s no %s, which does not apply there or is not in the log: left out under every policy.", result.Plural(n, "attempt"), row.Present, result.Has(n), m.Name))
			} else {
				ws = append(ws, st.Warn("null_outcome", row.Run, false, "%s of %d in the log %s no outcome; policy: %s.", result.Plural(n, "attempt"), row.Present, result.Has(n), policyWords(st)))
			}
		}
		if n := row.Duplicates; n > 0 {
			run := &st.Bench.Logged[slices.Index(st.Bench.Runs, row.Run)]
			rule := "the rule is " + run.Rule
			if run.TwoLogs {
				rule = "they are in logs of two formats; the benchmark's own log counts, else the first"
			}
			if n := len(run.Lost); n > 0 {
				rule += "; only the others hold " + strings.Join(run.Lost[:min(study.NamedRuns, n)], ", ")
				if n > study.NamedRuns {
					rule += " and " + result.Plural(n-study.NamedRuns, "more metric")
				}
			}
			repeats := "repeat"
			if n == 1 {
				repeats = "repeats"
			}
			ws = append(ws, st.Warn("duplicates", row.Run, false, "%s %s an attempt that is already there; %s.", result.Plural(n, "record"), repeats, rule))
		}
	}
	return ws
}

// missingWords says what an attempt that is not in the log counts as for the
// headline metric.
func missingWords(st *study.Study) string {
	if st.Primary < 0 || st.Measures[st.Primary].Missing == result.Drop {
		return "left out under every policy"
	}
	return "by the policy, " + policyWords(st)
}

func policyWords(st *study.Study) string {
	return map[string]string{
		"fail": "counted as failures", "worst": "counted as failures",
		"drop": "left out", "best": "counted as successes",
	}[st.Plan.Missing]
}

// WarnJudges speaks of verdicts that the judge's own text contradicts, in one
// warning a run. It is decisive where the contradictions move a success rate.
func WarnJudges(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, r := range st.Runs {
		run := st.Bench.Runs[r]
		var named, asSuccess []string
		flips, up, all, moved := 0, 0, 0, false
		for _, a := range res.Agreement {
			if a.Benchmark != st.Bench.Name || a.Run != run || a.Reading != judges.ReadingStored || a.Flips == nil {
				continue
			}
			all += a.N
			own := 0
			for _, f := range a.Flips {
				if f.Stored > f.Reparsed {
					own++
				}
			}
			if n := len(a.Flips); n > 0 {
				flips, up = flips+n, up+own
				moved = moved || 2*own != n
				named = append(named, fmt.Sprintf("%s %d", a.Judge, n))
				asSuccess = append(asSuccess, fmt.Sprintf("%s %d, %d as success", a.Judge, n, own))
			}
		}
		if flips == 0 {
			continue
		}
		contradict, stored := "contradict", "all stored as "
		if flips == 1 {
			contradict, stored = "contradicts", "stored as "
		}
		switch up {
		case flips:
			stored += "success"
		case 0:
			stored += "failure"
		default:
			stored, named = fmt.Sprintf("%d of them stored as success", up), asSuccess
		}
		ws = append(ws, st.Warn("judge_contradiction", run, moved,
			"%s of %d that the log stores %s the last status in the judge's own text, %s (%s).", result.Plural(flips, "verdict"), all, contradict, stored, strings.Join(named, "; ")))
	}
	return ws
}

// warnReported speaks of the harness's own numbers where they are not ours.
func warnReported(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, r := range res.Reported {
		if r.Benchmark == st.Bench.Name && r.Stratum == nil && r.Differ > 0 {
			ws = append(ws, st.Warn("reported_differs", r.Run, false,
				"%s as the harness stores it (%s) differs from the recomputed %s on %d of %d attempts.", r.Column, decimal(r.MeanReported), r.Metric, r.Differ, r.N))
		}
	}
	return ws
}

func decimal(v *float64) string {
	if v == nil {
		return "no mean"
	}
	return fmt.Sprintf("mean %.4g", *v)
}

// warnBrief says how many of very many pairs are compared in brief.
func warnBrief(st *study.Study, res *result.Results) []result.Warning {
	brief, full := 0, 0
	for i := range res.Comparisons {
		switch c := &res.Comparisons[i]; {
		case c.Benchmark != st.Bench.Name || c.Stratum != nil || st.Primary >= 0 && c.Metric != st.Measures[st.Primary].Name:
		case c.Brief:
			brief++
		default:
			full++
		}
	}
	if brief == 0 {
		return nil
	}
	return []result.Warning{st.Warn("pairs_in_brief", "", false,
		"%d runs make %d pairs: the %d of neighbours in the ranking are compared in full and by stratum, the others by the headline test and its interval alone.", len(st.Runs), brief+full, full)}
}

// warnCoverage speaks of pairs that share too few of their tasks.
func warnCoverage(st *study.Study, res *result.Results) []result.Warning {
	var ws []result.Warning
	for _, c := range res.Comparisons {
		all := c.NTasks + c.Unpaired
		if c.Benchmark != st.Bench.Name || c.Stratum != nil || float64(c.NTasks) >= fullCoverage*float64(all) {
			continue
		}
		ws = append(ws, st.Warn("low_coverage", c.A+" against "+c.B, false,
			"%s: only %d of %d tasks are paired; the rest are not compared.", c.Metric, c.NTasks, all))
	}
	return ws
}

// warnSpread speaks of headline scores at the edge of their scale, or without
// any spread, and of benchmarks with few tasks.
func warnSpread(st *study.Study, res *result.Results) []result.Warning {
	if st.Primary < 0 {
		return nil
	}
	var ws []result.Warning
	name := st.Measures[st.Primary].Name
	if n := len(st.Bench.Tasks); n < smallN {
		ws = append(ws, st.Warn("small_n", "", false, "%s: intervals are wide, and tests detect only large differences.", result.Plural(n, "task")))
	}
	for _, s := range res.Summaries {
		if s.Benchmark != st.Bench.Name || s.Metric != name || s.Stratum != nil || s.Mean == nil {
			continue
		}
		switch {
		case s.SD != nil && *s.SD == 0:
			ws = append(ws, st.Warn("all_equal", s.Run, false, "every task has the same %s (%.4g): there is no spread to judge a difference by.", name, *s.Mean))
		case st.Measures[st.Primary].Binary && *s.Mean >= 1-nearEdge:
			ws = append(ws, st.Warn("ceiling", s.Run, false, "%s is %.1f%%: little room is left to be better.", name, 100**s.Mean))
		case st.Measures[st.Primary].Binary && *s.Mean <= nearEdge:
			ws = append(ws, st.Warn("floor", s.Run, false, "%s is %.1f%%: little room is left to be worse.", name, 100**s.Mean))
		}
	}
	return ws
}

// warnDead counts the tasks that tell no run from another.
func warnDead(st *study.Study, _ *result.Results) []result.Warning {
	if st.Primary < 0 || len(st.Runs) < 2 || !st.Measures[st.Primary].Binary {
		return nil
	}
	all, none, n := 0, 0, 0
	ranked := study.AnyRanked(st)
	for t := range st.Bench.Tasks {
		high, low, every := true, true, true
		for _, r := range st.Runs {
			if ranked && !st.Ranked(r) {
				continue // it has not attempted what the others are told apart by
			}
			c := &st.Columns[st.Primary][r]
			every = every && c.Ok[t]
			high = high && c.Value[t] == 1
			low = low && c.Value[t] == 0
		}
		if !every {
			continue
		}
		n++
		if high {
			all++
		}
		if low {
			none++
		}
	}
	if n == 0 || all+none == 0 {
		return nil
	}
	return []result.Warning{st.Warn("dead_items", "", false, "%d of %d tasks are solved by every run at every attempt and %d by none: they do not tell the runs apart.", all, n, none)}
}

// warnMerged speaks of differences that the grouping by run hides.
func warnMerged(st *study.Study, _ *result.Results) []result.Warning {
	var ws []result.Warning
	for _, name := range st.Bench.Clashes {
		ws = append(ws, st.Warn("strata_clash", "", false, "attempts of one task disagree on its %s; such tasks belong to none.", name))
	}
	for _, r := range st.Runs {
		if v := st.Bench.Logged[r].Versions; len(v) > 1 {
			ws = append(ws, st.Warn("versions_merged", st.Bench.Runs[r], true, "one run holds attempts at dataset versions %s.", strings.Join(v, " and ")))
		}
	}
	return ws
}
