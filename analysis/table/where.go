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

// FactOfTasks is a stratum, or an attribute that no two attempts at a task disagree on.
func (b *Benchmark) FactOfTasks(name string) (StratumColumn, bool) { return b.stratumOrAttribute(name) }

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
