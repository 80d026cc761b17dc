package columnar

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// ipcFile is an Arrow file: record batches that its footer lists (Arrow columnar
// format, "IPC File Format"; Feather version 2 is the same). The values lie in the file
// as they do in memory, so there is next to nothing to decode, and nothing to skip
// within a batch.
type ipcFile struct {
	f      content
	reader *ipc.FileReader
}

// openArrowFile checks the footer's schema before the library reads it. A footer lists where
// every record batch lies, so batches are read at their places and a damaged one does not hide
// those before it.
func openArrowFile(f content, mem limited) (*ipcFile, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, plain(err)
	}
	if err := checkFooter(f, info.Size()); err != nil {
		return nil, err
	}
	reader, err := ipc.NewFileReader(f, ipc.WithAllocator(mem), ipc.WithMetadataSizeLimit(256<<20), ipc.WithBodySizeLimit(int64(mem.most)))
	if err != nil {
		return nil, err
	}
	return &ipcFile{f: f, reader: reader}, nil
}

func (b *ipcFile) schema() *arrow.Schema { return b.reader.Schema() }
func (b *ipcFile) rows() int64           { return -1 }
func (b *ipcFile) close() error          { return errors.Join(b.reader.Close(), b.f.Close()) }

func (b *ipcFile) metadata(key string) (string, bool) {
	return b.reader.Schema().Metadata().GetValue(key)
}

func (b *ipcFile) batches(ctx context.Context, p projection) batchStream {
	i := 0
	return &ipcBatches{p: p, read: func() (arrow.RecordBatch, error) {
		if i == b.reader.NumRecords() {
			return nil, io.EOF
		}
		i++
		batch, err := b.reader.RecordBatchAt(i - 1)
		if err != nil {
			return nil, fmt.Errorf("%w", err)
		}
		return batch, nil
	}}
}

// ipcStream is an Arrow stream: a schema and record batches one after another, as
// programs send them to each other and people save them. It has no footer: how many rows
// there are, and whether the stream is complete, is known only after the last batch.
//
// A stream is read from its beginning for every pass. Its schema message is checked and
// its messages are counted once, on opening.
type ipcStream struct {
	f   content
	mem memory.Allocator
	sc  *arrow.Schema

	ended      bool // the last batch is followed by an end-of-stream mark
	batchCount int
}

// openArrowStream checks the schema message and walks over the others, then lets the library
// read the schema; its reader is not kept, because each pass starts one.
func openArrowStream(f content, mem limited) (*ipcStream, error) {
	if err := checkStream(f); err != nil {
		return nil, err
	}
	b := &ipcStream{f: f, mem: mem}
	var err error
	if b.batchCount, b.ended, err = walkStream(f); err != nil {
		return nil, err
	}
	reader, err := b.reader()
	if err != nil {
		return nil, err
	}
	defer reader.Release()
	b.sc = reader.Schema()
	return b, nil
}

// reader starts the stream from its beginning.
func (b *ipcStream) reader() (*ipc.Reader, error) {
	return ipc.NewReader(io.NewSectionReader(b.f, 0, 1<<62), ipc.WithAllocator(b.mem))
}

func (b *ipcStream) schema() *arrow.Schema { return b.sc }
func (b *ipcStream) rows() int64           { return -1 }
func (b *ipcStream) close() error          { return b.f.Close() }

func (b *ipcStream) metadata(key string) (string, bool) { return b.sc.Metadata().GetValue(key) }

func (b *ipcStream) batches(ctx context.Context, p projection) batchStream {
	reader, err := b.reader()
	if err != nil {
		return &ipcBatches{read: func() (arrow.RecordBatch, error) { return nil, err }}
	}
	return &ipcBatches{p: p, done: reader.Release, read: func() (arrow.RecordBatch, error) {
		if !reader.Next() {
			if err := reader.Err(); err != nil {
				return nil, err
			}
			return nil, io.EOF
		}
		batch := reader.RecordBatch()
		batch.Retain() // the reader releases its own reference on the next call
		return batch, nil
	}}
}

// ipcBatches cuts a file's record batches, which may be of any size, into slices of at
// most mostRows rows with the projection's columns. The format stores a batch in one
// piece, so all its columns are in memory at once, compressed bodies decompressed; a slice
// shares that memory and copies nothing. done, which may be nil, ends the reader behind
// read.
type ipcBatches struct {
	p     projection
	read  func() (arrow.RecordBatch, error)
	done  func()
	whole arrow.RecordBatch
	at    int64
	count int
}

// next cuts the next slice. Record batches are counted from 1 in its errors.
func (s *ipcBatches) next() (arrow.RecordBatch, error) {
	for s.whole == nil || s.at == s.whole.NumRows() {
		s.drop()
		whole, err := s.read()
		if err == io.EOF { // only itself: a wrapped one is a batch that was cut short
			return nil, io.EOF
		}
		s.count++
		if err != nil {
			return nil, fmt.Errorf("record batch %d: %w", s.count, err)
		}
		s.whole, s.at = whole, 0
	}
	n := int64(mostRows)
	if s.p.rows > 0 {
		n = int64(s.p.rows)
	}
	n = min(n, s.whole.NumRows()-s.at)
	arrays := make([]arrow.Array, len(s.p.columns))
	fields := make([]arrow.Field, len(s.p.columns))
	for i, c := range s.p.columns {
		arrays[i] = array.NewSlice(s.whole.Column(c.index), s.at, s.at+n)
		defer arrays[i].Release()
		fields[i] = s.whole.Schema().Field(c.index)
	}
	s.at += n
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), arrays, n), nil
}

// drop releases the record batch that is being cut; slices of it that were handed out hold
// references of their own.
func (s *ipcBatches) drop() {
	if s.whole != nil {
		s.whole.Release()
		s.whole = nil
	}
}

func (s *ipcBatches) release() {
	s.drop()
	if s.done != nil {
		s.done()
	}
}
