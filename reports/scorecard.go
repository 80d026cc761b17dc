package reports

import (
	"math"
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

	values   []float64 // by task, run and attempt
	known    []bool
	expected []int32 // by task and run: attempts that the score is over where the policy fills in; shared by a benchmark's cards
}

// Attempt returns the score of a run's attempt at a task, counted from 0; ok is
// false where there is none.
func (s *Scorecard) Attempt(task, run, attempt int) (value float64, ok bool) {
	i := (task*len(s.Runs)+run)*s.Trials + attempt
	return s.values[i], s.known[i]
}

// Filled reports whether the policy fills in what has no score of a run at a task.
func (s *Scorecard) Filled(task, run int) bool {
	return s.Policy != "drop" && (s.Applies == nil || s.Applies[task]) && s.Expected(task, run) > 0
}

// Expected is the number of attempts that a run's score at a task is over where the
// policy fills in what has no score: those that it promised, or those that it has
// where they are more; 0 where it did not promise the task.
func (s *Scorecard) Expected(task, run int) int { return int(s.expected[task*len(s.Runs)+run]) }

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

// How many scores the cards of further metrics hold, over all benchmarks: of compared
// metrics, and of the others.
const (
	roomCompared = 400_000
	roomOther    = 100_000
)

// Scorecards reads metrics of the results' benchmarks out of the scores that the
// results were made of: the headline metrics, and further ones, the compared first,
// as far as there is room. None where there are no scores. A metric that has no scores
// of its own, being combined from a task's attempts, has no card.
func Scorecards(res *result.Results, scores []result.Scored) (headline, further []Scorecard, err error) {
	if scores == nil {
		return nil, nil, nil
	}
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, nil, err
	}
	room := map[bool]int{true: roomCompared, false: roomOther}
	var all [3][]Scorecard // headline, compared, others
	for _, v := range c.views {
		at := slices.IndexFunc(scores, func(s result.Scored) bool { return s.Benchmark == v.name })
		if at < 0 {
			continue
		}
		b := &scores[at]
		base := baseCard(b, v)
		for _, m := range v.metrics {
			n := len(b.Tasks) * len(v.runs) * b.Trials
			switch {
			case v.primary != nil && m.Name == v.primary.Name:
				all[0] = append(all[0], base.of(res, v, m))
			case !v.has(m.Name) || n > room[m.Compared]:
			default:
				room[m.Compared] -= n
				kind := 2
				if m.Compared {
					kind = 1
				}
				all[kind] = append(all[kind], base.of(res, v, m))
			}
		}
	}
	cards := slices.Concat(all[0], all[1], all[2])
	fill(cards, scores)
	known := func(cards []Scorecard) []Scorecard {
		return slices.DeleteFunc(cards, func(s Scorecard) bool { return !slices.Contains(s.known, true) })
	}
	n := len(all[0])
	return known(cards[:n:n]), known(cards[n:]), nil
}

// baseCard is what the cards of a benchmark have in common.
func baseCard(b *result.Scored, v *view) Scorecard {
	s := Scorecard{Benchmark: v.name, Tasks: b.Tasks, Strata: b.Strata, Trials: b.Trials, Runs: slices.Clone(v.runs)}
	s.expected = make([]int32, len(s.Tasks)*len(s.Runs))
	for r, run := range s.Runs {
		if at := slices.Index(b.Runs, run); at >= 0 {
			for t := range s.Tasks {
				s.expected[t*len(s.Runs)+r] = int32(b.Expected(at, t))
			}
		}
	}
	return s
}

// of is the card of a metric, still without scores.
func (s Scorecard) of(res *result.Results, v *view, m result.MetricInfo) Scorecard {
	s.Metric, s.Share, s.Lower = m.Name, v.scale(m.Name).share, m.Better == result.Lower.String()
	s.Policy = res.Provenance.Plan.Missing
	switch m.Missing {
	case result.Drop.String():
		s.Policy = "drop"
	case result.FailWhereScored.String():
		s.Applies = make([]bool, len(s.Tasks))
	}
	n := len(s.Tasks) * len(s.Runs) * s.Trials
	s.values, s.known = make([]float64, n), make([]bool, n)
	return s
}

// fill takes the scores out of the table. An attempt stands in the place of its
// number where that is free, else in the first free one.
func fill(cards []Scorecard, scores []result.Scored) {
	first := make([]int, len(cards)) // the lowest number of an attempt
	for i := range first {
		first[i] = math.MaxInt
	}
	for _, pass := range []func(at, task, run int, x result.Score){
		func(at, task, _ int, x result.Score) {
			first[at] = min(first[at], x.Trial)
			if s := &cards[at]; s.Applies != nil {
				s.Applies[task] = true // by any run, shown or not
			}
		},
		func(at, task, run int, x result.Score) {
			if run >= 0 {
				cards[at].place(task, run, x.Trial-first[at], x.Value)
			}
		},
	} {
		for _, b := range scores {
			tasks := places(b.Tasks)
			var name, metric string
			at, run, begun := -1, -1, false
			for x := range b.Scores { // by run and metric
				if !begun || x.Run != name || x.Metric != metric {
					begun, name, metric = true, x.Run, x.Metric
					at = slices.IndexFunc(cards, func(c Scorecard) bool { return c.Benchmark == b.Benchmark && c.Metric == metric })
					if at >= 0 {
						run = slices.Index(cards[at].Runs, name)
					}
				}
				if at >= 0 {
					pass(at, tasks[x.Task], run, x)
				}
			}
		}
	}
}

func (s *Scorecard) place(task, run, attempt int, value float64) {
	from := (task*len(s.Runs) + run) * s.Trials
	of := s.known[from : from+s.Trials]
	if attempt < 0 || attempt >= s.Trials || of[attempt] {
		attempt = slices.Index(of, false)
	}
	of[attempt], s.values[from+attempt] = true, value
}

// places maps every name to its index.
func places(names []string) map[string]int {
	out := make(map[string]int, len(names))
	for i, n := range names {
		out[n] = i
	}
	return out
}
