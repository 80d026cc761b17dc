package compose

import (
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// The figure of primary modes holds every failed attempt once: its bars are full.
func TestPrimaryFigureIsFull(t *testing.T) {
	doc := composed(t, sample.Full())
	bars := 0
	for _, b := range doc.Blocks {
		fig, ok := b.(reports.Figure)
		if !ok || !strings.HasPrefix(fig.ID, "failures-recorded-figure") {
			continue
		}
		for _, bar := range fig.Chart.(reports.Bars).Bars {
			sum := 0.0
			for _, v := range bar.Values {
				sum += v
			}
			if sum < 0.999 || sum > 1.001 {
				t.Errorf("the bar of %s sums to %v", bar.Label, sum)
			}
			bars++
		}
	}
	if bars != 6 {
		t.Errorf("%d bars, want one a run", bars)
	}
}

// With more modes than segments the rarest are one segment, and nothing is lost.
func TestPrimaryFigureFoldsRareModes(t *testing.T) {
	res := sample.Two(true)
	run := res.Rankings[0].Runs[0].Run
	for i, mode := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "none"} {
		share := 0.1
		res.Failures = append(res.Failures, result.Failure{Benchmark: "bench", Run: run, Category: "x", Mode: mode, Source: "detected", Count: 10 - i, Of: 100, Share: &share,
			Primary: &result.PrimaryShare{Count: 10, Of: 100, Share: &share}})
	}
	doc := composed(t, res)
	for _, b := range doc.Blocks {
		if fig, ok := b.(reports.Figure); ok && strings.HasPrefix(fig.ID, "failures-detected-figure") {
			bars := fig.Chart.(reports.Bars)
			if len(bars.Segments) != maxSegments || bars.Segments[maxSegments-2] != "all other modes" || bars.Segments[maxSegments-1] != "no mode found" {
				t.Errorf("segments %q", bars.Segments)
			}
			sum := 0.0
			for _, v := range bars.Bars[0].Values {
				sum += v
			}
			if sum < 0.999 || sum > 1.001 {
				t.Errorf("the bar sums to %v", sum)
			}
			return
		}
	}
	t.Error("no figure")
}

// A transition's matrix and its list of moves hold the same tasks, and not
// applicable is told from absent.
func TestTransitionsAndScopes(t *testing.T) {
	res := sample.Full()
	doc, err := Failures(res)
	if err != nil {
		t.Fatal(err)
	}
	moved, drawn := 0.0, 0.0
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case reports.Table:
			if strings.HasPrefix(b.ID, "transition-") && !strings.HasSuffix(b.ID, "-modes") {
				for _, row := range b.Rows {
					moved += row[2].Value
				}
			}
		case reports.Figure:
			if m, ok := b.Chart.(reports.Matrix); ok && strings.HasPrefix(b.ID, "transition-") {
				for _, row := range m.Values {
					for _, v := range row {
						drawn += v
					}
				}
			}
		}
	}
	if moved != 100 || drawn != 100 {
		t.Errorf("the moves hold %v tasks, the figure %v, of 100", moved, drawn)
	}
	scope := tableWith(t, doc, "failures-looked-for").Rows[0]
	if text := scope[10].Text + " / " + scope[11].Text; text != "improper_order / side_effects, query_mismatch" {
		t.Errorf("absent and not applicable: %s", text)
	}
	pair, err := Transitions(res, "run-02", "run-01")
	if err != nil || len(pair.Blocks) != 2 {
		t.Errorf("two runs by themselves: %d blocks (%v)", len(pair.Blocks), err)
	}
	if none, err := Transitions(res, "run-05", "run-06"); err != nil || len(none.Blocks) != 1 {
		t.Errorf("two runs without a transition: %d blocks (%v)", len(none.Blocks), err)
	}
}
