package evaluate

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// sequence looks at the tasks in their order, up to the first without a result. A task has one once
// each run has made the attempts that it promised at it (under drop, one of them), so that what a later
// look sees of it is what this one saw.
func (g gating) sequence(m int, out *result.Gate, stream *result.GateStream) error {
	out.Test = "betting"
	bet, err := stats.NewBetting(stats.BettingOptions{Margin: out.Margin, Alpha: out.Alpha})
	if err != nil {
		return fmt.Errorf("%s: %w", out.Metric, err)
	}
	before := streamOf(g.opt.State, out.Benchmark, out.Metric)
	order := g.order(m, out, before)
	stream.Tasks = append(stream.Tasks, order...)
	told := &result.GateSequence{Order: g.orderName(), Guaranteed: g.orderName() == result.GateDrawn, Planned: len(order), Looks: []result.GateLook{}}
	if told.Guaranteed {
		told.Seed = g.st.Plan.Seed
	}
	out.Told = told
	number := map[string]int{}
	for i, t := range g.st.Bench.Tasks {
		number[t.ID] = i
	}
	// The confidence sequence is taken at a thousand places at most: each costs as much as all tasks before.
	every := max(1, len(order)/1000)
	sign := g.st.Measures[m].Sign()
	var ends stats.Interval
	var sumBase, sumNew float64
	at := 0
	for ; at < len(order); at++ {
		t, there := number[order[at]]
		if !there || !g.arrived(g.base, t) || !g.arrived(g.fresh, t) {
			break
		}
		base, fresh := g.value(m, g.base, t), g.value(m, g.fresh, t)
		stream.Seen = append(stream.Seen, result.GateSeen{Task: order[at], Base: base, New: fresh})
		if base == nil || fresh == nil {
			told.Dropped++
			continue
		}
		if err := bet.Add(sign * (*fresh - *base)); err != nil {
			return fmt.Errorf("%s: task %q: scores of a sequence lie within 0 and 1, this one differs by %v: leave --sequential out, or choose another metric", out.Metric, order[at], *fresh-*base)
		}
		sumBase, sumNew = sumBase+*base, sumNew+*fresh
		if bet.N()%every == 0 {
			ends = bet.Confidence()
		}
	}
	told.Waiting, told.Next = g.waiting(order[at:], number)
	out.Tasks = bet.N()
	if bet.N() > 0 {
		ends = bet.Confidence()
		n := float64(bet.N())
		out.MeanBase, out.MeanNew = result.Number(sumBase/n), result.Number(sumNew/n)
		out.Difference = result.Number((sumNew - sumBase) / n)
		worst, best := ends.Low, ends.High
		if sign < 0 {
			worst, best = -ends.Low, -ends.High
		}
		out.Worst, out.Best = gateFloat(worst), gateFloat(best)
	}
	out.Decision = result.GateDecision(bet.Decision())
	told.NotWorse, told.Worse = result.Float(bet.NotWorse()), result.Float(bet.Worse())
	told.DecidedAt = decidedAt(bet)
	out.Needed.AsObserved = atThisRate(bet, out.Alpha)
	stream.Looks = looksWith(before, told, out)
	told.Looks = stream.Looks
	return nil
}

// looksWith are the earlier looks and, where there are new tasks, this one.
func looksWith(before *result.GateStream, told *result.GateSequence, out *result.Gate) []result.GateLook {
	looks := []result.GateLook{}
	if before != nil {
		looks = append(looks, before.Looks...)
	}
	last := 0
	if len(looks) > 0 {
		last = looks[len(looks)-1].Tasks
	}
	if out.Tasks > last {
		looks = append(looks, result.GateLook{Tasks: out.Tasks, Decision: out.Decision, NotWorse: told.NotWorse, Worse: told.Worse, Worst: *out.Worst, Best: *out.Best})
	}
	return looks
}

// orderName is that of the options.
func (g gating) orderName() string { return orderOf(g.opt) }

func orderOf(opt GateOptions) string {
	if opt.Order == "" {
		return result.GateDrawn
	}
	return opt.Order
}

