package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/internal/spelling"
)

// place is where an attempt stands in the logs.
type place struct {
	key    result.AttemptKey
	input  *open.Input
	number int      // of the log
	record int      // from 1; those that cannot be read count
	others []string // trials that could have been shown instead, this one among them
}

// shelf is the attempts that logs hold, by their names alone: what show finds an attempt by.
type shelf struct {
	runs  []string                       // in natural order
	tasks map[string]map[string][]*place // by run and task, in the order of benchmark, trial and log
}

// findAttempts reads the names of what the logs hold and settles what the words mean: the
// attempt, or the two.
func (p *program) findAttempts(c *cobra.Command, s *showing, args []string) (found []*place, paths []string, _ error) {
	var last error
	for _, split := range splits(args, s.r.named()) {
		names, paths := args[:split], args[split:]
		held, err := p.shelve(c.Context(), s, paths)
		if err != nil {
			return nil, nil, err
		}
		found, err := s.settle(held, names, c.Flags().Changed("trial"))
		if err == nil {
			return found, paths, nil
		}
		if last == nil {
			last = err
		}
	}
	return nil, nil, last
}

// splits is after how many words the logs may begin. The first two words are names. So is the third,
// unless it is written like a path or names a file; a folder may be called like a task, so that where
// logs follow behind it, both readings are tried.
func splits(args []string, byFlag bool) []int {
	if len(args) < 3 {
		return []int{len(args)}
	}
	switch third := args[2]; {
	case likePath(third):
		return []int{2}
	case !exists(third):
		return []int{3}
	case len(args) > 3 || byFlag:
		return []int{3, 2}
	}
	return []int{2}
}

// shelve lists what the logs hold. Nothing but names is decoded.
func (p *program) shelve(ctx context.Context, s *showing, paths []string) (*shelf, error) {
	inputs, skipped, err := s.r.inputs(ctx, paths, datasets.Facts)
	if err != nil {
		return nil, err
	}
	if inputs, skipped, err = s.r.toldOnce(ctx, inputs, skipped); err != nil {
		return nil, err
	}
	if err := s.r.readLabels(); err != nil {
		return nil, err
	}
	lists := make([][]*place, len(inputs))
	errs := make([]error, len(inputs))
	each(len(inputs), func(i int) { lists[i], errs[i] = s.places(ctx, inputs[i], i) })
	_, bad := withoutBad(ctx, inputs, errs)
	if bad == nil {
		if err := firstError(errs); err != nil {
			return nil, err
		}
	}
	p.warn(leftOut(append(skipped, bad...)))
	out := &shelf{tasks: map[string]map[string][]*place{}}
	for i, list := range lists {
		if errs[i] != nil {
			continue
		}
		for _, a := range list {
			tasks := out.tasks[a.key.Run]
			if tasks == nil {
				tasks = map[string][]*place{}
				out.tasks[a.key.Run] = tasks
				out.runs = append(out.runs, a.key.Run)
			}
			tasks[a.key.Task] = append(tasks[a.key.Task], a)
		}
	}
	if len(out.runs) == 0 {
		return nil, &datasets.FileError{File: cmp.Or(strings.Join(paths, ", "), "the logs"), Err: errors.New("holds no attempt"), Hint: "`mcpstats doctor` shows what was read"}
	}
	slices.SortFunc(out.runs, result.CompareNatural)
	for _, tasks := range out.tasks {
		for task, list := range tasks {
			tasks[task] = arrange(list)
		}
	}
	return out, nil
}

// arrange sorts the attempts of one run at one task, and settles which count by the rule that
// their format or mapping states, as a table does: of records that repeat an attempt the first or the
// last, or all, numbered from the last trial on. Without a rule all stay, and the first is found.
func arrange(list []*place) []*place {
	slices.SortFunc(list, func(a, b *place) int {
		return cmp.Or(strings.Compare(a.key.Benchmark, b.key.Benchmark), cmp.Compare(a.key.Trial, b.key.Trial),
			cmp.Compare(rank(a.input), rank(b.input)), cmp.Compare(a.number, b.number), cmp.Compare(a.record, b.record))
	})
	var out []*place
	next := 0 // the number of the next repeated trial
	for i, a := range list {
		if i == 0 || a.key.Benchmark != list[i-1].key.Benchmark {
			next = 0
			for _, b := range list {
				if b.key.Benchmark == a.key.Benchmark {
					next = max(next, b.key.Trial+1)
				}
			}
		}
		last := len(out) - 1
		if last < 0 || out[last].key != a.key || a.input.Format != out[last].input.Format {
			out = append(out, a)
			continue
		}
		switch a.input.Duplicates() {
		case "last":
			out[last] = a
		case "trials":
			again := *a
			again.key.Trial = next
			next++
			out = slices.Insert(out, last, &again) // the first of them stays the latest, for further records
		}
	}
	slices.SortStableFunc(out, func(a, b *place) int {
		return cmp.Or(strings.Compare(a.key.Benchmark, b.key.Benchmark), cmp.Compare(a.key.Trial, b.key.Trial))
	})
	return out
}

