package reports

import (
	"slices"

	"mcpstats/analysis"
)

// Scorecard is one benchmark's headline metric, attempt by attempt: what every
// mean, difference and count of its leaderboard follows from.
type Scorecard struct {
	Benchmark string // as the log names it
	Metric    string
	Share     bool   // values are shares
	Lower     bool   // less is better
	Policy    string // for what has no score: fail, drop, worst, best; drop where the metric leaves it out whatever the plan says
	Trials    int    // attempts that every run is expected to have at a task
	Tasks     []string
	Strata    []ScoreStratum
	Runs      []string // best first
	Applies   []bool   // by task: the policy fills in what has no score; nil: at every task

	values []float64 // by task, run and attempt
	known  []bool
}

// ScoreStratum is one stratum of the tasks.
type ScoreStratum struct {
	Name string
	Of   []string // by task; empty where the log does not say
}

// Attempt returns the score of a run's attempt at a task, counted from 0; ok is
// false where there is none.
func (s *Scorecard) Attempt(task, run, attempt int) (value float64, ok bool) {
	i := (task*len(s.Runs)+run)*s.Trials + attempt
	return s.values[i], s.known[i]
}

// Filled reports whether the policy fills in what has no score at a task.
func (s *Scorecard) Filled(task int) bool {
	return s.Policy != "drop" && (s.Applies == nil || s.Applies[task])
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
	if s.Filled(task) {
		if s.Policy == "best" {
			sum += float64(s.Trials - n)
		}
		n = s.Trials
	}
	if n == 0 {
		return 0, false
	}
	return sum / float64(n), true
}

// Scorecards reads the headline metrics of the results' benchmarks out of the
// table that the results were made of; none where that is nil. A benchmark whose
// headline metric has no scores of its own, being combined from a task's
// attempts, has none.
func Scorecards(res *analysis.Results, table *analysis.Table) ([]Scorecard, error) {
	if table == nil {
		return nil, nil
	}
	c, err := newComposer(res, Options{})
	if err != nil {
		return nil, err
	}
	var out []Scorecard
	for _, v := range c.views {
		at := slices.IndexFunc(table.Benchmarks, func(b *analysis.Benchmark) bool { return b.Name == v.name })
		if at >= 0 && v.primary != nil {
			out = append(out, newScorecard(res, table.Benchmarks[at], v))
		}
	}
	fill(out, table)
	return slices.DeleteFunc(out, func(s Scorecard) bool { return !slices.Contains(s.known, true) }), nil
}

func newScorecard(res *analysis.Results, b *analysis.Benchmark, v *view) Scorecard {
	s := Scorecard{
		Benchmark: v.name, Metric: v.primary.Name, Share: v.scale(v.primary.Name).share, Lower: v.primary.Better == analysis.Lower.String(),
		Policy: res.Provenance.Plan.Missing, Trials: b.Trials, Runs: slices.Clone(v.runs),
	}
	switch v.primary.Missing {
	case analysis.Drop.String():
		s.Policy = "drop"
	case analysis.FailWhereScored.String():
		s.Applies = make([]bool, len(b.Tasks))
	}
	for _, t := range b.Tasks {
		s.Tasks = append(s.Tasks, t.ID)
	}
	for _, col := range b.Strata {
		stratum := ScoreStratum{Name: col.Name, Of: make([]string, len(b.Tasks))}
		for t, of := range col.Of {
			if of >= 0 {
				stratum.Of[t] = col.Values[of]
			}
		}
		s.Strata = append(s.Strata, stratum)
	}
	n := len(b.Tasks) * len(s.Runs) * s.Trials
	s.values, s.known = make([]float64, n), make([]bool, n)
	return s
}

// fill takes the scores out of the table. An attempt stands in the place of its
// number where that is free, else in the first free one.
func fill(cards []Scorecard, table *analysis.Table) {
	first := map[string]int{} // the lowest number of an attempt, by benchmark
	var s *Scorecard
	var tasks, runs map[string]int
	for _, pass := range []func(analysis.Score){
		func(x analysis.Score) {
			if low, ok := first[s.Benchmark]; !ok || x.Trial < low {
				first[s.Benchmark] = x.Trial
			}
			if s.Applies != nil {
				s.Applies[tasks[x.Task]] = true // by any run, shown or not
			}
		},
		func(x analysis.Score) {
			if r, ok := runs[x.Run]; ok {
				s.place(tasks[x.Task], r, x.Trial-first[s.Benchmark], x.Value)
			}
		},
	} {
		s = nil
		for x := range table.Scores() {
			if s == nil || s.Benchmark != x.Benchmark {
				at := slices.IndexFunc(cards, func(c Scorecard) bool { return c.Benchmark == x.Benchmark })
				if at < 0 {
					continue
				}
				s = &cards[at]
				tasks, runs = places(s.Tasks), places(s.Runs)
			}
			if x.Metric == s.Metric {
				pass(x)
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
