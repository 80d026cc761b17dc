package open

import (
	"bytes"
	"errors"
	"io"
	"os"
	"time"

	"mcpstats/datasets"
)

// Stamp tells one state of a file from another: a report names its inputs by the
// digest of what was read, so that a file that changes on the way must not be used.
type Stamp struct {
	path    string
	info    os.FileInfo
	changed time.Time // of content or metadata, where the system tells; else zero
	sha256  string    // of this state, where it was taken
	head    []byte    // its first bytes, unpacked, where they were looked at
}

// StampOf is the state of a file now. Where it cannot be determined, opening the file says
// why.
func StampOf(path string) Stamp {
	info, err := os.Stat(path)
	if err != nil {
		return Stamp{path: path}
	}
	return Stamp{path: path, info: info, changed: changeTime(info)}
}

// errChanged is a file that is another one than when its reading began.
var errChanged = errors.New("changed while it was read")

// Check is the error of a file that changed since. A change of its owner or its links
// alone is none: where nothing else tells, the content does.
func (s Stamp) Check() error {
	if s.info == nil {
		return nil
	}
	changed := &datasets.FileError{File: s.path, Err: errChanged, Hint: "wait until it is complete, or copy it and read the copy"}
	now := StampOf(s.path)
	switch {
	case now.info == nil, !os.SameFile(s.info, now.info), s.info.Size() != now.info.Size(), !s.info.ModTime().Equal(now.info.ModTime()):
		return changed
	case s.changed.Equal(now.changed) || s.sha256 == "":
		return nil
	}
	d, err := digest(s.path, Stamp{}, onDisk)
	if err != nil || d.SHA256 != s.sha256 {
		return changed
	}
	return nil
}

// size is how long the file was; ok is false where that is not known, or means nothing, as of
// a pipe.
func (s Stamp) size() (n int64, ok bool) {
	if s.info == nil || !s.info.Mode().IsRegular() {
		return 0, false
	}
	return s.info.Size(), true
}

// upTo reads of the open file what was there when the stamp was taken. A log that is still
// being written grows while it is read: its digest and all readings of it are then of the same
// bytes.
func (s Stamp) upTo(r io.Reader) io.Reader {
	if n, ok := s.size(); ok {
		return io.LimitReader(r, n)
	}
	return r
}

// grew reports whether all that happened to the file since is that more was written behind its
// end. Where the digest was taken it has to be that of the same bytes still, else the first
// bytes have to be the same: a file that was written anew may be longer too.
func (s Stamp) grew() bool {
	now := StampOf(s.path)
	n, ok := s.size()
	if !ok || now.info == nil || !os.SameFile(s.info, now.info) || now.info.Size() <= n {
		return false
	}
	if s.sha256 != "" {
		d, err := digest(s.path, s, onDisk)
		return err == nil && d.SHA256 == s.sha256
	}
	first, _, err := head(s.path, s, datasets.Limits{})
	return err == nil && bytes.Equal(first, s.head)
}