// rank puts a benchmark's own log before a table that was made of it.
func rank(in *open.Input) int {
	if in.Own() {
		return 0
	}
	return 1
}

// places lists one log's attempts.
func (s *showing) places(ctx context.Context, in *open.Input, number int) ([]*place, error) {
	var out []*place
	record, names := 0, map[string]string{}
	own := func(name string) string { // a reader may reuse the memory of a name
		if _, ok := names[name]; !ok {
			name = strings.Clone(name)
			names[name] = name
		}
		return names[name]
	}
	for t, err := range in.Trajectories(ctx) {
		record++
		var bad *datasets.RecordError
		switch {
		case errors.As(err, &bad):
			continue
		case err != nil:
			return out, err
		case len(s.benchmarks) > 0 && !slices.Contains(s.benchmarks, t.Benchmark):
			continue
		}
		out = append(out, &place{key: result.AttemptKey{Benchmark: own(t.Benchmark), Run: own(t.Run), Task: own(t.Task), Trial: t.Trial}, number: number, record: record, input: in})
	}
	return out, nil
}

// settle says which attempts the words name: RUN TASK, RUN TASK TRIAL or A B TASK, whichever
// the logs hold.
func (s *showing) settle(held *shelf, names []string, trialGiven bool) ([]*place, error) {
	if len(names) == 2 {
		a, err := held.attempt(names[0], names[1], s.trial, trialGiven)
		if err != nil {
			return nil, err
		}
		return []*place{a}, nil
	}
	trial, notNumber := strconv.Atoi(names[2])
	pair := held.tasks[names[0]] != nil && held.tasks[names[1]] != nil
	single := notNumber == nil && held.tasks[names[0]][names[1]] != nil
	switch {
	case pair && single && !trialGiven && held.tasks[names[0]][names[2]] != nil && held.tasks[names[1]][names[2]] != nil:
		return nil, usagef("show: %q %q %q is trial %d of task %q, and task %q of two runs; say --trial %d for the first, without the third word, or --trial 0 with it for the second", names[0], names[1], names[2], trial, names[1], names[2], trial)
	case single && !trialGiven:
		a, err := held.attempt(names[0], names[1], trial, true)
		if err != nil {
			return nil, err
		}
		return []*place{a}, nil
	case names[0] == names[1] && pair:
		return nil, usagef("show: %q against itself; name two different runs", names[0])
	case !pair && held.tasks[names[0]] != nil && notNumber == nil && !trialGiven:
		return nil, held.noTask(names[0], names[1]) // RUN TASK TRIAL is what was meant
	}
	var out []*place
	for _, run := range names[:2] {
		a, err := held.attempt(run, names[2], s.trial, trialGiven)
		if err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// attempt finds one attempt; of several records that tell of it, the first.
func (h *shelf) attempt(run, task string, trial int, chosen bool) (*place, error) {
	if h.tasks[run] == nil {
		return nil, h.noRun(run)
	}
	list := h.tasks[run][task]
	if list == nil {
		return nil, h.noTask(run, task)
	}
	var trials, benchmarks []string
	for _, a := range list {
		if !slices.Contains(benchmarks, a.key.Benchmark) {
			benchmarks = append(benchmarks, a.key.Benchmark)
		}
		if t := strconv.Itoa(a.key.Trial); !slices.Contains(trials, t) {
			trials = append(trials, t)
		}
	}
	if len(benchmarks) > 1 {
		return nil, usagef("show: task %q of run %q is in the benchmarks %s; say which with --benchmarks", task, run, someOf(benchmarks))
	}
	for _, a := range list {
		if !chosen || a.key.Trial == trial {
			a.others = trials
			if chosen {
				a.others = nil
			}
			return a, nil
		}
	}
	return nil, usagef("show: run %q has no trial %d of task %q; it has %s", run, trial, task, someOf(trials))
}

func (h *shelf) noRun(run string) error {
	return usagef("show: run %q is not in these logs%s; they hold %s", run, nearest(run, h.runs), someOf(h.runs))
}

func (h *shelf) noTask(run, task string) error {
	var tasks []string
	for name := range h.tasks[run] {
		tasks = append(tasks, name)
	}
	slices.SortFunc(tasks, result.CompareNatural)
	return usagef("show: run %q has no task %q%s; it has %s", run, task, nearest(task, tasks), someOf(tasks))
}

// nearest is a hint at the known name that was meant.
func nearest(name string, known []string) string {
	if near := spelling.Nearest(name, known); near != "" {
		return fmt.Sprintf(" (did you mean %q?)", near)
	}
	return ""
}

// someOf lists the first names.
func someOf(names []string) string {
	const most = 8
	text := strings.Join(names[:min(most, len(names))], ", ")
	if more := len(names) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
