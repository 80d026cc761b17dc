package stats

import (
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestPassKIsTheRatioOfBinomials(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.SampledFrom([]int{1, 2, 5, 56, 57, 200, 2000}).Draw(t, "n")
		c, k := rapid.IntRange(0, n).Draw(t, "c"), rapid.IntRange(1, n).Draw(t, "k")
		choose := func(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
		all := choose(n, k)
		hit := new(big.Rat).SetFrac(new(big.Int).Sub(all, choose(n-c, k)), all)
		every := new(big.Rat).SetFrac(choose(c, k), all)
		for _, check := range []struct {
			got  func(n, c, k int) (float64, error)
			want *big.Rat
		}{{PassAtK, hit}, {PassHatK, every}} {
			want, _ := check.want.Float64()
			if got, err := check.got(n, c, k); err != nil || !near(got, want, 1e-12) && want > 1e-307 {
				t.Fatalf("n=%d c=%d k=%d: %v, %v; want %v", n, c, k, got, err, want)
			}
		}
	})
}

func TestPassKRefusals(t *testing.T) {
	var argument *ArgumentError
	var undefined *UndefinedError
	if _, err := PassAtK(4, 2, 5); !errors.As(err, &undefined) {
		t.Errorf("fewer attempts than k: %v", err)
	}
	for _, c := range [][3]int{{3, 4, 1}, {3, -1, 1}, {3, 1, 0}} {
		if _, err := PassHatK(c[0], c[1], c[2]); !errors.As(err, &argument) {
			t.Errorf("%v: %v", c, err)
		}
	}
	if _, _, err := MeanPassK([]int{4, 3}, []int{1, 1}, 4); !errors.As(err, &undefined) {
		t.Errorf("a task with fewer attempts: %v", err)
	}
}
