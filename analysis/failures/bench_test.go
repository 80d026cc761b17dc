package failures

import (
	"fmt"
	"strings"
	"testing"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// long is a trajectory of n calls with results of some kilobytes.
func long(n int) *datasets.Trajectory {
	t := plan(conversation(), "s::tool1", "s::tool2")
	text := strings.Repeat("the result has 12 numbers and 34.5 more, ", 100)
	for i := range n {
		t.Steps = append(t.Steps, calls(search(fmt.Sprintf("find a tool number %d", i), fmt.Sprintf("s::tool%d", i%7))),
			calls(routed(fmt.Sprintf("s::tool%d", i%7), fmt.Sprintf(`{"x":%d}`, i), text)))
	}
	t.Steps = append(t.Steps, answers(strings.Repeat("It is 12.5 and 99.75. ", n)))
	t.Benchmark = "livemcpbench"
	for i := range 300 {
		t.Available = append(t.Available, fmt.Sprintf("s::tool%d", i))
	}
	return t
}

// Twice the trajectory takes about twice as long: every detector is linear.
func BenchmarkDetectFailures(b *testing.B) {
	x := Taxonomy()
	for _, n := range []int{10, 100, 1000} {
		t := long(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				table.DetectFailures(t, x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/call")
		})
	}
}
