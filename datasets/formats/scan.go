package formats

import (
	"bytes"
	"errors"
	"io"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// scanner finds the boundaries of JSON values in a stream, holding one value at
// a time. It does not check what is between the boundaries: decoding does. Where
// a value is damaged it looks for the most likely end, so that one bad record
// does not take the rest of the file with it: a raw line break, which JSON does
// not allow inside a string, means that the quote before it opened none, and a
// bracket closes every opener above its own kind.
type scanner struct {
	r        io.Reader
	most     int // bytes of one value
	buf      []byte
	pos, end int   // unread bytes are buf[pos:end]
	base     int64 // file offset of buf[0]
	err      error // sticky, io.EOF included

	last   bool   // the line at hand is the file's last, and no line break ends it
	within bool   // the array at hand is a member of the file's object
	stack  []byte // open brackets of the value being scanned
}

// raw is one JSON value. Bytes are valid until the scanner moves on.
type raw struct {
	Bytes []byte
	Bare  bool // may hold NaN or Infinity, which JSON lacks
}

var (
	errTruncated = errors.New("the file ends inside a value")
	errUTF16     = errors.New("the text is UTF-16; convert it to UTF-8")
)

// newScanner scans r; a value may take most bytes.
func newScanner(r io.Reader, most int) *scanner {
	return &scanner{r: r, most: most, buf: make([]byte, firstBuffer(r))}
}

// textScanner scans a text where it stands; nothing is read behind it.
func textScanner(text []byte) *scanner {
	return &scanner{most: len(text), buf: text, end: len(text), err: io.EOF}
}

// firstBuffer is the size of a scanner's buffer to begin with: that of what is read, where it
// is in memory and small, else enough for most records.
func firstBuffer(r io.Reader) int {
	const usual = 64 << 10
	if held, ok := r.(interface{ Len() int }); ok {
		return min(usual, held.Len()+1) // one more, so that the end is seen without growing
	}
	return usual
}

// scanner scans the file's content.
func (f File) scanner(r io.Reader) *scanner { return newScanner(r, f.Limits.MostRecord()) }

// fill reads more bytes, keeping buf[keep:end], and returns by how much the kept
// bytes moved down.
func (s *scanner) fill(keep int) (moved int, err error) {
	if s.err != nil {
		return 0, s.err
	}
	if s.end == len(s.buf) {
		if keep > 0 {
			moved = keep
			copy(s.buf, s.buf[keep:s.end])
			s.pos, s.end, s.base = s.pos-keep, s.end-keep, s.base+int64(keep)
		}
		if s.end > len(s.buf)/2 {
			if len(s.buf) >= s.most {
				return moved, &datasets.TooLargeError{Most: s.most}
			}
			s.buf = append(s.buf, make([]byte, min(len(s.buf), max(s.most-len(s.buf), 1)))...)
		}
	}
	n, err := s.r.Read(s.buf[s.end:])
	s.end += n
	s.err = err
	if n > 0 {
		err = nil
	}
	return moved, err
}

// peek returns the next byte that is not white space, without taking it.
func (s *scanner) peek() (byte, error) {
	for {
		for ; s.pos < s.end; s.pos++ {
			switch c := s.buf[s.pos]; c {
			case ' ', '\n', '\r', '\t':
			default:
				return c, nil
			}
		}
		if _, err := s.fill(s.pos); err != nil {
			return 0, err
		}
	}
}

// start drops the UTF-8 byte order mark that some editors and spreadsheets put
// before a file, and refuses UTF-16, in which no JSON may be (RFC 8259, 8.1).
func (s *scanner) start() error {
	for s.end < 3 {
		if _, err := s.fill(0); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	head := s.buf[:s.end]
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return errUTF16
	}
	s.pos = len(head) - len(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	return nil
}

// structural marks the bytes that matter outside of strings, and delimits those
// that end a number or a literal.
var (
	structural = [256]bool{'"': true, '{': true, '[': true, '}': true, ']': true, 'N': true, 'I': true}
	delimits   = [256]bool{',': true, ':': true, '}': true, ']': true, ' ': true, '\t': true, '\r': true, '\n': true}
	inString   = [256]bool{'"': true, '\\': true, '\n': true}
)

// value takes the next value. With keep unset the bytes are passed over without
// being held, and Bytes is nil.
func (s *scanner) value(keep bool) (raw, error) {
	first, err := s.peek()
	if err != nil {
		return raw{}, err
	}
	scalar := first != '"' && first != '{' && first != '['
	s.stack = s.stack[:0]
	var v raw
	var text, escape bool
	start, i := s.pos, s.pos
	opened, noText := 0, 0 // the last quote that opened a string; where a false one's line ends
	for done := false; !done; {
		if i == s.end {
			if !keep {
				start, s.pos = i, i
			}
			moved, err := s.fill(start)
			start, i, opened, noText = start-moved, i-moved, opened-moved, noText-moved
			if err == io.EOF && scalar && i > start {
				break
			} else if err == io.EOF {
				return v, errTruncated
			} else if err != nil {
				return v, err
			}
			continue
		}
		switch {
		case escape:
			escape = false
			i++
		case text:
			for i < s.end && !inString[s.buf[i]] {
				i++
			}
			if i == s.end {
				continue
			}
			switch s.buf[i] {
			case '\\':
				escape = true
			case '"':
				text = false
				done = len(s.stack) == 0
			default:
				text = false
				if opened >= start {
					i, noText = opened, i
				}
			}
			i++
		case scalar:
			for i < s.end && !delimits[s.buf[i]] {
				i++
			}
			done = i < s.end
			v.Bare = true
		default:
			for i < s.end && !structural[s.buf[i]] {
				i++
			}
			if i == s.end {
				continue
			}
			switch c := s.buf[i]; c {
			case '"':
				if text = i >= noText; text {
					opened = i
				}
			case '{', '[':
				s.stack = append(s.stack, c)
			case '}', ']':
				s.shut(c)
				done = len(s.stack) == 0
			default:
				v.Bare = true
			}
			i++
		}
	}
	if keep {
		v.Bytes = s.buf[start:i]
	}
	s.pos = i
	return v, nil
}

// shut closes the innermost opener of c's kind and all above it; a closer
// without an opener is left for decoding to refuse.
func (s *scanner) shut(c byte) {
	opener := byte('{')
	if c == ']' {
		opener = '['
	}
	if i := bytes.LastIndexByte(s.stack, opener); i >= 0 {
		s.stack = s.stack[:i]
	}
}

// cleanText makes a record's text what JSON asks for: bytes that are not UTF-8 are spelled
// out, so that ids that differ in them stay apart, and bare NaN and Infinity become null.
func cleanText(text []byte, bare bool) []byte {
	text = mapping.Exact(text)
	if bare && (bytes.Contains(text, []byte("NaN")) || bytes.Contains(text, []byte("Infinity"))) {
		text = nullBare(text)
	}
	return text
}

// nullBare replaces NaN, Infinity and -Infinity outside of strings by null:
// Python's json writes them, and no number is meant.
func nullBare(b []byte) []byte {
	out := make([]byte, 0, len(b)+16)
	for i := 0; i < len(b); {
		switch c := b[i]; {
		case c == '"':
			end := i + 1
			for end < len(b) && b[end] != '"' {
				if b[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(b))
			out = append(out, b[i:end]...)
			i = end
		case bytes.HasPrefix(b[i:], []byte("NaN")):
			out, i = append(out, "null"...), i+len("NaN")
		case bytes.HasPrefix(b[i:], []byte("Infinity")):
			out, i = append(out, "null"...), i+len("Infinity")
		case bytes.HasPrefix(b[i:], []byte("-Infinity")):
			out, i = append(out, "null"...), i+len("-Infinity")
		default:
			out = append(out, c)
			i++
		}
	}
	return out
}
