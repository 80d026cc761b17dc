package columnar

import (
	"cmp"
	"context"
	"errors"
	"io"
	"iter"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"

	"mcpstats/datasets"
)

// Trajectories yields the rows in the file's order. A *datasets.RecordError, with
// a nil Trajectory, stands for one row that could not be read. A
// *datasets.FileError, or the context's error, ends the stream.
//
// A Trajectory and its slices and maps are valid until the next one is asked
// for. Its strings stay valid, but a text that is kept keeps the batch it came from in
// memory, a few megabytes. Breaking out of the loop ends the goroutines behind it before
// the loop's statement returns, so that the file may be closed at once.
func (f *File) Trajectories(ctx context.Context) iter.Seq2[*datasets.Trajectory, error] {
	return func(yield func(*datasets.Trajectory, error) bool) {
		r := &reading{f: f, free: make(chan *assembler, ahead)}
		for range ahead {
			r.free <- newAssembler(f)
		}
		ctx, cancel := context.WithCancel(ctx)
		full := r.assemble(ctx, r.decode(ctx))
		defer func() { // early or not: the goroutines end before the file may be closed
			cancel()
			for a := range full {
				a.release()
			}
		}()
		for a := range full {
			if a.failed != nil {
				yield(nil, f.streamError(ctx, a.failed))
				return
			}
			for row := range a.rows {
				var more bool
				if err := a.errs[row]; err != nil {
					more = yield(nil, err)
				} else {
					more = yield(&a.rows[row], nil)
				}
				if !more {
					a.release()
					return
				}
			}
			a.release()
			r.free <- a
			if err := ctx.Err(); err != nil {
				yield(nil, err)
				return
			}
		}
		if err := cmp.Or(f.made.Missing(f.name, f.options.Map), f.plan.Missing(f.name, f.options.Map)); err != nil && ctx.Err() == nil {
			yield(nil, err)
		}
	}
}

// ahead is how many batches exist at a time: one with the consumer, one being
// filled.
const ahead = 2

// streamError is the error that ends a stream: the context's own where it caused the failure,
// so that a caller can distinguish an interruption from damage, else a *datasets.FileError.
func (f *File) streamError(ctx context.Context, err error) error {
	if cause := ctx.Err(); cause != nil && errors.Is(err, cause) {
		return cause
	}
	return f.fileError(err)
}

// reading is one pass over a file: decode, then assemble, then the consumer, each in a
// goroutine of its own and one batch ahead of the next. Assemblers circulate (free, full,
// free): a slow consumer holds the full one, so that reading stops and memory stays
// bounded. Channels keep the order, so the rows come out as the file has them.
type reading struct {
	f    *File
	free chan *assembler
}

// decoded is a batch, or the error that took its place.
type decoded struct {
	batch arrow.RecordBatch
	err   error
}

// decode decodes batches in a goroutine, one ahead of their use. io.EOF closes the
// channel; any other error is handed on as the last item.
func (r *reading) decode(ctx context.Context) <-chan decoded {
	out := make(chan decoded)
	go func() {
		defer close(out)
		err := guard(func() error {
			stream := r.f.backend.batches(ctx, r.f.project)
			defer stream.release()
			for {
				batch, err := stream.next()
				if err != nil {
					return err
				}
				select {
				case out <- decoded{batch: batch}:
				case <-ctx.Done():
					batch.Release()
					return ctx.Err()
				}
			}
		})
		if err != io.EOF {
			select {
			case out <- decoded{err: err}:
			case <-ctx.Done():
			}
		}
	}()
	return out
}

// assemble fills trajectories from batches in a goroutine.
func (r *reading) assemble(ctx context.Context, batches <-chan decoded) <-chan *assembler {
	out := make(chan *assembler, 1)
	go func() {
		defer close(out)
		defer func() {
			for d := range batches {
				if d.batch != nil {
					d.batch.Release()
				}
			}
		}()
		first := 1
		for d := range batches {
			var a *assembler
			select {
			case a = <-r.free:
			case <-ctx.Done():
				if d.batch != nil {
					d.batch.Release()
				}
				return
			}
			a.failed = d.err
			if d.err == nil {
				a.batch = d.batch
				a.failed = guard(func() error { return a.fill(first) })
				first += len(a.rows)
			}
			out <- a
			if a.failed != nil {
				return
			}
		}
	}()
	return out
}

// oneLine keeps an error of the decoding libraries to its first line: some append a dump of the
// schema.
func oneLine(err error) error {
	line, _, more := strings.Cut(err.Error(), "\n")
	if !more {
		return err
	}
	return errors.New(line)
}
