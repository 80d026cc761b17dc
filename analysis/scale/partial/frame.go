package partial

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// Format is the version of the file format. A reader refuses every other.
const Format = 8

const (
	magic = "mcpstats partial\n"
	end   = "\nEND PRT"
)

// Kinds of block.
const (
	headerBlock  = 'H' // JSON of header
	attemptBlock = 'A' // scored attempts, packed
	sumsBlock    = 'S' // sums, packed
)

const (
	maxBlock   = 1 << 28 // bytes of a block, packed or unpacked
	maxFooter  = 1 << 30
	trailerLen = 4 + 4 + len(end) // length and CRC-32C of the footer, end
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errIncomplete is a file whose writer did not finish, or of which a part is lost.
var errIncomplete = errors.New("is not complete: whoever wrote it did not finish, or a part of it is lost")

// errForeign is a file that is no partial at all.
var errForeign = errors.New("is not a partial of mcpstats")

// header says what the blocks are.
type header struct {
	Format   int      `json:"format"`
	Settings Settings `json:"settings"`
}

// Shard is one input of a partial and where its records stand among others.
type Shard struct {
	result.Input
	Own  bool   `json:"own,omitempty"`  // a benchmark's own log (table.Origin)
	Rule string `json:"rule,omitempty"` // for repeated attempts (table.Origin)

	Catalog  *datasets.ToolCatalog `json:"catalog,omitempty"`  // what lies beside it
	Promises []datasets.Promise    `json:"promises,omitempty"` // what the log states that its runs set out to attempt
}

// Skipped is a file below a named folder that was left out.
type Skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
	Kind   string `json:"kind,omitempty"` // open.Skipped.Kind
}

// footer closes a file.
type footer struct {
	Inputs  []Shard   `json:"inputs"`
	Skipped []Skipped `json:"skipped,omitempty"`
	Records int       `json:"records"` // attempts that were scored
	Length  int64     `json:"length"`  // bytes before the footer
	SHA256  string    `json:"sha256"`  // of them
}

// framer writes a file.
type framer struct {
	w    io.Writer
	hash hash.Hash
	n    int64
}

func newFramer(w io.Writer, h header) (*framer, error) {
	f := &framer{w: w, hash: sha256.New()}
	if err := f.write([]byte(magic)); err != nil {
		return nil, err
	}
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	return f, f.block(headerBlock, text)
}

func (f *framer) write(p []byte) error {
	f.hash.Write(p)
	n, err := f.w.Write(p)
	f.n += int64(n)
	return err
}

func (f *framer) block(kind byte, payload []byte) error {
	if len(payload) > maxBlock {
		return fmt.Errorf("partial: a block of %d bytes; at most %d fit", len(payload), maxBlock)
	}
	head := binary.LittleEndian.AppendUint32([]byte{kind}, uint32(len(payload)))
	if err := f.write(head); err != nil {
		return err
	}
	return f.write(payload)
}

func (f *framer) close(foot footer) error {
	foot.Length, foot.SHA256 = f.n, hex.EncodeToString(f.hash.Sum(nil))
	text, err := json.Marshal(foot)
	if err != nil {
		return err
	}
	if len(text) > maxFooter {
		return fmt.Errorf("partial: a footer of %d bytes; at most %d fit: give fewer inputs to one partial", len(text), maxFooter)
	}
	tail := binary.LittleEndian.AppendUint32(text, uint32(len(text)))
	tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(text, castagnoli))
	_, err = f.w.Write(append(tail, end...))
	return err
}

// readFooter reads a file of this size from its end.
func readFooter(r io.ReaderAt, size int64) (footer, error) {
	var foot footer
	first := make([]byte, min(int64(len(magic)), size))
	if _, err := r.ReadAt(first, 0); err != nil && err != io.EOF {
		return foot, err
	}
	if !bytes.HasPrefix([]byte(magic), first) {
		return foot, errForeign
	}
	if size < int64(len(magic)+trailerLen) {
		return foot, errIncomplete
	}
	tail := make([]byte, trailerLen)
	if _, err := r.ReadAt(tail, size-int64(trailerLen)); err != nil {
		return foot, err
	}
	if string(tail[8:]) != end {
		return foot, errIncomplete
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	start := size - int64(trailerLen) - length
	if start < int64(len(magic)) || length > maxFooter {
		return foot, errIncomplete
	}
	text := make([]byte, length)
	if _, err := r.ReadAt(text, start); err != nil {
		return foot, err
	}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(tail[4:]) {
		return foot, errDamaged
	}
	if err := json.Unmarshal(text, &foot); err != nil {
		return foot, errDamaged
	}
	if foot.Length != start {
		return foot, errIncomplete
	}
	return foot, nil
}

// errDamaged is a file whose content is not what was written.
var errDamaged = errors.New("is damaged: its checksum is not that of its content")

// blocks hands on every block of the file in order, the header included, and
// compares the checksum at the end. A payload is valid until the next.
func blocks(r io.Reader, foot footer, each func(kind byte, payload []byte) error) error {
	sum := sha256.New()
	body := io.TeeReader(io.LimitReader(r, foot.Length), sum)
	first := make([]byte, len(magic))
	if _, err := io.ReadFull(body, first); err != nil {
		return errIncomplete
	}
	if string(first) != magic {
		return errForeign
	}
	var payload []byte
	for {
		var head [5]byte
		if _, err := io.ReadFull(body, head[:]); err == io.EOF {
			break
		} else if err != nil {
			return errDamaged
		}
		n := binary.LittleEndian.Uint32(head[1:])
		if n > maxBlock || int64(n) > foot.Length {
			return errDamaged
		}
		if cap(payload) < int(n) {
			payload = make([]byte, n)
		}
		payload = payload[:n]
		if _, err := io.ReadFull(body, payload); err != nil {
			return errDamaged
		}
		if err := each(head[0], payload); err != nil {
			return err
		}
	}
	if hex.EncodeToString(sum.Sum(nil)) != foot.SHA256 {
		return errDamaged
	}
	return nil
}
