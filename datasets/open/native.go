package open

import (
	"mcpstats/datasets"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/mapping"
)

// native reads files with one of the native formats.
func (o *opener) native(format formats.Format, files []formats.File) (reader, error) {
	src, err := format.Read(files, formats.Options{Columns: o.opt.Columns, Map: o.opt.Map})
	if err != nil {
		return nil, err
	}
	if r, ok := src.(reader); ok {
		return r, nil
	}
	return fixed{src}, nil
}

// fixed is a source of a format that takes no columns for others.
type fixed struct{ datasets.Source }

func (fixed) Taken() []mapping.Taken { return nil }
