package frames

import (
	"math"
	"testing"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/result"
	"mcpstats/reports/internal/sample"
)

func column(f Frame, name string) []string {
	var out []string
	for i := range f.Len() {
		out = append(out, f.Text(i, name))
	}
	return out
}

// Names keep their type and their spelling, whatever gota would guess of them.
func TestNamesStayText(t *testing.T) {
	res := sample.Empty()
	sample.Add(res, "bench", sample.Run{Name: "007", Mean: 0.5}, sample.Run{Name: "NaN", Mean: 0.4}, sample.Run{Name: "1e3", Mean: 0.3}, sample.Run{Name: "", Mean: 0.2}, sample.Run{Name: "true", Mean: 0.1})
	f, err := Leaderboard(res, &res.Rankings[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"007", "NaN", "1e3", "", "true"}, column(f, "run")); diff != "" {
		t.Error(diff)
	}
}

func TestLeaderboardJoins(t *testing.T) {
	res := sample.Full()
	ranking := res.Rankings[0]
	ranking.Runs[0].Rank, ranking.Runs[0].Mean = 7, nil // last, and without a mean
	f, err := Leaderboard(res, &ranking, []string{"cost_usd", "steps"})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"run-02", "run-03", "run-04", "run-05", "run-06", "run-01"}, column(f, "run")); diff != "" {
		t.Error(diff)
	}
	if v := f.Float(5, "mean"); v != nil {
		t.Errorf("a missing mean came back as %v", *v)
	}
	if v := f.Float(0, "cost_usd"); v == nil || *v != 0.1234 {
		t.Errorf("cost is %v", v)
	}
	if v := f.Float(0, "steps"); v != nil {
		t.Errorf("missing steps came back as %v", *v)
	}
	if n := f.Count(0, "tasks"); n != 100 {
		t.Errorf("%d tasks", n)
	}
}

func TestComparisonsAreOrdered(t *testing.T) {
	res := sample.Many(3, 1)
	// The order of the results does not matter, but for that of the strata.
	c := res.Comparisons
	res.Comparisons = []result.Comparison{c[2], c[1], c[0]}
	other := c[0]
	other.Metric = "cost"
	res.Comparisons = append([]result.Comparison{other}, res.Comparisons...)
	f, err := Comparisons(res, "bench", []string{"success", "cost"}, []string{"run-01", "run-02", "run-03"}, func(*result.Comparison) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	var got [][3]string
	for i := range f.Len() {
		got = append(got, [3]string{f.Text(i, "metric"), f.Text(i, "a"), f.Text(i, "b")})
	}
	want := [][3]string{{"success", "run-01", "run-02"}, {"success", "run-01", "run-03"}, {"success", "run-02", "run-03"}, {"cost", "run-01", "run-02"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestInfiniteBoundsStay(t *testing.T) {
	res := sample.Two(true)
	res.Comparisons[0].Interval.High = result.Float(math.Inf(1))
	f, err := Comparisons(res, "bench", nil, nil, func(*result.Comparison) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	if v := f.Float(0, "interval_high"); v == nil || !math.IsInf(*v, 1) {
		t.Errorf("got %v", v)
	}
}

// Sources come in their order, then modes by how often they occur.
func TestFailuresAreOrdered(t *testing.T) {
	res := sample.Empty()
	for _, x := range []struct {
		source, mode, run string
		n                 int
	}{{"detected", "rare", "a", 1}, {"detected", "often", "b", 5}, {"unheard of", "x", "a", 99}, {"recorded", "timeout", "b", 1}, {"recorded", "timeout", "a", 0}, {"labelled", "wrong", "a", 3}} {
		res.Failures = append(res.Failures, result.Failure{Benchmark: "bench", Run: x.run, Source: x.source, Mode: x.mode, Count: x.n})
	}
	f, err := Failures(res, "bench", []string{"a", "b"}, false)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"timeout", "timeout", "wrong", "often", "rare", "x"}, column(f, "mode")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"a", "b"}, column(f, "run")[:2]); diff != "" {
		t.Error(diff)
	}
}

func TestNothingIsAnEmptyFrame(t *testing.T) {
	f, err := Failures(sample.Two(true), "bench", nil, true)
	if err != nil || f.Len() != 0 {
		t.Errorf("got %d rows, %v", f.Len(), err)
	}
}

// The reason why rows are sorted before a frame is made: where this fails, gota
// has mended Arrange, and the package comment can be shortened.
func TestArrangeIsStillWrong(t *testing.T) {
	df := dataframe.New(
		series.New([]int{0, 1}, series.Int, "a"),
		series.New([]int{1, 1}, series.Int, "b"),
		series.New([]int{1, 0}, series.Int, "c"),
	).Arrange(dataframe.Sort("a"), dataframe.Sort("b"), dataframe.Sort("c"))
	if df.Elem(0, 0).String() == "0" {
		t.Error("Arrange sorts by three columns now")
	}
}
