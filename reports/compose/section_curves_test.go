package compose

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// sweepsOf are curves of one run, two points each: the second of a single task.
func sweepsOf(axes ...[2]string) []result.Sweep {
	var out []result.Sweep
	for _, a := range axes {
		out = append(out, result.Sweep{Benchmark: "bench", Axis: a[0], Metric: a[1], Lines: []result.SweepLine{{Run: "run-01",
			Points: []result.SweepPoint{{X: 1, NTasks: 9, Mean: 0.8}, {X: 2, NTasks: 1, Mean: 0}}}}})
	}
	return out
}

// Every axis has a figure, however many there are: what a reader varied on purpose
// is not crowded out by k and thresholds.
func TestEveryAxisIsDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axes := rapid.SliceOfDistinct(rapid.SampledFrom([][2]string{
			{"plan_length", "plan_f1"}, {"threshold", "tasks with coverage at or above it"}, {"k", "pass_at_k"}, {"k", "pass_hat_k"}, {"k", "recall_at_k"}, {"k", "ndcg_at_k"},
			{"alpha", "success"}, {"alpha", "reward"}, {"lambda", "success"}, {"depth", "reward"},
		}), func(a [2]string) [2]string { return a }).Draw(t, "axes")
		sweeps := sweepsOf(axes...)
		var all []*result.Sweep
		for i := range sweeps {
			all = append(all, &sweeps[i])
		}
		drawn := drawnSweeps(&view{primary: &result.MetricInfo{Name: "success"}}, all)
		for _, a := range axes {
			at := slices.IndexFunc(drawn, func(s *result.Sweep) bool { return s.Axis == a[0] })
			if at < 0 {
				t.Errorf("no curve along %s", a[0])
			} else if drawn[at].Metric != "success" && slices.Contains(axes, [2]string{a[0], "success"}) {
				t.Errorf("along %s %s is drawn, not the headline metric", a[0], drawn[at].Metric)
			}
		}
	})
}

// A point of one task is no end of a curve: it stands apart, and every point of the
// table is a point of the figure.
func TestSingleTaskStandsApart(t *testing.T) {
	res := sample.Two(true)
	res.Sweeps = sweepsOf([2]string{"plan_length", "success"})
	doc, err := report(res)
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range doc.Blocks {
		f, ok := b.(reports.Figure)
		if !ok || f.Kind != reports.FigureCurves.Name {
			continue
		}
		points := f.Chart.(reports.Lines).Series[0].Points
		if len(points) != 2 || points[0].Apart || !points[1].Apart || points[1].Y != 0 {
			t.Errorf("points %+v", points)
		}
		return
	}
	t.Error("no curve is drawn")
}

// The figure of costs has a point a row of its table, at the row's values.
func TestFrontierIsItsTable(t *testing.T) {
	res := sample.Two(true)
	f := result.Frontier{Benchmark: "bench", Cost: "total_tokens", Quality: "success", Points: []result.FrontierPoint{
		{Run: "run-01", Cost: 49978, Quality: 0.8, OnFrontier: true}, {Run: "run-02", Cost: 49978, Quality: 0.4}}}
	res.Frontiers = []result.Frontier{f}
	doc, err := report(res)
	if err != nil {
		t.Fatal(err)
	}
	var got []result.FrontierPoint
	for _, b := range doc.Blocks {
		if fig, ok := b.(reports.Figure); ok && fig.Kind == reports.FigureFrontier.Name {
			for _, s := range fig.Chart.(reports.Lines).Series {
				if !s.Through {
					got = append(got, result.FrontierPoint{Run: s.Name, Cost: s.Points[0].X, Quality: s.Points[0].Y})
				}
			}
		}
	}
	for i := range f.Points {
		if f.Points[i].OnFrontier = false; i >= len(got) || got[i] != f.Points[i] {
			t.Fatalf("the figure has %+v, the table %+v", got, f.Points)
		}
	}
}
