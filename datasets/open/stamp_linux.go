package open

import (
	"os"
	"syscall"
	"time"
)

// changeTime is when the inode last changed, which a program cannot set back.
func changeTime(info os.FileInfo) time.Time {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctim.Unix())
	}
	return time.Time{}
}
