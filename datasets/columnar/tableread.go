package columnar

import (
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
	"mcpstats/internal/spelling"
)

// Table is an opened flat table: a Parquet or Arrow file of which the columns of texts,
// integers, numbers and bools are read, whoever wrote it. Nested columns and times are
// passed over as if they were absent. It is for one pass at a time.
type Table struct {
	file    *File
	columns []TableColumn
	place   []int // top-level column of each
}

// OpenTable opens a flat table. Its error is a *datasets.FileError, for the same reasons as
// Open's, except that no column is required.
func OpenTable(path string) (*Table, error) {
	f, err := openFile(nil, path, Options{})
	if err != nil {
		return nil, err
	}
	t := &Table{file: f}
	for i, field := range f.backend.schema().Fields() {
		c := TableColumn{Name: field.Name}
		switch kindOf(field.Type) {
		case mapping.Text:
			if !isText(field.Type) {
				continue
			}
			c.Type = TextColumn
		case mapping.Int:
			c.Type = IntegerColumn
		case mapping.Float, mapping.Bool:
			c.Type = NumberColumn
		default:
			continue
		}
		t.columns, t.place = append(t.columns, c), append(t.place, i)
	}
	return t, nil
}

// Columns are the columns that can be read, in the file's order.
func (t *Table) Columns() []TableColumn { return t.columns }

// Close closes the file.
func (t *Table) Close() error { return t.file.Close() }

// TableBatch is some consecutive rows of a table, valid until the next batch is
// asked for. Columns count as in the wanted list, rows from 0.
type TableBatch struct {
	First int // record number of the first row, 1-based
	rows  int
	cells []tableCells
}

// tableCells reads one column of a batch. The accessors that its type cannot serve stay
// nil, and asking for such a value gives a null: a caller that wants a number need not
// know the column's type.
type tableCells struct {
	source   arrow.Array
	texts    textColumn
	integers func(int) int64
	numbers  func(int) float64
	cells    func(int) (mapping.Cell, error)
	kept     *interner
}

// Rows is the number of rows.
func (b *TableBatch) Rows() int { return b.rows }

// Text is a text; ok is false for a null and in a column of another type. Equal
// texts are the same string, which may be kept.
func (b *TableBatch) Text(column, row int) (v string, ok bool) {
	c := &b.cells[column]
	if c.texts == nil || c.texts.IsNull(row) {
		return "", false
	}
	return c.kept.intern(c.texts.Value(row)), true
}

// Name is the cell as an id: a text, or a number with all its digits; "" for a null. It
// fails for a double that stands for several integers (from 2^53 on) and therefore cannot
// name one thing.
func (b *TableBatch) Name(column, row int) (string, error) {
	c := &b.cells[column]
	if c.texts != nil || c.cells == nil {
		s, _ := b.Text(column, row)
		return s, nil
	}
	cell, err := c.cells(row)
	if err != nil || cell.Kind == mapping.Null {
		return "", err
	}
	return mapping.Identifier(cell)
}

// Integer is an integer; ok is false for a null and in a column of another type.
func (b *TableBatch) Integer(column, row int) (v int64, ok bool) {
	c := &b.cells[column]
	if c.integers == nil || c.source.IsNull(row) {
		return 0, false
	}
	return c.integers(row), true
}

// Number is a number, integer or bool as a number; ok is false for a null, for
// NaN and in a column of texts.
func (b *TableBatch) Number(column, row int) (v float64, ok bool) {
	c := &b.cells[column]
	if c.numbers == nil || c.source.IsNull(row) {
		return 0, false
	}
	v = c.numbers(row)
	return v, !math.IsNaN(v)
}

