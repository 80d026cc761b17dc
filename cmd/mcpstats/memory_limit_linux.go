package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"golang.org/x/sys/unix"

	"mcpstats/datasets"
)

// underLimit is set in the environment of a program that another one watches.
const underLimit = "MCPSTATS_WATCHED"

// watchMemory runs the program once more under its own eyes where the system limits the
// memory of a process (ulimit -v): the Go runtime dies of a refused allocation, with a
// page of stacks and the exit code of a wrong command line, and nothing within the
// process can say it better. watched is false where there is no limit.
func watchMemory() (code int, watched bool) {
	if os.Getenv(underLimit) != "" {
		return 0, false
	}
	limit, limited := memoryLimit()
	self, err := os.Executable()
	if !limited || err != nil {
		return 0, false
	}
	c := exec.Command(self, os.Args[1:]...)
	c.Args[0] = os.Args[0]
	c.Env = append(os.Environ(), underLimit+"=1")
	var said lastWords
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, &said
	if c.Start() != nil {
		return 0, false
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, endings...)
	go func() {
		for s := range signals {
			_ = c.Process.Signal(s) // it may have ended
		}
	}()
	err = c.Wait()
	var died *exec.ExitError
	switch {
	case said.memory():
		fmt.Fprintf(os.Stderr, "mcpstats: out of memory: a process may take %s (ulimit -v); allow more, or give fewer logs at a time\n", limit)
		return exitUnusable, true
	case errors.As(err, &died) && died.ExitCode() >= 0:
		code = died.ExitCode()
	case err != nil:
		code = exitUnusable
	}
	_, _ = os.Stderr.Write(said.held) // there is nowhere left to say that it failed
	return code, true
}

// memoryLimit is the least of the system's limits on the memory of this process.
func memoryLimit() (least datasets.Size, limited bool) {
	for _, what := range []int{unix.RLIMIT_AS, unix.RLIMIT_DATA} {
		var l unix.Rlimit
		if unix.Getrlimit(what, &l) == nil && l.Cur < 1<<62 && (!limited || datasets.Size(l.Cur) < least) {
			least, limited = datasets.Size(l.Cur), true
		}
	}
	return least, limited
}

// lastWords hands stderr on, line by line, and keeps what the runtime says as it dies.
type lastWords struct{ line, held []byte }

func (w *lastWords) Write(b []byte) (int, error) {
	for _, c := range b {
		if w.line = append(w.line, c); c != '\n' {
			continue
		}
		dying := len(w.held) > 0
		for _, begins := range []string{"runtime: ", "runtime/cgo: ", "fatal error: ", "SIGABRT: ", "panic: "} {
			dying = dying || bytes.HasPrefix(w.line, []byte(begins))
		}
		if dying {
			w.held = append(w.held, w.line...)
		} else if _, err := os.Stderr.Write(w.line); err != nil {
			return 0, err
		}
		w.line = w.line[:0]
	}
	return len(b), nil
}

// memory tells whether it was for want of memory.
func (w *lastWords) memory() bool {
	for _, words := range []string{"out of memory", "cannot allocate memory", "failed to reserve", "pthread_create failed", "failed to create new OS thread", "errno=12"} {
		if strings.Contains(string(w.held), words) {
			return true
		}
	}
	return false
}
