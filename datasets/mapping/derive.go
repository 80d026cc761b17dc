package mapping

import (
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// Derivation is the columns that a mapping makes of what a file has: by a path into a nested
// value (evaluation.utility), or of the file's own path (jobs/{run}/*, run=a/). They stand
// behind the file's own columns. It is safe for use by several goroutines.
type Derivation struct {
	own     int
	sources []Source
	derived []*derived
}

// derived is one column that is made of others.
type derived struct {
	name string
	base int   // index of the column that the path leads into; -1: of the file's path
	path Path  // from there
	glob *Glob // of the file's path; nil: a Hive partition
	part string

	mu      sync.Mutex
	found   bool
	missing *lack // the first record that lacks it
}

// pathColumn is the name of a column that is a part of the file's path.
const pathColumn = "path:"

// Derive finds the derived columns of a file, which m may need (nil: no mapping) and whose own
// columns are given. files are the paths of the log's files. The error is of a path that does
// not end like the mapping says.
func (m *Mapping) Derive(columns []Source, files ...string) (*Derivation, error) {
	d := &Derivation{own: len(columns), sources: slices.Clip(columns)}
	has := func(name string) bool {
		return slices.ContainsFunc(d.sources, func(c Source) bool { return c.Name == name })
	}
	add := func(x *derived) {
		d.derived, d.sources = append(d.derived, x), append(d.sources, Source{Name: x.name})
	}
	if glob := m.FileRules().path; glob != nil {
		for _, part := range glob.names {
			if has(part) {
				return nil, fmt.Errorf("files: path: {%s} has the name of a column of the file; call it otherwise", part)
			}
			add(&derived{name: part, base: -1, glob: glob, part: part})
		}
	}
	for _, file := range files {
		for _, p := range partitions(file) {
			if !has(p[0]) { // a column of the file itself goes before
				add(&derived{name: p[0], base: -1, part: p[0]})
			}
		}
	}
	if m != nil {
		for i := range m.rules {
			for _, name := range m.rules[i].columns() {
				if !has(name) {
					if x := derive(name, columns, &m.rules[i]); x != nil {
						add(x)
					}
				}
			}
		}
	}
	for _, file := range files {
		if _, err := d.Of(file); err != nil {
			return nil, &datasets.FileError{File: file, Err: err}
		}
	}
	return d, nil
}

// derive is the column that a name stands for, nil where it is no path into a column. The
// longest beginning that is a column's name is the column.
func derive(name string, columns []Source, r *rule) *derived {
	if r.glob != nil && name == r.pathColumn() {
		return &derived{name: name, base: -1, glob: r.glob, part: r.part}
	}
	p, err := ParsePath(name)
	if err != nil {
		return nil
	}
	for k := len(p.steps) - 1; k > 0; k-- {
		begin := name[:p.ends[k-1]]
		if k == 1 && p.steps[0].is == byKey {
			begin = p.steps[0].key
		}
		if i := slices.IndexFunc(columns, func(c Source) bool { return c.Name == begin }); i >= 0 {
			return &derived{name: name, base: i, path: Path{steps: p.steps[k:]}}
		}
	}
	return nil
}

// partitions are the folders of a path that are called key=value, as Hive and Spark name the
// parts of a data set, whose columns are then not in the files.
func partitions(file string) (out [][2]string) {
	for _, folder := range strings.Split(filepath.ToSlash(filepath.Dir(file)), "/") {
		key, value, ok := strings.Cut(folder, "=")
		if !ok || key == "" || value == "" {
			continue
		}
		if plain, err := url.PathUnescape(value); err == nil {
			value = plain
		}
		if value == "__HIVE_DEFAULT_PARTITION__" {
			value = ""
		}
		out = append(out, [2]string{ExactText(key), ExactText(value)})
	}
	return out
}

// Sources are the file's own columns and the derived ones.
func (d *Derivation) Sources() []Source { return d.sources }

// Any reports whether there are derived columns.
func (d *Derivation) Any() bool { return len(d.derived) > 0 }

// Of is the values of the derived columns that are parts of a file's path, null for the others.
func (d *Derivation) Of(file string) ([]Cell, error) {
	out := make([]Cell, len(d.derived))
	for i, x := range d.derived {
		switch {
		case x.base >= 0:
		case x.glob != nil:
			parts, err := x.glob.parts(file)
			if err != nil {
				return nil, err
			}
			out[i] = TextCell(parts[x.part])
		default:
			for _, p := range partitions(file) {
				if p[0] == x.part && p[1] != "" {
					out[i] = TextCell(p[1])
				}
			}
		}
	}
	return out, nil
}

// Cells are a row's own cells and behind them the derived ones; of is what Of gave for the
// row's file.
func (d *Derivation) Cells(row, of []Cell) ([]Cell, error) {
	cells := append(row[:d.own:d.own], of...)
	for i := range d.derived {
		if base := d.derived[i].base; base >= 0 {
			c, err := d.Into(d.own+i, cells[base])
			if err != nil {
				return nil, fmt.Errorf("%q: %w", d.derived[i].name, err)
			}
			cells[d.own+i] = c
		}
	}
	return cells, nil
}

// Base is the index of the column that a derived column leads into; -1 where it is a part of
// the file's path.
func (d *Derivation) Base(column int) int { return d.derived[column-d.own].base }

// Into is the value of a derived column, from that of its base.
func (d *Derivation) Into(column int, base Cell) (Cell, error) {
	x := d.derived[column-d.own]
	c, missing, err := x.path.cell(base)
	if err == nil && (c.Kind != Null || missing != nil) {
		x.mu.Lock()
		x.found = x.found || c.Kind != Null
		if x.missing == nil {
			x.missing = missing
		}
		x.mu.Unlock()
	}
	return c, err
}

// Missing is the error of a path that led nowhere in any record, nil where all did in some. It
// is asked for behind the last record. A path that ends at a null is there.
func (d *Derivation) Missing(file string, m *Mapping) error {
	for _, x := range d.derived {
		if x.base < 0 || x.found || x.missing == nil {
			continue
		}
		err := x.missing.error(fmt.Sprintf("%s: %q is in no record", m.Name, x.name))
		hint := ""
		for i := range m.rules {
			if near := spelling.Nearest(x.missing.key, x.missing.keys); m.rules[i].column == x.name && hint == "" && near != "" {
				if before, ok := strings.CutSuffix(x.name, PathKey(x.missing.key)); ok {
					hint = m.rules[i].mended(x.name, before+PathKey(near))
				}
			}
		}
		return &datasets.FileError{File: file, Err: err, Hint: hint}
	}
	return nil
}
