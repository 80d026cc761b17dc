package mapping

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// File is what Resolve knows of a tabular log.
type File struct {
	Name      string // as the user named it
	Columns   []Source
	Canonical bool // the file says that its columns are the canonical ones
}

// MostColumns bounds the columns of a file. A table of attempts has tens of them.
const MostColumns = 5_000

// Resolve decides which columns of a file fill which fields, by m (nil: no
// mapping), by canonical names, by a recognised dialect and by aliases, in this
// order. An alias is taken only where nothing better is there. Its error is a
// *datasets.FileError: the file has no task column, or m names a column that the
// file lacks; the message lists the columns that are there and the nearest name.
func Resolve(file File, m *Mapping) (*Plan, error) {
	if n := len(file.Columns); n > MostColumns {
		return nil, &datasets.FileError{File: file.Name, Err: fmt.Errorf("more than %d columns", MostColumns), Hint: "keys that are data, not names, belong into one nested value"}
	}
	if name := repeatedName(file.Columns); name != "" {
		return nil, &datasets.FileError{File: file.Name, Err: fmt.Errorf("two columns are called %q", name), Hint: "give each column a name of its own"}
	}
	r := resolver{file: file, m: m, plan: &Plan{}, used: make([]bool, len(file.Columns)), note: make([]string, len(file.Columns))}
	for _, c := range file.Columns {
		r.names = append(r.names, c.Name)
	}
	if m != nil {
		r.plan.Duplicates, r.plan.Tasks, r.plan.mapping = m.Duplicates, m.Tasks, m
		for _, name := range m.aside {
			if i := slices.Index(r.names, name); i >= 0 {
				r.used[i] = true
			}
		}
		for i := range m.rules {
			if err := r.checkColumns(&m.rules[i]); err != nil {
				return nil, err
			}
		}
	}
	if !file.Canonical {
		r.dialect = r.recognise()
	}
	for i := range Definitions {
		if err := r.definition(&Definitions[i]); err != nil {
			return nil, err
		}
	}
	if err := r.runFromOthers(); err != nil {
		return nil, err
	}
	r.instants()
	r.attributes()
	r.noteMixedIdentities()
	return r.plan, nil
}

// repeatedName is the first name that several columns have, "" for none.
func repeatedName(columns []Source) string {
	seen := make(map[string]bool, len(columns))
	for _, c := range columns {
		if seen[c.Name] {
			return c.Name
		}
		seen[c.Name] = true
	}
	return ""
}

// resolver is one resolution: the file's columns, which of them are taken so far, and the plan
// that grows. It works through the canonical fields in their order; a column that has been
// taken is not offered to a later field, so the order decides between two aliases.
type resolver struct {
	file    File
	m       *Mapping
	names   []string
	plain   []string // the names as they are compared (spelling.Normal)
	snaked  []string // the same, where words are told apart by capital letters, as programs in JavaScript write them
	used    []bool
	note    []string // by column: why it was not taken
	dialect *dialect
	plan    *Plan
}

// column is the index of a column by its exact name, or its normalized one, or
// -1.
func (r *resolver) column(name string) int {
	if i := slices.Index(r.names, name); i >= 0 {
		return i
	}
	if len(r.plain) != len(r.names) {
		r.plain, r.snaked = make([]string, len(r.names)), make([]string, len(r.names))
		for i, n := range r.names {
			r.plain[i], r.snaked[i] = spelling.Normal(n), spelling.Normal(spelling.Snake(n))
		}
	}
	name = normalName(name)
	if i := slices.Index(r.plain, name); i >= 0 {
		return i
	}
	return slices.Index(r.snaked, name)
}

// normalName is spelling.Normal of a name that the program itself asks for. There are some hundred of
// them, and a folder may hold a hundred thousand files that are each asked for all.
func normalName(name string) string {
	if v, ok := normalNames.Load(name); ok {
		return v.(string)
	}
	v := spelling.Normal(name)
	normalNames.Store(name, v)
	return v
}

var normalNames sync.Map

// checkColumns checks that the file has the columns that a rule names, and reserves them: no
// alias may take a column that the user has given a meaning.
func (r *resolver) checkColumns(rule *rule) error {
	for _, name := range rule.columns() {
		i := slices.Index(r.names, name)
		if i < 0 {
			err := missing(fmt.Sprintf("%s maps %s to column %q, which is not there", r.m.Name, rule.field, name), r.names, spelling.Nearest(name, r.names))
			return &datasets.FileError{File: r.file.Name, Err: err, Hint: rule.mended(name, spelling.Nearest(name, r.names))}
		}
		r.used[i] = true
	}
	return nil
}