// Batches yields the rows of the wanted columns in the file's order, a few thousand at a
// time. An error ends the stream: the context's own, or a *datasets.FileError, which for a
// wanted column that is absent names those that are there.
func (t *Table) Batches(ctx context.Context, want []string) iter.Seq2[*TableBatch, error] {
	return func(yield func(*TableBatch, error) bool) {
		r := &tableReading{}
		err := guard(func() error { return r.open(ctx, t, want) })
		if r.stream != nil {
			defer func() { _ = guard(func() error { r.stream.release(); return nil }) }()
		}
		for err == nil {
			if err = ctx.Err(); err != nil {
				break
			}
			if err = guard(r.next); err != nil {
				break
			}
			more := yield(&r.batch, nil)
			r.current.Release()
			if !more {
				return
			}
			r.batch.First += r.batch.rows
		}
		if err != io.EOF {
			yield(nil, t.file.streamError(ctx, err))
		}
	}
}

// tableReading is one pass over a table. It has no goroutine of its own: the lanes below
// it decode in parallel, and there is nothing else to be done to a row of scores.
type tableReading struct {
	stream  batchStream
	at      []int // place in a batch of each wanted column
	current arrow.RecordBatch
	batch   TableBatch
}

// open projects the wanted columns. Names that two columns share cannot be asked for.
func (r *tableReading) open(ctx context.Context, t *Table, want []string) error {
	var p projection
	for _, name := range want {
		named := func(c TableColumn) bool { return c.Name == name }
		if i := slices.IndexFunc(t.columns, named); i >= 0 && slices.ContainsFunc(t.columns[i+1:], named) {
			return fmt.Errorf("two columns are called %q; give each a name of its own", name)
		}
		i := slices.IndexFunc(t.columns, func(c TableColumn) bool { return c.Name == name })
		if i < 0 {
			return t.missingColumn(name)
		}
		p.columns = append(p.columns, projected{index: t.place[i]})
	}
	p.columns, r.at = inOrder(p.columns)
	r.stream = t.file.backend.batches(ctx, p)
	r.batch = TableBatch{First: 1, cells: make([]tableCells, len(want))}
	for i := range r.batch.cells {
		r.batch.cells[i].kept = &interner{}
	}
	return nil
}

// next decodes a batch and binds its cells; the caller releases r.current.
func (r *tableReading) next() (err error) {
	if r.current, err = r.stream.next(); err != nil {
		return err
	}
	r.batch.rows = int(r.current.NumRows())
	for i := range r.batch.cells {
		r.batch.cells[i].bind(bare(r.current.Column(r.at[i])))
	}
	return nil
}

// inOrder sorts projected columns as batches have them, without repetition, and says where
// each of them went: a caller who asks for value, run and trial gets them in this order,
// whatever the file's is.
func inOrder(columns []projected) (sorted []projected, at []int) {
	sorted = slices.Clone(columns)
	slices.SortFunc(sorted, func(a, b projected) int { return a.index - b.index })
	sorted = slices.CompactFunc(sorted, func(a, b projected) bool { return a.index == b.index })
	for _, c := range columns {
		at = append(at, slices.IndexFunc(sorted, func(s projected) bool { return s.index == c.index }))
	}
	return sorted, at
}

// bind finds the accessors for a batch's array.
func (c *tableCells) bind(a arrow.Array) {
	c.source = a
	c.texts, c.integers, c.numbers, c.cells = nil, nil, nil, nil
	if texts, ok := textsOf(a); ok {
		c.texts = texts
		return
	}
	c.integers, _ = integersOf(a)
	c.numbers, _ = numbersOf(a)
	c.cells, _ = cells(a)
}

// missingColumn is the error for a wanted column that the table does not have.
func (t *Table) missingColumn(name string) error {
	var have []string
	for _, c := range t.columns {
		have = append(have, c.Name)
	}
	hint := ""
	if near := spelling.Nearest(name, have); near != "" {
		hint = fmt.Sprintf("the nearest is %q", near)
	}
	return &datasets.FileError{File: t.file.name, Err: fmt.Errorf("no column %q; the table has %s", name, strings.Join(have, ", ")), Hint: hint}
}
