package open

import (
	"bytes"
	"context"
	"iter"

	"mcpstats/datasets"
	"mcpstats/datasets/columnar"
	"mcpstats/datasets/mapping"
)

// The names of the columnar formats.
const (
	parquet = "parquet"
	arrow   = "arrow"
)

// columnarKind recognises a columnar file by its first bytes, "" for any other.
func columnarKind(head []byte) string {
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")), bytes.HasPrefix(head, []byte("PARE")):
		return parquet
	case columnar.Sniff(head), bytes.HasPrefix(head, []byte("FEA1")):
		return arrow
	}
	return ""
}

// columnarReader reads a columnar file, opening it for every reading.
type columnarReader struct {
	open       func() (*columnar.File, error)
	taken      []mapping.Taken
	duplicates string // the rule that the file states
	mapping    string
	notes      []datasets.Note
	amounts    []mapping.Amount
	promises   []datasets.Promise
}

// columns opens a columnar file once, to see that it can be read and what its
// columns are taken for.
func columns(open func() (*columnar.File, error)) (reader, error) {
	f, err := open()
	if err != nil {
		return nil, err
	}
	r := &columnarReader{open, f.Columns(), f.Duplicates(), f.Mapping(), f.Notes(), f.Amounts(), f.Promises()}
	return r, f.Close()
}

// columnar opens a file on disk with the columns and the mapping that were asked for.
func (o *opener) columnar(path string) (reader, error) {
	return o.mapped(func(m *mapping.Mapping) (reader, error) {
		opt := columnar.Options{Columns: o.columns(), Map: m, Limits: o.opt.Limits}
		return columns(func() (*columnar.File, error) { return columnar.Open(path, opt) })
	})
}

// Taken, Mapping, Amounts and Notes are of the file's columns, and known from its schema: they
// hold before anything is read.
func (r *columnarReader) Taken() []mapping.Taken    { return r.taken }
func (r *columnarReader) Mapping() string           { return r.mapping }
func (r *columnarReader) Amounts() []mapping.Amount { return r.amounts }
func (r *columnarReader) Notes() []datasets.Note    { return r.notes }

// Promises are those of the logs that a canonical file was made of.
func (r *columnarReader) Promises() []datasets.Promise { return r.promises }

// Trajectories opens the file, and closes it when the consumer stops.
func (r *columnarReader) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return func(yield func(*datasets.Trajectory, error) bool) {
		f, err := r.open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer f.Close()
		for t, err := range f.Trajectories(ctx) {
			if !yield(t, err) {
				return
			}
		}
	}
}
