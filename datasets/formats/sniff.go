package formats

import (
	"bytes"
	"strconv"
	"strings"
)

// shape is what the head of a JSON file shows: whether the file is a list, and
// the keys of its first object in the order of the file, as far as the head
// goes. It is the zero value for anything else.
type shape struct {
	List bool
	Keys []string
	Cut  bool // the object goes on behind the head
}

func (s shape) has(keys ...string) bool {
	for _, want := range keys {
		found := false
		for _, k := range s.Keys {
			found = found || k == want
		}
		if !found {
			return false
		}
	}
	return true
}

// sniffJSON reads the shape of the head of a file.
func sniffJSON(head []byte) shape {
	s := textScanner(head)
	if s.start() != nil {
		return shape{}
	}
	var out shape
	c, err := s.peek()
	if err == nil && c == '[' {
		out.List = true
		s.pos++
		c, err = s.peek()
	}
	if err != nil || c != '{' {
		return shape{}
	}
	s.pos++
	out.keys(s)
	return out
}

// keys reads the keys of the object that the scanner is in, as far as the head goes.
func (out *shape) keys(s *scanner) {
	for {
		key, more, err := s.key()
		if err != nil || !more {
			out.Cut = err != nil
			return
		}
		out.Keys = append(out.Keys, key)
		if _, err := s.value(false); err != nil {
			out.Cut = true
			return
		}
	}
}

// sniffMember is the shape of the object that a member of the head's object is; the zero value
// where it is none.
func sniffMember(head []byte, name string) shape {
	var out shape
	s := textScanner(head)
	if s.enterObject(name) == nil {
		out.keys(s)
	}
	return out
}

// MapHint is what to try with a file of which nothing more is known.
const MapHint = "--format names the format, --map its columns"

// Describe says in a few words what a file that no format claims looks like, and what to
// try.
func Describe(f File) (what, hint string) {
	if a, ok := AsideOf(f); ok {
		return a.Name + ", not a log", a.Use
	}
	hint = MapHint
	s := f.shape()
	const most = 12
	keys := strings.Join(s.Keys[:min(most, len(s.Keys))], ", ")
	switch {
	case len(s.Keys) > 0 && s.List:
		return "a JSON list of objects with the keys " + keys, hint
	case len(s.Keys) > 0:
		return "a JSON object with the keys " + keys, hint
	case bytes.HasPrefix(f.Head, []byte("PK")):
		return "a zip archive", "unpack it"
	case bytes.HasPrefix(f.Head, []byte("\xff\xfe")), bytes.HasPrefix(f.Head, []byte("\xfe\xff")):
		return "a text in UTF-16, expected UTF-8", "convert it to UTF-8"
	case bytes.IndexByte(f.Head, 0) >= 0:
		return "binary data", hint
	}
	line, _, _ := bytes.Cut(bytes.TrimSpace(f.Head), []byte("\n"))
	if len(line) == 0 {
		return "a text of blank lines", hint
	}
	return "a text that begins with " + strconv.Quote(excerpt(line)), hint
}

// first decodes the first element of a list into v.
func first(f File, in string, v any) error {
	r, err := f.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	for e, err := range elements(f.scanner(r), in) {
		if err != nil {
			return err
		}
		return unmarshal(e.Text, v)
	}
	return errEmpty
}
