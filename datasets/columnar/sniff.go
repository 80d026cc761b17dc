package columnar

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// layout is what kind of columnar file a file is.
type layout uint8

const (
	notColumnar layout = iota
	parquetFile
	arrowFile
	arrowStream
)

var layoutNames = [...]string{"neither Parquet nor Arrow", "Parquet", "an Arrow file", "an Arrow stream"}

func (l layout) String() string { return layoutNames[l] }

// The magic bytes, and what stands between them:
//
//	Parquet      PAR1 | column chunks | footer | 4 bytes length of the footer | PAR1
//	encrypted    the same with PARE where the footer itself is encrypted
//	Arrow file   ARROW1 00 00 | a stream | footer | 4 bytes length of the footer | ARROW1
//	Arrow stream FFFFFFFF | 4 bytes length | schema message | batches ... | FFFFFFFF 00000000
//	Feather 1    FEA1 ... FEA1, a format of its own that Arrow's libraries dropped
//
// (parquet-format's README, "File format"; Arrow columnar format, "IPC File Format" and
// "IPC Streaming Format".) A stream has no magic and is recognised by the shape of its
// first message. The extension of the file's name is not consulted: people rename.

// Sniff reports whether the first bytes of a file, 12 or more, are those of a
// file that Open can try: Parquet, an Arrow file, or an Arrow stream.
func Sniff(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PAR1")) || bytes.HasPrefix(head, []byte("PARE")) ||
		bytes.HasPrefix(head, []byte("ARROW1")) || isArrowStream(head)
}

// isArrowStream recognises the schema message that starts a stream: the
// continuation marker, the message's length, and a flatbuffer whose root lies
// within it (Arrow columnar format, "Encapsulated message format").
func isArrowStream(head []byte) bool {
	if len(head) < 12 || binary.LittleEndian.Uint32(head) != 0xFFFFFFFF {
		return false
	}
	length, root := binary.LittleEndian.Uint32(head[4:]), binary.LittleEndian.Uint32(head[8:])
	return length >= 8 && length < 1<<28 && root >= 4 && root < length
}

// sniff recognises a file by its first and last bytes. Parquet and Arrow files keep their table
// of contents at the end, so that a file that was cut off while it was copied has the right
// beginning and no end: by far the most frequent damage, and worth a message of its own. The
// error says what was found instead; its file is named by the caller.
func sniff(f content) (layout, error) {
	info, err := f.Stat()
	if err != nil {
		return notColumnar, plain(err)
	}
	if info.IsDir() {
		return notColumnar, errors.New("is a folder, expected a Parquet or Arrow file")
	}
	if info.Size() == 0 {
		return notColumnar, errors.New("the file is empty")
	}
	head := make([]byte, 12)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return notColumnar, plain(err)
	}
	head = head[:n]
	tail := make([]byte, min(6, info.Size()))
	if _, err := f.ReadAt(tail, info.Size()-int64(len(tail))); err != nil {
		return notColumnar, plain(err)
	}
	switch {
	case bytes.HasPrefix(head, []byte("PAR1")), bytes.HasPrefix(head, []byte("PARE")):
		if bytes.HasSuffix(tail, []byte("PARE")) {
			return notColumnar, errors.New("the Parquet file is encrypted; decrypt it first")
		}
		if !bytes.HasSuffix(tail, []byte("PAR1")) || info.Size() < 12 {
			return notColumnar, fmt.Errorf("the Parquet file is truncated: it starts as one but has no footer at its end (%d bytes)", info.Size())
		}
		return parquetFile, nil
	case bytes.HasPrefix(head, []byte("ARROW1")):
		if !bytes.Equal(tail, []byte("ARROW1")) {
			return notColumnar, fmt.Errorf("the Arrow file is truncated: it starts as one but has no footer at its end (%d bytes)", info.Size())
		}
		return arrowFile, nil
	case bytes.HasPrefix(head, []byte("FEA1")):
		return notColumnar, errors.New("a Feather version 1 file, which Arrow no longer reads; write it again as version 2")
	case isArrowStream(head):
		return arrowStream, nil
	}
	return notColumnar, fmt.Errorf("neither Parquet nor Arrow: it starts with %q", strings.ToValidUTF8(string(head[:min(4, n)]), "?"))
}

// plain drops what a path error repeats: the caller names the file.
func plain(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
