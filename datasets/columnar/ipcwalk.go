package columnar

import (
	"encoding/binary"
	"fmt"
	"io"
)

// The headers of messages, as Message.fbs numbers them.
const (
	messageHeaderType = 1
	recordBatchHeader = 3
)

// walkStream goes over the messages of an Arrow stream by their lengths, without reading
// the rows: how many record batches there are, and whether the stream ends with its mark.
// A writer may close a stream without the mark (Arrow columnar format, "IPC Streaming
// Format"), so its absence is not damage; but a stream that was cut between two batches
// looks the same, which is why File.Notes mentions it. Bytes behind the mark are an
// error: of streams that were joined, all but the first would be lost. Damage within a
// message is left to the reader of the rows, which names the batch; the walk then claims
// that the stream ended, so that the note about a missing mark does not distract from it.
//
// Each message costs two small reads, whatever the size of its body.
func walkStream(f content) (batches int, ended bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, false, plain(err)
	}
	size := info.Size()
	word := make([]byte, 4)
	next := func(at int64) (uint32, bool) {
		_, err := f.ReadAt(word, at)
		return binary.LittleEndian.Uint32(word), err == nil
	}
	for at := int64(0); at < size; {
		length, ok := next(at)
		if !ok {
			return batches, false, nil // the reader of the rows says what is cut off
		}
		if at += 4; length == 0xFFFFFFFF { // the continuation marker, absent before format 0.15
			if length, ok = next(at); !ok {
				return batches, false, nil
			}
			at += 4
		}
		if length == 0 { // the mark: a continuation and a length of 0
			if at < size {
				return batches, true, fmt.Errorf("%d bytes stand behind the end of the stream, at byte %d: name streams one by one instead of joining them", size-at, at+1)
			}
			return batches, true, nil
		}
		if length > 256<<20 || at+int64(length) > size {
			return batches, true, nil
		}
		meta := make([]byte, length)
		if _, err := f.ReadAt(meta, at); err != nil && err != io.EOF {
			return batches, true, plain(err)
		}
		kind, body := messageOf(meta)
		if kind == recordBatchHeader {
			batches++
		}
		if body < 0 || body > size-at-int64(length) {
			return batches, true, nil
		}
		at += int64(length) + body
	}
	return batches, false, nil
}

// messageOf reads the kind of a message and the length of its body from the message's
// flatbuffer (Message.fbs: version, header_type, header, bodyLength); body is -1 where the
// buffer is damaged.
func messageOf(meta []byte) (kind byte, body int64) {
	c := schemaCheck{flat: meta}
	body = -1
	_ = guard(func() error {
		root := c.indirect(0)
		if at := c.field(root, messageHeaderType); at != 0 {
			kind = c.flat[at]
		}
		length := int64(0)
		if at := c.field(root, messageBody); at != 0 {
			length = int64(binary.LittleEndian.Uint64(c.flat[at:]))
		}
		body = length
		return nil
	})
	return kind, body
}
