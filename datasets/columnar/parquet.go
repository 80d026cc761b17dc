package columnar

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// Batches aim at batchBytes of decoded values, so that a file of long texts is
// read in as little memory as one of numbers.
const (
	batchBytes = 4 << 20
	mostRows   = 4096
)

type parquetBackend struct {
	reader *file.Reader
	arrow  *pqarrow.FileReader
	sc     *arrow.Schema
	mem    memory.Allocator
}

// openParquet reads the footer.
func openParquet(f content, mem limited) (*parquetBackend, error) {
	properties := parquet.NewReaderProperties(mem)
	properties.BufferedStreamEnabled = true // pages as they are needed, not whole column chunks
	properties.PageStreamingEnabled = true  // nor whole pages: some writers make one of each chunk
	properties.BufferSize = 256 << 10
	properties.MaxCompressedPageSize, properties.MaxUncompressedPageSize = int64(mem.most), int64(mem.most)
	reader, err := file.NewParquetReader(f, file.WithReadProps(properties))
	if err != nil {
		return nil, err
	}
	if schema := reader.MetaData().KeyValueMetadata().FindValue("ARROW:schema"); schema != nil {
		message, err := base64.StdEncoding.DecodeString(*schema)
		if err != nil {
			return nil, errSchema
		}
		if err := checkStream(bytes.NewReader(message)); err != nil {
			return nil, err
		}
	}
	b := &parquetBackend{reader: reader, mem: mem}
	if b.arrow, err = pqarrow.NewFileReader(reader, pqarrow.ArrowReadProperties{BatchSize: mostRows}, mem); err != nil {
		return nil, err
	}
	if b.sc, err = b.arrow.Schema(); err != nil {
		return nil, err
	}
	return b, b.check()
}

// check refuses a footer whose parts contradict each other, and codecs that
// cannot be read, before the first page is touched.
func (b *parquetBackend) check() error {
	var rows int64
	for g := range b.reader.NumRowGroups() {
		group := b.reader.MetaData().RowGroup(g)
		if group.NumRows() < 0 {
			return fmt.Errorf("the footer is damaged: row group %d has %d rows", g+1, group.NumRows())
		}
		rows += group.NumRows()
		for c := range group.NumColumns() {
			chunk, err := group.ColumnChunk(c)
			if err != nil {
				return err
			}
			if codec := chunk.Compression(); !slices.Contains(codecs, codec) {
				return fmt.Errorf("column %q is compressed with %s, which is not supported; write the file again with zstd, snappy, gzip, brotli or lz4_raw", chunk.PathInSchema(), codec)
			}
		}
	}
	if rows != b.reader.NumRows() {
		return fmt.Errorf("the footer is damaged: it counts %d rows, its row groups %d", b.reader.NumRows(), rows)
	}
	return nil
}

// codecs are the compressions that can be read. LZO is closed, and LZ4 without
// RAW is Hadoop's framing, which writers disagree about.
var codecs = []compress.Compression{compress.Codecs.Uncompressed, compress.Codecs.Snappy, compress.Codecs.Gzip, compress.Codecs.Brotli, compress.Codecs.Zstd, compress.Codecs.Lz4Raw}

func (b *parquetBackend) schema() *arrow.Schema { return b.sc }
func (b *parquetBackend) rows() int64           { return b.reader.NumRows() }
func (b *parquetBackend) close() error          { return b.reader.Close() }

func (b *parquetBackend) metadata(key string) (string, bool) {
	if v := b.reader.MetaData().KeyValueMetadata().FindValue(key); v != nil {
		return *v, true
	}
	return "", false
}

func (b *parquetBackend) batches(ctx context.Context, p projection) batchStream {
	s := &parquetStream{b: b, ctx: ctx, fixed: p.rows}
	for _, c := range p.columns {
		s.leaves = append(s.leaves, leavesOf(&b.arrow.Manifest.Fields[c.index], c.keep)...)
	}
	slices.Sort(s.leaves)
	return s
}

