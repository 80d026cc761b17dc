package columnar

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/apache/arrow-go/v18/arrow/memory"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// Options say what to read of a file. The zero value reads everything.
type Options struct {
	Columns   datasets.Columns // the fields that are needed; 0: all. The outcome is always read
	Map       *mapping.Mapping // nil: canonical names, dialects and aliases only
	BatchRows int              // rows decoded at a time; 0: by the bytes a row takes
	Allocator memory.Allocator // nil: the garbage-collected heap
	Limits    datasets.Limits  // what the file may take; zero: the defaults
}

// File is an opened Parquet or Arrow file of trajectories. It is a
// datasets.Source; each call of Trajectories reads it from the beginning.
type File struct {
	name    string
	fsys    fs.FS // nil: the operating system's
	options Options
	backend backend
	columns []column
	plan    *mapping.Plan
	made    *mapping.Derivation // the columns that the mapping makes of others
	project projection
	place   map[int]int // top-level column -> its place in a batch
}

// schemaKey is the Parquet or Arrow metadata key under which a file says that
// its columns are the canonical ones.
const (
	schemaKey     = "mcpstats.schema"
	schemaVersion = "trajectory/1"
)

// duplicatesKey is the metadata key under which a canonical file keeps the rule
// for repeated attempts of the logs that it was made of.
const duplicatesKey = "mcpstats.duplicates"

// Open opens a Parquet file, an Arrow file (Feather 2) or an Arrow stream,
// recognised by content. Its error is a *datasets.FileError in one line: no such
// file, truncated, encrypted, damaged, an unsupported codec, or no task column.
func Open(path string, options Options) (*File, error) { return OpenFS(nil, path, options) }

// OpenFS is Open within a file system whose files can be read at any place, as
// embedded ones can; nil is the operating system's.
func OpenFS(fsys fs.FS, path string, options Options) (*File, error) {
	if options.Columns == 0 {
		options.Columns = datasets.AllColumns
	}
	options.Columns |= datasets.Outcome
	f, err := openFile(fsys, path, options)
	if err != nil {
		return nil, err
	}
	if err := guard(f.resolve); err != nil {
		_ = guard(f.backend.close)
		return nil, f.fileError(err)
	}
	return f, nil
}

// openFile opens the backend that a file's content asks for.
func openFile(fsys fs.FS, path string, options Options) (*File, error) {
	if options.Allocator == nil {
		options.Allocator = memory.DefaultAllocator
	}
	f := &File{name: path, fsys: fsys, options: options}
	if err := guard(f.open); err != nil {
		return nil, f.fileError(err)
	}
	return f, nil
}

// fileError is err as a *datasets.FileError in one line; one that already is stays as it is.
func (f *File) fileError(err error) error {
	var named *datasets.FileError
	if errors.As(err, &named) {
		return err
	}
	return &datasets.FileError{File: f.name, Err: oneLine(err)}
}

// content is an open file. All three formats are read at given places (the two with a footer
// begin at their end), so a pipe will not do.
type content interface {
	fs.File
	io.ReaderAt
	io.Seeker
}

// content opens the file, in the file system that it was asked for in.
func (f *File) content() (content, error) {
	if f.fsys == nil {
		file, err := os.Open(f.name)
		if err != nil {
			return nil, plain(err)
		}
		return file, nil
	}
	file, err := f.fsys.Open(f.name)
	if err != nil {
		return nil, plain(err)
	}
	c, ok := file.(content)
	if !ok {
		return nil, errors.Join(errors.New("the file system cannot read at a place"), file.Close())
	}
	return c, nil
}

// open recognises the file's layout and puts the backend behind it. The size on disk bounds
// what the backend may allocate, which is why it is asked for before anything is decoded.
func (f *File) open() error {
	file, err := f.content()
	if err != nil {
		return err
	}
	layout, err := sniff(file)
	if err != nil {
		return errors.Join(err, file.Close())
	}
	info, err := file.Stat()
	if err != nil {
		return errors.Join(plain(err), file.Close())
	}
	mem := limit(f.options.Allocator, info.Size(), f.options.Limits)
	err = guard(func() (err error) {
		switch layout {
		case parquetFile:
			f.backend, err = backendOf(openParquet(file, mem, f.options.Limits.MostExpanded(info.Size())))
		case arrowFile:
			f.backend, err = backendOf(openArrowFile(file, mem))
		default:
			f.backend, err = backendOf(openArrowStream(file, mem))
		}
		return err
	})
	if err != nil {
		return errors.Join(fmt.Errorf("cannot be read as %s: %w", layout, err), file.Close())
	}
	return nil
}

// backendOf makes a failed opening a nil backend: a nil *parquetBackend in an interface would
// not compare equal to nil.
func backendOf[B backend](b B, err error) (backend, error) {
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Close closes the file. Trajectories must not be called, or be running, afterwards.
func (f *File) Close() error { return guard(f.backend.close) }

// Columns says which of the file's columns was taken for what, in the order of the canonical
// columns; those that are kept as attributes come last.
func (f *File) Columns() []mapping.Taken { return f.plan.Taken }

// Mapping is the mapping in force, in the language of mapping files: what to put into one to
// state every choice that was made for this file.
func (f *File) Mapping() string { return f.plan.Describe(f.names()) }

// Amounts are the columns whose values have units, with the unit and how it is known.
func (f *File) Amounts() []mapping.Amount { return f.plan.Amounts(f.names()) }

// names are the columns' names, dotted where they are fields of structs.
func (f *File) names() []string {
	names := make([]string, len(f.columns))
	for i, c := range f.columns {
		names[i] = c.name
	}
	return names
}

// Notes are what was noticed about the file as a whole: columns whose meaning is not
// settled, an Arrow stream without its end mark.
func (f *File) Notes() []datasets.Note {
	notes := f.plan.Notes
	if b, ok := f.backend.(*ipcStream); ok && !b.ended {
		notes = append(notes, datasets.Note{Code: datasets.NoteUnended, Decisive: true, Message: fmt.Sprintf(
			"the Arrow stream has no end-of-stream mark behind its %d record batches: it may have been cut off between two of them, and what followed is in no number; write it again, or close its writer", b.batchCount)})
	}
	return notes
}

// Dialect is the dialect that was recognised from the columns, "" for none.
func (f *File) Dialect() string { return f.plan.Dialect }

// Duplicates is the rule for several records of one attempt that the mapping
// states, or else the file: "", "first", "last", "trials" or "error".
func (f *File) Duplicates() string {
	if f.plan.Duplicates != "" {
		return f.plan.Duplicates
	}
	switch rule, _ := f.backend.metadata(duplicatesKey); rule {
	case "first", "last", "trials", "error":
		return rule
	}
	return ""
}

// Rows is the number of rows that the footer states, -1 where the format states
// none.
func (f *File) Rows() int64 { return f.backend.rows() }
