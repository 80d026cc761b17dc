package evaluate

import (
	"math"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// test runs the test that belongs to the data, and tells how many tasks it would need. diff is new
// - base, higher better.
func (g gating) test(m int, pair study.PairSlice, diff stats.Differences, out *result.Gate) (stats.NotWorse, error) {
	st := g.st
	scale := st.Bench.Scale(&st.Measures[m], g.base, g.fresh)
	tested := st.Tested(pair, diff, scale)
	if scale == result.Ordinal {
		out.Notes = append(out.Notes, "ratings are taken as numbers: a margin has no meaning for an order alone")
	}
	switch {
	case tested.Cluster != nil:
		out.Test = "not_worse_clustered"
		seen := map[int]bool{}
		for _, c := range tested.Cluster {
			seen[c] = true
		}
		out.Clusters = len(seen)
		r, err := stats.NotWorseClustered(diff, tested.Cluster, out.Margin, out.Alpha)
		if err == nil {
			tasksByT(out, r)
		}
		return r, err
	case scale == result.Binary:
		out.Test = "not_worse_tango"
		better, worse, _ := diff.Signs()
		r, err := stats.NotWorseTango(better, worse, out.Tasks, out.Margin, out.Alpha)
		if err == nil {
			tasksByScore(out, float64(better)/float64(out.Tasks), float64(worse)/float64(out.Tasks))
		}
		return r, err
	}
	out.Test = "not_worse_t"
	r, err := stats.NotWorseT(diff, out.Margin, out.Alpha)
	if err == nil {
		tasksByT(out, r)
	}
	return r, err
}

// gatePowerOptions are those of a planned gate.
func gatePowerOptions(out *result.Gate) stats.PowerOptions {
	return stats.PowerOptions{Alternative: stats.Greater, Alpha: out.Alpha, Power: gatePower}
}

// tasksByT tells the tasks that the t test needs at the scatter that was seen.
func tasksByT(out *result.Gate, r stats.NotWorse) {
	needed := func(difference float64) *int {
		if !(difference+out.Margin > 0 && r.SD > 0) {
			return nil
		}
		n, err := stats.PairedTSampleSize((difference+out.Margin)/r.SD, gatePowerOptions(out))
		return wholeTasks(n, err)
	}
	out.Needed.IfEqual, out.Needed.AsObserved = needed(0), needed(r.Mean)
}

// tasksByScore tells the tasks that the score test needs where the runs disagree as often as was seen.
func tasksByScore(out *result.Gate, better, worse float64) {
	needed := func(better, worse float64) *int {
		return wholeTasks(stats.NotWorseTangoTasks(better, worse, out.Margin, gatePowerOptions(out)))
	}
	half := (better + worse) / 2
	out.Needed.IfEqual, out.Needed.AsObserved = needed(half, half), needed(better, worse)
}

// wholeTasks rounds up; nil where there is no such number.
func wholeTasks(n float64, err error) *int {
	if err != nil || !(n < 1e12) {
		return nil
	}
	whole := int(math.Ceil(n - 1e-9))
	return &whole
}

// untested answers where the test does not exist. Differences that are all equal are a finding: if each
// is better than -margin, the sign test says how surely.
func untested(out *result.Gate, diff stats.Differences, why *stats.UndefinedError) error {
	out.Notes = append(out.Notes, why.Reason)
	if !why.Degenerate || len(diff.D) < 2 || out.Clusters > 0 {
		return nil
	}
	moved := make([]float64, len(diff.D))
	for i, d := range diff.D {
		moved[i] = d + out.Margin
	}
	from, err := stats.DifferencesOf(moved)
	if err != nil {
		return err
	}
	better, err := stats.SignTest(from, stats.Greater)
	if err != nil {
		return err
	}
	worse, err := stats.SignTest(from, stats.Less)
	if err != nil {
		return err
	}
	out.Test, out.P = "sign", result.Number(better.P)
	switch {
	case better.P <= out.Alpha:
		out.Decision = result.GatePass
	case worse.P <= out.Alpha:
		out.Decision = result.GateFail
	}
	return nil
}

// gateFloat is a bound as results hold it, nil where there is none.
func gateFloat(v float64) *result.Float {
	if math.IsNaN(v) {
		return nil
	}
	f := result.Float(v)
	return &f
}
