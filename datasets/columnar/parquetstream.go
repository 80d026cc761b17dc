package columnar

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"sync"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/parquet/metadata"
)

// Batches aim at batchBytes of decoded values, so that a file of long texts is read in as
// little memory as one of numbers. mostRows bounds the trajectories of a batch, each of
// which takes 600 bytes however little of the file is decoded. Up to three batches exist
// at a time: one that is decoded or waiting, one being assembled, one with the consumer.
const (
	batchBytes = 1 << 20
	mostRows   = 4096
)

// parquetStream decodes row group after row group, in batches whose leaves are shared out
// among goroutines: a batch is complete before the next one begins, so the order of rows
// stays, and at most one batch is in memory here. A batch never spans two row groups,
// whose dictionaries differ.
//
// Parquet could be read in parallel by row groups too, which is simpler. But then a group
// is decompressed and decoded as a whole, and writers make groups of a million rows
// (pyarrow's default): memory would follow the writer's choice. The library can read
// leaves in parallel itself, but in goroutines of its own, where a panic ends the program.
type parquetStream struct {
	b       *parquetBackend
	ctx     context.Context
	columns []int // top-level columns of a batch
	leaves  []int
	fixed   int    // batch size; 0: adapt
	group   int    // the next row group
	lanes   []lane // empty before the first row group that has rows
	left    int64  // rows of the current row group that are still to come
	perRow  int64  // bytes a row takes, by the last batch, which the next one is like; 0: not known yet
}

// next decodes the next batch. Errors name the row group, 1-based as group has been advanced
// already.
func (s *parquetStream) next() (arrow.RecordBatch, error) {
	for s.left == 0 {
		if s.group == s.b.reader.NumRowGroups() {
			return nil, io.EOF
		}
		if err := s.open(); err != nil {
			return nil, fmt.Errorf("row group %d: %w", s.group, err)
		}
	}
	n := min(s.left, s.size())
	if err := s.decode(n); err != nil {
		return nil, fmt.Errorf("row group %d: %w", s.group, err)
	}
	batch, err := s.assemble(n)
	if err != nil {
		return nil, fmt.Errorf("row group %d: %w", s.group, err)
	}
	s.left -= n
	s.perRow = max(1, sizeOf(batch)/n)
	return batch, nil
}

// open starts the next row group. The leaves are shared out once, by the first group
// that has rows: in the files of one writer the groups are alike.
func (s *parquetStream) open() error {
	g := s.group
	s.group++
	group := s.b.reader.MetaData().RowGroup(g)
	if s.left = group.NumRows(); s.left == 0 {
		return nil
	}
	if err := s.touch(g); err != nil {
		return err
	}
	if s.lanes == nil {
		if err := s.plan(group); err != nil {
			return err
		}
	}
	for i := range s.lanes {
		if err := s.lanes[i].open(s.ctx, s.b.arrow, g); err != nil {
			return err
		}
	}
	return nil
}

// touch checks and opens each column chunk of a row group once. The library opens the children
// of a struct in goroutines of its own, where recover cannot help: a chunk that panics on
// opening has to do it here first. Verifying the checksums reads the chunks a second time,
// which the page cache makes cheap next to decompressing them.
func (s *parquetStream) touch(group int) error {
	reader := s.b.reader.RowGroup(group)
	for _, leaf := range s.leaves {
		if err := s.b.checkChunk(group, leaf); err != nil {
			return err
		}
		pages, err := reader.GetColumnPageReader(leaf)
		if err != nil {
			return err
		}
		if err := pages.Close(); err != nil {
			return err
		}
	}
	return nil
}

