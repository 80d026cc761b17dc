package columnar

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// TableType is the type of a flat table's column. Three suffice for scores, and every tool that
// reads Parquet knows them: BYTE_ARRAY with the annotation STRING, INT64, DOUBLE.
type TableType uint8

// The types of columns. Every column may hold nulls.
const (
	TextColumn    TableType = iota // dictionary-encoded
	IntegerColumn                  // 64 bits
	NumberColumn                   // float64
)

var tableTypes = [...]arrow.DataType{arrow.BinaryTypes.String, arrow.PrimitiveTypes.Int64, arrow.PrimitiveTypes.Float64}

// TableColumn is a column of a flat table.
type TableColumn struct {
	Name string
	Type TableType
}

// Metadata is one entry of a file's key-value metadata.
type Metadata struct{ Key, Value string }

// TableWriter writes a flat table (a row has one value a column, nothing is nested) as
// Parquet in bounded memory. The bytes follow from columns, metadata and rows alone. A row
// is built by setting its cells and ended by EndRow; a cell that is not set is null. It is
// for one goroutine.
//
// A table of scores has a row for each (run, task, trial, metric), so a million attempts
// are tens of millions of rows: rows of Go structs would not do, and text columns are
// dictionaries.
type TableWriter struct {
	file    *pqarrow.FileWriter
	schema  *arrow.Schema
	builder *array.RecordBuilder
	texts   []*array.StringBuilder // by column; nil for another type
	ints    []*array.Int64Builder
	floats  []*array.Float64Builder
	rows    int // in the builder
	group   int // in the row group
	err     error
}

// tableBatch is how many rows are collected before they are encoded, tableGroup how many
// make a row group. A row group is large enough for its dictionaries to pay, and small
// enough to be kept compressed until it is complete. A dictionary is written once a row
// group: in a group of a thousand rows the names of runs and tasks would be written about
// as often as they occur.
const (
	tableBatch = 16 << 10
	tableGroup = 256 << 10
)

// NewTableWriter starts a table with the given columns, in their order, and key-value metadata.
// It fails where a column's type is none of the constants or where w fails. Closing the writer
// does not close w.
func NewTableWriter(w io.Writer, columns []TableColumn, metadata []Metadata) (*TableWriter, error) {
	mem := memory.DefaultAllocator
	fields := make([]arrow.Field, len(columns))
	for i, c := range columns {
		if int(c.Type) >= len(tableTypes) {
			return nil, fmt.Errorf("column %q has a type that tables do not support", c.Name)
		}
		fields[i] = nullable(c.Name, tableTypes[c.Type])
	}
	t := &TableWriter{schema: arrow.NewSchema(fields, nil)}
	options := stable(mem)
	for _, c := range columns {
		if c.Type == TextColumn {
			options = append(options, parquet.WithDictionaryFor(c.Name, true))
		}
	}
	var err error
	if t.file, err = pqarrow.NewFileWriter(t.schema, keptOpen{w}, parquet.NewWriterProperties(options...), pqarrow.DefaultWriterProps()); err != nil {
		return nil, err
	}
	for _, m := range metadata {
		if err := t.file.AppendKeyValueMetadata(m.Key, m.Value); err != nil {
			return nil, errors.Join(err, t.file.Close())
		}
	}
	t.builder = array.NewRecordBuilder(mem, t.schema)
	for i := range columns {
		text, _ := t.builder.Field(i).(*array.StringBuilder)
		integer, _ := t.builder.Field(i).(*array.Int64Builder)
		number, _ := t.builder.Field(i).(*array.Float64Builder)
		t.texts, t.ints, t.floats = append(t.texts, text), append(t.ints, integer), append(t.floats, number)
	}
	return t, nil
}

// Text sets a cell of the current row to a text. The column, counted from 0, must have
// that type, else it panics; a cell may be set once a row, which EndRow checks. The same
// holds for Integer and Number.
func (t *TableWriter) Text(column int, v string) { t.texts[column].Append(utf8(v)) }

// Integer sets a cell to an integer.
func (t *TableWriter) Integer(column int, v int64) { t.ints[column].Append(v) }

// Number sets a cell to a number; NaN is a null, since a reader of the file may take either for
// missing and only one of them for a number.
func (t *TableWriter) Number(column int, v float64) {
	if math.IsNaN(v) {
		t.floats[column].AppendNull()
		return
	}
	t.floats[column].Append(v)
}

// EndRow ends the row. Its error, a cell that was set twice or a failure of the output, stays:
// every later call returns it.
func (t *TableWriter) EndRow() error {
	if t.err != nil {
		return t.err
	}
	t.rows++
	for i, b := range t.builder.Fields() {
		if b.Len() < t.rows {
			b.AppendNull()
		}
		if b.Len() != t.rows {
			t.err = fmt.Errorf("column %q of row %d was set twice", t.schema.Field(i).Name, t.group+t.rows)
			return t.err
		}
	}
	if t.rows == tableBatch {
		t.err = guard(t.flush)
	}
	return t.err
}

// flush encodes the collected rows into the current row group, after starting a new one where
// they would make it too large.
func (t *TableWriter) flush() error {
	if t.rows == 0 {
		return nil
	}
	if t.group > 0 && t.group+t.rows > tableGroup {
		if err := t.file.NewBufferedRowGroupChecked(); err != nil {
			return err
		}
		t.group = 0
	}
	batch := t.builder.NewRecordBatch()
	defer batch.Release()
	t.group += t.rows
	t.rows = 0
	return t.file.WriteBuffered(batch)
}

// Close writes the remaining rows and the footer, without which nothing can be read. It returns
// the writer's first error.
func (t *TableWriter) Close() error {
	if t.builder == nil {
		return t.err
	}
	if t.err == nil {
		t.err = guard(t.flush)
	}
	err := guard(t.file.Close)
	t.builder.Release()
	t.builder = nil
	if t.err == nil {
		t.err = err
	}
	err, t.err = t.err, errors.New("the table is closed")
	return err
}
