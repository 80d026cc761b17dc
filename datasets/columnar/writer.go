package columnar

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"mcpstats/datasets"
)

// A row group ends after groupRows rows or groupBytes bytes of text, whichever comes
// first: the writer keeps a row group's compressed pages in memory until it is complete.
// Larger groups would compress little better, for pages are compressed one by one.
const (
	groupRows  = 32 << 10
	groupBytes = 64 << 20
)

// Writer writes canonical trajectories as Parquet: the columns of the schema in its order,
// lists and structs as such, compressed with zstd. The bytes follow from the trajectories
// alone. Absent values are nulls; an empty text is an absent one, an empty list is not.
//
// A trajectory goes through three stages: its fields are appended to Arrow builders
// (w.builder); after a megabyte the builders make a batch, which is encoded into the pages
// of the current row group; a full row group is written out. It is for one goroutine, and
// a trajectory may be reused by the caller as soon as Write returns.
type Writer struct {
	file      *pqarrow.FileWriter
	builder   *array.RecordBuilder
	columns   []writtenColumn
	rows      int // in the builder
	bytes     int // of text in the builder
	groupRows int
	group     int // bytes of text in the row group
	err       error
}

// NewWriter starts a canonical file on w. Write its trajectories, then Close it; closing it
// does not close w. Without Close there is no footer, and the file cannot be read.
func NewWriter(w io.Writer) (*Writer, error) { return newWriter(w, memory.DefaultAllocator) }

// newWriter is NewWriter with an allocator, which tests count with. Dictionaries are declared
// leaf by leaf: only where values repeat (writtenColumn.labels).
func newWriter(w io.Writer, mem memory.Allocator) (*Writer, error) {
	columns := writtenColumns()
	fields := make([]arrow.Field, len(columns))
	options := append(stable(mem), parquet.WithDataPageSize(256<<10))
	for i, c := range columns {
		fields[i] = c.field
		for _, path := range c.labels {
			options = append(options, parquet.WithDictionaryFor(path, true))
		}
	}
	schema := arrow.NewSchema(fields, nil)
	file, err := pqarrow.NewFileWriter(schema, keptOpen{w}, parquet.NewWriterProperties(options...), pqarrow.NewArrowWriterProperties(pqarrow.WithAllocator(mem)))
	if err != nil {
		return nil, err
	}
	if err := file.AppendKeyValueMetadata(schemaKey, schemaVersion); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Writer{file: file, builder: array.NewRecordBuilder(mem, schema), columns: columns}, nil
}

// StateDuplicates keeps, beside the trajectories, the rule for repeated attempts
// that their logs have: first, last, trials or error.
func (w *Writer) StateDuplicates(rule string) error {
	return w.file.AppendKeyValueMetadata(duplicatesKey, rule)
}

// stable are the properties of files whose bytes follow from their content. A column chunk
// must not change its encoding on the way, because the library lists the encodings of a
// chunk in the random order of a map. So only columns of labels have dictionaries, which
// may grow as large as the row group lets them instead of falling back to plain pages.
// Row groups are ended by flush alone.
func stable(mem memory.Allocator) []parquet.WriterProperty {
	return []parquet.WriterProperty{
		parquet.WithCompression(compress.Codecs.Zstd), parquet.WithAllocator(mem), parquet.WithMaxRowGroupLength(math.MaxInt32),
		parquet.WithDictionaryDefault(false), parquet.WithDictionaryPageSizeLimit(math.MaxInt32),
	}
}

// Write adds one trajectory. One without a run or a task, or with numbers that the schema
// cannot hold, is refused with an error that names it, and the file stays usable; an error
// of the output is final and returned by every later call.
func (w *Writer) Write(t *datasets.Trajectory) error {
	if w.err != nil {
		return w.err
	}
	if err := writable(t); err != nil {
		return err
	}
	w.err = guard(func() error {
		for i := range w.columns {
			w.columns[i].append(w.builder.Field(i), t)
		}
		w.rows++
		w.bytes += textBytes(t)
		if w.rows >= mostRows || w.bytes >= batchBytes {
			return w.flush()
		}
		return nil
	})
	return w.err
}

// flush encodes the collected rows into the current row group, after ending the group where
// they would make it too large.
func (w *Writer) flush() error {
	if w.rows == 0 {
		return nil
	}
	if w.groupRows > 0 && (w.groupRows+w.rows > groupRows || w.group+w.bytes > groupBytes) {
		if err := w.file.NewBufferedRowGroupChecked(); err != nil {
			return err
		}
		w.groupRows, w.group = 0, 0
	}
	batch := w.builder.NewRecordBatch()
	defer batch.Release()
	w.groupRows += w.rows
	w.group += w.bytes
	w.rows, w.bytes = 0, 0
	return w.file.WriteBuffered(batch)
}

// Close writes the remaining rows and the footer. It returns the writer's first error.
func (w *Writer) Close() error {
	if w.builder == nil {
		return w.err
	}
	if w.err == nil {
		w.err = guard(w.flush)
	}
	err := guard(w.file.Close)
	w.builder.Release()
	w.builder = nil
	if w.err == nil {
		w.err = err
	}
	err, w.err = w.err, errors.New("the writer is closed")
	return err
}

// writable is an error where the schema cannot hold the trajectory. It is asked before the
// first field is appended, so that a refused trajectory leaves no half row in the builders.
func writable(t *datasets.Trajectory) error {
	where := func() string { return fmt.Sprintf("run %q, task %q, trial %d", t.Run, t.Task, t.Trial) }
	switch {
	case t.Run == "" || t.Task == "":
		return fmt.Errorf("%s: expected a run and a task", where())
	case t.Trial < 0 || t.Trial > math.MaxInt32:
		return fmt.Errorf("%s: the trial is out of range", where())
	}
	for i, n := range t.Expected {
		for _, j := range n.After {
			if j < 0 || j >= len(t.Expected) {
				return fmt.Errorf("%s: expected[%d] comes after element %d, which the plan does not have", where(), i, j)
			}
		}
	}
	for i, c := range t.Claims {
		if math.IsNaN(c.Score) {
			return fmt.Errorf("%s: claims[%d] has no score", where(), i)
		}
	}
	return nil
}

// textBytes is about how much text a trajectory holds, which is nearly all of its size: the
// fields that can be long are counted, the others are not.
func textBytes(t *datasets.Trajectory) int {
	n := len(t.Response) + len(t.StateBefore) + len(t.StateAfter) + len(t.StateGoal) + len(t.ExpectedAnswer) + len(t.PredictedAnswer) + len(t.Error)
	for i := range t.Steps {
		s := &t.Steps[i]
		n += len(s.Content)
		for j := range s.Calls {
			c := &s.Calls[j]
			n += len(c.Arguments) + len(c.Result) + len(c.Error)
		}
	}
	for _, s := range t.Available {
		n += len(s)
	}
	for _, j := range t.Judgments {
		n += len(j.Raw) + len(j.Error)
	}
	for _, s := range t.Attributes {
		n += len(s)
	}
	return n
}

// utf8 is a text as the format requires it (LogicalTypes.md, "STRING"): bytes that are not
// valid UTF-8 become the replacement character. In names the readers have spelled such
// bytes out already (mapping.ExactText), so two names cannot become one here.
func utf8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// keptOpen hides a writer's Close: the Parquet library closes whatever can be closed, and
// closing the file is its owner's business.
type keptOpen struct{ io.Writer }