// take adds a field to the plan and marks its columns as used. how says which rule decided;
// note is for the reader of doctor.
func (r *resolver) take(f Field, how, note string) {
	if f.factor == 0 {
		f.factor = 1
	}
	name, from := f.Name, "= "+f.constant
	if f.Key != "" {
		name += "." + f.Key
	}
	for k, i := range f.Sources {
		r.used[i] = true
		if k == 0 {
			from = r.names[i]
		} else {
			from += ", " + r.names[i]
		}
	}
	r.plan.Fields = append(r.plan.Fields, f)
	r.plan.Taken = append(r.plan.Taken, Taken{Column: name, From: from, How: how, Note: note})
}

// definition finds what fills one canonical column.
func (r *resolver) definition(d *Definition) error {
	mapped := false
	if r.m != nil {
		for i := range r.m.rules {
			if rule := &r.m.rules[i]; rule.field == d.Name {
				r.mapped(d, rule)
				mapped = true
			}
		}
	}
	if mapped {
		return nil
	}
	if d.Kind == datasets.KindInstant && !r.file.Canonical {
		return nil // which follows the other fields: instants
	}
	// Many logs have an object "metrics" of all sorts: which of it measures is the user's to say.
	if d.Column == datasets.ColMetrics && !r.file.Canonical {
		return nil
	}
	// A column that stands for the run as well stays the model or the agent.
	provenance := d.Column == datasets.ColModel || d.Column == datasets.ColAgent
	if i := r.column(d.Name); i >= 0 && (provenance || !r.m.Mentions(r.names[i])) {
		held := r.file.Canonical || d.holds(r.file.Columns[i], d.Name)
		if d.Accepts.Has(r.file.Columns[i].Kind) && held {
			f := r.withScores(Field{Definition: d, Sources: []int{i}})
			if dim := dimensionOf(d.Name); dim != nil {
				_, f.unit = dim.split(d.Name)
			}
			r.take(f, ByCanonicalName, "")
			return nil
		}
		err := fmt.Errorf("is a %s, which cannot be %s", r.file.Columns[i].Kind, d.Name)
		if r.file.Canonical {
			return &datasets.FileError{File: r.file.Name, Err: fmt.Errorf("column %q %w", r.names[i], err)}
		}
		r.note[i] = err.Error()
		if !held {
			r.note[i] = d.notHeld()
		}
	}
	if r.file.Canonical || r.fromDialect(d) {
		return nil
	}
	r.fromAliases(d)
	return nil
}

// mapped fills a field as a rule says. An amount takes its unit from the rule, else from the
// column's name, else from its type. A rule that names no source empties the field.
func (r *resolver) mapped(d *Definition, rule *rule) {
	f := Field{Definition: d, Key: rule.key, constant: rule.constant, values: rule.values, zero: rule.zero, base: rule.base, reference: rule.reference, lenient: rule.lenient, with: rule.with, shape: newShaping(rule.shape), better: rule.better, scale: rule.scale}
	index := func(name string) int { return slices.Index(r.names, name) }
	switch {
	case rule.column != "":
		f.Sources = []int{index(rule.column)}
		if rule.scores != "" {
			f.Sources, f.scored = append(f.Sources, index(rule.scores)), true
		}
		if dim := dimensionOf(d.Name); dim != nil {
			unit := rule.unit
			if unit == "" {
				_, unit = dim.split(rule.column)
			}
			if unit == "" {
				unit = r.file.Columns[f.Sources[0]].Unit
			}
			r.withUnit(f, dim, unit, ByMap)
			return
		}
	case rule.glob != nil:
		f.Sources = []int{index(rule.pathColumn())}
	case rule.join != nil:
		f.joins = true
		for _, name := range rule.join {
			f.Sources = append(f.Sources, index(name))
		}
	case rule.from != "":
		f.Sources, f.elapsed = []int{index(rule.from), index(rule.to)}, true
	case !rule.fixed:
		if rule.key == "" {
			r.plan.emptied = append(r.plan.emptied, d.Name)
		}
		return
	}
	r.take(f, ByMap, "")
}

// withScores gives a ranking the column of its scores, where the file has one.
func (r *resolver) withScores(f Field) Field {
	if f.Column != datasets.ColRanked {
		return f
	}
	for _, name := range scoreNames {
		if i := r.column(name); i >= 0 && !r.used[i] && nested.Has(r.file.Columns[i].Kind) {
			f.Sources, f.scored = append(f.Sources, i), true
			return f
		}
	}
	return f
}

