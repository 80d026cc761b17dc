package formats

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// row is one record of a file of columns, its cells in the order of the columns.
type row struct {
	Row   int
	Cells []mapping.Cell
	Err   error // the record cannot be read; Cells is nil

	File string         // of a log of several files; "" where there is one
	Of   []mapping.Cell // the columns that are parts of this file's path
}

// attempt is what a row holds, or why it holds none.
type attempt struct {
	t   *datasets.Trajectory
	err error
}

// table is a source over a file of columns. It is shared by CSV, JSON Lines and
// lists of flat JSON records.
type table struct {
	file  File
	names []string
	plan  *mapping.Plan
	made  *mapping.Derivation // the columns that the mapping makes of others
	of    []mapping.Cell      // those of them that are parts of the file's path
	rows  attempts
	opt   Options

	padded bool // its texts have no quotes of their own: spaces around them are the layout's
}

// attempts fills the attempts of all rows of a file, in their order. It may call fill
// for several rows at once; an error ends the file.
type attempts func(fill func(row) attempt) iter.Seq2[[]attempt, error]

// oneByOne fills the attempts of rows that are read in turn.
func oneByOne(rows func() iter.Seq2[row, error]) attempts {
	return func(fill func(row) attempt) iter.Seq2[[]attempt, error] {
		return func(yield func([]attempt, error) bool) {
			for r, err := range rows() {
				if err != nil {
					yield(nil, err)
					return
				}
				if !yield([]attempt{fill(r)}, nil) {
					return
				}
			}
		}
	}
}

// newTable decides what the columns mean. The error is a *datasets.FileError:
// no column for the task, or a mapping that does not fit.
// paths are the log's files, where it has several.
func newTable(f File, columns []mapping.Source, opt Options, rows func(*mapping.Plan, *mapping.Derivation) (attempts, error), paths ...string) (*table, error) {
	if len(paths) == 0 {
		paths = []string{f.Path}
	}
	made, err := opt.Map.Derive(columns, paths...)
	if err != nil {
		return nil, err
	}
	plan, err := opt.Plans.Resolve(mapping.File{Name: f.Path, Columns: made.Sources()}, opt.Map)
	if err != nil {
		return nil, err
	}
	of, err := made.Of(f.Path)
	if err != nil {
		return nil, err
	}
	if opt.Map == nil && scores(columns) {
		return nil, &datasets.FileError{File: f.Path, Err: errors.New("a table of scores, one row a metric, not of attempts"), Hint: "--scores reads it"}
	}
	t := &table{file: f, plan: plan, made: made, of: of, opt: opt}
	if rows != nil {
		if t.rows, err = rows(plan, made); err != nil {
			return nil, err
		}
	}
	for _, c := range made.Sources() {
		t.names = append(t.names, c.Name)
	}
	if t.opt.Columns == 0 {
		t.opt.Columns = datasets.AllColumns
	}
	return t, nil
}

// scores recognises the tables of scores that this program writes and reads.
func scores(columns []mapping.Source) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(columns, func(c mapping.Source) bool { return c.Name == name })
	}
	return has("run") && has("task") && has("metric") && has("value")
}

// Taken says which columns were taken for what.
func (t *table) Taken() []mapping.Taken { return t.plan.Taken }

// Mapping is the mapping in force, in its own language.
func (t *table) Mapping() string { return t.plan.Describe(t.names) }

// Amounts are the columns that have units.
func (t *table) Amounts() []mapping.Amount { return t.plan.Amounts(t.names) }

// Notes are what was noticed about the columns.
func (t *table) Notes() []datasets.Note { return t.plan.Notes }

// Trajectories fills one trajectory a row.
func (t *table) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return source(func(_ context.Context, yield yield) {
		for batch, err := range t.rows(t.attempt) {
			if err != nil {
				yield(nil, unusable(t.file, err))
				return
			}
			for _, a := range batch {
				if !yield(a.t, a.err) {
					return
				}
			}
		}
		if err := cmp.Or(t.made.Missing(t.file.Path, t.opt.Map), t.plan.Missing(t.file.Path, t.opt.Map)); err != nil {
			yield(nil, err)
		}
	}).Trajectories(ctx)
}

// attempt is trajectory, its results as one value. It may run in several goroutines at once
// and changes nothing of the table.
func (t *table) attempt(r row) attempt {
	tr, err := t.trajectory(r)
	if err != nil {
		return attempt{nil, err}
	}
	return attempt{tr, nil}
}

// pairing are the columns that distinguish attempts and pair them.
var pairing = datasets.Of(datasets.ColBenchmark, datasets.ColRun, datasets.ColTask)

// trajectory makes an attempt of a row by the plan. Names that pair attempts are refused where
// their bytes were not UTF-8: mended, two of them could become one.
func (t *table) trajectory(r row) (*datasets.Trajectory, error) {
	if r.Err != nil {
		return nil, &datasets.RecordError{File: t.path(r), Row: r.Row, Err: r.Err}
	}
	if t.made.Any() {
		of := t.of
		if r.Of != nil {
			of = r.Of
		}
		var err error
		if r.Cells, err = t.made.Cells(r.Cells, of); err != nil {
			return nil, &datasets.RecordError{File: t.path(r), Row: r.Row, Err: err}
		}
	}
	tr := new(datasets.Trajectory)
	var cells []mapping.Cell
	for i := range t.plan.Fields {
		field := &t.plan.Fields[i]
		if !t.wants(field.Column) {
			continue
		}
		cells = cells[:0]
		for _, s := range field.Sources {
			c := r.Cells[s]
			if pairing.Has(field.Column) && c.Kind == mapping.Text {
				if mapping.HadInvalidUTF8(c.Text) {
					return nil, &datasets.RecordError{File: t.path(r), Row: r.Row, Column: t.names[s], Err: mapping.ErrBent}
				}
				if t.padded {
					c.Text = strings.TrimSpace(c.Text) // "a, t1": two names must not differ in a space that is not seen
				}
			}
			cells = append(cells, c)
		}
		if err := field.Set(tr, cells...); err != nil {
			column := field.Name
			if len(field.Sources) > 0 {
				column = t.names[field.Sources[0]]
			}
			return nil, &datasets.RecordError{File: t.path(r), Row: r.Row, Column: column, Err: err}
		}
	}
	if t.opt.Columns.Has(datasets.ColAttributes) {
		for _, i := range t.plan.Attributes {
			if c := r.Cells[i]; c.Kind != mapping.Nested {
				attribute(tr, t.names[i], c.String())
			}
		}
	}
	return project(tr, t.opt.Columns), nil
}

// path is the file that a row stands in.
func (t *table) path(r row) string { return cmp.Or(r.File, t.file.Path) }

// wants reports whether a column is to be filled. Facts, which identify and judge an attempt,
// always are; columns of steps and of calls are filled where any part of a conversation is
// asked for.
func (t *table) wants(c datasets.Column) bool {
	if c == datasets.ColSteps || c == datasets.ColCalls {
		return t.opt.Columns.Conversation()
	}
	return t.opt.Columns.Has(c) || datasets.Facts.Has(c)
}

// onlyFile is the file of a format whose files are logs of their own.
func onlyFile(files []File) (File, error) {
	if len(files) != 1 {
		return File{}, errors.New("every file is a log of its own")
	}
	return files[0], nil
}
