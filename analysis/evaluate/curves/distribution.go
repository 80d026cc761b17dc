package curves

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// What a distribution's values are of, beside runs, tasks and attempts.
const allRuns = "all"

// Of results: beyond them a distribution is summarised alone.
const (
	mostSteps  = 400 // distinct values of a row that are listed
	mostRows   = 60  // rows whose distinct values are listed
	mostSpread = 20_000
)

// Distributions answers how metrics spread: over the tasks of every run, by default; over its
// attempts; or over the runs' means, of which rows= is then all, a factor or a fact of tasks.
// Where several runs share a row, a task's value is the mean of theirs.
func Distributions(st *study.Study, q result.Question) result.Answer {
	names := q.List("metrics")
	if len(names) == 0 {
		for _, m := range st.Compared {
			names = append(names, st.Measures[m].Name)
		}
	}
	d := &spread{st: st, over: q.Get("over"), rows: q.Get("rows"), by: q.Get("by")}
	if d.over == "" {
		d.over = ofTasks
	}
	if d.rows == "" {
		d.rows = study.RunFactor
		if d.over == ofRuns {
			d.rows = allRuns
		}
	}
	if why := d.check(); why != "" {
		return result.Answer{Unanswered: why}
	}
	groups, why := d.groups()
	if why != "" {
		return result.Answer{Unanswered: why}
	}
	var out []result.Distribution
	for _, name := range names {
		m, why := Named(st, name)
		if why != "" {
			return result.Answer{Unanswered: why}
		}
		if one := d.of(m, groups); len(one.Spread) > 0 {
			out = append(out, one)
		}
	}
	if len(out) == 0 {
		return result.Answer{Unanswered: fmt.Sprintf("no %s has a value of %s", d.over[:len(d.over)-1], result.FirstOf(names, study.NamedRuns))}
	}
	return result.Answer{Distributions: out}
}

type spread struct {
	st             *study.Study
	over, rows, by string
}

// spreadGroup is the values of one row: of some runs at some tasks.
type spreadGroup struct {
	name    string
	stratum *result.Stratum
	runs    []int
	tasks   []int32
}

// spreadValue is one value and the task or run that it is of.
type spreadValue struct {
	x  float64
	of string
}

func (d *spread) check() string {
	switch {
	case !slices.Contains([]string{ofTasks, ofAttempts, ofRuns}, d.over):
		return fmt.Sprintf("over is %q; expected %s, %s or %s", d.over, ofTasks, ofAttempts, ofRuns)
	case d.over == ofRuns && d.rows == study.RunFactor:
		return "over runs a row by run would have one value; rows can be all, a factor of runs or a fact of tasks"
	case d.by == d.rows:
		return "rows and by are both " + d.by
	}
	return ""
}

// groups are the rows, in the order of their names.
func (d *spread) groups() (out []spreadGroup, why string) {
	st := d.st
	every := whole(st).Tasks
	switch f := st.Factor(d.rows); {
	case d.rows == allRuns:
		out = []spreadGroup{{name: "all runs", runs: st.Runs, tasks: every}}
	case d.rows == study.RunFactor:
		for _, r := range st.Runs {
			out = append(out, spreadGroup{name: st.Bench.Runs[r], runs: []int{r}, tasks: every})
		}
	case f.Known():
		for _, level := range levelsOf(f) {
			g := spreadGroup{name: level, tasks: every}
			for _, r := range st.Runs {
				if f.Of[r] == level {
					g.runs = append(g.runs, r)
				}
			}
			out = append(out, g)
		}
	default:
		parts, why := d.parts(d.rows)
		if why != "" {
			return nil, why
		}
		for _, p := range parts {
			out = append(out, spreadGroup{name: p.stratum.Value, runs: st.Runs, tasks: p.tasks})
		}
	}
	if d.by == "" {
		return out, ""
	}
	parts, why := d.parts(d.by)
	if why != "" {
		return nil, why
	}
	if len(out)*len(parts) > mostSpread {
		return nil, fmt.Sprintf("%d by %d rows are more than the %d that are made; slice the question (where)", len(out), len(parts), mostSpread)
	}
	var finer []spreadGroup
	for _, p := range parts {
		in := make(map[int32]bool, len(p.tasks))
		for _, t := range p.tasks {
			in[t] = true
		}
		for _, g := range out {
			cut := spreadGroup{name: g.name, stratum: p.stratum, runs: g.runs}
			for _, t := range g.tasks {
				if in[t] {
					cut.tasks = append(cut.tasks, t)
				}
			}
			finer = append(finer, cut)
		}
	}
	return finer, ""
}

// parts are the tasks by the values of one of their facts.
func (d *spread) parts(name string) (out []spreadGroup, why string) {
	col, ok := d.st.Bench.FactOfTasks(name)
	if !ok {
		return nil, fmt.Sprintf("no factor of runs and no fact of tasks is called %q", name)
	}
	for v, value := range col.Values {
		g := spreadGroup{stratum: &result.Stratum{Name: name, Value: value}}
		for t, of := range col.Of {
			if of == int32(v) {
				g.tasks = append(g.tasks, int32(t))
			}
		}
		if len(g.tasks) > 0 {
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b spreadGroup) int { return result.CompareNatural(a.stratum.Value, b.stratum.Value) })
	return out, ""
}

