package metrics

import (
	"testing"

	"mcpstats/datasets"
)

// The released scorer's own coverage and passes, row by row.
func TestAtlasScorerRowByRow(t *testing.T) {
	type row struct {
		Task     string    `json:"task"`
		Response string    `json:"response"`
		Claims   []float64 `json:"claims"`
		Coverage *float64  `json:"coverage"`
		Pass     *bool     `json:"pass"`
		Pass50   *bool     `json:"pass_50"`
	}
	rows := readJSON[[]row](t, "testdata/mcp_atlas.json")
	if len(rows) != 36 {
		t.Fatalf("%d rows", len(rows))
	}
	responses := map[string]string{"answered": "an answer", "empty": " ", "error": "ERROR: timeout"}
	for _, r := range rows {
		tr := &datasets.Trajectory{Benchmark: "MCP-Atlas", Response: responses[r.Response]}
		for _, s := range r.Claims {
			tr.Claims = append(tr.Claims, datasets.Claim{Score: s})
		}
		want := undefined
		if r.Coverage != nil {
			want = *r.Coverage
		}
		check(t, r.Task+": atlas_coverage", scoreOf(t, "atlas_coverage", tr), want)
		for name, passed := range map[string]*bool{"atlas_pass": r.Pass, "atlas_pass_50": r.Pass50} {
			want := undefined
			if passed != nil {
				want = indicator(*passed)
			}
			check(t, r.Task+": "+name, scoreOf(t, name, tr), want)
		}
	}
}

func TestClaimsByHand(t *testing.T) {
	scored := func(scores ...float64) []datasets.Claim {
		var out []datasets.Claim
		for _, s := range scores {
			out = append(out, datasets.Claim{Score: s})
		}
		return out
	}
	for _, c := range []struct {
		name   string
		claims []datasets.Claim
		want   map[string]float64
	}{
		{"none", nil, map[string]float64{"coverage": undefined, "pass": undefined, "pass_50": undefined}},
		{"all met", scored(1, 1), map[string]float64{"coverage": 1, "pass": 1, "pass_100": 1}},
		// (1 + 1 + 0.5 + 0.5) / 4 = 0.75: at the threshold is a pass.
		{"at the threshold", scored(1, 1, 0.5, 0.5), map[string]float64{"coverage": 0.75, "pass": 1, "pass_75": 1, "pass_80": 0}},
		// 2/3: between the two thresholds.
		{"two thirds", scored(1, 1, 0), map[string]float64{"coverage": 2. / 3, "pass": 0, "pass_50": 1, "pass_60": 1, "pass_67": 0}},
		// 0.7496 rounds to 0.75 at two decimals and to 0.750 at three: the scorer's
		// rounding flips it, the definition does not.
		{"rounding decides", scored(0.7496), map[string]float64{"coverage": 0.7496, "pass": 0, "atlas_coverage": 0.75, "atlas_pass": 1}},
	} {
		tr := &datasets.Trajectory{Benchmark: "mcp_atlas", Response: "text", Claims: c.claims}
		for name, want := range c.want {
			check(t, c.name+": "+name, scoreOf(t, name, tr), want)
		}
	}
	elsewhere := &datasets.Trajectory{Benchmark: "other", Claims: scored(1)}
	check(t, "coverage of another benchmark", scoreOf(t, "coverage", elsewhere), 1)
	check(t, "the scorer on another benchmark", scoreOf(t, "atlas_coverage", elsewhere), undefined)
	silent := &datasets.Trajectory{Benchmark: "mcp-atlas", Claims: scored(1, 0.5)}
	check(t, "a log that keeps no responses", scoreOf(t, "atlas_coverage", silent), 0.75)
	for _, name := range []string{"pass_0", "pass_101", "pass_075", "pass_", "pass_x"} {
		if _, ok := Lookup(name); ok {
			t.Errorf("%s is no threshold", name)
		}
	}
}

func TestStatesByHand(t *testing.T) {
	for _, c := range []struct {
		name                             string
		before, after, goal              string
		correct, completion, misbehaving float64
	}{
		{"not known", `{"a":1}`, "", `{"a":2}`, undefined, undefined, undefined},
		{"no JSON", `{"a":1}`, `{"a":`, `{"a":2}`, undefined, undefined, undefined},
		// T = 2 (a, b); M = 1 (a); Mb = 1 (c changed and should not have).
		{"half done", `{"a":1,"b":1,"c":1}`, `{"a":2,"b":1,"c":9}`, `{"a":2,"b":2,"c":1}`, 0, 0.5, 0.5},
		{"all done", `{"a":1,"b":[1,2]}`, `{"a":2,"b":[1,3]}`, `{"a":2,"b":[1,3]}`, 1, 1, 0},
		// Done, and something else broken: Rc = 1, Rb = 1.
		{"done and broken", `{"a":1,"b":1}`, `{"a":2,"b":2}`, `{"a":2,"b":1}`, 0, 1, 1},
		{"nothing to do, nothing done", `{"a":1}`, `{"a":1}`, `{"a":1}`, 1, undefined, undefined},
		{"nothing to do, something done", `{"a":1}`, `{"a":2}`, `{"a":1}`, 0, undefined, undefined},
	} {
		tr := &datasets.Trajectory{StateBefore: c.before, StateAfter: c.after, StateGoal: c.goal}
		check(t, c.name+": trajectory_correct", scoreOf(t, "trajectory_correct", tr), c.correct)
		check(t, c.name+": completion_rate", scoreOf(t, "completion_rate", tr), c.completion)
		check(t, c.name+": misbehaving_rate", scoreOf(t, "misbehaving_rate", tr), c.misbehaving)
	}
}

// PinePaper's own example: about 700 tokens of about 20,000 are a reduction of
// 96.5% (the paper prints 94%).
func TestTokenReduction(t *testing.T) {
	tr := &datasets.Trajectory{Reported: map[string]float64{"selected_tokens": 700, "catalog_tokens": 20000}}
	check(t, "token_reduction", scoreOf(t, "token_reduction", tr), 0.965)
	check(t, "without counts", scoreOf(t, "token_reduction", &datasets.Trajectory{}), undefined)
}
