package curves

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// Along answers how a metric moves along any number that the log states: of runs (a factor such
// as k or alpha), of tasks (the length of the plan, a stratum), of attempts (tools offered, an
// attribute, another metric). The unit of every point is the task:
//
//	of runs      the task's value by the runs that have the number
//	of tasks     the task's value, at the task's number
//	of attempts  the mean over the task's attempts that have the number
//	of needs     whether the task's need at this place of the plan is met: plan_recall, need by need
//
// A line is a run, or what lines= names: a stratum, a factor of runs, or "all". Where several
// runs share a line, a task's value is the mean of theirs.
func Along(st *study.Study, q result.Question) result.Answer {
	named := q.Get("metric")
	if q.Get("along") == result.PlanPosition {
		if named != "" && named != recall {
			return result.Answer{Unanswered: fmt.Sprintf("along %s a curve shows %s, need by need; leave out metric=%s", result.PlanPosition, recall, named)}
		}
		named = recall
	}
	m, why := Named(st, named)
	if why != "" {
		return result.Answer{Unanswered: why}
	}
	c := &along{st: st, m: m, name: q.Get("along"), lines: q.Get("lines")}
	if why = c.read(q.List("holding")); why == "" {
		why = c.group()
	}
	if why != "" {
		return result.Answer{Unanswered: why}
	}
	out := result.Curve{Of: c.of, Lines: c.by, Better: st.Measures[m].Better.String(), Notes: c.notes,
		Sweep: result.Sweep{Benchmark: st.Bench.Name, Axis: c.name, Metric: st.Measures[m].Name}}
	for _, l := range c.groups {
		line := result.SweepLine{Run: l.name}
		for _, x := range c.xs {
			if p, ok := c.point(l, x); ok {
				line.Points = append(line.Points, p)
			}
		}
		if len(line.Points) > 0 {
			out.Sweep.Lines = append(out.Sweep.Lines, line)
		}
	}
	if !slices.ContainsFunc(out.Sweep.Lines, func(l result.SweepLine) bool { return len(l.Points) > 1 }) {
		return result.Answer{Unanswered: fmt.Sprintf("%s has one value where %s is known: there is no curve", c.name, out.Sweep.Metric)}
	}
	return result.Answer{Curve: &out}
}

// What a curve's number is a fact of.
const (
	ofRuns     = "runs"
	ofTasks    = "tasks"
	ofAttempts = "attempts"
	ofNeeds    = "needs"
)

// recall is what a curve along the places of a plan takes apart.
const recall = "plan_recall"

// PlanLength is the number that every log with plans has of its tasks, as result.ToolsOffered is
// one that logs with lists of tools have of attempts.
const PlanLength = "plan_length"

const (
	mostLines    = 60  // that a figure tells apart at all
	mostAbscissa = 200 // points of a line
	fewValues    = 15  // distinct values of a metric that are points of their own
	mostBins     = 10  // of a metric with more
)

type along struct {
	st          *study.Study
	m           int
	name, lines string
	of          string // ofRuns, ofTasks, ofAttempts
	by          string // what lines are: run, all, a stratum or a factor
	notes       []string
	xs          []float64
	run         []float64       // of runs: the number of every run; NaN: not known
	task        []float64       // of tasks
	attempt     [][]float64     // of attempts, by run
	place       map[float64]int // of needs: the measure of each place of the plan
	held        []study.Factor
	groups      []curveLine
}

// curveLine is some runs at some tasks.
type curveLine struct {
	name  string
	runs  []int
	tasks []bool // nil: all
}

