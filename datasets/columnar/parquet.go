package columnar

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"slices"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/file"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
)

// leastRow is the least memory that an attempt can take, in bytes. A page of a few bytes can
// stand for any number of equal rows, so the size of the file alone does not bound them.
const leastRow = 64

// parquetBackend is a Parquet file behind two readers of the library: file.Reader, which knows
// row groups, column chunks and pages, and pqarrow.FileReader on top of it, which makes Arrow
// arrays of them and holds the mapping between the two schemas (its Manifest). Both keep only
// the footer in memory; every pass opens column readers of its own.
type parquetBackend struct {
	f      content
	reader *file.Reader
	arrow  *pqarrow.FileReader
	sc     *arrow.Schema
	mem    memory.Allocator
}

// openParquet reads the footer, which tells the schema, the row groups and where each column
// chunk lies, and refuses what cannot be read before a page is touched. most is how many bytes
// the rows may take in memory.
//
// The reader options bound memory by the page rather than by the chunk: a column chunk of a row
// group may be gigabytes, and some writers put a whole chunk into one page, so pages are
// streamed as well. BufferSize is what is read from disk at a time, for each leaf that is being
// decoded.
func openParquet(f content, mem limited, most int64) (*parquetBackend, error) {
	properties := parquet.NewReaderProperties(mem)
	properties.BufferedStreamEnabled = true // pages as they are needed, not whole column chunks
	properties.PageStreamingEnabled = true  // nor whole pages: some writers make one of each chunk
	properties.BufferSize = 256 << 10
	properties.MaxCompressedPageSize, properties.MaxUncompressedPageSize = int64(mem.most), int64(mem.most)
	reader, err := file.NewParquetReader(f, file.WithReadProps(properties))
	if err != nil {
		return nil, err
	}
	// ARROW:schema is where Arrow's writers keep what Parquet's types cannot say: that an
	// int64 is a duration, that a column was a dictionary. It is an IPC message in base64,
	// and the library decodes it without checking.
	if schema := reader.MetaData().KeyValueMetadata().FindValue("ARROW:schema"); schema != nil {
		message, err := base64.StdEncoding.DecodeString(*schema)
		if err != nil {
			return nil, errSchema
		}
		if err := checkStream(bytes.NewReader(message)); err != nil {
			return nil, err
		}
	}
	if rows := reader.NumRows(); rows > most/leastRow {
		return nil, fmt.Errorf("it counts %d rows, more than its size allows for; --max-decompressed allows more, if you trust the file", rows)
	}
	b := &parquetBackend{f: f, reader: reader, mem: mem}
	decoding := pqarrow.ArrowReadProperties{BatchSize: mostRows, PreAllocBinaryData: true}
	if err := b.check(&decoding); err != nil {
		return nil, err
	}
	if b.arrow, err = pqarrow.NewFileReader(reader, decoding, mem); err != nil {
		return nil, err
	}
	b.sc, err = b.arrow.Schema()
	return b, err
}

// smallDictionary is the largest dictionary page, in bytes, whose column is decoded as
// indices into the dictionary: the names of runs and tasks are then made once a batch and
// not once a row. The dictionary is built anew for every batch, so a large one would cost
// more than the rows that share it save.
const smallDictionary = 8 << 10

// check refuses a footer whose parts contradict each other (the library would take the
// number of rows from one place and the values from another), and codecs that cannot be
// read, before the first page is touched. It also marks in decoding the columns of labels,
// which are decoded as indices into their dictionaries: those of BYTE_ARRAY that have a
// small dictionary page in every row group. Where a dictionary changes within a batch, the
// library gives several chunks, which lane.column joins.
func (b *parquetBackend) check(decoding *pqarrow.ArrowReadProperties) error {
	var rows int64
	schema := b.reader.MetaData().Schema
	labels := make([]bool, schema.NumColumns())
	for c := range labels {
		labels[c] = schema.Column(c).PhysicalType() == parquet.Types.ByteArray
	}
	for g := range b.reader.NumRowGroups() {
		group := b.reader.MetaData().RowGroup(g)
		if group.NumRows() < 0 {
			return fmt.Errorf("the footer is damaged: row group %d has %d rows", g+1, group.NumRows())
		}
		if group.NumColumns() != len(labels) {
			return fmt.Errorf("the footer is damaged: row group %d has %d columns, the schema %d", g+1, group.NumColumns(), len(labels))
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
			size := chunk.DataPageOffset() - chunk.DictionaryPageOffset()
			labels[c] = labels[c] && chunk.HasDictionaryPage() && size > 0 && size <= smallDictionary
		}
	}
	for c, label := range labels {
		decoding.SetReadDict(c, label && rows > 0)
	}
	if rows != b.reader.NumRows() {
		return fmt.Errorf("the footer is damaged: it counts %d rows, its row groups %d", b.reader.NumRows(), rows)
	}
	return nil
}

// codecs are the compressions that can be read (Compression.md of the format). The library
// has no decoder for LZO. LZ4 without RAW is Hadoop's framing, which the format deprecates
// because writers disagreed about it.
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

// batches opens nothing yet: the first row group is opened by the stream's first next.
func (b *parquetBackend) batches(ctx context.Context, p projection) batchStream {
	s := &parquetStream{b: b, ctx: ctx, fixed: p.rows}
	for _, c := range p.columns {
		s.columns = append(s.columns, c.index)
		s.leaves = append(s.leaves, leavesOf(&b.arrow.Manifest.Fields[c.index], c.keep)...)
	}
	slices.Sort(s.leaves)
	return s
}
