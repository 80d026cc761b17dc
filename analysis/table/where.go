package table

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// A slice of a benchmark is the part that meets a plan's conditions. It is cut out after
// every run's promise is known, so that a task that a run promised and never attempted is
// missing from the slice as it is from the whole:
//
//  1. Conditions on facts of tasks choose tasks. A task of which the fact is not known is in
//     no slice by it; Sliced.Unknown counts them.
//  2. Conditions on attempts (attributes that differ between attempts at a task, metrics,
//     failure modes) choose attempts. What a run would have shown where it has no attempt is
//     not known, so that every run answers for its own attempts in the slice and no others
//     (result.PromisedBySlice).
//
// What is cut out is a benchmark like any other: nothing that follows knows of slices.

// Sliced is what a benchmark that is a slice leaves out.
type Sliced struct {
	Conditions []result.Condition
	Of         int  // tasks of the whole
	Unknown    int  // of them without a value of some condition's field
	Attempts   bool // some condition chooses attempts
	Outcomes   bool // and does so by what happened in them: a metric or a failure mode
}

// SliceError is a slice that cannot be cut out of a benchmark.
type SliceError struct {
	Benchmark string
	Field     string   // that the benchmark does not have; empty: the slice is empty
	Have      []string // fields that it has
	Condition string   // of an empty slice: the first that nothing meets together with those before it
	Values    []string // of that condition's field, some
}

func (e *SliceError) Error() string {
	where := ""
	if e.Benchmark != "" {
		where = fmt.Sprintf("benchmark %q: ", e.Benchmark)
	}
	if e.Field != "" {
		return fmt.Sprintf("where: %sno stratum, attribute, metric or mode is called %q; there are %s", where, e.Field, result.FirstOf(e.Have, mostNamed))
	}
	have := ""
	if len(e.Values) > 0 {
		have = "; its values are " + result.FirstOf(e.Values, mostNamed)
	}
	return fmt.Sprintf("where: %snothing meets %s%s", where, e.Condition, have)
}

// mostNamed bounds the names of a message.
const mostNamed = 12

// where cuts the plan's slice out of a held benchmark.
func (b *Benchmark) where(plan *result.Plan) (*Benchmark, error) {
	conditions, err := plan.Conditions()
	if err != nil || len(conditions) == 0 {
		return b, err
	}
	cut := cutting{of: b, tasks: slices.Repeat([]bool{true}, len(b.Tasks)), known: slices.Repeat([]bool{true}, len(b.Tasks))}
	for _, c := range conditions {
		if err := cut.narrow(c); err != nil {
			return nil, err
		}
	}
	return cut.slice(conditions), nil
}

// cutting is what is left of a benchmark while conditions narrow it.
type cutting struct {
	of       *Benchmark
	tasks    []bool
	known    []bool   // tasks of which every fact asked for is known
	attempts [][]bool // by run; nil before a condition chooses attempts
	outcomes bool     // they were chosen by a metric or a mode
}

// narrow leaves what meets one more condition.
func (c *cutting) narrow(by result.Condition) error {
	b := c.of
	var values []string
	if col, ok := b.stratumOrAttribute(by.Field); ok {
		values = col.Values
		for t, of := range col.Of {
			c.known[t] = c.known[t] && of >= 0
			c.tasks[t] = c.tasks[t] && of >= 0 && by.Meets(col.Values[of])
		}
	} else if at := slices.IndexFunc(b.Attributes, func(a AttributeColumn) bool { return a.Name == by.Field }); at >= 0 {
		values = b.Attributes[at].Values
		c.choose(func(r, a int) bool {
			of := b.Attributes[at].Of[r][a]
			return of >= 0 && by.Meets(values[of])
		})
	} else if m := slices.Index(b.Metrics, by.Field); m >= 0 {
		c.outcomes = true
		for r := range b.Logged {
			meets := make([]bool, len(b.Logged[r].Attempts))
			for cell := range b.Logged[r].Cells[m].All() {
				meets[cell.Attempt] = by.MeetsNumber(cell.Value)
			}
			c.chooseOf(r, meets)
		}
	} else if by.Field == result.ModeField {
		c.outcomes = true
		values = b.modeNames()
		for _, v := range by.Values {
			if !slices.Contains(values, v) {
				return &SliceError{Benchmark: b.Name, Condition: by.String(), Values: values}
			}
		}
		c.choose(func(r, a int) bool {
			shows := b.Logged[r].modesOf(b, a)
			return slices.ContainsFunc(by.Values, func(v string) bool { return slices.Contains(shows, v) }) == (by.Op == "=")
		})
	} else {
		return &SliceError{Benchmark: b.Name, Field: by.Field, Have: b.fields()}
	}
	if c.empty() {
		return &SliceError{Benchmark: b.Name, Condition: by.String(), Values: values}
	}
	return nil
}

