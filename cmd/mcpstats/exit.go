package main

import (
	"errors"
	"fmt"
)

// Exit codes. They are part of the interface: scripts rely on them.
const (
	exitDone     = 0
	exitNo       = 1
	exitUsage    = 2
	exitUnusable = 3
)

// exitMeanings explain the codes to users.
var exitMeanings = []struct {
	code    int
	meaning string
}{
	{exitDone, "done"},
	{exitNo, "the answer is no: a claim is refuted, a gate failed"},
	{exitUsage, "the command line, the plan or the mapping is wrong"},
	{exitUnusable, "the input cannot be used, the output cannot be written, or the program was interrupted"},
}

// usageError is a mistake in the command line, the plan or the mapping.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Errorf(format, args...)}
}

// noError is the answer "no" of a command that asks a question.
type noError struct{ reason string }

func (e *noError) Error() string { return e.reason }

// exitCode maps an error to the documented code: what is neither a mistake of usage nor an
// answer is trouble with the input. Errors that nobody classified are therefore 3, never 0
// or the answer no.
func exitCode(err error) int {
	var usage *usageError
	var no *noError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &no):
		return exitNo
	case errors.As(err, &usage):
		return exitUsage
	default:
		return exitUnusable
	}
}
