package analysis

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClusterColumnByName: the log's cluster column may be named, and counts all the
// same where it is not; logs without one do not hold it.
func TestClusterColumnByName(t *testing.T) {
	build := func(cluster func(i int) string) *Table {
		var records []Record
		for i := range 12 {
			for r, run := range []string{"a", "b"} {
				rec := attempted(run, fmt.Sprint("t", i), 0, float64((i*(r+2)/3)%2))
				rec.Attempt.Cluster = cluster(i)
				records = append(records, rec)
			}
		}
		return tableOf(t, "error", records...)
	}
	clustered := build(func(i int) string { return fmt.Sprint("c", i%4) })
	unnamed, named := evaluated(t, clustered, Plan{}), evaluated(t, clustered, Plan{Cluster: "cluster"})
	if c := unnamed.Comparisons[0]; c.Clusters != 4 || c.Headline != "cluster_robust_t" {
		t.Errorf("%d clusters, headline %s; want 4, cluster_robust_t", c.Clusters, c.Headline)
	}
	if d := cmp.Diff(unnamed.Comparisons, named.Comparisons); d != "" {
		t.Errorf("comparisons (-unnamed +named):\n%s", d)
	}
	settings := testSettings
	settings.Cluster = "cluster"
	sums, err := SumTable(clustered, settings, testCatalog)
	if err != nil {
		t.Fatal(err)
	}
	if !sums.Runs[0].Clustered {
		t.Errorf("sums are not of clusters: %+v", sums.Runs)
	}
	var absent *NotThereError
	if _, err := Evaluate(build(func(int) string { return "" }), Plan{Cluster: "cluster"}, testCatalog); !errors.As(err, &absent) {
		t.Errorf("logs without clusters: %v", err)
	}
}
