package analysis

import (
	"fmt"
	"slices"
	"strings"
)

// Limits at which a reader is warned.
const (
	smallN       = 30   // tasks below which an interval rests on few observations
	fullCoverage = 0.95 // share of a pair's tasks that both runs have
	manyWithout  = 0.10 // share of a run's promised attempts without outcome beyond which a conclusion may rest on them
	nearEdge     = 0.05 // distance from 0 or 1 at which a share is at its floor or ceiling
)

// warnings lists what a reader of this benchmark's results must know, those that
// can change a conclusion first.
func (e *evaluation) warnings(res *Results) []Warning {
	var ws []Warning
	for _, check := range []func(*Results) []Warning{
		e.warnOpen, e.warnSubsets, e.warnHeadline, e.warnWithoutOutcome, e.warnDirection, e.warnPolicy, e.warnPromise, e.warnJudges, e.warnPanels, e.warnThreshold, e.warnIdentity, e.warnTrials, e.warnLedger, e.warnExits,
		e.warnWeighed, e.warnReported, e.warnCoverage, e.warnOverlap, e.warnNegative, e.warnUnknown, e.warnSpread, e.warnDead, e.warnMerged, e.warnLabels,
	} {
		ws = append(ws, check(res)...)
	}
	slices.SortStableFunc(ws, func(a, b Warning) int {
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

func (e *evaluation) warn(code, where string, decisive bool, format string, args ...any) Warning {
	w := e.bench.Name
	if w == "" || where == "" {
		w += where
	} else {
		w += ": " + where
	}
	return Warning{Code: code, Message: fmt.Sprintf(format, args...), Where: w, Decisive: decisive}
}

// warnWeighed tells a plain share from the weighted figure that the benchmark's own
// leaderboard prints.
func (e *evaluation) warnWeighed(*Results) []Warning {
	var ws []Warning
	for _, m := range e.measures {
		plain := slices.IndexFunc(e.measures, func(o measure) bool { return m.Weighs != "" && o.Name == m.Weighs })
		if plain < 0 {
			continue
		}
		ws = append(ws, e.warn("plain_share", "", plain == e.primary, "%s is the plain share over all tests; the benchmark's own leaderboard weighs them: %s. --primary %s takes that one for the headline.", m.Weighs, m.Name, m.Name))
	}
	return ws
}

// warnLedger speaks of attempts that have no outcome.
func (e *evaluation) warnLedger(res *Results) []Warning {
	var ws []Warning
	for _, row := range res.Ledger {
		if row.Benchmark != e.bench.Name {
			continue
		}
		if n := row.Missing; n > 0 {
			ws = append(ws, e.warn("missing_attempts", row.Run, false, "%s of %d promised %s not in the log: %s.", plural(n, "attempt"), row.Promised, are(n), e.missingWords()))
		}
		if n := row.NullOutcome; n > 0 {
			if m := &e.measures[e.primary]; m.Missing == Drop {
				ws = append(ws, e.warn("null_outcome", row.Run, false, "%s of %d %s no %s, which does not apply there or is not in the log: left out under every policy.", plural(n, "attempt"), row.Present, has(n), m.Name))
			} else {
				ws = append(ws, e.warn("null_outcome", row.Run, false, "%s of %d in the log %s no outcome; policy: %s.", plural(n, "attempt"), row.Present, has(n), e.policyWords()))
			}
		}
		if n := row.Duplicates; n > 0 {
			run := &e.bench.logged[slices.Index(e.bench.Runs, row.Run)]
			rule := "the rule is " + run.rule
			if run.twoLogs {
				rule = "they stand in logs of two formats; the benchmark's own log counts, else the first"
			}
			if n := len(run.lost); n > 0 {
				rule += "; only the others hold " + strings.Join(run.lost[:min(namedRuns, n)], ", ")
				if n > namedRuns {
					rule += " and " + plural(n-namedRuns, "more metric")
				}
			}
			repeats := "repeat"
			if n == 1 {
				repeats = "repeats"
			}
			ws = append(ws, e.warn("duplicates", row.Run, false, "%s %s an attempt that is already there; %s.", plural(n, "record"), repeats, rule))
		}
	}
	return ws
}

// missingWords says what an attempt that is not in the log counts as for the
// headline metric.
func (e *evaluation) missingWords() string {
	if e.primary < 0 || e.measures[e.primary].Missing == Drop {
		return "left out under every policy"
	}
	return "by the policy, " + e.policyWords()
}

func (e *evaluation) policyWords() string {
	return map[string]string{
		"fail": "counted as failures", "worst": "counted as failures",
		"drop": "left out", "best": "counted as successes",
	}[e.plan.Missing]
}

// warnJudges speaks of verdicts that the judge's own text contradicts, in one
// warning a run. It is decisive where the contradictions move a success rate.
func (e *evaluation) warnJudges(res *Results) []Warning {
	var ws []Warning
	for _, r := range e.runs {
		run := e.bench.Runs[r]
		var judges, asSuccess []string
		flips, up, all, moved := 0, 0, 0, false
		for _, a := range res.Agreement {
			if a.Benchmark != e.bench.Name || a.Run != run || a.Reading != ReadingStored || a.Flips == nil {
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
				judges = append(judges, fmt.Sprintf("%s %d", a.Judge, n))
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
			stored, judges = fmt.Sprintf("%d of them stored as success", up), asSuccess
		}
		ws = append(ws, e.warn("judge_contradiction", run, moved,
			"%s of %d that the log stores %s the last status in the judge's own text, %s (%s).", plural(flips, "verdict"), all, contradict, stored, strings.Join(judges, "; ")))
	}
	return ws
}

// warnReported speaks of the harness's own numbers where they are not ours.
func (e *evaluation) warnReported(res *Results) []Warning {
	var ws []Warning
	for _, r := range res.Reported {
		if r.Benchmark == e.bench.Name && r.Stratum == nil && r.Differ > 0 {
			ws = append(ws, e.warn("reported_differs", r.Run, false,
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

// warnCoverage speaks of pairs that share too few of their tasks.
func (e *evaluation) warnCoverage(res *Results) []Warning {
	var ws []Warning
	for _, c := range res.Comparisons {
		all := c.NTasks + c.Unpaired
		if c.Benchmark != e.bench.Name || c.Stratum != nil || float64(c.NTasks) >= fullCoverage*float64(all) {
			continue
		}
		ws = append(ws, e.warn("low_coverage", c.A+" against "+c.B, false,
			"%s: only %d of %d tasks are paired; the rest is not compared.", c.Metric, c.NTasks, all))
	}
	return ws
}

// warnSpread speaks of headline scores at the edge of their scale, or without
// any spread, and of benchmarks with few tasks.
func (e *evaluation) warnSpread(res *Results) []Warning {
	if e.primary < 0 {
		return nil
	}
	var ws []Warning
	name := e.measures[e.primary].Name
	if n := len(e.bench.Tasks); n < smallN {
		ws = append(ws, e.warn("small_n", "", false, "%s: intervals are wide, and tests see large differences alone.", plural(n, "task")))
	}
	for _, s := range res.Summaries {
		if s.Benchmark != e.bench.Name || s.Metric != name || s.Stratum != nil || s.Mean == nil {
			continue
		}
		switch {
		case s.SD != nil && *s.SD == 0:
			ws = append(ws, e.warn("all_equal", s.Run, false, "every task has the same %s (%.4g): there is no spread to judge a difference by.", name, *s.Mean))
		case e.measures[e.primary].binary && *s.Mean >= 1-nearEdge:
			ws = append(ws, e.warn("ceiling", s.Run, false, "%s is %.1f%%: little room is left to be better.", name, 100**s.Mean))
		case e.measures[e.primary].binary && *s.Mean <= nearEdge:
			ws = append(ws, e.warn("floor", s.Run, false, "%s is %.1f%%: little room is left to be worse.", name, 100**s.Mean))
		}
	}
	return ws
}

// warnDead counts the tasks that tell no run from another.
func (e *evaluation) warnDead(*Results) []Warning {
	if e.primary < 0 || len(e.runs) < 2 || !e.measures[e.primary].binary {
		return nil
	}
	all, none, n := 0, 0, 0
	ranked := e.anyRanked()
	for t := range e.bench.Tasks {
		high, low, every := true, true, true
		for _, r := range e.runs {
			if ranked && !e.ranked(r) {
				continue // it has not attempted what the others are told apart by
			}
			c := &e.columns[e.primary][r]
			every = every && c.ok[t]
			high = high && c.value[t] == 1
			low = low && c.value[t] == 0
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
	return []Warning{e.warn("dead_items", "", false, "%d of %d tasks are solved by every run at every attempt and %d by none: they do not tell the runs apart.", all, n, none)}
}

// warnMerged speaks of differences that the grouping by run hides.
func (e *evaluation) warnMerged(*Results) []Warning {
	var ws []Warning
	for _, name := range e.bench.clashes {
		ws = append(ws, e.warn("strata_clash", "", false, "attempts of one task disagree on its %s; such tasks belong to no %s.", name, name))
	}
	for _, r := range e.runs {
		if v := e.bench.logged[r].versions; len(v) > 1 {
			ws = append(ws, e.warn("versions_merged", e.bench.Runs[r], true, "one run holds attempts at dataset versions %s.", strings.Join(v, " and ")))
		}
	}
	return ws
}
