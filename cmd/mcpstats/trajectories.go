package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/analysis/trace"
	"mcpstats/analysis/transcript"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/trajectories"
)

// Which attempts get a page of their own, besides a number.
const (
	pagesOfExamples = "examples" // those that the report names, where the log holds texts
	pagesOfFailed   = "failed"
	pagesOfAll      = "all"
	noPages         = "none"
)

// trajectoryChoice is the flag --trajectories.
type trajectoryChoice string

func (t *trajectoryChoice) String() string { return string(*t) }

func (t *trajectoryChoice) Type() string { return "which" }

func (t *trajectoryChoice) Set(s string) error {
	n, err := strconv.Atoi(s)
	if !slices.Contains([]string{pagesOfExamples, pagesOfFailed, pagesOfAll, noPages}, s) && (err != nil || n < 1) {
		return fmt.Errorf("expected %s, %s, %s, %s, or a number of failed attempts a run", pagesOfExamples, pagesOfFailed, pagesOfAll, noPages)
	}
	*t = trajectoryChoice(s)
	return nil
}

// What the page of an attempt holds of it: enough to read most attempts whole, and never more
// than a browser opens at once.
var pageLimits = transcript.Limits{Text: 20_000, Total: 600_000, Steps: 1000, Calls: 2000, Hits: 40}

// mostExamples bounds the pages that nobody asked for.
const mostExamples = 500

// attemptPages is the list of attempts of a report, and their pages.
type attemptPages struct {
	listed []*result.ListedAttempt
	labels map[string]string                        // what names are called, by the log's
	whole  bool                                     // the results hold the whole list, too
	wanted map[string]map[int]*result.ListedAttempt // that get a page: by log and record
}

// pagesFor lists the attempts and chooses those that get a page. What is a report's is known
// before any page is written, so that it can link them. again is nil where there are no logs
// to read.
func (o *reportOutput) pagesFor(res *result.Results, rows iter.Seq[result.AttemptRow]) *attemptPages {
	if rows == nil {
		return nil
	}
	pages := &attemptPages{labels: res.Provenance.Plan.Labels, whole: res.Attempts != nil && res.Attempts.LeftOut == 0, wanted: map[string]map[int]*result.ListedAttempt{}}
	examples := namedExamples(res)
	most, numbered := strconv.Atoi(string(o.trajectories))
	failed := map[[2]string]int{} // of a run that have a page
	for a := range listedAttempts(rows, res.Provenance.Plan.Labels) {
		pages.listed = append(pages.listed, &a.ListedAttempt)
		texts, log := false, false
		if o.again != nil {
			texts, log = o.again.r.texts.of(a.file)
		}
		if !log {
			continue
		}
		run := [2]string{a.Benchmark, a.Run}
		wants := false
		switch o.trajectories {
		case noPages:
		case pagesOfExamples:
			wants = texts && examples[a.AttemptKey]
		case pagesOfFailed:
			wants = a.Outcome == result.OutcomeFailed
		case pagesOfAll:
			wants = true
		default:
			wants = numbered == nil && a.Outcome == result.OutcomeFailed && failed[run] < most
		}
		if !wants {
			continue
		}
		if a.Outcome == result.OutcomeFailed {
			failed[run]++
		}
		if pages.wanted[a.file] == nil {
			pages.wanted[a.file] = map[int]*result.ListedAttempt{}
		}
		pages.wanted[a.file][a.record] = &a.ListedAttempt
		a.Page = trajectories.FileName(a.AttemptKey)
	}
	return pages
}

// namedExamples are the attempts that a report names: its cases, then of each mode and run the
// clearest first, at most mostExamples.
func namedExamples(res *result.Results) map[result.AttemptKey]bool {
	out := map[result.AttemptKey]bool{}
	for _, c := range res.Cases() {
		out[c.Of] = true
	}
	for nth, more := 0, true; more && len(out) < mostExamples; nth++ {
		more = false
		for i := range res.Failures {
			f := &res.Failures[i]
			if f.Stratum != nil || nth >= len(f.Examples) || len(out) >= mostExamples {
				continue
			}
			e := &f.Examples[nth]
			out[result.AttemptKey{Benchmark: f.Benchmark, Run: f.Run, Task: e.Task, Trial: e.Trial}] = true
			more = true
		}
	}
	return out
}

// placedAttempt is an attempt of the list and where it stands.
type placedAttempt struct {
	result.ListedAttempt
	file   string
	record int
}

// listedAttempts brings the lines of each attempt together, with labels for modes and tools; the keys
// of the attempts are the log's.
func listedAttempts(rows iter.Seq[result.AttemptRow], labels map[string]string) iter.Seq[*placedAttempt] {
	named := reports.NewNames(labels).Named
	return func(yield func(*placedAttempt) bool) {
		var a *placedAttempt
		for row := range rows {
			key := result.AttemptKey{Benchmark: row.Benchmark, Run: row.Run, Task: row.Task, Trial: row.Trial}
			if a == nil || a.AttemptKey != key {
				if a != nil && !yield(a) {
					return
				}
				a = &placedAttempt{file: row.File, record: row.Record, ListedAttempt: result.ListedAttempt{AttemptKey: key, Outcome: row.Outcome, Cause: row.Cause,
					First: row.FirstDeviating, Last: row.LastSaving, Location: fmt.Sprintf("%s, record %d", row.File, row.Record)}}
			}
			if row.Mode == "" || !row.Enabled {
				continue
			}
			if mode := result.SourcedMode(row.Source, named(row.Annotator), named(row.Mode)); !slices.Contains(a.Modes, mode) {
				a.Modes = append(a.Modes, mode)
			}
			if row.Source == result.SourceDetected && row.Primary && row.Outcome == result.OutcomeFailed {
				a.Primary = named(row.Mode)
			}
			if tool := named(row.Tool); tool != "" && !slices.Contains(a.Tools, tool) {
				a.Tools = append(a.Tools, tool)
			}
		}
		if a != nil {
			yield(a)
		}
	}
}

