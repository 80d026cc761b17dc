package stats

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// judgedTasks draws labels and a judge that agrees with them in a share of the cases.
func judgedTasks(rng *rand.Rand, n, unlabelled int, agreement float64) Labelled {
	var d Labelled
	for i := range n + unlabelled {
		y, f := 0.0, 0.0
		if rng.Float64() < 0.6 {
			y = 1
		}
		if f = y; rng.Float64() > agreement {
			f = 1 - y
		}
		if i < n {
			d.Labels, d.Judge = append(d.Labels, y), append(d.Judge, f)
		} else {
			d.Unlabelled = append(d.Unlabelled, f)
		}
	}
	return d
}

// By hand: y = 1, 0, f = 1, 0, u = 1, 1: cov 1/4, variance of 1, 0, 1, 1 = 1/4, lambda =
// (1/4)/((1+1) 1/4) = 1/2; estimate 1/2 + 1/2 (1 - 1/2) = 3/4; y - f/2 = 1/2, 0 has the
// variance 1/8, SE^2 = 1/16 with no part of u, which does not vary; labels' variance 1/2 / SE^2 = 8 labels.
func TestPredictionPoweredByHand(t *testing.T) {
	r, err := PredictionPoweredMean(Labelled{Labels: []float64{1, 0}, Judge: []float64{1, 0}, Unlabelled: []float64{1, 1}}, PredictionPoweredOptions{})
	if err != nil {
		t.Fatal(err)
	}
	effective, err := r.EffectiveLabels()
	if err != nil || math.Abs(r.Weight-0.5) > 1e-15 || math.Abs(r.Estimate-0.75) > 1e-15 || math.Abs(r.SE-0.25) > 1e-15 || math.Abs(effective-8) > 1e-13 || r.JudgeOnly != 0.75 {
		t.Errorf("%+v, %v effective labels, %v", r, effective, err)
	}
}

// With the weight 0 it is the labels' t interval; a judge's scores moved by a constant
// change nothing; the tuned weight makes the standard error hardly larger than the labels'.
func TestPredictionPoweredProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := judgedTasks(rng, rapid.IntRange(10, 80).Draw(t, "n"), rapid.IntRange(2, 200).Draw(t, "N"), rapid.Float64Range(0, 1).Draw(t, "agreement"))
		for i := range d.Labels {
			d.Labels[i] += rng.NormFloat64() / 4
		}
		zero := 0.0
		alone, err := PredictionPoweredMean(d, PredictionPoweredOptions{Weight: &zero})
		if err != nil {
			t.Fatal(err)
		}
		want, err := MeanInterval(d.Labels, 0.95)
		if err != nil || math.Abs(alone.IntervalT.Low-want.Low) > 1e-12 || math.Abs(alone.SE-alone.LabelsOnlySE) > 1e-13 {
			t.Fatalf("%+v, the labels' interval is %+v, %v", alone, want, err)
		}
		tuned, err := PredictionPoweredMean(d, PredictionPoweredOptions{})
		if err != nil {
			t.Fatal(err)
		}
		// var(y - lambda f) is least at its own lambda; the tuned one uses all of f.
		if tuned.SE > 1.3*alone.SE {
			t.Fatalf("the judge made %v of the standard error %v", tuned.SE, alone.SE)
		}
		moved := Labelled{Labels: d.Labels}
		for _, f := range d.Judge {
			moved.Judge = append(moved.Judge, f+8)
		}
		for _, f := range d.Unlabelled {
			moved.Unlabelled = append(moved.Unlabelled, f+8)
		}
		other, err := PredictionPoweredMean(moved, PredictionPoweredOptions{})
		if err != nil || math.Abs(other.Estimate-tuned.Estimate) > 1e-10 || math.Abs(other.SE-tuned.SE) > 1e-10 {
			t.Fatalf("%+v moved to %+v, %v", tuned, other, err)
		}
	})
}

// The rule of the headline, and what is undefined.
func TestPredictionPoweredHeadline(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for _, c := range []struct {
		n         int
		agreement float64
		powered   bool
		reason    string
	}{{39, 0.9, false, "39 labelled tasks"}, {40, 0.9, true, ""}, {60, 1, false, "errors"}} {
		d := judgedTasks(rng, c.n, 60, c.agreement)
		r, err := PredictionPoweredMean(d, PredictionPoweredOptions{})
		if err != nil {
			t.Fatal(err)
		}
		h, err := r.Headline(d, false)
		if err != nil || h.Powered != c.powered || !strings.Contains(h.Reason, c.reason) || !h.HasInterval {
			t.Errorf("%d labels: %+v, %v", c.n, h, err)
		}
		if !c.powered && h.Interval.Method != "wilson" {
			t.Errorf("%d verdicts alone: %+v", c.n, h.Interval)
		}
	}
	same := make([]float64, 50)
	d := Labelled{Labels: same, Judge: same, Unlabelled: []float64{0.5, 1}}
	for i := range same {
		same[i] = 0.3
	}
	r, err := PredictionPoweredMean(d, PredictionPoweredOptions{})
	if err != nil || r.HasInterval {
		t.Errorf("constant labels: %+v, %v", r, err)
	}
	if h, err := r.Headline(d, false); err != nil || h.HasInterval || h.Reason == "" {
		t.Errorf("constant labels that are no verdicts: %+v, %v", h, err)
	}
	var undefined *UndefinedError
	for name, d := range map[string]Labelled{"no label": {Unlabelled: []float64{1}}, "one label": {Labels: []float64{1}, Judge: []float64{1}, Unlabelled: []float64{1}}} {
		if _, err := PredictionPoweredMean(d, PredictionPoweredOptions{}); !errors.As(err, &undefined) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var wrong *ArgumentError
	for name, d := range map[string]Labelled{"lengths": {Labels: []float64{1, 0}, Judge: []float64{1}}, "NaN": {Labels: []float64{1, 0}, Judge: []float64{1, math.NaN()}}} {
		if _, err := PredictionPoweredMean(d, PredictionPoweredOptions{}); !errors.As(err, &wrong) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Calibration, in short: from 40 labels on the t interval covers 94 to 96% whatever the
// judge.
func TestPredictionPoweredCoverage(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 18))
	const studies = 4000
	for _, agreement := range []float64{0.5, 0.75, 0.9} {
		covered, wider := 0, 0.0
		for range studies {
			r, err := PredictionPoweredMean(judgedTasks(rng, 40, 200, agreement), PredictionPoweredOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if r.IntervalT.Low <= 0.6 && 0.6 <= r.IntervalT.High {
				covered++
			}
			wider += r.SE / r.LabelsOnlySE / studies
		}
		// Three binomial standard errors of 4000 at 95%: 0.0103.
		if c := float64(covered) / studies; c < 0.94-0.0103 || c > 0.96+0.0103 {
			t.Errorf("a judge that agrees in %v: covers %v", agreement, c)
		}
		if wider > 1.05 {
			t.Errorf("a judge that agrees in %v: %v as wide as the labels alone", agreement, wider)
		}
	}
}

func BenchmarkPredictionPowered(b *testing.B) {
	d := judgedTasks(rand.New(rand.NewPCG(1, 1)), 200, 800, 0.9)
	for range b.N {
		_, _ = PredictionPoweredMean(d, PredictionPoweredOptions{})
	}
}