// parquetStream decodes row group after row group.
type parquetStream struct {
	b       *parquetBackend
	ctx     context.Context
	leaves  []int
	fixed   int // batch size; 0: adapt
	group   int // the next row group
	readers []*pqarrow.ColumnReader
	sc      *arrow.Schema
	left    int64 // rows of the current row group that are still to come
	perRow  int64 // bytes a row takes, by the last batch; 0: not known yet
}

func (s *parquetStream) next() (arrow.RecordBatch, error) {
	for s.left == 0 {
		if s.group == s.b.reader.NumRowGroups() {
			return nil, io.EOF
		}
		if err := s.open(); err != nil {
			return nil, err
		}
	}
	n := min(s.left, s.size())
	arrays := make([]arrow.Array, 0, len(s.readers))
	defer func() {
		for _, a := range arrays {
			a.Release()
		}
	}()
	for i, r := range s.readers {
		a, err := s.column(r, n)
		if err != nil {
			return nil, fmt.Errorf("row group %d: column %q: %w", s.group, s.sc.Field(i).Name, err)
		}
		arrays = append(arrays, a)
		if int64(a.Len()) != n {
			return nil, fmt.Errorf("the file is damaged: column %q of row group %d ends %d rows early", s.sc.Field(i).Name, s.group, s.left-int64(a.Len()))
		}
	}
	s.left -= n
	batch := array.NewRecordBatch(s.sc, arrays, n)
	s.perRow = max(1, sizeOf(batch)/n)
	return batch, nil
}

// open starts the next row group.
func (s *parquetStream) open() error {
	s.closeGroup()
	g := s.group
	s.group++
	group := s.b.reader.MetaData().RowGroup(g)
	// The library opens the children of a struct in goroutines of its own, where
	// recover cannot help: a chunk that panics on opening has to do it here first.
	for _, leaf := range s.leaves {
		pages, err := s.b.reader.RowGroup(g).GetColumnPageReader(leaf)
		if err != nil {
			return fmt.Errorf("row group %d: %w", g+1, err)
		}
		if err := pages.Close(); err != nil {
			return fmt.Errorf("row group %d: %w", g+1, err)
		}
	}
	if s.perRow == 0 && group.NumRows() > 0 {
		var bytes int64
		for _, leaf := range s.leaves {
			chunk, err := group.ColumnChunk(leaf)
			if err != nil {
				return err
			}
			bytes += chunk.TotalUncompressedSize()
		}
		// A dictionary is smaller than what it stands for: begin carefully.
		s.perRow = 4 * max(1, bytes/group.NumRows())
	}
	s.left = group.NumRows()
	if s.left == 0 {
		return nil
	}
	var err error
	if s.readers, s.sc, err = s.b.arrow.GetFieldReaders(s.ctx, s.leaves, []int{g}); err != nil {
		return fmt.Errorf("row group %d: %w", g+1, err)
	}
	return nil
}

// size is how many rows the next batch takes.
func (s *parquetStream) size() int64 {
	if s.fixed > 0 {
		return int64(s.fixed)
	}
	return min(mostRows, max(1, batchBytes/s.perRow))
}

// column decodes the next n rows of one column.
func (s *parquetStream) column(r *pqarrow.ColumnReader, n int64) (arrow.Array, error) {
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
		return array.Concatenate(chunks, s.b.mem)
	}
}

func (s *parquetStream) closeGroup() {
	for _, r := range s.readers {
		r.Release()
	}
	s.readers = nil
}

func (s *parquetStream) release() { s.closeGroup() }

// sizeOf is the bytes that a batch's buffers hold.
func sizeOf(batch arrow.RecordBatch) (bytes int64) {
	for _, c := range batch.Columns() {
		bytes += int64(c.Data().SizeInBytes())
	}
	return bytes
}
