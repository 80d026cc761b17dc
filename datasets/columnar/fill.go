package columnar

import (
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// filler fills one field of a batch's trajectories.
//
// bind is called once a batch with the arrays of the field's sources, in the mapping's order,
// and the number of rows. What is decided by the column's type is decided there: fill runs for
// every row. A filler of lists also builds all elements of the batch in bind, in one slab that
// the rows then share; the slab is used again for the filler's next batch. fill sets the field
// of one trajectory, which has been cleared: to leave a field unset is to say "not known".
//
// An error of bind says that the file is damaged and ends the reading; one of fill is about the
// one row, which is counted and left out. A filler belongs to one assembler, so to one
// goroutine at a time, and needs no lock.
type filler interface {
	bind(sources []arrow.Array, rows int) error
	fill(row int, t *datasets.Trajectory) error
}

// newFiller chooses the filler for a field by the types of its columns: one that
// goes straight from Arrow to the field where there is one, else cell by cell
// through the mapping.
func newFiller(f *mapping.Field, columns []column) filler {
	if f.Plain() && f.Key == "" && len(columns) == 1 && len(columns[0].path) == 0 && columns[0].made == nil {
		if direct := newDirect(f, columns[0].typ); direct != nil {
			return direct
		}
	}
	c := &cellFiller{field: f, columns: columns}
	if datasets.Facts.Has(f.Column) {
		c.kept = &interner{}
	}
	if d, ok := storageOf(columns, 0).(*arrow.DurationType); ok && d != nil && f.Column == datasets.ColLatency {
		c.scale = 1 / f.Factor()
	}
	return c
}

// storageOf is the storage type of the i-th column, nil where there are fewer.
func storageOf(columns []column, i int) arrow.DataType {
	if i < len(columns) && columns[i].made == nil {
		return storage(columns[i].typ)
	}
	return nil
}

// cellFiller fills any field from cells, for whatever the mapping has to interpret: texts
// that are numbers, renamed values, several sources for one field, JSON. scale undoes the
// mapping's unit factor for a duration, which floatsOf has converted already.
type cellFiller struct {
	field   *mapping.Field
	columns []column
	scale   float64 // 0: none
	kept    *interner
	cells   []func(row int) (mapping.Cell, error)
	row     []mapping.Cell
}

func (f *cellFiller) bind(sources []arrow.Array, rows int) (err error) {
	f.cells, f.row = grown(f.cells, len(sources)), grown(f.row, len(sources))
	for i, a := range sources {
		c := column{}
		if i < len(f.columns) {
			c = f.columns[i]
		}
		if f.cells[i], err = c.cells(a); err != nil {
			return err
		}
	}
	return nil
}

func (f *cellFiller) fill(row int, t *datasets.Trajectory) (err error) {
	c := f.row
	for i := range c {
		if c[i], err = f.cells[i](row); err != nil {
			return err
		}
		if f.kept != nil && c[i].Kind == mapping.Text {
			c[i].Text = f.kept.intern(c[i].Text)
		}
		if f.scale != 0 && c[i].Kind == mapping.Float {
			c[i].Float *= f.scale
		}
	}
	return f.field.Set(t, c...)
}

// attributeFiller keeps a column that no field claims, under its own name and as text:
// a reader of the log may want to slice by it.
type attributeFiller struct {
	column
	cell func(row int) (mapping.Cell, error)
}

func (f *attributeFiller) bind(sources []arrow.Array, rows int) (err error) {
	f.cell, err = f.column.cells(sources[0])
	return err
}

func (f *attributeFiller) fill(row int, t *datasets.Trajectory) error {
	c, err := f.cell(row)
	if err != nil || c.Kind == mapping.Null {
		return err
	}
	if t.Attributes == nil {
		t.Attributes = map[string]string{}
	}
	t.Attributes[f.name] = strings.Clone(mapping.ExactText(c.String()))
	return nil
}

// interner gives the same string for equal texts, in memory of its own: a label that a
// consumer keeps must not keep the batch it came from in memory. Its strings are names, so
// bytes that are not valid UTF-8 are spelled out (mapping.ExactText): two different names
// must not be printed alike. The zero value is ready for use.
type interner struct {
	last string
	seen map[string]string
}

// mostLabels bounds the labels that are remembered. A column of labels has fewer; for one
// of ids the map would only grow as large as the column.
const mostLabels = 1 << 14

// intern is the kept string for s. The last label is compared first, which costs nothing where
// the strings share memory or differ in length.
func (n *interner) intern(s string) string {
	if s == n.last { // attempts of one run follow each other in most logs
		return n.last
	}
	if kept, ok := n.seen[s]; ok {
		if len(kept) == len(s) { // else kept is a spelled-out form, which s does not equal
			n.last = kept
		}
		return kept
	}
	s = strings.Clone(s)
	kept := mapping.ExactText(s)
	if n.seen == nil {
		n.seen = map[string]string{}
	}
	if len(n.seen) < mostLabels {
		n.seen[s] = kept
	}
	if kept == s {
		n.last = kept
	}
	return kept
}

// below finds the array of a column in a batch: the top-level array, or the
// field of a struct. A field is null wherever its struct is.
func below(a arrow.Array, names []string) (arrow.Array, error) {
	for _, name := range names {
		s, ok := bare(a).(*array.Struct)
		if !ok {
			return nil, errNotStruct(name)
		}
		i, ok := s.DataType().(*arrow.StructType).FieldIdx(name)
		if !ok {
			return nil, errNotStruct(name)
		}
		field := s.Field(i)
		if s.NullN() > 0 {
			field = masked{field, s}
		}
		a = field
	}
	return a, nil
}

// errNotStruct is a batch whose nested column lacks the struct field of this name, which the
// schema had.
type errNotStruct string

func (e errNotStruct) Error() string { return "the file is damaged: no field " + string(e) }

// masked is a struct's field that is null where its struct is. A struct has a validity bitmap
// of its own, apart from those of its fields, which may hold anything below a null (Arrow
// columnar format, "Struct Layout"). Only IsNull is masked: IsValid, NullN and Value are the
// field's, which is why fillers ask withNulls.
type masked struct {
	arrow.Array
	parent *array.Struct
}

func (m masked) IsNull(row int) bool { return m.parent.IsNull(row) || m.Array.IsNull(row) }
