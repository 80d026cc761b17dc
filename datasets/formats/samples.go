package formats

import (
	"bytes"
	"encoding/json"
	"iter"

	"mcpstats/datasets/mapping"
)

// mostSampled is how many records of a file are looked at for a first mapping.
const mostSampled = 100

// Sampled is the beginning of a file that no reader may know, for a first guess at its mapping;
// ok is false where it is neither JSON nor a table.
func Sampled(f File) (s mapping.Sample, ok bool) {
	s.Path = f.Path
	head := bytes.TrimLeft(bytes.TrimPrefix(f.Head, []byte("\xef\xbb\xbf")), " \t\r\n")
	r, err := f.Open()
	if err != nil || len(head) == 0 {
		return s, false
	}
	defer r.Close()
	take := func(list iter.Seq2[element, error]) {
		for e, err := range list {
			if err != nil || len(s.Documents) == mostSampled {
				return
			}
			if len(e.Text) > 0 && e.Text[0] == '{' && checkJSON(e.Text) == nil {
				s.Documents = append(s.Documents, bytes.Clone(e.Text))
			}
		}
	}
	switch {
	case head[0] == '[':
		take(elements(f.scanner(r), ""))
	case head[0] == '{':
		take(documents(f.scanner(r)))
		s.Whole = len(s.Documents) == 1
	case sniffCSV(f) != No:
		names, comma, err := csvNames(f)
		if err != nil {
			return s, false
		}
		for row, err := range csvRows(f, comma, len(names)) {
			if err != nil || len(s.Documents) == mostSampled {
				break
			}
			if row.Err == nil {
				s.Documents = append(s.Documents, rowDocument(names, row.Cells))
			}
		}
	}
	return s, len(s.Documents) > 0
}

// rowDocument is a row as an object, a cell that spells a number, a truth value or JSON as that.
func rowDocument(names []string, cells []mapping.Cell) []byte {
	out := []byte{'{'}
	for i, name := range names {
		key, _ := json.Marshal(name)
		value := []byte(cells[i].Text)
		if len(value) == 0 {
			value = []byte("null")
		} else if checkJSON(value) != nil {
			value, _ = json.Marshal(cells[i].Text)
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}')
}
