package analysis

import (
	"slices"

	"mcpstats/stats"
)

// examples points to the clearest failed attempts of the slice that show a mode
// (-1: none): of a detected mode first those of which it is the primary one, by
// how many places show it, then by how few other modes there are; of others the
// first. Verdicts are shown by any attempt. A label has its annotator's step and note.
func (c *failureCount) examples(m int) []Example {
	out := []Example{}
	var taken []int32
	take := func(a int32, tool, excerpt string) {
		if len(out) == maxExamples || slices.Contains(taken, a) {
			return
		}
		taken = append(taken, a)
		at := &c.e.bench.logged[c.r].attempts[a]
		e := Example{Task: c.e.bench.Tasks[at.task].ID, Trial: int(at.trial), Tool: tool, Excerpt: excerpt}
		if m >= 0 && c.set.modes[m].detector != nil {
			for _, f := range c.e.bench.logged[c.r].found.of(a) {
				if f.mode == c.set.modes[m].index && f.stepped {
					step := int(f.step)
					e.Step = &step
				}
			}
		}
		if m >= 0 && c.set.means != nil {
			l := c.set.label(&c.e.bench.logged[c.r], int(a), m)
			if l.Step.Known {
				e.Step = &l.Step.Value
			}
			e.Excerpt = l.Note
		}
		out = append(out, e)
	}
	counts := func(a int) bool { return c.set.source == "" || c.ends[a] == failed }
	if m >= 0 && c.set.modes[m].detector != nil {
		for _, first := range []bool{true, false} {
			for _, e := range c.e.bench.logged[c.r].found.evidence[c.set.modes[m].index] {
				_, in := slices.BinarySearch(c.attempts, int(e.attempt))
				if in && counts(int(e.attempt)) && (c.set.primary(int(e.attempt)) == m) == first {
					take(e.attempt, e.tool, e.excerpt)
				}
			}
		}
	}
	for _, a := range c.attempts {
		if len(out) == maxExamples {
			break
		}
		shows := m < 0 && c.set.shows[a] == 0 || m >= 0 && c.set.shows[a]>>m&1 == 1
		if shows && counts(a) {
			take(int32(a), "", "")
		}
	}
	return out
}

// spots are, by mode, the places at which failed attempts of the run first show it.
func (c *failureCount) spots() [][]float64 {
	out := make([][]float64, len(c.set.modes))
	at := map[uint8]int{}
	for m, mode := range c.set.modes {
		at[mode.index] = m
	}
	for _, f := range c.e.bench.logged[c.r].found.all {
		if m, ok := at[f.mode]; ok && f.sited && c.ends[f.attempt] == failed {
			out[m] = append(out[m], float64(f.place))
		}
	}
	return out
}

// position summarises places; nil where there are none.
func position(spots []float64) *Position {
	q, err := stats.Quantiles(spots, []float64{0.25, 0.5, 0.75}, stats.QuantileType7)
	if err != nil {
		return nil
	}
	p := &Position{N: len(spots), Q1: q[0], Median: q[1], Q3: q[2]}
	for _, x := range spots {
		p.Thirds[min(2, int(3*x))]++
	}
	return p
}
