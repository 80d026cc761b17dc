package columnar

import (
	"context"
	"io"

	"mcpstats/datasets/mapping"
)

// lookAt looks at the texts of columns of which names alone say too little (mapping.ByContents),
// column by column, until each is decided: nearly always in the first batch. Damage is an error when
// the rows are read.
func (f *File) lookAt(sources []mapping.Source) {
	for i, c := range f.columns {
		if sources[i].Kind != mapping.Text || c.made != nil || !mapping.ByContents(c.name) {
			continue
		}
		err := guard(func() (err error) {
			sources[i].Contents, err = f.contents(c)
			return err
		})
		if err != nil {
			sources[i].Contents = 0
		}
	}
}

// contents is what the texts of one column look like.
func (f *File) contents(c column) (all mapping.Contents, _ error) {
	stream := f.backend.batches(context.Background(), projection{columns: []projected{{index: c.top, keep: under(c.names)}}, rows: looked})
	defer stream.release()
	for {
		batch, err := stream.next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return 0, err
		}
		var cell func(int) (mapping.Cell, error)
		array, err := below(batch.Column(0), c.names)
		if err == nil {
			cell, err = c.cells(array)
		}
		for row := 0; err == nil && row < int(batch.NumRows()) && !all.Decided(); row++ {
			var v mapping.Cell
			if v, err = cell(row); err == nil && v.Kind == mapping.Text {
				all |= mapping.ContentsOf(v.Text)
			}
		}
		batch.Release()
		if err != nil || all.Decided() {
			return all, err
		}
	}
}

// looked is how many rows are looked at together.
const looked = 256
