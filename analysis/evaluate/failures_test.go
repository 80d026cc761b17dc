package evaluate

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/stats"
)

// testModes is a taxonomy of three modes and one that only labels tell of.
func testModes() table.Taxonomy {
	mode := func(name string) table.FailureMode {
		return table.FailureMode{Name: name, Category: "tool use", Doc: "d", Cite: "c", Detector: &table.Detector{
			Name: name, Category: "tool use", Doc: "d", Cite: "c", Needs: datasets.Of(datasets.ColSteps),
			Detect: func(*datasets.Trajectory) ([]table.Hit, bool) { return nil, true },
		}}
	}
	return table.Taxonomy{mode("first"), mode("second"), mode("third"), {Name: "told", Category: "scope", Doc: "d", Cite: "c", Labels: []string{"said_so"}}}
}

// showing is a record of an attempt in which all three detectors could look and
// which shows the modes named by their digits.
func showing(run, task string, trial int, value float64, modes ...int) table.Record {
	r := tabletest.Attempted(run, task, trial, value)
	r.Detected.Applicable = 0b111
	for _, m := range modes {
		r.Detected.Modes = append(r.Detected.Modes, table.DetectedMode{Mode: m, Hits: 1, Place: datasets.Known(float64(m) / 2), Shown: []table.Evidence{{Step: datasets.Known(m), Tool: "tool", Excerpt: run + " " + task}}})
	}
	return r
}

func failureTable(t *testing.T, records []table.Record) *table.Table {
	t.Helper()
	b := table.NewBuilder()
	b.Taxonomy = testModes()
	if err := b.Taxonomy.Validate(); err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		b.Add(table.Origin{Record: i, Format: "test"}, r)
	}
	table, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Two runs at eight tasks.
//
//	a: t1 fails by 0 and 1, t2 by 1, t3 by 1, t4 fails by nothing, t5 to t8 succeed, t5 showing 1
//	b: t1 succeeds, t2 fails by 0, t3 by 1, t4 by 1, t5 to t8 succeed
func eightTasks() []table.Record {
	records := []table.Record{
		showing("a", "t1", 0, 0, 0, 1), showing("a", "t2", 0, 0, 1), showing("a", "t3", 0, 0, 1), showing("a", "t4", 0, 0), showing("a", "t5", 0, 1, 1),
		showing("b", "t1", 0, 1), showing("b", "t2", 0, 0, 0), showing("b", "t3", 0, 0, 1), showing("b", "t4", 0, 0, 1), showing("b", "t5", 0, 1),
	}
	for _, task := range []string{"t6", "t7", "t8"} {
		records = append(records, showing("a", task, 0, 1), showing("b", task, 0, 1))
	}
	return records
}

func failure(t *testing.T, res *result.Results, run, mode string) result.Failure {
	t.Helper()
	for _, f := range res.Failures {
		if f.Run == run && f.Mode == mode && f.Source == result.SourceDetected && f.Stratum == nil {
			return f
		}
	}
	t.Fatalf("no %s of %s", mode, run)
	return result.Failure{}
}

