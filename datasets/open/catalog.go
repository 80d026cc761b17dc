package open

import (
	"bytes"
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
	tools   *datasets.ToolCatalog
}

// isCatalog tells a catalog by its name and its first keys: a log may have either. A list is one
// where it reads as such.
func (o *opener) isCatalog(f formats.File) bool {
	if filepath.Base(f.Path) != catalogName {
		return false
	}
	if a, ok := formats.AsideOf(f); ok {
		return a.Name == formats.CatalogAside
	}
	document, err := o.document(f)
	if err != nil || len(document) == 0 || document[0] != '[' {
		return false
	}
	_, err = mapping.ReadCatalog(document)
	return err == nil
}

// document is a whole file.
func (o *opener) document(f formats.File) ([]byte, error) {
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	document, err := io.ReadAll(io.LimitReader(r, int64(o.opt.Limits.MostRecord())+1))
	if err == nil && len(document) > o.opt.Limits.MostRecord() {
		err = errors.New("is larger than a record of a log may be")
	}
	return bytes.TrimSpace(document), err
}

// keep reads a catalog for the logs that lie with it.
func (o *opener) keep(f found, file formats.File) error {
	document, err := o.document(file)
	var tools *datasets.ToolCatalog
	if err == nil {
		tools, err = mapping.ReadCatalog(document)
	}
	if err != nil {
		return o.refuse(f, &datasets.FileError{File: f.Path, Err: err, Hint: catalogHint})
	}
	o.keepTools(f.Path, tools)
	return nil
}

const catalogHint = `a catalog is {"servers": [{"name": ..., "tools": [{"name": ..., "annotations": {"readOnlyHint": true}}]}]}, a list of servers or tools, or the answer to tools/list`

func (o *opener) keepTools(path string, tools *datasets.ToolCatalog) {
	tools.Path = path
	o.catalogs = append(o.catalogs, catalog{path, mapping.CatalogEffects(tools), tools})
}

// keepNamed reads the catalog that the user names for all logs (Options.Catalog), which goes
// before any that lies beside one. A file that is none is left out and named: it says nothing of
// any attempt, and the rest goes on.
func (o *opener) keepNamed() {
	path := o.opt.Catalog
	if path == "" {
		return
	}
	stamp := StampOf(path)
	first, _, err := head(path, stamp, o.opt.Limits)
	var document []byte
	if err == nil {
		stamp.head = first
		document, err = o.document(formats.File{Path: path, Open: unpackFile(path, stamp, o.opt.Limits)})
	}
	var tools *datasets.ToolCatalog
	if err == nil {
		tools, err = mapping.ReadCatalog(document)
	}
	if err != nil {
		o.skipped = append(o.skipped, Skipped{Path: path, Reason: bareCause(err).Error() + "; " + catalogHint})
		return
	}
	o.stamps[path] = stamp
	o.keepTools(path, tools)
	o.named = &o.catalogs[len(o.catalogs)-1]
}

// layBeside gives each log the catalog in its folder, or in the nearest folder above it. It is one
// of the log's files, as what it says is in the numbers. A catalog with which no log lies is left
// out as a file that is no log.
func (o *opener) layBeside() {
	for _, in := range o.inputs {
		nearest := o.named
		for i := range o.catalogs {
			c := &o.catalogs[i]
			if o.named == nil && len(in.Files) > 0 && within(filepath.Dir(c.path), in.Files[0]) && (nearest == nil || len(c.path) > len(nearest.path)) {
				nearest = c
			}
		}
		if nearest == nil {
			continue
		}
		in.catalog, in.tools, in.beside = nearest.effects, nearest.tools, 1
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
		if o.named != nil {
			reason = "is a catalog of tools, and another is named"
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
