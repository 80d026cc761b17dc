package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestItemRestBelowByHand(t *testing.T) {
	// Of the 6 ways to give two of four runs the item, only the given one gives it to the two weakest.
	p, exact, err := ItemRestBelow([]float64{1, 1, 0, 0}, []float64{1, 2, 3, 4}, 100, 1)
	if err != nil || !exact || math.Abs(p-1.0/6) > 1e-15 {
		t.Errorf("p = %v (exact %v, %v), expected 1/6", p, exact, err)
	}
	// The two strongest: all 6 have a sum as low.
	if p, _, _ := ItemRestBelow([]float64{0, 0, 1, 1}, []float64{1, 2, 3, 4}, 100, 1); p != 1 {
		t.Errorf("p = %v, expected 1", p)
	}
	// Ties of the rest are ties: .1 + .2 is .3 here.
	if p, _, _ := ItemRestBelow([]float64{1, 1, 0}, []float64{0.1, 0.2, 0.3}, 100, 1); math.Abs(p-1.0/3) > 1e-15 {
		t.Errorf("p = %v, expected 1/3", p)
	}
}

// Brute force: all orders of the item, each as likely.
func TestItemRestBelowIsThePermutationTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 6).Draw(t, "n")
		item, rest := make([]float64, n), make([]float64, n)
		for i := range n {
			item[i] = float64(rapid.IntRange(0, 1).Draw(t, "item"))
			rest[i] = float64(rapid.IntRange(0, 9).Draw(t, "rest"))
		}
		p, exact, err := ItemRestBelow(item, rest, 100, 1)
		if err != nil {
			var undefined *UndefinedError
			if !errors.As(err, &undefined) || !allEqual(item) && !allEqual(rest) {
				t.Fatal(err)
			}
			return
		}
		observed := 0.0
		for i := range n {
			observed += item[i] * rest[i]
		}
		below, all := 0, 0
		eachOrder(n, func(order []int) {
			sum := 0.0
			for i, k := range order {
				sum += item[k] * rest[i]
			}
			all++
			if sum <= observed {
				below++
			}
		})
		if want := float64(below) / float64(all); !exact || math.Abs(p-want) > 1e-12 {
			t.Fatalf("p = %v, expected %v", p, want)
		}
	})
}

func eachOrder(n int, see func([]int)) {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	var place func(int)
	place = func(k int) {
		if k == n {
			see(order)
			return
		}
		for i := k; i < n; i++ {
			order[k], order[i] = order[i], order[k]
			place(k + 1)
			order[k], order[i] = order[i], order[k]
		}
	}
	place(0)
}

// Shares of several attempts are shuffled at random, and give what all orders give.
func TestItemRestBelowOfShares(t *testing.T) {
	item, rest := []float64{0, 0.2, 0.4, 0.6, 1}, []float64{5, 3, 4, 1, 2}
	below, all := 0, 0
	observed := 0.2*3 + 0.4*4 + 0.6*1 + 1*2
	eachOrder(5, func(order []int) {
		sum := 0.0
		for i, k := range order {
			sum += item[k] * rest[i]
		}
		all++
		if sum <= observed+1e-9 {
			below++
		}
	})
	want := float64(below) / float64(all)
	const resamples = 20000
	p, exact, err := ItemRestBelow(item, rest, resamples, 7)
	if err != nil || exact || math.Abs(p-want) > 4*math.Sqrt(want*(1-want)/resamples)+1.0/resamples {
		t.Errorf("p = %v (exact %v, %v), expected %v", p, exact, err, want)
	}
}

