package analysis

import (
	"slices"
	"strconv"
	"strings"
)

// Catalog is the list of declared metrics, in order of importance.
type Catalog []Metric

// find returns the declaration of a metric's full name, and its place in the
// catalog. A family's members share its declaration.
func (c Catalog) find(name string) (Metric, int, bool) {
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

// measure is one metric of one benchmark, ready to be read out by run: either a
// metric with scores of its own, or one combined from a task's attempts.
type measure struct {
	Metric
	direction direction
	order     int                            // place in the catalog
	cells     int                            // index into Benchmark.metrics
	combine   func(c, n int) (float64, bool) // from n attempts with c successes; nil: their mean
	binary    bool                           // every score is 0 or 1
}

// column is one run's scores by a measure, combined to one value a task. Slices
// are indexed by task.
type column struct {
	value    []float64
	ok       []bool  // the task has a value
	attempts []int32 // behind the value, imputed ones included
	tasks    int     // tasks with a value
	total    int     // attempts behind the values
	imputed  int     // of those, attempts without a score that a policy filled in
	left     int     // attempts in the log without a score, which are left out
}

// measures lists a benchmark's metrics in order of importance: those of the
// catalog as it orders them, then others by name. plan may state which direction
// of one is better.
func (b *Benchmark) measures(c Catalog, plan *Plan) []measure {
	var ms []measure
	for i, name := range b.metrics {
		if strings.HasPrefix(name, reportedPrefix) {
			continue
		}
		m := c.measure(name, b.isBinary(i), plan)
		if name == rewardMetric && m.order < len(c) && m.Missing != Drop {
			m.Missing = Fail // it is the verdict
			if b.hasScores("success") {
				m.Missing = Drop // the verdict is filled in; a reward beside it is a number that is not known
			}
		}
		m.cells = i
		ms = append(ms, m)
	}
	slices.SortStableFunc(ms, func(x, y measure) int {
		if x.order != y.order {
			return x.order - y.order
		}
		return CompareNatural(x.Name, y.Name)
	})
	return append(ms, b.attemptMeasures(ms)...)
}

// rewardMetric is the graded verdict, which stands for the verdict in logs that have
// no other.
const rewardMetric = "reward"

// hasScores tells whether any run has a score by the metric.
func (b *Benchmark) hasScores(metric string) bool {
	m := slices.Index(b.metrics, metric)
	return m >= 0 && slices.ContainsFunc(b.logged, func(r runTable) bool { return m < len(r.cells) && r.cells[m].values.n > 0 })
}

// measure is the metric of a name, as the catalog declares it or else as a score
// that was given; binary tells that all its scores are 0 or 1.
//
// A missing score of an undeclared metric is a failure where all others are
// verdicts and 1 is known to be the good one, else unknown. So it is where the
// plan turns a metric round: 0, which stands for a failure, would be the best.
func (c Catalog) measure(name string, binary bool, plan *Plan) measure {
	m, order, ok := c.find(name)
	if !ok {
		m = Metric{Doc: "A score that was given, not recomputed.", Cite: "the scores file", Unit: "as given", Main: true}
		order = len(c)
		if pass, _, of := attemptMetricOf(name); of { // a task's value, given at its attempts: lacking ones are in it
			m.Doc, m.Cite, m.Main = pass.Doc, pass.Cite, false
		} else if binary {
			m.Missing, m.Scale = Fail, Binary
		}
	}
	m.Name = name
	d := directionOf(plan, name, m, ok)
	if m.Better = d.better; d.better != Higher && (!ok || d.from == FromPlan) {
		m.Missing = Drop
	}
	return measure{Metric: m, direction: d, order: order, binary: binary}
}

func (b *Benchmark) isBinary(metric int) bool {
	some := false
	for _, r := range b.logged {
		for values := range r.cells[metric].values.all {
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
func (b *Benchmark) attemptMeasures(ms []measure) []measure {
	at := slices.IndexFunc(ms, func(m measure) bool { return m.Name == "success" && m.binary })
	if at < 0 || b.Trials < 2 {
		return nil
	}
	var out []measure
	for _, d := range passMetrics {
		for k := 1; k <= b.Trials; k++ {
			m := ms[at]
			m.Name = strings.Replace(d.Name, "_k", "_"+strconv.Itoa(k), 1)
			if slices.Contains(b.metrics, m.Name) {
				continue // it was given
			}
			m.Doc, m.Cite, m.Main = d.Doc, d.Cite, false
			m.ReportedAs = nil
			m.Scale = Interval
			m.combine = d.combine(k)
			out = append(out, m)
		}
	}
	return out
}

// read returns the run's column under a policy for what has no score. The
// tasks that a policy fills in follow from the metric's Missing.
func (b *Benchmark) read(m *measure, run int, policy string) column {
	return b.readScored(m, run, policy, b.scoredTasks(m))
}

// readScored is read for a metric whose scoredTasks are known.
func (b *Benchmark) readScored(m *measure, run int, policy string, scored []bool) column {
	n := len(b.Tasks)
	c := column{value: make([]float64, n), ok: make([]bool, n), attempts: make([]int32, n)}
	r, p := &b.logged[run], &b.promised[run]
	if p.withoutRate(m) {
		return c
	}
	sum := c.value // until it is divided
	for attempts, values := range r.cells[m.cells].blocks() {
		for i, v := range values {
			t := r.attempts[attempts[i]].task
			sum[t] += v
			c.attempts[t]++
		}
	}
	fills := m.Missing != Drop && policy != "drop" && !b.toldOtherwise(m, r)
	worth := m.worth(policy)
	for t := range sum {
		var lack int32
		if fills && (scored == nil || scored[t]) {
			if lack = max(0, p.expected(t)-c.attempts[t]); lack > 0 {
				sum[t] += worth * float64(lack)
				c.attempts[t] += lack
			}
		} else {
			c.left += int(p.attempts[t] - c.attempts[t])
		}
		if c.attempts[t] == 0 {
			continue
		}
		if m.combine == nil {
			c.value[t], c.ok[t] = sum[t]/float64(c.attempts[t]), true
		} else {
			c.value[t], c.ok[t] = m.combine(int(sum[t]), int(c.attempts[t]))
		}
		if c.ok[t] {
			c.tasks++
			c.total += int(c.attempts[t])
			c.imputed += int(lack)
		}
	}
	return c
}

// toldOtherwise tells whether a run has no score of a metric and has the answer to its
// question from another judge: its outcomes are known, if not by this metric, and none
// of them is a failure for that.
func (b *Benchmark) toldOtherwise(m *measure, r *runTable) bool {
	if r.cells[m.cells].values.n > 0 {
		return false
	}
	for i, name := range b.metrics {
		if i != m.cells && r.cells[i].values.n > 0 && sameQuestion(m.Name, name) {
			return true
		}
	}
	return false
}

// worth is what a policy takes an attempt without outcome for: a failure, which is 0
// of a metric of which more is better and 1 of one of which less is, or under best a
// success.
func (m *measure) worth(policy string) float64 {
	if (policy == "best") == (m.Better != Lower) {
		return 1
	}
	return 0
}

// scoredTasks tells the tasks that a metric applies to; nil means all of them.
func (b *Benchmark) scoredTasks(m *measure) []bool {
	if m.Missing != FailWhereScored {
		return nil
	}
	scored := make([]bool, len(b.Tasks))
	for r := range b.logged {
		for cell := range b.logged[r].cells[m.cells].all() {
			scored[b.logged[r].attempts[cell.attempt].task] = true
		}
	}
	return scored
}

// scale is the scale on which a comparison of these runs' task values stands, of all
// runs where none is named: a binary metric averaged over several attempts is graded.
func (b *Benchmark) scale(m *measure, runs ...int) Scale {
	single := b.Trials <= 1
	if len(runs) > 0 && b.promised != nil {
		single = !slices.ContainsFunc(runs, func(r int) bool { return b.promised[r].most > 1 })
	}
	switch {
	case m.binary && m.combine == nil && single:
		return Binary
	case m.Scale == Ordinal && single:
		return Ordinal
	}
	return Interval
}

// equal tells whether two columns hold the same values of as many attempts.
func (c column) equal(o column) bool {
	return c.tasks == o.tasks && c.total == o.total && slices.Equal(c.ok, o.ok) && slices.Equal(c.value, o.value) && slices.Equal(c.attempts, o.attempts)
}

// sign is 1 where higher values are, -1 where lower ones are.
func (m *measure) sign() float64 {
	if m.Better == Lower {
		return -1
	}
	return 1
}

// sumOf is the sum of a run's scores by a measure, which for verdicts is the count of
// the good ones, and how many scores there are.
func (b *Benchmark) sumOf(m *measure, r int) (sum float64, n int) {
	for cell := range b.logged[r].cells[m.cells].all() {
		sum, n = sum+cell.value, n+1
	}
	return sum, n
}

// within lists the slice's tasks at which the column has a value.
func (c *column) within(s slice) []int32 {
	tasks := make([]int32, 0, min(len(s.tasks), c.tasks))
	for _, t := range s.tasks {
		if c.ok[t] {
			tasks = append(tasks, t)
		}
	}
	return tasks
}
