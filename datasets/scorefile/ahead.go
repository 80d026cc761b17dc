package scorefile

import "context"

// Rows are handed on in batches of batchRows; at most batchesAhead of them wait,
// so that parsing and the consumer's work share two processors in bounded memory.
const (
	batchRows    = 512
	batchesAhead = 4
)

// result is what a reader yields.
type result struct {
	row Row
	err error
}

// ahead runs a reader in a goroutine, some rows before their use, and yields what
// it yields in its order; where the context ends, its error is the last. The
// goroutine has ended when ahead returns.
func ahead(outer context.Context, read func(context.Context, func(Row, error) bool), yield func(Row, error) bool) {
	ctx, cancel := context.WithCancel(outer)
	full, free := make(chan []result, batchesAhead), make(chan []result, batchesAhead+1)
	go func() {
		defer close(full)
		batch := make([]result, 0, batchRows)
		send := func() bool {
			select {
			case full <- batch:
			case <-ctx.Done():
				return false
			}
			select {
			case batch = <-free:
				batch = batch[:0]
			default:
				batch = make([]result, 0, batchRows)
			}
			return true
		}
		read(ctx, func(row Row, err error) bool {
			batch = append(batch, result{row, err})
			return len(batch) < batchRows || send()
		})
		send()
	}()
	defer func() {
		cancel()
		for range full {
		}
	}()
	for batch := range full {
		for _, r := range batch {
			if !yield(r.row, r.err) {
				return
			}
		}
		select {
		case free <- batch:
		default:
		}
	}
	if err := outer.Err(); err != nil {
		yield(Row{}, err)
	}
}
