package formats

import (
	"iter"
	"runtime"
	"sync"
)

// Records are read ahead in batches of about batchText bytes, so that handing a batch
// over costs little beside reading it. One of more than longText bytes is read where it
// stands, while nothing else is: copies of several would be a multiple of what one
// record may take.
const (
	batchText = 256 << 10
	longText  = 4 << 20
)

// inOrder yields what f makes of the elements, a batch at a time and in their order. f is
// called for several batches at once, on all processors; it must keep nothing of the
// elements' memory. An error of the elements is yielded after what was made of those
// before it, and ends the sequence. However the loop over the result ends, the goroutines
// have ended when it does.
//
// Order costs no sorting: a batch enters the queue when it has been scanned, before a
// worker takes it, and the consumer waits for the batch at the head of the queue alone.
func inOrder[T any](elements iter.Seq2[element, error], f func([]element) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		workers := runtime.GOMAXPROCS(0)
		a := &ahead[T]{
			f: f, queue: make(chan *batch[T], workers), work: make(chan *batch[T]),
			used: make(chan *batch[T], workers), stop: make(chan struct{}),
		}
		var wg sync.WaitGroup
		defer wg.Wait()
		defer close(a.stop)
		wg.Go(func() { a.read(elements) })
		for range workers {
			wg.Go(func() {
				for b := range a.work {
					b.made = f(b.list())
					close(b.done)
				}
			})
		}
		for b := range a.queue {
			<-b.done
			if !yield(b.made, b.err) {
				return
			}
			close(b.taken)
			select {
			case a.used <- &batch[T]{text: b.text[:0], rows: b.rows[:0], ends: b.ends[:0]}:
			default:
			}
		}
	}
}

// inTurn is inOrder for a file that is whole in its head, less than one batch: nothing can be
// read ahead, and a folder may hold a hundred thousand such files, each of which would start
// goroutines to read one record.
func inTurn[T any](elements iter.Seq2[element, error], f func([]element) T) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var b batch[T]
		for e, err := range elements {
			if err == nil {
				b.add(e)
				continue
			}
			if len(b.rows) == 0 || yield(f(b.list()), nil) {
				yield(b.made, err)
			}
			return
		}
		if len(b.rows) > 0 {
			yield(f(b.list()), nil)
		}
	}
}

// ofFile is inOrder, or inTurn where the file is small.
func ofFile[T any](file File, elements iter.Seq2[element, error], f func([]element) T) iter.Seq2[T, error] {
	if file.Whole {
		return inTurn(elements, f)
	}
	return inOrder(elements, f)
}

// ahead reads elements before they are asked for.
type ahead[T any] struct {
	f     func([]element) T
	queue chan *batch[T] // in order; how far it may be ahead
	work  chan *batch[T]
	used  chan *batch[T] // empty, with memory to be used again
	stop  chan struct{}  // closed when the consumer has stopped reading the queue
}

// batch is elements that are handed over together, or the error behind them.
type batch[T any] struct {
	text  []byte
	rows  []int // the elements' numbers
	ends  []int // of their texts
	made  T
	err   error
	done  chan struct{} // closed when made is there
	taken chan struct{} // closed when made is not needed any more
}

// empty is a batch without elements.
func (a *ahead[T]) empty() *batch[T] {
	b := new(batch[T])
	select {
	case b = <-a.used:
	default:
	}
	b.done, b.taken = make(chan struct{}), make(chan struct{})
	return b
}

// add copies an element.
func (b *batch[T]) add(e element) {
	b.text = append(b.text, e.Text...)
	b.rows, b.ends = append(b.rows, e.Row), append(b.ends, len(b.text))
}

// list is the batch's elements, which share its memory.
func (b *batch[T]) list() []element {
	out := make([]element, len(b.rows))
	start := 0
	for i, end := range b.ends {
		out[i] = element{b.rows[i], b.text[start:end:end]}
		start = end
	}
	return out
}

// read fills the queue until the elements end or the consumer stops.
func (a *ahead[T]) read(elements iter.Seq2[element, error]) {
	defer close(a.queue)
	defer close(a.work)
	b := a.empty()
	for e, err := range elements {
		long := len(e.Text) > longText
		if err == nil && !long {
			if b.add(e); len(b.text) < batchText {
				continue
			}
		}
		if !a.send(b) {
			return
		}
		b = a.empty()
		switch {
		case err != nil:
			b.err = err
			a.deliver(b)
			return
		case long:
			b.made = a.f([]element{e})
			if !a.deliver(b) {
				return
			}
			b = a.empty()
		}
	}
	a.send(b)
}

// send puts a batch into the queue and hands it to the workers; false where the consumer
// has stopped.
func (a *ahead[T]) send(b *batch[T]) bool {
	return len(b.rows) == 0 || sendUnlessStopped(a.queue, b, a.stop) && sendUnlessStopped(a.work, b, a.stop)
}

// deliver puts a batch that needs no worker into the queue, and waits until it is taken.
func (a *ahead[T]) deliver(b *batch[T]) bool {
	close(b.done)
	if !sendUnlessStopped(a.queue, b, a.stop) {
		return false
	}
	select {
	case <-b.taken:
		return true
	case <-a.stop:
		return false
	}
}

// sendUnlessStopped sends v, and reports whether it did before the consumer stopped.
func sendUnlessStopped[T any](to chan<- T, v T, stop <-chan struct{}) bool {
	select {
	case to <- v:
		return true
	case <-stop:
		return false
	}
}
