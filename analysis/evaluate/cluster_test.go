package evaluate

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// TestClusterColumnByName: the log's cluster column may be named, and counts all the
// same where it is not; logs without one do not hold it.
func TestClusterColumnByName(t *testing.T) {
	build := func(cluster func(i int) string) *table.Table {
		var records []table.Record
		for i := range 12 {
			for r, run := range []string{"a", "b"} {
				rec := tabletest.Attempted(run, fmt.Sprint("t", i), 0, float64((i*(r+2)/3)%2))
				rec.Attempt.Cluster = cluster(i)
				records = append(records, rec)
			}
		}
		return tabletest.Of(t, "error", records...)
	}
	clustered := build(func(i int) string { return fmt.Sprint("c", i%4) })
	unnamed, named := evaluated(t, clustered, result.Plan{}), evaluated(t, clustered, result.Plan{Cluster: "cluster"})
	if c := unnamed.Comparisons[0]; c.Clusters != 4 || c.Headline != "cluster_robust_t" {
		t.Errorf("%d clusters, headline %s; want 4, cluster_robust_t", c.Clusters, c.Headline)
	}
	if d := cmp.Diff(unnamed.Comparisons, named.Comparisons); d != "" {
		t.Errorf("comparisons (-unnamed +named):\n%s", d)
	}
	var absent *result.NotThereError
	if _, err := Evaluate(build(func(int) string { return "" }), result.Plan{Cluster: "cluster"}, tabletest.Catalog); !errors.As(err, &absent) {
		t.Errorf("logs without clusters: %v", err)
	}
}
