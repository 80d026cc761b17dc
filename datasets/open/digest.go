package open

import (
	"crypto/sha256"
	"encoding/hex"
	"io"

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
		f, err := in.raw(path)
		if err != nil {
			return nil, &datasets.FileError{File: path, Err: bare(err)}
		}
		h := sha256.New()
		_, err = io.Copy(h, f)
		f.Close()
		if err != nil {
			return nil, &datasets.FileError{File: path, Err: bare(err)}
		}
		out[i] = Digest{Path: path, SHA256: hex.EncodeToString(h.Sum(nil))}
	}
	return out, nil
}