func TestFailuresByHand(t *testing.T) {
	res := evaluated(t, failureTable(t, eightTasks()), result.Plan{})
	second := failure(t, res, "a", "second")
	// 3 of a's 4 failed attempts and 1 of its 4 successes show it: lift 3. It is
	// the primary mode of two, since t1 shows an earlier one.
	if second.Count != 3 || second.Of != 4 || second.Successes != 1 || second.SuccessesOf != 4 || second.Lift == nil || math.Abs(*second.Lift-3) > 1e-12 {
		t.Errorf("counts and lift: %+v", second)
	}
	if p := second.Primary; p == nil || p.Count != 2 || p.Of != 4 || p.Interval.Method != "wilson_bonferroni" {
		t.Errorf("primary: %+v", second.Primary)
	}
	// No success shows the first mode: its lift has a lower end alone.
	first := failure(t, res, "a", "first")
	if first.Lift != nil || first.LiftInterval == nil || !math.IsInf(float64(first.LiftInterval.High), 1) || first.Count != 1 || first.Primary.Count != 1 {
		t.Errorf("first: %+v", first)
	}
	// The primary modes and none divide the failed attempts.
	total := 0
	for _, f := range res.Failures {
		if f.Run == "a" && f.Source == result.SourceDetected && f.Stratum == nil {
			total += f.Primary.Count
		}
	}
	if total != 4 {
		t.Errorf("primary modes and none sum to %d of 4", total)
	}
	// The clearest: t2 and t3, of which it is the only and primary mode, then t1.
	var tasks []string
	for _, e := range second.Examples {
		tasks = append(tasks, e.Task)
		if e.Step == nil || *e.Step != 1 || e.Tool != "tool" || e.Excerpt != "a "+e.Task {
			t.Errorf("example %+v", e)
		}
	}
	if d := cmp.Diff([]string{"t2", "t3", "t1"}, tasks); d != "" {
		t.Error("examples (-want +got):\n", d)
	}
	if p := second.Position; p == nil || p.N != 3 || p.Median != 0.5 || p.Thirds != [3]int{0, 3, 0} {
		t.Errorf("position: %+v", second.Position)
	}
	b := res.Breakdowns[0]
	if d := cmp.Diff(result.FailureScope{Run: "a", Source: result.SourceDetected, Failed: 4, Succeeded: 4, Explained: 3, Causes: &result.Causes{Unknown: 4}, Absent: []string{"third"}, NotApplicable: []string{}}, b.Scopes[0]); d != "" {
		t.Error("scope (-want +got):\n", d)
	}
	want := []result.CoOccurrence{{Run: "a", Source: result.SourceDetected, A: "first", B: "second", Both: 1, OnlyB: 2, Neither: 1, Expected: 0.75}}
	if d := cmp.Diff(want, b.CoOccurrences); d != "" {
		t.Error("co-occurrence (-want +got):\n", d)
	}
}

func TestTransitionByHand(t *testing.T) {
	res := evaluated(t, failureTable(t, eightTasks()), result.Plan{})
	if n := len(res.Breakdowns[0].Transitions); n != 1 {
		t.Fatalf("%d transitions", n)
	}
	tr := res.Breakdowns[0].Transitions[0]
	if d := cmp.Diff([]string{"first", "second", "none", "success"}, tr.States); d != "" {
		t.Fatal(d)
	}
	// t1: first to success; t2: second to first; t3: second to second; t4: none to
	// second; t5 to t8: success to success.
	want := [][]float64{{0, 0, 0, 1}, {1, 1, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 4}}
	if d := cmp.Diff(want, tr.Matrix); d != "" || tr.NTasks != 8 {
		t.Error("matrix (-want +got):\n", d)
	}
	// second: t2 in a alone, t4 in b alone, t3 in both: McNemar's p is 1. first: t1
	// and t2, one each: 1. Holm leaves both at 1.
	for _, c := range tr.Changes {
		if c.Test.Method != "mcnemar_exact" || c.OnlyA != 1 || c.OnlyB != 1 || c.Test.P == nil || *c.Test.P != 1 || c.PAdjusted == nil || *c.PAdjusted != 1 || c.Significant {
			t.Errorf("change %+v", c)
		}
	}
}

