package open

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// Options say how paths are opened. The zero value recognises every file by its
// content, reads all columns and allows 5% of unreadable records.
type Options struct {
	Format  string           // a format's name, instead of recognising it
	Map     *mapping.Mapping // foreign columns to canonical ones; of native formats, what their readers fill in
	Columns datasets.Columns // what the consumer needs; zero: everything

	// MaxRecordErrors is the share of an input's records that may be unreadable
	// before the input is. Zero stands for 0.05, a negative share for none.
	MaxRecordErrors float64

	Limits datasets.Limits // what one file may take; zero: the defaults
}

// most is the share of unreadable records that is allowed.
func (opt Options) most() float64 {
	if opt.MaxRecordErrors == 0 {
		return 0.05
	}
	return max(0, opt.MaxRecordErrors)
}

// Skipped is a file below a named folder that was left out.
type Skipped struct {
	Path, Reason string
}

// Paths opens files, folders and globs as inputs, sorted by path whatever the
// order of the arguments. A file named directly that cannot be used is an error;
// below a folder it is skipped, unless nothing in the folder can be used.
func Paths(ctx context.Context, paths []string, opt Options) ([]*Input, []Skipped, error) {
	files, passed, err := walk(paths)
	if err != nil {
		return nil, nil, err
	}
	o := &opener{opt: opt, used: map[string]bool{}, stamps: map[string]Stamp{}, skipped: passed}
	if err := o.forced(); err != nil {
		return nil, nil, err
	}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if err := o.admit(f); err != nil {
			return nil, nil, err
		}
	}
	if err := o.join(); err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		if err := o.unused(path, files); err != nil {
			return nil, nil, err
		}
	}
	slices.SortStableFunc(o.inputs, func(a, b *Input) int {
		return cmp.Or(strings.Compare(a.Files[0], b.Files[0]), strings.Compare(a.Format, b.Format))
	})
	slices.SortStableFunc(o.skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	return o.inputs, o.skipped, nil
}

// opener collects what Paths returns.
type opener struct {
	opt     Options
	only    *formats.Format // the format of Options.Format
	inputs  []*Input
	skipped []Skipped
	groups  []group
	used    map[string]bool // files that are part of an input
	stamps  map[string]Stamp
}

// group is the files of a joined format.
type group struct {
	format formats.Format
	files  []formats.File
	named  bool // any of them by its own path
}

// forced resolves Options.Format.
func (o *opener) forced() error {
	switch o.opt.Format {
	case "", parquet, arrow:
		return nil
	}
	f, ok := formats.Lookup(o.opt.Format)
	if !ok {
		names := append([]string{parquet, arrow}, formats.Names()...)
		return &datasets.FileError{File: "--format " + o.opt.Format, Err: errors.New("no such format"),
			Hint: "formats: " + strings.Join(names, ", ")}
	}
	o.only = &f
	return nil
}

// admit recognises one file, and opens it unless it must wait for others.
func (o *opener) admit(f found) error {
	o.stamps[f.Path] = StampOf(f.Path)
	first, err := head(f.Path, o.opt.Limits)
	if err != nil {
		return o.refuse(f, err)
	}
	if kind := columnarKind(first); kind != "" {
		if o.opt.Format != "" && o.opt.Format != kind {
			return o.refuse(f, fmt.Errorf("is %s, not %s", kind, o.opt.Format))
		}
		return o.add(f, kind, []string{f.Path}, "", func() (reader, error) { return o.columnar(f.Path) })
	}
	if o.opt.Format == parquet || o.opt.Format == arrow {
		return o.refuse(f, fmt.Errorf("is not in the %s format", o.opt.Format))
	}
	if len(first) == 0 {
		return o.refuse(f, errors.New("is empty"))
	}
	file := formats.File{Path: f.Path, Head: first, Open: unpackFile(f.Path, o.opt.Limits), At: inPlace(f.Path), Limits: o.opt.Limits}
	format, ok := o.recognise(f, file)
	if !ok {
		what, hint := formats.Describe(file)
		return o.refuse(f, &datasets.FileError{File: f.Path, Err: errors.New("has no known format: " + what), Hint: hint})
	}
	if !format.Joined {
		return o.add(f, format.Name, []string{f.Path}, format.Duplicates, func() (reader, error) {
			return o.native(format, []formats.File{file})
		})
	}
	for i := range o.groups {
		if g := &o.groups[i]; g.format.Name == format.Name {
			g.files, g.named = append(g.files, file), g.named || f.Named
			return nil
		}
	}
	o.groups = append(o.groups, group{format, []formats.File{file}, f.Named})
	return nil
}