// order lists the tasks. A drawn one is of the tasks that the base has when it is drawn: a shuffle
// of their ids by the seed, the same for all metrics, on which no result has an influence. In the
// log's own order stand first the tasks that earlier looks saw.
func (g gating) order(m int, out *result.Gate, before *result.GateStream) []string {
	if g.orderName() == result.GateLogOrder {
		return g.logOrder(before)
	}
	if before != nil {
		return before.Tasks
	}
	var ids []string
	slice := g.st.Bench.Slices(nil)[0]
	for _, t := range slice.Tasks {
		if g.st.Bench.Promised[g.base].Attempts[t] > 0 {
			ids = append(ids, g.st.Bench.Tasks[t].ID)
		}
	}
	slices.Sort(ids)
	rng := rand.New(rand.NewPCG(stats.DeriveSeed(g.st.Plan.Seed, out.Benchmark, "order of tasks"), 0))
	rng.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids
}

// logOrder is that in which the new run's attempts stand in its log.
func (g gating) logOrder(before *result.GateStream) []string {
	run := &g.st.Bench.Logged[g.fresh]
	type place struct {
		input, record int
		task          int32
	}
	first := map[int32]place{}
	for i := range run.Attempts {
		input, record := run.Origin(i)
		p := place{input, record, run.Attempts[i].Task}
		if old, ok := first[p.task]; !ok || p.input < old.input || p.input == old.input && p.record < old.record {
			first[p.task] = p
		}
	}
	var places []place
	for _, t := range g.st.Bench.Slices(nil)[0].Tasks {
		if p, ok := first[t]; ok && g.arrived(g.base, int(t)) && g.arrived(g.fresh, int(t)) {
			places = append(places, p)
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Or(cmp.Compare(a.input, b.input), cmp.Compare(a.record, b.record)) })
	var ids []string
	seen := map[string]bool{}
	if before != nil {
		for _, s := range before.Seen {
			ids = append(ids, s.Task)
			seen[s.Task] = true
		}
	}
	for _, p := range places {
		if id := g.st.Bench.Tasks[p.task].ID; !seen[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// arrived tells whether a run has made all attempts at a task that it promised; under drop one is
// enough, since what is not there enters nothing.
func (g gating) arrived(run, task int) bool {
	if run < 0 {
		return false
	}
	have := int(g.st.Bench.Promised[run].Attempts[task])
	if g.st.Plan.Missing == "drop" {
		return have > 0
	}
	return have > 0 && have >= g.st.Bench.Expected(run, task)
}

// value is a run's at a task, nil where the policy leaves it out.
func (g gating) value(m, run, task int) *float64 {
	col := &g.st.Columns[m][run]
	if !col.Ok[task] {
		return nil
	}
	return &col.Value[task]
}

// waiting counts the tasks of the rest that have results, and names the first, which has none.
func (g gating) waiting(rest []string, number map[string]int) (n int, next string) {
	if len(rest) == 0 {
		return 0, ""
	}
	for _, id := range rest[1:] {
		if t, ok := number[id]; ok && g.arrived(g.base, t) && g.arrived(g.fresh, t) {
			n++
		}
	}
	return n, rest[0]
}

// decidedAt is the number of tasks after which a side first had the evidence; 0: none has.
func decidedAt(bet *stats.Betting) int {
	switch bet.Decision() {
	case stats.GatePass:
		return bet.FirstNotWorse()
	case stats.GateFail:
		return bet.FirstWorse()
	}
	return 0
}

// atThisRate is after how many tasks the evidence that there is would decide, were it to grow as it
// has; nil where it has decided or does not grow.
func atThisRate(bet *stats.Betting, alpha float64) *int {
	grown := math.Log(max(bet.NotWorse(), bet.Worse()))
	if bet.Decision() != stats.GateUndecided || !(grown > 0) {
		return nil
	}
	return wholeTasks(float64(bet.N())*math.Log(1/alpha)/grown, nil)
}