// plan shares the leaves out and guesses what a row takes, by the first row
// group's footer.
func (s *parquetStream) plan(group *metadata.RowGroupMetaData) error {
	kept := map[int]bool{}
	for _, leaf := range s.leaves {
		kept[leaf] = true
	}
	var list []unit
	for _, c := range s.columns {
		list = append(list, units(&s.b.arrow.Manifest.Fields[c], kept)...)
	}
	var bytes int64
	for i := range list {
		for _, leaf := range list[i].leaves {
			chunk, err := group.ColumnChunk(leaf)
			if err != nil {
				return err
			}
			bytes += chunk.TotalUncompressedSize()
			// What a leaf costs: its bytes, and its values, each of which was measured to
			// take about as long as four bytes.
			list[i].cost += chunk.TotalUncompressedSize() + 4*chunk.NumValues()
		}
	}
	// Encoded sizes understate decoded ones where dictionaries are used, so the first
	// batch is a quarter of what they suggest; from then on the last batch is the measure.
	s.perRow = 4 * max(1, bytes/group.NumRows())
	for _, leaves := range shares(list, runtime.GOMAXPROCS(0)) {
		tops, err := s.b.arrow.Manifest.GetFieldIndices(leaves)
		if err != nil {
			return err
		}
		s.lanes = append(s.lanes, lane{leaves: leaves, tops: tops})
	}
	return nil
}

// size is how many rows the next batch takes.
func (s *parquetStream) size() int64 {
	if s.fixed > 0 {
		return int64(s.fixed)
	}
	return min(mostRows, max(1, batchBytes/s.perRow))
}

// decode decodes the next n rows in all lanes, the first lane in this goroutine: one goroutine
// fewer to start for every batch, and none at all on a single core. All lanes end before it
// returns, and the first error in the order of lanes is the one that is reported, whichever was
// first in time.
func (s *parquetStream) decode(n int64) error {
	var wait sync.WaitGroup
	for i := range s.lanes[1:] {
		l := &s.lanes[i+1]
		wait.Go(func() { l.err = guard(func() error { return l.decode(n, s.b.mem) }) })
	}
	first := &s.lanes[0]
	first.err = guard(func() error { return first.decode(n, s.b.mem) })
	wait.Wait()
	for i := range s.lanes {
		if err := s.lanes[i].err; err != nil {
			return err
		}
	}
	return nil
}

// assemble makes one batch of what the lanes have decoded: a top-level column whose leaves went
// to several lanes is merged. Every field is declared nullable, whatever the file's schema
// says: with some leaves left out it is another type anyway, and no reader here relies on
// "required".
func (s *parquetStream) assemble(n int64) (arrow.RecordBatch, error) {
	fields, arrays := make([]arrow.Field, len(s.columns)), make([]arrow.Array, len(s.columns))
	defer func() {
		for i := range s.lanes {
			s.lanes[i].drop()
		}
		for _, a := range arrays {
			if a != nil {
				a.Release()
			}
		}
	}()
	for k, top := range s.columns {
		for i := range s.lanes {
			a := s.lanes[i].array(top)
			switch {
			case a == nil:
			case arrays[k] == nil:
				a.Retain()
				arrays[k] = a
			default:
				whole, err := merge(arrays[k], a)
				if err != nil {
					return nil, err
				}
				arrays[k].Release()
				arrays[k] = whole
			}
		}
		if arrays[k] == nil {
			return nil, fmt.Errorf("the file is damaged: column %q holds nothing", s.b.sc.Field(top).Name)
		}
		fields[k] = arrow.Field{Name: s.b.sc.Field(top).Name, Type: arrays[k].DataType(), Nullable: true}
	}
	return array.NewRecordBatch(arrow.NewSchema(fields, nil), arrays, n), nil
}

// release closes the lanes' readers.
func (s *parquetStream) release() {
	for i := range s.lanes {
		s.lanes[i].close()
	}
}

// sizeOf is the number of bytes that a batch's buffers hold: how much memory one kept text
// keeps.
func sizeOf(batch arrow.RecordBatch) (bytes int64) {
	for _, c := range batch.Columns() {
		bytes += int64(c.Data().SizeInBytes())
	}
	return bytes
}
