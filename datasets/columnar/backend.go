package columnar

import (
	"context"

	"github.com/apache/arrow-go/v18/arrow"
)

// backend is an opened file: its schema, its metadata, and its rows as Arrow batches. Arrow's
// in-memory layout is the common denominator because two of the three formats are that layout
// on disk, and pqarrow decodes the third into it; everything behind this interface is therefore
// written once.
//
// A backend is not tied to one pass: batches may be called any number of times, and each stream
// has state of its own.
type backend interface {
	schema() *arrow.Schema
	rows() int64 // -1: not known before the end
	// metadata is the value of a key of the file's own metadata.
	metadata(key string) (value string, ok bool)
	// batches streams the rows from the first one. Parquet decodes only the leaves that
	// the projection keeps; an Arrow file, whose batches are stored in one piece, has
	// them all in memory and only leaves whole columns out.
	batches(ctx context.Context, p projection) batchStream
	close() error
}

// batchStream yields record batches with the projection's columns in the projection's order;
// io.EOF, not wrapped, ends it. The caller releases each batch. After an error, next must not
// be called again. release is called once, also after an error.
type batchStream interface {
	next() (arrow.RecordBatch, error)
	release()
}

// projection is the part of a file that is to be decoded. It is settled on opening and the same
// for every pass and every row group.
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
