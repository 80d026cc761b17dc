package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// DuplicateError lists attempts that a log holds more than once, under the rule
// that this is an error.
type DuplicateError struct {
	Benchmark, Run string
	Count          int      // records beyond the first of their attempt
	First          []string // at most ten, "task (attempt 0)"
}

func (e *DuplicateError) Error() string {
	where := fmt.Sprintf("run %q", e.Run)
	if e.Benchmark != "" {
		where = fmt.Sprintf("benchmark %q, %s", e.Benchmark, where)
	}
	repeats, listed := "1 record repeats", strings.Join(e.First, ", ")
	if e.Count > 1 {
		repeats = fmt.Sprintf("%d records repeat", e.Count)
	}
	if more := e.Count - len(e.First); more > 0 {
		listed += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s: %s an attempt that is already there: %s; say with --duplicates which counts: first, last, or trials (each is an attempt of its own)",
		where, repeats, listed)
}

// resolvedAttempts tells what became of one run's attempts: order lists those that stay,
// sorted by task and trial; trial is their final attempt index.
type resolvedAttempts struct {
	inOrder    bool // all stay, in the order in which they came; order and trial are empty
	order      []int32
	trial      []int32
	duplicates int    // further records of attempts already present
	twoLogs    bool   // some attempts were told by logs of two formats
	rule       string // the rule that resolved them
}

// resolveAttempts sorts a run's attempts by task, trial and origin, and resolves the
// records that share task and trial by the rule; DuplicatesAuto leaves it to what
// the log's format or mapping says, and is an error where that says nothing.
// Records from logs of different formats are tellings of one attempt, and the
// benchmark's own log's is kept, else the first log's, whatever the rule: it is
// no retry.
func resolveAttempts(benchmark, run string, tasks []string, rank []int32, list *packed[rawAttempt, attemptBlock], origins []source, rule string) (resolvedAttempts, error) {
	if ascending(list, rank) {
		return resolvedAttempts{inOrder: true}, nil
	}
	raw := list.flat()
	order := make([]int32, len(raw))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(i, j int32) int {
		a, b := &raw[i], &raw[j]
		if a.task != b.task {
			return cmp.Compare(rank[a.task], rank[b.task])
		}
		x, y := &origins[a.from], &origins[b.from]
		return cmp.Or(cmp.Compare(a.trial, b.trial), compareOwn(x.own, y.own), cmp.Compare(x.input, y.input), cmp.Compare(a.record, b.record))
	})
	s := resolvedAttempts{order: make([]int32, 0, len(order)), trial: make([]int32, 0, len(order))}
	var refused []string
	for lo := 0; lo < len(order); {
		hi := lo + 1
		first := &raw[order[lo]]
		for hi < len(order) {
			if next := &raw[order[hi]]; next.task != first.task || next.trial != first.trial {
				break
			}
			hi++
		}
		same := order[lo:hi:hi]
		lo = hi
		if n := len(same); n > 1 {
			same = slices.DeleteFunc(slices.Clone(same), func(i int32) bool { return origins[raw[i].from].format != origins[first.from].format })
			if len(same) < n {
				s.twoLogs = true
			}
			s.duplicates += n - 1
		}
		if len(same) > 1 {
			s.rule = rule
			if rule == result.DuplicatesAuto {
				s.rule = origins[first.from].rule
			}
			switch s.rule {
			case "first":
				same = same[:1]
			case "last":
				same = same[len(same)-1:]
			case "trials":
				s.duplicates -= len(same) - 1
			default:
				for range same[1:] {
					refused = append(refused, fmt.Sprintf("%s (attempt %d)", tasks[first.task], first.trial))
				}
				continue
			}
		}
		for _, i := range same {
			s.order = append(s.order, i)
			s.trial = append(s.trial, raw[i].trial)
		}
	}
	if len(refused) > 0 {
		return s, &DuplicateError{Benchmark: benchmark, Run: run, Count: len(refused), First: refused[:min(10, len(refused))]}
	}
	if s.rule == "trials" {
		renumber(&s, raw)
	}
	return s, nil
}

// ascending tells whether attempts came sorted by task and trial, none of them twice, as
// most logs list them.
func ascending(list *packed[rawAttempt, attemptBlock], rank []int32) bool {
	task, trial := int32(-1), int32(0)
	for block := range list.All {
		for i := range block {
			a := &block[i]
			if at := rank[a.task]; at > task {
				task = at
			} else if at < task || a.trial <= trial {
				return false
			}
			trial = a.trial
		}
	}
	return true
}

// compareOwn puts a benchmark's own log before a table.
func compareOwn(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}

// renumber gives the extra attempts of a task the next free attempt indices.
func renumber(s *resolvedAttempts, raw []rawAttempt) {
	for lo := 0; lo < len(s.order); {
		hi := lo + 1
		for hi < len(s.order) && raw[s.order[hi]].task == raw[s.order[lo]].task {
			hi++
		}
		next := s.trial[hi-1] + 1
		for i := lo + 1; i < hi; i++ {
			if s.trial[i] == raw[s.order[i-1]].trial {
				s.trial[i] = next
				next++
			}
		}
		lo = hi
	}
}

// RepeatedScoreError is a metric that is given twice for one attempt.
type RepeatedScoreError struct {
	Benchmark, Run, Task, Metric string
	Trial                        int
}

func (e *RepeatedScoreError) Error() string {
	where := ""
	if e.Benchmark != "" {
		where = fmt.Sprintf("benchmark %q, ", e.Benchmark)
	}
	return fmt.Sprintf("%srun %q, task %q, attempt %d: metric %q is given twice; keep one row, or number the attempts in a trial column",
		where, e.Run, e.Task, e.Trial, e.Metric)
}
