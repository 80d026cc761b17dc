package datasets

import (
	"errors"
	"io/fs"
)

// Regular is the error for what can be opened but is not a file on disk: a pipe or a device may
// never end, cannot be read twice, and cannot be named in a report by its content. It is nil
// for a regular file.
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
		kind = "not a regular file"
	}
	return errors.New("is " + kind + ", expected a file on disk; save it to one first")
}
