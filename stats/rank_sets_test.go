package stats

import (
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRankSetsAgreeWithTieGroups: a set holds the run's true place whenever the decisions
// are true, and spans as many ranks beyond one as there are other runs in its groups.
func TestRankSetsAgreeWithTieGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		runs := rapid.IntRange(1, 7).Draw(t, "runs")
		better, separated := make([][]bool, runs), make([][]bool, runs)
		for i := range runs {
			better[i], separated[i] = make([]bool, runs), make([]bool, runs)
		}
		place := rapid.Permutation(firstOrder(runs)).Draw(t, "places") // of the runs, 0 is best
		for i := range runs {
			for j := range runs {
				if place[i] < place[j] && rapid.Bool().Draw(t, "decided") {
					better[i][j] = true
					separated[i][j], separated[j][i] = true, true
				}
			}
		}
		sets, err := RankSets(better)
		if err != nil {
			t.Fatal(err)
		}
		groups, err := TieGroups(separated)
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range sets {
			if s.Low > place[i]+1 || s.High < place[i]+1 {
				t.Fatalf("run %d has the place %d and the set %v, by true decisions", i, place[i]+1, s)
			}
			shares := map[int]bool{}
			for _, g := range groups {
				if slices.Contains(g, i) {
					for _, j := range g {
						shares[j] = true
					}
				}
			}
			if len(shares)-1 != s.High-s.Low {
				t.Fatalf("run %d shares a group with %d others, and its set is %v", i, len(shares)-1, s)
			}
			if !slices.Contains(separated[i], true) && (s != RankSet{1, runs}) {
				t.Fatalf("run %d is separated from none and has the set %v", i, s)
			}
		}
	})
}

func TestRankSetsRefuses(t *testing.T) {
	for name, better := range map[string][][]bool{
		"not square": {{false}, {false}}, "both ways": {{false, true}, {true, false}}, "itself": {{true}},
	} {
		var argument *ArgumentError
		if _, err := RankSets(better); !errors.As(err, &argument) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
