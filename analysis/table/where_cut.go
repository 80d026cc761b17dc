package table

import (
	"slices"

	"mcpstats/analysis/result"
)

// slice makes the benchmark of what is left.
func (c *cutting) slice(conditions []result.Condition) *Benchmark {
	b := *c.of
	b.Sliced = &Sliced{Conditions: conditions, Of: len(b.Tasks), Attempts: c.attempts != nil, Outcomes: c.outcomes}
	for _, known := range c.known {
		if !known {
			b.Sliced.Unknown++
		}
	}
	if c.attempts != nil { // only tasks that some attempt of the slice is at
		tried := make([]bool, len(b.Tasks))
		for r := range b.Logged {
			for a := range b.Logged[r].Attempts {
				if c.holds(r, a) {
					tried[b.Logged[r].Attempts[a].Task] = true
				}
			}
		}
		c.tasks = tried
	}
	b.Logged, b.Promised, b.Trials = slices.Clone(b.Logged), slices.Clone(b.Promised), 1
	number := make([]int32, len(b.Tasks)) // of each task that stays
	n := int32(0)
	for t, stays := range c.tasks {
		number[t] = n
		if stays {
			n++
		}
	}
	for r := range b.Logged {
		at := -1
		b.leaveOut(r, func(*TaskAttempt) bool { at++; return c.holds(r, at) })
		for a := range b.Logged[r].Attempts {
			b.Logged[r].Attempts[a].Task = number[b.Logged[r].Attempts[a].Task]
		}
	}
	b.Tasks = keepOf(b.Tasks, c.tasks)
	b.Strata = slices.Clone(b.Strata)
	for i := range b.Strata {
		b.Strata[i] = b.Strata[i].of(c.tasks)
	}
	counts := b.attemptCounts()
	core := coreOf(counts, len(b.Tasks))
	for r := range b.Promised {
		p := &b.Promised[r]
		if c.attempts != nil {
			*p = Promised{tasks: attempted(counts[r]), Trials: 1, By: result.PromisedBySlice, TrialsBy: result.PromisedBySlice, Open: p.Open, Unknown: p.Unknown}
		} else if p.tasks != nil {
			p.tasks = keepOf(p.tasks, c.tasks)
		}
		p.Unranked = !answers(attempted(counts[r]), core) && (c.attempts != nil || p.tasks != nil)
		p.elsewhere, p.Present, p.Missing, p.Surplus = 0, 0, 0, 0
		p.reconcile(len(b.Tasks), counts[r])
		b.Trials = max(b.Trials, int(p.Most))
	}
	b.leaveOutRuns()
	return &b
}

// leaveOutRuns leaves out the runs that answer for nothing in a slice.
func (b *Benchmark) leaveOutRuns() {
	stays := make([]bool, len(b.Runs))
	for r := range b.Runs {
		stays[r] = b.Promised[r].NTasks > 0
	}
	b.Runs, b.Logged, b.Promised = keepOf(b.Runs, stays), keepOf(b.Logged, stays), keepOf(b.Promised, stays)
	for i := range b.Attributes {
		b.Attributes[i].Of = keepOf(b.Attributes[i].Of, stays)
	}
}

// of is the column of the tasks that stay, with the values that some of them has.
func (col StratumColumn) of(tasks []bool) StratumColumn {
	col.Of = keepOf(col.Of, tasks)
	used := make([]int32, len(col.Values))
	for _, v := range col.Of {
		if v >= 0 {
			used[v] = 1
		}
	}
	var values []string
	for v, name := range col.Values {
		if used[v] == 1 {
			used[v] = int32(len(values))
			values = append(values, name)
		}
	}
	for t, v := range col.Of {
		if v >= 0 {
			col.Of[t] = used[v]
		}
	}
	col.Values = values
	return col
}

// keepOf are the elements of a list that stay, in memory of their own.
func keepOf[T any](list []T, stays []bool) []T {
	var out []T
	for i, v := range list {
		if stays[i] {
			out = append(out, v)
		}
	}
	return out
}

func attempted(counts []int32) []bool {
	out := make([]bool, len(counts))
	for t, n := range counts {
		out[t] = n > 0
	}
	return out
}

// leaveOut leaves out the attempts of a run that are not kept; keep is asked of each, in order.
func (b *Benchmark) leaveOut(run int, keep func(*TaskAttempt) bool) {
	r := &b.Logged[run]
	out := *r
	final, kept := make([]int32, len(r.Attempts)), int32(0)
	out.Attempts, out.hashes, out.Seen, out.origins = nil, map[int32]string{}, nil, origins{inputs: r.origins.inputs}
	from, record := r.origins.from.flat(), r.origins.record.flat()
	for i := range r.Attempts {
		final[i] = -1
		if !keep(&r.Attempts[i]) {
			continue
		}
		final[i] = kept
		out.Attempts = append(out.Attempts, r.Attempts[i])
		out.Seen.set(kept, r.Seen.Of(i))
		out.origins.add(record[i], from[i])
		if h, ok := r.hashes[int32(i)]; ok {
			out.hashes[kept] = h
		}
		kept++
	}
	out.Cells = make([]scoreList, len(r.Cells))
	for m := range r.Cells {
		var again cellList
		for c := range r.Cells[m].All() {
			if at := final[c.Attempt]; at >= 0 {
				again.add(rawCell{at, c.Value})
			}
		}
		out.Cells[m], _ = again.inFinalOrder(nil, len(out.Attempts))
	}
	out.Found, out.Used = r.Found.freeze(final), r.Used.freeze(final)
	b.Logged[run] = out
	b.Attributes = slices.Clone(b.Attributes)
	for i := range b.Attributes {
		b.Attributes[i].Of = slices.Clone(b.Attributes[i].Of)
		var mine []int32
		for a, of := range b.Attributes[i].Of[run] {
			if final[a] >= 0 {
				mine = append(mine, of)
			}
		}
		b.Attributes[i].Of[run] = mine
	}
}
