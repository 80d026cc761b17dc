package stats

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// enumerateSigns returns how many of the 2^n sign assignments of the weights have a
// sum >= limit, by listing them all.
func enumerateSigns(weights []int, limit int) int {
	count := 0
	for mask := range 1 << len(weights) {
		sum := 0
		for i, w := range weights {
			if mask>>i&1 == 1 {
				sum += w
			} else {
				sum -= w
			}
		}
		if sum >= limit {
			count++
		}
	}
	return count
}

func TestSignFlipsAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.IntRange(1, 12), 1, 12).Draw(t, "weights")
		signs := rapid.IntRange(0, 1<<len(weights)-1).Draw(t, "signs")
		x := 0
		for i, w := range weights {
			if signs>>i&1 == 1 {
				x += w
			} else {
				x -= w
			}
		}
		all := math.Ldexp(1, len(weights))
		want := map[Alternative]float64{
			Greater:  float64(enumerateSigns(weights, x)) / all,
			Less:     float64(enumerateSigns(weights, -x)) / all,
			TwoSided: math.Min(1, 2*float64(enumerateSigns(weights, max(x, -x)))/all),
		}
		for alt, p := range want {
			if got := newSignFlips(weights).pValue(x, alt); got != p {
				t.Fatalf("weights %v, sum %d, alternative %d: %v, want %v", weights, x, alt, got, p)
			}
		}
	})
}

// TestSignFlipsAgainstBigIntegers checks the leaving out of negligible states at
// sizes that cannot be listed, from the centre to the far tail.
func TestSignFlipsAgainstBigIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{60, 150, 300} {
		weights := make([]int, n)
		for i := range weights {
			weights[i] = 1 + rng.IntN(n/2)
			if n == 150 {
				weights[i] = i + 1 // no ties
			}
		}
		total, squares := 0, 0.0
		counts := []*big.Int{big.NewInt(1)} // by the sum of the positive weights
		for _, w := range weights {
			next := make([]*big.Int, len(counts)+w)
			for i := range next {
				next[i] = new(big.Int)
				if i < len(counts) {
					next[i].Add(next[i], counts[i])
				}
				if i >= w {
					next[i].Add(next[i], counts[i-w])
				}
			}
			counts = next
			total += w
			squares += float64(w * w)
		}
		for _, z := range []float64{0.01, 0.5, 1.96, 4, 7, 11, 13.5} {
			x := int(z*math.Sqrt(squares))/2*2 + total%2
			if x > total {
				continue
			}
			sum := new(big.Int)
			for s := (total + x) / 2; s <= total; s++ {
				sum.Add(sum, counts[s])
			}
			want, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(sum), -n).Float64()
			if e := relativeError(newSignFlips(weights).pValue(x, Greater), want); e > 1e-13 {
				t.Errorf("n=%d z=%v p=%v: relative error %.1e", n, z, want, e)
			}
		}
	}
}

func TestWilcoxonAllOneSide(t *testing.T) {
	// W- = 0 has one sign assignment in 2^n.
	for _, n := range []int{1, 2, 10, 53, 200, 1000} {
		d := make([]float64, n)
		for i := range d {
			d[i] = float64(i + 1)
		}
		diff, err := DifferencesOf(d)
		if err != nil {
			t.Fatal(err)
		}
		r, err := WilcoxonSignedRank(diff, WilcoxonOptions{Null: Exact, Alternative: Greater})
		if err != nil || r.P != math.Ldexp(1, -n) || !r.Exact {
			t.Errorf("n=%d: p=%v, want 2^-%d (%v)", n, r.P, n, err)
		}
	}
}

func TestWilcoxonTiesUpToRounding(t *testing.T) {
	// As decimals the differences are .1, .1, .1, 0 and -.2: ranks 2, 2, 2, -, 4
	// without zeros, W+ = 6, W- = 4. As doubles no two of them are equal.
	a := []float64{.3, .4, 1.1, .1 + .2, .7}
	b := []float64{.2, .3, 1.0, .3, .9}
	r, err := WilcoxonSignedRank(subtracted(a, b), WilcoxonOptions{Zeros: DropZeros})
	if err != nil {
		t.Fatal(err)
	}
	if r.WPlus != 6 || r.WMinus != 4 || r.NUsed != 4 {
		t.Errorf("W+=%v W-=%v n=%d, want 6, 4, 4", r.WPlus, r.WMinus, r.NUsed)
	}
	// 16 sign assignments of (2, 2, 2, 4): those with sum of positives >= 6 are
	// 222, 22.4 (3), 222 4, 2..4 (3): 1+3+1+3 = 8.
	if g, err := WilcoxonSignedRank(subtracted(a, b), WilcoxonOptions{Zeros: DropZeros, Alternative: Greater}); err != nil || g.P != 0.5 {
		t.Errorf("one-sided p=%v, want 8/16 (%v)", g.P, err)
	}
}

