package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mcpstats/analysis/result"
)

// counted is what the list of attempts says, read from its CSV alone: nothing here knows how
// failures are counted elsewhere, and so it must come to the same counts.
type counted struct {
	attempts []*countedAttempt
	modes    map[string]bool // of rules: "benchmark\x00mode"
}

type countedAttempt struct {
	benchmark, run, task, outcome, cause string
	first                                int // -1: none
	strata                               map[string]string
	blind                                map[string]bool                // rules that could not look
	shows                                map[observer]map[string]bool   // modes, with whether each is primary
	labels                               map[string][]map[string]string // lines by annotator
	all                                  map[string]bool                // modes of rules, those that are off too
}

// observer is a source of modes and, of labels, who gave them.
type observer struct{ source, annotator string }

// readCounted reads the list and holds what every line must keep to.
func readCounted(t *testing.T, text string) *counted {
	t.Helper()
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := "benchmark,run,task,trial,outcome,source,annotator,mode,primary,cause,step,first_deviating_step,last_saving_step,evidence,enabled,file,record"
	if have := strings.Join(lines[0], ","); !strings.HasPrefix(have, want) {
		t.Fatalf("columns %s", have)
	}
	c := &counted{modes: map[string]bool{}}
	place := map[[4]string]*countedAttempt{}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, name := range lines[0] {
			row[name] = line[i]
		}
		key := [4]string{row["benchmark"], row["run"], row["task"], row["trial"]}
		a := place[key]
		if a == nil {
			a = &countedAttempt{benchmark: row["benchmark"], run: row["run"], task: row["task"], outcome: row["outcome"], cause: row["cause"], first: -1,
				strata: map[string]string{}, blind: map[string]bool{}, shows: map[observer]map[string]bool{}, labels: map[string][]map[string]string{}, all: map[string]bool{}}
			if row["first_deviating_step"] != "" {
				a.first = whole(t, row["first_deviating_step"])
			}
			for part := range strings.SplitSeq(row["strata"], "; ") {
				if name, value, ok := strings.Cut(part, "="); ok {
					a.strata[name] = value
				}
			}
			for rule := range strings.SplitSeq(row["not_applicable"], "; ") {
				a.blind[rule] = true
			}
			place[key] = a
			c.attempts = append(c.attempts, a)
		} else if row["not_applicable"] != "" {
			t.Fatalf("%v: rules that could not look stand on another line than the first", key)
		}
		if row["outcome"] != a.outcome || row["cause"] != a.cause || row["file"] == "" || whole(t, row["record"]) < 1 {
			t.Fatalf("%v: a line of another attempt: %v", key, row)
		}
		if row["mode"] == "" {
			if row["source"] != "" || row["evidence"] != "" || row["primary"] != "" {
				t.Fatalf("%v: says something of no mode: %v", key, row)
			}
			continue
		}
		if row["source"] == result.SourceDetected {
			a.all[row["mode"]] = true
			c.modes[row["benchmark"]+"\x00"+row["mode"]] = true
		}
		if row["enabled"] != "true" {
			continue
		}
		by := observer{row["source"], row["annotator"]}
		if a.shows[by] == nil {
			a.shows[by] = map[string]bool{}
		}
		a.shows[by][row["mode"]] = a.shows[by][row["mode"]] || row["primary"] == "true"
		if row["annotator"] != "" {
			a.labels[row["annotator"]] = append(a.labels[row["annotator"]], row)
		}
	}
	return c
}

