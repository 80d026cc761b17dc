package mapping

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// Overlay applies a mapping to the attempts that a native format's reader has made:
// it names or overrides what the reader filled in. The columns that it reads are the
// canonical scalars, "strata.NAME", "attributes.NAME" and "reported.NAME", or the bare
// NAME of one of these. Use it for one pass over one log.
type Overlay struct {
	m      *Mapping
	file   string
	plan   *Plan
	names  []string
	clears []*rule
	seen   []bool          // by name: some attempt states it
	there  map[string]bool // names that some attempt states
	read   int
	runs   map[[2]string]map[[2]string]bool // benchmark and run before and after
	cells  []Cell
	paths  map[string]map[string]string // by file: the parts of its path that are columns
}

// NewOverlay prepares the rules of a mapping for one log.
func NewOverlay(file string, m *Mapping) *Overlay {
	o := &Overlay{m: m, file: file, there: map[string]bool{}, runs: map[[2]string]map[[2]string]bool{}}
	for i := range m.rules {
		for _, name := range m.rules[i].columns() {
			if !slices.Contains(o.names, name) {
				o.names = append(o.names, name)
			}
		}
	}
	r := resolver{m: m, names: o.names, plan: &Plan{Duplicates: m.Duplicates, Tasks: m.Tasks}, used: make([]bool, len(o.names)), note: make([]string, len(o.names))}
	r.file = File{Name: file, Columns: make([]Source, len(o.names))}
	for i, name := range o.names {
		r.file.Columns[i].Name = name
	}
	for i := range m.rules {
		rule := &m.rules[i]
		before := len(r.plan.Fields)
		r.mapped(define(rule.field), rule)
		if len(r.plan.Fields) == before {
			o.clears = append(o.clears, rule)
		}
	}
	o.plan, o.seen = r.plan, make([]bool, len(o.names))
	return o
}

// Needs are the columns that the rules read.
func (o *Overlay) Needs() datasets.Columns {
	need := datasets.Columns(0)
	for _, name := range o.names {
		if d := define(name); d != nil && !d.Keyed {
			need |= datasets.Of(d.Column)
			continue
		}
		need |= datasets.Of(datasets.ColStrata, datasets.ColAttributes, datasets.ColReported)
	}
	return need
}

// Plan is what the rules fill; its sources count as in Names.
func (o *Overlay) Plan() *Plan { return o.plan }

// Amounts are the overridden columns that have units.
func (o *Overlay) Amounts() []Amount { return o.plan.Amounts(o.names) }

// Describe writes the rules in the mapping's own language.
func (o *Overlay) Describe() string {
	text := o.m.FileRules().describe() + o.plan.Describe(o.names) + o.m.describeJoins()
	for _, rule := range o.clears {
		text += rule.field + ": ~\n"
	}
	return text
}

// Apply changes one attempt. The error is what is wrong with a value.
func (o *Overlay) Apply(t *datasets.Trajectory) (column string, err error) {
	o.read++
	before := [2]string{t.Benchmark, t.Run}
	o.note(t)
	t.Strata, t.Attributes, t.Reported, t.Metrics = maps.Clone(t.Strata), maps.Clone(t.Attributes), maps.Clone(t.Reported), maps.Clone(t.Metrics) // attempts may share them
	read := *t
	for _, rule := range o.clears {
		clearField(t, define(rule.field), rule.key)
	}
	for i := range o.plan.Fields {
		f := &o.plan.Fields[i]
		o.cells = o.cells[:0]
		for _, s := range f.Sources {
			c, ok := stated(&read, o.names[s])
			if !ok {
				if c, ok, err = o.ofPath(o.names[s], cmp.Or(t.Place.File, o.file)); err != nil {
					return f.Name, err
				}
			}
			o.seen[s] = o.seen[s] || ok
			o.cells = append(o.cells, c)
		}
		clearField(t, f.Definition, f.Key)
		if err := f.Set(t, o.cells...); err != nil {
			return f.Name, err
		}
	}
	after := [2]string{t.Benchmark, t.Run}
	if o.runs[before] == nil {
		o.runs[before] = map[[2]string]bool{}
	}
	o.runs[before][after] = true
	return "", nil
}

// ofPath is a part of the path of an attempt's file: by a rule, by files: path, or of a Hive
// partition.
func (o *Overlay) ofPath(name, file string) (c Cell, ok bool, err error) {
	if o.paths == nil {
		o.paths = map[string]map[string]string{}
	}
	parts, seen := o.paths[file]
	if !seen {
		parts = map[string]string{}
		for _, p := range partitions(file) {
			parts[p[0]] = p[1]
		}
		keep := func(glob *Glob, column func(part string) string) error {
			found, err := glob.parts(file)
			for part, value := range found {
				parts[column(part)] = value
			}
			return err
		}
		if glob := o.m.FileRules().path; glob != nil {
			err = keep(glob, func(part string) string { return part })
		}
		for i := range o.m.rules {
			if r := &o.m.rules[i]; r.glob != nil && err == nil {
				err = keep(r.glob, func(part string) string { return pathColumn + part + ":" + r.glob.text })
			}
		}
		if err != nil {
			return Cell{}, false, err
		}
		o.paths[file] = parts
	}
	v, ok := parts[name]
	return TextCell(v), ok && v != "", nil
}

// mostNames bounds the names that are listed for a message.
const mostNames = 200

// note remembers what an attempt states.
func (o *Overlay) note(t *datasets.Trajectory) {
	if len(o.there) > mostNames || o.read > 100 && o.read%100 != 0 {
		return
	}
	for i := range Definitions {
		if _, known, scalar := scalarIn(t, &Definitions[i]); known && scalar {
			o.there[Definitions[i].Name] = true
		}
	}
	for name := range t.Strata {
		o.there["strata."+name] = true
	}
	for name := range t.Attributes {
		o.there["attributes."+name] = true
	}
	for name := range t.Reported {
		o.there["reported."+name] = true
	}
}

// Missing is the error of a rule whose column no attempt states, nil where all are
// there. It is asked for behind the last attempt.
func (o *Overlay) Missing() error {
	if o.read == 0 {
		return nil
	}
	for i, name := range o.names {
		if o.seen[i] {
			continue
		}
		field := ""
		for k := range o.m.rules {
			if slices.Contains(o.m.rules[k].columns(), name) {
				field = o.m.rules[k].field
				break
			}
		}
		there := slices.Sorted(maps.Keys(o.there))
		near := spelling.Nearest(name, there)
		for _, n := range there {
			if _, bare, ok := strings.Cut(n, "."); ok && spelling.Nearest(name, []string{bare}) != "" && near == "" {
				near = n
			}
		}
		err := missing(fmt.Sprintf("%s maps %s to %q, which no attempt of this log states", o.m.Name, field, name), there, near)
		return &datasets.FileError{File: o.file, Err: errors.New(strings.Replace(err.Error(), "the file has", "its reader fills", 1))}
	}
	return nil
}

// Promises are a log's promises under the names that the mapping gives. One of a run
// that became several is dropped: which of them it binds cannot be known.
func (o *Overlay) Promises(all []datasets.Promise) []datasets.Promise {
	tasks := o.m.rule("task") != nil
	var out []datasets.Promise
	for _, p := range all {
		to := o.runs[[2]string{p.Benchmark, p.Run}]
		if len(to) != 1 {
			continue
		}
		for name := range to {
			p.Benchmark, p.Run = name[0], name[1]
		}
		if tasks && p.Tasks != nil {
			p.Tasks, p.NTasks = nil, max(p.NTasks, len(p.Tasks))
		}
		out = append(out, p)
	}
	return out
}
