package datasets

import (
	"errors"
	"io/fs"
)

// Regular is the error for what can be opened and is no file on disk: a pipe or
// device may never end, cannot be read twice, and is no input that a report can
// name by its content. It is nil for a regular file.
func Regular(mode fs.FileMode) error {
	kind := ""
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		kind = "a folder"
	case mode&fs.ModeNamedPipe != 0:
		kind = "a pipe"
	case mode&fs.ModeSocket != 0:
		kind = "a socket"
	case mode&fs.ModeDevice != 0:
		kind = "a device"
	default:
		kind = "no regular file"
	}
	return errors.New("is " + kind + ", expected a file on disk; save it to one first")
}
