package datasets

import (
	"context"
	"fmt"
	"iter"
)

// Source yields the attempts of one log, in the log's own order, reading it in
// bounded pieces. A *RecordError concerns one record: the stream goes on. Any
// other error ends it. The yielded Trajectory is valid until the next one is
// asked for. A source whose log states what its runs set out to attempt is a
// Promiser too.
type Source interface {
	Trajectories(ctx context.Context) iter.Seq2[*Trajectory, error]
}

// RecordError is one record that could not be read. It is counted, listed and
// shown in the report; it never stops the reading of the rest.
type RecordError struct {
	File   string // as the user named it
	Row    int    // 1-based record number within the file; 0: not known
	Column string // column or key; empty: the whole record
	Err    error  // what was found and what was expected
}

// Error is file, record and column, as far as they are known, then the cause.
func (e *RecordError) Error() string {
	s := e.File
	if e.Row > 0 {
		s += fmt.Sprintf(": record %d", e.Row)
	}
	if e.Column != "" {
		s += fmt.Sprintf(": column %q", e.Column)
	}
	return s + ": " + e.Err.Error()
}

// Unwrap is the cause.
func (e *RecordError) Unwrap() error { return e.Err }

// FileError is a file that cannot be used at all: not of its format, truncated,
// corrupt, with an unsupported codec, or lacking a required column.
type FileError struct {
	File string
	Err  error  // what was found and what was expected
	Hint string // what to try; may be empty
}

// Error is the file and the cause, then the hint where there is one.
func (e *FileError) Error() string {
	s := e.File + ": " + e.Err.Error()
	if e.Hint != "" {
		s += "; " + e.Hint
	}
	return s
}

// Unwrap is the cause.
func (e *FileError) Unwrap() error { return e.Err }
