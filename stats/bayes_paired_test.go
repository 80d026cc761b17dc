package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// Of the uniform prior alone the difference x - z of two of four cells exceeds r with
// probability (1-r)^3/2: what is left of the simplex after x >= r is (1-r)^3 of it, and
// in this smaller simplex x - r exceeds z in one half.
func TestPairedDirichletOfNothing(t *testing.T) {
	for _, r := range []float64{0, 0.001, 0.1, 0.5, 0.9, 0.999} {
		p, err := PairedDirichlet(PairedTable{}, DirichletOptions{Margin: r})
		want := (1 - r) * (1 - r) * (1 - r) / 2
		if err != nil || relativeError(p.Better, want) > 1e-11 || relativeError(p.Worse, want) > 1e-11 || math.Abs(p.Equivalent-(1-2*want)) > 1e-11 {
			t.Errorf("beyond %v: %+v, want %v (%v)", r, p, want, err)
		}
	}
}

// The three probabilities are all there is, exchanged runs exchange them, and a wider margin
// holds more.
func TestPairedDirichletProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cell := rapid.IntRange(0, 300)
		table := PairedTable{Both: cell.Draw(t, "both"), FirstOnly: cell.Draw(t, "first"), SecondOnly: cell.Draw(t, "second"), Neither: cell.Draw(t, "neither")}
		a := rapid.Float64Range(0.1, 3)
		opt := DirichletOptions{Margin: rapid.Float64Range(0, 0.4).Draw(t, "margin"), Prior: PairedPrior{a.Draw(t, "a"), a.Draw(t, "b"), a.Draw(t, "c"), a.Draw(t, "d")}}
		p, err := PairedDirichlet(table, opt)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(p.Better+p.Equivalent+p.Worse-1) > 1e-10 {
			t.Fatalf("%+v sums to %v", p, p.Better+p.Equivalent+p.Worse)
		}
		swapped := opt
		swapped.Prior.FirstOnly, swapped.Prior.SecondOnly = opt.Prior.SecondOnly, opt.Prior.FirstOnly
		q, err := PairedDirichlet(PairedTable{Both: table.Both, FirstOnly: table.SecondOnly, SecondOnly: table.FirstOnly, Neither: table.Neither}, swapped)
		if err != nil || math.Abs(p.Better-q.Worse) > 1e-10 || math.Abs(p.Interval.Low+q.Interval.High) > 1e-9 || math.Abs(p.Mean+q.Mean) > 1e-12 {
			t.Fatalf("%+v exchanged is %+v, %v", p, q, err)
		}
		if p.Interval.Low >= p.Interval.High || p.Interval.Low > p.Mean || p.Interval.High < p.Mean {
			t.Fatalf("%+v", p)
		}
		opt.Margin += 0.05
		if w, err := PairedDirichlet(table, opt); err != nil || w.Equivalent < p.Equivalent-1e-10 {
			t.Fatalf("a wider margin: %+v, then %+v, %v", p, w, err)
		}
	})
}

// Draws of the same posterior, made of gamma variates, end in the same shares.
func TestPairedDirichletByDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	gamma := func(n int) float64 { // of a whole shape: a sum of exponentials
		s := 0.0
		for range n {
			s += rng.ExpFloat64()
		}
		return s
	}
	p, err := PairedDirichlet(PairedTable{Both: 20, FirstOnly: 9, SecondOnly: 4, Neither: 12}, DirichletOptions{Margin: 0.05})
	if err != nil {
		t.Fatal(err)
	}
	const draws = 100000
	better, worse, inside := 0, 0, 0
	for range draws {
		first, second := gamma(10), gamma(5)
		d := (first - second) / (first + second + gamma(34))
		if d > 0.05 {
			better++
		}
		if d < -0.05 {
			worse++
		}
		if d > p.Interval.Low && d < p.Interval.High {
			inside++
		}
	}
	for _, c := range []struct {
		name string
		got  int
		want float64
	}{{"better", better, p.Better}, {"worse", worse, p.Worse}, {"inside", inside, 0.95}} {
		if share := float64(c.got) / draws; math.Abs(share-c.want) > 4*math.Sqrt(c.want*(1-c.want)/draws) {
			t.Errorf("%s: %v of the draws, %v by integration", c.name, share, c.want)
		}
	}
}

// Weights of one task each give back the differences themselves: 1 of 4 above the margin
// 0.1, 1 below, and 0.1 itself is equal.
func TestBayesianBootstrapByHand(t *testing.T) {
	diff, _ := DifferencesOf([]float64{0.5, 0.1, 0, -0.3})
	weights := [][]float64{{1, 0, 0, 0}, {0, 2, 0, 0}, {0, 0, 3, 0}, {0, 0, 0, 4}}
	p, err := BayesianBootstrap(diff, BayesianBootstrapOptions{Margin: 0.1, Weights: weights, Level: 0.5})
	if err != nil || p.Better != 0.25 || p.Worse != 0.25 || p.Equivalent != 0.5 || math.Abs(p.Mean-0.075) > 1e-15 {
		t.Errorf("%+v, %v", p, err)
	}
}