// Several attempts at a task are no independent ones: a task's attempts meet in
// pairs, and copies of attempts make intervals no narrower and p-values no smaller.
func TestFailuresOfSeveralAttempts(t *testing.T) {
	copied := func(times int) *result.Results {
		var records []table.Record
		for _, r := range eightTasks() {
			for trial := range times {
				r.Attempt.Trial = trial
				records = append(records, r)
			}
		}
		return evaluated(t, failureTable(t, records), result.Plan{})
	}
	once, twice, often := copied(1), copied(2), copied(12)
	x, y, z := failure(t, once, "a", "second"), failure(t, twice, "a", "second"), failure(t, often, "a", "second")
	if z.Count != 36 || z.Of != 48 || z.OfTasks != 4 || y.OfTasks != 4 {
		t.Fatalf("%d of %d at %d tasks", z.Count, z.Of, z.OfTasks)
	}
	for _, iv := range [][2]*result.IntervalEstimate{{y.Interval, z.Interval}, {y.Simultaneous, z.Simultaneous}, {y.Primary.Interval, z.Primary.Interval}, {y.LiftInterval, z.LiftInterval}} {
		if math.Abs(float64(iv[0].Low-iv[1].Low)) > 1e-9 || math.Abs(float64(iv[0].High-iv[1].High)) > 1e-9 {
			t.Errorf("twelve copies for two change %+v to %+v", iv[0], iv[1])
		}
	}
	// A task's deviations sum to n/4 three times and to -3n/4 once, of n copies each: SE^2 =
	// 4/3 (3/16 + 9/16)/16 = 1/16, so that 3/4 x 1/4 / SE^2 = 3 attempts count.
	if e := z.DesignEffect; e == nil || math.Abs(*e-16) > 1e-9 || math.Abs(*y.DesignEffect-8./3) > 1e-9 {
		t.Errorf("design effects %v and %v, want 8/3 and 16", *y.DesignEffect, *z.DesignEffect)
	}
	if x.Interval.Method != "wilson" || x.DesignEffect != nil || z.Interval.Method != "wilson_effective" {
		t.Errorf("intervals by %s and %s, want one of counts and one of counts divided by the design effect", x.Interval.Method, z.Interval.Method)
	}
	a, b := once.Breakdowns[0].Transitions[0], often.Breakdowns[0].Transitions[0]
	if d := cmp.Diff(a.Matrix, b.Matrix, cmp.Comparer(func(x, y float64) bool { return math.Abs(x-y) < 1e-9 })); d != "" {
		t.Error("matrix:\n", d)
	}
	for i := range a.Changes {
		if p, q := a.Changes[i].Test, b.Changes[i].Test; p.Method != q.Method || *p.P != *q.P {
			t.Errorf("copies change %+v to %+v", p, q)
		}
	}
}

// TestEachShareHasItsOwnDesignEffect: of 6 tasks with two failed attempts each, one mode
// shows in both attempts of three tasks, another in one attempt of every task. Each has
// a share of a half; attempts are copies for the one, and tasks are alike for the other.
func TestEachShareHasItsOwnDesignEffect(t *testing.T) {
	var records []table.Record
	for task := range 6 {
		for trial := range 2 {
			modes := []int{}
			if task < 3 {
				modes = append(modes, 0)
			}
			if trial == 0 {
				modes = append(modes, 1)
			}
			r := showing("a", fmt.Sprint("t", task), 0, 0, modes...)
			r.Attempt.Trial = trial
			records = append(records, r)
		}
	}
	res := evaluated(t, failureTable(t, records), result.Plan{})
	copies, even := failure(t, res, "a", "first"), failure(t, res, "a", "second")
	want, err := stats.ShareOfClusters([]int{2, 2, 2, 0, 0, 0}, []int{2, 2, 2, 2, 2, 2})
	if err != nil {
		t.Fatal(err)
	}
	iv, _ := want.ScoreInterval(0.95)
	if math.Abs(float64(copies.Interval.Low)-iv.Low) > 1e-12 || math.Abs(*copies.DesignEffect-2.4) > 1e-12 { // 2 x G/(G-1)
		t.Errorf("copies: %+v, design effect %v", copies.Interval, *copies.DesignEffect)
	}
	if *even.DesignEffect != 1 || even.Interval.Low <= copies.Interval.Low {
		t.Errorf("one attempt of every task: %+v, design effect %v", even.Interval, *even.DesignEffect)
	}
	// Three modes were looked for, and none: four intervals hold together.
	together, _ := want.ScoreInterval(1 - 0.05/4)
	if math.Abs(float64(copies.Simultaneous.Low)-together.Low) > 1e-12 {
		t.Errorf("%+v, want %+v", copies.Simultaneous, together)
	}
}

