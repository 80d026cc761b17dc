package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"

	"mcpstats/datasets/mapping"
)

// column is a column as the mapping sees it: a top-level column, or a field of a
// struct under its dotted name. Tools that flatten records write info.reward as a
// column, others a struct info with a field reward; a mapping reads both by one name.
type column struct {
	name  string
	top   int   // index of the top-level column
	path  []int // fields from there
	names []string
	typ   arrow.DataType

	made *madeOf // of a column that the mapping makes of another; then the rest is that one's
}

// madeOf is how a derived column's cells come about: from those of its base, or where it is a
// part of the file's path as a constant.
type madeOf struct {
	from     func(mapping.Cell) (mapping.Cell, error) // nil: constant
	constant mapping.Cell
}

// cells are a column's cells in a batch; a is nil for a part of the file's path.
func (c column) cells(a arrow.Array) (func(row int) (mapping.Cell, error), error) {
	if c.made == nil {
		return cells(a)
	}
	if c.made.from == nil {
		return func(int) (mapping.Cell, error) { return c.made.constant, nil }, nil
	}
	base, err := cells(a)
	if err != nil {
		return nil, err
	}
	return func(row int) (mapping.Cell, error) {
		v, err := base(row)
		if err != nil {
			return mapping.Cell{}, err
		}
		return c.made.from(v)
	}, nil
}

// derive adds the columns that the mapping makes of the file's own, behind them.
func (f *File) derive(sources []mapping.Source) ([]mapping.Source, error) {
	made, err := f.options.Map.Derive(sources, f.name)
	if err != nil {
		return nil, err
	}
	ofPath, err := made.Of(f.name)
	if err != nil {
		return nil, err
	}
	f.made = made
	own := len(sources)
	for i, s := range made.Sources()[own:] {
		c := column{top: -1, made: &madeOf{constant: ofPath[i]}}
		if base := made.Base(own + i); base >= 0 {
			c = f.columns[base]
			c.made = &madeOf{from: func(v mapping.Cell) (mapping.Cell, error) { return made.Into(own+i, v) }}
		}
		c.name = s.Name
		f.columns = append(f.columns, c)
	}
	return made.Sources(), nil
}

// storage is the type that holds the values, below extension and dictionary: both
// change how values are kept or called, not what they are (Arrow columnar format,
// "Extension Types" and "Dictionary-encoded Layout").
func storage(t arrow.DataType) arrow.DataType {
	for {
		switch x := t.(type) {
		case arrow.ExtensionType:
			t = x.StorageType()
		case *arrow.DictionaryType:
			t = x.ValueType
		default:
			return t
		}
	}
}

// columnsOf lists the columns that a file offers. A struct is offered whole where its name is a
// canonical one or the mapping reads it, else field by field: {"info": {"reward": 1}} has the
// column info.reward. Lists and maps are never taken apart: a column has one value a row, and
// the elements of a list are several.
func columnsOf(schema *arrow.Schema, m *mapping.Mapping) []column {
	var columns []column
	var add func(c column)
	add = func(c column) {
		s, ok := storage(c.typ).(*arrow.StructType)
		if !ok || len(c.path) == 0 && mapping.IsCanonical(c.name) || m.Mentions(c.name) {
			columns = append(columns, c)
			return
		}
		for i, f := range s.Fields() {
			add(column{name: c.name + "." + f.Name, top: c.top, path: append(c.path[:len(c.path):len(c.path)], i),
				names: append(c.names[:len(c.names):len(c.names)], f.Name), typ: f.Type})
		}
	}
	for i, f := range schema.Fields() {
		add(column{name: f.Name, top: i, typ: f.Type})
	}
	return columns
}

// kindOf is the kind of a column's cells, whatever their width: an int8 is as good a
// trial as an int64. It must agree with values in cell.go, which makes the cells: the
// mapping settles by the kind, before any row is read, which column can fill which field.
//
// A decimal is a Float although it is exact, because it measures (a price, a score); its
// digits travel in the cell for the rare one that names something. A duration is a Float
// in milliseconds. A time of day and bytes of a fixed length have no kind of their own and
// are texts: nothing in a log is computed from them. Types that are not listed (intervals,
// unions) pass for texts here and are refused with their name when they are read.
func kindOf(t arrow.DataType) mapping.Kind {
	switch t := storage(t); t.ID() {
	case arrow.NULL:
		return mapping.Null
	case arrow.BOOL:
		return mapping.Bool
	case arrow.INT8, arrow.INT16, arrow.INT32, arrow.INT64, arrow.UINT8, arrow.UINT16, arrow.UINT32, arrow.UINT64:
		return mapping.Int
	case arrow.FLOAT16, arrow.FLOAT32, arrow.FLOAT64, arrow.DECIMAL32, arrow.DECIMAL64, arrow.DECIMAL128, arrow.DECIMAL256, arrow.DURATION:
		return mapping.Float
	case arrow.TIMESTAMP, arrow.DATE32, arrow.DATE64:
		return mapping.Time
	case arrow.STRUCT, arrow.MAP, arrow.LIST, arrow.LARGE_LIST, arrow.FIXED_SIZE_LIST, arrow.LIST_VIEW, arrow.LARGE_LIST_VIEW:
		return mapping.Nested
	}
	return mapping.Text
}
