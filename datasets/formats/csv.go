package formats

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// CSV is a table with one attempt a row, of any program. A first row of at least two short
// names decides, with a second of as many fields; commas, semicolons, tabs and bars separate
// (delimiter). RFC 4180's quotes are read as the standard library reads them,
// and each row must have as many fields as the first: a shifted row would put one run's
// verdict under another's.
var CSV = Format{
	Name:    "csv",
	General: true,
	Title:   "CSV",
	Meaning: "One attempt a row, canonical or under names of its own",
	Doc: "Comma, semicolon, tab or bar separated, one attempt a row, the first row naming the columns; at least a task. " +
		"Canonical names and common aliases are recognised, --map names the rest; nested values as JSON",
	Cite:  "RFC 4180",
	Sniff: sniffCSV,
	Read:  readCSV,
}

// sniffCSV takes a text whose first two lines have the same number of fields, at
// least two, and whose first line could be names. Data frames are saved with row
// numbers that have none, as the first column; a line that begins with a bar is of
// a Markdown table.
func sniffCSV(f File) Match {
	head := bytes.TrimPrefix(f.Head, []byte("\xef\xbb\xbf"))
	if len(head) == 0 || bytes.IndexByte(head, 0) >= 0 || head[0] == '{' || head[0] == '[' || head[0] == '|' {
		return No
	}
	r := newCSV(bytes.NewReader(head), delimiter(head))
	names, err := r.Read()
	if err != nil || len(names) < 2 {
		return No
	}
	n := len(names)
	for i, name := range names {
		if strings.TrimSpace(name) == "" && (i > 0 || n < 3) || len(name) > 100 || strings.ContainsAny(name, "\n{}<>") {
			return No
		}
	}
	second, err := r.Read()
	if err == io.EOF || err == nil && len(second) == n {
		return Log
	}
	return No
}

// delimiter is the separator that splits the first line into most fields.
func delimiter(head []byte) rune {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	best := ','
	for _, d := range []rune{';', '\t', '|'} {
		if bytes.Count(line, []byte(string(d))) > bytes.Count(line, []byte(string(best))) {
			best = d
		}
	}
	return best
}

// newCSV reads rows of any number of fields, since it is for csvRows to say in which row one
// is missing.
func newCSV(r io.Reader, comma rune) *csv.Reader {
	c := csv.NewReader(r)
	c.Comma, c.ReuseRecord, c.FieldsPerRecord = comma, true, -1
	return c
}

// readCSV makes a table of the file, its columns named by the first row.
func readCSV(files []File, opt Options) (datasets.Source, error) {
	f, err := onlyFile(files)
	if err != nil {
		return nil, err
	}
	names, comma, err := csvNames(f)
	if err != nil {
		return nil, err
	}
	columns := make([]mapping.Source, len(names))
	for i, name := range names {
		columns[i].Name = name
	}
	lookAt(f, comma, columns)
	t, err := newTable(f, columns, opt, func(*mapping.Plan, *mapping.Derivation) (attempts, error) {
		return oneByOne(func() iter.Seq2[row, error] { return csvRows(f, comma, len(columns)) }), nil
	})
	if err != nil {
		return nil, err
	}
	t.padded = true
	return t, nil
}

// csvNames reads the first row, which names the columns, and the separator. A column
// without a name is called by its place.
func csvNames(f File) (names []string, comma rune, err error) {
	head := bytes.TrimPrefix(f.Head, []byte("\xef\xbb\xbf"))
	comma = delimiter(head)
	r := newCSV(bytes.NewReader(head), comma)
	fields, err := r.Read()
	if len(f.Head) == HeadSize && r.InputOffset() == int64(len(head)) {
		return nil, comma, &datasets.FileError{File: f.Path, Err: fmt.Errorf("the first row, which names the columns, is longer than %s", datasets.Size(HeadSize))}
	}
	if err != nil {
		return nil, comma, &datasets.FileError{File: f.Path, Err: fmt.Errorf("the first row must name the columns: %w", err)}
	}
	names = make([]string, len(fields))
	for i, name := range fields {
		names[i] = mapping.ExactText(strings.TrimSpace(name))
		if names[i] == "" {
			names[i] = fmt.Sprintf("column %d", i+1)
		}
		if slices.Contains(names[:i], names[i]) && i < mapping.MostColumns {
			return nil, comma, &datasets.FileError{File: f.Path, Err: fmt.Errorf("the first row names the column %q twice", names[i]), Hint: "give each column a name of its own"}
		}
	}
	return names, comma, nil
}

// lookAt looks at the texts of columns of which names alone say too little, until each is decided:
// nearly always at the first row. Rows that cannot be read are errors when they are read.
func lookAt(f File, comma rune, columns []mapping.Source) {
	var open []int
	for i, c := range columns {
		if mapping.ByContents(c.Name) {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return
	}
	for r, err := range csvRows(f, comma, len(columns)) {
		if err != nil {
			return
		}
		if r.Err != nil {
			continue
		}
		for _, i := range open {
			columns[i].Contents |= mapping.ContentsOf(r.Cells[i].Text)
		}
		open = slices.DeleteFunc(open, func(i int) bool { return columns[i].Contents.Decided() })
		if len(open) == 0 {
			return
		}
	}
}

// recordLimit fails where more is read for one record than a record may take: a
// quote that is never closed makes one record of the rest of a file.
type recordLimit struct {
	r           io.Reader
	taken, most int // bytes since the record began, give or take what is read ahead
}

// Read fails before it reads on for a record that is too long already.
func (l *recordLimit) Read(p []byte) (int, error) {
	if l.taken > l.most {
		return 0, &datasets.TooLargeError{Most: l.most}
	}
	n, err := l.r.Read(p)
	l.taken += n
	return n, err
}

// csvRows reads the rows behind the header.
func csvRows(f File, comma rune, columns int) iter.Seq2[row, error] {
	return func(yield func(row, error) bool) {
		file, err := f.Open()
		if err != nil {
			yield(row{}, err)
			return
		}
		defer file.Close()
		bounded := &recordLimit{r: file, most: f.Limits.MostRecord()}
		text := bufio.NewReader(bounded)
		if mark, _ := text.Peek(3); string(mark) == "\xef\xbb\xbf" {
			text.Discard(len(mark))
		}
		r := newCSV(text, comma)
		cells := make([]mapping.Cell, columns)
		for n := 0; ; n++ {
			bounded.taken = 0
			began := r.InputOffset()
			fields, err := r.Read()
			if r.InputOffset()-began > int64(bounded.most) { // of what was read ahead
				err = &datasets.TooLargeError{Most: bounded.most}
			}
			if err == io.EOF {
				return
			}
			if n == 0 && err == nil {
				continue
			}
			out := row{Row: n, Cells: cells}
			var damage *csv.ParseError
			switch {
			case errors.As(err, &damage):
				// A quote that is never closed swallows the rest of the file; going on would lose those
				// records without a word.
				if _, end := text.Peek(1); end == io.EOF && damage.Line > damage.StartLine {
					yield(row{}, fmt.Errorf("the quote opened in record %d (line %d) is never closed", n, damage.StartLine))
					return
				}
				out = row{Row: n, Err: fmt.Errorf("line %d: %w", damage.Line, damage.Err)}
			case err != nil:
				yield(row{}, err)
				return
			case len(fields) != columns:
				out = row{Row: n, Err: fmt.Errorf("found %d fields where the first row names %d", len(fields), columns)}
			default:
				for i, field := range fields {
					cells[i] = mapping.TextCell(mapping.ExactText(field))
				}
			}
			if !yield(out, nil) {
				return
			}
		}
	}
}