// Labels are read by the taxonomy, exits stand by themselves, and no source mixes
// with another.
func TestSourcesStayApart(t *testing.T) {
	records := eightTasks()
	records[0].Attempt.Exit = datasets.ExitTimeout
	records[0].Attempt.Labels = []datasets.FailureLabel{{Mode: "X → Said so", Source: "human"}, {Mode: "odd", Source: "human"}}
	res := evaluated(t, failureTable(t, records), result.Plan{})
	got := map[string]string{}
	for _, f := range res.Failures {
		if f.Run == "a" && f.Stratum == nil && f.Category != result.CategoryVerdict {
			got[f.Source+" "+f.Category+" "+f.Mode] = fmt.Sprintf("%d/%d primary %d", f.Count, f.Of, f.Primary.Count)
		}
	}
	want := map[string]string{
		"recorded harness timeout": "1/4 primary 1", "recorded none none": "3/4 primary 3",
		"labelled scope told": "1/4 primary 1", "labelled label odd": "1/4 primary 0", "labelled none none": "3/4 primary 3",
		"detected tool use first": "1/4 primary 1", "detected tool use second": "3/4 primary 2", "detected none none": "1/4 primary 1",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error("(-want +got):\n", d)
	}
}

// A detector that could not look is not one that found nothing.
func TestNotApplicableIsNotAbsent(t *testing.T) {
	records := eightTasks()
	for i := range records {
		records[i].Detected.Applicable &^= 0b100 // third: nowhere
	}
	records[1].Detected.Applicable = 0b001 // t2 of a: not second
	records[1].Detected.Modes = nil
	res := evaluated(t, failureTable(t, records), result.Plan{})
	s := res.Breakdowns[0].Scopes[0]
	if d := cmp.Diff([]string{"third"}, s.NotApplicable); d != "" || len(s.Absent) != 0 {
		t.Errorf("absent %v, not applicable %v", s.Absent, s.NotApplicable)
	}
	if f := failure(t, res, "a", "second"); f.Count != 2 || f.Of != 3 {
		t.Errorf("%d of %d, want 2 of the 3 it applies to", f.Count, f.Of)
	}
}

// Under the policy drop an attempt without an outcome is neither failed nor
// succeeded.
func TestFailuresUnderPolicies(t *testing.T) {
	records := append(eightTasks(), showing("a", "t9", 0, -1, 1), showing("b", "t9", 0, 1))
	for policy, want := range map[string][3]int{"fail": {5, 4, 0}, "drop": {4, 4, 1}, "best": {4, 5, 0}} {
		s := evaluated(t, failureTable(t, records), result.Plan{Missing: policy}).Breakdowns[0].Scopes[0]
		if got := [3]int{s.Failed, s.Succeeded, s.Unknown}; got != want {
			t.Errorf("%s: failed, succeeded, unknown are %v, want %v", policy, got, want)
		}
	}
}

// The order in which records arrive changes nothing of what is said.
func TestFailuresDoNotDependOnOrder(t *testing.T) {
	var records []table.Record
	for i := range 200 {
		r := showing("a", fmt.Sprint("t", i), 0, float64(i%2), i%3)
		r.Detected.Modes[0].Hits = 1 + i%5
		records = append(records, r)
	}
	built := failureTable(t, records)
	// Keep every record's number in the log, whatever its order of arrival.
	want, err := json.Marshal(evaluated(t, built, result.Plan{}))
	if err != nil {
		t.Fatal(err)
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(len(records))
	b := table.NewBuilder()
	b.Taxonomy = testModes()
	for _, i := range order {
		b.Add(table.Origin{Record: i, Format: "test"}, records[i])
	}
	shuffled, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(evaluated(t, shuffled, result.Plan{}))
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got) {
		t.Error("another order gives other results")
	}
}

func TestRetrievalTrend(t *testing.T) {
	var records []table.Record
	for i := range 12 {
		r := showing("a", fmt.Sprint("t", i), 0, 0)
		r.Detected.Tools = datasets.Known(10 * (i + 1))
		if i >= 6 { // the larger half of the sets misses
			r.Detected.Modes = []table.DetectedMode{{Mode: 0, Hits: 1}}
		}
		records = append(records, r)
	}
	b := table.NewBuilder()
	b.Taxonomy = testModes()
	b.Taxonomy[0].Name, b.Taxonomy[0].Detector.Name = modes.TrendMode, modes.TrendMode
	for i, r := range records {
		b.Add(table.Origin{Record: i, Format: "test"}, r)
	}
	table, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	trends := evaluated(t, table, result.Plan{}).Breakdowns[0].Trends
	// 36 of the 66 pairs of tasks differ in both, all in one sense; 66 differ in
	// size and 36 in misses: tau-b = 36 / sqrt(66*36).
	if len(trends) != 1 || trends[0].NTasks != 12 || trends[0].Smallest != 10 || trends[0].Largest != 120 ||
		trends[0].Test.Statistic == nil || math.Abs(float64(*trends[0].Test.Statistic)-36/math.Sqrt(66*36)) > 1e-12 {
		t.Errorf("%+v", trends)
	}
}

