package evaluate

import (
	"math"

	"mcpstats/analysis/power"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// detectablePower is the power that the smallest detectable difference is told
// for.
const detectablePower = 0.8

// maxPlannedPairs is the number of pairs, that of eight runs, beyond which nobody
// reads a detectable difference for each; `mcpstats power A B` finds any one.
const maxPlannedPairs = 28

// Detectable finds it from the observed discordance or scatter, by the headline
// test. It is nil where the runs do not differ on any task, and by how little
// they could have differed is not known.
func (e *Evaluation) Detectable(p pairSlice, diff stats.Differences) *result.Detectable {
	if e.Primary < 0 || p.measure != e.Primary || e.pairCount() > maxPlannedPairs {
		return nil
	}
	plan := power.PowerPlan{Test: headlines[e.Bench.Scale(&e.Measures[p.measure], p.a, p.b)], Alpha: e.Plan.Alpha, Power: detectablePower, N: len(p.tasks)}
	out := &result.Detectable{Power: plan.Power, Alpha: plan.Alpha}
	if plan.Test == headlines[result.Ordinal] {
		plan.Test = headlines[result.Interval]
		out.Notes = append(out.Notes, wilcoxonByT)
	}
	out.Test = plan.Test
	if e.cluster != nil {
		// The cluster is the unit: SECR1 times the root of their number is the
		// standard deviation of as many independent units.
		r, err := stats.ClusterRobustMean(diff.D, e.clusterOf(p), e.Plan.Level)
		if err != nil {
			return nil
		}
		plan.Test, plan.N, plan.SD = result.PairedT.Name, r.Clusters, result.Number(r.SECR1*math.Sqrt(float64(r.Clusters)))
		out.Test = result.ClusterRobustT.Name
	} else if why := observe(&plan, p, diff, &out.Notes); why != "" {
		return nil
	}
	if plan.Alpha >= plan.Power {
		return nil
	}
	m, err := plan.Model()
	if err != nil {
		return nil
	}
	d, err := m.Detectable(plan.N)
	if err != nil {
		return nil
	}
	if out.Difference = d; d == nil {
		out.Notes = append(out.Notes, "no difference is large enough for these few discordant tasks")
	} else if e.pairCount() <= mostDrawnPairs {
		out.Curve = powerOver(m, plan.N, *d)
	}
	return out
}

// powerOver is the power with n tasks from no difference to beyond the smallest
// detectable one; it ends where the test's model does, as at a difference larger
// than the share of discordant tasks.
func powerOver(m power.PowerModel, n int, detectable float64) []result.PowerOver {
	const points, beyond = 25, 1.6
	out := make([]result.PowerOver, 0, points)
	for i := range points {
		d := detectable * beyond * float64(i) / (points - 1)
		p, err := m.Power(d, n)
		if err != nil || math.IsNaN(p) {
			break
		}
		out = append(out, result.PowerOver{Difference: d, Power: p})
	}
	return out
}

// clusterOf is the cluster of each pair.
func (e *Evaluation) clusterOf(p pairSlice) []int {
	out := make([]int, len(p.tasks))
	for i, t := range p.tasks {
		out[i] = int(e.cluster[t])
	}
	return out
}
