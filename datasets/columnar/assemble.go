package columnar

import (
	"fmt"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"mcpstats/datasets"
)

// assembler turns one batch into trajectories. A pass has two of them (ahead in read.go),
// each with its own fillers, so that one can be filled while the other is with the
// consumer; its slabs are reused for the batch after the next. It holds a reference to the
// batch until release, because the trajectories' texts point into it.
type assembler struct {
	f       *File
	batch   arrow.RecordBatch
	rows    []datasets.Trajectory
	errs    map[int]*datasets.RecordError // by row
	failed  error
	sources []fieldSources
}

// fieldSources are a filler and the columns that it reads.
type fieldSources struct {
	filler
	columns []column
	name    string // of the columns, for messages
	arrays  []arrow.Array
}

// newAssembler has a filler for each field that is wanted, in the plan's order, then one for
// each column that is kept as an attribute.
func newAssembler(f *File) *assembler {
	a := &assembler{f: f}
	for i := range f.plan.Fields {
		field := &f.plan.Fields[i]
		if !f.wants(field.Column) {
			continue
		}
		s := fieldSources{}
		var names []string
		for _, source := range field.Sources {
			s.columns = append(s.columns, f.columns[source])
			names = append(names, f.columns[source].name)
		}
		s.name = strings.Join(names, ", ")
		s.filler = newFiller(field, s.columns)
		a.sources = append(a.sources, s)
	}
	if f.options.Columns.Has(datasets.ColAttributes) {
		for _, source := range f.plan.Attributes {
			c := f.columns[source]
			a.sources = append(a.sources, fieldSources{filler: &attributeFiller{column: c}, columns: []column{c}, name: c.name})
		}
	}
	return a
}

// tileRows is how many rows are filled field by field before the next ones are. Filling
// column by column keeps each filler's arrays and code hot; 64 rows of 600 bytes also stay
// in the innermost cache from one field to the next.
const tileRows = 64

// fill fills the rows of the batch, the first of which is record number first of the file.
// A row's first error stands for the row, which is then not handed out; its other fields
// are filled all the same.
func (a *assembler) fill(first int) error {
	n := int(a.batch.NumRows())
	a.rows = grown(a.rows, n)
	a.errs = nil
	for i := range a.sources {
		if err := a.bind(&a.sources[i], n); err != nil {
			return err
		}
	}
	for from := 0; from < n; from += tileRows {
		to := min(n, from+tileRows)
		clear(a.rows[from:to])
		for i := range a.sources {
			s := &a.sources[i]
			for row := from; row < to; row++ {
				if err := s.filler.fill(row, &a.rows[row]); err != nil && a.errs[row] == nil {
					if a.errs == nil {
						a.errs = map[int]*datasets.RecordError{}
					}
					a.errs[row] = &datasets.RecordError{File: a.f.name, Row: first + row, Column: s.name, Err: err}
				}
			}
		}
	}
	return nil
}

// bind gives a filler the batch's arrays of its columns.
func (a *assembler) bind(s *fieldSources, n int) error {
	s.arrays = s.arrays[:0]
	for _, c := range s.columns {
		if c.top < 0 {
			s.arrays = append(s.arrays, nil)
			continue
		}
		array, err := below(a.batch.Column(a.f.place[c.top]), c.names)
		if err != nil {
			return err
		}
		s.arrays = append(s.arrays, array)
	}
	if err := s.filler.bind(s.arrays, n); err != nil {
		return fmt.Errorf("column %q: %w", s.name, err)
	}
	return nil
}

// release gives the batch back once the consumer is done with its rows.
func (a *assembler) release() {
	if a.batch != nil {
		a.batch.Release()
		a.batch = nil
	}
}