func TestSurprisingAnswersByHand(t *testing.T) {
	// Chances of success at b = 0: 1/(1+e^-3) = .95257 twice, .5 once. The first fails although it
	// should not; the third may do as it likes. One such run of two that could be: 1-(1-.04743)^2.
	r := Responses{Solved: [][]int{{0}, {1}, {0}}, Tried: [][]int{{1}, {1}, {1}}}
	f := Rasch{Alive: []bool{true}, B: []float64{0}, Ability: []float64{3, 3, 0}}
	s, err := SurprisingAnswers(r, f)
	if err != nil {
		t.Fatal(err)
	}
	q := 1 / (1 + math.Exp(3.0))
	if !slices.Equal(s[0].Runs, []int{0}) || math.Abs(s[0].P-(1-(1-q)*(1-q))) > 1e-15 {
		t.Errorf("%+v, expected run 0 with %v", s[0], 1-(1-q)*(1-q))
	}
	// Of two attempts at chance .2, both solved have .04.
	r = Responses{Solved: [][]int{{2}}, Tried: [][]int{{2}}}
	f = Rasch{Alive: []bool{true}, B: []float64{math.Log(4)}, Ability: []float64{0}}
	if s, _ = SurprisingAnswers(r, f); len(s[0].Runs) != 1 || math.Abs(s[0].P-0.04) > 1e-15 {
		t.Errorf("%+v, expected a chance of .04", s[0])
	}
	// One of the two solved is no surprise.
	r.Solved[0][0] = 1
	if s, _ = SurprisingAnswers(r, f); len(s[0].Runs) != 0 || s[0].P != 1 {
		t.Errorf("%+v, expected no surprise", s[0])
	}
	if _, err := SurprisingAnswers(r, Rasch{}); err == nil {
		t.Error("a fit of other answers is taken")
	}
}

func TestAtLeastByEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chances := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 8).Draw(t, "chances")
		k := rapid.IntRange(1, len(chances)).Draw(t, "k")
		want := 0.0
		for mask := range 1 << len(chances) {
			p, events := 1.0, 0
			for i, q := range chances {
				if mask>>i&1 == 1 {
					p, events = p*q, events+1
				} else {
					p *= 1 - q
				}
			}
			if events >= k {
				want += p
			}
		}
		if got := atLeast(chances, k); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v, expected %v", got, want)
		}
	})
}

// Twenty items that tell runs apart among sixty that tell nothing: the good ones are found, few
// of them keep the order, and random ones do not keep it as well.
func TestKeepOrderFindsWhatDiscriminates(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 12))
	const runs, good, noise = 30, 20, 60
	rows := make([][]float64, runs)
	for i := range rows {
		theta := -2 + 4*float64(i)/(runs-1)
		for j := range good {
			b := -2 + 4*float64(j)/(good-1)
			rows[i] = append(rows[i], bernoulli(rng, 1/(1+math.Exp(-4*(theta-b)))))
		}
		for range noise {
			rows[i] = append(rows[i], bernoulli(rng, 0.5))
		}
	}
	r, err := SingleResponses(rows)
	if err != nil {
		t.Fatal(err)
	}
	s, err := KeepOrder(r, ItemSubsetOptions{Goal: 0.7, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, j := range s.Order[:good] {
		if j < good {
			found++
		}
	}
	if found < 15 {
		t.Errorf("%d of the %d items that discriminate are among the first", found, good)
	}
	if s.Least == 0 || s.Least > 70 {
		t.Errorf("the order is kept from %d items on, expected far fewer than %d", s.Least, good+noise)
	}
	if last := len(s.Size) - 1; s.Size[last] != good+noise || s.Tau[last] != 1 || s.Random[last] != 1 {
		t.Errorf("all items keep the order with tau %v, expected 1", s.Tau[last])
	}
	at := slices.Index(s.Size, 17)
	if at < 0 {
		at = slices.IndexFunc(s.Size, func(n int) bool { return n > 12 })
	}
	if s.Tau[at] < s.Random[at] {
		t.Errorf("%d chosen items keep the order worse (%v) than random ones (%v)", s.Size[at], s.Tau[at], s.Random[at])
	}
	again, _ := KeepOrder(r, ItemSubsetOptions{Goal: 0.7, Seed: 3})
	if !slices.Equal(again.Tau, s.Tau) {
		t.Error("the same seed gives other halves")
	}
}

func bernoulli(rng *rand.Rand, p float64) float64 {
	if rng.Float64() < p {
		return 1
	}
	return 0
}

func TestKeepOrderRefuses(t *testing.T) {
	row := []float64{1, 0, 1}
	seven, _ := SingleResponses([][]float64{row, row, row, row, row, row, row})
	equal, _ := SingleResponses([][]float64{row, row, row, row, row, row, row, row})
	for name, r := range map[string]Responses{"seven runs": seven, "equal runs": equal} {
		var undefined *UndefinedError
		if _, err := KeepOrder(r, ItemSubsetOptions{}); !errors.As(err, &undefined) {
			t.Errorf("%s: %v, expected undefined", name, err)
		}
	}
	var wrong *ArgumentError
	if _, err := KeepOrder(equal, ItemSubsetOptions{Goal: 2}); !errors.As(err, &wrong) {
		t.Errorf("a goal of 2: %v", err)
	}
}
