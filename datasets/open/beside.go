package open

import (
	"errors"
	"path/filepath"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
)

// Beside logs may lie files about them, each of which is for the logs in its folder and below: the
// nearest of its kind. One that the user names is for all logs, and no other of its kind counts.

// besides is a kind of such files.
type besides struct{ name string }

var (
	catalogs    = besides{formats.CatalogAside}
	priceTables = besides{"a table of prices"}
)

// beside is one such file; lay gives a log what it says.
type beside struct {
	kind besides
	path string
	lay  func(*Input)
	all  bool // the user names it for all logs
}

func (o *opener) keep(kind besides, path string, lay func(*Input)) {
	o.besides = append(o.besides, beside{kind, path, lay, false})
}

// forAll keeps the file that the user names.
func (o *opener) forAll(kind besides, path string, lay func(*Input)) {
	o.besides = append(o.besides, beside{kind, path, lay, true})
}

// named is the whole of a file that a flag or the plan names, and remembers its state.
func (o *opener) named(path string) ([]byte, error) {
	stamp := StampOf(path)
	first, _, err := head(path, stamp, o.opt.Limits)
	if err != nil {
		return nil, err
	}
	stamp.head = first
	o.stamps[path] = stamp
	return o.document(formats.File{Path: path, Open: unpackFile(path, stamp, o.opt.Limits)})
}

// forced is the file of a kind that counts for all logs; nil where the user names none.
func (o *opener) forced(kind besides) *beside {
	for i := range o.besides {
		if b := &o.besides[i]; b.kind == kind && b.all {
			return b
		}
	}
	return nil
}

// layBeside gives each log what lies beside it. Such a file is one of the log's, as what it says is
// in the numbers.
func (o *opener) layBeside() {
	for _, in := range o.inputs {
		attempts := in.Files
		for _, kind := range []besides{catalogs, priceTables} {
			nearest := o.forced(kind)
			for i := range o.besides {
				b := &o.besides[i]
				if b.kind == kind && !b.all && (nearest == nil || !nearest.all) && len(attempts) > 0 && within(filepath.Dir(b.path), attempts[0]) && (nearest == nil || len(b.path) > len(nearest.path)) {
					nearest = b
				}
			}
			if nearest == nil {
				continue
			}
			nearest.lay(in)
			in.beside++
			in.Files = append(in.Files[:len(in.Files):len(in.Files)], nearest.path)
			in.stamps = append(in.stamps[:len(in.stamps):len(in.stamps)], o.stamps[nearest.path])
			o.used[nearest.path] = true
		}
	}
}

// leaveOut tells of the files that no log uses.
func (o *opener) leaveOut() error {
	for _, b := range o.besides {
		if o.used[b.path] {
			continue
		}
		reason := "is " + b.kind.name + " with which no log lies"
		if o.forced(b.kind) != nil && !b.all {
			reason = "is " + b.kind.name + ", and another is named"
		}
		err := &datasets.FileError{File: b.path, Err: &kindError{withoutArticle(b.kind.name), errors.New(reason)}, Hint: "name the folder of the logs that it is about"}
		if err := o.refuse(found{Path: b.path}, err); err != nil {
			return err
		}
	}
	return nil
}

// within tells whether a file lies in a folder or below it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, filepath.Dir(path))
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
