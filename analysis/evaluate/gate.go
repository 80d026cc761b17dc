package evaluate

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// GateOptions asks whether a new run may replace a base.
type GateOptions struct {
	// Margin is what the new run may be worse by: percentage points of a metric that is a share,
	// else the metric's own unit. nil means DefaultGateMargin, of shares alone.
	Margin     *float64
	Sequential bool              // always valid, for looks after every task
	Order      string            // of the tasks of a sequence: result.GateDrawn (also empty) or result.GateLogOrder
	State      *result.GateState // of earlier looks; nil: this is the first
	DrawOnly   bool              // draw the order of the base's tasks; the new run need not be there
}

// DefaultGateMargin is in percentage points: a loss that most would notice, and that one or two
// hundred tasks can rule out.
const DefaultGateMargin = 5.0

// gatePower is that for which tasks needed are told.
const gatePower = 0.8

// Gate answers, for every benchmark that holds both runs of plan.Runs (base, then new) and every
// metric asked for, else the headline metric, whether the new run is shown not to be worse by the
// margin (pass), shown to be worse by more than it (fail), or neither (undecided).
//
// One look at a number of tasks that was chosen beforehand is answered by a one-sided test: the
// score test of verdicts with one attempt a task, the paired t test of other scores, its
// cluster-robust form where tasks come in clusters. A sequence is answered by betting
// (stats.Betting), and its state is returned with the answer.
//
// Errors: as Evaluate; a metric whose better direction is not known, a margin that does not fit the
// metric, no common task, a state that was made of something else (GateStateError).
func Gate(t *table.Table, plan result.Plan, catalog table.Catalog, opt GateOptions) (*result.GateResults, *result.GateState, error) {
	plan, err := checkedForGate(t, plan, catalog, opt)
	if err != nil {
		return nil, nil, err
	}
	out := &result.GateResults{Version: result.Version, Gates: []result.Gate{}, Provenance: &result.Provenance{Seed: plan.Seed, Plan: plan}}
	state := newGateState(&plan, opt)
	if err := sameGate(state, opt.State); err != nil {
		return nil, nil, err
	}
	for _, b := range t.Benchmarks {
		g := gating{base: slices.Index(b.Runs, plan.Runs[0]), fresh: slices.Index(b.Runs, plan.Runs[1]), opt: opt}
		if len(plan.Benchmarks) > 0 && !slices.Contains(plan.Benchmarks, b.Name) || g.base < 0 || g.fresh < 0 && !opt.DrawOnly {
			continue
		}
		if g.st, err = study.New(b, &plan, catalog); err != nil {
			return nil, nil, err
		}
		g.st.Runs = []int{g.base, g.fresh}
		if g.fresh < 0 {
			g.st.Runs = g.st.Runs[:1]
		}
		g.st.ReadColumns()
		measures, err := g.measures()
		if err != nil {
			return nil, nil, err
		}
		for _, m := range measures {
			gate, stream, err := g.answer(m)
			if err != nil {
				return nil, nil, err
			}
			out.Gates, state.Streams = append(out.Gates, gate), append(state.Streams, stream)
		}
	}
	if len(out.Gates) == 0 {
		return nil, nil, fmt.Errorf("no benchmark of these logs holds both %q and %q", plan.Runs[0], plan.Runs[1])
	}
	out.Decision = out.Overall()
	return out, state, sameStreams(state, opt.State)
}

// checkedForGate is the plan resolved and held against the logs.
func checkedForGate(t *table.Table, plan result.Plan, catalog table.Catalog, opt GateOptions) (result.Plan, error) {
	plan, err := plan.Resolve()
	if err != nil {
		return plan, err
	}
	plan = withFamilies(plan, t, catalog)
	if len(plan.Runs) != 2 {
		return plan, fmt.Errorf("plan: runs: %d named, expected two", len(plan.Runs))
	}
	asked := plan
	if opt.DrawOnly {
		asked.Runs = plan.Runs[:1]
	}
	if plan.Alpha >= 0.5 {
		return plan, fmt.Errorf("plan: alpha is %v, expected a number below 0.5: the test is one-sided", plan.Alpha)
	}
	return plan, CheckPlan(&asked, t)
}

// gating is one benchmark at a gate.
type gating struct {
	st          *study.Study
	base, fresh int // runs; fresh is -1 where only the order is drawn
	opt         GateOptions
}

