package compose

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// selection is what a cell is about.
type selection struct {
	runs   []string
	metric string
	cell   string // of a metric that asks for another cell than the table's; empty: the table's
	strata []result.Stratum
	tool   *result.ToolUse // the name of a tool or server; nil: no calls are asked for
}

// pivotAxis is the values of one side of a pivot.
type pivotAxis struct {
	name    string
	values  []string
	all     bool // behind the values stands one for everything
	ofRuns  bool // it parts runs
	ofTasks bool // it parts tasks
	ofCalls bool // it parts calls
	narrow  func(*selection, string)
}

// axisOf reads an axis; nil where the benchmark has no such thing and another has.
func (e *executor) axisOf(c *call, v *view, side string) (*pivotAxis, error) {
	a := &pivotAxis{name: c.arg(side)}
	var err error
	switch a.name {
	case "run":
		a.ofRuns = true
		a.values, err = e.chosenValues(c, "runs", v.runs, e.runs())
		a.narrow = func(s *selection, run string) { s.runs = only(s.runs, run) }
		return a, err
	case "metric":
		a.values, err = e.metricsOfAxis(c, v)
		a.narrow = func(s *selection, entry string) { s.cell, s.metric = cellOfMetric(entry) }
		return a, err
	case "tool", "server":
		return e.callsAxis(c, v, a, side)
	}
	byRun := map[string]string{}
	for _, f := range e.c.res.Factors {
		if f.Benchmark == v.name && f.Name == a.name {
			byRun[f.Run] = f.Value
			addOnce(&a.values, f.Value)
		}
	}
	a.all = true
	if len(byRun) > 0 {
		a.ofRuns = true
		a.narrow = func(s *selection, value string) {
			s.runs = slices.DeleteFunc(slices.Clone(s.runs), func(run string) bool { return byRun[run] != value })
		}
	} else {
		a.ofTasks = true
		a.values = e.factValues(v, a.name)
		a.narrow = func(s *selection, value string) {
			s.strata = append(slices.Clone(s.strata), result.Stratum{Name: a.name, Value: value})
		}
	}
	if len(a.values) > 0 {
		a.values = inOrder(a.values)
		a.values, err = e.chosenValues(c, side[:len(side)-1]+"-values", a.values, a.values)
		return a, err
	}
	if slices.Contains(e.fieldsKnown(), a.name) {
		return nil, nil // of another benchmark
	}
	return nil, e.n.fault(c.lineOf(side), "pivot: no stratum or attribute of runs is called %q here; %s", reports.Shorten(reports.Visible(a.name), reports.MaxNameRunes), choose(a.name, append([]string{"run", "metric"}, e.fieldsKnown()...)))
}

// chosenValues are the values that an argument names, in its order; by default all. Of a
// notebook for many logs, those that this log has.
func (e *executor) chosenValues(c *call, arg string, all, known []string) ([]string, error) {
	if c.arg(arg) == "" {
		return all, nil
	}
	var out []string
	for _, name := range splitList(c.arg(arg)) {
		if !slices.Contains(known, name) {
			if c.arg("optional") != "" {
				continue
			}
			return nil, e.n.fault(c.lineOf(arg), "pivot: no %s %q in these results; %s", singular(arg), reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, known))
		}
		if slices.Contains(all, name) {
			out = append(out, name)
		}
	}
	return out, nil
}

// singular is what an argument's values are called.
func singular(arg string) string {
	return map[string]string{"runs": "run", "row-values": "value", "column-values": "value"}[arg]
}

// metricsOfAxis are the metrics of an axis, with the cell that one may ask for: sum(x).
func (e *executor) metricsOfAxis(c *call, v *view) ([]string, error) {
	var out []string
	if c.arg("metrics") == "" {
		for _, m := range v.metrics {
			if m.Compared || m.Primary {
				out = append(out, m.Name)
			}
		}
		return out, nil
	}
	known := e.metrics()
	for _, entry := range splitList(c.arg("metrics")) {
		_, name := cellOfMetric(entry)
		switch {
		case name == headlineName && v.primary != nil, slices.Contains(known, name) && v.has(name):
			out = append(out, e.headline(v, entry))
		case !slices.Contains(known, name) && name != headlineName && c.arg("optional") == "":
			return nil, e.n.fault(c.lineOf("metrics"), "pivot: no metric %q in these results; %s", reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, known))
		}
	}
	return out, nil
}

