package main

import (
	"bytes"
	"fmt"
	"strings"

	"mcpstats/reports"
)

// defaults are the methods that a report quotes unless told otherwise; from is the smallest
// n that is told of them, below the n from which another method takes over (0: none does).
var defaults = []struct {
	section, method, use string
	from, below          int
}{
	{"mcnemar", "McNemar exact", "two runs, pass or fail, one attempt a task", 30, 0},
	{"paired", "paired t", "two runs, graded scores or several attempts", 30, 0},
	{"paired", "Wilcoxon, Pratt", "two runs, ordinal scores", 30, 0},
	{"paired", "equivalence (TOST)", "equivalence within a margin", 30, 0},
	{"cluster", "cluster-robust t", "two runs, tasks in clusters", 30, 0},
	{"many", "Cochran's Q", "more than two runs, pass or fail", 30, 0},
	{"many", "Friedman chi-square", "more than two runs, graded scores", 30, 0},
	{"many", "Iman-Davenport", "the same, by F", 30, 0},
	{"many", "Holm", "many comparisons", 30, 0},
	{"rate", "Wilson", "one success rate", 30, 0},
	{"difference", "Tango", "difference of two success rates, beside McNemar's test", 30, 0},
	{"few", "t, few tasks", "one mean, below 20 tasks", 10, 20},
	{"mean", "BCa bootstrap", "one mean, from 20 tasks on", 30, 0},
	{"mean", "t", "mean difference of two runs, beside the t test", 30, 0},
	{"cluster", "BCa cluster bootstrap", "one mean, tasks in 20 clusters or more", 30, 0},
	{"cluster", "cluster-robust t (CR1)", "mean difference of two runs, tasks in clusters", 30, 0},
	{"ranks", "rank sets (Holm), all runs", "ranks of more than two runs", 30, 0},
	{"judge", "Cohen's kappa", "agreement of judges, one attempt a task", 30, 0},
	{"bytask", "t test of the tasks' means", "bias of a judge, several attempts a task", 30, 0},
	{"bytask", "design-adjusted Wilson, by task", "agreement of judges, several attempts a task", 30, 0},
	{"bytask", "Cohen's kappa, BCa bootstrap by task", "the same, beyond chance", 30, 0},
	{"share", "score interval, own design effect", "share of a failure mode, several attempts a task", 30, 0},
	{"judge", "Rogan-Gladen (Lang-Reiczigel)", "success rate corrected for the judge", 30, 0},
}

func (r results) head(w *bytes.Buffer) {
	w.WriteString(`# Calibration

Does a test at the level .05 reject 5% of true null hypotheses, and does a 95% interval hold the true value 95% of the
time? This page answers by measuring: it takes populations whose truth is known, and counts. Where all outcomes can be
enumerated the shares are exact; elsewhere studies were simulated from a fixed seed, and the Monte-Carlo standard error
(SE, in points, the largest of the row) stands beside them.

The page is made by ` + "`go run ./cmd/calibration`" + `, which calls the same functions as a report does. All numbers, to six digits:
[calibration/results.csv](calibration/results.csv).

How to read a verdict. *Holds*: within three standard errors of the nominal level, or within a quarter of a point where
that is more. *Slightly*: off by at most one point. Bold numbers are off on the side that misleads: a test that rejects
too often, an interval that holds the truth too rarely. *Cautious* tests and intervals that *over-cover* do not mislead,
they cost power. Where a method does not exist for the data drawn (all values equal, say), a test counts as not
rejecting and an interval as not covering. A study of 95 tasks is an ordinary benchmark; 10 is here to show what breaks.

## The defaults

What a report quotes unless it is told otherwise, over all data below with n from 30 on, where the table does not say otherwise (of few tasks from 10).

| Method | Used for | Nominal | Lowest | Highest | Farthest off on the misleading side |
| :--- | :--- | ---: | ---: | ---: | :--- |
`)
	for _, d := range defaults {
		var low, high, worst *cell
		for i := range r.cells {
			c := &r.cells[i]
			if c.section != d.section || c.method != d.method || c.n < d.from || d.below > 0 && c.n >= d.below {
				continue
			}
			if low == nil || c.observed < low.observed {
				low = c
			}
			if high == nil || c.observed > high.observed {
				high = c
			}
		}
		if low == nil {
			continue
		}
		if worst = high; low.kind == coverage {
			worst = low
		}
		where := "none"
		if v := worst.verdict(); v == unsafe || v == slightlyUnsafe {
			where = fmt.Sprintf("%s: %s, n = %d", v.text(worst.kind), worst.setting, worst.n)
		}
		fmt.Fprintf(w, "| %s | %s | %s | %s | %s | %s |\n", d.method, d.use, reports.FormatPercent(low.nominal(), 0),
			reports.FormatPercent(low.observed, 1), reports.FormatPercent(high.observed, 1), where)
	}
	r.failures(w)
}

// failures lists, for each method that is called unsafe anywhere,
// the worst of it.
func (r results) failures(w *bytes.Buffer) {
	w.WriteString("\n## What does not hold\n\nEvery method that is off by more than one point on the misleading side somewhere on this page, and where it is worst.\n\n")
	for _, row := range worstByMethod(r.cells) {
		c := row.worst
		said := fmt.Sprintf("rejects %s instead of 5%%", reports.FormatPercent(c.observed, 1))
		if c.kind == coverage {
			said = fmt.Sprintf("covers %s instead of 95%%", reports.FormatPercent(c.observed, 1))
		}
		fmt.Fprintf(w, "- **%s** %s (%s, n = %d)", c.method, said, c.setting, c.n)
		if row.from > 0 {
			fmt.Fprintf(w, "; holds, or is slightly off, from n = %d on", row.from)
		}
		w.WriteString(".\n")
	}
}

type worstOf struct {
	worst cell
	from  int // n from which no cell of the method is called unsafe; 0: there is none
}

func worstByMethod(cells []cell) []worstOf {
	var order []string
	by := map[string][]cell{}
	for _, c := range cells {
		key := strings.Join([]string{c.section, c.method, fmt.Sprint(c.kind)}, "\x00")
		if by[key] == nil {
			order = append(order, key)
		}
		by[key] = append(by[key], c)
	}
	var out []worstOf
	for _, key := range order {
		var o worstOf
		bad, largest := 0, 0
		for _, c := range by[key] {
			largest = max(largest, c.n)
			if c.verdict() != unsafe {
				continue
			}
			off := func(c cell) float64 {
				if c.kind == coverage {
					return c.nominal() - c.observed
				}
				return c.observed - c.nominal()
			}
			if bad == 0 || off(c) > off(o.worst) {
				o.worst = c
			}
			bad = max(bad, c.n)
		}
		if bad == 0 {
			continue
		}
		for _, c := range by[key] {
			if c.n > bad && (o.from == 0 || c.n < o.from) {
				o.from = c.n
			}
		}
		out = append(out, o)
	}
	return out
}
