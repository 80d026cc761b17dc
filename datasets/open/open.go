package open

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
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

	// Include and Exclude choose among the files of named folders and globs; a mapping may add
	// to them. A file that is named by its own path is meant, whatever they say.
	Include, Exclude []*mapping.Glob

	Catalog string // a file that says for all logs which tools there are; empty: what lies beside each
	Prices  string // a file that says for all logs what tokens cost; empty: what lies beside each
	Reprice bool   // costs are computed from tokens also where the log states them
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

	// Kind is what a file that is no log is, to be counted under: ".md", "SWE-bench
	// predictions". It is empty for a log that could not be read, which nobody should
	// overlook among the rest.
	Kind string
}

// Paths opens files, folders and globs as inputs, sorted by path whatever the
// order of the arguments. A file named directly that cannot be used is an error;
// below a folder it is skipped, unless nothing in the folder can be used.
func Paths(ctx context.Context, paths []string, opt Options) ([]*Input, []Skipped, error) {
	opt.Columns = withPrices(opt.Columns)
	choice := choiceOf(opt)
	files, passed, err := walk(paths, choice)
	if err != nil {
		return nil, nil, err
	}
	o := &opener{opt: opt, used: map[string]bool{}, stamps: map[string]Stamp{}, held: map[string][]byte{}, cuts: &cutFiles{}, skipped: passed, choice: choice, plans: new(mapping.Plans)}
	if opt.Format == "" {
		o.opt.Format = opt.Map.FileRules().Format
	}
	if err := o.chooseFormat(); err != nil {
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
	o.keepNamedCatalog()
	if err := o.keepNamedPrices(); err != nil {
		return nil, nil, err
	}
	o.layBeside()
	if err := o.leaveOut(); err != nil {
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
	besides []beside
	used    map[string]bool // files that are part of an input
	stamps  map[string]Stamp
	held    map[string][]byte // the small files, whole
	cuts    *cutFiles
	choice  chosen
	plans   *mapping.Plans
}

// raw opens a file as it is on disk, or as it was read from there.
func (o *opener) raw(path string) (io.ReadCloser, error) {
	if content, ok := o.held[path]; ok {
		return held{bytes.NewReader(content)}, nil
	}
	return onDisk(path)
}

// group is the files of a joined format.
type group struct {
	format formats.Format
	files  []formats.File
	named  map[string]bool // those given by their own paths
}

// chooseFormat resolves Options.Format.
func (o *opener) chooseFormat() error {
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
	stamp := StampOf(f.Path)
	first, whole, err := head(f.Path, stamp, o.opt.Limits)
	stamp.head = first
	o.stamps[f.Path] = stamp
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
		return o.refuse(f, &kindError{emptyFile, errors.New("is empty")})
	}
	file := formats.File{Path: f.Path, Head: first, Whole: whole, Limits: o.opt.Limits}.Remembering()
	if whole {
		o.held[f.Path] = first
		file.Open = func() (io.ReadCloser, error) { return held{bytes.NewReader(first)}, nil }
		file.At = func() (formats.RandomAccess, error) { return held{bytes.NewReader(first)}, nil }
	} else {
		file.Open, file.At = unpackFile(f.Path, stamp, o.opt.Limits), inPlace(f.Path, stamp)
	}
	format, ok := o.recognise(f, file)
	if (!ok || format.General) && o.isCatalog(file) {
		return o.keepCatalog(f, file)
	}
	if (!ok || format.General) && o.isPrices(file) {
		return o.keepPrices(f, file)
	}
	if o.opt.Map.FileRules().Documents() {
		format, ok = formats.Documents, formats.Documents.Sniff(file) != formats.No
	}
	if !ok {
		err := unknown(file)
		if fe := (*datasets.FileError)(nil); f.Named && errors.As(err, &fe) && fe.Hint == formats.MapHint {
			fe.Hint = o.mend([]found{f}, f.From[0])
		}
		return o.refuse(f, err)
	}
	if !format.Joined {
		return o.add(f, format.Name, []string{f.Path}, format.Duplicates, func() (reader, error) {
			return o.native(format, []formats.File{file})
		})
	}
	cuts := o.cuts
	file.Cut = func(err error) { cuts.note(f.Path, err) }
	for i := range o.groups {
		if g := &o.groups[i]; g.format.Name == format.Name {
			g.files = append(g.files, file)
			if f.Named {
				g.named[f.Path] = true
			}
			return nil
		}
	}
	o.groups = append(o.groups, group{format, []formats.File{file}, map[string]bool{f.Path: f.Named}})
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
		if format.Sniff(file) == formats.No {
			continue
		}
		// Tables and conversations are anybody's: predictions and task sets look like them, and
		// only who says what their columns mean can make attempts of them.
		if format.General && o.opt.Map == nil {
			if _, aside := formats.AsideOf(file); aside {
				return formats.Format{}, false
			}
		}
		return format, true
	}
	return formats.Format{}, false
}

// join opens the joined formats, each over all of its files: a verdict may stand
// in another folder than the trajectory that it is about.
func (o *opener) join() error {
	o.lend()
	for _, g := range o.groups {
		if len(g.files) == 0 {
			continue // all of them belong to other logs
		}
		if err := o.joined(g); err != nil {
			return err
		}
	}
	return nil
}

