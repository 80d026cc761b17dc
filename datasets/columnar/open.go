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
	Columns   datasets.Columns // the fields that are needed; 0: all. Facts are always read
	Map       *mapping.Mapping // nil: canonical names, dialects and aliases only
	BatchRows int              // rows decoded at a time; 0: by the bytes a row takes
	Allocator memory.Allocator // nil: the garbage-collected heap
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
	project projection
	place   map[int]int // top-level column -> its place in a batch
}

// schemaKey is the Parquet or Arrow metadata key under which a file says that
// its columns are the canonical ones.
const (
	schemaKey     = "mcpstats.schema"
	schemaVersion = "trajectory/1"
)

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
	options.Columns |= datasets.Facts
	f, err := openFile(fsys, path, options)
	if err != nil {
		return nil, err
	}
	if err := guard(f.resolve); err != nil {
		_ = guard(f.backend.close)
		return nil, f.unusable(err)
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
		return nil, f.unusable(err)
	}
	return f, nil
}

// unusable names the file in an error that does not.
func (f *File) unusable(err error) error {
	var named *datasets.FileError
	if errors.As(err, &named) {
		return err
	}
	return &datasets.FileError{File: f.name, Err: oneLine(err)}
}

// content is an open file.
type content interface {
	fs.File
	io.ReaderAt
	io.Seeker
}

// content opens the file itself.
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
	mem := limit(f.options.Allocator, info.Size())
	err = guard(func() (err error) {
		switch layout {
		case parquetFile:
			f.backend, err = backendOf(openParquet(file, mem))
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

// backendOf keeps a failed opening from becoming a backend that is not nil.
func backendOf[B backend](b B, err error) (backend, error) {
	if err != nil {
		return nil, err
	}
	return b, nil
}

// resolve decides which column fills which field, and what is to be decoded.
func (f *File) resolve() error {
	schema := f.backend.schema()
	canonical := false
	if version, ok := f.backend.metadata(schemaKey); ok {
		if version != schemaVersion {
			return fmt.Errorf("its schema is %s, this program reads %s", version, schemaVersion)
		}
		canonical = true
	}
	f.columns = columnsOf(schema, f.options.Map)
	sources := make([]mapping.Source, len(f.columns))
	for i, c := range f.columns {
		sources[i] = mapping.Source{Name: c.name, Kind: kindOf(c.typ)}
	}
	var err error
	f.plan, err = mapping.Resolve(mapping.File{Name: f.name, Columns: sources, Canonical: canonical}, f.options.Map)
	if err != nil {
		return err
	}
	f.place = map[int]int{}
	kept := map[int][]func([]string) bool{} // by top-level column
	for i := range f.plan.Fields {
		field := &f.plan.Fields[i]
		if !f.wants(field.Column) {
			continue
		}
		for _, source := range field.Sources {
			c := f.columns[source]
			kept[c.top] = append(kept[c.top], f.keep(field, c))
		}
	}
	if f.options.Columns.Has(datasets.ColAttributes) {
		for _, source := range f.plan.Attributes {
			c := f.columns[source]
			kept[c.top] = append(kept[c.top], under(c.names))
		}
	}
	for top := range schema.NumFields() {
		if keeps, ok := kept[top]; ok {
			f.place[top] = len(f.project.columns)
			f.project.columns = append(f.project.columns, projected{index: top, keep: anyOf(keeps)})
		}
	}
	f.project.rows = f.options.BatchRows
	return nil
}

// wants reports whether a field is asked for. The three parts of a conversation
// come with its steps.
func (f *File) wants(c datasets.Column) bool {
	if c == datasets.ColSteps {
		return f.options.Columns.Has(datasets.ColSteps) || f.options.Columns.Has(datasets.ColStepTexts) || f.options.Columns.Has(datasets.ColCallTexts)
	}
	return f.options.Columns.Has(c)
}

// keep says which leaves of a column a field needs; nil for all.
func (f *File) keep(field *mapping.Field, c column) func([]string) bool {
	if field.Column == datasets.ColSteps && field.Plain() && len(c.path) == 0 && canonicalSteps(c.typ) {
		return keepSteps(c.typ, stepTexts{messages: f.options.Columns.Has(datasets.ColStepTexts), calls: f.options.Columns.Has(datasets.ColCallTexts)})
	}
	return under(c.names)
}

// under keeps the leaves at or below a field.
func under(names []string) func([]string) bool {
	if len(names) == 0 {
		return nil
	}
	return func(path []string) bool {
		if len(path) < len(names) {
			return false
		}
		for i, name := range names {
			if path[i] != name {
				return false
			}
		}
		return true
	}
}

// anyOf keeps what one of several keeps; nil keeps all.
func anyOf(keeps []func([]string) bool) func([]string) bool {
	for _, keep := range keeps {
		if keep == nil {
			return nil
		}
	}
	return func(path []string) bool {
		for _, keep := range keeps {
			if keep(path) {
				return true
			}
		}
		return false
	}
}

// Close closes the file. No Trajectory is to be asked for afterwards.
func (f *File) Close() error { return guard(f.backend.close) }

// Columns says which of the file's columns was taken for what, in the order of
// the canonical columns, those that are kept as attributes last.
func (f *File) Columns() []mapping.Taken { return f.plan.Taken }

// Dialect is the dialect that was recognised from the columns, "" for none.
func (f *File) Dialect() string { return f.plan.Dialect }

// Duplicates is the rule for several records of one attempt that the mapping
// states: "", "first", "last", "trials" or "error".
func (f *File) Duplicates() string { return f.plan.Duplicates }

// Rows is the number of rows that the footer states, -1 where the format states
// none.
func (f *File) Rows() int64 { return f.backend.rows() }
