package open

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
)

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// mostWindow bounds the history that a zstd frame may ask a reader to hold: four
// times what "zstd --long" asks for.
const mostWindow = 512 << 20

// unpack opens a file for reading, decompressed where its first bytes say that
// it is gzip or zstd. Of a file that has grown since its stamp it is what was there then.
func unpack(path string, then Stamp, limits datasets.Limits) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, bare(err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, bare(err)
	}
	// Larger reads than bufio's default, but for a small file; the scanner behind has its own buffer.
	r := bufio.NewReaderSize(then.upTo(f), int(min(64<<10, max(info.Size(), 0)+16)))
	magic, err := r.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		f.Close()
		return nil, bare(err)
	}
	switch {
	case bytes.HasPrefix(magic, gzipMagic):
		z, err := gzip.NewReader(r)
		if err != nil {
			f.Close()
			return nil, err
		}
		return &unpacked{limited(z, info, limits), func() error { return errors.Join(z.Close(), f.Close()) }, true}, nil
	case bytes.HasPrefix(magic, zstdMagic):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(mostWindow))
		if err != nil {
			f.Close()
			return nil, err
		}
		return &unpacked{limited(z, info, limits), func() error { z.Close(); return f.Close() }, true}, nil
	}
	return &unpacked{r, f.Close, false}, nil
}

// limited bounds what a compressed file may expand to, by its size on disk.
func limited(r io.Reader, info os.FileInfo, limits datasets.Limits) io.Reader {
	return &expanding{r: r, most: limits.MostExpanded(info.Size()), store: info.Size()}
}

// unpacked closes the decompressor and the file below it.
type unpacked struct {
	io.Reader
	close  func() error
	packed bool
}

func (u *unpacked) Close() error { return u.close() }

// heads are buffers for head: a folder may hold thousands of small files.
var heads = sync.Pool{New: func() any { return new([formats.HeadSize]byte) }}

// head reads the first bytes of a file, as many as a format may look at; whole says that they
// are all of it, and not packed.
func head(path string, then Stamp, limits datasets.Limits) (first []byte, whole bool, _ error) {
	r, err := unpack(path, then, limits)
	if err != nil {
		return nil, false, err
	}
	defer r.Close()
	buf := heads.Get().(*[formats.HeadSize]byte)
	defer heads.Put(buf)
	n, err := io.ReadFull(r, buf[:])
	if ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF); ended || n > 0 {
		return bytes.Clone(buf[:n]), ended && !r.(*unpacked).packed, nil
	}
	return nil, false, err
}

// held is a small file's content, which was read when the file was recognised, so that it is
// not opened again. Whether it changed since is asked of the disk (Stamp).
type held struct{ *bytes.Reader }

func (held) Close() error { return nil }

func (h held) Size() int64 { return h.Reader.Size() }

// unpackFile is unpack as formats call it.
func unpackFile(path string, then Stamp, limits datasets.Limits) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) { return unpack(path, then, limits) }
}

// inPlace opens a file for reading at any place; nil where it is compressed.
func inPlace(path string, then Stamp) func() (formats.RandomAccess, error) {
	magic := make([]byte, 4)
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	n, _ := io.ReadFull(f, magic)
	f.Close()
	if magic = magic[:n]; bytes.HasPrefix(magic, gzipMagic) || bytes.HasPrefix(magic, zstdMagic) {
		return nil
	}
	return func() (formats.RandomAccess, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, bare(err)
		}
		info, err := f.Stat()
		if err != nil {
			f.Close()
			return nil, bare(err)
		}
		size := info.Size()
		if most, ok := then.size(); ok {
			size = min(size, most)
		}
		return placed{f, size}, nil
	}
}

// placed is a file with the size that it had when it was opened.
type placed struct {
	*os.File
	size int64
}

func (p placed) Size() int64 { return p.size }

// onDisk opens a file as it is.
func onDisk(path string) (io.ReadCloser, error) { return os.Open(path) }
