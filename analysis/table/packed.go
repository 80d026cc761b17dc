package table

// block is up to blockLen numbers that can be read again.
type block[T any] interface {
	unpack(out []T) []T // appends them to out
}

// packed is a list of numbers that grows without moving what it holds: blocks, and the
// latest numbers as they came.
type packed[T any, B block[T]] struct {
	full []B
	last []T
	N    int
}

// firstElements is the first room of a list: there may be many lists of few elements.
const firstElements = 8

func (p *packed[T, B]) add(v T, pack func([]T) B) {
	if len(p.last) == cap(p.last) {
		p.room(pack)
	}
	p.last = append(p.last, v)
	p.N++
}

// room packs the latest numbers where they fill a block, and else makes more room.
func (p *packed[T, B]) room(pack func([]T) B) {
	if len(p.last) == blockLen {
		p.full, p.last = append(p.full, pack(p.last)), p.last[:0]
		return
	}
	p.last = append(make([]T, 0, min(max(firstElements, 2*cap(p.last)), blockLen)), p.last...)
}

// seal packs all of a list, to which nothing can be added any more.
func (p *packed[T, B]) seal(pack func([]T) B) {
	if len(p.last) > 0 {
		p.full = append(p.full, pack(p.last))
	}
	p.last = nil
}

// All are the numbers of a list, block by block into memory that is used again.
func (p *packed[T, B]) All(yield func([]T) bool) {
	if len(p.full) > 0 {
		room := make([]T, 0, min(p.N, blockLen))
		for i := range p.full {
			if !yield(p.full[i].unpack(room)) {
				return
			}
		}
	}
	if len(p.last) > 0 {
		yield(p.last)
	}
}

// flat is all of a list in one slice.
func (p *packed[T, B]) flat() []T {
	out := make([]T, 0, p.N)
	for i := range p.full {
		out = p.full[i].unpack(out)
	}
	return append(out, p.last...)
}
