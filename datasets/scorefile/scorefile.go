// Package scorefile reads and writes tables of scores, one row per run, task, trial and
// metric: what `mcpstats score` makes, and what somebody else's scripts may have made
// instead. Who computes a metric of their own needs nothing but this table to use the
// comparisons.
//
// Read recognises CSV, JSON lines and Parquet by content and yields rows in the file's
// order, in memory bounded by one batch; the writers take the same rows. The columns are
// run, task, metric and value, and where they are there trial and benchmark:
//
//	benchmark,run,task,trial,metric,value
//	tau-bench,gpt-4o,7,0,success,1
//
// An empty value is an attempt without an outcome, which is not a zero: Row.Known is
// false. Names are text as they stand; a trial is an attempt index from 0.
//
// What may go wrong: a row whose value is not a finite number, whose trial is not an
// index, or that names no run, task or metric is a *datasets.RecordError, and the others
// are read. A file without the four columns is a *datasets.FileError that names those it
// has. Gaps are never filled and rows never merged here; duplicates are the table's to
// judge (package analysis).
package scorefile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"mcpstats/datasets"
)

// Row is one score. Known is false where the row names an attempt without a
// value: its outcome is not known.
type Row struct {
	Benchmark, Run, Task string
	Trial                int
	Metric               string
	Value                float64
	Known                bool
}

// columns are the names that a header may use, the first being ours. A file
// must have those that are required.
var columns = []struct {
	names    []string
	required bool
}{
	{[]string{"benchmark", "dataset"}, false},
	{[]string{"run", "run_id", "system", "model"}, true},
	{[]string{"task", "task_id", "instance_id"}, true},
	{[]string{"trial", "attempt", "epoch"}, false},
	{[]string{"metric", "measure"}, true},
	{[]string{"value", "score"}, true},
}

// Places of the columns in the list above.
const (
	benchmark = iota
	run
	task
	trial
	metric
	value
)

// Read yields the file's rows in order. A *datasets.RecordError concerns one
// row; any other error ends the stream.
func Read(ctx context.Context, path string) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		head, err := firstBytes(path)
		if err != nil {
			yield(Row{}, &datasets.FileError{File: path, Err: plain(err)})
			return
		}
		read := readCSV
		switch {
		case bytes.HasPrefix(head, []byte("PAR1")):
			read = readParquet
		case bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n\ufeff"), []byte("{")):
			read = readLines
		}
		ahead(ctx, func(ctx context.Context, yield func(Row, error) bool) { read(ctx, path, yield) }, yield)
	}
}

// firstBytes are what decides on a reader. A pipe is refused, which could not be opened again.
func firstBytes(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := datasets.Regular(info.Mode()); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return head[:n], nil
}

// plain drops the path that os errors repeat.
func plain(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return fmt.Errorf("cannot be read: %w", p.Err)
	}
	return err
}
