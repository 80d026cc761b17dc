package study

import (
	"fmt"
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
func Detectable(st *Study, p PairSlice, diff stats.Differences) *result.Detectable {
	if st.Primary < 0 || p.measure != st.Primary || st.pairCount() > maxPlannedPairs {
		return nil
	}
	plan := power.Plan{Test: Headlines[st.Bench.Scale(&st.Measures[p.measure], p.A, p.B)], Alpha: st.Plan.Alpha, Power: detectablePower, N: len(p.Tasks)}
	out := &result.Detectable{Power: plan.Power, Alpha: plan.Alpha}
	if plan.Test == Headlines[result.Ordinal] {
		plan.Test = Headlines[result.Interval]
		out.Notes = append(out.Notes, WilcoxonByT)
	}
	out.Test = plan.Test
	if st.Cluster != nil {
		// The cluster is the unit: SECR1 times the root of their number is the
		// standard deviation of as many independent units.
		r, err := stats.ClusterRobustMean(diff.D, ClusterOf(st, p), st.Plan.Level)
		if err != nil {
			return nil
		}
		plan.Test, plan.N, plan.SD = result.PairedT.Name, r.Clusters, result.Number(r.SECR1*math.Sqrt(float64(r.Clusters)))
		out.Test = result.ClusterRobustT.Name
	} else if why := Observe(&plan, p, diff, &out.Notes); why != "" {
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
		out.Notes = append(out.Notes, "no difference is large enough to show with so few discordant tasks")
	} else if st.pairCount() <= mostDrawnPairs {
		out.Curve = powerOver(m, plan.N, *d)
	}
	return out
}

// powerOver is the power with n tasks from no difference to beyond the smallest
// detectable one; it ends where the test's model does, as at a difference larger
// than the share of discordant tasks.
func powerOver(m power.Model, n int, detectable float64) []result.PowerOver {
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

// ClusterOf is the cluster of each pair.
func ClusterOf(st *Study, p PairSlice) []int {
	out := make([]int, len(p.Tasks))
	for i, t := range p.Tasks {
		out[i] = int(st.Cluster[t])
	}
	return out
}

// WilcoxonByT is said where Wilcoxon's test is planned by the paired t test.
const WilcoxonByT = "by the power of the paired t test, which is close to Wilcoxon's where differences are not far from normal"

// Observe fills in the scatter of the pair. It returns why nothing can be
// planned, where the runs do not differ on any task.
func Observe(p *power.Plan, pair PairSlice, diff stats.Differences, notes *[]string) string {
	if len(pair.Tasks) < 2 {
		return result.Plural(len(pair.Tasks), "common task") + ": nothing to plan from"
	}
	if p.Test != "paired_t" {
		t := pairedTable(pair.X, pair.Y)
		discordance := float64(t.FirstOnly+t.SecondOnly) / float64(len(pair.Tasks))
		if p.Difference != nil && math.Abs(*p.Difference) > discordance {
			*notes = append(*notes, fmt.Sprintf("the difference exceeds the observed share of discordant tasks, %.4g, which is raised to it", discordance))
			discordance = math.Abs(*p.Difference)
		}
		if discordance == 0 {
			return "the runs agree on every task: nothing to plan from"
		}
		p.Discordance = &discordance
		return ""
	}
	squares := 0.0
	centre := Mean(diff.D)
	if centre == nil {
		return "the differences by task are too large for a double"
	}
	for _, d := range diff.D {
		squares += (d - *centre) * (d - *centre)
	}
	sd := math.Sqrt(squares / float64(len(diff.D)-1))
	if sd == 0 {
		return "the differences by task are all equal: nothing to plan from"
	}
	if math.IsInf(sd, 0) {
		return "the differences by task vary by more than a double can hold"
	}
	p.SD = &sd
	return ""
}