// lend moves files to the format whose attempts they are about: a report that stands beside
// trajectories is their verdict, and no second run. What nobody claims stays a log of its own.
func (o *opener) lend() {
	for i := range o.groups {
		g := &o.groups[i]
		if g.format.Beside == nil {
			continue
		}
		for j := range o.groups {
			other := &o.groups[j]
			if i == j || other.format.Beside != nil {
				continue
			}
			for _, f := range g.format.Beside(g.files, other.files) {
				at := slices.IndexFunc(other.files, func(x formats.File) bool { return x.Path == f.Path })
				if at < 0 {
					continue
				}
				g.files, other.files = append(g.files, f), slices.Delete(other.files, at, at+1)
				if other.named[f.Path] {
					g.named[f.Path] = true
				}
			}
		}
		slices.SortFunc(g.files, func(a, b formats.File) int { return strings.Compare(a.Path, b.Path) })
	}
}

// joined opens one log of several files. A file that cannot be used is left out by itself,
// as one attempt that a crash cut off must not cost the thousand others.
func (o *opener) joined(g group) error {
	files := slices.Clone(g.files)
	for {
		r, err := o.native(g.format, files)
		var fe *datasets.FileError
		bad := -1
		if errors.As(err, &fe) && len(files) > 1 {
			bad = slices.IndexFunc(files, func(f formats.File) bool { return f.Path == fe.File })
		}
		if bad >= 0 && !g.named[fe.File] && len(g.files)-len(files) < mostBadFiles {
			if err := o.refuse(found{Path: fe.File}, err); err != nil {
				return err
			}
			files = slices.Delete(files, bad, bad+1)
			continue
		}
		paths := pathsOf(files)
		if errors.Is(err, formats.ErrNoLog) && !slices.ContainsFunc(paths, func(p string) bool { return g.named[p] }) {
			for _, p := range paths {
				if err := o.refuse(found{Path: p}, &datasets.FileError{File: p, Err: fe.Err, Hint: fe.Hint}); err != nil {
					return err
				}
			}
			return nil
		}
		named := slices.ContainsFunc(paths, func(p string) bool { return g.named[p] })
		at := len(o.inputs)
		if err := o.add(found{Path: folderOf(paths), Named: named}, g.format.Name, paths, g.format.Duplicates, func() (reader, error) { return r, err }); err != nil || len(o.inputs) == at {
			return err
		}
		o.inputs[at].without = func(path string) (*Input, error) { return o.without(g, files, path) }
		return nil
	}
}

// without opens a log again, but for one of its files.
func (o *opener) without(g group, files []formats.File, path string) (*Input, error) {
	rest := slices.DeleteFunc(slices.Clone(files), func(f formats.File) bool { return f.Path == path })
	again := &opener{opt: o.opt, only: o.only, besides: o.besides, used: map[string]bool{}, stamps: o.stamps, held: o.held, cuts: o.cuts, choice: o.choice, plans: o.plans}
	// What is left is no longer what the user named.
	if err := again.joined(group{g.format, rest, map[string]bool{}}); err != nil || len(again.inputs) == 0 {
		return nil, err
	}
	again.layBeside()
	return again.inputs[0], nil
}

// mostBadFiles bounds the files that are left out of one log, each after another attempt at
// opening the rest: of a log with more, the log itself is bad.
const mostBadFiles = 100

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
	if o.opt.Map != nil {
		for _, j := range o.opt.Map.Joins {
			path := joinPath(j)
			o.stamps[path] = StampOf(path)
			paths = append(paths[:len(paths):len(paths)], path) // what it says is in the numbers, so its digest is in the report
		}
	}
	if o.opt.Map != nil && o.opt.Map.Duplicates != "" {
		duplicates = o.opt.Map.Duplicates
	}
	var stamps []Stamp
	for _, p := range paths {
		stamps = append(stamps, o.stamps[p])
	}
	in := &Input{Name: f.Path, Format: format, Files: paths, Named: f.Named, mapping: o.opt.Map, duplicates: duplicates, most: o.opt.most(), reader: r, raw: o.raw, stamps: stamps, cuts: o.cuts}
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
	o.skipped = append(o.skipped, Skipped{Path: f.Path, Reason: reason, Kind: kindOf(f.Path, err)})
	return nil
}

// unused is the error for a named folder or glob of which nothing is part of an
// input.
func (o *opener) unused(path string, files []found) error {
	seen := 0
	below := map[string]bool{}
	for _, f := range files {
		if !slices.Contains(f.From, path) {
			continue
		}
		if o.used[f.Path] {
			return nil
		}
		below[f.Path] = true
		seen++
	}
	if seen == 0 && o.choice.any() {
		return &datasets.FileError{File: path, Err: errors.New("holds no files that --include and --exclude, or the mapping's files, leave"), Hint: "patterns are met by the end of a path: --include '**/*.json'"}
	}
	if seen == 0 {
		return &datasets.FileError{File: path, Err: errors.New("holds no files")}
	}
	// A log that could not be read says more than what is none, data more than a README.
	skipped := slices.DeleteFunc(slices.Clone(o.skipped), func(s Skipped) bool { return !below[s.Path] })
	telling := func(s Skipped) int {
		switch {
		case s.Kind == "":
			return 0
		case strings.HasPrefix(s.Kind, ".") && !strings.HasSuffix(s.Kind, unknownJSON), s.Kind == noEnding, s.Kind == emptyFile:
			return 2
		}
		return 1
	}
	slices.SortStableFunc(skipped, func(a, b Skipped) int {
		return cmp.Or(cmp.Compare(telling(a), telling(b)), strings.Compare(a.Path, b.Path))
	})
	const most = 3
	var reasons []string
	for _, s := range skipped[:min(most, len(skipped))] {
		reasons = append(reasons, s.Path+" ("+s.Reason+")")
	}
	if seen > len(reasons) {
		line, _ := LeftOut(skipped)
		reasons = append(reasons, "of all of them "+line)
	}
	return &datasets.FileError{File: path, Err: fmt.Errorf("no log in %d files: %s", seen, strings.Join(reasons, ", ")),
		Hint: o.mend(files, path)}
}
