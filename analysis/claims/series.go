package claims

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// series is the scores of one run that a number is made of, or, for a judge
// against the human, what they come to.
type series struct {
	cells   []cell
	tasks   []bool   // those that count; nil: all
	against *against // the human's verdicts; nil: the cells are the scores themselves
}

// attempt names one attempt of a run.
type attempt struct{ task, trial int }

func (c cell) attempt() attempt { return attempt{c.task, c.trial} }

// restrict keeps the tasks of the stratum.
func (c recomputation) restrict(p place, s series) (series, error) {
	if c.stratum == nil {
		return s, nil
	}
	var names []string
	for _, col := range p.bench.Strata {
		names = append(names, col.Name)
	}
	i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, c.stratum.Name) })
	if i < 0 {
		return s, fmt.Errorf("the logs hold no stratum %q; they hold %s", c.stratum.Name, some(names))
	}
	col := p.bench.Strata[i]
	v := slices.IndexFunc(col.Values, func(v string) bool { return strings.EqualFold(v, c.stratum.Value) })
	if v < 0 {
		return s, fmt.Errorf("stratum %s has no value %q; it has %s", col.Name, c.stratum.Value, some(col.Values))
	}
	s.tasks = make([]bool, len(p.bench.Tasks))
	for t, at := range col.Of {
		s.tasks[t] = int(at) == v
	}
	s.cells = slices.DeleteFunc(slices.Clone(s.cells), func(x cell) bool { return !s.tasks[x.task] })
	return s, nil
}

// quotient is sum/n with the counts shown.
func quotient(sum *big.Rat, n int) measured {
	v := new(big.Rat).Quo(sum, big.NewRat(int64(n), 1))
	return measured{exact: v, float: float(v), counts: fmt.Sprintf("%s/%d", show(sum), n)}
}

// aggregate makes one number of the scores. Attempts without a score count as the
// policy says; means are of tasks, as everywhere.
func (s series) aggregate(p place, c recomputation, m table.Metric, policy string) (measured, error) {
	if s.against != nil {
		return s.against.measure(s.cells)
	}
	if c.aggregate == "count" {
		n := big.NewRat(int64(len(s.cells)), 1)
		return measured{exact: n, float: float(n)}, nil
	}
	if len(s.cells) == 0 && policy == "" {
		return measured{}, fmt.Errorf("no attempt of %s has a score", p.run.name)
	}
	sums, attempts := make([]float64, len(p.bench.Tasks)), make([]int, len(p.bench.Tasks))
	whole := true
	low, high := math.Inf(1), math.Inf(-1)
	for _, x := range s.cells {
		sums[x.task] += x.value
		attempts[x.task]++
		whole = whole && x.value == math.Trunc(x.value) && math.Abs(x.value) < 1<<50
		low, high = min(low, x.value), max(high, x.value)
	}
	switch c.aggregate {
	case "min":
		return measured{float: low, isFloat: true}, nil
	case "max":
		return measured{float: high, isFloat: true}, nil
	case "sum":
		total := new(big.Rat)
		for _, v := range sums {
			total.Add(total, rat(v))
		}
		return measured{exact: total, float: float(total), isFloat: !whole}, nil
	}
	if policy != "" && policy != "drop" {
		s.impute(p, m, policy, sums, attempts)
	}
	return meanOfTasks(sums, attempts, whole)
}

// impute counts attempts without a score at the tasks that the metric applies to.
func (s series) impute(p place, m table.Metric, policy string, sums []float64, attempts []int) {
	run := slices.Index(p.bench.Runs, p.run.name)
	for t, applies := range p.applies(m) {
		if !applies || s.tasks != nil && !s.tasks[t] {
			continue
		}
		lack := max(0, p.bench.Expected(run, t)-attempts[t])
		// The other policies add attempts at 0: nothing goes into the sum.
		if policy == "best" {
			sums[t] += float64(lack)
		}
		attempts[t] += lack
	}
}

// applies tells, task by task, whether an attempt without a score should have one.
func (p place) applies(m table.Metric) []bool {
	out := make([]bool, len(p.bench.Tasks))
	for t := range out {
		out[t] = m.Missing == result.Fail
	}
	if m.Missing != result.FailWhereScored {
		return out
	}
	for i := range p.bench.runs {
		scores := p.bench.runs[i].metric(m.Name)
		if scores == nil {
			continue
		}
		for _, x := range scores.cells {
			out[x.task] = true
		}
	}
	return out
}

// meanOfTasks averages the tasks' means, exactly where all scores are whole. Where
// all tasks have as many attempts it is one quotient, which is shown as such.
func meanOfTasks(sums []float64, attempts []int, whole bool) (measured, error) {
	var tried []int // the tasks that have attempts
	for t, n := range attempts {
		if n > 0 {
			tried = append(tried, t)
		}
	}
	if len(tried) == 0 {
		return measured{}, fmt.Errorf("no task has a score")
	}
	each := attempts[tried[0]]
	even := !slices.ContainsFunc(tried, func(t int) bool { return attempts[t] != each })
	if whole && !even {
		return exactMean(sums, attempts, tried), nil
	}
	total, mean := 0.0, 0.0
	for _, t := range tried {
		total += sums[t]
		mean += sums[t] / float64(attempts[t])
	}
	if whole {
		return quotient(rat(total), len(tried)*each), nil
	}
	return measured{float: mean / float64(len(tried)), isFloat: true}, nil
}

// exactMean is the mean of the tasks' means as a rational number.
func exactMean(sums []float64, attempts, tasks []int) measured {
	sum := new(big.Rat)
	for _, t := range tasks {
		sum.Add(sum, new(big.Rat).Quo(rat(sums[t]), big.NewRat(int64(attempts[t]), 1)))
	}
	v := sum.Quo(sum, big.NewRat(int64(len(tasks)), 1))
	return measured{exact: v, float: float(v)}
}
