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
	columns, at, err := survey(f, split)
	if err != nil {
		return nil, unusable(f, err)
	}
	return newTable(f, columns, opt, func() iter.Seq2[row, error] { return flatRows(f, split, at, len(columns)) })
}

// survey lists the keys of all records in the order of their first appearance,
// with the kind that all of their values have.
func survey(f File, split func(*scanner) iter.Seq2[element, error]) ([]mapping.Source, map[string]int, error) {
	var columns []mapping.Source
	at := map[string]int{}
	mixed := map[string]bool{}
	file, err := f.Open()
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	for e, err := range split(f.scanner(file)) {
		if err != nil {
			return nil, nil, err
		}
		if len(columns) > mapping.MostColumns {
			return columns, at, nil // refused by mapping.Resolve
		}
		// A damaged record is an error when it is read; its keys do not count.
		_ = eachMember(e.Text, func(key string, value []byte) {
			i, ok := at[key]
			if !ok {
				i = len(columns)
				columns, at[key] = append(columns, mapping.Source{Name: key}), i
			}
			was, is := &columns[i].Kind, kindOf(value)
			switch {
			case is == mapping.Null || is == *was || mixed[key]:
			case *was == mapping.Null:
				*was = is
			case is == mapping.Int && *was == mapping.Float || is == mapping.Float && *was == mapping.Int:
				*was = mapping.Float
			default:
				*was, mixed[key] = mapping.Null, true
			}
		})
	}
	if len(columns) == 0 {
		return nil, nil, errors.New("no record is a JSON object")
	}
	return columns, at, nil
}

// flatRows turns the records into rows of cells.
func flatRows(f File, split func(*scanner) iter.Seq2[element, error], at map[string]int, columns int) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		file, err := f.Open()
		if err != nil {
			yield(row{}, err)
			return
		}
		defer file.Close()
		cells := make([]mapping.Cell, columns)
		for e, err := range split(f.scanner(file)) {
			if err != nil {
				yield(row{}, err)
				return
			}
			clear(cells)
			out := row{Row: e.Row, Cells: cells}
			if out.Err = flatCells(e.Text, at, cells); out.Err != nil {
				out.Cells = nil
			}
			if !yield(out, nil) {
				return
			}
		}
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
		var s string
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