// The posterior mean is near the mean, its variance near the population variance / (n+1), and
// draws depend on the seed alone.
func TestBayesianBootstrapDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	d := make([]float64, 50)
	for i := range d {
		d[i] = rng.NormFloat64()
	}
	diff, _ := DifferencesOf(d)
	p, err := BayesianBootstrap(diff, BayesianBootstrapOptions{Seed: 5})
	again, _ := BayesianBootstrap(diff, BayesianBootstrapOptions{Seed: 5})
	m, _ := Describe(d)
	want := m.SD * math.Sqrt(49.0/50) / math.Sqrt(51)
	if err != nil || p != again || math.Abs(p.Mean-m.Mean) > 4*want/100 || math.Abs(p.SD/want-1) > 0.04 {
		t.Errorf("%+v, %+v, want %v and %v (%v)", p, again, m.Mean, want, err)
	}
}

func TestPosteriorsRefuse(t *testing.T) {
	var wrong *ArgumentError
	for name, opt := range map[string]DirichletOptions{"margin": {Margin: -1}, "prior": {Prior: PairedPrior{1, 1, 1, 0}}, "level": {Level: 2}} {
		if _, err := PairedDirichlet(PairedTable{Both: 3}, opt); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := PairedDirichlet(PairedTable{Both: -3}, DirichletOptions{}); !errors.As(err, &wrong) {
		t.Error(err)
	}
	two, _ := DifferencesOf([]float64{1, 0})
	for name, w := range map[string][][]float64{"lengths": {{1}}, "negative": {{1, -1}}, "zero": {{0, 0}}, "none": {}} {
		if _, err := BayesianBootstrap(two, BayesianBootstrapOptions{Weights: w}); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var undefined *UndefinedError
	for _, d := range [][]float64{{0.5}, {0.1, 0.1, 0.1}} {
		diff, _ := DifferencesOf(d)
		if _, err := BayesianBootstrap(diff, BayesianBootstrapOptions{}); !errors.As(err, &undefined) {
			t.Errorf("%v: %v", d, err)
		}
	}
}

func BenchmarkPosteriors(b *testing.B) {
	b.Run("dirichlet", func(b *testing.B) {
		for range b.N {
			_, _ = PairedDirichlet(PairedTable{Both: 400, FirstOnly: 110, SecondOnly: 90, Neither: 400}, DirichletOptions{Margin: 0.02})
		}
	})
	b.Run("bootstrap", func(b *testing.B) {
		rng := rand.New(rand.NewPCG(1, 4))
		d := make([]float64, 1000)
		for i := range d {
			d[i] = rng.NormFloat64()
		}
		diff, _ := DifferencesOf(d)
		for range b.N {
			_, _ = BayesianBootstrap(diff, BayesianBootstrapOptions{})
		}
	})
}

// Tasks of a cluster have one weight: with every task its own cluster nothing changes, and repeating each task
// within its cluster changes nothing either, while repeated tasks taken as independent look surer.
func TestBayesianBootstrapOfClusters(t *testing.T) {
	d := []float64{1, 0, -1, 0.5, 1, 0.25, -0.5, 0, 1, 1}
	var twice []float64
	var own, pairs []int
	for i, v := range d {
		twice, own, pairs = append(twice, v, v), append(own, i), append(pairs, i, i)
	}
	of := func(d []float64, cluster []int) PosteriorComparison {
		diff, _ := DifferencesOf(d)
		r, err := BayesianBootstrap(diff, BayesianBootstrapOptions{Cluster: cluster, Seed: 5, Replicates: 2000})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	plain, single, double, loose := of(d, nil), of(d, own), of(twice, pairs), of(twice, nil)
	if plain != single || math.Abs(double.Mean-plain.Mean) > 1e-12 || math.Abs(double.SD-plain.SD) > 1e-12 || double.Better != plain.Better {
		t.Errorf("%+v, %+v, %+v", plain, single, double)
	}
	if loose.SD > 0.8*plain.SD { // sqrt(1/2) of it, nearly
		t.Errorf("SD %v of repeated tasks, %v of tasks", loose.SD, plain.SD)
	}
	var undefined *UndefinedError
	diff, _ := DifferencesOf(d)
	if _, err := BayesianBootstrap(diff, BayesianBootstrapOptions{Cluster: make([]int, len(d))}); !errors.As(err, &undefined) {
		t.Error(err)
	}
	var wrong *ArgumentError
	if _, err := BayesianBootstrap(diff, BayesianBootstrapOptions{Cluster: []int{1}}); !errors.As(err, &wrong) {
		t.Error(err)
	}
}