// named is what a name is called.
func (a *attemptPages) named(name string) string { return reports.NewNames(a.labels).Named(name) }

// links are what the report needs to lead to the list and the pages; nil: there is no list.
func (a *attemptPages) links() *compose.Pages {
	if a == nil || len(a.listed) == 0 {
		return nil
	}
	out := &compose.Pages{Of: map[result.AttemptKey]string{}, Counts: a.whole, Labels: a.labels}
	for _, one := range a.listed {
		if one.Page != "" {
			out.Of[one.AttemptKey] = reports.AttemptFolder + "/" + one.Page
		}
	}
	return out
}

// write writes the list and the pages. The logs are read again for them: the first reading
// keeps no texts, as which attempts are wanted is known only when all are scored. One attempt a
// processor is held at a time.
func (a *attemptPages) write(ctx context.Context, dir *staged, again *logsAgain) error {
	if a == nil || len(a.listed) == 0 {
		return nil
	}
	listed := make([]result.ListedAttempt, 0, min(len(a.listed), trajectories.MostListed))
	for _, one := range a.listed[:cap(listed)] {
		shown := *one
		shown.Benchmark, shown.Run = a.named(one.Benchmark), a.named(one.Run)
		listed = append(listed, shown)
	}
	err := dir.write(reports.AttemptFolder+"/"+trajectories.ListName, func(w io.Writer) error { return trajectories.List(w, listed, len(a.listed)) })
	if err != nil || len(a.wanted) == 0 {
		return err
	}
	inputs, _, err := again.r.inputs(ctx, again.paths, datasets.AllColumns)
	if err != nil {
		return err
	}
	errs := make([]error, len(inputs))
	each(len(inputs), func(i int) {
		if wanted := a.wanted[inputs[i].Name]; wanted != nil {
			errs[i] = again.pages(ctx, dir, inputs[i], wanted, a.named)
		}
	})
	return firstError(errs)
}

// logsAgain is what it takes to read the logs a second time.
type logsAgain struct {
	r     *reading
	paths []string
}

// pages writes the pages of one log.
func (l *logsAgain) pages(ctx context.Context, dir *staged, in *open.Input, wanted map[int]*result.ListedAttempt, named func(string) string) error {
	record, left := 0, len(wanted)
	for t, err := range in.Trajectories(ctx) {
		record++
		a := wanted[record]
		if a == nil {
			continue
		}
		if err != nil {
			return err
		}
		if t.Task != a.Task {
			break
		}
		t.Run, t.Trial = a.Run, a.Trial // as logs are told apart, and trials numbered
		l.r.label(t)
		one := transcriptOf(t, in, record, pageLimits)
		settled(one, a)
		one.Rename(named)
		title, ending, where, tone := compose.AttemptTitle(one), compose.Ending(one), compose.Whereabouts(one), compose.EndingTone(one)
		if err := dir.write(reports.AttemptFolder+"/"+a.Page, func(w io.Writer) error {
			return trajectories.Page(w, one, trajectories.Words{Title: title, Ending: ending, Whereabouts: where, Tone: tone, Listed: true, Report: true})
		}); err != nil {
			return err
		}
		if left--; left == 0 {
			return nil
		}
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	return attemptsGone(in, left)
}

const hintChanged = "the file changed while it was read; try again"

// attemptsGone says that attempts of a log are not where they were at its first reading.
func attemptsGone(in *open.Input, left int) error {
	return &datasets.FileError{File: in.Name, Err: fmt.Errorf("%s are not where they were", count(left, "attempt", "attempts")), Hint: hintChanged}
}

// settled gives a transcript what the report says of the attempt: its headline metric decides
// about failure, which need not be the log's own verdict.
func settled(t *result.Transcript, a *result.ListedAttempt) {
	t.Outcome = map[string]string{result.OutcomeFailed: "failure", result.OutcomeSucceeded: "success"}[a.Outcome]
	t.Outcome = cmp.Or(t.Outcome, "unknown")
	t.Cause, t.Primary, t.FirstStep, t.LastStep = a.Cause, a.Primary, a.First, a.Last
}

// textual tells whether an attempt holds texts, which a page is for: digests and names are none.
func textual(t *datasets.Trajectory) bool {
	said := func(s string) bool { return s != "" && !trace.IsDigest(s) }
	return said(t.Response) || slices.ContainsFunc(t.Steps, func(s datasets.Step) bool {
		return said(s.Content) || slices.ContainsFunc(s.Calls, func(c datasets.ToolCall) bool { return said(c.Result) })
	})
}