// read finds the number.
func (c *along) read(holding []string) (why string) {
	st := c.st
	if c.name == PlanLength {
		c.of, c.task = ofTasks, make([]float64, len(st.Bench.Tasks))
		for t, task := range st.Bench.Tasks {
			if c.task[t] = math.NaN(); task.PlanLength > 0 {
				c.task[t] = float64(task.PlanLength)
			}
		}
		return c.values(c.task)
	}
	if c.name == result.ToolsOffered {
		return c.perAttempt(func(r, a int) (float64, bool) {
			n, ok := st.Bench.Logged[r].ToolsOffered(a)
			return float64(n), ok
		}, false)
	}
	if c.name == result.PlanPosition {
		c.of, c.place = ofNeeds, map[float64]int{}
		for k := 1; ; k++ {
			m := findMeasure(st, result.NeedMetAt(k))
			if m < 0 {
				return c.enough()
			}
			c.place[float64(k)] = m
			c.xs = append(c.xs, float64(k))
		}
	}
	if f := st.Factor(c.name); f.Known() && len(f.Varies) == 0 {
		numbers, bad := numbersOf(f.Of)
		if bad != "" {
			return fmt.Sprintf("%s is no number: of some run it is %q; a pivot can be by it", c.name, bad)
		}
		c.of, c.run, c.held = ofRuns, numbers, st.Held(c.name, holding)
		if len(f.Without) > 0 {
			c.notes = append(c.notes, c.name+" is not stated of "+result.FirstOf(f.Without, study.NamedRuns))
		}
		return c.values(c.run)
	}
	if col, ok := st.Bench.FactOfTasks(c.name); ok {
		texts := make([]string, len(col.Of))
		for t, of := range col.Of {
			if of >= 0 {
				texts[t] = col.Values[of]
			}
		}
		numbers, bad := numbersOf(texts)
		if bad != "" {
			return fmt.Sprintf("%s is no number: of some task it is %q; a pivot can be by it", c.name, bad)
		}
		c.of, c.task = ofTasks, numbers
		return c.values(c.task)
	}
	if at := slices.IndexFunc(st.Bench.Attributes, func(a table.AttributeColumn) bool { return a.Name == c.name }); at >= 0 {
		col := &st.Bench.Attributes[at]
		numbers, bad := numbersOf(col.Values)
		if bad != "" {
			return fmt.Sprintf("%s is no number: of some attempt it is %q", c.name, bad)
		}
		return c.perAttempt(func(r, a int) (float64, bool) {
			of := col.Of[r][a]
			if of < 0 {
				return 0, false
			}
			return numbers[of], true
		}, false)
	}
	if m := findMeasure(st, c.name); m >= 0 && st.Measures[m].Combine == nil {
		values := make([][]float64, len(st.Bench.Runs))
		for _, r := range st.Runs {
			values[r] = slices.Repeat([]float64{math.NaN()}, len(st.Bench.Logged[r].Attempts))
			for cell := range st.Bench.Logged[r].Cells[st.Measures[m].Cells].All() {
				values[r][cell.Attempt] = cell.Value
			}
		}
		return c.perAttempt(func(r, a int) (float64, bool) { return values[r][a], values[r][a] == values[r][a] }, true)
	}
	return fmt.Sprintf("no attempt states %q, and no metric is called so; a curve goes along an attribute or a stratum that is a number, a metric, %s, %s or %s", c.name, PlanLength, result.PlanPosition, result.ToolsOffered)
}

// numbersOf reads texts; empty ones are not known. bad is one that is no number.
func numbersOf(texts []string) (out []float64, bad string) {
	out = make([]float64, len(texts))
	for i, s := range texts {
		if out[i] = math.NaN(); s == "" {
			continue
		}
		x, err := strconv.ParseFloat(s, 64)
		if err != nil || x-x != 0 {
			return nil, s
		}
		out[i] = x
	}
	return out, ""
}

// perAttempt keeps the number of every attempt; where a metric has many values they are put
// into bins of about equal counts.
func (c *along) perAttempt(of func(run, attempt int) (float64, bool), bins bool) string {
	c.of, c.attempt = ofAttempts, make([][]float64, len(c.st.Bench.Runs))
	var all []float64
	for _, r := range c.st.Runs {
		c.attempt[r] = make([]float64, len(c.st.Bench.Logged[r].Attempts))
		for a := range c.attempt[r] {
			x, ok := of(r, a)
			if c.attempt[r][a] = x; !ok {
				c.attempt[r][a] = math.NaN()
				continue
			}
			all = append(all, x)
		}
	}
	slices.Sort(all)
	if distinct := slices.Compact(slices.Clone(all)); bins && len(distinct) > fewValues {
		c.bin(all)
	}
	for _, list := range c.attempt {
		c.values(list)
	}
	return c.enough()
}

