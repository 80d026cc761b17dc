package open

import (
	"io"

	"mcpstats/datasets/columnar"
	"mcpstats/datasets/examples"
)

// Examples are the embedded logs of these names, in the order of examples.All;
// no names stand for all of them. The error lists the names there are.
func Examples(names []string, opt Options) ([]*Input, error) {
	opt.Columns = withPrices(opt.Columns)
	o := &opener{opt: opt, stamps: map[string]Stamp{}}
	if err := o.keepNamedPrices(); err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, name := range names {
		if _, err := examples.Lookup(name); err != nil {
			return nil, err
		}
		wanted[name] = true
	}
	var inputs []*Input
	for _, e := range examples.All {
		if len(names) > 0 && !wanted[e.Name] {
			continue
		}
		name := "example:" + e.Name
		in := &Input{Name: name, Format: parquet, Files: []string{name}, mapping: opt.Map, duplicates: e.Duplicates, most: opt.most(),
			raw: func(path string) (io.ReadCloser, error) {
				if path != name {
					return onDisk(path)
				}
				return examples.Files.Open(e.File)
			}}
		if b := o.forced(priceTables); b != nil {
			b.lay(in)
			in.Files, in.beside = append(in.Files, b.path), 1
		}
		var err error
		in.reader, err = columns(func() (*columnar.File, error) {
			return columnar.OpenFS(examples.Files, e.File, columnar.Options{Columns: opt.Columns, Map: opt.Map})
		})
		if err != nil {
			return nil, err
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}
