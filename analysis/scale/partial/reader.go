package partial

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/klauspost/compress/zstd"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// File is one partial on disk whose footer has been read: it is complete.
type File struct {
	Path     string
	Settings Settings
	Inputs   []Shard
	Skipped  []Skipped
	Records  int // attempts that were scored

	foot footer
	keys []string // of the inputs, sorted; set by Gather
}

// Open reads the header and the footer of a partial. Errors: *datasets.FileError
// for a file that is none, is not complete, or is of another version.
func Open(path string) (*File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &datasets.FileError{File: path, Err: bare(err)}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, &datasets.FileError{File: path, Err: bare(err)}
	}
	if info.IsDir() {
		return nil, &datasets.FileError{File: path, Err: errors.New("is a folder"), Hint: "name the partials in it, for instance with a glob"}
	}
	out := &File{Path: path}
	if out.foot, err = readFooter(f, info.Size()); err != nil {
		return nil, refuse(path, err)
	}
	head, err := readHeader(io.NewSectionReader(f, 0, info.Size()))
	if err != nil {
		return nil, refuse(path, err)
	}
	if head.Format != Format {
		return nil, &datasets.FileError{File: path, Err: fmt.Errorf("is a partial of version %d; this program reads version %d", head.Format, Format),
			Hint: "score its shards again with this version"}
	}
	out.Settings, out.Inputs, out.Skipped, out.Records = head.Settings, out.foot.Inputs, out.foot.Skipped, out.foot.Records
	return out, nil
}

func readHeader(r io.Reader) (header, error) {
	var h header
	first := make([]byte, len(magic)+5)
	if _, err := io.ReadFull(r, first); err != nil {
		return h, errIncomplete
	}
	if first[len(magic)] != headerBlock {
		return h, errDamaged
	}
	size := int64(first[len(magic)+1]) | int64(first[len(magic)+2])<<8 | int64(first[len(magic)+3])<<16 | int64(first[len(magic)+4])<<24
	text, err := io.ReadAll(io.LimitReader(r, size))
	if err != nil {
		return h, err
	}
	if json.Unmarshal(text, &h) != nil {
		return h, errDamaged
	}
	return h, nil
}

// refuse is the one line for a file that cannot be used.
func refuse(path string, err error) error {
	hint := ""
	switch {
	case errors.Is(err, errIncomplete), errors.Is(err, errDamaged):
		hint = "score its shards again"
	case errors.Is(err, errForeign):
		hint = "partials are what mcpstats score --partial writes"
	}
	return &datasets.FileError{File: path, Err: bare(err), Hint: hint}
}

// bare is an error of the file system without the path, which is said already.
func bare(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// each unpacks every block of a kind, and compares the checksum of all.
func (f *File) each(kind byte, unpack func(*unpacker) error) error {
	file, err := os.Open(f.Path)
	if err != nil {
		return refuse(f.Path, err)
	}
	defer file.Close()
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxBlock))
	if err != nil {
		return err
	}
	defer z.Close()
	var buf []byte
	err = blocks(file, f.foot, func(k byte, payload []byte) error {
		switch k {
		case headerBlock:
			return nil
		case kind:
		default:
			return errDamaged
		}
		var err error
		if buf, err = z.DecodeAll(payload, buf[:0]); err != nil {
			return errDamaged
		}
		u := &unpacker{buf: buf}
		if err := unpack(u); err != nil {
			return err
		}
		return u.err
	})
	if err != nil {
		return refuse(f.Path, err)
	}
	return nil
}

// EachRecord hands on every scored attempt in the order of writing: the index of its
// input, its number there, and the attempt. What was handed on counts only where
// no error is returned.
func (f *File) EachRecord(each func(input, number int, r table.Record)) error {
	n := 0
	err := f.each(attemptBlock, func(u *unpacker) error {
		for len(u.buf) > 0 {
			input, number, r := unpackRecord(u)
			if u.err != nil || input < 0 || input >= len(f.Inputs) || !f.knows(&r.Detected) {
				return errDamaged
			}
			n++
			each(input, number, r)
		}
		return nil
	})
	if err == nil && n != f.Records {
		return refuse(f.Path, errDamaged)
	}
	return err
}

// knows tells whether the modes are those of the taxonomy that was looked for.
func (f *File) knows(d *table.Detected) bool {
	if p := d.Course.Primary; p.Known && (p.Value < 0 || p.Value >= len(f.Settings.Modes)) || int(d.Course.Cause) >= len(table.Causes) {
		return false
	}
	return !slices.ContainsFunc(d.Modes, func(m table.DetectedMode) bool { return m.Mode < 0 || m.Mode >= len(f.Settings.Modes) })
}
