package analysis

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// inClusters gives every task the cluster that its number names.
func inClusters(records []Record, cluster ...int) []Record {
	for i := range records {
		records[i].Attempt.Cluster = fmt.Sprint("doc", cluster[i%len(cluster)])
	}
	return records
}

// Equivalence is tested with the clusters as units. The differences 1, 3, -1 and 5 in
// the clusters (1, -1) and (3, 5) have the mean 2 and the cluster-robust standard error
// 2 with 1 degree of freedom: of t = (2-6)/2 = -2, the nearer margin, the tail is
// 1/2 - atan(2)/pi. Tasks taken as independent have the tail of t = (2-6)/1.29 with 3.
func TestEquivalenceInClusters(t *testing.T) {
	records := slices.Concat(
		inClusters(graded("a", "plan_f1", 2, 4, 0, 6), 1, 2, 1, 2),
		inClusters(graded("b", "plan_f1", 1, 1, 1, 1), 1, 2, 1, 2))
	res := evaluate(t, tableOf(t, "error", records...), Plan{Margin: 6})
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
		res := evaluate(t, tableOf(t, "error", records...), Plan{})
		r := res.Rankings[0]
		if r.Omnibus == nil || r.Omnibus.P == nil {
			t.Fatalf("%+v", r)
		}
		if shared := cluster[2] == 1; slices.Contains(r.Omnibus.Notes, takesIndependent) != shared {
			t.Errorf("clusters %v: notes %q", cluster, r.Omnibus.Notes)
		}
	}
}