// headlineName stands for the headline metric, whatever it is, in a list of metrics.
const headlineName = "headline"

// headline puts the headline metric's name where an entry says headline.
func (e *executor) headline(v *view, entry string) string {
	cell, name := cellOfMetric(entry)
	switch {
	case name != headlineName:
		return entry
	case cell == "":
		return v.primary.Name
	}
	return cell + "(" + v.primary.Name + ")"
}

// callsAxis is tools or servers by how often they were called, most first.
func (e *executor) callsAxis(c *call, v *view, a *pivotAxis, side string) (*pivotAxis, error) {
	uses := map[string]*result.ToolUse{}
	for _, u := range e.callsOf(v, a.name) {
		if u.Run == "" {
			continue // all runs together
		}
		name := toolUseName(&u)
		if uses[name] == nil {
			uses[name] = &result.ToolUse{Server: u.Server, Tool: u.Tool}
			a.values = append(a.values, name)
		}
		uses[name].Calls += u.Calls
	}
	if len(a.values) == 0 {
		return nil, e.n.fault(c.lineOf(side), "pivot: the log names no %s that was called", a.name)
	}
	slices.SortStableFunc(a.values, func(x, y string) int {
		return cmp.Or(cmp.Compare(uses[y].Calls, uses[x].Calls), result.CompareNatural(x, y))
	})
	a.ofCalls = true
	a.narrow = func(s *selection, name string) { s.tool = uses[name] }
	var err error
	a.values, err = e.chosenValues(c, side[:len(side)-1]+"-values", a.values, a.values)
	return a, err
}

// callsOf are the rows of tools, or of servers.
func (e *executor) callsOf(v *view, of string) []result.ToolUse {
	for i := range e.c.res.Calls {
		if p := &e.c.res.Calls[i]; p.Benchmark == v.name {
			if of == "server" {
				return p.Servers
			}
			return p.Tools
		}
	}
	return nil
}

// toolUseName is a tool with its server, as plans write it.
func toolUseName(u *result.ToolUse) string {
	switch {
	case u.Tool == "":
		return u.Server
	case u.Server == "":
		return u.Tool
	}
	return u.Server + "::" + u.Tool
}

// factValues are the values of a fact of tasks: a stratum, or one that a pivot asked for.
func (e *executor) factValues(v *view, name string) (out []string) {
	seen := map[string]bool{}
	add := func(s result.Stratum) {
		if s.Name == name && !seen[s.Value] {
			seen[s.Value] = true
			out = append(out, s.Value)
		}
	}
	for i := range e.c.res.Summaries {
		if s := &e.c.res.Summaries[i]; s.Benchmark == v.name && s.Stratum != nil {
			add(*s.Stratum)
		}
	}
	for i := range e.c.res.Crossings {
		if s := &e.c.res.Crossings[i]; s.Benchmark == v.name {
			for _, one := range s.Strata {
				add(one)
			}
		}
	}
	return out
}

// fieldsKnown are the factors and the facts of tasks of all benchmarks.
func (e *executor) fieldsKnown() (known []string) {
	for _, f := range e.c.res.Factors {
		addOnce(&known, f.Name)
	}
	for i := range e.c.res.Summaries {
		if s := e.c.res.Summaries[i].Stratum; s != nil {
			addOnce(&known, s.Name)
		}
	}
	for i := range e.c.res.Crossings {
		for _, s := range e.c.res.Crossings[i].Strata {
			addOnce(&known, s.Name)
		}
	}
	return known
}

// inOrder sorts an axis: by value where all are numbers, so that .05 stands before .5.
func inOrder(values []string) []string {
	values = result.UniqueNatural(values)
	at := map[string]float64{}
	for _, v := range values {
		x, err := strconv.ParseFloat(v, 64)
		if err != nil || math.IsNaN(x) {
			return values
		}
		at[v] = x
	}
	slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(at[a], at[b]) })
	return values
}

func only(runs []string, run string) []string {
	if slices.Contains(runs, run) {
		return []string{run}
	}
	return nil
}
