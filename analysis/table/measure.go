package table

import (
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
)

// Catalog is the list of declared metrics, in order of importance.
type Catalog []Metric

// Find returns the declaration of a metric's full name, and its place in the
// catalog. A family's members share its declaration.
func (c Catalog) Find(name string) (Metric, int, bool) {
	family, _, isMember := strings.Cut(name, "[")
	for i, m := range c {
		if m.Name == name {
			return m, i, true
		}
		if isMember && m.Each != nil {
			if f, _, ok := strings.Cut(m.Name, "["); ok && f == family {
				return m, i, true
			}
		}
	}
	return Metric{}, 0, false
}

// Measure is one metric of one benchmark, ready to be read out by run: either a
// metric with scores of its own, or one combined from a task's attempts.
type Measure struct {
	Metric
	Direction Direction
	Order     int                            // place in the catalog
	Cells     int                            // index into Benchmark.metrics
	Combine   func(c, n int) (float64, bool) // from n attempts with c successes; nil: their mean
	Binary    bool                           // every score is 0 or 1
	beside    []int                          // Cells of the other measures in which a missing score is a failure
}

// Column is one run's scores by a measure, combined to one value a task. Slices
// are indexed by task.
type Column struct {
	Value    []float64
	Ok       []bool  // the task has a value
	Attempts []int32 // behind the value, imputed ones included
	Tasks    int     // tasks with a value
	total    int     // attempts behind the values
	Imputed  int     // of those, attempts without a score that a policy filled in
	Left     int     // attempts in the log without a score, which are left out
}

// Measures lists a benchmark's metrics in order of importance: those of the
// catalog as it orders them, then others by name. plan may state which direction
// of one is better.
func (b *Benchmark) Measures(c Catalog, plan *result.Plan) []Measure {
	var ms []Measure
	for i, name := range b.Metrics {
		if strings.HasPrefix(name, ReportedPrefix) {
			continue
		}
		m := c.Measure(name, b.isBinary(i), plan)
		if slices.Contains(b.made, name) {
			m = c.madeMeasure(name, m.Binary, plan)
		}
		if name == RewardMetric && m.Order < len(c) && m.Missing != result.Drop {
			m.Missing = result.Fail // it is the verdict
			if b.hasScores("success") {
				m.Missing = result.Drop // the verdict is filled in; a reward beside it is a number that is not known
			}
		}
		m.Cells = i
		ms = append(ms, m)
	}
	for i := range ms {
		for _, other := range ms {
			if other.Cells != ms[i].Cells && other.Missing != result.Drop {
				ms[i].beside = append(ms[i].beside, other.Cells)
			}
		}
	}
	slices.SortStableFunc(ms, func(x, y Measure) int {
		if x.Order != y.Order {
			return x.Order - y.Order
		}
		return result.CompareNatural(x.Name, y.Name)
	})
	return append(ms, b.attemptMeasures(ms)...)
}

// RewardMetric is the graded verdict, which stands for the verdict in logs that have
// no other.
const RewardMetric = "reward"

// hasScores tells whether any run has a score by the metric.
func (b *Benchmark) hasScores(metric string) bool {
	m := slices.Index(b.Metrics, metric)
	return m >= 0 && slices.ContainsFunc(b.Logged, func(r RunTable) bool { return m < len(r.Cells) && r.Cells[m].Values.N > 0 })
}

// Measure is the metric of a name, as the catalog declares it or else as a score
// that was given; binary tells that all its scores are 0 or 1.
//
// A missing score of an undeclared metric is a failure where all others are
// verdicts and 1 is known to be the good one, else unknown. So it is where the
// plan turns a metric round: 0, which stands for a failure, would be the best.
func (c Catalog) Measure(name string, binary bool, plan *result.Plan) Measure {
	m, order, ok := c.Find(name)
	if !ok {
		m = Metric{Doc: "A score that was given, not recomputed.", Cite: "the scores file", Unit: "as given", Main: true}
		order = len(c)
		if pass, _, of := attemptMetricOf(name); of { // a task's value, given at its attempts: lacking ones are in it
			m.Doc, m.Cite, m.Main = pass.Doc, pass.Cite, false
		} else if binary {
			m.Missing, m.Scale = result.Fail, result.Binary
		}
	}
	if !ok && slices.Contains(plan.Ordinal, name) {
		m.Scale = result.Ordinal
	}
	m.Name = name
	d := directionOf(plan, name, m, ok)
	if m.Better = d.Better; d.Better != result.Higher && (!ok || d.From == result.FromPlan) {
		m.Missing = result.Drop
	}
	return Measure{Metric: m, Direction: d, Order: order, Binary: binary}
}

func (b *Benchmark) isBinary(metric int) bool {
	some := false
	for _, r := range b.Logged {
		for values := range r.Cells[metric].Values.All {
			for _, v := range values {
				if v != 0 && v != 1 {
					return false
				}
				some = true
			}
		}
	}
	return some
}

// attemptMeasures derives pass@k and pass^k from success where tasks were
// attempted more than once.
func (b *Benchmark) attemptMeasures(ms []Measure) []Measure {
	at := slices.IndexFunc(ms, func(m Measure) bool { return m.Name == "success" && m.Binary })
	if at < 0 || b.Trials < 2 {
		return nil
	}
	var out []Measure
	for _, d := range PassMetrics {
		for k := 1; k <= b.Trials; k++ {
			m := ms[at]
			m.Name = strings.Replace(d.Name, "_k", "_"+strconv.Itoa(k), 1)
			if slices.Contains(b.Metrics, m.Name) {
				continue // it was given
			}
			m.Doc, m.Cite, m.Main = d.Doc, d.Cite, false
			m.ReportedAs = nil
			m.Scale = result.Interval
			m.Combine = d.combine(k)
			out = append(out, m)
		}
	}
	return out
}

