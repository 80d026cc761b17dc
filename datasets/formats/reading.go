package formats

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// yield takes one trajectory, or the error in its place, and reports whether to
// go on.
type yield func(*datasets.Trajectory, error) bool

// source is a datasets.Source over a function that reads everything once.
type source func(ctx context.Context, yield yield)

// Trajectories makes datasets.Source of a function.
func (s source) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return func(out func(*datasets.Trajectory, error) bool) {
		s(ctx, func(t *datasets.Trajectory, err error) bool {
			if stop := ctx.Err(); stop != nil {
				out(nil, stop)
				return false
			}
			return out(t, err)
		})
	}
}

// each hands over the elements of the list in a file. What stops the file is a
// *datasets.FileError; take returns false to stop.
func each(f File, in string, take func(element) bool) error {
	r, err := f.Open()
	if err != nil {
		return &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	for e, err := range elements(f.scanner(r), in) {
		if whole, cut := Truncated(err); cut && whole > 0 && f.Cut != nil {
			f.Cut(withLine(f, err))
			return nil
		}
		if err != nil {
			return unusable(f, err)
		}
		if !take(e) {
			return nil
		}
	}
	return nil
}

// unusable is an error that ends a file, with its line and what to do where the error is
// known.
func unusable(f File, err error) error {
	fe := &datasets.FileError{File: f.Path, Err: withLine(f, err)}
	var cut *truncatedError
	var behind *trailingError
	switch {
	case errors.As(err, &cut):
		fe.Hint = "the file is cut off; copy it again"
	case errors.As(err, &behind):
		fe.Hint = behind.hint(f)
	}
	return fe
}

// records yields one trajectory an element of a list: make returns an error for a
// record that cannot be read, or nil, nil to pass over it.
func records(f File, in string, make func(element) (*datasets.Trajectory, error), yield yield) bool {
	return yieldEach(f, func(take func(element) bool) error { return each(f, in, take) }, make, yield)
}

// lineRecords is records for a file of JSON Lines.
func lineRecords(f File, make func(element) (*datasets.Trajectory, error), yield yield) bool {
	return yieldEach(f, func(take func(element) bool) error { return eachLine(f, take) }, make, yield)
}

// yieldEach makes an attempt of each element, and yields what ends the file as its last error.
// It returns false where the consumer wants no more, or nothing more can be read.
func yieldEach(f File, each func(take func(element) bool) error, make func(element) (*datasets.Trajectory, error), yield yield) bool {
	goOn := true
	err := each(func(e element) bool {
		t, err := make(e)
		if t != nil {
			t.Place = e.place(f)
		}
		if err != nil || t != nil {
			goOn = yield(t, err)
		}
		return goOn
	})
	if err != nil {
		yield(nil, err)
		return false
	}
	return goOn
}

// eachLine hands over the lines of a file of JSON Lines.
func eachLine(f File, take func(element) bool) error {
	r, err := f.Open()
	if err != nil {
		return &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	for e, err := range lines(f.scanner(r)) {
		if err != nil {
			return unusable(f, err)
		}
		if !take(e) {
			return nil
		}
	}
	return nil
}

// noLog says that some files are of a format but hold no log.
func noLog(files []File, what, hint string) error {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	return &datasets.FileError{File: strings.Join(paths, ", "), Err: fmt.Errorf("%w%s", ErrNoLog, what), Hint: hint}
}

// ErrNoLog begins what is said of files that complete a log and are none by themselves.
var ErrNoLog = errors.New("no ")

// whole reads a file that holds one JSON value.
func whole(f File) (element, error) {
	r, err := f.Open()
	if err != nil {
		return element{}, &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	s := f.scanner(r)
	if err := s.start(); err != nil {
		return element{}, unusable(f, err)
	}
	v, err := s.value(true)
	if err != nil {
		return element{}, &datasets.RecordError{File: f.Path, Err: err}
	}
	text := slices.Clone(cleanText(v.Bytes, v.Bare))
	if err := s.closed(); err != nil {
		err = withLine(f, err)
		if behind := (*trailingError)(nil); errors.As(err, &behind) {
			err = fmt.Errorf("%w; %s", err, behind.hint(f))
		}
		return element{}, &datasets.RecordError{File: f.Path, Err: err}
	}
	return element{Row: 1, Text: text}, nil
}
