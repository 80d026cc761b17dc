package columnar

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// resolve decides which column fills which field, and what is to be decoded. Both are settled
// before the first page is read, so that a file without a task is refused at once and the
// projection is the same for every row group. It fails where the file has no task column, where
// the mapping names a column that is absent, or where the file says that it follows a schema
// that this program does not know.
func (f *File) resolve() error {
	schema := f.backend.schema()
	canonical := false
	if version, ok := f.backend.metadata(schemaKey); ok {
		if version != schemaVersion {
			return fmt.Errorf("its schema is %s, this program reads %s", version, schemaVersion)
		}
		canonical = true
	}
	f.columns = columnsOf(schema, f.options.Map)
	sources := make([]mapping.Source, len(f.columns))
	for i, c := range f.columns {
		sources[i] = mapping.Source{Name: c.name, Kind: kindOf(c.typ)}
		if storage(c.typ).ID() == arrow.DURATION {
			// A duration is the one Arrow type that brings its own unit.
			sources[i].Unit = "ms" // what floatsOf converts it to
		}
	}
	if !canonical {
		f.lookAt(sources)
	}
	sources, err := f.derive(sources)
	if err != nil {
		return err
	}
	f.plan, err = mapping.Resolve(mapping.File{Name: f.name, Columns: sources, Canonical: canonical}, f.options.Map)
	if err != nil {
		return err
	}
	f.place = map[int]int{}
	kept := map[int][]func([]string) bool{} // by top-level column; -1 is the file's path
	for i := range f.plan.Fields {
		field := &f.plan.Fields[i]
		if !f.wants(field.Column) {
			continue
		}
		for _, source := range field.Sources {
			c := f.columns[source]
			kept[c.top] = append(kept[c.top], f.leavesFor(field, c))
		}
	}
	if f.options.Columns.Has(datasets.ColAttributes) {
		for _, source := range f.plan.Attributes {
			c := f.columns[source]
			kept[c.top] = append(kept[c.top], under(c.names))
		}
	}
	for top := range schema.NumFields() {
		if keeps, ok := kept[top]; ok {
			f.place[top] = len(f.project.columns)
			f.project.columns = append(f.project.columns, projected{index: top, keep: anyOf(keeps)})
		}
	}
	f.project.rows = f.options.BatchRows
	return nil
}

// wants reports whether a field is asked for. The parts of a conversation
// come with its steps.
func (f *File) wants(c datasets.Column) bool {
	if c == datasets.ColSteps || c == datasets.ColCalls {
		return f.options.Columns.Conversation()
	}
	return f.options.Columns.Has(c)
}

// leavesFor says which leaves of a column a field needs; nil for all. Only canonical layouts
// can be read in part: of any other, which leaf is a name and which a text is not known before
// the mapping has seen the whole value.
func (f *File) leavesFor(field *mapping.Field, c column) func([]string) bool {
	if c.made != nil {
		return under(c.names)
	}
	if field.Column == datasets.ColSteps && field.Plain() && len(c.path) == 0 && canonicalSteps(c.typ) {
		return keepSteps(c.typ, f.options.Columns)
	}
	if field.Column == datasets.ColClaims && !f.options.Columns.Has(datasets.ColClaimTexts) && field.Plain() && field.Key == "" && len(c.path) == 0 && canonicalClaims(c.typ) {
		return under([]string{"score"})
	}
	return under(c.names)
}

// under keeps the leaves at or below a field.
func under(names []string) func([]string) bool {
	if len(names) == 0 {
		return nil
	}
	return func(path []string) bool {
		if len(path) < len(names) {
			return false
		}
		for i, name := range names {
			if path[i] != name {
				return false
			}
		}
		return true
	}
}

// anyOf keeps what one of several keeps; nil keeps all. Fields share a top-level
// column where the mapping reads two fields of one struct.
func anyOf(keeps []func([]string) bool) func([]string) bool {
	for _, keep := range keeps {
		if keep == nil {
			return nil
		}
	}
	return func(path []string) bool {
		for _, keep := range keeps {
			if keep(path) {
				return true
			}
		}
		return false
	}
}
