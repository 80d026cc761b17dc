package partial

import (
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"mcpstats/analysis/table"
)

// blockSize is about how much of a block is packed before it is written.
const blockSize = 1 << 20

// Writer writes one partial. The same calls give the same bytes.
type Writer struct {
	framer *framer
	zstd   *zstd.Encoder
	block  packer
	foot   footer
	depth  Depth
}

// NewWriter begins a partial. The file counts only once Close has been called.
func NewWriter(w io.Writer, s Settings) (*Writer, error) {
	f, err := newFramer(w, header{Format: Format, Settings: s})
	if err != nil {
		return nil, err
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	return &Writer{framer: f, zstd: z, depth: s.Depth, foot: footer{Inputs: []Shard{}}}, nil
}

// Input adds a shard, whose records are then added under the number returned.
// Its counts may be set until Close.
func (w *Writer) Input(s Shard) int {
	w.foot.Inputs = append(w.foot.Inputs, s)
	return len(w.foot.Inputs) - 1
}

// SetInput replaces what is said of an input.
func (w *Writer) SetInput(input int, s Shard) { w.foot.Inputs[input] = s }

// Skip lists a file that was left out.
func (w *Writer) Skip(s Skipped) { w.foot.Skipped = append(w.foot.Skipped, s) }

// Add writes one scored attempt, the record of that number of an input.
func (w *Writer) Add(input, number int, r *table.Record) error {
	if w.depth != Attempts {
		return fmt.Errorf("partial: an attempt in a partial of %s", w.depth)
	}
	packRecord(&w.block, input, number, r)
	w.foot.Records++
	if len(w.block.buf) < blockSize {
		return nil
	}
	return w.flush(attemptBlock)
}

// flush writes what is packed as one block.
func (w *Writer) flush(kind byte) error {
	if len(w.block.buf) == 0 {
		return nil
	}
	err := w.framer.block(kind, w.zstd.EncodeAll(w.block.buf, nil))
	w.block.reset()
	return err
}

// Close completes the partial. It does not close the underlying writer.
func (w *Writer) Close() error {
	if w.depth == Attempts {
		if err := w.flush(attemptBlock); err != nil {
			return err
		}
	}
	return w.framer.close(w.foot)
}
