package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestShareOfClustersByHand: clusters 2/2, 0/2, 1/2, share 1/2. Deviations from the mean
// sum to 1, -1, 0 by cluster: SE = sqrt(3/2 * 2)/6, SE^2 = 1/12. Six independent attempts
// have 1/24, so the design effect is 2 and three attempts count. The half-width of
// Wilson's interval is t/2 / sqrt(3 + t^2) with t = .95 sqrt(2/(4 x .975 x .025)) on two degrees of freedom.
func TestShareOfClustersByHand(t *testing.T) {
	s, err := ShareOfClusters([]int{2, 0, 1}, []int{2, 2, 2})
	if err != nil {
		t.Fatal(err)
	}
	if !near(s.SE, math.Sqrt(1.0/12), 1e-15) || !near(s.DesignEffect, 2, 1e-15) || !near(s.EffectiveN, 3, 1e-15) || s.Share != 0.5 {
		t.Errorf("%+v", s)
	}
	iv, err := s.ScoreInterval(0.95)
	q := twoDF
	if half := q / 2 / math.Sqrt(3+q*q); err != nil || !near(iv.Low, 0.5-half, 1e-12) || !near(iv.High, 0.5+half, 1e-12) {
		t.Errorf("%+v %v", iv, err)
	}
}

// TestShareOfClustersCopies: repeating every attempt changes neither the standard error
// nor the interval, and no attempts count for more than there are.
func TestShareOfClustersCopies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		groups := rapid.IntRange(2, 12).Draw(t, "clusters")
		k, n := make([]int, groups), make([]int, groups)
		kk, nn := make([]int, groups), make([]int, groups)
		copies := rapid.IntRange(2, 50).Draw(t, "copies")
		// Two attempts of each kind at least: below, the design effect of independent attempts is the floor.
		for g := range n {
			n[g] = rapid.IntRange(1, 6).Draw(t, "n")
			k[g] = rapid.IntRange(0, 1).Draw(t, "k") * n[g]
			kk[g], nn[g] = copies*k[g], copies*n[g]
		}
		once, err := ShareOfClusters(k, n)
		if err != nil {
			t.Fatal(err)
		}
		again, err := ShareOfClusters(kk, nn)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := once.ScoreInterval(0.9)
		b, _ := again.ScoreInterval(0.9)
		if !near(once.SE, again.SE, 1e-12) || once.DesignEffect > 1 && (!near(a.Low, b.Low, 1e-9) || !near(a.High, b.High, 1e-9)) {
			t.Errorf("%+v %+v, of copies %+v %+v", once, a, again, b)
		}
		if again.EffectiveN > float64(again.N) || a.Low < 0 || a.High > 1 {
			t.Errorf("%+v %+v", again, a)
		}
	})
}

func TestShareOfClustersEdges(t *testing.T) {
	var undefined *UndefinedError
	if s, err := ShareOfClusters([]int{3}, []int{5}); !errors.As(err, &undefined) || s.Share != 0.6 || s.N != 5 {
		t.Errorf("one cluster: %+v %v", s, err)
	}
	var bad *ArgumentError
	for _, c := range [][2][]int{{{1}, {1, 2}}, {{}, {}}, {{2, 0}, {1, 1}}, {{0, 0}, {0, 1}}, {{-1, 0}, {1, 1}}} {
		if _, err := ShareOfClusters(c[0], c[1]); !errors.As(err, &bad) {
			t.Errorf("%v: %v", c, err)
		}
	}
	s, err := ShareOfClusters([]int{0, 0, 0}, []int{4, 4, 4})
	if iv, _ := s.ScoreInterval(0.95); err != nil || iv.Low != 0 || s.EffectiveN != 3 || !near(iv.High, 1-1/(1+twoDF*twoDF/3), 1e-12) {
		t.Errorf("%+v %+v %v", s, iv, err)
	}
}

// TestKappaOfClustersOfItself: the clusters in their own order are the sample, so that
// every such resample has its kappa; a resample of one category has none.
func TestKappaOfClustersOfItself(t *testing.T) {
	tables := [][][]int{{{2, 1}, {0, 1}}, {{1, 0}, {1, 3}}, {{3, 0}, {0, 0}}}
	whole, err := CohenKappa([][]int{{6, 1}, {1, 4}}, KappaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := KappaOfClusters(tables, [][]int{{0, 1, 2}, {2, 1, 0}, {2, 2, 2}}, 0)
	if err != nil || k.Value != whole.Value || k.Replicates != 2 || k.SEBootstrap != 0 || k.Interval.Low != k.Value || k.Interval.High != k.Value {
		t.Errorf("%+v %v", k, err)
	}
	var undefined *UndefinedError
	if _, err := KappaOfClusters(tables[2:], nil, 0); !errors.As(err, &undefined) {
		t.Errorf("one category: %v", err)
	}
	var bad *ArgumentError
	if _, err := KappaOfClusters(tables, [][]int{{3}}, 0); !errors.As(err, &bad) {
		t.Errorf("a cluster that is not there: %v", err)
	}
}

// twoDF is the .975 quantile of Student's t on two degrees of freedom, in closed form.
var twoDF = 0.95 * math.Sqrt(2/(4*0.975*0.025))
