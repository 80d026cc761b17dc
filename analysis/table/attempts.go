package table

import "slices"

// rawAttempt is an attempt as it came.
type rawAttempt struct {
	facts
	task, trial, record int32
	from                int32 // its origin's number
}

// attemptBlock is up to blockLen attempts, field by field: there may be millions of them,
// and in a log's own order each takes some four bytes.
type attemptBlock struct{ task, trial, record, from, facts intBlock }

func packAttempts(attempts []rawAttempt) attemptBlock {
	var room [blockLen]int32
	field := func(of func(a *rawAttempt) int32) intBlock {
		values := room[:len(attempts)]
		for i := range values {
			values[i] = of(&attempts[i])
		}
		return packInts(values)
	}
	return attemptBlock{
		task:   field(func(a *rawAttempt) int32 { return a.task }),
		trial:  field(func(a *rawAttempt) int32 { return a.trial }),
		record: field(func(a *rawAttempt) int32 { return a.record }),
		from:   field(func(a *rawAttempt) int32 { return a.from }),
		facts:  field(func(a *rawAttempt) int32 { return a.facts.code() }),
	}
}

func (b attemptBlock) at(i int) rawAttempt {
	return rawAttempt{task: b.task.at(i), trial: b.trial.at(i), record: b.record.at(i), from: b.from.at(i), facts: factsOf(b.facts.at(i))}
}

func (b attemptBlock) unpack(out []rawAttempt) []rawAttempt {
	first := len(out)
	out = slices.Grow(out, int(b.task.n))[:first+int(b.task.n)]
	attempts := out[first:]
	var room [blockLen]int32
	for i, v := range b.task.unpack(room[:0]) {
		attempts[i].task = v
	}
	for i, v := range b.trial.unpack(room[:0]) {
		attempts[i].trial = v
	}
	for i, v := range b.record.unpack(room[:0]) {
		attempts[i].record = v
	}
	for i, v := range b.from.unpack(room[:0]) {
		attempts[i].from = v
	}
	for i, v := range b.facts.unpack(room[:0]) {
		attempts[i].facts = factsOf(v)
	}
	return out
}

// attempt is one of a run's attempts, by the order in which they came.
func (run *runGathering) attempt(i int32) rawAttempt {
	if at := int(i) / blockLen; at < len(run.attempts.full) {
		return run.attempts.full[at].at(int(i) % blockLen)
	}
	return run.attempts.last[int(i)-len(run.attempts.full)*blockLen]
}

// TaskStarts is where each task's attempts begin; they are sorted by task.
func (run *RunTable) TaskStarts(tasks int) []int {
	at := make([]int, tasks+1)
	for _, a := range run.Attempts {
		at[a.Task+1]++
	}
	for t := range tasks {
		at[t+1] += at[t]
	}
	return at
}

// ByTask groups a run's attempts, which are sorted by task and trial.
func (r *RunTable) ByTask() [][]int {
	var out [][]int
	for i, a := range r.Attempts {
		if i == 0 || a.Task != r.Attempts[i-1].Task {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], i)
	}
	return out
}
