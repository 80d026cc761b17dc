package scale

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/stats"
)

// Replicates that are added in 128 bits are, to the last bit, those that are added
// as expansions of doubles.
func TestTallyIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newTally(SumsKey{Scored: 1}, 3)
		var want [3]stats.ExactSum
		var weights [3]int64
		for range rapid.IntRange(0, 40).Draw(t, "tasks") {
			total := math.Ldexp(float64(rapid.Int64Range(-1<<53, 1<<53).Draw(t, "mantissa")), rapid.IntRange(-130, 20).Draw(t, "exponent"))
			w := rapid.SliceOfN(rapid.Uint8Range(0, 13), 3, 3).Draw(t, "weights")
			c.add(taskSet("task"), total, true, w)
			for r := range want {
				want[r].AddProduct(float64(w[r]), total)
				weights[r] += int64(w[r])
			}
		}
		c.settle()
		for r := range want {
			if got, want := c.Replicates[r].Value(), want[r].Value(); got != want || c.Weights[r] != weights[r] {
				t.Fatalf("replicate %d: %b, as expansions %b; weight %d, expected %d", r, got, want, c.Weights[r], weights[r])
			}
		}
	})
}