// latencyFromInstants takes a pair of timestamps for the latency, and reports whether there is
// one. A value that is not a timestamp, such as a reading of a monotonic clock, leaves the
// latency of its row unknown.
func (r *resolver) latencyFromInstants(d *Definition) bool {
	for _, pair := range instants {
		from, to := r.column(pair[0]), r.column(pair[1])
		if from >= 0 && to >= 0 && !r.used[from] && !r.used[to] {
			r.take(Field{Definition: d, Sources: []int{from, to}, elapsed: true, lenient: true}, ByAlias, "")
			return true
		}
	}
	return false
}

// instants fills the fields of instants that no rule fills. They take no column away from others:
// the start of an attempt is half of its latency too, and a day may be what runs differ by.
func (r *resolver) instants() {
	for i := range Definitions {
		d := &Definitions[i]
		taken := slices.ContainsFunc(r.plan.Fields, func(f Field) bool { return f.Name == d.Name }) || slices.Contains(r.plan.emptied, d.Name)
		if d.Kind != datasets.KindInstant || r.file.Canonical || taken {
			continue
		}
		for _, name := range append([]string{d.Name}, d.Aliases...) {
			if j := r.column(name); j >= 0 && d.Accepts.Has(r.file.Columns[j].Kind) {
				used, how := r.used[j], ByAlias
				if name == d.Name {
					how = ByCanonicalName
				}
				r.take(Field{Definition: d, Sources: []int{j}}, how, "")
				r.used[j] = used
				break
			}
		}
	}
}

// uncached reports whether the file counts prompts as Anthropic does: tokens that a cache
// served or took stand in columns of their own, and the input's count is what is left.
func (r *resolver) uncached() bool {
	return slices.ContainsFunc([]string{"cache_creation_tokens", "cache_creation_input_tokens", "cache_write_tokens", "cache_write_input_tokens"}, func(name string) bool { return r.column(name) >= 0 })
}

// fromAliases fills a field from the first of its aliases that is free, in the order in which
// datasets declares them. Further ones are noted for doctor, since the choice may be wrong.
// Amounts, strata and reported metrics are found by the form of their names instead.
func (r *resolver) fromAliases(d *Definition) {
	for _, alias := range d.Aliases {
		i := r.column(alias)
		if i < 0 || r.used[i] || !d.Accepts.Has(r.file.Columns[i].Kind) {
			continue
		}
		if !d.holds(r.file.Columns[i], alias) {
			r.note[i] = d.notHeld()
			continue
		}
		if d.Name == "prompt_tokens" && r.uncached() {
			r.note[i] = "leaves out what was read from a cache or written to it, so that it is not all of the prompt"
			continue
		}
		f := r.withScores(Field{Definition: d, Sources: []int{i}})
		for _, other := range d.Aliases {
			if j := r.column(other); j >= 0 && j != i && !r.used[j] && r.note[j] == "" {
				r.note[j] = fmt.Sprintf("could be %s too; %q was taken", d.Name, r.names[i])
			}
		}
		r.take(f, ByAlias, "")
		return
	}
	if dim := dimensionOf(d.Name); dim != nil {
		i, unit := r.amount(d, dim)
		if unit == "" && d.Column == datasets.ColLatency && r.latencyFromInstants(d) {
			return
		}
		if i >= 0 {
			r.withUnit(Field{Definition: d, Sources: []int{i}}, dim, unit, ByAlias)
		}
		return
	}
	switch d.Column {
	case datasets.ColStrata:
		for _, name := range strataNames {
			if i := r.column(name); i >= 0 && !r.used[i] && scalars.Has(r.file.Columns[i].Kind) {
				r.take(Field{Definition: d, Key: name, Sources: []int{i}}, ByAlias, "")
			}
		}
	case datasets.ColReported:
		for i, c := range r.file.Columns {
			prefixed := slices.ContainsFunc(reportedPrefixes, func(p string) bool { return strings.HasPrefix(spelling.Normal(c.Name), p) })
			if prefixed && !r.used[i] && (c.Kind == Bool || c.Kind == Int || c.Kind == Float || c.Kind == Null) {
				r.take(Field{Definition: d, Key: c.Name, Sources: []int{i}, lenient: c.Kind == Null}, ByAlias, "")
			}
		}
	}
}
