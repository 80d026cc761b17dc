package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// The clustered test is one of the two of TOSTClustered, and with every task a cluster of its own it is
// the plain one. What it needs is where it turns: a mean moved to NeededMean has a p of alpha.
func TestNotWorseClustered(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 30).Draw(t, "n")
		d, moved, cluster, own := make([]float64, n), make([]float64, n), make([]int, n), make([]int, n)
		for i := range d {
			d[i] = float64(rapid.IntRange(-8, 8).Draw(t, "d")) / 8
			cluster[i], own[i] = rapid.IntRange(0, 5).Draw(t, "cluster"), i
		}
		diff, _ := DifferencesOf(d)
		const margin, alpha = 0.125, 0.05
		r, err := NotWorseClustered(diff, cluster, margin, alpha)
		if err != nil {
			t.Skip()
		}
		want, err := TOSTClustered(diff, cluster, -margin, 5, EquivalenceOptions{Alpha: alpha})
		if err != nil || math.Abs(r.P-want.Lower.P) > 1e-12 || math.Abs(r.Lower-want.Interval.Low) > 1e-12 || math.Abs(r.Upper-want.Interval.High) > 1e-12 || math.Abs(r.P+r.PWorse-1) > 1e-12 {
			t.Fatalf("%+v, want %+v (%v)", r, want, err)
		}
		for i := range d {
			moved[i] = d[i] - r.Mean + r.NeededMean
		}
		at, _ := DifferencesOf(moved)
		if turned, err := NotWorseClustered(at, cluster, margin, alpha); err != nil || math.Abs(turned.P-alpha) > 1e-9 {
			t.Fatalf("at the needed mean %v: %+v, %v", r.NeededMean, turned, err)
		}
		a, err := NotWorseClustered(diff, own, margin, alpha)
		b, err2 := NotWorseT(diff, margin, alpha)
		if err != nil || err2 != nil || math.Abs(a.P-b.P) > 1e-12 || math.Abs(a.Lower-b.Lower) > 1e-12 || math.Abs(a.SD-b.SD) > 1e-12 {
			t.Fatalf("%+v, %+v (%v, %v)", a, b, err, err2)
		}
	})
	var wrong *ArgumentError
	diff, _ := DifferencesOf([]float64{0, 1, 0, 1})
	if _, err := NotWorseClustered(diff, []int{1, 1, 2, 2}, -0.1, 0.05); !errors.As(err, &wrong) {
		t.Error(err)
	}
	var undefined *UndefinedError
	if _, err := NotWorseClustered(diff, []int{1, 1, 1, 1}, 0.1, 0.05); !errors.As(err, &undefined) {
		t.Errorf("one cluster: %v", err)
	}
}

// The mean that the score test needs is the smallest difference that passes with as many discordant
// tasks, by trying all of them.
func TestNotWorseTangoNeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		discordant := rapid.IntRange(0, n).Draw(t, "discordant")
		margin := float64(rapid.IntRange(1, 40).Draw(t, "margin")) / 100
		needed := math.NaN()
		for k := discordant; k >= 0; k-- {
			if r, err := NotWorseTango(k, discordant-k, n, margin, 0.05); err != nil {
				t.Fatal(err)
			} else if r.Pass {
				needed = r.Mean
			}
		}
		k := rapid.IntRange(0, discordant).Draw(t, "k")
		r, err := NotWorseTango(k, discordant-k, n, margin, 0.05)
		if err != nil || r.NeededMean != needed && !(math.IsNaN(needed) && math.IsNaN(r.NeededMean)) || r.Pass != (r.Mean >= needed) {
			t.Fatalf("%+v, needed %v (%v)", r, needed, err)
		}
		if r.Pass && r.Worse || r.Pass != (r.Lower >= -margin) && math.Abs(r.P-0.05) > 1e-9 {
			t.Fatalf("%+v", r)
		}
	})
}

// The power with the planned number of tasks is the wanted one, summed over all tables of so many
// tasks. By hand: without a discordant task the score is sqrt(n m/(1-m)), which reaches 1.645 at n =
// 1.645^2 .95/.05 = 51.4.
func TestNotWorseTangoTasks(t *testing.T) {
	for _, c := range []struct{ better, worse, margin float64 }{{0.1, 0.1, 0.1}, {0.15, 0.1, 0.08}, {0.08, 0.1, 0.12}, {0.3, 0.25, 0.1}} {
		n, err := NotWorseTangoTasks(c.better, c.worse, c.margin, PowerOptions{})
		if err != nil {
			t.Fatal(err)
		}
		power := 0.0
		tasks := int(math.Ceil(n))
		logs := func(k int) float64 { v, _ := math.Lgamma(float64(k + 1)); return v }
		for b := range tasks + 1 {
			for w := range tasks - b + 1 {
				if r, _ := NotWorseTango(b, w, tasks, c.margin, 0.05); r.Pass {
					power += math.Exp(logs(tasks) - logs(b) - logs(w) - logs(tasks-b-w) + float64(b)*math.Log(c.better) + float64(w)*math.Log(c.worse) + float64(tasks-b-w)*math.Log(1-c.better-c.worse))
				}
			}
		}
		if math.Abs(power-0.8) > 0.02 {
			t.Errorf("%+v: %d tasks have a power of %v", c, tasks, power)
		}
	}
	if n, err := NotWorseTangoTasks(0, 0, 0.05, PowerOptions{}); err != nil || math.Abs(n-1.6448536269514722*1.6448536269514722*0.95/0.05) > 1e-9 {
		t.Errorf("%v, %v", n, err)
	}
	var wrong *ArgumentError
	for _, c := range [][3]float64{{0.1, 0.2, 0.1}, {0.1, 0.3, 0.1}, {-0.1, 0.1, 0.3}, {0.6, 0.6, 0.1}, {0.1, 0.1, 1}, {0.1, 0.1, -0.1}} {
		if n, err := NotWorseTangoTasks(c[0], c[1], c[2], PowerOptions{}); !errors.As(err, &wrong) {
			t.Errorf("%v: %v, %v", c, n, err)
		}
	}
}

// Both answers err in at most 5% of the studies where the truth lies at the margin.
func TestNotWorseLevel(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	const studies, n = 4000, 200
	pass, worse := 0, 0
	for range studies {
		better, bad := 0, 0
		for range n {
			switch u := rng.Float64(); {
			case u < 0.1:
				better++
			case u < 0.25: // a true difference of -5 points
				bad++
			}
		}
		r, err := NotWorseTango(better, bad, n, 0.05, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if r.Pass {
			pass++
		}
		if r.Worse {
			worse++
		}
	}
	se := math.Sqrt(0.05 * 0.95 / studies)
	for _, k := range []int{pass, worse} {
		if share := float64(k) / studies; math.Abs(share-0.05) > 4*se {
			t.Errorf("%v of the studies are decided; standard error %v", share, se)
		}
	}
}