// bin puts every attempt's number at the mean of its bin.
func (c *along) bin(sorted []float64) {
	edges := []float64{math.Inf(-1)}
	for k := 1; k < mostBins; k++ {
		if e := sorted[k*len(sorted)/mostBins]; e > edges[len(edges)-1] {
			edges = append(edges, e)
		}
	}
	sums, counts := make([]float64, len(edges)), make([]float64, len(edges))
	binOf := func(x float64) int {
		at, found := slices.BinarySearch(edges, x)
		if !found {
			at--
		}
		return at
	}
	for _, x := range sorted {
		sums[binOf(x)] += x
		counts[binOf(x)]++
	}
	for _, list := range c.attempt {
		for a, x := range list {
			if x == x {
				list[a] = sums[binOf(x)] / counts[binOf(x)]
			}
		}
	}
	c.notes = append(c.notes, fmt.Sprintf("%s has many values: attempts are in up to %d bins of about equal counts, each at its mean", c.name, mostBins))
}

// values adds the places of the axis.
func (c *along) values(list []float64) string {
	for _, x := range list {
		if x == x {
			if at, found := slices.BinarySearch(c.xs, x); !found {
				c.xs = slices.Insert(c.xs, at, x)
			}
		}
	}
	return c.enough()
}

func (c *along) enough() string {
	switch {
	case len(c.xs) == 0:
		return fmt.Sprintf("%s is not stated of any of the %s", c.name, c.of)
	case len(c.xs) > mostAbscissa:
		return fmt.Sprintf("%s has %d values, more than the %d points that a curve can show", c.name, len(c.xs), mostAbscissa)
	}
	return ""
}

// group makes the lines.
func (c *along) group() (why string) {
	st := c.st
	c.by = c.lines
	if c.by == "" {
		c.by = study.RunFactor
		if c.of == ofRuns {
			c.by = "held"
		}
	}
	byRun := func(name func(r int) string) {
		for _, r := range st.Runs {
			n := name(r)
			if n == "" || c.of == ofRuns && c.run[r] != c.run[r] {
				continue
			}
			at := slices.IndexFunc(c.groups, func(l curveLine) bool { return l.name == n })
			if at < 0 {
				at = len(c.groups)
				c.groups = append(c.groups, curveLine{name: n})
			}
			c.groups[at].runs = append(c.groups[at].runs, r)
		}
	}
	switch {
	case c.by == "held":
		c.by = strings.Join(study.NamesOf(c.held), ", ")
		byRun(func(r int) string { return cmp.Or(heldValues(c.held, r), "all runs") })
		if len(c.groups) == 1 {
			c.groups[0].name, c.by = "all runs", "all"
		}
	case c.by == study.RunFactor && c.of == ofRuns:
		return fmt.Sprintf("%s is a fact of runs: a line by run would have one point; lines can be a stratum, another factor or all", c.name)
	case c.by == study.RunFactor:
		byRun(func(r int) string { return st.Bench.Runs[r] })
	case c.by == "all":
		byRun(func(int) string { return "all runs" })
	default:
		if f := st.Factor(c.by); f.Known() && len(f.Varies) == 0 {
			byRun(func(r int) string { return f.Of[r] })
			break
		}
		col, ok := st.Bench.FactOfTasks(c.by)
		if !ok {
			return fmt.Sprintf("lines: no stratum and no factor of runs is called %q", c.by)
		}
		byRun(func(int) string { return "all runs" })
		if len(c.groups) == 0 {
			break
		}
		runs := c.groups[0].runs
		c.groups = nil
		for v, value := range col.Values {
			l := curveLine{name: value, runs: runs, tasks: make([]bool, len(col.Of))}
			for t, of := range col.Of {
				l.tasks[t] = of == int32(v)
			}
			c.groups = append(c.groups, l)
		}
	}
	slices.SortStableFunc(c.groups, func(a, b curveLine) int { return result.CompareNatural(a.name, b.name) })
	if len(c.groups) > mostLines {
		return fmt.Sprintf("%s has %d values, more than the %d lines that a figure can show; slice the question (where)", c.by, len(c.groups), mostLines)
	}
	return ""
}

