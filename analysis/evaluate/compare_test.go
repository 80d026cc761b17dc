package evaluate

import (
	"testing"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
)

// TestOneTaskHasNoInterval: one task says nothing of others, by whatever method.
func TestOneTaskHasNoInterval(t *testing.T) {
	res := evaluated(t, tabletest.Of(t, "error", tabletest.Attempted("a", "t", 0, 1), tabletest.Attempted("b", "t", 0, 0)), result.Plan{})
	if len(res.Comparisons) != 1 {
		t.Fatalf("%d comparisons, want 1", len(res.Comparisons))
	}
	c := res.Comparisons[0]
	if c.Interval != nil || len(c.Others) > 0 {
		t.Errorf("a difference over one task has the intervals %v, %v", c.Interval, c.Others)
	}
	if c.Difference == nil || *c.Difference != 1 || len(c.Notes) != 1 || c.Notes[0] != "fewer than two tasks or clusters: no interval" {
		t.Errorf("difference %v, notes %q", c.Difference, c.Notes)
	}
}