func whole(t *testing.T, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// primary is an attempt's primary mode of an observer; empty: none.
func (a *countedAttempt) primary(by observer) string {
	for mode, primary := range a.shows[by] {
		if primary {
			return mode
		}
	}
	return ""
}

// admits tells whether an attempt can show a mode at all.
func (a *countedAttempt) admits(by observer, mode string) bool {
	return by.source != result.SourceDetected || !a.blind[mode]
}

func (a *countedAttempt) has(by observer, mode string) bool {
	_, ok := a.shows[by][mode]
	return ok
}

// of are the attempts of a run, in a stratum where one is named.
func (c *counted) of(benchmark, run string, stratum *result.Stratum) []*countedAttempt {
	var out []*countedAttempt
	for _, a := range c.attempts {
		if a.benchmark == benchmark && a.run == run && (stratum == nil || a.strata[stratum.Name] == stratum.Value) {
			out = append(out, a)
		}
	}
	return out
}

// matching is how many attempts are so.
func matching(attempts []*countedAttempt, is func(*countedAttempt) bool) (n int) {
	for _, a := range attempts {
		if is(a) {
			n++
		}
	}
	return n
}

func failed(a *countedAttempt) bool    { return a.outcome == result.OutcomeFailed }
func succeeded(a *countedAttempt) bool { return a.outcome == result.OutcomeSucceeded }

// recount holds every count of failures and of their breakdown against the list.
func recount(t *testing.T, res *result.Results, c *counted) {
	t.Helper()
	same := func(what string, have, want any) {
		t.Helper()
		if fmt.Sprint(have) != fmt.Sprint(want) {
			t.Errorf("%s: the results have %v, the list of attempts gives %v", what, have, want)
		}
	}
	counts := map[string]bool{}
	for _, f := range res.Failures {
		by := observer{f.Source, f.Annotator}
		rows := c.of(f.Benchmark, f.Run, f.Stratum)
		what := fmt.Sprintf("%s, %s, %v, %v, %s", f.Benchmark, f.Run, f.Stratum, by, f.Mode)
		has := func(a *countedAttempt) bool { return a.has(by, f.Mode) && a.admits(by, f.Mode) }
		lost := matching(rows, failed)
		switch {
		case f.Category == result.CategoryVerdict:
			same(what, [2]int{f.Count, f.Of}, [2]int{matching(rows, has), len(rows)})
			continue
		case f.Category == result.ModeNone:
			none := matching(rows, func(a *countedAttempt) bool { return failed(a) && a.primary(by) == "" })
			same(what, [4]int{f.Count, f.Of, f.Primary.Count, f.Primary.Of}, [4]int{none, lost, none, lost})
			continue
		}
		if f.Stratum == nil {
			counts[what] = true
		}
		can := func(a *countedAttempt) bool { return a.admits(by, f.Mode) }
		same(what, [4]int{f.Count, f.Of, f.Successes, f.SuccessesOf}, [4]int{
			matching(rows, func(a *countedAttempt) bool { return failed(a) && has(a) }), matching(rows, func(a *countedAttempt) bool { return failed(a) && can(a) }),
			matching(rows, func(a *countedAttempt) bool { return succeeded(a) && has(a) }), matching(rows, func(a *countedAttempt) bool { return succeeded(a) && can(a) }),
		})
		if f.Primary != nil {
			same(what+", primary", [2]int{f.Primary.Count, f.Primary.Of}, [2]int{matching(rows, func(a *countedAttempt) bool { return failed(a) && a.primary(by) == f.Mode }), lost})
		}
	}
	// Nothing is listed that is not counted, either.
	verdicts := map[string]bool{}
	for _, f := range res.Failures {
		if f.Category == result.CategoryVerdict {
			verdicts[f.Source+"\x00"+f.Mode] = true
		}
	}
	for _, a := range c.attempts {
		if a.outcome == result.OutcomeUnknown {
			continue
		}
		for by, modes := range a.shows {
			for mode := range modes {
				if what := fmt.Sprintf("%s, %s, %v, %v, %s", a.benchmark, a.run, (*result.Stratum)(nil), by, mode); !counts[what] && !(by.annotator == "" && verdicts[by.source+"\x00"+mode]) {
					t.Errorf("%s: listed and not counted", what)
				}
			}
		}
	}
	for i := range res.Breakdowns {
		recountBreakdown(t, &res.Breakdowns[i], c, same)
	}
}

func recountBreakdown(t *testing.T, b *result.FailureBreakdown, c *counted, same func(what string, have, want any)) {
	t.Helper()
	for _, s := range b.Scopes {
		by := observer{s.Source, s.Annotator}
		rows := c.of(b.Benchmark, s.Run, nil)
		same(fmt.Sprintf("%s, %v: failed, succeeded, unknown, explained", s.Run, by), [4]int{s.Failed, s.Succeeded, s.Unknown, s.Explained},
			[4]int{matching(rows, failed), matching(rows, succeeded), matching(rows, func(a *countedAttempt) bool { return a.outcome == result.OutcomeUnknown }),
				matching(rows, func(a *countedAttempt) bool { return failed(a) && a.primary(by) != "" })})
		if s.Causes == nil {
			continue
		}
		of := map[string]int{}
		for _, a := range rows {
			of[a.cause]++
			if (a.cause == "") != !failed(a) {
				t.Errorf("%s, %s: %s with the cause %q", a.run, a.task, a.outcome, a.cause)
			}
		}
		same(s.Run+": causes", *s.Causes, result.Causes{Agent: of["agent"], Environment: of["environment"], Judge: of["judge"], Unknown: of["unknown"]})
	}
	pairs := 0
	for _, p := range b.CoOccurrences {
		by := observer{p.Source, p.Annotator}
		var n [2][2]int
		for _, a := range c.of(b.Benchmark, p.Run, nil) {
			if failed(a) && a.admits(by, p.A) && a.admits(by, p.B) {
				n[oneIf(a.has(by, p.A))][oneIf(a.has(by, p.B))]++
			}
		}
		same(fmt.Sprintf("%s, %v: %s and %s", p.Run, by, p.A, p.B), [4]int{p.Both, p.OnlyA, p.OnlyB, p.Neither}, [4]int{n[1][1], n[1][0], n[0][1], n[0][0]})
		pairs++
	}
	seen := map[string]bool{} // pairs that some failed attempt shows
	for _, a := range c.attempts {
		if a.benchmark != b.Benchmark || !failed(a) {
			continue
		}
		for by, modes := range a.shows {
			for x := range modes {
				for y := range modes {
					verdict := by.annotator == "" && by.source != result.SourceDetected // which are one mode an attempt but for verdicts
					if x < y && !verdict {
						seen[fmt.Sprint(a.run, by, x, "\x00", y)] = true
					}
				}
			}
		}
	}
	same("pairs of modes", pairs, len(seen))
	for _, tr := range b.Transitions {
		recountTransition(t, b.Benchmark, &tr, c, same)
	}
	for _, g := range b.Agreements {
		by := observer{result.SourceLabelled, g.Annotator}
		var n [2][2]int
		tasks := map[string]bool{}
		for _, a := range c.of(b.Benchmark, g.Run, nil) {
			if len(a.labels[g.Annotator]) > 0 && a.admits(observer{source: result.SourceDetected}, g.Mode) {
				n[oneIf(a.all[g.Mode])][oneIf(a.has(by, g.Mode))]++
				tasks[a.task] = true
			}
		}
		same(fmt.Sprintf("%s by %s: %s", g.Run, g.Annotator, g.Mode), [5]int{g.Both, g.OnlyRule, g.OnlyLabel, g.Neither, g.Tasks}, [5]int{n[1][1], n[1][0], n[0][1], n[0][0], len(tasks)})
	}
	for _, g := range b.Steps {
		var n, exact, near int
		for _, a := range c.of(b.Benchmark, g.Run, nil) {
			lines := a.labels[g.Annotator]
			at := slices.IndexFunc(lines, func(l map[string]string) bool { return l["root"] == "true" })
			if at < 0 && len(lines) == 1 {
				at = 0
			}
			if !failed(a) || at < 0 || lines[at]["step"] == "" {
				continue
			}
			n++
			off := whole(t, lines[at]["step"]) - a.first
			exact += oneIf(a.first >= 0 && off == 0)
			near += oneIf(a.first >= 0 && max(off, -off) <= 1)
		}
		same(g.Run+": steps by "+g.Annotator, [3]int{g.N, g.Exact, g.Within1}, [3]int{n, exact, near})
	}
}

// recountTransition holds a matrix: a task counts once, and where it was attempted several
// times every attempt of the one run meets every one of the other.
func recountTransition(t *testing.T, benchmark string, tr *result.Transition, c *counted, same func(what string, have, want any)) {
	t.Helper()
	by := observer{tr.Source, tr.Annotator}
	state := func(a *countedAttempt) string {
		if succeeded(a) {
			return "success"
		}
		if mode := a.primary(by); mode != "" {
			return mode
		}
		return result.ModeNone
	}
	settled := func(run string) map[string][]string {
		out := map[string][]string{}
		for _, a := range c.of(benchmark, run, nil) {
			if a.outcome != result.OutcomeUnknown {
				out[a.task] = append(out[a.task], state(a))
			}
		}
		return out
	}
	from, to := settled(tr.A), settled(tr.B)
	want := map[[2]string]float64{}
	tasks := 0
	for task, a := range from {
		b := to[task]
		if len(b) == 0 {
			continue
		}
		tasks++
		for _, x := range a {
			for _, y := range b {
				want[[2]string{x, y}] += 1 / float64(len(a)*len(b))
			}
		}
	}
	same(tr.A+" to "+tr.B+": tasks", tr.NTasks, tasks)
	for i, x := range tr.States {
		for j, y := range tr.States {
			if math.Abs(tr.Matrix[i][j]-want[[2]string{x, y}]) > 1e-9 {
				t.Errorf("%v, %s of %s to %s of %s: %v, the list of attempts gives %v", by, x, tr.A, y, tr.B, tr.Matrix[i][j], want[[2]string{x, y}])
			}
			delete(want, [2]string{x, y})
		}
	}
	if len(want) > 0 {
		t.Errorf("%s to %s: the matrix lacks %v", tr.A, tr.B, want)
	}
}

func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}
