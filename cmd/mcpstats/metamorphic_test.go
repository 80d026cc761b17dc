package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/cmd/mcpstats/naive"
	"mcpstats/internal/testlength"
)

// facts are the numbers of results that no draw is in, by what they are of. Pairs
// stand in the order of the names that runs had before they were renamed.
func facts(res *result.Results, metric string, before func(string) string) map[string]float64 {
	out := map[string]float64{}
	set := func(v *float64, sign float64, name ...any) {
		if v != nil {
			out[fmt.Sprint(name...)] = sign * *v
		}
	}
	for _, s := range res.Summaries {
		if s.Metric == metric {
			set(s.Mean, 1, before(s.Run), level(s.Stratum), " mean")
			set(s.SD, 1, before(s.Run), level(s.Stratum), " sd")
			out[fmt.Sprint(before(s.Run), level(s.Stratum), " tasks")] = float64(s.NTasks)
		}
	}
	for _, c := range res.Comparisons {
		if c.Metric != metric {
			continue
		}
		a, b, sign := before(c.A), before(c.B), 1.0
		if a > b {
			a, b, sign = b, a, -1
		}
		at := fmt.Sprint(a, "-", b, level(c.Stratum))
		set(c.Difference, sign, at, " difference")
		set(c.PAdjusted, 1, at, " adjusted")
		for _, test := range c.Tests {
			if test.Exact || strings.HasSuffix(test.Method, "_t") {
				set(test.P, 1, at, " ", test.Method)
			}
		}
	}
	for _, r := range res.Rankings {
		for _, run := range r.Runs {
			if r.Metric == metric {
				out[before(run.Run)+" rank"] = run.Rank
			}
		}
	}
	return out
}

// unlike lists the facts of a that b lacks or has otherwise.
func unlike(a, b map[string]float64, within float64) []string {
	var out []string
	for name, v := range a {
		w, ok := b[name]
		if !ok || math.Abs(v-w) > within*max(1, math.Abs(v)) {
			out = append(out, fmt.Sprintf("%s: %v, then %v (%v)", name, v, w, ok))
		}
	}
	slices.Sort(out)
	return out
}

// graded tells whether a value stands between 0 and 1, without which the scaled metric
// is on another scale.
func graded(r *randomTable) bool {
	return slices.ContainsFunc(r.Attempts, func(a naive.Attempt) bool { return a.Value != nil && *a.Value > 0 && *a.Value < 1 })
}

func itself(name string) string { return name }

// What must not change the conclusions does not.
func TestMetamorphic(t *testing.T) {
	clone := func(table *randomTable, change func(*naive.Attempt)) *randomTable {
		out := *table
		out.Attempts = slices.Clone(table.Attempts)
		for i := range out.Attempts {
			change(&out.Attempts[i])
		}
		return &out
	}
	turned := func(name string) string { // run1 is run9, run2 run8
		return fmt.Sprintf("run%d", 10-int(name[3]-'0'))
	}
	for _, c := range []struct {
		name   string
		even   bool
		change func(*randomTable) (_ *randomTable, changed bool)
		before func(string) string
		keeps  func(fact string) bool
		scale  float64 // of means
	}{
		{name: "renaming runs", change: func(r *randomTable) (*randomTable, bool) {
			return clone(r, func(a *naive.Attempt) { a.Run = turned(a.Run) }), true
		}, before: turned},
		{name: "turning the records round", change: func(r *randomTable) (*randomTable, bool) {
			out := clone(r, func(*naive.Attempt) {})
			slices.Reverse(out.Attempts)
			return out, true
		}},
		{name: "repeating every attempt", even: true, change: func(r *randomTable) (*randomTable, bool) {
			out := clone(r, func(*naive.Attempt) {})
			n := 0
			for _, a := range r.Attempts {
				n = max(n, a.Trial+1)
			}
			for i := 1; i < 4; i++ {
				for _, a := range r.Attempts {
					a.Trial += i * n
					out.Attempts = append(out.Attempts, a)
				}
			}
			return out, n > 1 || graded(r) // binary attempts, one a task, have a test of their own
		}},
		{name: "scaling a metric", change: func(r *randomTable) (*randomTable, bool) {
			return clone(r, func(a *naive.Attempt) {
				if a.Value != nil {
					v := *a.Value * 1024
					a.Value = &v
				}
			}), r.shape == "scores" && r.metric != "success" && r.metric != "reward" && graded(r)
		}, scale: 1024},
		{name: "adding a run", even: true, change: func(r *randomTable) (*randomTable, bool) {
			out := clone(r, func(*naive.Attempt) {})
			for i, a := range r.Attempts {
				if a.Run == "run1" {
					v := float64(i % 2)
					a.Run, a.Value = "run6", &v
					out.Attempts = append(out.Attempts, a)
				}
			}
			return out, true
		}, keeps: func(fact string) bool {
			return !strings.HasSuffix(fact, " adjusted") && !strings.HasSuffix(fact, " rank")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testlength.Checks(t, 4, 8)
			dir := t.TempDir()
			if c.before == nil {
				c.before = itself
			}
			rapid.Check(t, func(rt *rapid.T) {
				table := drawTable(rt, c.even)
				other, changed := c.change(table)
				if !changed {
					return
				}
				was := facts(resultsOf(t, dir, table, "compare"), table.metric, itself)
				is := facts(resultsOf(t, dir, other, "compare"), table.metric, c.before)
				for name, v := range is {
					if c.scale > 0 && (strings.HasSuffix(name, " mean") || strings.HasSuffix(name, " sd") || strings.HasSuffix(name, " difference")) {
						is[name] = v / c.scale
					}
				}
				for name := range was {
					if c.keeps != nil && !c.keeps(name) {
						delete(was, name)
					}
				}
				for _, u := range unlike(was, is, 1e-9) {
					rt.Error(u)
				}
			})
		})
	}
}

