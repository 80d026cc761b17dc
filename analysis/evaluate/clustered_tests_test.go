package evaluate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// inClusters gives every task the cluster that its number names.
func inClusters(records []table.Record, cluster ...int) []table.Record {
	for i := range records {
		records[i].Attempt.Cluster = fmt.Sprint("doc", cluster[i%len(cluster)])
	}
	return records
}

// Equivalence is tested with the clusters as units. The differences .1, .3, -.1 and .5 in
// the clusters (.1, -.1) and (.3, .5) have the mean .2 and the cluster-robust standard error
// .2 with 1 degree of freedom: of t = (.2-.6)/.2 = -2, the nearer margin, the tail is
// 1/2 - atan(2)/pi. Tasks taken as independent have the tail of t = (.2-.6)/.129 with 3.
func TestEquivalenceInClusters(t *testing.T) {
	records := slices.Concat(
		inClusters(graded("a", "plan_f1", 0.2, 0.4, 0, 0.6), 1, 2, 1, 2),
		inClusters(graded("b", "plan_f1", 0.1, 0.1, 0.1, 0.1), 1, 2, 1, 2))
	res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{Margin: 0.6})
	c := res.Comparisons[0]
	if c.Metric != "plan_f1" || c.Equivalence == nil || c.Equivalence.P == nil {
		t.Fatalf("%+v", c)
	}
	if want := 0.5 - math.Atan(2)/math.Pi; math.Abs(*c.Equivalence.P-want) > 1e-13 {
		t.Errorf("p %v, want %v", *c.Equivalence.P, want)
	}
	if len(c.Equivalence.Notes) == 0 {
		t.Error("no note says that the standard error is cluster-robust")
	}
}

// The test of all runs at once knows of no clusters, and says so.
func TestOmnibusInClusters(t *testing.T) {
	for _, cluster := range [][]int{{1, 2, 1, 2}, {1, 2, 3, 4}} {
		records := slices.Concat(
			inClusters(graded("a", "plan_f1", 2, 4, 0, 6), cluster...),
			inClusters(graded("b", "plan_f1", 1, 1, 1, 1), cluster...),
			inClusters(graded("c", "plan_f1", 3, 5, 2, 0), cluster...))
		res := evaluated(t, tabletest.Of(t, "error", records...), result.Plan{})
		r := res.Rankings[0]
		if r.Omnibus == nil || r.Omnibus.P == nil {
			t.Fatalf("%+v", r)
		}
		if shared := cluster[2] == 1; slices.Contains(r.Omnibus.Notes, study.TakesIndependent) != shared {
			t.Errorf("clusters %v: notes %q", cluster, r.Omnibus.Notes)
		}
	}
}

// Changes of failure modes are tested with the clusters as units. Run a fails by the
// first mode at t1, t2 and t3, b never: differences 1, 1, 1, 0 with the mean 3/4, whose
// deviations add up to 1/2 over (t1, t3) and -1/2 over (t2, t4): CR1 sqrt(2/2)/4 = 1/4,
// t = 3 with 1 degree of freedom, p = 1 - 2 atan(3)/pi.
func TestModeChangeInClusters(t *testing.T) {
	records := []table.Record{
		showing("a", "t1", 0, 0, 0), showing("a", "t2", 0, 0, 0), showing("a", "t3", 0, 0, 0), showing("a", "t4", 0, 1),
		showing("b", "t1", 0, 1), showing("b", "t2", 0, 1), showing("b", "t3", 0, 1), showing("b", "t4", 0, 1),
	}
	res := evaluated(t, failureTable(t, inClusters(records, 1, 2, 1, 2)), result.Plan{})
	change := res.Breakdowns[0].Transitions[0].Changes[0]
	if change.Mode != "first" || change.Test.Method != "cluster_robust_t" || change.Test.P == nil {
		t.Fatalf("%+v", change)
	}
	if want := 1 - 2*math.Atan(3)/math.Pi; math.Abs(*change.Test.P-want) > 1e-13 {
		t.Errorf("p %v, want %v", *change.Test.P, want)
	}
	singles := evaluated(t, failureTable(t, inClusters(records, 1, 2, 3, 4)), result.Plan{})
	if got := singles.Breakdowns[0].Transitions[0].Changes[0].Test.Method; got != "mcnemar_exact" {
		t.Errorf("clusters of one task: %s", got)
	}
}
