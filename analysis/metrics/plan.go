package metrics

import (
	"slices"

	"mcpstats/datasets"
)

// matching is how a sequence of calls meets a plan.
type matching struct {
	needs     int // needs that some tool can meet
	predicted int // calls
	matched   int // needs met
	placed    int // needs met, after everything that they depend on
}

// matchPlan matches calls and needs one to one and greedily, in the order of the
// calls: each call takes the first need not yet taken that lists its tool. It is
// no maximum matching: where equal function sets overlap, an early call can take
// the need of a later one. That is the benchmark's definition.
func matchPlan(needs []datasets.Need, predicted []string) matching {
	var buffer [32]int
	position := buffer[:]
	if len(needs) > len(buffer) {
		position = make([]int, len(needs))
	}
	return matchInto(position[:len(needs)], needs, predicted)
}

// matchInto is matchPlan with room for its places: position, all 0 and as long as the plan, takes
// which call met each need, from 1.
func matchInto(position []int, needs []datasets.Need, predicted []string) matching {
	m := matching{predicted: len(predicted)}
	for _, n := range needs {
		if len(n.AnyOf) > 0 {
			m.needs++
		}
	}
	for i, tool := range predicted {
		for j := range needs {
			if position[j] == 0 && slices.Contains(needs[j].AnyOf, tool) {
				position[j] = i + 1
				m.matched++
				break
			}
		}
	}
	for j := range needs {
		if position[j] > 0 && ordered(needs[j].After, position, position[j]) {
			m.placed++
		}
	}
	return m
}

// ordered tells whether every need in after was met before position. A need that
// the plan does not have is never met.
func ordered(after []int, positions []int, position int) bool {
	for _, d := range after {
		if d < 0 || d >= len(positions) || positions[d] == 0 || positions[d] >= position {
			return false
		}
	}
	return true
}

// recall is the share of needs met. Where nothing is expected nothing is missed.
func (m matching) recall() float64 {
	if m.needs == 0 {
		return 1
	}
	return float64(m.matched) / float64(m.needs)
}

// precision is the share of calls that met a need at a right place. No call at all is
// right only where nothing is expected. A call that came before what its need depends on
// counts for recall and not here: order shows in precision alone.
func (m matching) precision() float64 {
	if m.predicted == 0 {
		return indicator(m.needs == 0)
	}
	return float64(m.placed) / float64(m.predicted)
}

// f1 is the harmonic mean of precision and recall, 0 where both are 0.
func (m matching) f1() float64 { return harmonic(m.precision(), m.recall()) }

// perfect tells whether F1 is 1.
func (m matching) perfect() bool {
	return m.matched == m.needs && m.placed == m.predicted
}

func harmonic(precision, recall float64) float64 {
	if precision+recall == 0 {
		return 0
	}
	return 2 * precision * recall / (precision + recall)
}

// sameParallelTools is the exception of MSC-Bench's exact match: a plan of at
// least two needs, none depending on another and each with one tool, is met by
// the same set of tools, however often each is called.
func sameParallelTools(needs []datasets.Need, predicted []string) bool {
	if len(needs) < 2 {
		return false
	}
	for _, n := range needs {
		if len(n.After) > 0 || len(n.AnyOf) != 1 || !slices.Contains(predicted, n.AnyOf[0]) {
			return false
		}
	}
	for _, tool := range predicted {
		if !slices.ContainsFunc(needs, func(n datasets.Need) bool { return n.AnyOf[0] == tool }) {
			return false
		}
	}
	return true
}
