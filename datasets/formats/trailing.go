package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// trailingError is what stands behind the end of a JSON document: of two files that were
// written into one, the second would be lost.
type trailingError struct {
	At   int64 // byte offset of the first byte behind the document
	Next byte  // that byte
	Line int   // its line, from 1; 0: not known
}

// Error says where the bytes behind the document begin.
func (e *trailingError) Error() string {
	where := fmt.Sprintf("byte %d", e.At+1)
	if e.Line > 0 {
		where = fmt.Sprintf("line %d (byte %d)", e.Line, e.At+1)
	}
	switch e.Next {
	case '{', '[':
		return fmt.Sprintf("at %s begins a second JSON document, behind the end of the first", where)
	case 0:
		return fmt.Sprintf("at %s stand zero bytes, behind the end of the JSON document: it was not written to its end", where)
	}
	return fmt.Sprintf("at %s stands %q, behind the end of the JSON document", where, e.Next)
}

// hint says what to do about it.
func (e *trailingError) hint(f File) string {
	switch e.Next {
	case '{':
		return fmt.Sprintf("name the files one by one instead of joining them; or make JSON lines of it: jq -c . %q > lines.jsonl", f.Path)
	case '[':
		return fmt.Sprintf("name the files one by one instead of joining them; or make one list of it: jq -s add %q > list.json", f.Path)
	}
	return "write the file again"
}

// closed refuses anything but white space behind a document.
func (s *scanner) closed() error {
	c, err := s.peek()
	switch {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	}
	return &trailingError{At: s.base + int64(s.pos), Next: c}
}

// finish goes on from inside of an object, behind some of its members, to its end and
// that of the file.
func (s *scanner) finish() error {
	for {
		_, more, err := s.key()
		if err != nil {
			return err
		}
		if !more {
			return s.closed()
		}
		if _, err := s.value(false); err != nil {
			return err
		}
	}
}

// withLine gives a trailing document its line.
func withLine(f File, err error) error {
	var behind *trailingError
	if !errors.As(err, &behind) || behind.Line > 0 || f.Open == nil {
		return err
	}
	r, failed := f.Open()
	if failed != nil {
		return err
	}
	defer r.Close()
	line, buf := 1, make([]byte, 64<<10)
	rest := io.LimitReader(r, behind.At)
	for {
		n, failed := rest.Read(buf)
		line += bytes.Count(buf[:n], []byte("\n"))
		if failed != nil {
			break
		}
	}
	behind.Line = line
	return err
}

// withLines locates the error of a file's elements.
func withLines(f File, elements iter.Seq2[element, error]) iter.Seq2[element, error] {
	return func(yield func(element, error) bool) {
		for e, err := range elements {
			if !yield(e, withLine(f, err)) {
				return
			}
		}
	}
}
