package partial

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// Set is partials that belong together: of the same settings, and no input in two
// of them.
type Set struct {
	Settings Settings
	Files    []*File        // each input in exactly one; sorted by their inputs
	Inputs   []result.Input // of all files, in the order in which one machine reads them
	Skipped  []Skipped      // of all files, by path
	Repeats  []Repeat       // partials that were given twice

	shards [][]int // by file and input: the place in Inputs
}

// Repeat is a partial whose inputs and content are those of another.
type Repeat struct{ Path, Of string }

// place is one input within the files.
type place struct{ file, input int }

// Gather opens partials and puts them together. The order of the paths does not
// matter. Errors, each naming the files: a partial that cannot be used, other
// settings, two partials that share inputs but not all, or that hold the same
// inputs and not the same content.
func Gather(paths []string) (*Set, error) {
	if len(paths) == 0 {
		return nil, errors.New("no partials to merge")
	}
	paths = slices.Clone(paths)
	slices.Sort(paths)
	s := &Set{}
	whole := map[string]*File{} // by the digests of all inputs together
	owner := map[string]*File{} // by one input's digest
	for _, path := range slices.Compact(paths) {
		f, err := Open(path)
		if err != nil {
			return nil, err
		}
		if len(s.Files) > 0 {
			if what := s.Files[0].Settings.differs(&f.Settings); what != "" {
				return nil, &datasets.FileError{File: f.Path, Err: fmt.Errorf("was made with other settings than %s: %s", s.Files[0].Path, what),
					Hint: "score all shards with the same flags and the same version"}
			}
		}
		f.identify()
		all := strings.Join(f.keys, "\n")
		if same := whole[all]; same != nil {
			if same.foot.SHA256 != f.foot.SHA256 {
				return nil, &datasets.FileError{File: f.Path, Err: fmt.Errorf("holds the same inputs as %s but not the same scores", same.Path),
					Hint: "score its shards again, and keep one of the two"}
			}
			s.Repeats = append(s.Repeats, Repeat{Path: f.Path, Of: same.Path})
			continue
		}
		whole[all] = f
		for _, key := range f.keys {
			if other := owner[key]; other != nil && other != f {
				return nil, &datasets.FileError{File: f.Path, Err: fmt.Errorf("overlaps with %s: both hold %s", other.Path, f.named(key)),
					Hint: "score every shard into one partial only"}
			}
			owner[key] = f
		}
		s.Files = append(s.Files, f)
	}
	slices.SortStableFunc(s.Files, func(a, b *File) int { return slices.Compare(a.keys, b.keys) })
	s.Settings = s.Files[0].Settings
	s.number()
	return s, nil
}

// identify notes the inputs' keys.
func (f *File) identify() {
	f.keys = make([]string, len(f.Inputs))
	for i := range f.Inputs {
		f.keys[i] = f.Inputs[i].key()
	}
	slices.Sort(f.keys)
}

// key identifies an input by its content; one without a record by its name as well:
// many shards may be empty alike.
func (s *Shard) key() string {
	if s.Trajectories == 0 && s.RecordErrors == 0 {
		return s.SHA256 + " " + s.Path
	}
	return s.SHA256
}

// named is the path of the input with a key.
func (f *File) named(key string) string {
	for i := range f.Inputs {
		if f.Inputs[i].key() == key {
			return f.Inputs[i].Path
		}
	}
	return key
}

// number orders the inputs of all files as one machine that was given all of them
// orders them: by path.
func (s *Set) number() {
	var places []place
	for i, f := range s.Files {
		for j := range f.Inputs {
			places = append(places, place{i, j})
		}
	}
	at := func(p place) *Shard { return &s.Files[p.file].Inputs[p.input] }
	slices.SortFunc(places, func(x, y place) int {
		a, b := at(x), at(y)
		return cmp.Or(strings.Compare(a.first(), b.first()), strings.Compare(a.Format, b.Format), strings.Compare(a.SHA256, b.SHA256),
			cmp.Compare(x.file, y.file), cmp.Compare(x.input, y.input))
	})
	s.shards = make([][]int, len(s.Files))
	for i, f := range s.Files {
		s.shards[i] = make([]int, len(f.Inputs))
		s.Skipped = append(s.Skipped, f.Skipped...)
	}
	for n, p := range places {
		s.Inputs = append(s.Inputs, at(p).Input)
		s.shards[p.file][p.input] = n
	}
	slices.SortFunc(s.Skipped, func(a, b Skipped) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	s.Skipped = slices.Compact(s.Skipped)
}

// first is the path by which inputs are ordered: of the first file of several.
func (s *Shard) first() string {
	if len(s.Files) > 0 {
		return s.Files[0].Path
	}
	return s.Path
}

// Absent lists the names of a manifest that no input has, in the manifest's order.
// A name is an input's path or the last part of it.
func (s *Set) Absent(manifest []string) []string {
	have := map[string]bool{}
	for i := range s.Inputs {
		path := s.Inputs[i].Path
		have[path] = true
		have[path[strings.LastIndexByte(path, '/')+1:]] = true
	}
	return slices.DeleteFunc(slices.Clone(manifest), func(name string) bool { return have[name] })
}

// AddTo hands every attempt of one file to a builder, with the origin that it would
// have on one machine. Files may be added from several goroutines.
func (s *Set) AddTo(b *table.Builder, file int) error {
	f := s.Files[file]
	for i := range f.Inputs {
		b.AddPromises(s.shards[file][i], f.Inputs[i].Promises)
		b.AddCatalog(s.shards[file][i], f.Inputs[i].Catalog)
	}
	return f.EachRecord(func(input, number int, r table.Record) {
		in := &f.Inputs[input]
		b.Add(table.Origin{Input: s.shards[file][input], Record: number, Format: in.Format, Own: in.Own, Rule: in.Rule}, r)
	})
}

// Merge writes the partials of the set as one.
func (s *Set) Merge(w *Writer) error {
	for _, sk := range s.Skipped {
		w.Skip(sk)
	}
	numbers := make([][]int, len(s.Files))
	for i, f := range s.Files {
		for j := range f.Inputs {
			numbers[i] = append(numbers[i], w.Input(f.Inputs[j]))
		}
	}
	if s.Settings.Depth == Sums {
		all, err := s.Sums()
		if err != nil {
			return err
		}
		records := 0
		for _, f := range s.Files {
			records += f.Records
		}
		return w.AddSums(all, records)
	}
	for i, f := range s.Files {
		var failed error
		err := f.EachRecord(func(input, number int, r table.Record) {
			if failed == nil {
				failed = w.Add(numbers[i][input], number, &r)
			}
		})
		if err = errors.Join(err, failed); err != nil {
			return err
		}
	}
	return nil
}
