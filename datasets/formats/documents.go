package formats

import (
	"bytes"
	"errors"
	"iter"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// Documents reads JSON documents in which a mapping says where the records are (files: one_per,
// records): one attempt a file, or lists of attempts inside of documents. It is in no list of
// formats, because no file shows by its content that it is meant so. All files are one log: a
// key that stands in some of them only is a column all the same.
var Documents = Format{
	Name:    "json",
	Title:   "JSON documents",
	Meaning: "Attempts in JSON documents, where a mapping says",
	Doc:     "JSON documents whose records a mapping finds (files: {one_per: object}, files: {records: PATH})",
	Cite:    "RFC 8259",
	Sniff:   sniffDocuments,
	Joined:  true,
	Read:    readDocuments,
}

// sniffDocuments takes what begins like a JSON object or a list.
func sniffDocuments(f File) Match {
	head := bytes.TrimLeft(bytes.TrimPrefix(f.Head, []byte("\xef\xbb\xbf")), " \t\r\n")
	if len(head) > 0 && (head[0] == '{' || head[0] == '[') {
		return Log
	}
	return No
}

// readDocuments takes the members of the records for columns, as readFlat does for lines.
func readDocuments(files []File, opt Options) (datasets.Source, error) {
	finder, err := mapping.NewRecords(opt.Map)
	if err != nil {
		return nil, &datasets.FileError{File: files[0].Path, Err: err}
	}
	d := documentReader{files: files, finder: finder}
	seen := newSurvey()
	for part, err := range inOrder(d.records(), func(list []element) *survey { return surveyOf(readable(list)) }) {
		if err != nil {
			return nil, unusable(files[0], err)
		}
		if seen.merge(part); len(seen.columns) > mapping.MostColumns {
			break // refused by mapping.Resolve
		}
	}
	if len(seen.columns) == 0 {
		for e, err := range d.records() { // what is wrong with the first
			if err != nil {
				return nil, unusable(files[0], err)
			}
			if err := e.unreadable(); err != nil {
				return nil, &datasets.FileError{File: files[e.Row>>fileShift].Path, Err: err, Hint: "files: records in the mapping says where the records stand"}
			}
		}
		return nil, noLog(files[:1], "records", "files: records in the mapping says where they stand")
	}
	names := make([]string, len(files))
	for i, f := range files {
		names[i] = f.Path
	}
	t, err := newTable(files[0], seen.columns, opt, func(plan *mapping.Plan, made *mapping.Derivation) (attempts, error) {
		d.flatReader = flatReader{at: seen.at, columns: seen.columns, ids: plan.Identities()}
		for _, f := range files {
			of, err := made.Of(f.Path)
			if err != nil {
				return nil, &datasets.FileError{File: f.Path, Err: err}
			}
			d.of = append(d.of, of)
		}
		return func(fill func(row) attempt) iter.Seq2[[]attempt, error] { return d.rows(fill) }, nil
	}, names...)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// documentReader makes rows of the records in several documents.
type documentReader struct {
	flatReader
	files  []File
	finder *mapping.Records
	of     [][]mapping.Cell // by file: the columns that are parts of its path
}

// An element of several files has the number of its file above that of its record.
const fileShift = 40

// unreadableMark begins an element that stands for a file, or a part of one, that cannot be read;
// no JSON begins so.
const unreadableMark = 0

// unreadable is what is wrong with a file whose place the element takes, nil for a record.
func (e element) unreadable() error {
	if len(e.Text) > 0 && e.Text[0] == unreadableMark {
		return errors.New(string(e.Text[1:]))
	}
	return nil
}

// readable are the elements that are records.
func readable(list []element) []element {
	out := list[:0:0]
	for _, e := range list {
		if e.unreadable() == nil {
			out = append(out, e)
		}
	}
	return out
}

// records yields the records of all files. A file that cannot be read is an element of its own,
// so that it takes none of the others with it.
func (d *documentReader) records() iter.Seq2[element, error] {
	return func(yield func(element, error) bool) {
		for i, f := range d.files {
			n := 0
			take := func(text []byte) bool {
				n++
				return yield(element{i<<fileShift | n, text}, nil)
			}
			goOn, err := d.file(f, take)
			if err != nil {
				goOn = yield(element{i << fileShift, append([]byte{unreadableMark}, err.Error()...)}, nil)
			}
			if !goOn {
				return
			}
		}
	}
}

// file hands over the records of one file: of its document, of each element where it is a list,
// or of each of several documents in lines.
func (d *documentReader) file(f File, take func([]byte) bool) (goOn bool, err error) {
	r, err := f.Open()
	if err != nil {
		return true, err
	}
	defer r.Close()
	split := documents
	if shape := bytes.TrimLeft(bytes.TrimPrefix(f.Head, []byte("\xef\xbb\xbf")), " \t\r\n"); len(shape) > 0 && shape[0] == '[' {
		split = func(s *scanner) iter.Seq2[element, error] { return elements(s, "") }
	}
	goOn = true
	for e, err := range withLines(f, split(f.scanner(r))) {
		if err != nil {
			return goOn, err
		}
		if err := checkJSON(e.Text); err != nil {
			return goOn, err
		}
		err := d.finder.Each(e.Text, func(record []byte) bool {
			goOn = take(record)
			return goOn
		})
		if err != nil || !goOn {
			return goOn, err
		}
	}
	return goOn, nil
}

// rows turns the records into rows of cells, and these into attempts.
func (d *documentReader) rows(fill func(row) attempt) iter.Seq2[[]attempt, error] {
	return inOrder(d.records(), func(list []element) []attempt {
		out := make([]attempt, len(list))
		cells := make([]mapping.Cell, len(d.columns))
		for i, e := range list {
			file := e.Row >> fileShift
			r := row{Row: e.Row & (1<<fileShift - 1), File: d.files[file].Path, Of: d.of[file]}
			if r.Err = e.unreadable(); r.Err == nil {
				clear(cells)
				r.Err = d.cells(e.Text, cells)
			}
			if r.Err == nil {
				r.Cells = cells
			}
			out[i] = fill(r)
			if out[i].t != nil {
				out[i].t.Place = datasets.Place{File: r.File, Row: r.Row}
			}
		}
		return out
	})
}
