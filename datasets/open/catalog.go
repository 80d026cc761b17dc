package open

import (
	"bytes"
	"errors"
	"io"
	"path/filepath"

	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// catalogName is the file that says, beside logs or above them, what tools do.
const catalogName = "catalog.json"

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

// keepCatalog reads a catalog for the logs that lie with it.
func (o *opener) keepCatalog(f found, file formats.File) error {
	document, err := o.document(file)
	var lay func(*Input)
	if err == nil {
		lay, err = readCatalog(f.Path, document)
	}
	if err != nil {
		return o.refuse(f, &datasets.FileError{File: f.Path, Err: err, Hint: catalogHint})
	}
	o.keep(catalogs, f.Path, lay)
	return nil
}

const catalogHint = `a catalog is {"servers": [{"name": ..., "tools": [{"name": ..., "annotations": {"readOnlyHint": true}}]}]}, a list of servers or tools, or the answer to tools/list`

// readCatalog makes of a catalog what gives it to a log.
func readCatalog(path string, document []byte) (func(*Input), error) {
	tools, err := mapping.ReadCatalog(document)
	if err != nil {
		return nil, err
	}
	tools.Path = path
	effects := mapping.CatalogEffects(tools)
	return func(in *Input) { in.catalog, in.tools = effects, tools }, nil
}

// keepNamedCatalog reads the catalog that the user names for all logs (Options.Catalog), which goes
// before any that lies beside one. A file that is none is left out and named: it says nothing of
// any attempt, and the rest goes on.
func (o *opener) keepNamedCatalog() {
	path := o.opt.Catalog
	if path == "" {
		return
	}
	document, err := o.named(path)
	var lay func(*Input)
	if err == nil {
		lay, err = readCatalog(path, document)
	}
	if err != nil {
		o.skipped = append(o.skipped, Skipped{Path: path, Reason: bareCause(err).Error() + "; " + catalogHint})
		return
	}
	o.forAll(catalogs, path, lay)
}
