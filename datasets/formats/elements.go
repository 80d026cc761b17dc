package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// element is one record of a JSON file: its number within the file, from 1, and
// its text, valid until the next one is asked for.
type element struct {
	Row  int
	Text []byte
}

// place is where the element stands.
func (e element) place(f File) datasets.Place { return datasets.Place{File: f.Path, Row: e.Row} }

// elements yields the elements of the array that a file holds: the file itself
// is the array, or an object whose member `in` is (any other member is passed
// over unread). One element is in memory at a time. Errors end the stream and
// say behind which record they stand.
func elements(s *scanner, in string) iter.Seq2[element, error] {
	return func(yield func(element, error) bool) {
		if err := s.enter(in); err != nil {
			yield(element{}, err)
			return
		}
		for row := 1; ; row++ {
			v, more, err := s.next()
			if err != nil {
				yield(element{}, streamBreak(row, err))
				return
			}
			if !more {
				if err := s.leave(); err != nil {
					yield(element{}, err)
				}
				return
			}
			if !yield(element{row, cleanText(v.Bytes, v.Bare)}, nil) {
				return
			}
		}
	}
}

// truncatedError is a list that ends before its closing bracket.
type truncatedError struct {
	Row    int  // the record that is cut, or the first that is missing
	Inside bool // the cut is inside of the record
}

// Error says behind which record the file ends.
func (e *truncatedError) Error() string {
	if e.Inside {
		return fmt.Sprintf("the file ends inside record %d", e.Row)
	}
	return fmt.Sprintf("the file ends behind record %d, its list unclosed", e.Row-1)
}

// Truncated tells a file that ends inside a record or before its list is closed, as one that is
// still being written does, from one that is damaged; whole is how many records stand before.
func Truncated(err error) (whole int, ok bool) {
	var cut *truncatedError
	if !errors.As(err, &cut) {
		return 0, false
	}
	return cut.Row - 1, true
}

// streamBreak names the record at which a stream broke.
func streamBreak(row int, err error) error {
	switch {
	case errors.Is(err, errTruncated), errors.Is(err, io.ErrUnexpectedEOF): // the latter of a packed file
		return &truncatedError{row, true}
	case errors.Is(err, errOpen):
		return &truncatedError{row, false}
	default:
		return fmt.Errorf("at record %d: %w", row, err)
	}
}

var (
	errOpen  = errors.New("the list is not closed")
	errEmpty = errors.New("the file is empty")
)

// enter moves into the array to be read: the top-level one, or the member `in`
// of a top-level object.
func (s *scanner) enter(in string) error {
	if err := s.start(); err != nil {
		return err
	}
	c, err := s.peek()
	switch {
	case err == io.EOF:
		return errEmpty
	case err != nil:
		return err
	case c == '[':
		s.pos++
		return nil
	case c != '{':
		return fmt.Errorf("expected a JSON list or object, found %q", c)
	case in == "":
		return errors.New("expected a JSON list, found an object")
	}
	s.pos++
	for {
		key, more, err := s.key()
		if err != nil {
			return err
		}
		if !more {
			return fmt.Errorf("no key %q", in)
		}
		if key != in {
			if _, err := s.value(false); err != nil {
				return err
			}
			continue
		}
		if c, err := s.peek(); err != nil || c != '[' {
			return fmt.Errorf("the key %q does not hold a list", in)
		}
		s.pos++
		s.within = true
		return nil
	}
}

// leave goes from behind the array to the end of the file.
func (s *scanner) leave() error {
	if s.within {
		return s.finish()
	}
	return s.closed()
}

// next takes the next element of an array; more is false at its end.
func (s *scanner) next() (v raw, more bool, err error) {
	c, err := s.peek()
	for err == nil && c == ',' {
		s.pos++
		c, err = s.peek()
	}
	switch {
	case err == io.EOF:
		return raw{}, false, errOpen
	case err != nil:
		return raw{}, false, err
	case c == ']':
		s.pos++
		return raw{}, false, nil
	case c == '}' || c == ':':
		return raw{}, false, fmt.Errorf("unexpected %q between records", c)
	}
	v, err = s.value(true)
	return v, true, err
}

// key takes the next member's key and the colon behind it; more is false at the
// object's end.
func (s *scanner) key() (key string, more bool, err error) {
	c, err := s.peek()
	for err == nil && c == ',' {
		s.pos++
		c, err = s.peek()
	}
	switch {
	case err == io.EOF:
		return "", false, errTruncated
	case err != nil:
		return "", false, err
	case c == '}':
		s.pos++
		return "", false, nil
	case c != '"':
		return "", false, fmt.Errorf("expected a key in quotes, found %q", c)
	}
	v, err := s.value(true)
	if err != nil {
		return "", false, err
	}
	key, ok := mapping.Unquoted(v.Bytes)
	if !ok {
		if err := unmarshal(v.Bytes, &key); err != nil {
			return "", false, err
		}
	}
	if c, err := s.peek(); err == io.EOF {
		return "", false, errTruncated
	} else if err != nil || c != ':' {
		return "", false, fmt.Errorf("expected a colon behind the key %q", key)
	}
	s.pos++
	return key, true, nil
}

// members hands over the values of the wanted keys of a top-level object and
// passes over the others; it stops when it has them all.
func members(s *scanner, want ...string) (map[string][]byte, error) {
	return membersOf(s, false, want)
}

// allMembers is members to the end of the object and of the file. A wanted key that
// stands twice, with different values, is an error.
func allMembers(s *scanner, want ...string) (map[string][]byte, error) {
	return membersOf(s, true, want)
}

// membersOf reads members until it has those that are wanted, or with all to the end of the
// file. What was found before an error is returned with it.
func membersOf(s *scanner, all bool, want []string) (map[string][]byte, error) {
	if err := s.start(); err != nil {
		return nil, err
	}
	if c, err := s.peek(); err == io.EOF {
		return nil, errEmpty
	} else if err != nil || c != '{' {
		return nil, errors.New("expected a JSON object")
	}
	s.pos++
	found := make(map[string][]byte, len(want))
	for all || len(found) < len(want) {
		key, more, err := s.key()
		if err == nil && !more && all {
			err = s.closed()
		}
		if err != nil || !more {
			return found, err
		}
		wanted := false
		for _, w := range want {
			wanted = wanted || w == key
		}
		v, err := s.value(wanted)
		if err != nil {
			return found, err
		}
		if wanted {
			text := cleanText(v.Bytes, v.Bare)
			if before, twice := found[key]; twice && !bytes.Equal(before, text) {
				return found, fmt.Errorf("the key %q stands twice, with different values", key)
			}
			found[key] = bytes.Clone(text)
		}
	}
	return found, nil
}
