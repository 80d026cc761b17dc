package stats

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// For two raters and two categories AC1 has the closed form (Gwet 2008) with
// chance agreement 2q(1-q), q the mean share of the first category, and kappa the
// chance agreement of the margins' products.
func TestTwoByTwoClosedForms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table [2][2]int
		for i := range table {
			for j := range table[i] {
				table[i][j] = rapid.IntRange(0, 40).Draw(t, "count")
			}
		}
		n := table[0][0] + table[0][1] + table[1][0] + table[1][1]
		if n < 2 {
			return
		}
		nf := float64(n)
		po := float64(table[0][0]+table[1][1]) / nf
		p1, p2 := float64(table[0][0]+table[0][1])/nf, float64(table[0][0]+table[1][0])/nf
		q := (p1 + p2) / 2

		var counts [][]int
		var ratings [2][]float64
		for i := range table {
			for j := range table[i] {
				for range table[i][j] {
					row := []int{0, 0}
					row[i]++
					row[j]++
					counts = append(counts, row)
					ratings[0], ratings[1] = append(ratings[0], float64(i)), append(ratings[1], float64(j))
				}
			}
		}
		ac1, err := GwetAC1(counts, 0)
		if want := (po - 2*q*(1-q)) / (1 - 2*q*(1-q)); err != nil || math.Abs(ac1.Value-want) > 1e-13 {
			t.Fatalf("AC1 %v, %v; want %v", ac1.Value, err, want)
		}
		kappa, err := CohenKappa([][]int{table[0][:], table[1][:]}, KappaOptions{})
		pe := p1*p2 + (1-p1)*(1-p2)
		var undefined *UndefinedError
		if p1 == p2 && (p1 == 0 || p1 == 1) {
			if !errors.As(err, &undefined) {
				t.Fatalf("kappa of one category: %v", err)
			}
			return
		}
		if want := (po - pe) / (1 - pe); err != nil || math.Abs(kappa.Value-want) > 1e-12 {
			t.Fatalf("kappa %v, %v; want %v", kappa.Value, err, want)
		}
		// Scott's pi is Fleiss' kappa of two raters; nominal alpha is pi corrected
		// for small samples: 1-alpha = (1-pi)(2n-1)/(2n) (Krippendorff 2011).
		fleiss, err1 := FleissKappa(counts)
		alpha, err2 := KrippendorffAlpha(ratings[:], NominalScale)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if want := 1 - (1-fleiss.Value)*(2*nf-1)/(2*nf); math.Abs(alpha.Value-want) > 1e-12 {
			t.Fatalf("alpha %v, want %v", alpha.Value, want)
		}
	})
}

// Perfect agreement has kappa 1 and no sampling error at all.
func TestKappaOfPerfectAgreement(t *testing.T) {
	k, err := CohenKappa([][]int{{7, 0, 0}, {0, 13, 0}, {0, 0, 29}}, KappaOptions{Weights: LinearKappa})
	if err != nil || k.Value != 1 || k.SE != 0 || k.Interval.Low != 1 || k.Interval.High != 1 {
		t.Errorf("%+v, %v", k, err)
	}
}

// Lang and Reiczigel's interval, and the plain estimate, written out with mpmath
// for 66 of 120 passed by a judge with 45/50 and 24/30 on the calibration sample.
func TestRoganGladen(t *testing.T) {
	r, err := RoganGladenRate(66, 120, Confusion{TP: 45, FN: 5, TN: 24, FP: 6}, 0.95)
	if err != nil || !near(r.Corrected, 0.5, 1e-15) || !near(r.Interval.Low, 0.29944270792585715, 1e-12) || !near(r.Interval.High, 0.66434929372826528, 1e-12) {
		t.Errorf("%+v, %v", r, err)
	}
	var undefined *UndefinedError
	if _, err := RoganGladenRate(66, 120, Confusion{TP: 5, FN: 5, TN: 15, FP: 15}, 0.95); !errors.As(err, &undefined) {
		t.Errorf("a judge that tosses coins: %v", err)
	}
	// A judge without error corrects nothing.
	if r, err := RoganGladenRate(30, 40, Confusion{TP: 500, TN: 500}, 0.95); err != nil || r.Corrected != 0.75 {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestScoreClassesNamesWhatIsUndefined(t *testing.T) {
	s, err := ScoreClasses(Confusion{FN: 2, TN: 2}.Table())
	if err != nil || len(s.Undefined) != 2 || s.Undefined[0] != "precision of class 1" || s.Undefined[1] != "MCC" {
		t.Errorf("%+v, %v", s, err)
	}
}
