package mapping

import (
	"errors"
	"fmt"

	"mcpstats/datasets"
)

// Source is a column that a file has.
type Source struct {
	Name string
	Kind Kind   // Null: the file does not tell
	Unit string // of an amount, where the column's type states it: ms; "" where it does not

	// Contents is what its texts look like, of all rows; 0: nobody looked, or there are none. It is
	// asked for where ByContents says so of the name.
	Contents Contents

	// Mixed: its values are numbers of several spellings, or numbers and texts. As ids
	// they are kept apart as they are spelled.
	Mixed bool
}

// Plan says which columns fill which fields.
type Plan struct {
	Fields     []Field // in the order of Definitions
	Attributes []int   // columns that no field claims
	Taken      []Taken // every column of the file, for a reader
	Dialect    string  // the dialect that was recognised; "" for none
	Duplicates string  // the mapping's rule; "" where it states none
	Tasks      string  // the mapping's universe of tasks; "" where it states none
	Notes      []datasets.Note

	mapping *Mapping // nil for none
	emptied []string // canonical columns that the mapping leaves empty, whatever aliases there are
}

// Field is one canonical column, or one key of a keyed one, and the columns that
// fill it.
type Field struct {
	*Definition
	Key     string // within a keyed column; "" for the whole column
	Sources []int  // indices of the file's columns; none for a constant

	constant  string
	values    map[string]string
	zero      bool
	scored    bool // Sources[1] holds the scores of a ranking
	elapsed   bool // the difference of Sources[1] and Sources[0]
	lenient   bool // a cell of another kind is unknown, not an error
	factor    float64
	unit      string // as logged; "" for what has none
	dimension string // of an amount as logged: the canonical column that it would fill
	joins     bool   // several sources make one id
	with      string // between the sources of a joined label
	base      int
	reference bool
	better    string
	scale     string
	shape     *shaping // of a list: how its elements are made
}

// Plain reports whether a cell is taken as it stands: no renamed values, no zero
// that means unknown, no second source.
func (f *Field) Plain() bool {
	return f.shape == nil && f.values == nil && !f.zero && !f.lenient && !f.joins && len(f.Sources) == 1
}

// Factor is what a latency is multiplied with to give milliseconds.
func (f *Field) Factor() float64 { return f.factor }

// Base is the first index of a trial.
func (f *Field) Base() int { return f.base }

// Set fills the field of t from the cells of its Sources, in their order. A null
// leaves it absent, which only run and task may not be.
func (f *Field) Set(t *datasets.Trajectory, cells ...Cell) error {
	if len(f.Sources) == 0 {
		return f.set(t, TextCell(f.constant), f)
	}
	switch {
	case f.elapsed:
		v, known, err := ElapsedMS(cells[0], cells[1])
		t.LatencyMS = datasets.Maybe[float64]{Value: v, Known: known}
		if f.lenient {
			return nil
		}
		return err
	case f.joins:
		id := ""
		for _, c := range cells {
			if err := joinID(&id, f.renamed(c), f.with); err != nil {
				return err
			}
		}
		if id == "" {
			return f.Required("")
		}
		return f.set(t, TextCell(id), f)
	}
	c := f.renamed(cells[0])
	if f.shape != nil {
		var err error
		if c, err = f.shape.cell(c); err != nil {
			return err
		}
	}
	if c.Kind == Null || f.zero && c.isZero() {
		return f.Required("")
	}
	if err := f.set(t, c, f); err != nil {
		if f.lenient && f.Column == datasets.ColSuccess && c.Kind == Text && c.Text == "P" {
			t.Success = datasets.Known(false) // Inspect: partially correct
		}
		if f.lenient {
			return nil
		}
		return f.unknownWord(cells[0], err)
	}
	if f.scored && cells[1].Kind != Null {
		values, err := readNested(cells[1], scores)
		if err != nil {
			return fmt.Errorf("scores: %w", err)
		}
		return joinScores(t.Ranked, values)
	}
	switch f.Column {
	case datasets.ColTask:
		return f.Required(t.Task)
	case datasets.ColRun:
		return f.Required(t.Run)
	}
	return nil
}

// Required refuses an empty value of run or task, the only fields that every
// trajectory has.
func (f *Field) Required(v string) error {
	if v == "" && f.Column == datasets.ColRun {
		return errors.New("no run: expected the name of the system under test")
	}
	if v == "" && f.Column == datasets.ColTask {
		return errors.New("no task: expected the task's id")
	}
	return nil
}

// renamed applies the mapping's values; an empty new name is a null.
func (f *Field) renamed(c Cell) Cell {
	if f.values == nil {
		return c
	}
	to, ok := f.values[c.String()]
	switch {
	case !ok || c.Kind == Null:
		return c
	case to == "":
		return Cell{}
	}
	return TextCell(to)
}

// isZero reports whether a cell is the number 0, or a text that spells it.
func (c Cell) isZero() bool {
	v, known, err := float(c)
	return err == nil && known && v == 0
}

// Missing is the error of a path inside of a list that no element of any record has, nil where
// there is none. It is asked for behind the last record.
func (p *Plan) Missing(file string, m *Mapping) error {
	for i := range p.Fields {
		if err := p.Fields[i].shape.missing(); err != nil {
			return &datasets.FileError{File: file, Err: fmt.Errorf("%s: %s: %w", m.Name, p.Fields[i].Name, err)}
		}
	}
	return nil
}

// Amount is a column that has a unit, as a reader learns of it.
type Amount struct {
	Field  string  // the canonical column, or the name under which it is kept as logged
	From   string  // the file's column or columns
	Unit   string  // as logged; "" where it is not stated
	Factor float64 // from the unit to the canonical one
}

// Amounts are the times and prices of a file, and their units; names are its columns.
func (p *Plan) Amounts(names []string) []Amount {
	var out []Amount
	for i := range p.Fields {
		f := &p.Fields[i]
		if dimensionOf(f.Name) == nil && f.dimension == "" || len(f.Sources) == 0 {
			continue
		}
		a := Amount{Field: f.Name, From: names[f.Sources[0]], Unit: f.unit, Factor: f.factor}
		if f.elapsed {
			a.From, a.Unit = a.From+" to "+names[f.Sources[1]], "timestamps"
		}
		if f.dimension != "" {
			a.Field = f.Key
		}
		out = append(out, a)
	}
	return out
}
