package open

import (
	"context"
	"iter"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// native reads files with one of the native formats. Formats of columns apply a
// mapping themselves; what another format's reader fills in, the mapping overrides.
func (o *opener) native(format formats.Format, files []formats.File) (reader, error) {
	return o.mapped(func(m *mapping.Mapping) (reader, error) { return o.nativeBy(format, files, m) })
}

// nativeBy is native by one mapping.
func (o *opener) nativeBy(format formats.Format, files []formats.File, m *mapping.Mapping) (reader, error) {
	opt := formats.Options{Columns: o.columns(), Map: m, Plans: o.plans}
	if opt.Map != nil && opt.Columns != 0 {
		opt.Columns |= mapping.NewOverlay("", opt.Map).Needs()
	}
	src, err := format.Read(files, opt)
	if err != nil {
		return nil, err
	}
	if r, ok := src.(reader); ok {
		return r, nil
	}
	if opt.Map == nil {
		return fixed{src}, nil
	}
	name := files[0].Path
	if len(files) > 1 {
		name = folderOf(pathsOf(files))
	}
	return &overlaid{Source: src, name: name, m: opt.Map}, nil
}

func pathsOf(files []formats.File) []string {
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.Path
	}
	return paths
}

// fixed is a source of a format that takes no columns for others.
type fixed struct{ datasets.Source }

// Taken is nothing: the reader knows its format's fields.
func (fixed) Taken() []mapping.Taken { return nil }

// overlaid is a source of such a format under a mapping.
type overlaid struct {
	datasets.Source
	name   string
	m      *mapping.Mapping
	latest *mapping.Overlay // of the last reading
}

// Taken is what the mapping overrides; the rest is the reader's.
func (o *overlaid) Taken() []mapping.Taken { return mapping.NewOverlay(o.name, o.m).Plan().Taken }

// Mapping is what the mapping overrides, in its own language.
func (o *overlaid) Mapping() string { return mapping.NewOverlay(o.name, o.m).Describe() }

// Amounts are the overridden columns that have units.
func (o *overlaid) Amounts() []mapping.Amount { return mapping.NewOverlay(o.name, o.m).Amounts() }

// Notes are the mapping's, then the reader's.
func (o *overlaid) Notes() []datasets.Note {
	notes := mapping.NewOverlay(o.name, o.m).Plan().Notes
	if n, ok := o.Source.(datasets.Noter); ok {
		notes = append(notes, n.Notes()...)
	}
	return notes
}

// Promises are the reader's, under the names that the mapping gave their runs. Which those are
// is known from the attempts, so that there are none before a pass.
func (o *overlaid) Promises() []datasets.Promise {
	p, ok := o.Source.(datasets.Promiser)
	if !ok || o.latest == nil {
		return nil
	}
	return o.latest.Promises(p.Promises())
}

// Trajectories applies the mapping to each attempt. A rule that matched nothing is an error
// behind the last one: only then is it known that no attempt states its column.
func (o *overlaid) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return func(yield func(*datasets.Trajectory, error) bool) {
		overlay := mapping.NewOverlay(o.name, o.m)
		o.latest = overlay
		record := 0
		for t, err := range o.Source.Trajectories(ctx) {
			record++
			if err == nil {
				if column, bad := overlay.Apply(t); bad != nil {
					at := datasets.Place{File: o.name, Row: record}
					if t.Place.File != "" {
						at = t.Place
					}
					t, err = nil, &datasets.RecordError{File: at.File, Row: at.Row, Column: column, Err: bad}
				}
			}
			if !yield(t, err) {
				return
			}
		}
		if err := overlay.Missing(); err != nil {
			yield(nil, err)
		}
	}
}
