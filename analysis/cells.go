package analysis

import (
	"cmp"
	"iter"
	"slices"
)

// rawCell is one score of a run by one metric.
type rawCell struct {
	attempt int32
	value   float64
}

// scoreList is a run's scores by one metric, by ascending attempt.
type scoreList struct {
	values   []float64
	attempts []int32 // of values; nil: value i is that of attempt i
}

// all yields the scores in the order of their attempts.
func (l *scoreList) all() iter.Seq[rawCell] {
	return func(yield func(rawCell) bool) {
		for i, v := range l.values {
			attempt := int32(i)
			if l.attempts != nil {
				attempt = l.attempts[i]
			}
			if !yield(rawCell{attempt, v}) {
				return
			}
		}
	}
}

// cellList collects cells in blocks: a slice that grows would copy them over and
// over, and end with a quarter of its memory unused. While the cells are those of
// attempts 0, 1, 2 and so on, as where every attempt has a score, it keeps values only.
type cellList struct {
	values   blocks[float64]
	attempts blocks[int32] // empty while cell i is that of attempt i
	sparse   bool
}

func (l *cellList) add(c rawCell) {
	if n := l.values.n; !l.sparse && int(c.attempt) != n {
		l.sparse = true
		for i := range n {
			l.attempts.add(int32(i))
		}
	}
	l.values.add(c.value)
	if l.sparse {
		l.attempts.add(c.attempt)
	}
}

// settled lists the cells of the attempts that stay, by their final numbers, of which
// there are n; -1 are attempts that were resolved away.
func (l *cellList) settled(final []int32, n int) scoreList {
	switch {
	case l.values.n == 0:
		return scoreList{}
	case !l.sparse && l.values.n == len(final):
		list := scoreList{values: make([]float64, n)}
		i := 0
		for _, block := range l.values.all() {
			for _, v := range block {
				if at := final[i]; at >= 0 {
					list.values[at] = v
				}
				i++
			}
		}
		return list
	}
	return l.gathered(final, n)
}

// gathered is settled where some attempts have no cell.
func (l *cellList) gathered(final []int32, n int) scoreList {
	list := scoreList{values: make([]float64, 0, l.values.n), attempts: make([]int32, 0, l.values.n)}
	attempts := l.attempts.all()
	i, last, sorted := int32(0), int32(-1), true
	for b, block := range l.values.all() {
		for k, v := range block {
			attempt := i
			if l.sparse {
				attempt = attempts[b][k]
			}
			i++
			if at := final[attempt]; at >= 0 {
				sorted = sorted && at >= last
				last = at
				list.values, list.attempts = append(list.values, v), append(list.attempts, at)
			}
		}
	}
	if !sorted {
		list.sort()
	}
	if _, twice := list.repeated(); len(list.values) == n && !twice {
		list.attempts = nil // every attempt has one
	}
	return list
}

func (l *scoreList) sort() {
	pairs := make([]rawCell, len(l.values))
	for i, v := range l.values {
		pairs[i] = rawCell{l.attempts[i], v}
	}
	slices.SortFunc(pairs, func(a, b rawCell) int { return cmp.Compare(a.attempt, b.attempt) })
	for i, p := range pairs {
		l.attempts[i], l.values[i] = p.attempt, p.value
	}
}

// repeated is an attempt that has two scores.
func (l *scoreList) repeated() (attempt int32, ok bool) {
	for i := 1; i < len(l.attempts); i++ {
		if l.attempts[i] == l.attempts[i-1] {
			return l.attempts[i], true
		}
	}
	return 0, false
}
