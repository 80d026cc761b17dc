package columnar

import (
	"context"

	"github.com/apache/arrow-go/v18/arrow"
)

// backend is an opened file: what it has, and its rows as Arrow batches. Everything
// behind it is the same for Parquet, Arrow files and Arrow streams.
type backend interface {
	schema() *arrow.Schema
	rows() int64 // -1: not known before the end
	// metadata is the value of a key of the file's own metadata.
	metadata(key string) (value string, ok bool)
	// batches streams the rows. Of each top-level column only the leaves are
	// decoded that the projection keeps, where the format allows to choose.
	batches(ctx context.Context, p projection) batchStream
	close() error
}

// batchStream yields record batches with the projection's columns in the
// projection's order; io.EOF ends it. The caller releases each batch.
type batchStream interface {
	next() (arrow.RecordBatch, error)
	release()
}

// projection is what of a file is to be decoded.
type projection struct {
	columns []projected
	rows    int // batch size; 0: by the bytes of a row
}

// projected is one top-level column and which of its leaves are kept, by the
// struct fields that lead to them; nil keeps all.
type projected struct {
	index int
	keep  func(path []string) bool
}
