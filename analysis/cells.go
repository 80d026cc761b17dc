package analysis

// rawCell is one score of a run by one metric.
type rawCell struct {
	attempt int32
	value   float64
}

// cellList collects cells in blocks: a slice that grows would copy them over and
// over, and end with a quarter of its memory unused.
type cellList struct {
	full [][]rawCell
	last []rawCell
	n    int
}

// Blocks begin small, for there may be many metrics with few scores.
const firstCells, mostCells = 8, 4096

func (l *cellList) add(c rawCell) {
	if len(l.last) == cap(l.last) {
		if l.last != nil {
			l.full = append(l.full, l.last)
		}
		l.last = make([]rawCell, 0, min(max(firstCells, 2*cap(l.last)), mostCells))
	}
	l.last = append(l.last, c)
	l.n++
}

// settled lists the cells of the attempts that stay, by their final numbers.
func (l *cellList) settled(final []int32) []rawCell {
	if l.n == 0 {
		return nil
	}
	kept := make([]rawCell, 0, l.n)
	for _, block := range append(l.full, l.last) {
		for _, c := range block {
			if at := final[c.attempt]; at >= 0 {
				kept = append(kept, rawCell{attempt: at, value: c.value})
			}
		}
	}
	return kept
}
