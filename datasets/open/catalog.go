package open

import (
	"errors"
	"io"
	"path/filepath"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// catalogName is the file that says, beside logs or above them, what tools do.
const catalogName = "catalog.json"

// catalog is such a file.
type catalog struct {
	path    string
	effects map[string]string
}

// isCatalog tells a catalog by its name and its first keys: a log may have either.
func isCatalog(f formats.File) bool {
	if filepath.Base(f.Path) != catalogName {
		return false
	}
	a, ok := formats.AsideOf(f)
	return ok && a.Name == formats.CatalogAside
}

// keep reads a catalog for the logs that lie with it.
func (o *opener) keep(f found, file formats.File) error {
	r, err := file.Open()
	if err != nil {
		return o.refuse(f, err)
	}
	defer r.Close()
	document, err := io.ReadAll(io.LimitReader(r, int64(o.opt.Limits.MostRecord())+1))
	if err == nil && len(document) > o.opt.Limits.MostRecord() {
		err = errors.New("is larger than a record of a log may be")
	}
	var effects map[string]string
	if err == nil {
		effects, err = mapping.CatalogEffects(document)
	}
	if err != nil {
		return o.refuse(f, &datasets.FileError{File: f.Path, Err: err,
			Hint: `a catalog is {"servers": [{"name": ..., "tools": [{"name": ..., "annotations": {"readOnlyHint": true}}]}]}, or the answer to tools/list`})
	}
	o.catalogs = append(o.catalogs, catalog{f.Path, effects})
	return nil
}

// layBeside gives each log the catalog in its folder, or in the nearest folder above it. It is one
// of the log's files, as what it says is in the numbers. A catalog with which no log lies, or that
// says nothing of any effect, is left out as a file that is no log.
func (o *opener) layBeside() {
	for _, in := range o.inputs {
		var nearest *catalog
		for i := range o.catalogs {
			c := &o.catalogs[i]
			if len(c.effects) > 0 && within(filepath.Dir(c.path), in.Files[0]) && (nearest == nil || len(c.path) > len(nearest.path)) {
				nearest = c
			}
		}
		if nearest == nil {
			continue
		}
		in.catalog, in.beside = nearest.effects, 1
		in.Files = append(in.Files[:len(in.Files):len(in.Files)], nearest.path)
		in.stamps = append(in.stamps[:len(in.stamps):len(in.stamps)], o.stamps[nearest.path])
		o.used[nearest.path] = true
	}
}

// leaveOut tells of the catalogs that no log uses.
func (o *opener) leaveOut() error {
	for _, c := range o.catalogs {
		if o.used[c.path] {
			continue
		}
		reason := "is a catalog of tools with which no log lies"
		if len(c.effects) == 0 {
			reason = "is a catalog of tools that says of none whether it writes"
		}
		err := &datasets.FileError{File: c.path, Err: &kindError{withoutArticle(formats.CatalogAside), errors.New(reason)}, Hint: "name the folder of the logs that it is about"}
		if err := o.refuse(found{Path: c.path}, err); err != nil {
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