func TestDetectFailuresKeepsLittle(t *testing.T) {
	text := strings.Repeat("wörter \n\t und\xff mehr ", 1000)
	x := table.Taxonomy{{Name: "m", Category: "c", Doc: "d", Cite: "c", Detector: &table.Detector{
		Name: "m", Category: "c", Doc: "d", Cite: "c", Needs: datasets.Of(datasets.ColSteps),
		Detect: func(*datasets.Trajectory) ([]table.Hit, bool) {
			return []table.Hit{{Tool: text, Excerpt: text}, {Excerpt: "second"}}, true
		},
	}}, {Name: "n", Category: "c", Doc: "d", Cite: "c"}}
	d := table.DetectFailures(&datasets.Trajectory{Available: []string{"a", "b"}}, x)
	if d.Applicable != 1 || len(d.Modes) != 1 || d.Modes[0].Hits != 2 || d.Tools != datasets.Known(2) {
		t.Fatalf("%+v", d)
	}
	shown := d.Modes[0].Shown
	if len(shown) != 2 || shown[1].Excerpt != "second" {
		t.Fatalf("%+v", shown)
	}
	for _, s := range []string{shown[0].Tool, shown[0].Excerpt} {
		if !utf8.ValidString(s) || strings.ContainsAny(s, "\n\t") || !strings.HasSuffix(s, "…") {
			t.Errorf("%q", s)
		}
	}
	if len(shown[0].Excerpt) > table.MaxExcerpt || len(shown[0].Tool) > table.MaxTool || len(shown[0].Excerpt) < table.MaxExcerpt-20 {
		t.Errorf("%d and %d bytes", len(shown[0].Excerpt), len(shown[0].Tool))
	}
	x[0].Detector.Detect = func(*datasets.Trajectory) ([]table.Hit, bool) { return make([]table.Hit, 3*table.MaxHits), true }
	if d := table.DetectFailures(&datasets.Trajectory{}, x); d.Modes[0].Hits != 3*table.MaxHits || len(d.Modes[0].Shown) != table.MaxHits {
		t.Errorf("%d hits, %d of them kept", d.Modes[0].Hits, len(d.Modes[0].Shown))
	}
	if got := table.Excerpt("  short\n text ", table.MaxExcerpt); got != "short text" {
		t.Errorf("%q", got)
	}
}

func TestTaxonomyValidates(t *testing.T) {
	for name, spoil := range map[string]func(table.Taxonomy) table.Taxonomy{
		"twice":            func(x table.Taxonomy) table.Taxonomy { return append(x, x[0]) },
		"a label of two":   func(x table.Taxonomy) table.Taxonomy { x[0].Labels = []string{"said_so"}; return x },
		"an odd label":     func(x table.Taxonomy) table.Taxonomy { x[0].Labels = []string{"Said So"}; return x },
		"no doc":           func(x table.Taxonomy) table.Taxonomy { x[1].Doc = ""; return x },
		"other detector":   func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Name = "else"; return x },
		"needs nothing":    func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Needs = 0; return x },
		"detects nothing":  func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Detect = nil; return x },
		"no such column":   func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Needs = 1 << 63; return x },
		"a nameless rule":  func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Name = ""; return x },
		"without category": func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Category = ""; return x },
		"without source":   func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Cite = ""; return x },
		"undocumented":     func(x table.Taxonomy) table.Taxonomy { x[1].Detector.Doc = ""; return x },
		"too many": func(x table.Taxonomy) table.Taxonomy {
			for i := range table.MaxModes {
				x = append(x, table.FailureMode{Name: fmt.Sprint("m", i), Category: "c", Doc: "d", Cite: "c"})
			}
			return x
		},
	} {
		if spoil(testModes()).Validate() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
