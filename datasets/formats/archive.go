package formats

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"mcpstats/datasets"
)

// archive is a zip file whose members are read one at a time.
type archive struct {
	file    File
	members []*zip.File
	at      map[string]*zip.File // a name that stands twice is its last member, as for Python's zipfile
	close   func() error
}

// openArchive reads a zip's directory and refuses what would expand beyond
// reason: members that overlap, or that claim too much together.
func openArchive(f File) (*archive, error) {
	r, err := randomAccess(f)
	if err != nil {
		return nil, &datasets.FileError{File: f.Path, Err: err}
	}
	z, err := zip.NewReader(r, r.Size())
	if err != nil {
		r.Close()
		return nil, &datasets.FileError{File: f.Path, Err: err, Hint: "the file is cut off or damaged; copy it again"}
	}
	z.RegisterDecompressor(zip.Deflate, flate.NewReader)
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow)))
	a := &archive{file: f, members: z.File, at: make(map[string]*zip.File, len(z.File)), close: r.Close}
	var stored, claimed uint64
	for _, m := range z.File {
		a.at[m.Name] = m
		stored += m.CompressedSize64
		claimed += m.UncompressedSize64
		if claimed < m.UncompressedSize64 || stored < m.CompressedSize64 {
			err = errors.New("the archive's sizes add up to more than there are numbers")
		}
	}
	switch {
	case err != nil:
	case stored > uint64(r.Size()):
		err = errors.New("the archive's members overlap")
	case claimed > uint64(f.Limits.MostExpanded(r.Size())):
		err = &datasets.ExpansionError{Stored: r.Size(), Most: f.Limits.MostExpanded(r.Size())}
	}
	if err != nil {
		r.Close()
		return nil, &datasets.FileError{File: f.Path, Err: err}
	}
	return a, nil
}

// maxWindow bounds the history that a zstd frame may ask a reader to hold.
const maxWindow = 512 << 20

// maxPacked bounds an archive that is itself compressed, which has to be held
// in memory.
const maxPacked = 512 << 20

// open opens a member. Its checksum and length are checked by reading it to the
// end.
func (a *archive) open(m *zip.File) (io.ReadCloser, error) {
	r, err := m.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return nil, fmt.Errorf("compression method %d is not known (known are deflate and zstd)", m.Method)
	}
	return r, err
}

// randomAccess opens a file for reading at any place; one that can only be read
// in order is held in memory.
func randomAccess(f File) (RandomAccess, error) {
	if f.At != nil {
		return f.At()
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	b, err := io.ReadAll(io.LimitReader(r, maxPacked+1))
	if err != nil {
		return nil, err
	}
	if len(b) > maxPacked {
		return nil, fmt.Errorf("an archive of more than %s that is compressed once more; decompress the file first", datasets.Size(maxPacked))
	}
	return inRAM{bytes.NewReader(b)}, nil
}

type inRAM struct{ *bytes.Reader }

func (inRAM) Close() error { return nil }
