package open

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// mapped opens a log by the mapping that was given: once, or of a wide table once for each of
// its runs; and joins second files to its attempts.
func (o *opener) mapped(open func(m *mapping.Mapping) (reader, error)) (reader, error) {
	m := o.opt.Map
	each := m.PerRun()
	if each == nil {
		r, err := open(m)
		if err != nil {
			return nil, err
		}
		return o.withJoins(r)
	}
	w := &wideReader{m: m}
	for _, one := range each {
		r, err := open(one)
		if err != nil {
			return nil, err
		}
		w.runs = append(w.runs, r)
	}
	return o.withJoins(w)
}

// columns are those that the consumer needs, what tells to which attempts joined rows belong, and
// what tells the empty cells of a wide table.
func (o *opener) columns() datasets.Columns {
	need := o.opt.Columns
	if need != 0 && o.opt.Map != nil {
		for _, j := range o.opt.Map.Joins {
			need |= j.Needs()
		}
		need |= o.opt.Map.WideColumn()
	}
	return need
}

// forwarding is a reader around another: what the inner one tells of itself, it tells.
type forwarding struct{ reader }

func (f forwarding) inner() *Input                { return &Input{reader: f.reader} }
func (f forwarding) Mapping() string              { return f.inner().Mapping() }
func (f forwarding) Amounts() []mapping.Amount    { return f.inner().Amounts() }
func (f forwarding) Notes() []datasets.Note       { return f.inner().Notes() }
func (f forwarding) Promises() []datasets.Promise { return f.inner().Promises() }

// wideReader reads a table of one row a task and one column a run, run by run.
type wideReader struct {
	m     *mapping.Mapping
	runs  []reader
	empty int // cells, in the last reading
}

// Taken is that of the first run, the columns of the others being like it.
func (w *wideReader) Taken() []mapping.Taken { return w.runs[0].Taken() }

// Mapping is the whole table's.
func (w *wideReader) Mapping() string {
	return w.m.DescribeWide(forwarding{w.runs[0]}.Mapping())
}

// Amounts are those of the first run.
func (w *wideReader) Amounts() []mapping.Amount { return forwarding{w.runs[0]}.Amounts() }

// Notes are those of the first run, and how many cells were empty.
func (w *wideReader) Notes() []datasets.Note {
	notes := forwarding{w.runs[0]}.Notes()
	if w.empty > 0 {
		notes = append(notes, datasets.Note{Code: datasets.NoteEmptyCells, Message: fmt.Sprintf(
			"empty cells of the wide table: %d; no attempt of that run at that task is counted for them", w.empty)})
	}
	return notes
}

// Trajectories are those of one run after another.
func (w *wideReader) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return func(yield func(*datasets.Trajectory, error) bool) {
		w.empty = 0
		for _, r := range w.runs {
			for t, err := range r.Trajectories(ctx) {
				if err == nil && !mapping.States(t, w.m.WideMetric()) {
					w.empty++
					continue
				}
				if !yield(t, err) {
					return
				}
			}
		}
	}
}

// joinPath is where a joined file lies: as named, or beside the mapping.
func joinPath(j *mapping.Join) string {
	if _, err := os.Stat(j.File); err != nil && !filepath.IsAbs(j.File) {
		near := filepath.Join(filepath.Dir(j.Map.Name), j.File)
		if _, err := os.Stat(near); err == nil {
			return near
		}
	}
	return j.File
}

// withJoins reads the mapping's second files and joins their rows to the attempts of r.
func (o *opener) withJoins(r reader) (reader, error) {
	if o.opt.Map == nil {
		return r, nil
	}
	for _, j := range o.opt.Map.Joins {
		path := joinPath(j)
		opt := Options{Map: j.Map, Columns: j.Takes(), MaxRecordErrors: o.opt.MaxRecordErrors, Limits: o.opt.Limits}
		inputs, _, err := Paths(context.Background(), []string{path}, opt)
		if err != nil {
			return nil, fmt.Errorf("join: %w", err)
		}
		rows := map[string]*datasets.Trajectory{}
		for _, in := range inputs {
			for t, err := range in.Trajectories(context.Background()) {
				if record := (*datasets.RecordError)(nil); errors.As(err, &record) {
					continue // too many of them end the reading
				}
				if err != nil {
					return nil, err
				}
				key := j.Key(t)
				if rows[key] != nil {
					return nil, &datasets.FileError{File: path, Err: fmt.Errorf("join: two records have the %s", j.Named(key)), Hint: "name further columns that tell them apart: by: {task: ..., run: ...}"}
				}
				kept := &datasets.Trajectory{}
				j.Put(kept, t)
				rows[key] = cloned(kept)
			}
		}
		r = &joinedReader{forwarding: forwarding{r}, join: j, path: path, rows: rows}
	}
	return r, nil
}

// cloned keeps the lists of an attempt, which its source may use again.
func cloned(t *datasets.Trajectory) *datasets.Trajectory {
	c := *t
	c.Steps = append([]datasets.Step(nil), t.Steps...)
	for i := range c.Steps {
		c.Steps[i].Calls = append([]datasets.ToolCall(nil), t.Steps[i].Calls...)
		for j := range c.Steps[i].Calls {
			c.Steps[i].Calls[j].Labels = slices.Clone(c.Steps[i].Calls[j].Labels)
		}
	}
	c.Judgments = append([]datasets.Judgment(nil), t.Judgments...)
	c.FailureLabels = append([]datasets.FailureLabel(nil), t.FailureLabels...)
	c.Claims = append([]datasets.Claim(nil), t.Claims...)
	c.Ranked = append([]datasets.Ranked(nil), t.Ranked...)
	return &c
}

// joinedReader is a log with the columns of a second file.
type joinedReader struct {
	forwarding
	join *mapping.Join
	path string
	rows map[string]*datasets.Trajectory

	without, unused int // attempts without a row, rows without an attempt, in the last reading
}

// Notes are the reader's, and what found nothing to be joined to.
func (j *joinedReader) Notes() []datasets.Note {
	notes := j.forwarding.Notes()
	if j.without+j.unused > 0 {
		notes = append(notes, datasets.Note{Code: datasets.NoteJoin, Decisive: j.without > 0, Message: fmt.Sprintf(
			"%d attempts have no record in %s, so that what it says is unknown of them; %d of its records are of no attempt", j.without, j.path, j.unused)})
	}
	return notes
}

// Trajectories takes over what the second file says of each attempt. Where it says something of
// none, the ids are not those of the log.
func (j *joinedReader) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return func(yield func(*datasets.Trajectory, error) bool) {
		used := map[string]bool{}
		without, first := 0, ""
		for t, err := range j.reader.Trajectories(ctx) {
			if err == nil {
				key := j.join.Key(t)
				if row := j.rows[key]; row != nil {
					used[key] = true
					j.join.Put(t, row)
				} else if without++; first == "" {
					first = key
				}
			}
			if !yield(t, err) {
				return
			}
		}
		j.without, j.unused = without, len(j.rows)-len(used)
		if without > 0 && len(used) == 0 && len(j.rows) > 0 {
			yield(nil, &datasets.FileError{File: j.path, Err: fmt.Errorf("join: none of its %d records is of an attempt of the log, the first of which has the %s, while the file has the %s",
				len(j.rows), j.join.Named(first), j.join.Named(leastKey(j.rows)))})
		}
	}
}

// leastKey is one key of the rows, the same each time.
func leastKey(rows map[string]*datasets.Trajectory) (least string) {
	for key := range rows {
		if least == "" || strings.Compare(key, least) < 0 {
			least = key
		}
	}
	return least
}