// of summarises one metric.
func (d *spread) of(m int, groups []spreadGroup) result.Distribution {
	out := result.Distribution{Metric: d.st.Measures[m].Name, Over: d.over, Rows: d.rows, By: d.by, Spread: []result.DistributionPart{}}
	for _, g := range groups {
		values := d.values(m, g)
		if len(values) == 0 {
			continue
		}
		one := summaryOf(values, len(out.Spread) < mostRows)
		one.Name, one.Stratum = g.name, g.stratum
		out.Spread = append(out.Spread, one)
	}
	if d.over == ofAttempts && d.st.Measures[m].Combine == nil {
		out.Notes = append(out.Notes, "values of attempts are those that the log has: nothing is filled in for attempts without one")
	}
	if d.over == ofRuns && slices.ContainsFunc(d.st.Runs, func(r int) bool { return !d.st.Ranked(r) }) {
		out.Notes = append(out.Notes, "runs that are not ranked are left out")
	}
	return out
}

// values are those of one row.
func (d *spread) values(m int, g spreadGroup) (out []spreadValue) {
	st := d.st
	switch d.over {
	case ofRuns:
		for _, r := range g.runs {
			s := table.Slice{Stratum: g.stratum, Tasks: g.tasks}
			if len(g.tasks) == len(st.Bench.Tasks) {
				s = whole(st)
			}
			if one := study.MeanOf(st, s, m, r); one.Mean != nil && st.Ranked(r) {
				out = append(out, spreadValue{*one.Mean, st.Bench.Runs[r]})
			}
		}
	case ofAttempts:
		if st.Measures[m].Combine != nil {
			return nil // it has no value of an attempt
		}
		in := make([]bool, len(st.Bench.Tasks))
		for _, t := range g.tasks {
			in[t] = true
		}
		for _, r := range g.runs {
			log := &st.Bench.Logged[r]
			for cell := range log.Cells[st.Measures[m].Cells].All() {
				if t := log.Attempts[cell.Attempt].Task; in[t] {
					out = append(out, spreadValue{cell.Value, st.Bench.Tasks[t].ID})
				}
			}
		}
	default:
		for _, t := range g.tasks {
			sum, n := 0.0, 0.0
			for _, r := range g.runs {
				if col := &st.Columns[m][r]; col.Ok[t] {
					sum, n = sum+col.Value[t], n+1
				}
			}
			if n > 0 {
				out = append(out, spreadValue{sum / n, st.Bench.Tasks[t].ID})
			}
		}
	}
	return out
}

// summaryOf summarises the values of a row, of which there is at least one; steps asks for the
// distinct values, which are left out where there are too many to draw.
func summaryOf(values []spreadValue, steps bool) result.DistributionPart {
	x := make([]float64, len(values))
	low, high := 0, 0
	for i, v := range values {
		x[i] = v.x
		if v.x < values[low].x {
			low = i
		}
		if v.x > values[high].x {
			high = i
		}
	}
	slices.Sort(x)
	out := result.DistributionPart{N: len(x), Mean: *study.Mean(x), Min: x[0], Max: x[len(x)-1], Lowest: values[low].of, Highest: values[high].of}
	q, err := stats.Quantiles(x, []float64{0.25, 0.5, 0.75}, stats.QuantileType7)
	if err != nil { // of finite numbers there are always quantiles
		q = []float64{x[0], x[0], x[0]}
	}
	out.Q1, out.Median, out.Q3, out.IQR = q[0], q[1], q[2], q[2]-q[0]
	// What lies on a fence is within it, whatever rounding made of the fence.
	slack := 1e-12 * (math.Abs(q[0]) + math.Abs(q[2]) + out.IQR)
	fenceLow, fenceHigh := q[0]-1.5*out.IQR-slack, q[2]+1.5*out.IQR+slack
	// Within the box itself there is always a value, so that the whiskers reach at least to it.
	out.WhiskerLow = min(out.Q1, x[sort.Search(len(x)-1, func(i int) bool { return x[i] >= fenceLow })])
	out.WhiskerHigh = max(out.Q3, x[max(0, sort.Search(len(x), func(i int) bool { return x[i] > fenceHigh })-1)])
	for i := 0; i < len(x); {
		end := i
		for end < len(x) && x[end] == x[i] {
			end++
		}
		one := result.ValueStep{Value: x[i], Count: end - i, UpTo: float64(end) / float64(len(x))}
		if (x[i] < fenceLow || x[i] > fenceHigh) && len(out.Beyond) < mostSteps {
			out.Beyond = append(out.Beyond, one)
		}
		if steps {
			out.Steps = append(out.Steps, one)
		}
		i = end
	}
	if len(out.Steps) > mostSteps {
		out.Steps = thinned(out.Steps)
	}
	return out
}

// thinned keeps mostSteps of the steps, the first and the last among them, about evenly spread
// over the shares: what is kept is a point of the whole function.
func thinned(steps []result.ValueStep) []result.ValueStep {
	out := make([]result.ValueStep, 0, mostSteps)
	last := -1
	for k := range mostSteps {
		share := float64(k) / float64(mostSteps-1)
		at := min(sort.Search(len(steps), func(i int) bool { return steps[i].UpTo >= share }), len(steps)-1)
		if at > last {
			out, last = append(out, steps[at]), at
		}
	}
	return out
}
