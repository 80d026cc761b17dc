package modes

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// examples points to the clearest failed attempts of the slice that show a mode
// (-1: none): of a detected mode first those of which it is the primary one, by
// how many places show it, then by how few other modes there are; of others the
// first. Verdicts are shown by any attempt. A label has its annotator's step and note.
func (c *failureCount) examples(m int) []result.Example {
	out := []result.Example{}
	var taken []int32
	take := func(a int32, tool, excerpt string) {
		if len(out) == study.MaxExamples || slices.Contains(taken, a) {
			return
		}
		taken = append(taken, a)
		at := &c.st.Bench.Logged[c.r].Attempts[a]
		e := result.Example{Task: c.st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial), Tool: tool, Excerpt: excerpt}
		if m >= 0 && c.set.Modes[m].Detector != nil {
			for _, f := range c.st.Bench.Logged[c.r].Found.Of(a) {
				if f.Mode == c.set.Modes[m].Index && f.Stepped {
					step := int(f.Step)
					e.Step = &step
				}
			}
		}
		if m >= 0 && c.set.means != nil {
			l := c.set.label(&c.st.Bench.Logged[c.r], int(a), m)
			if l.Step.Known {
				e.Step = &l.Step.Value
			}
			e.Excerpt = l.Note
		}
		out = append(out, e)
	}
	counts := func(a int) bool { return c.set.Source == "" || c.ends[a] == Failed }
	if m >= 0 && c.set.Modes[m].Detector != nil {
		for _, first := range []bool{true, false} {
			for _, e := range c.st.Bench.Logged[c.r].Found.Evidence[c.set.Modes[m].Index] {
				_, in := slices.BinarySearch(c.attempts, int(e.Attempt))
				if in && counts(int(e.Attempt)) && (c.set.Primary(int(e.Attempt)) == m) == first {
					take(e.Attempt, e.Tool, e.Excerpt)
				}
			}
		}
	}
	for _, a := range c.attempts {
		if len(out) == study.MaxExamples {
			break
		}
		shows := m < 0 && c.set.Shows[a] == 0 || m >= 0 && c.set.Shows[a]>>m&1 == 1
		if shows && counts(a) {
			take(int32(a), "", "")
		}
	}
	return out
}

// spots are, by mode, the places at which failed attempts of the run first show it.
func (c *failureCount) spots() [][]float64 {
	out := make([][]float64, len(c.set.Modes))
	at := map[uint8]int{}
	for m, mode := range c.set.Modes {
		at[mode.Index] = m
	}
	for _, f := range c.st.Bench.Logged[c.r].Found.All {
		if m, ok := at[f.Mode]; ok && f.Sited && c.ends[f.Attempt] == Failed {
			out[m] = append(out[m], float64(f.Place))
		}
	}
	return out
}

// position summarises places; nil where there are none.
func position(spots []float64) *result.Position {
	q, err := stats.Quantiles(spots, []float64{0.25, 0.5, 0.75}, stats.QuantileType7)
	if err != nil {
		return nil
	}
	p := &result.Position{N: len(spots), Q1: q[0], Median: q[1], Q3: q[2]}
	for _, x := range spots {
		p.Thirds[min(2, int(3*x))]++
	}
	return p
}
