package evaluate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// loudAndQuiet is a rule that finds its mode in every attempt and is off, and one that finds
// it where the agent speaks twice. Both could explain a failure, and the loud one comes first.
func loudAndQuiet() table.Taxonomy {
	rule := func(name, doc string, off bool, detect func(*datasets.Trajectory) ([]table.Hit, bool)) table.FailureMode {
		d := &table.Detector{Name: name, Category: "tool use", Doc: doc, Cite: "c", Needs: datasets.Of(datasets.ColSteps), Explains: true, OffByDefault: off, Detect: detect}
		return table.FailureMode{Name: name, Category: d.Category, Doc: doc, Cite: "c", Detector: d}
	}
	return table.Taxonomy{
		rule("loud", "Fires always: 3 of 20 hits were right.", true, func(*datasets.Trajectory) ([]table.Hit, bool) {
			return []table.Hit{{Step: datasets.Known(0), Excerpt: "loud"}}, true
		}),
		rule("quiet", "The agent speaks twice.", false, func(t *datasets.Trajectory) ([]table.Hit, bool) {
			if len(t.Steps) < 2 {
				return nil, true
			}
			return []table.Hit{{Step: datasets.Known(1), Excerpt: "quiet"}}, true
		}),
	}
}

// listed evaluates twelve attempts, half of them failed, a third with two messages, and
// lists them.
func listed(t *testing.T, x table.Taxonomy) (*result.Results, []result.AttemptRow) {
	t.Helper()
	if err := x.Validate(); err != nil {
		t.Fatal(err)
	}
	b := table.NewBuilder()
	b.Taxonomy = x
	for i := range 12 {
		one := &datasets.Trajectory{Benchmark: "bench", Run: "a", Task: fmt.Sprint("t", i), Success: datasets.Known(i%2 == 0), Exit: datasets.ExitCompleted,
			Steps: make([]datasets.Step, 1+i%3/2), FailureLabels: []datasets.FailureLabel{{Mode: []string{"loud", "quiet"}[i%2], Annotator: "ann"}}}
		for s := range one.Steps {
			one.Steps[s].Role = "assistant"
		}
		b.AddTrajectory(table.Origin{Record: i + 1, Format: "test"}, one, []table.Metric{{Name: "success", Doc: "d", Cite: "c", Unit: "share", Better: result.Higher, Scale: result.Binary, Missing: result.Fail, Main: true,
			Score: func(t *datasets.Trajectory) (float64, bool) {
				if t.Success.Value {
					return 1, true
				}
				return 0, true
			}}})
	}
	built, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := Attempts(built, result.Plan{}, tabletest.Catalog, []result.Input{{Path: "log"}})
	if err != nil {
		t.Fatal(err)
	}
	return evaluated(t, built, result.Plan{}), slices.Collect(rows)
}

// A rule that is off changes no count: the failures are those of a taxonomy without it. It is
// listed and measured all the same, and counts once the plan turns it on.
func TestRuleThatIsOff(t *testing.T) {
	off, rows := listed(t, loudAndQuiet())
	without, plain := listed(t, loudAndQuiet()[1:])
	detected := func(res *result.Results) []result.Failure {
		return slices.DeleteFunc(slices.Clone(res.Failures), func(f result.Failure) bool { return f.Source != result.SourceDetected })
	}
	if d := cmp.Diff(detected(without), detected(off)); d != "" {
		t.Errorf("a rule that is off changes counts (-without +off):\n%s", d)
	}
	scope := func(res *result.Results) result.FailureScope {
		s := res.Breakdowns[0].Scopes
		return s[slices.IndexFunc(s, func(s result.FailureScope) bool { return s.Source == result.SourceDetected })]
	}
	have := scope(off)
	if !slices.Equal(have.Off, []string{"loud"}) {
		t.Errorf("off: %v", have.Off)
	}
	have.Off = nil
	if d := cmp.Diff(scope(without), have); d != "" {
		t.Error(d)
	}
	// Listed: a line an attempt, none of them counted; the others are the lines without it.
	var counted []result.AttemptRow
	loud := 0
	for _, r := range rows {
		if r.Enabled {
			counted = append(counted, r)
		} else if r.Mode == "loud" && !r.Primary && r.Evidence == "loud" {
			loud++
		}
	}
	if d := cmp.Diff(plain, counted); d != "" || loud != 12 {
		t.Errorf("%d lines of the rule that is off; the others (-without +off):\n%s", loud, d)
	}
	// Measured: all 12 attempts show it, the 6 that succeeded are labelled so.
	at := slices.IndexFunc(off.Breakdowns[0].Agreements, func(a result.RuleAgreement) bool { return a.Mode == "loud" })
	if at < 0 {
		t.Fatal("the rule that is off is not measured")
	}
	if a := off.Breakdowns[0].Agreements[at]; !a.Off || a.Both != 6 || a.OnlyRule != 6 || *a.Precision != 0.5 {
		t.Errorf("%+v", a)
	}
	on, err := loudAndQuiet().Enable([]string{"loud"})
	if err != nil {
		t.Fatal(err)
	}
	res, rows := listed(t, on)
	f := failure(t, res, "a", "loud")
	if f.Count != 6 || f.Of != 6 || f.Successes != 6 || f.Primary.Count != 6 || scope(res).Off != nil {
		t.Errorf("turned on: %+v", f)
	}
	for _, r := range rows {
		if !r.Enabled {
			t.Errorf("turned on, and listed as off: %+v", r)
		}
	}
	if loudAndQuiet()[0].Detector.OffByDefault != true {
		t.Error("the rule was changed, not its copy")
	}
}

func TestEnableRefuses(t *testing.T) {
	if _, err := loudAndQuiet().Enable([]string{"silent"}); err == nil || !strings.Contains(err.Error(), `"silent" is none; the rules are loud, quiet`) {
		t.Errorf("%v", err)
	}
	x := loudAndQuiet()
	x[0].Detector.Doc = "Fires always."
	if err := x.Validate(); err == nil || !strings.Contains(err.Error(), "how often it is right") {
		t.Errorf("%v", err)
	}
}
