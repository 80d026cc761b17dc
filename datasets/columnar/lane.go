package columnar

import (
	"context"
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// lane is what one goroutine decodes of each batch: some leaves, each from its own column
// chunk. Chunks share nothing but the file, which is read at given places, so lanes need
// no lock. Which goroutine it is changes from batch to batch; that there is one at a time
// is parquetStream.decode's to see to.
type lane struct {
	leaves  []int
	tops    []int // the top-level columns that they belong to
	readers []*pqarrow.ColumnReader
	arrays  []arrow.Array // of the current batch, by tops
	err     error
}

// open starts a row group. GetFieldReaders makes a reader for each top-level column
// that holds one of the leaves, which builds only the part of the column that leads to
// them: list<struct<a, b>> without b is list<struct<a>>.
func (l *lane) open(ctx context.Context, r *pqarrow.FileReader, group int) (err error) {
	l.close()
	l.readers, _, err = r.GetFieldReaders(ctx, l.leaves, []int{group})
	return err
}

// decode decodes the next n rows of each column.
func (l *lane) decode(n int64, mem memory.Allocator) error {
	l.drop()
	for _, r := range l.readers {
		a, err := l.column(r, n, mem)
		if err != nil {
			return fmt.Errorf("column %q: %w", r.Field().Name, err)
		}
		l.arrays = append(l.arrays, a)
		if int64(a.Len()) != n {
			return fmt.Errorf("the file is damaged: column %q ends early, with %d of %d rows", r.Field().Name, a.Len(), n)
		}
	}
	return nil
}

// column decodes one array. The library gives several chunks where a dictionary changes
// within the batch, which are copied into one; it gives none where all values are missing
// although the footer promised some.
func (l *lane) column(r *pqarrow.ColumnReader, n int64, mem memory.Allocator) (arrow.Array, error) {
	chunked, err := r.NextBatch(n)
	if err != nil {
		return nil, err
	}
	defer chunked.Release()
	switch chunks := chunked.Chunks(); len(chunks) {
	case 0:
		return nil, errors.New("the file is damaged: the column holds nothing")
	case 1:
		chunks[0].Retain()
		return chunks[0], nil
	default:
		return array.Concatenate(chunks, mem)
	}
}

// array is the lane's part of a top-level column, nil where it has none.
func (l *lane) array(top int) arrow.Array {
	for i, t := range l.tops {
		if t == top && i < len(l.arrays) {
			return l.arrays[i]
		}
	}
	return nil
}

// drop releases the current batch. Arrow counts references (arrow.Array's Retain and
// Release): Go's collector frees an array that was not released, but a caller's allocator
// never hears of it, and the tests count with one.
func (l *lane) drop() {
	for _, a := range l.arrays {
		a.Release()
	}
	l.arrays = l.arrays[:0]
}

// close drops the batch and the readers of the current row group.
func (l *lane) close() {
	l.drop()
	for _, r := range l.readers {
		r.Release()
	}
	l.readers = nil
}