// stratumOrAttribute is a fact of tasks by its name.
func (b *Benchmark) stratumOrAttribute(name string) (StratumColumn, bool) {
	clash := slices.Contains(b.Clashes, name) && slices.ContainsFunc(b.Attributes, func(a AttributeColumn) bool { return a.Name == name })
	for _, col := range b.Strata {
		if col.Name == name && !clash {
			return col, true
		}
	}
	for i := range b.Attributes {
		if b.Attributes[i].Name == name {
			return b.Attributes[i].stratum(b)
		}
	}
	return StratumColumn{}, false
}

// choose leaves the attempts that meet a condition.
func (c *cutting) choose(meets func(run, attempt int) bool) {
	for r := range c.of.Logged {
		list := make([]bool, len(c.of.Logged[r].Attempts))
		for a := range list {
			list[a] = meets(r, a)
		}
		c.chooseOf(r, list)
	}
}

func (c *cutting) chooseOf(run int, meets []bool) {
	if c.attempts == nil {
		c.attempts = make([][]bool, len(c.of.Logged))
	}
	if c.attempts[run] == nil {
		c.attempts[run] = meets
		return
	}
	for a := range meets {
		c.attempts[run][a] = c.attempts[run][a] && meets[a]
	}
}

// holds tells whether an attempt is in the slice.
func (c *cutting) holds(run, attempt int) bool {
	return c.tasks[c.of.Logged[run].Attempts[attempt].Task] && (c.attempts == nil || c.attempts[run][attempt])
}

func (c *cutting) empty() bool {
	for r := range c.of.Logged {
		for a := range c.of.Logged[r].Attempts {
			if c.holds(r, a) {
				return false
			}
		}
	}
	return true
}

// slice makes the benchmark of what is left.
func (c *cutting) slice(conditions []result.Condition) *Benchmark {
	b := *c.of
	b.Sliced = &Sliced{Conditions: conditions, Of: len(b.Tasks), Attempts: c.attempts != nil, Outcomes: c.outcomes}
	for _, known := range c.known {
		if !known {
			b.Sliced.Unknown++
		}
	}
	if c.attempts != nil { // only tasks that some attempt of the slice is at
		tried := make([]bool, len(b.Tasks))
		for r := range b.Logged {
			for a := range b.Logged[r].Attempts {
				if c.holds(r, a) {
					tried[b.Logged[r].Attempts[a].Task] = true
				}
			}
		}
		c.tasks = tried
	}
	b.Logged, b.Promised, b.Trials = slices.Clone(b.Logged), slices.Clone(b.Promised), 1
	number := make([]int32, len(b.Tasks)) // of each task that stays
	n := int32(0)
	for t, stays := range c.tasks {
		number[t] = n
		if stays {
			n++
		}
	}
	for r := range b.Logged {
		at := -1
		b.leaveOut(r, func(*TaskAttempt) bool { at++; return c.holds(r, at) })
		for a := range b.Logged[r].Attempts {
			b.Logged[r].Attempts[a].Task = number[b.Logged[r].Attempts[a].Task]
		}
	}
	b.Tasks = keepOf(b.Tasks, c.tasks)
	b.Strata = slices.Clone(b.Strata)
	for i := range b.Strata {
		b.Strata[i] = b.Strata[i].of(c.tasks)
	}
	counts := b.attemptCounts()
	core := coreOf(counts, len(b.Tasks))
	for r := range b.Promised {
		p := &b.Promised[r]
		if c.attempts != nil {
			*p = Promised{tasks: attempted(counts[r]), Trials: 1, By: result.PromisedBySlice, TrialsBy: result.PromisedBySlice, Open: p.Open, Unknown: p.Unknown}
		} else if p.tasks != nil {
			p.tasks = keepOf(p.tasks, c.tasks)
		}
		p.Unranked = !answers(attempted(counts[r]), core) && (c.attempts != nil || p.tasks != nil)
		p.elsewhere, p.Present, p.Missing, p.Surplus = 0, 0, 0, 0
		p.reconcile(len(b.Tasks), counts[r])
		b.Trials = max(b.Trials, int(p.Most))
	}
	b.keepRuns(func(r int) bool { return b.Promised[r].NTasks > 0 })
	return &b
}

// keepRuns leaves out the runs that answer for nothing in a slice.
func (b *Benchmark) keepRuns(answers func(run int) bool) {
	stays := make([]bool, len(b.Runs))
	for r := range b.Runs {
		stays[r] = answers(r)
	}
	b.Runs, b.Logged, b.Promised = keepOf(b.Runs, stays), keepOf(b.Logged, stays), keepOf(b.Promised, stays)
	for i := range b.Attributes {
		b.Attributes[i].Of = keepOf(b.Attributes[i].Of, stays)
	}
}

// of is the column of the tasks that stay, with the values that some of them has.
func (col StratumColumn) of(tasks []bool) StratumColumn {
	col.Of = keepOf(col.Of, tasks)
	used := make([]int32, len(col.Values))
	for _, v := range col.Of {
		if v >= 0 {
			used[v] = 1
		}
	}
	var values []string
	for v, name := range col.Values {
		if used[v] == 1 {
			used[v] = int32(len(values))
			values = append(values, name)
		}
	}
	for t, v := range col.Of {
		if v >= 0 {
			col.Of[t] = used[v]
		}
	}
	col.Values = values
	return col
}