// point is the mean over tasks of a line at a place of the axis.
func (c *along) point(l curveLine, x float64) (result.SweepPoint, bool) {
	n := len(c.st.Bench.Tasks)
	sum, count := make([]float64, n), make([]float64, n)
	runs := 0
	for _, r := range l.runs {
		if c.of == ofRuns && c.run[r] != x {
			continue
		}
		runs++
		values, known := c.taskValues(r, x)
		for t := range n {
			if known[t] && (l.tasks == nil || l.tasks[t]) {
				sum[t] += values[t]
				count[t]++
			}
		}
	}
	if c.of == ofRuns && runs > 1 {
		const note = "several runs share a point, which is the mean of theirs; hold what tells them apart (holding=)"
		if !slices.Contains(c.notes, note) {
			c.notes = append(c.notes, note)
		}
	}
	var values []float64
	var tasks []int32
	for t := range n {
		if count[t] > 0 {
			values, tasks = append(values, sum[t]/count[t]), append(tasks, int32(t))
		}
	}
	mean := study.Mean(values)
	if mean == nil {
		return result.SweepPoint{}, false
	}
	p := result.SweepPoint{X: x, NTasks: len(values), Mean: *mean}
	p.Interval = c.interval(values, tasks, l.name, x)
	return p, true
}

// measure is what is averaged at a place of the axis.
func (c *along) measure(x float64) int {
	if c.of == ofNeeds {
		return c.place[x]
	}
	return c.m
}

// taskValues are a run's values by task at a place of the axis.
func (c *along) taskValues(r int, x float64) (values []float64, known []bool) {
	col := &c.st.Columns[c.measure(x)][r]
	switch c.of {
	case ofNeeds:
		return col.Value, col.Ok
	case ofRuns:
		return col.Value, col.Ok
	case ofTasks:
		known = make([]bool, len(col.Ok))
		for t, ok := range col.Ok {
			known[t] = ok && c.task[t] == x
		}
		return col.Value, known
	}
	values, known = make([]float64, len(col.Ok)), make([]bool, len(col.Ok))
	m := &c.st.Measures[c.m]
	if m.Combine != nil {
		return values, known
	}
	count := make([]float64, len(col.Ok))
	log := &c.st.Bench.Logged[r]
	for cell := range log.Cells[m.Cells].All() {
		if t := log.Attempts[cell.Attempt].Task; c.attempt[r][cell.Attempt] == x {
			values[t] += cell.Value
			count[t]++
		}
	}
	for t := range values {
		if known[t] = count[t] > 0; known[t] {
			values[t] /= count[t]
		}
	}
	return values, known
}

// fewAtPoint is the number of tasks from which a bootstrap interval stands at a point.
const fewAtPoint = 20

// interval is Wilson's of verdicts, Student's of few tasks, else the bootstrap's over tasks or
// clusters.
func (c *along) interval(values []float64, tasks []int32, line string, x float64) *result.IntervalEstimate {
	st := c.st
	if len(values) < 2 {
		return nil
	}
	units := clusters(st, tasks)
	binary, successes := true, 0
	for _, v := range values {
		binary = binary && (v == 0 || v == 1)
		if v == 1 {
			successes++
		}
	}
	if binary && st.Measures[c.measure(x)].Binary && units == nil {
		if w, err := stats.Wilson(successes, len(values), st.Plan.Level); err == nil {
			i := study.Estimate(w)
			return &i
		}
	}
	if len(values) < fewAtPoint && units == nil {
		moments, err := stats.Describe(values)
		if err != nil || moments.SD == 0 {
			return nil
		}
		if t, err := moments.MeanInterval(values, st.Plan.Level); err == nil {
			i := study.Estimate(t)
			return &i
		}
		return nil
	}
	b, err := stats.BootstrapMean(values, stats.BootstrapOptions{Level: st.Plan.Level, Replicates: st.Plan.Resamples, Cluster: units,
		Seed: stats.DeriveSeed(st.Plan.Seed, st.Bench.Name, "curve", st.Measures[c.m].Name, c.name, line, strconv.FormatFloat(x, 'g', -1, 64))})
	if err != nil {
		return nil
	}
	i := study.DrawnEstimate(st, b)
	return &i
}
