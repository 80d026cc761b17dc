package columnar

import (
	"encoding/binary"
	"errors"
	"io"
)

// The Arrow library makes room for as many fields as a damaged schema claims to have,
// which can be more than fits into memory; the runtime aborts the program then, and
// recover does not help. So the vectors of a schema are measured against its bytes before
// the library sees it. The layout is that of FlatBuffers; the slots are those of
// Schema.fbs, Message.fbs and File.fbs of the Arrow format:
//
//	Message { version; header: union { Schema, DictionaryBatch, RecordBatch, ... }; bodyLength; custom_metadata }
//	Footer  { version; schema; dictionaries; recordBatches; custom_metadata }
//	Schema  { endianness; fields: [Field]; custom_metadata: [KeyValue]; features }
//	Field   { name; nullable; type: union; dictionary; children: [Field]; custom_metadata: [KeyValue] }
//
// A vector of tables is a count and as many 4-byte offsets, so a count that is larger
// than a quarter of the bytes behind it is false. That one inequality is the check; all
// the rest is finding the vectors.

// errSchema is a schema that cannot be what it claims.

var errSchema = errors.New("the file is damaged (its Arrow schema contradicts itself)")

// Slots of the tables that lead to a schema's vectors: the place of a field in its
// table's declaration, from 0, a union taking two (its type, then its value).
//
// mostFields and deepestField end the walk in a schema whose offsets form a cycle. Both
// are far beyond any log: a field nested 64 deep, a table of 100,000 columns.
const (
	messageHeader  = 2
	messageBody    = 3
	footerSchema   = 1
	schemaFields   = 1
	schemaMetadata = 2
	fieldType      = 3
	fieldChildren  = 5
	fieldMetadata  = 6
	mostFields     = 100_000
	deepestField   = 64
)

// checkStream checks the schema message that starts a stream.
func checkStream(f io.ReaderAt) error {
	head := make([]byte, 8)
	if _, err := f.ReadAt(head, 0); err != nil {
		return err
	}
	at, length := int64(8), int64(int32(binary.LittleEndian.Uint32(head[4:])))
	if binary.LittleEndian.Uint32(head) != 0xFFFFFFFF { // before format 0.15 there was no marker
		at, length = 4, int64(int32(binary.LittleEndian.Uint32(head)))
	}
	return checkTable(f, at, length, messageHeader)
}

// checkFooter checks the schema in the footer of an Arrow file, which ends with
// the footer's length and "ARROW1".
func checkFooter(f io.ReaderAt, size int64) error {
	tail := make([]byte, 10)
	if size < int64(len(tail)) {
		return errSchema
	}
	if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil {
		return err
	}
	length := int64(int32(binary.LittleEndian.Uint32(tail)))
	return checkTable(f, size-int64(len(tail))-length, length, footerSchema)
}

// checkTable checks the schema that a slot of the root table points to.
func checkTable(f io.ReaderAt, at, length int64, slot int) error {
	if length < 8 || at < 0 || length > 256<<20 {
		return errSchema
	}
	b := make([]byte, length)
	if _, err := f.ReadAt(b, at); err != nil {
		return err
	}
	c := schemaCheck{flat: b}
	err := guard(func() error {
		root := c.indirect(0)
		if slot == messageHeader {
			// The body of a schema message is empty, and the library makes room for it.
			if at := c.field(root, messageBody); at != 0 && binary.LittleEndian.Uint64(c.flat[at:]) != 0 {
				return errSchema
			}
		}
		return c.schema(c.table(root, slot))
	})
	if err != nil {
		return errSchema // an index out of range included
	}
	return nil
}

// schemaCheck walks a schema. Its positions are offsets into the buffer; 0 is an absent
// field. An index beyond the buffer panics, which checkTable takes for damage: every
// position comes from the file, and one recover at the top cannot be forgotten as a check
// at each of them can.
type schemaCheck struct {
	flat   []byte
	fields int
}

// indirect follows an offset: FlatBuffers stores the distance from the offset's own place.
func (c *schemaCheck) indirect(at int) int { return at + int(binary.LittleEndian.Uint32(c.flat[at:])) }

// field is the position of a table's field. A table begins with the signed distance
// back to its virtual table: two bytes of its own size, two of the table's, then two
// for each field, its distance from the table's beginning, 0 where it is absent
// (FlatBuffers, "Internals").
func (c *schemaCheck) field(table, slot int) int {
	virtual := table - int(int32(binary.LittleEndian.Uint32(c.flat[table:])))
	entry := 4 + 2*slot
	if entry+2 > int(binary.LittleEndian.Uint16(c.flat[virtual:])) {
		return 0
	}
	offset := int(binary.LittleEndian.Uint16(c.flat[virtual+entry:]))
	if offset == 0 {
		return 0
	}
	return table + offset
}

// table is the position of a table that a field points to.
func (c *schemaCheck) table(table, slot int) int {
	at := c.field(table, slot)
	if at == 0 {
		return 0
	}
	return c.indirect(at)
}

// vector gives the elements of a vector of 4-byte offsets.
func (c *schemaCheck) vector(table, slot int) (first, n int, err error) {
	at := c.table(table, slot)
	if at == 0 {
		return 0, 0, nil
	}
	n = int(binary.LittleEndian.Uint32(c.flat[at:]))
	if n > (len(c.flat)-at-4)/4 {
		return 0, 0, errSchema
	}
	return at + 4, n, nil
}

// schema checks a Schema table: its own metadata, then its fields.
func (c *schemaCheck) schema(table int) error {
	if table == 0 {
		return errSchema
	}
	if _, _, err := c.vector(table, schemaMetadata); err != nil {
		return err
	}
	return c.children(table, schemaFields, 0)
}

// children checks the fields of a schema or of a nested field. A damaged offset can
// point back to a field above: depth and number end that.
func (c *schemaCheck) children(table, slot, depth int) error {
	first, n, err := c.vector(table, slot)
	if err != nil {
		return err
	}
	if c.fields += n; c.fields > mostFields || depth > deepestField {
		return errSchema
	}
	for i := range n {
		field := c.indirect(first + 4*i)
		if _, _, err := c.vector(field, fieldMetadata); err != nil {
			return err
		}
		if c.table(field, fieldType) >= len(c.flat) {
			return errSchema
		}
		if err := c.children(field, fieldChildren, depth+1); err != nil {
			return err
		}
	}
	return nil
}