// TestWilcoxonOnBinaryDataIsMcNemar: one size of differences leaves the sign test.
func TestWilcoxonOnBinaryDataIsMcNemar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 80).Draw(t, "n")
		a, b := make([]float64, n), make([]float64, n)
		bc := [2]int{}
		for i := range a {
			a[i], b[i] = float64(rapid.IntRange(0, 1).Draw(t, "a")), float64(rapid.IntRange(0, 1).Draw(t, "b"))
			switch a[i] - b[i] {
			case 1:
				bc[0]++
			case -1:
				bc[1]++
			}
		}
		for _, zeros := range []ZeroMethod{Pratt, DropZeros, SplitZeros} {
			r, err := WilcoxonSignedRank(subtracted(a, b), WilcoxonOptions{Zeros: zeros})
			var undefined *UndefinedError
			if errors.As(err, &undefined) && undefined.Degenerate && bc[0]+bc[1] == 0 {
				continue
			}
			m, merr := McNemarExact(bc[0], bc[1])
			if err != nil || merr != nil || relativeError(r.P, m.P) > 1e-14 {
				t.Fatalf("wilcoxon %v (%v), McNemar %v (%v)", r.P, err, m.P, merr)
			}
		}
	})
}

// TestWilcoxonKeepsItsLevel computes the size of the exact test over its whole null
// distribution: P(p <= alpha) <= alpha for every alpha reached.
func TestWilcoxonKeepsItsLevel(t *testing.T) {
	weights := []int{3, 3, 3, 8, 12, 12, 15, 18, 20} // doubled mid-ranks with ties and zeros
	f := newSignFlips(weights)
	var ps []float64
	for mask := range 1 << len(weights) {
		x := 0
		for i, w := range weights {
			x += w * (2*(mask>>i&1) - 1)
		}
		ps = append(ps, f.pValue(x, TwoSided))
	}
	for _, alpha := range ps {
		rejected := 0
		for _, p := range ps {
			if p <= alpha {
				rejected++
			}
		}
		if size := float64(rejected) / float64(len(ps)); size > alpha {
			t.Fatalf("size %v above level %v", size, alpha)
		}
	}
}

func TestWilcoxonErrors(t *testing.T) {
	var argument *ArgumentError
	for _, c := range []struct {
		a, b []float64
		opt  WilcoxonOptions
	}{
		{nil, nil, WilcoxonOptions{}},
		{[]float64{1}, []float64{1, 2}, WilcoxonOptions{}},
		{[]float64{math.NaN()}, []float64{1}, WilcoxonOptions{}},
		{[]float64{2}, []float64{1}, WilcoxonOptions{Zeros: 7}},
		{[]float64{2}, []float64{1}, WilcoxonOptions{Null: -1}},
		{[]float64{2}, []float64{1}, WilcoxonOptions{Alternative: 3}},
		{make([]float64, 1001), ramp(1001), WilcoxonOptions{Null: Exact}},
	} {
		diff, err := Subtract(c.a, c.b)
		if err == nil {
			_, err = WilcoxonSignedRank(diff, c.opt)
		}
		if !errors.As(err, &argument) {
			t.Errorf("%d pairs, %+v: error %v is no ArgumentError", len(c.a), c.opt, err)
		}
	}
}

// ramp returns 1, 2, ..., n.
func ramp(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i + 1)
	}
	return x
}

func benchmarkWilcoxon(b *testing.B, n int, score func(*rand.Rand) float64) {
	rng := rand.New(rand.NewPCG(5, 6))
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = score(rng)+0.02, score(rng)
	}
	for b.Loop() {
		if _, err := WilcoxonSignedRank(subtracted(x, y), WilcoxonOptions{Null: Exact}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWilcoxonExact1000Untied(b *testing.B) { benchmarkWilcoxon(b, 1000, (*rand.Rand).Float64) }

func BenchmarkWilcoxonExact1000FewTies(b *testing.B) {
	benchmarkWilcoxon(b, 1000, func(r *rand.Rand) float64 { return math.Round(r.Float64()*1000) / 1000 })
}

func BenchmarkWilcoxonExact1000ManyTies(b *testing.B) {
	benchmarkWilcoxon(b, 1000, func(r *rand.Rand) float64 { return float64(r.IntN(4)) / 3 })
}

func BenchmarkWilcoxonExact200FewTies(b *testing.B) {
	benchmarkWilcoxon(b, 200, func(r *rand.Rand) float64 { return math.Round(r.Float64()*1000) / 1000 })
}

func BenchmarkWilcoxonExact100FewTies(b *testing.B) {
	benchmarkWilcoxon(b, 100, func(r *rand.Rand) float64 { return math.Round(r.Float64()*1000) / 1000 })
}
