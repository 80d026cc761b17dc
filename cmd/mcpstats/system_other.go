//go:build !linux

package main

import (
	"errors"
	"os"
	"syscall"
)

var endings = []os.Signal{os.Interrupt, syscall.SIGTERM}

func ignoreSizeSignal() {}

func swapNames(string, string) error { return errors.ErrUnsupported }

// running says yes: who cannot know calls nothing left over.
func running(int) bool { return true }

// watchMemory is for systems where a limit on memory can be asked for.
func watchMemory() (code int, watched bool) { return 0, false }