// keepOf are the elements of a list that stay, in memory of their own.
func keepOf[T any](list []T, stays []bool) []T {
	var out []T
	for i, v := range list {
		if stays[i] {
			out = append(out, v)
		}
	}
	return out
}

func attempted(counts []int32) []bool {
	out := make([]bool, len(counts))
	for t, n := range counts {
		out[t] = n > 0
	}
	return out
}

// coreOf are the tasks that at least half of the runs with any attempt attempted.
func coreOf(counts [][]int32, tasks int) []bool {
	runs, by := 0, make([]int, tasks)
	for _, of := range counts {
		any := false
		for t, n := range of {
			if n > 0 {
				by[t]++
				any = true
			}
		}
		if any {
			runs++
		}
	}
	core := make([]bool, tasks)
	for t := range core {
		core[t] = by[t] > 0 && 2*by[t] >= runs
	}
	return core
}

// answers tells whether a run attempted nine tenths of the core.
func answers(tried, core []bool) bool {
	n, of := 0, 0
	for t := range core {
		if core[t] {
			of++
			if tried[t] {
				n++
			}
		}
	}
	return AtLeast(n, CoreShare, of)
}

// leaveOut leaves out the attempts of a run that are not kept; keep is asked of each, in order.
func (b *Benchmark) leaveOut(run int, keep func(*TaskAttempt) bool) {
	r := &b.Logged[run]
	out := *r
	final, kept := make([]int32, len(r.Attempts)), int32(0)
	out.Attempts, out.hashes, out.Seen, out.origins = nil, map[int32]string{}, nil, origins{inputs: r.origins.inputs}
	from, record := r.origins.from.flat(), r.origins.record.flat()
	for i := range r.Attempts {
		final[i] = -1
		if !keep(&r.Attempts[i]) {
			continue
		}
		final[i] = kept
		out.Attempts = append(out.Attempts, r.Attempts[i])
		out.Seen.set(kept, r.Seen.Of(i))
		out.origins.add(record[i], from[i])
		if h, ok := r.hashes[int32(i)]; ok {
			out.hashes[kept] = h
		}
		kept++
	}
	out.Cells = make([]scoreList, len(r.Cells))
	for m := range r.Cells {
		var again cellList
		for c := range r.Cells[m].All() {
			if at := final[c.Attempt]; at >= 0 {
				again.add(rawCell{at, c.Value})
			}
		}
		out.Cells[m], _ = again.inFinalOrder(nil, len(out.Attempts))
	}
	out.Found, out.Used = r.Found.freeze(final), r.Used.freeze(final)
	b.Logged[run] = out
	b.Attributes = slices.Clone(b.Attributes)
	for i := range b.Attributes {
		b.Attributes[i].Of = slices.Clone(b.Attributes[i].Of)
		var mine []int32
		for a, of := range b.Attributes[i].Of[run] {
			if final[a] >= 0 {
				mine = append(mine, of)
			}
		}
		b.Attributes[i].Of[run] = mine
	}
}

// fields names what conditions can be made of.
func (b *Benchmark) fields() []string {
	var strata, metrics []string
	for _, s := range b.Strata {
		strata = append(strata, s.Name)
	}
	for _, a := range b.Attributes {
		strata = append(strata, a.Name)
	}
	for _, m := range b.Metrics {
		if !strings.HasPrefix(m, ReportedPrefix) {
			metrics = append(metrics, m)
		}
	}
	return slices.Concat(result.UniqueNatural(strata), metrics)
}

// modesOf names the failure modes that an attempt shows, of any source: the harness's exit,
// labels in their own words and as the taxonomy reads them, and what rules detected.
func (r *RunTable) modesOf(b *Benchmark, attempt int) []string {
	var out []string
	if exit := r.Attempts[attempt].Exit(); exit != datasets.ExitUnstated && exit != datasets.ExitCompleted {
		out = append(out, string(exit))
	}
	for _, l := range r.Labelled(attempt) {
		out = append(out, l.Mode)
		if m, ok := b.Taxonomy.OfLabel(l.Mode); ok {
			out = append(out, m.Name)
		}
	}
	for _, f := range r.Found.Of(int32(attempt)) {
		out = append(out, b.Taxonomy[f.Mode].Name)
	}
	return out
}

// modeNames are those that some attempt shows.
func (b *Benchmark) modeNames() []string {
	seen := map[string]bool{}
	var names []string
	for r := range b.Logged {
		for a := range b.Logged[r].Attempts {
			for _, m := range b.Logged[r].modesOf(b, a) {
				if !seen[m] {
					seen[m] = true
					names = append(names, m)
				}
			}
		}
	}
	return result.UniqueNatural(names)
}