// Read returns the run's column under a policy for what has no score. The
// tasks that a policy fills in follow from the metric's Missing.
func (b *Benchmark) Read(m *Measure, run int, policy string) Column {
	return b.ReadScored(m, run, policy, b.ScoredTasks(m))
}

// ReadScored is read for a metric whose ScoredTasks are known.
func (b *Benchmark) ReadScored(m *Measure, run int, policy string, scored []bool) Column {
	n := len(b.Tasks)
	c := Column{Value: make([]float64, n), Ok: make([]bool, n), Attempts: make([]int32, n)}
	r, p := &b.Logged[run], &b.Promised[run]
	if p.WithoutRate(m) {
		return c
	}
	sum := c.Value // until it is divided
	for attempts, values := range r.Cells[m.Cells].blocks() {
		for i, v := range values {
			t := r.Attempts[attempts[i]].Task
			sum[t] += v
			c.Attempts[t]++
		}
	}
	fills := m.Missing != result.Drop && policy != "drop" && !b.toldOtherwise(m, r)
	worth := m.Worth(policy)
	for t := range sum {
		var lack int32
		if fills && (scored == nil || scored[t]) {
			if lack = max(0, p.expected(t)-c.Attempts[t]); lack > 0 {
				sum[t] += worth * float64(lack)
				c.Attempts[t] += lack
			}
		} else {
			c.Left += int(p.Attempts[t] - c.Attempts[t])
		}
		if c.Attempts[t] == 0 {
			continue
		}
		if m.Combine == nil {
			c.Value[t], c.Ok[t] = sum[t]/float64(c.Attempts[t]), true
		} else {
			c.Value[t], c.Ok[t] = m.Combine(int(sum[t]), int(c.Attempts[t]))
		}
		if c.Ok[t] {
			c.Tasks++
			c.total += int(c.Attempts[t])
			c.Imputed += int(lack)
		}
	}
	return c
}

// toldOtherwise tells whether a run has no score of a metric and its attempts are judged all
// the same: its outcomes are known, from another judge, or by another metric where this one
// needs what a log may lack (no call of the run is logged, say, and how its claims were met
// is). Then nothing that it did is a failure for want of this metric.
func (b *Benchmark) toldOtherwise(m *Measure, r *RunTable) bool {
	if r.Cells[m.Cells].Values.N > 0 {
		return false
	}
	for i, name := range b.Metrics {
		if i != m.Cells && r.Cells[i].Values.N > 0 && SameQuestion(m.Name, name) {
			return true
		}
	}
	return m.Missing == result.FailWhereScored && slices.ContainsFunc(m.beside, func(cells int) bool { return r.Cells[cells].Values.N > 0 })
}

// Worth is what a policy takes an attempt without outcome for: a failure, which is 0
// of a metric of which more is better and 1 of one of which less is, or under best a
// success.
func (m *Measure) Worth(policy string) float64 {
	if (policy == "best") == (m.Better != result.Lower) {
		return 1
	}
	return 0
}

// ScoredTasks tells the tasks that a metric applies to; nil means all of them.
func (b *Benchmark) ScoredTasks(m *Measure) []bool {
	if m.Missing != result.FailWhereScored {
		return nil
	}
	scored := make([]bool, len(b.Tasks))
	for r := range b.Logged {
		for cell := range b.Logged[r].Cells[m.Cells].All() {
			scored[b.Logged[r].Attempts[cell.Attempt].Task] = true
		}
	}
	return scored
}

// Scale is the scale on which a comparison of these runs' task values stands, of all
// runs where none is named: a binary metric averaged over several attempts is graded.
func (b *Benchmark) Scale(m *Measure, runs ...int) result.Scale {
	single := b.Trials <= 1
	if len(runs) > 0 && b.Promised != nil {
		single = !slices.ContainsFunc(runs, func(r int) bool { return b.Promised[r].Most > 1 })
	}
	switch {
	case m.Binary && m.Combine == nil && single:
		return result.Binary
	case m.Scale == result.Ordinal && single:
		return result.Ordinal
	}
	return result.Interval
}

// Equal tells whether two columns hold the same values of as many attempts.
func (c Column) Equal(o Column) bool {
	return c.Tasks == o.Tasks && c.total == o.total && slices.Equal(c.Ok, o.Ok) && slices.Equal(c.Value, o.Value) && slices.Equal(c.Attempts, o.Attempts)
}

// Sign is 1 where higher values are, -1 where lower ones are.
func (m *Measure) Sign() float64 {
	if m.Better == result.Lower {
		return -1
	}
	return 1
}

// SumOf is the sum of a run's scores by a measure, which for verdicts is the count of
// the good ones, and how many scores there are.
func (b *Benchmark) SumOf(m *Measure, r int) (sum float64, n int) {
	for cell := range b.Logged[r].Cells[m.Cells].All() {
		sum, n = sum+cell.Value, n+1
	}
	return sum, n
}

// Within lists the slice's tasks at which the column has a value.
func (c *Column) Within(s Slice) []int32 {
	tasks := make([]int32, 0, min(len(s.Tasks), c.Tasks))
	for _, t := range s.Tasks {
		if c.Ok[t] {
			tasks = append(tasks, t)
		}
	}
	return tasks
}
