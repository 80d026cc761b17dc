package table

import "iter"

// rawCell is one score of a run by one metric.
type rawCell struct {
	Attempt int32
	Value   float64
}

// scoreList is a run's scores by one metric, by ascending attempt.
type scoreList struct {
	Values   packed[float64, valueBlock]
	attempts packed[int32, intBlock] // of values; empty: value i is that of attempt i
}

// blocks yields the scores in the order of their attempts, many at a time: the attempts
// and, as many, their scores. The slices are used again.
func (l *scoreList) blocks() iter.Seq2[[]int32, []float64] {
	return func(yield func([]int32, []float64) bool) {
		attempts := make([]int32, 0, min(l.Values.N, blockLen))
		at, first := 0, int32(0)
		for values := range l.Values.All {
			if l.attempts.N > 0 {
				attempts = l.attempts.full[at].unpack(attempts[:0])
			} else {
				attempts = attempts[:len(values)]
				for i := range attempts {
					attempts[i] = first + int32(i)
				}
			}
			if !yield(attempts, values) {
				return
			}
			at, first = at+1, first+int32(len(values))
		}
	}
}

// All yields the scores one by one.
func (l *scoreList) All() iter.Seq[rawCell] {
	return func(yield func(rawCell) bool) {
		for attempts, values := range l.blocks() {
			for i, v := range values {
				if !yield(rawCell{attempts[i], v}) {
					return
				}
			}
		}
	}
}

// cellList collects cells. While they are those of attempts 0, 1, 2 and so on, as where
// every attempt has a score, it keeps values only.
type cellList struct {
	scoreList
	sparse  bool  // attempts are kept
	shuffle bool  // and do not ascend
	latest  int32 // the latest of them
}

func (l *cellList) add(c rawCell) {
	if n := l.Values.N; !l.sparse && int(c.Attempt) != n {
		l.sparse, l.latest = true, int32(n)-1
		for i := range n {
			l.attempts.add(int32(i), packInts)
		}
	}
	l.Values.add(c.Value, packValues)
	if l.sparse {
		l.shuffle = l.shuffle || c.Attempt <= l.latest
		l.latest = c.Attempt
		l.attempts.add(c.Attempt, packInts)
	}
}

// inFinalOrder lists the cells of the n attempts that stay, by their final numbers; -1 are
// attempts that were resolved away, and nil is that all stay as they are. twice is an
// attempt that has two scores, the first of them where there is one. The list cannot be used again.
func (l *cellList) inFinalOrder(final []int32, n int) (list scoreList, twice *int32) {
	l.Values.seal(packValues)
	l.attempts.seal(packInts)
	if final == nil && !l.shuffle || l.Values.N == 0 {
		return l.scoreList, nil
	}
	values, have := make([]float64, n), make([]bool, n)
	first := int32(n) // of the attempts that have two
	for c := range l.All() {
		at := c.Attempt
		if final != nil {
			at = final[at]
		}
		switch {
		case at < 0:
		case have[at]:
			first = min(first, at)
		default:
			values[at], have[at] = c.Value, true
		}
	}
	if int(first) < n {
		return scoreList{}, &first
	}
	var again cellList
	for i, v := range values {
		if have[i] {
			again.add(rawCell{int32(i), v})
		}
	}
	return again.inFinalOrder(nil, n)
}