// measures are those that the gate is about.
func (g gating) measures() ([]int, error) {
	st := g.st
	switch {
	case len(st.Plan.Metrics) > 0:
		return st.Compared, nil
	case st.Primary < 0:
		return nil, fmt.Errorf("%s has no metric that is the headline: name the one that the gate is about with --metrics", st.Bench.Name)
	}
	return []int{st.Primary}, nil
}

// answer is that of one metric.
func (g gating) answer(m int) (result.Gate, result.GateStream, error) {
	st, measure := g.st, &g.st.Measures[m]
	out := result.Gate{
		Benchmark: st.Bench.Name, Metric: measure.Name, Base: st.Plan.Runs[0], New: st.Plan.Runs[1], Decision: result.GateUndecided,
		Unit: measure.Unit, Better: measure.Better.String(), Alpha: st.Plan.Alpha, Policy: st.Plan.Missing,
		Needed: result.GateNeeded{Power: gatePower},
	}
	if !measure.Better.Directed() {
		return out, result.GateStream{}, fmt.Errorf("nobody says which direction of %s is better: give --higher %s or --lower %s", measure.Name, measure.Name, measure.Name)
	}
	var err error
	if out.Margin, err = g.margin(measure); err != nil {
		return out, result.GateStream{}, err
	}
	if share := result.IsShare(measure.Unit); share && out.Margin > 0 && out.Margin < 0.005 {
		out.Notes = append(out.Notes, fmt.Sprintf("the margin is %.4g percentage points; --margin %.4g would be %.4g points", 100*out.Margin, 1e4*out.Margin, 1e4*out.Margin))
	}
	out.ImputedBase = st.Columns[m][g.base].Imputed
	if g.fresh >= 0 {
		out.ImputedNew = st.Columns[m][g.fresh].Imputed
	}
	stream := result.GateStream{Benchmark: out.Benchmark, Metric: out.Metric, Better: out.Better, Margin: out.Margin,
		Tasks: []string{}, Seen: []result.GateSeen{}, Looks: []result.GateLook{}}
	if g.opt.Sequential {
		err = g.sequence(m, &out, &stream)
	} else {
		err = g.once(m, &out)
	}
	return out, stream, err
}

// margin is that of a metric, in its unit.
func (g gating) margin(m *table.Measure) (float64, error) {
	share := result.IsShare(m.Unit)
	if g.opt.Margin == nil {
		if !share {
			return 0, fmt.Errorf("--margin: %s is no share, so that there is no default: give what the new run may be worse by in the metric's own unit (%s), as in --margin 0.5", m.Name, m.Unit)
		}
		return DefaultGateMargin / 100, nil
	}
	margin := *g.opt.Margin
	switch {
	case !(margin >= 0) || math.IsInf(margin, 1):
		return 0, fmt.Errorf("--margin %v: expected a finite number, 0 or more: what the new run may be worse by, as in --margin 5", margin)
	case share && margin >= 100:
		return 0, fmt.Errorf("--margin %v: expected percentage points below 100, as in --margin 5", margin)
	case share:
		margin /= 100
	}
	return margin, nil
}

// once is one look at the tasks that both runs have.
func (g gating) once(m int, out *result.Gate) error {
	st, sign := g.st, g.st.Measures[m].Sign()
	pair := st.Match(st.Bench.Slices(nil)[0], g.fresh, g.base, &st.Columns[m][g.fresh], &st.Columns[m][g.base])
	out.Tasks, out.Unpaired, out.LeftOut = len(pair.Tasks), pair.Unpaired, pair.LeftOut()
	if out.Tasks == 0 {
		return fmt.Errorf("%s and %s have no task in common by %s: nothing can be paired", out.Base, out.New, out.Metric)
	}
	diff, err := stats.Subtract(pair.X, pair.Y)
	if err != nil {
		return err
	}
	out.MeanBase, out.MeanNew, out.Difference = study.Mean(pair.Y), study.Mean(pair.X), study.Mean(diff.D)
	for i := range diff.D {
		diff.D[i] *= sign // higher is better from here on
	}
	r, err := g.test(m, pair, diff, out)
	var undefined *stats.UndefinedError
	switch {
	case errors.As(err, &undefined):
		return untested(out, diff, undefined)
	case err != nil:
		return err
	}
	out.P = result.Number(r.P)
	out.Worst, out.Best = gateFloat(sign*r.Lower), gateFloat(sign*r.Upper)
	out.Needed.Difference = result.Number(sign * r.NeededMean)
	switch {
	case r.Pass:
		out.Decision = result.GatePass
	case r.Worse:
		out.Decision = result.GateFail
	}
	return nil
}
