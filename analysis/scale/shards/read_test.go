package shards

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// Two attempts that share their map of strata keep attributes of their own.
func TestPromoteWritesIntoNoSharedMap(t *testing.T) {
	shared := map[string]string{"level": "1"}
	var got []map[string]string
	for _, color := range []string{"red", "blue", ""} {
		x := &datasets.Trajectory{Strata: shared, Attributes: map[string]string{"color": color}}
		Promote(x, []string{"color", "level"})
		got = append(got, x.Strata)
	}
	want := []map[string]string{{"level": "1", "color": "red"}, {"level": "1", "color": "blue"}, {"level": "1"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("strata (-want +got):\n%s", d)
	}
}
