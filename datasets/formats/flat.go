package formats

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// JSONLines is one attempt a line, of any program, the canonical trajectory among them. Some
// lines are surveyed first: which keys there are and of which types decides what they mean
// (package mapping), and a key that holds numbers in some records and texts in others is kept apart.
var JSONLines = Format{
	Name:    "jsonl",
	General: true,
	Title:   "JSON Lines",
	Meaning: "One attempt a line, canonical or under names of its own",
	Doc: "JSON Lines, one attempt a line: canonical trajectories, or flat records with at least a task. " +
		"Canonical names and common aliases are recognised, --map names the rest",
	Cite:  "jsonlines.org",
	Sniff: sniffLines,
	Read:  func(files []File, opt Options) (datasets.Source, error) { return readFlat(files, opt, wholeLines) },
}

// JSONList is the same as one JSON list.
var JSONList = Format{
	Name:    "json",
	General: true,
	Title:   "JSON list",
	Meaning: "A list of records, one attempt each",
	Doc:     "A JSON list of records as in jsonl",
	Cite:    "RFC 8259",
	Sniff:   sniffList,
	Read: func(files []File, opt Options) (datasets.Source, error) {
		return readFlat(files, opt, func(s *scanner) iter.Seq2[element, error] { return elements(s, "") })
	},
}

// sniffLines takes a file whose first line is a whole object, or fills the head.
func sniffLines(f File) Match {
	s := f.shape()
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

// sniffList takes a list whose first element is an object.
func sniffList(f File) Match {
	if s := f.shape(); s.List && len(s.Keys) > 0 {
		return Log
	}
	return No
}

// readFlat takes the members of every record for columns. All records are looked
// at first: an optional key may be missing from many.
func readFlat(files []File, opt Options, split func(*scanner) iter.Seq2[element, error]) (datasets.Source, error) {
	f, err := onlyFile(files)
	if err != nil {
		return nil, err
	}
	columns, at, err := surveyed(f, split)
	if err != nil {
		return nil, unusable(f, err)
	}
	t, err := newTable(f, columns, opt, func(plan *mapping.Plan, _ *mapping.Derivation) (attempts, error) {
		r := flatReader{at: at, columns: columns, ids: plan.Identities()}
		return func(fill func(row) attempt) iter.Seq2[[]attempt, error] { return r.rows(f, split, fill) }, nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// flatReader makes cells of flat records.
type flatReader struct {
	at      map[string]int
	columns []mapping.Source
	ids     []int // columns that name things: their numbers keep their digits
}

// rows turns the records into rows of cells, and these into attempts.
func (fr *flatReader) rows(f File, split func(*scanner) iter.Seq2[element, error], fill func(row) attempt) iter.Seq2[[]attempt, error] {
	return func(yield func([]attempt, error) bool) {
		file, err := f.Open()
		if err != nil {
			yield(nil, err)
			return
		}
		defer file.Close()
		ofFile(f, withLines(f, split(f.scanner(file))), func(elements []element) []attempt {
			out := make([]attempt, len(elements))
			cells := make([]mapping.Cell, len(fr.columns))
			for i, e := range elements {
				clear(cells)
				r := row{Row: e.Row, Cells: cells}
				if r.Err = fr.cells(e.Text, cells); r.Err != nil {
					r.Cells = nil
				}
				out[i] = fill(r)
			}
			return out
		})(yield)
	}
}

// cells fills the cells of a record. A value that cannot be read is kept until the end, so
// that damage to the JSON itself, which is more, is said first.
func (fr *flatReader) cells(text []byte, cells []mapping.Cell) error {
	if err := checkRecord(text); err != nil {
		return err
	}
	var bad error
	err := eachMember(text, func(key string, value []byte) {
		c, err := mapping.JSONCell(value)
		if err != nil && bad == nil {
			bad = fmt.Errorf("%q: %w", key, err)
		}
		if i, ok := fr.at[key]; ok { // else the file has grown since it was looked at
			if slices.Contains(fr.ids, i) {
				c = mapping.Spelled(value, c, fr.columns[i].Mixed)
			}
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
	s := textScanner(text)
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

// kindOf is the kind of a JSON value.
func kindOf(value []byte) mapping.Kind { return mapping.JSONKind(value) }
