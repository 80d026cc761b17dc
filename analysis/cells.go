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
	kept := make([]rawCell, 0, l.values.n)
	attempts := l.attempts.all()
	for b, block := range l.values.all() {
		for i, v := range block {
			attempt := int32(len(kept))
			if l.sparse {
				attempt = attempts[b][i]
			}
			kept = append(kept, rawCell{attempt, v})
		}
	}
	for i := range kept {
		kept[i].attempt = final[kept[i].attempt]
	}
	kept = slices.DeleteFunc(kept, func(c rawCell) bool { return c.attempt < 0 })
	byAttempt := func(a, b rawCell) int { return cmp.Compare(a.attempt, b.attempt) }
	if !slices.IsSortedFunc(kept, byAttempt) {
		slices.SortFunc(kept, byAttempt)
	}
	list := scoreList{values: make([]float64, len(kept)), attempts: make([]int32, len(kept))}
	each := len(kept) == n
	for i, c := range kept {
		list.values[i], list.attempts[i] = c.value, c.attempt
		each = each && int(c.attempt) == i
	}
	if each {
		list.attempts = nil
	}
	return list
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
