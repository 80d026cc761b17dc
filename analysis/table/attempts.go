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

// origins tell where a run's attempts stand in the logs, in the order of the table.
type origins struct {
	record, from packed[int32, intBlock]
	inputs       []int32 // of the numbers in from
}

func (o *origins) add(record, from int32) {
	o.record.add(record, packInts)
	o.from.add(from, packInts)
}

// originsOf are those of attempts that stay as they came: their blocks are taken over.
func originsOf(attempts *packed[rawAttempt, attemptBlock]) (o origins) {
	for _, b := range attempts.full {
		o.record.full, o.from.full = append(o.record.full, b.record), append(o.from.full, b.from)
	}
	o.record.N, o.from.N = len(attempts.full)*blockLen, len(attempts.full)*blockLen
	for i := range attempts.last {
		o.add(attempts.last[i].record, attempts.last[i].from)
	}
	return o
}

// Origin is where an attempt stands: the number of its input, and its record in it.
func (r *RunTable) Origin(attempt int) (input, record int) {
	at := func(list *packed[int32, intBlock]) int32 {
		if b := attempt / blockLen; b < len(list.full) {
			return list.full[b].at(attempt % blockLen)
		}
		return list.last[attempt-len(list.full)*blockLen]
	}
	return int(r.origins.inputs[at(&r.origins.from)]), int(at(&r.origins.record))
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
