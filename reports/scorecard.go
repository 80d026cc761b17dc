package reports

import (
	"slices"

	"mcpstats/analysis/result"
)

// Scorecard is one metric of one benchmark, attempt by attempt: what every mean,
// difference and count of it follows from.
type Scorecard struct {
	Benchmark string // as the log names it
	Metric    string
	Share     bool   // values are shares
	Lower     bool   // less is better
	Policy    string // for what has no score: fail, drop, worst, best; drop where the metric leaves it out whatever the plan says
	Trials    int    // attempts that any run's score at a task is over, at most
	Tasks     []string
	Strata    []result.TaskStratum
	Runs      []string // best first
	Applies   []bool   // by task: the policy fills in what has no score; nil: at every task

	Values   []float64 // by task, run and attempt
	Known    []bool
	Promised []int32 // by task and run: attempts that the score is over where the policy fills in; shared by a benchmark's cards
}

// Attempt returns the score of a run's attempt at a task, counted from 0; ok is
// false where there is none.
func (s *Scorecard) Attempt(task, run, attempt int) (value float64, ok bool) {
	i := (task*len(s.Runs)+run)*s.Trials + attempt
	return s.Values[i], s.Known[i]
}

// Filled reports whether the policy fills in what has no score of a run at a task.
func (s *Scorecard) Filled(task, run int) bool {
	return s.Policy != "drop" && (s.Applies == nil || s.Applies[task]) && s.Expected(task, run) > 0
}

// Expected is the number of attempts that a run's score at a task is over where the
// policy fills in what has no score: those that it promised, or those that it has
// where they are more; 0 where it did not promise the task.
func (s *Scorecard) Expected(task, run int) int { return int(s.Promised[task*len(s.Runs)+run]) }

// Worth is what the policy fills in.
func (s *Scorecard) Worth() int {
	if (s.Policy == "best") == !s.Lower {
		return 1
	}
	return 0
}

// Task returns a run's score at a task: the mean of its attempts, with what the
// policy makes of those without a score. ok is false where there is none.
func (s *Scorecard) Task(task, run int) (value float64, ok bool) {
	sum, n := 0.0, 0
	for k := range s.Trials {
		if v, ok := s.Attempt(task, run, k); ok {
			sum += v
			n++
		}
	}
	if s.Filled(task, run) {
		all := s.Expected(task, run)
		sum += float64(s.Worth() * (all - n))
		n = all
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// Place puts a score in the place of its attempt, counted from 0, or in the first free one of the
// task where that is taken or does not exist.
func (s *Scorecard) Place(task, run, attempt int, value float64) {
	from := (task*len(s.Runs) + run) * s.Trials
	of := s.Known[from : from+s.Trials]
	if attempt < 0 || attempt >= s.Trials || of[attempt] {
		attempt = slices.Index(of, false)
	}
	of[attempt], s.Values[from+attempt] = true, value
}
