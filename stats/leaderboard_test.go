package stats

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestTieGroupsAreTheMaximalCliques(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 8).Draw(t, "runs")
		separated := make([][]bool, n)
		for i := range separated {
			separated[i] = make([]bool, n)
			for j := range i {
				separated[i][j] = rapid.Bool().Draw(t, "separated")
				separated[j][i] = separated[i][j]
			}
		}
		clique := func(set int) bool {
			for i := range n {
				for j := range i {
					if set>>i&1 == 1 && set>>j&1 == 1 && separated[i][j] {
						return false
					}
				}
			}
			return true
		}
		var want [][]int
		for set := 1; set < 1<<n; set++ {
			if !clique(set) {
				continue
			}
			maximal := true
			var members []int
			for i := range n {
				if set>>i&1 == 1 {
					members = append(members, i)
				} else if clique(set | 1<<i) {
					maximal = false
				}
			}
			if maximal {
				want = append(want, members)
			}
		}
		slices.SortFunc(want, slices.Compare)
		got, err := TieGroups(separated)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestRanksByHand(t *testing.T) {
	means := []float64{0.5, 0.1 + 0.2, 0.3, 0.9}
	for _, c := range []struct {
		higher bool
		want   []int
	}{{true, []int{2, 3, 3, 1}}, {false, []int{3, 1, 1, 4}}} {
		got, err := RankByMean(means, c.higher)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("higher=%v: %v, %v; want %v", c.higher, got, err, c.want)
		}
	}
	// The third run's upper bound lies under the first's lower bound alone.
	intervals := []Interval{{Low: 0.6, High: 0.8}, {Low: 0.5, High: 0.7}, {Low: 0.4, High: 0.55}, {Low: 0.1, High: 0.2}}
	if got := RankUB(intervals, true); !slices.Equal(got, []int{1, 1, 2, 4}) {
		t.Errorf("RankUB %v", got)
	}
	if got := RankUB(intervals, false); !slices.Equal(got, []int{3, 2, 2, 1}) {
		t.Errorf("RankUB where lower is better %v", got)
	}
}

// Of 40 resamples the second run is first in one, last in 3, second in 36: at 95%
// one resample (2.5% of 40) may be cut from either end.
func TestRankIntervalsByHand(t *testing.T) {
	replicates := [][]float64{make([]float64, 40), make([]float64, 40), make([]float64, 40)}
	for r := range 40 {
		replicates[0][r], replicates[1][r], replicates[2][r] = 3, 2, 1
		switch {
		case r == 0:
			replicates[1][r] = 4
		case r > 36:
			replicates[1][r] = 0
		}
	}
	got, err := RankIntervals(replicates, true, 0.95)
	want := []RankInterval{{1, 1, 0.95}, {2, 3, 0.95}, {2, 3, 0.95}}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func BenchmarkRankIntervals(b *testing.B) {
	rs := Resampler{Units: 1000, Replicates: 10000, Seed: 1}
	x := mixedVectors(1000, 12)
	var runs [][]float64
	for r := range 12 {
		runs = append(runs, x[6*r])
	}
	sums, err := rs.Sums(runs)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := RankIntervals(sums, true, 0); err != nil {
			b.Fatal(err)
		}
	}
}