// recognise finds the format of a file: the stated one, where a file named
// directly needs no proof, or the first that knows the content.
func (o *opener) recognise(f found, file formats.File) (formats.Format, bool) {
	if o.only != nil {
		return *o.only, f.Named || o.only.Sniff(file) != formats.No
	}
	for _, format := range formats.All {
		// A mapping of columns says that the file is a table, whatever its keys look like.
		if format.Loose && o.opt.Map.MapsColumns() {
			continue
		}
		if format.Sniff(file) != formats.No {
			return format, true
		}
	}
	return formats.Format{}, false
}

// join opens the joined formats, each over all of its files: a verdict may stand
// in another folder than the trajectory that it is about.
func (o *opener) join() error {
	for _, g := range o.groups {
		paths := make([]string, len(g.files))
		for i, f := range g.files {
			paths[i] = f.Path
		}
		f := found{Path: folderOf(paths), Named: g.named}
		if err := o.add(f, g.format.Name, paths, g.format.Duplicates, func() (reader, error) {
			return o.native(g.format, g.files)
		}); err != nil {
			return err
		}
	}
	return nil
}

// folderOf is the file, or the deepest folder that holds all files.
func folderOf(paths []string) string {
	dir := paths[0]
	for _, p := range paths {
		for dir != "." && dir != string(filepath.Separator) && p != dir && !strings.HasPrefix(p, dir+string(filepath.Separator)) {
			dir = filepath.Dir(dir)
		}
	}
	return dir
}

// add opens an input; what cannot be read after all is refused.
func (o *opener) add(f found, format string, paths []string, duplicates string, open func() (reader, error)) error {
	r, err := open()
	if err != nil {
		return o.refuse(f, err)
	}
	if c, ok := r.(*columnarReader); ok {
		duplicates = c.duplicates
	}
	if o.opt.Map != nil && o.opt.Map.Duplicates != "" {
		duplicates = o.opt.Map.Duplicates
	}
	var stamps []Stamp
	for _, p := range paths {
		stamps = append(stamps, o.stamps[p])
	}
	in := &Input{Name: f.Path, Format: format, Files: paths, duplicates: duplicates, most: o.opt.most(), reader: r, raw: onDisk, stamps: stamps}
	o.inputs = append(o.inputs, in)
	for _, p := range paths {
		o.used[p] = true
	}
	return nil
}

// refuse says why a file is not used: an error where the user named it.
func (o *opener) refuse(f found, err error) error {
	var fe *datasets.FileError
	if !errors.As(err, &fe) {
		fe = &datasets.FileError{File: f.Path, Err: bare(err)}
	}
	if f.Named {
		return fe
	}
	reason := fe.Err.Error()
	if fe.File != f.Path { // one file of several that make a log
		reason = fe.File + ": " + reason
	}
	if fe.Hint != "" {
		reason += "; " + fe.Hint
	}
	o.skipped = append(o.skipped, Skipped{f.Path, reason})
	return nil
}

// unused is the error for a named folder or glob of which nothing is part of an
// input.
func (o *opener) unused(path string, files []found) error {
	seen := 0
	for _, f := range files {
		if !slices.Contains(f.From, path) {
			continue
		}
		if o.used[f.Path] {
			return nil
		}
		seen++
	}
	if seen == 0 {
		return &datasets.FileError{File: path, Err: errors.New("holds no files")}
	}
	const most = 5
	var reasons []string
	for _, s := range o.skipped {
		if len(reasons) < most {
			reasons = append(reasons, s.Path+" ("+s.Reason+")")
		}
	}
	more := ""
	if seen > len(reasons) {
		more = fmt.Sprintf(" and %d more", seen-len(reasons))
	}
	return &datasets.FileError{File: path, Err: fmt.Errorf("no log in %d files: %s%s", seen, strings.Join(reasons, ", "), more),
		Hint: "--format names the format, --map maps foreign columns"}
}
