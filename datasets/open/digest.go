package open

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"

	"mcpstats/datasets"
)

// Digest identifies a file by its content on disk, packed files as they are.
type Digest struct {
	Path   string
	SHA256 string // hexadecimal
}

// Digests are those of all files of the input, in the order of Files.
func (in *Input) Digests() ([]Digest, error) {
	out := make([]Digest, len(in.Files))
	for i, path := range in.Files {
		var err error
		var then Stamp
		if i < len(in.stamps) && in.growing() {
			then = in.stamps[i]
		}
		if out[i], err = digest(path, then, in.raw); err != nil {
			return nil, err
		}
		if i < len(in.stamps) {
			if _, err := in.check(i); err != nil {
				return nil, err
			}
			in.stamps[i].sha256 = out[i].SHA256
		}
	}
	return out, nil
}

// DigestOf is the digest of one file on disk.
func DigestOf(path string) (Digest, error) {
	return digest(path, Stamp{}, func(path string) (io.ReadCloser, error) { return File(path) })
}

// File opens a file on disk; a pipe would wait for who writes to it. Errors: no
// such file, or not a regular one.
func File(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := datasets.Regular(info.Mode()); err != nil {
		return nil, err
	}
	return os.Open(path)
}

// digest reads a whole file, or what of it was there then, for its SHA-256. open is the
// caller's, as embedded files have digests too.
func digest(path string, then Stamp, open func(string) (io.ReadCloser, error)) (Digest, error) {
	f, err := open(path)
	if err != nil {
		return Digest{}, &datasets.FileError{File: path, Err: bare(err)}
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, then.upTo(f)); err != nil {
		return Digest{}, &datasets.FileError{File: path, Err: bare(err)}
	}
	return Digest{Path: path, SHA256: hex.EncodeToString(h.Sum(nil))}, nil
}
