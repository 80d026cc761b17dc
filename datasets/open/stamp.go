package open

import (
	"errors"
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
	d, err := digest(s.path, onDisk)
	if err != nil || d.SHA256 != s.sha256 {
		return changed
	}
	return nil
}
