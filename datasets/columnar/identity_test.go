package columnar

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/decimal128"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"

	"mcpstats/internal/testlength"
)

// fileOf writes batches of one schema as Parquet, an Arrow file or an Arrow stream.
func fileOf(t *testing.T, ending string, schema *arrow.Schema, batches ...arrow.RecordBatch) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log"+ending)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var w interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	switch ending {
	case ".parquet":
		w, err = pqarrow.NewFileWriter(schema, keptOpen{f}, nil, pqarrow.DefaultWriterProps())
	case ".arrow":
		w, err = ipc.NewFileWriter(f, ipc.WithSchema(schema))
	default:
		w = ipc.NewWriter(f, ipc.WithSchema(schema))
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range batches {
		if err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func batchOf(schema *arrow.Schema, fill func(b *array.RecordBuilder)) arrow.RecordBatch {
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	fill(b)
	return b.NewRecordBatch()
}

// tasksOf reads a file: the tasks, and what is said of records.
func tasksOf(t *testing.T, path string) (tasks []string, said string) {
	t.Helper()
	f, err := Open(path, Options{})
	if err != nil {
		return nil, err.Error()
	}
	defer f.Close()
	for tr, err := range f.Trajectories(context.Background()) {
		if err != nil {
			said += err.Error() + "\n"
			continue
		}
		tasks = append(tasks, strings.Clone(tr.Task))
	}
	return tasks, said
}

// Ids keep all their digits whatever their column's type, and two of them stay two.
func TestIdsAreExact(t *testing.T) {
	decimal := &arrow.Decimal128Type{Precision: 38, Scale: 2}
	for name, test := range map[string]struct {
		typ  arrow.DataType
		fill func(array.Builder)
		want []string
		says string
	}{
		"uint64": {arrow.PrimitiveTypes.Uint64, func(b array.Builder) {
			b.(*array.Uint64Builder).AppendValues([]uint64{1 << 63, 1<<63 + 1, 1<<64 - 1, 7}, nil)
		}, []string{"9223372036854775808", "9223372036854775809", "18446744073709551615", "7"}, ""},
		"double": {arrow.PrimitiveTypes.Float64, func(b array.Builder) {
			b.(*array.Float64Builder).AppendValues([]float64{1, 2.5, 1e6, 1<<53 - 1}, nil)
		}, []string{"1", "2.5", "1000000", "9007199254740991"}, ""},
		"double beyond 2^53": {arrow.PrimitiveTypes.Float64, func(b array.Builder) {
			b.(*array.Float64Builder).AppendValues([]float64{1 << 53}, nil)
		}, nil, "from 2^53 on a double stands for several integers"},
		"decimal": {decimal, func(b array.Builder) {
			d := b.(*array.Decimal128Builder)
			for _, s := range []string{"100000000000000000000000000000000001.00", "100000000000000000000000000000000002.00", "1.50"} {
				v, err := decimal128.FromString(s, 38, 2)
				if err != nil {
					t.Fatal(err)
				}
				d.Append(v)
			}
		}, []string{"100000000000000000000000000000000001", "100000000000000000000000000000000002", "1.5"}, ""},
		"timestamp": {arrow.FixedWidthTypes.Timestamp_us, func(b array.Builder) {
			b.(*array.TimestampBuilder).AppendValues([]arrow.Timestamp{0, 1}, nil)
		}, []string{"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000001Z"}, ""},
		"timestamp out of reach": {arrow.FixedWidthTypes.Timestamp_s, func(b array.Builder) {
			b.(*array.TimestampBuilder).AppendValues([]arrow.Timestamp{1 << 40}, nil)
		}, nil, "beyond the years"},
		"date": {arrow.FixedWidthTypes.Date32, func(b array.Builder) {
			b.(*array.Date32Builder).AppendValues([]arrow.Date32{0, 18262}, nil) // 50 years, 12 of them leap years
		}, []string{"1970-01-01T00:00:00Z", "2020-01-01T00:00:00Z"}, ""},
		"date out of reach": {arrow.FixedWidthTypes.Date32, func(b array.Builder) {
			b.(*array.Date32Builder).AppendValues([]arrow.Date32{1 << 20}, nil)
		}, nil, "beyond the years"},
		"bytes": {arrow.BinaryTypes.Binary, func(b array.Builder) {
			b.(*array.BinaryBuilder).AppendValues([][]byte{[]byte("a\xe9"), []byte("a\xe8")}, nil)
		}, []string{"a\uFFFD<E9>", "a\uFFFD<E8>"}, ""}, // which the reading of logs refuses by record
		"bool": {arrow.FixedWidthTypes.Boolean, func(b array.Builder) {
			b.(*array.BooleanBuilder).Append(true)
		}, nil, `column "task" is a bool, which cannot be task`},
	} {
		t.Run(name, func(t *testing.T) {
			schema := arrow.NewSchema([]arrow.Field{{Name: "run", Type: arrow.BinaryTypes.String}, {Name: "task", Type: test.typ}}, nil)
			batch := batchOf(schema, func(b *array.RecordBuilder) {
				test.fill(b.Field(1))
				for range b.Field(1).Len() {
					b.Field(0).(*array.StringBuilder).Append("r")
				}
			})
			for _, ending := range []string{".parquet", ".arrow", ".arrows"} {
				tasks, said := tasksOf(t, fileOf(t, ending, schema, batch))
				if !slices.Equal(tasks, test.want) || (test.says == "") != (said == "") || !strings.Contains(said, test.says) {
					t.Errorf("%s: tasks %q, said %q", ending, tasks, said)
				}
				if strings.Contains(said, `no column "task"; the file has run, task`) {
					t.Errorf("%s contradicts itself: %s", ending, said)
				}
			}
		})
	}
}

// Two columns of one name are refused by that name in every kind of file.
func TestRepeatedColumns(t *testing.T) {
	text := arrow.BinaryTypes.String
	schema := arrow.NewSchema([]arrow.Field{{Name: "run", Type: text}, {Name: "task", Type: text}, {Name: "success", Type: arrow.PrimitiveTypes.Int64}, {Name: "success", Type: arrow.PrimitiveTypes.Int64}}, nil)
	batch := batchOf(schema, func(b *array.RecordBuilder) {
		b.Field(0).(*array.StringBuilder).Append("r")
		b.Field(1).(*array.StringBuilder).Append("t")
		b.Field(2).(*array.Int64Builder).Append(0)
		b.Field(3).(*array.Int64Builder).Append(1)
	})
	for _, ending := range []string{".parquet", ".arrow", ".arrows"} {
		if _, said := tasksOf(t, fileOf(t, ending, schema, batch)); !strings.Contains(said, `"success"`) || strings.Contains(said, "\n") {
			t.Errorf("%s: %q", ending, said)
		}
	}
}

// A stream that was cut anywhere is damaged, or says that its end is not there; one
// with another behind it is refused.
func TestStreamsAreReadToTheirEnd(t *testing.T) {
	text := arrow.BinaryTypes.String
	schema := arrow.NewSchema([]arrow.Field{{Name: "run", Type: text}, {Name: "task", Type: text}}, nil)
	var batches []arrow.RecordBatch
	for range 4 {
		batches = append(batches, batchOf(schema, func(b *array.RecordBuilder) {
			b.Field(0).(*array.StringBuilder).Append("r")
			b.Field(1).(*array.StringBuilder).Append("t")
		}))
	}
	whole, err := os.ReadFile(fileOf(t, ".arrows", schema, batches...))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "cut.arrows")
	read := func(content []byte) (rows int, said string) {
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{})
		if err != nil {
			return 0, err.Error()
		}
		defer f.Close()
		for _, n := range f.Notes() {
			said += n.Message
		}
		for _, err := range f.Trajectories(context.Background()) {
			if err != nil {
				said += err.Error()
				continue
			}
			rows++
		}
		return rows, said
	}
	if rows, said := read(whole); rows != 4 || said != "" {
		t.Errorf("the whole stream: %d rows, %q", rows, said)
	}
	quiet := 0
	step := 11 // prime: every place within a word of 8 bytes is met
	if testlength.Long() {
		step = 1
	}
	for n := 12; n < len(whole); n += step {
		if rows, said := read(whole[:n]); said == "" {
			t.Errorf("cut at %d of %d bytes: %d rows and not a word", n, len(whole), rows)
			quiet++
		}
		if quiet > 3 {
			break
		}
	}
	if rows, said := read(append(slices.Clone(whole), whole...)); rows != 0 || !strings.Contains(said, "behind the end of the stream") {
		t.Errorf("two streams: %d rows, %q", rows, said)
	}
}
