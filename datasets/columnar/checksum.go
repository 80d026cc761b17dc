package columnar

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A flipped bit can leave a page that decodes well, to another number, and nothing else
// would show it. The library reads pages without looking at their checksums.
//
// A column chunk is a sequence of pages, each a header and its bytes. The header is
// PageHeader of parquet.thrift, a struct in thrift's compact protocol, which frames
// itself: its length is known only by reading it. Field 3 is the number of bytes behind
// it (compressed_page_size), field 4, which is optional, the CRC-32 of those bytes as they
// are stored. So pages can be verified without decompressing or decoding anything, at the
// cost of reading the chunk once more. parquet-mr writes checksums by default, pyarrow on
// request (write_page_checksum).

var errPageHeader = errors.New("the file is damaged: a page header cannot be read")

// mostHeader bounds a page header; statistics make some of them long.
const mostHeader = 1 << 20

// checkChunk checks the pages of one column of a row group.
func (b *parquetBackend) checkChunk(group, leaf int) error {
	chunk, err := b.reader.MetaData().RowGroup(group).ColumnChunk(leaf)
	if err != nil {
		return err
	}
	at := chunk.DataPageOffset()
	if first := chunk.DictionaryPageOffset(); chunk.HasDictionaryPage() && first > 0 {
		at = min(at, first)
	}
	if err := checkPages(b.f, at, chunk.TotalCompressedSize()); err != nil {
		return fmt.Errorf("column %q: %w", chunk.PathInSchema(), err)
	}
	return nil
}

// checkPages compares the pages of a column chunk with their checksums. A chunk whose
// first page has none is passed over after that one header: writers store all or none.
func checkPages(f io.ReaderAt, at, size int64) error {
	r := bufio.NewReaderSize(io.NewSectionReader(f, at, size), 4<<10)
	for page := 1; ; page++ {
		h, err := readPageHeader(r)
		switch {
		case err == io.EOF, page == 1 && (err != nil || !h.stated):
			return nil
		case err != nil, h.size < 0:
			return fmt.Errorf("page %d: %w", page, errPageHeader)
		}
		sum := crc32.NewIEEE()
		if _, err := io.CopyN(sum, r, h.size); err != nil {
			return nil // some writers understate a chunk's size; decoding reports what is missing
		}
		if h.stated && sum.Sum32() != h.crc {
			return fmt.Errorf("the file is damaged: the checksum of page %d is %08x, stored is %08x", page, sum.Sum32(), h.crc)
		}
	}
}

// pageHeader is the part of a PageHeader that the check needs.
type pageHeader struct {
	size   int64
	crc    uint32
	stated bool // a checksum is there
}

// readPageHeader reads the next header; io.EOF where the chunk ends.
func readPageHeader(r *bufio.Reader) (h pageHeader, err error) {
	if _, err := r.Peek(1); err != nil {
		return h, io.EOF
	}
	c := compact{r: r, left: mostHeader}
	err = c.fields(func(id int16, kind byte) error {
		if kind != compactI32 || id != 3 && id != 4 {
			return c.skip(kind, 0)
		}
		v, err := c.integer()
		if id == 3 {
			h.size = v
		} else {
			h.crc, h.stated = uint32(int32(v)), true
		}
		return err
	})
	return h, err
}

// Kinds of values in thrift's compact protocol.
const (
	compactTrue, compactFalse, compactI8        = 1, 2, 3
	compactI16, compactI32, compactI64          = 4, 5, 6
	compactDouble, compactBinary, compactStruct = 7, 8, 12
)

// compact reads values of thrift's compact protocol (thrift's
// doc/specs/thrift-compact-protocol.md). A field begins with one byte: the kind of its value in
// the low four bits and, in the high four, its number less that of the field before; integers
// are zigzag varints; a struct ends with a zero byte. Bools have no value: the kind is the
// value.
type compact struct {
	r    *bufio.Reader
	left int // bytes that the header may still take
}

// ReadByte counts what the header takes, so that a damaged one ends.
func (c *compact) ReadByte() (byte, error) {
	if c.left--; c.left < 0 {
		return 0, errPageHeader
	}
	b, err := c.r.ReadByte()
	if err != nil {
		return 0, errPageHeader
	}
	return b, nil
}

// integer reads a zigzag varint.
func (c *compact) integer() (int64, error) { return binary.ReadVarint(c) }

// fields hands over the fields of a struct, whose values take must read.
func (c *compact) fields(take func(id int16, kind byte) error) error {
	id := int16(0)
	for {
		b, err := c.ReadByte()
		if err != nil || b == 0 {
			return err
		}
		if delta := int16(b >> 4); delta != 0 { // the number of the field, from the one before
			id += delta
		} else {
			v, err := c.integer()
			if err != nil {
				return err
			}
			id = int16(v)
		}
		if err := take(id, b&15); err != nil {
			return err
		}
	}
}

// skip passes over a value. depth bounds recursion: a real page header nests three deep
// (PageHeader, DataPageHeader, Statistics).
func (c *compact) skip(kind byte, depth int) error {
	if depth > 8 {
		return errPageHeader
	}
	switch kind {
	case compactTrue, compactFalse:
		return nil
	case compactI8:
		_, err := c.ReadByte()
		return err
	case compactI16, compactI32, compactI64:
		_, err := c.integer()
		return err
	case compactDouble:
		return c.discard(8)
	case compactBinary:
		n, err := binary.ReadUvarint(c)
		if err != nil || n > mostHeader {
			return errPageHeader
		}
		return c.discard(int(n))
	case compactStruct:
		return c.fields(func(_ int16, kind byte) error { return c.skip(kind, depth+1) })
	}
	return errPageHeader // a page header holds no lists, sets or maps
}

// discard passes over n bytes of the header.
func (c *compact) discard(n int) error {
	if c.left -= n; c.left < 0 {
		return errPageHeader
	}
	if _, err := c.r.Discard(n); err != nil {
		return errPageHeader
	}
	return nil
}
