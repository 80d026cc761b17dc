package formats

import (
	"bytes"
	std "encoding/json"
	"fmt"
	"io"
	"iter"
)

// lines yields the lines of a JSON Lines file, empty ones left out. A line is a
// record of its own: one that was cut short by a crash does not touch the next.
func lines(s *scanner) iter.Seq2[element, error] {
	return func(yield func(element, error) bool) {
		if err := s.start(); err != nil {
			yield(element{}, err)
			return
		}
		row := 0
		for {
			line, err := s.line()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(element{}, streamBreak(row+1, err))
				return
			}
			if len(line) == 0 {
				continue
			}
			row++
			if !yield(element{row, cleanText(line, true)}, nil) {
				return
			}
		}
	}
}

// wholeLines is lines, which end where the file was cut off inside of the last one, as one that
// is still being written is.
func wholeLines(s *scanner) iter.Seq2[element, error] {
	return func(yield func(element, error) bool) {
		for e, err := range lines(s) {
			if err == nil && s.last && e.Text[0] == '{' && !std.Valid(e.Text) {
				yield(element{}, &truncatedError{e.Row, true})
				return
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// line takes the next line, without white space around it.
func (s *scanner) line() ([]byte, error) {
	i := s.pos
	for {
		if n := bytes.IndexByte(s.buf[i:s.end], '\n'); n >= 0 {
			line := s.buf[s.pos : i+n]
			s.pos = i + n + 1
			return bytes.TrimSpace(line), nil
		}
		i = s.end
		moved, err := s.fill(s.pos)
		i -= moved
		if err == io.EOF && s.pos < s.end {
			line := s.buf[s.pos:s.end]
			s.pos, s.last = s.end, true
			return bytes.TrimSpace(line), nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// documents yields the JSON documents of a file, one after another.
func documents(s *scanner) iter.Seq2[element, error] {
	return func(yield func(element, error) bool) {
		if err := s.start(); err != nil {
			yield(element{}, err)
			return
		}
		for row := 1; ; row++ {
			if _, err := s.peek(); err == io.EOF {
				return
			} else if err != nil {
				yield(element{}, streamBreak(row, err))
				return
			}
			v, err := s.value(true)
			if err == nil && len(v.Bytes) == 0 { // a bracket or a comma that belongs to no document
				err = fmt.Errorf("unexpected %q between documents", s.buf[s.pos])
			}
			if err != nil {
				yield(element{}, streamBreak(row, err))
				return
			}
			if !yield(element{row, cleanText(v.Bytes, v.Bare)}, nil) {
				return
			}
		}
	}
}