// A log in two files is the log, byte for byte but for the list of inputs; so is one
// whose texts, which no metric here reads, are blank.
func TestSplitAndBlankedLogs(t *testing.T) {
	testlength.Checks(t, 3, 6)
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		table := drawTable(rt, false)
		lines := func(text string, from, to int) string {
			var b strings.Builder
			for i, a := range table.Attempts[from:to] {
				line := map[string]any{"run": a.Run, "task": a.Task, "trial": a.Trial, "reward": a.Value}
				if text != "" {
					line["response"] = fmt.Sprint(text, i)
				}
				one, err := json.Marshal(line)
				if err != nil {
					t.Fatal(err)
				}
				b.Write(append(one, '\n'))
			}
			return b.String()
		}
		results := func(texts ...string) string {
			var paths []string
			for i, text := range texts {
				paths = append(paths, filepath.Join(dir, fmt.Sprintf("part%d.jsonl", i)))
				if err := os.WriteFile(paths[i], []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			var res result.Results
			if err := json.Unmarshal([]byte(printed(t, append([]string{"compare", "-q", "--resamples", "100", "--output", "json", "--metrics", "reward"}, paths...)...)), &res); err != nil {
				t.Fatal(err)
			}
			res.Provenance, res.Metrics = result.Provenance{}, nil
			text, err := json.Marshal([]any{res.Ledger, res.Summaries, res.Comparisons, res.Rankings})
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		n := len(table.Attempts)
		half := n / 2
		whole := results(lines("", 0, n))
		if half > 0 && results(lines("", 0, half), lines("", half, n)) != whole {
			rt.Error("in two files the results are others")
		}
		if results(lines("a text ", 0, n)) != whole {
			rt.Error("with texts the results are others")
		}
	})
}

// Attempts of one task are no more evidence for being copied: a judge's agreement with
// its reference, and the test of its bias, are as they were.
func TestRepeatedVerdicts(t *testing.T) {
	dir := t.TempDir()
	agreement := func(copies int) result.Agreement {
		var b strings.Builder
		for task := range 24 {
			for i := range 2 * copies {
				human, judge := (task*7+i%2)%3 == 0, (task*5+i%2)%4 < 2
				fmt.Fprintf(&b, `{"run": "a", "task": "t%d", "trial": %d, "judgments": [{"judge": "human", "verdict": %d, "reference": true}, {"judge": "j", "verdict": %d}]}`+"\n", task, i, number(human), number(judge))
			}
		}
		path := filepath.Join(dir, "judged.jsonl")
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		var res result.Results
		if err := json.Unmarshal([]byte(printed(t, "agree", path, "-q", "--resamples", "2000", "--output", "json")), &res); err != nil {
			t.Fatal(err)
		}
		for _, a := range res.Agreement {
			if a.Reading == "stored" {
				return a
			}
		}
		t.Fatal("no agreement")
		return result.Agreement{}
	}
	once, often := agreement(1), agreement(5)
	if often.N != 5*once.N || once.NTasks != 24 {
		t.Fatal(once.N, often.N, once.NTasks)
	}
	if once.Bias == nil || once.Bias.P == nil || often.Bias == nil || !near(often.Bias.P, *once.Bias.P, 1e-9) {
		t.Error("the bias has another p", once.Bias, often.Bias)
	}
	for name, pair := range map[string][2]*result.IntervalEstimate{
		"agreement": {once.AgreementCI, often.AgreementCI}, "kappa": {once.KappaInterval, often.KappaInterval}, "AC1": {once.AC1Interval, often.AC1Interval},
	} {
		if pair[0] == nil || pair[1] == nil {
			t.Error(name, "has no interval")
			continue
		}
		// Bootstrap limits wander by a few hundredths of the width.
		if was, is := width(pair[0]), width(pair[1]); is < .85*was || is > 1.15*was {
			t.Errorf("the interval of %s is %v wide, with each attempt five times %v", name, was, is)
		}
	}
}

func number(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func width(i *result.IntervalEstimate) float64 { return float64(i.High) - float64(i.Low) }
