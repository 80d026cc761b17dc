package analysis

import "slices"

// blocks is a list that grows without moving what it holds.
type blocks[T any] struct {
	full [][]T
	last []T
	n    int
}

// Blocks begin small, for there may be many lists of few elements, and double up to mostElements.
const firstElements, mostElements = 8, 4096

func (b *blocks[T]) add(v T) {
	if len(b.last) == cap(b.last) {
		if b.last != nil {
			b.full = append(b.full, b.last)
		}
		b.last = make([]T, 0, min(max(firstElements, 2*cap(b.last)), mostElements))
	}
	b.last = append(b.last, v)
	b.n++
}

// pages is a list that grows without moving what it holds and that is read at any place.
type pages[T any] struct {
	all [][]T
	n   int
}

const pageElements = 256

func (p *pages[T]) add(v T) {
	switch {
	case p.n == 0:
		p.all = [][]T{nil} // grows: there may be many lists of few elements
	case p.n%pageElements == 0:
		p.all = append(p.all, make([]T, 0, pageElements))
	}
	last := len(p.all) - 1
	p.all[last] = append(p.all[last], v)
	p.n++
}

func (p *pages[T]) at(i int32) *T { return &p.all[i/pageElements][i%pageElements] }

// all lists the blocks in order.
func (b *blocks[T]) all() [][]T {
	if b.last == nil {
		return nil
	}
	return append(slices.Clip(b.full), b.last)
}
