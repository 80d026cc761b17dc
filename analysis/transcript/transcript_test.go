package transcript

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/analysis/failures"
	"mcpstats/datasets"
)

// attempt is a failure made by hand: the plan is to look up 7 and to cancel it; the agent
// looks up 7, cancels 8, and says that it is done.
func attempt() *datasets.Trajectory {
	return &datasets.Trajectory{
		Run: "agent", Task: "cancel", Place: datasets.Place{File: "log.json", Row: 3}, Success: datasets.Known(false), Reward: datasets.Known(0.0), Exit: datasets.ExitCompleted,
		Expected: []datasets.Need{{AnyOf: []string{"get_order"}, Arguments: `{"id":7}`}, {AnyOf: []string{"cancel_order"}, Arguments: `{"id":7.0}`}},
		Steps: []datasets.Step{
			{Role: "system", Content: "Be helpful."},
			{Role: "user", Content: "Cancel order 7."},
			{Role: "assistant", Calls: []datasets.ToolCall{{Tool: "get_order", Arguments: `{"id": 7}`, Result: `{"id": 7, "state": "open"}`, IsError: datasets.Known(false)}}},
			{Role: "tool", Content: `{"id": 7, "state": "open"}`},
			{Role: "assistant", Calls: []datasets.ToolCall{{Tool: "cancel_order", Arguments: `{"id": 8}`, Result: `{"state": "cancelled"}`, IsError: datasets.Known(false)}}},
			{Role: "tool", Content: `{"state": "cancelled"}`},
			{Role: "assistant", Content: "Done."},
		},
		Judgments: []datasets.Judgment{{Judge: "j", Verdict: datasets.Known(0.0), Raw: "The wrong order."}},
	}
}

func TestOfByHand(t *testing.T) {
	got := Of(attempt(), failures.Taxonomy(), Limits{})
	if got.Outcome != "failure" || got.Primary != "wrong_arguments" || got.Cause != "agent" || got.FirstStep == nil || *got.FirstStep != 4 {
		t.Errorf("outcome %s, primary %s, cause %s, first step %v", got.Outcome, got.Primary, got.Cause, got.FirstStep)
	}
	var plan []string
	for _, l := range got.Plan {
		plan = append(plan, fmt.Sprint(l.Planned, " ", l.Called, " ", *l.Step, " ", l.How, " ", l.Differ))
	}
	if d := cmp.Diff([]string{"get_order get_order 2 as planned ", "cancel_order cancel_order 4 other arguments id: 8, planned 7"}, plan); d != "" {
		t.Errorf("plan (-want +got):\n%s", d)
	}
	var marked []string
	for _, s := range got.Steps {
		for _, m := range s.Marks {
			marked = append(marked, fmt.Sprint(s.Step, " ", got.Findings[m].Mode))
		}
		if (s.Role == "tool") != s.Repeats {
			t.Errorf("step %d: repeats %v", s.Step, s.Repeats)
		}
	}
	if len(marked) == 0 || marked[0] != "4 wrong_arguments" {
		t.Errorf("marked: %q", marked)
	}
	if got.Judgments[0].Words.Text != "The wrong order." || got.File != "log.json" || got.Record != 3 || got.Request.Text != "Cancel order 7." || got.NSteps != 7 || got.NCalls != 2 {
		t.Errorf("%+v", got)
	}
}

// However long an attempt is and whatever its texts hold, its transcript keeps to its
// limits, shows the first and the last message and what is marked, and tells what is missing.
func TestLimits(t *testing.T) {
	long := attempt()
	long.Steps[1].Content = strings.Repeat("é", 5_000_000) + "order 7 is the one" + strings.Repeat("x", 5_000_000)
	end := long.Steps[4:]
	for i := range 10_000 {
		long.Steps = append(long.Steps[:4+i:4+i], datasets.Step{Role: "assistant", Content: strings.Repeat("word ", 100)})
	}
	long.Steps = append(long.Steps, end...)
	limits := Limits{Text: 2000, Total: 100_000, Steps: 300, Hits: 20}
	got := Of(long, failures.Taxonomy(), limits)
	size, skipped := 0, 0
	for _, s := range got.Steps {
		size += len(s.Content.Text)
		skipped += s.Skipped
	}
	if len(got.Steps) > limits.Steps || len(got.Steps)+skipped != got.NSteps {
		t.Errorf("%d steps of %d shown, %d skipped", len(got.Steps), got.NSteps, skipped)
	}
	if size > 2*limits.Total {
		t.Errorf("%d bytes of text", size)
	}
	if first, last := got.Steps[0].Step, got.Steps[len(got.Steps)-1].Step; first != 0 || last != got.NSteps-1 {
		t.Errorf("shown from %d to %d", first, last)
	}
	shown := map[int]bool{}
	for _, s := range got.Steps {
		shown[s.Step] = true
	}
	if got.FirstStep == nil || !shown[*got.FirstStep] {
		t.Errorf("the first deviating step %v is not shown", got.FirstStep)
	}
	if got.Cut == 0 {
		t.Error("nothing is said to be cut")
	}
}

// A text that is cut keeps its evidence, stays UTF-8, and says how much is gone.
func TestPassageKeepsEvidence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before, after := rapid.StringN(0, 3000, -1).Draw(t, "before"), rapid.StringN(0, 3000, -1).Draw(t, "after")
		p := passages{limits: Limits{Text: rapid.IntRange(30, 900).Draw(t, "limit")}}
		const evidence = "planned 7, was 8"
		text := before + evidence + after
		got := p.take(text, evidence)
		if !strings.Contains(got.Text, evidence) {
			t.Fatalf("%q lost its evidence", got.Text)
		}
		if !utf8.ValidString(got.Text) || got.Length != utf8.RuneCountInString(text) || got.Cut != (got.Text != text) || got.Cut != strings.Contains(got.Text, "characters left out …]") {
			t.Fatalf("cut %v, length %d of %d: %q", got.Cut, got.Length, utf8.RuneCountInString(text), got.Text)
		}
	})
}

func TestPicturesAreNamed(t *testing.T) {
	p := passages{}
	got := p.take("see data:image/png;base64," + strings.Repeat("iVBO", 100) + " there")
	if got.Text != "see [image/png of 300 bytes, not shown] there" {
		t.Errorf("%q", got.Text)
	}
}
