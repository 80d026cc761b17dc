package xlsx

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// archive is the zip writer that excelize writes a workbook to. It keeps the
// compressed entries and writes them sorted and without times when it is closed:
// excelize orders some of them by a map.
type archive struct {
	w        io.Writer
	replaced map[string][]byte // entries that are written otherwise
	entries  []*entry
	deflate  *flate.Writer
}

// deflation is the level of compression: beyond it a workbook takes twice the
// time to be a few percent smaller.
const deflation = 3

// entry is one file of the archive while it is written.
type entry struct {
	name    string
	packed  bytes.Buffer
	deflate *flate.Writer // nil when the entry is complete
	sum     hash.Hash32
	size    uint64
}

// Create starts an entry and ends the one before.
func (a *archive) Create(name string) (io.Writer, error) {
	if err := a.end(); err != nil {
		return nil, err
	}
	e := &entry{name: name, sum: crc32.NewIEEE()}
	if a.deflate == nil {
		var err error
		if a.deflate, err = flate.NewWriter(nil, deflation); err != nil {
			return nil, err
		}
	}
	a.deflate.Reset(&e.packed)
	e.deflate = a.deflate
	a.entries = append(a.entries, e)
	if content, ok := a.replaced[name]; ok {
		_, err := e.Write(content)
		return io.Discard, err
	}
	if name == "[Content_Types].xml" {
		return contentTypes{e}, nil
	}
	return e, nil
}

func (e *entry) Write(p []byte) (int, error) {
	e.sum.Write(p)
	e.size += uint64(len(p))
	return e.deflate.Write(p)
}

// end completes the last entry.
func (a *archive) end() error {
	if len(a.entries) == 0 {
		return nil
	}
	last := a.entries[len(a.entries)-1]
	if last.deflate == nil {
		return nil
	}
	err := last.deflate.Close()
	last.deflate = nil
	return err
}

// AddFS is part of excelize's interface; a workbook that is made anew has no use
// for it.
func (a *archive) AddFS(fs.FS) error {
	return errors.New("xlsx: a file system is not part of a workbook")
}

// Close writes the archive.
func (a *archive) Close() error {
	if err := a.end(); err != nil {
		return err
	}
	slices.SortFunc(a.entries, func(x, y *entry) int { return strings.Compare(x.name, y.name) })
	out := zip.NewWriter(a.w)
	for _, e := range a.entries {
		to, err := out.CreateRaw(&zip.FileHeader{
			Name: e.name, Method: zip.Deflate, CRC32: e.sum.Sum32(),
			CompressedSize64: uint64(e.packed.Len()), UncompressedSize64: e.size,
		})
		if err != nil {
			return err
		}
		if _, err := e.packed.WriteTo(to); err != nil {
			return err
		}
	}
	return out.Close()
}
