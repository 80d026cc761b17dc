package main

import (
	"errors"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// endings are the signals on which the program discards what it was writing and
// ends: what a terminal sends, and what schedulers and containers do.
var endings = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// ignoreSizeSignal makes a limit on the size of files an error of the write, which
// is reported, instead of the program's death.
func ignoreSizeSignal() { signal.Ignore(syscall.SIGXFSZ) }

// swapNames puts a under the name of b, and b under that of a, at once.
func swapNames(a, b string) error {
	return unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
}

// running reports whether a process of this id is there.
func running(id int) bool {
	return !errors.Is(syscall.Kill(id, 0), syscall.ESRCH)
}
