package reports

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every chart with a value axis is drawn in the measure of its axis: 90,000 ms are 1.5 min, 120,000 are 2.
func TestMeasuredCharts(t *testing.T) {
	axis := Axis{Measure: MillisecondsInMinutes}
	for name, c := range map[string]struct{ raw, want Chart }{
		"bars": {
			Bars{Axis: axis, Bars: []Bar{{Label: "a", Values: []float64{90e3, 120e3}, Bounds: [][2]float64{{60e3, 120e3}, {30e3, 180e3}}}, {Label: "b", Values: []float64{0}}}},
			Bars{Axis: axis, Bars: []Bar{{Label: "a", Values: []float64{1.5, 2}, Bounds: [][2]float64{{1, 2}, {0.5, 3}}}, {Label: "b", Values: []float64{0}}}},
		},
		"boxes": {
			Boxes{Axis: axis, Rows: []BoxRow{{Low: 30e3, Q1: 60e3, Median: 90e3, Q3: 120e3, High: 180e3, Mean: 99e3, Beyond: []float64{600e3}}}},
			Boxes{Axis: axis, Rows: []BoxRow{{Low: 0.5, Q1: 1, Median: 1.5, Q3: 2, High: 3, Mean: 1.65, Beyond: []float64{10}}}},
		},
		"bars without a measure": {Bars{Bars: []Bar{{Values: []float64{90e3}}}}, Bars{Bars: []Bar{{Values: []float64{90e3}}}}},
	} {
		if diff := cmp.Diff(c.want, Measured(c.raw)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	raw := Boxes{Axis: axis, Rows: []BoxRow{{Beyond: []float64{600e3}}}}
	if Measured(raw); raw.Rows[0].Beyond[0] != 600e3 {
		t.Error("the chart that was given is changed")
	}
}
