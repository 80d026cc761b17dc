package columnar

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
)

var scoreColumns = []TableColumn{{"run", TextColumn}, {"trial", IntegerColumn}, {"value", NumberColumn}}

type scoreRow struct {
	run   *string
	trial *int64
	value *float64
}

func writeScores(t testing.TB, rows []scoreRow) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewTableWriter(&b, scoreColumns, []Metadata{{"mcpstats.schema", "scores/1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.run != nil {
			w.Text(0, *r.run)
		}
		if r.trial != nil {
			w.Integer(1, *r.trial)
		}
		if r.value != nil {
			w.Number(2, *r.value)
		}
		if err := w.EndRow(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tableRow is a row of cells, nil for a null.
type tableRow struct{ Run, Trial, Value any }

func readScores(t testing.TB, path string) (rows []tableRow) {
	t.Helper()
	table, err := OpenTable(path)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for b, err := range table.Batches(context.Background(), []string{"value", "run", "trial"}) { // not in the file's order
		if err != nil {
			t.Fatal(err)
		}
		if b.First != len(rows)+1 {
			t.Errorf("a batch starts with record %d after %d", b.First, len(rows))
		}
		for row := range b.Rows() {
			var v tableRow
			if x, ok := b.Number(0, row); ok {
				v.Value = x
			}
			if x, ok := b.Text(1, row); ok {
				v.Run = x
			}
			if x, ok := b.Integer(2, row); ok {
				v.Trial = x
			}
			rows = append(rows, v)
		}
	}
	return rows
}

func TestTableRoundTrip(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(r, "rows")
		rows := make([]scoreRow, n)
		var want []tableRow
		for i := range rows {
			var v tableRow
			if rapid.Bool().Draw(r, "run known") {
				s := rapid.String().Draw(r, "run")
				rows[i].run, v.Run = &s, s
			}
			if rapid.Bool().Draw(r, "trial known") {
				k := rapid.Int64().Draw(r, "trial")
				rows[i].trial, v.Trial = &k, k
			}
			if rapid.Bool().Draw(r, "value known") {
				x := rapid.Float64().Draw(r, "value")
				rows[i].value, v.Value = &x, x
			}
			want = append(want, v)
		}
		if d := cmp.Diff(want, readScores(t, saved(t, writeScores(t, rows)))); d != "" {
			r.Fatalf("(-written +read):\n%s", d)
		}
	})
}

// A table of several row groups comes back in order, and its bytes are the same
// each time.
func TestLargeTable(t *testing.T) {
	const n = tableGroup + tableBatch + 3
	rows := make([]scoreRow, n)
	for i := range rows {
		run, trial, value := fmt.Sprint("run", i%7), int64(i), float64(i)/4
		rows[i] = scoreRow{&run, &trial, &value}
	}
	b := writeScores(t, rows)
	for range 4 {
		if !bytes.Equal(b, writeScores(t, rows)) {
			t.Fatal("the same rows gave other bytes")
		}
	}
	path := saved(t, b)
	for i, v := range readScores(t, path) {
		if v != (tableRow{fmt.Sprint("run", i%7), int64(i), float64(i) / 4}) {
			t.Fatalf("row %d: %+v", i, v)
		}
	}
	table, err := OpenTable(path)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	if table.file.Rows() != n {
		t.Errorf("%d rows", table.file.Rows())
	}
	if d := cmp.Diff(scoreColumns, table.Columns()); d != "" {
		t.Error(d)
	}
	if v, ok := table.file.backend.metadata("mcpstats.schema"); v != "scores/1" || !ok {
		t.Errorf("metadata %q", v)
	}
	if groups := table.file.backend.(*parquetBackend).reader.NumRowGroups(); groups != 2 {
		t.Errorf("%d row groups", groups)
	}
}

func TestTableErrors(t *testing.T) {
	path := saved(t, writeScores(t, nil))
	table, err := OpenTable(path)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	for _, err := range table.Batches(context.Background(), []string{"runs"}) {
		var file *datasets.FileError
		if !errors.As(err, &file) || !strings.Contains(err.Error(), `no column "runs"; the table has run, trial, value; the nearest is "run"`) {
			t.Error(err)
		}
	}
	if _, err := OpenTable(saved(t, []byte("run,task\n"))); err == nil {
		t.Error("a CSV was opened as a table")
	}
	if _, err := NewTableWriter(&bytes.Buffer{}, []TableColumn{{"x", 9}}, nil); err == nil {
		t.Error("a column without a type was taken")
	}
	var b bytes.Buffer
	w, err := NewTableWriter(&b, scoreColumns, nil)
	if err != nil {
		t.Fatal(err)
	}
	w.Number(2, math.NaN()) // a null
	if err := w.EndRow(); err != nil {
		t.Fatal(err)
	}
	w.Text(0, "a")
	w.Text(0, "b")
	if err := w.EndRow(); err == nil {
		t.Error("a cell was set twice")
	}
}

// Numbers of a foreign table are read whatever their type.
func TestForeignTable(t *testing.T) {
	dictionary := record(t, `[{"trial":7,"value":0.5},{"trial":null,"value":null}]`, col("trial", labelsOf(arrow.PrimitiveTypes.Int64)), col("value", labelsOf(arrow.PrimitiveTypes.Float64)), col("run", arrow.BinaryTypes.String))
	if d := cmp.Diff([]tableRow{{nil, int64(7), 0.5}, {}}, readScores(t, asArrow(t, dictionary, true))[:2]); d != "" {
		t.Errorf("dictionaries of numbers (-want +got):\n%s", d)
	}
	batch := record(t, `[{"run":"a","trial":1,"value":true},{"run":null,"trial":null,"value":null}]`, col("run", &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int32, ValueType: arrow.BinaryTypes.String}),
		col("trial", arrow.PrimitiveTypes.Uint8), col("value", arrow.FixedWidthTypes.Boolean))
	want := []tableRow{{"a", int64(1), 1.0}, {}}
	if d := cmp.Diff(want, readScores(t, asParquet(t, batch))); d != "" {
		t.Errorf("Parquet (-want +got):\n%s", d)
	}
	if d := cmp.Diff(append(want, want...), readScores(t, asArrow(t, batch, true))); d != "" {
		t.Errorf("Arrow (-want +got):\n%s", d)
	}
}
