package formats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// JSONLines is one attempt a line, the canonical trajectory among them.
var JSONLines = Format{
	Name: "jsonl",
	Doc: "JSON Lines, one attempt a line: canonical trajectories, or flat records with at least a task. " +
		"Canonical names and common aliases are recognised, --map names the rest",
	Cite:  "jsonlines.org",
	Sniff: sniffLines,
	Read:  func(files []File, opt Options) (datasets.Source, error) { return readFlat(files, opt, lines) },
}

// JSONList is the same as one JSON list.
var JSONList = Format{
	Name:  "json",
	Doc:   "a JSON list of records as in jsonl",
	Cite:  "RFC 8259",
	Sniff: sniffList,
	Read: func(files []File, opt Options) (datasets.Source, error) {
		return readFlat(files, opt, func(s *scanner) iter.Seq2[element, error] { return elements(s, "") })
	},
}

// sniffLines takes a file whose first line is a whole object, or fills the head.
func sniffLines(f File) Match {
	s := sniffJSON(f.Head)
	if s.List || len(s.Keys) == 0 {
		return No
	}
	line, _, more := bytes.Cut(bytes.TrimSpace(f.Head), []byte("\n"))
	line = bytes.TrimSpace(line)
	if bytes.HasSuffix(line, []byte("}")) || !more && s.Cut {
		return Log
	}
	return No
}

func sniffList(f File) Match {
	if s := sniffJSON(f.Head); s.List && len(s.Keys) > 0 {
		return Log
	}
	return No
}

// readFlat takes the members of every record for columns. All records are looked
// at first: an optional key may be missing from many.
func readFlat(files []File, opt Options, split func(*scanner) iter.Seq2[element, error]) (datasets.Source, error) {
	f, err := one(files)
	if err != nil {
		return nil, err
	}
	columns, at, err := surveyed(f, split)
	if err != nil {
		return nil, unusable(f, err)
	}
	return newTable(f, columns, opt, func(fill func(row) attempt) iter.Seq2[[]attempt, error] {
		return flatRows(f, split, at, len(columns), fill)
	})
}

// flatRows turns the records into rows of cells, and these into attempts.
func flatRows(f File, split func(*scanner) iter.Seq2[element, error], at map[string]int, columns int, fill func(row) attempt) iter.Seq2[[]attempt, error] {
	return func(yield func([]attempt, error) bool) {
		file, err := f.Open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		inOrder(split(f.scanner(file)), func(elements []element) []attempt {
			out := make([]attempt, len(elements))
			cells := make([]mapping.Cell, columns)
			for i, e := range elements {
				clear(cells)
				r := row{Row: e.Row, Cells: cells}
				if r.Err = flatCells(e.Text, at, cells); r.Err != nil {
					r.Cells = nil
				}
				out[i] = fill(r)
			}
			return out
		})(yield)
	}
}

func flatCells(text []byte, at map[string]int, cells []mapping.Cell) error {
	if err := valid(text); err != nil {
		return err
	}
	var bad error
	err := eachMember(text, func(key string, value []byte) {
		c, err := cell(value)
		if err != nil && bad == nil {
			bad = fmt.Errorf("%q: %w", key, err)
		}
		if i, ok := at[key]; ok { // else the file has grown since it was looked at
			cells[i] = c
		}
	})
	if err != nil {
		return err
	}
	return bad
}

// eachMember hands over the members of an object.
func eachMember(text []byte, take func(key string, value []byte)) error {
	s := scanner{r: bytes.NewReader(nil), buf: text, end: len(text), err: io.EOF}
	if c, err := s.peek(); err != nil || c != '{' {
		return errors.New("expected a JSON object, found " + excerpt(text))
	}
	s.pos++
	for {
		key, more, err := s.key()
		if err != nil || !more {
			return err
		}
		v, err := s.value(true)
		if err != nil {
			return err
		}
		take(key, v.Bytes)
	}
}

// eachNamed is the value of one member of an object; nil where it has none.
func eachNamed(text []byte, name string) (found []byte, err error) {
	err = eachMember(text, func(key string, value []byte) {
		if key == name {
			found = value
		}
	})
	return found, err
}

// kindOf is the kind of a JSON value by its first byte, and of a number by its form.
func kindOf(value []byte) mapping.Kind {
	if len(value) == 0 {
		return mapping.Null
	}
	switch value[0] {
	case '{', '[':
		return mapping.Nested
	case '"':
		return mapping.Text
	case 't', 'f':
		return mapping.Bool
	case 'n':
		return mapping.Null
	}
	if bytes.ContainsAny(value, ".eE") {
		return mapping.Float
	}
	return mapping.Int
}

// cell is a JSON value as a cell; a number beyond 64 bits is a float.
func cell(value []byte) (mapping.Cell, error) {
	switch kindOf(value) {
	case mapping.Nested:
		return mapping.NestedCell(string(value)), nil
	case mapping.Text:
		s, ok := unquoted(value)
		if ok {
			return mapping.TextCell(s), nil
		}
		err := unmarshal(value, &s)
		return mapping.TextCell(s), err
	case mapping.Bool:
		return mapping.BoolCell(value[0] == 't'), nil
	case mapping.Int:
		if n, err := strconv.ParseInt(string(value), 10, 64); err == nil {
			return mapping.IntCell(n), nil
		}
		fallthrough
	case mapping.Float:
		v, err := strconv.ParseFloat(string(value), 64)
		if math.IsInf(v, 0) {
			return mapping.Cell{}, fmt.Errorf("the number %s is too large", excerpt(value))
		}
		return mapping.FloatCell(v), err
	}
	return mapping.Cell{}, nil
}
