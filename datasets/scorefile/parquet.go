package scorefile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"

	"mcpstats/datasets"
	"mcpstats/datasets/columnar"
	"mcpstats/datasets/mapping"
)

// schemaKey and schemaValue mark a Parquet file as a table of scores.
const (
	schemaKey   = "mcpstats.schema"
	schemaValue = "scores/1"
)

// WriteParquet writes the rows as Parquet, in bounded memory. The same rows give
// the same bytes.
func WriteParquet(w io.Writer, rows iter.Seq[Row]) error {
	t, err := columnar.NewTableWriter(w, []columnar.TableColumn{
		{Name: "benchmark", Type: columnar.TextColumn}, {Name: "run", Type: columnar.TextColumn}, {Name: "task", Type: columnar.TextColumn},
		{Name: "trial", Type: columnar.IntegerColumn}, {Name: "metric", Type: columnar.TextColumn}, {Name: "value", Type: columnar.NumberColumn},
	}, []columnar.Metadata{{Key: schemaKey, Value: schemaValue}})
	if err != nil {
		return err
	}
	for row := range rows {
		t.Text(benchmark, row.Benchmark)
		t.Text(run, row.Run)
		t.Text(task, row.Task)
		t.Integer(trial, int64(row.Trial))
		t.Text(metric, row.Metric)
		if row.Known {
			t.Number(value, row.Value)
		}
		if err := t.EndRow(); err != nil {
			return errors.Join(err, t.Close())
		}
	}
	return t.Close()
}

// readParquet reads the columns of scores, and of a wide table no others.
func readParquet(ctx context.Context, path string, yield func(Row, error) bool) {
	t, err := columnar.OpenTable(path)
	if err != nil {
		yield(Row{}, err)
		return
	}
	defer t.Close()
	var header []string
	for _, c := range t.Columns() {
		header = append(header, c.Name)
	}
	at, err := place(header)
	if err != nil {
		yield(Row{}, &datasets.FileError{File: path, Err: err})
		return
	}
	var want []string
	for i, j := range at {
		at[i] = -1
		if j >= 0 {
			at[i] = len(want)
			want = append(want, header[j])
		}
	}
	n := 0
	for batch, err := range t.Batches(ctx, want) {
		if err != nil {
			yield(Row{}, err)
			return
		}
		for i := range batch.Rows() {
			n++
			row, bad := cellsOf(batch, i, at)
			var problem error
			if bad != nil {
				bad.File, bad.Row = path, n
				problem = bad
			}
			if !yield(row, problem) {
				return
			}
		}
	}
}

// cellsOf is a row of a batch by the places of the columns. The error lacks the file and the
// row.
func cellsOf(b *columnar.TableBatch, i int, at []int) (Row, *datasets.RecordError) {
	var row Row
	for _, into := range []struct {
		c    int
		name *string
	}{{benchmark, &row.Benchmark}, {run, &row.Run}, {task, &row.Task}, {metric, &row.Metric}} {
		var err error
		if at[into.c] >= 0 {
			*into.name, err = b.Name(at[into.c], i)
		}
		switch {
		case err != nil:
		case mapping.HadInvalidUTF8(*into.name):
			err = mapping.ErrBent
		case *into.name == "" && into.c != benchmark:
			err = errors.New("empty")
		}
		if err != nil {
			return Row{}, &datasets.RecordError{Column: columns[into.c].names[0], Err: err}
		}
	}
	if at[trial] >= 0 {
		n, ok := b.Integer(at[trial], i)
		if ok && (n < 0 || n > math.MaxInt32) {
			return Row{}, &datasets.RecordError{Column: "trial", Err: fmt.Errorf("%d is not an attempt index; expected 0, 1, 2", n)}
		}
		row.Trial = int(n)
	}
	row.Value, row.Known = b.Number(at[value], i)
	if row.Known && math.IsInf(row.Value, 0) {
		return Row{}, &datasets.RecordError{Column: "value", Err: fmt.Errorf("%v is not a finite number", row.Value)}
	}
	return row, nil
}
