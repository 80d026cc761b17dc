package mapping

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

func TestVerdict(t *testing.T) {
	for _, c := range []struct {
		cell           Cell
		success, known bool
	}{
		{Cell{}, false, false}, {BoolCell(true), true, true}, {BoolCell(false), false, true},
		{IntCell(1), true, true}, {IntCell(0), false, true}, {FloatCell(1), true, true}, {FloatCell(0), false, true},
		{TextCell("success"), true, true}, {TextCell("failure"), false, true}, {TextCell("C"), true, true}, {TextCell("I"), false, true},
		{TextCell("pass"), true, true}, {TextCell("FAIL"), false, true}, {TextCell(" True "), true, true}, {TextCell("False"), false, true},
		{TextCell("1.0"), true, true}, {TextCell(""), false, false}, {TextCell("None"), false, false}, {TextCell("nan"), false, false},
	} {
		success, known, err := Verdict(c.cell)
		if err != nil || success != c.success || known != c.known {
			t.Errorf("%+v: %v, %v, %v", c.cell, success, known, err)
		}
	}
	for _, c := range []Cell{IntCell(2), FloatCell(0.5), TextCell("maybe"), TextCell("0.85"), NestedCell("[]"), TimeCell(0)} {
		if _, _, err := Verdict(c); err == nil || !strings.Contains(err.Error(), "is not a verdict: expected a bool") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestExit(t *testing.T) {
	for word, want := range map[string]datasets.Exit{
		"completed": datasets.ExitCompleted, "unset": datasets.ExitCompleted, "agent_timeout": datasets.ExitTimeout, "Agent-Timeout": datasets.ExitTimeout,
		"max_steps": datasets.ExitMaxTurns, "too_many_errors": datasets.ExitError, "parse_error": datasets.ExitHarnessError, "refusal": datasets.ExitRefused,
	} {
		if got, ok := Exit(word); !ok || got != want {
			t.Errorf("%q: %q, %v", word, got, ok)
		}
	}
	for _, e := range datasets.Exits {
		if got, ok := Exit(string(e)); !ok || got != e {
			t.Errorf("%q is not itself but %q", e, got)
		}
	}
	var x datasets.Trajectory
	SetExit(&x, "agent_installation_failed")
	if x.Exit != datasets.ExitUnknown || x.Attributes["exit"] != "agent_installation_failed" {
		t.Errorf("%+v", x)
	}
}

func TestInstant(t *testing.T) {
	const at = 1735689601500000000 // 2025-01-01T00:00:01.5Z, by date -d
	for _, c := range []Cell{
		TimeCell(at), TextCell("2025-01-01T00:00:01.5Z"), TextCell("2025-01-01T01:00:01.5+01:00"), TextCell("2025-01-01T00:00:01.500000"), TextCell("2025-01-01 00:00:01.5"),
		FloatCell(1735689601.5), IntCell(1735689601500), IntCell(1735689601500000), IntCell(at), TextCell("1735689601.5"),
	} {
		ns, known, err := instant(c)
		if err != nil || !known || ns != at {
			t.Errorf("%+v: %d, %v, %v", c, ns, known, err)
		}
	}
	if _, _, err := instant(TextCell("yesterday")); err == nil {
		t.Error("yesterday is no timestamp")
	}
	for _, c := range []struct {
		from, to string
		ms       float64
		known    bool
		wrong    string
	}{
		{"2025-01-01T00:00:00Z", "2025-01-01T00:00:01.5Z", 1500, true, ""},
		{"0001-01-01T00:00:00Z", "2025-01-01T00:00:00Z", 0, false, ""}, // Go's zero time: not set
		{"2025-01-01T00:00:00Z", "0001-01-01T00:00:00Z", 0, false, ""},
		{"0900-01-01T00:00:00Z", "2025-01-01T00:00:00Z", 0, false, "beyond the years"}, // wraps around in 64 bits
		{"99999999999999999999999", "2025-01-01T00:00:00Z", 0, false, "too large"},
	} {
		ms, known, err := ElapsedMS(TextCell(c.from), TextCell(c.to))
		if ms != c.ms || known != c.known || (err == nil) != (c.wrong == "") || err != nil && !strings.Contains(err.Error(), c.wrong) {
			t.Errorf("from %s to %s: %v, %v, %v", c.from, c.to, ms, known, err)
		}
	}
	if _, _, err := ElapsedMS(TimeCell(2), TimeCell(1)); err == nil {
		t.Error("an attempt ended before it started")
	}
}

// Latencies come in the unit that their column's name states; where it states none they
// are kept as logged, under another name, and no latency is known.
func TestLatencyUnits(t *testing.T) {
	for name, want := range map[string]float64{
		"latency_ms": 2, "latency_s": 2000, "duration_ms": 2, "durationMs": 2, "latencyMS": 2, "durationms": 2, "Duration (ms)": 2, "elapsed_ns": 2e-6, "elapsedSeconds": 2000,
		"latency_usec": 2e-3, "total_time_sec": 2000, "duration in seconds": 2000, "run_time_minutes": 120e3, "wallTimeMillis": 2,
	} {
		got, err := fill(t, nil, sources("run", "task", name), TextCell("r"), TextCell("t"), IntCell(2))
		if err != nil || got.LatencyMS != datasets.Known(want) || got.Reported != nil {
			t.Errorf("%s: %+v ms, want %v (%v)", name, got.LatencyMS, want, err)
		}
	}
	for _, name := range []string{"latency", "duration", "elapsed", "total_time", "Total Time", "runtime"} { // latency_min may be the smallest
		for _, m := range []*Mapping{nil, parse(t, "latency_ms: "+name)} {
			plan, err := Resolve(File{Name: "x", Columns: sources("run", "task", name)}, m)
			if err != nil || len(plan.Notes) != 1 || plan.Notes[0].Code != datasets.NoteUnit || !strings.Contains(plan.Notes[0].Message, `"`+name+`"`) {
				t.Errorf("%s: %+v, %v", name, plan, err)
			}
			got, err := fill(t, m, sources("run", "task", name), TextCell("r"), TextCell("t"), IntCell(2))
			if err != nil || got.LatencyMS.Known || got.Reported[LatencyAsLogged] != 2 {
				t.Errorf("%s: %+v (%v)", name, got, err)
			}
		}
	}
	for name, want := range map[string]float64{"total_cost_usd": 3, "costUSD": 3, "cost_cents": 0.03} {
		got, err := fill(t, nil, sources("run", "task", name), TextCell("r"), TextCell("t"), IntCell(3))
		if err != nil || got.CostUSD != datasets.Known(want) {
			t.Errorf("%s: %+v USD, want %v (%v)", name, got.CostUSD, want, err)
		}
	}
	if got, err := fill(t, nil, sources("run", "task", "cost"), TextCell("r"), TextCell("t"), IntCell(3)); err != nil || got.CostUSD.Known || got.Reported[CostAsLogged] != 3 {
		t.Errorf("%+v (%v)", got, err)
	}
	// A column that states its unit goes before one that does not, wherever it stands, and so do timestamps.
	for _, columns := range [][]string{{"duration", "total_time_s"}, {"total_time_s", "duration"}} {
		got, err := fill(t, nil, sources("run", "task", columns[0], columns[1]), TextCell("r"), TextCell("t"), IntCell(2), IntCell(2))
		if err != nil || got.LatencyMS != datasets.Known(2000.0) || got.Reported != nil {
			t.Errorf("%v: %+v (%v)", columns, got, err)
		}
	}
	clock := sources("run", "task", "start_time", "end_time", "duration")
	got, err := fill(t, nil, clock, TextCell("r"), TextCell("t"), FloatCell(1.7e9), FloatCell(1.7e9+2), IntCell(2))
	if err != nil || got.LatencyMS != datasets.Known(2000.0) {
		t.Errorf("timestamps: %+v (%v)", got, err)
	}
	if got, err = fill(t, nil, clock, TextCell("r"), TextCell("t"), FloatCell(12.5), FloatCell(14.5), IntCell(2)); err != nil || got.LatencyMS.Known {
		t.Errorf("a clock that started some time: %+v (%v)", got, err)
	}
	_, err = fill(t, parse(t, "latency_ms: {from: start_time, to: end_time}"), clock, TextCell("r"), TextCell("t"), FloatCell(12.5), FloatCell(14.5), IntCell(2))
	if err == nil || !strings.Contains(err.Error(), "not a Unix time") {
		t.Error(err)
	}
	got, err = fill(t, parse(t, "latency_ms: {column: wait, unit: min}"), sources("run", "task", "wait"), TextCell("r"), TextCell("t"), FloatCell(0.5))
	if err != nil || got.LatencyMS != datasets.Known(30000.0) {
		t.Errorf("half a minute is %+v ms (%v)", got.LatencyMS, err)
	}
}

func TestCounts(t *testing.T) {
	for _, c := range []Cell{IntCell(3), FloatCell(3), TextCell("3"), TextCell(" 3.0 ")} {
		if n, known, err := integer(c); n != 3 || !known || err != nil {
			t.Errorf("%+v: %d, %v, %v", c, n, known, err)
		}
	}
	for _, c := range []Cell{FloatCell(3.5), TextCell("three"), FloatCell(1e19), NestedCell("3")} {
		if _, _, err := integer(c); err == nil {
			t.Errorf("%+v is no whole number", c)
		}
	}
	if v, known, err := float(TextCell("NaN")); known || err != nil {
		t.Errorf("NaN: %v, %v, %v", v, known, err)
	}
}

// Every shape that a plan comes in.
func TestNeeds(t *testing.T) {
	for document, want := range map[string][]datasets.Need{
		`null`:           nil,
		``:               nil,
		`[]`:             {},
		`["a","b"]`:      {{AnyOf: []string{"a"}}, {AnyOf: []string{"b"}}},
		`[["a","b"],[]]`: {{AnyOf: []string{"a", "b"}}, {AnyOf: []string{}}},
		`[{"any_of":["a"]},{"any_of":["b","c"],"after":[0]}]`:              {{AnyOf: []string{"a"}}, {AnyOf: []string{"b", "c"}, After: []int{0}}},
		`[{"name":"f","arguments":{"x":1}}]`:                               {{AnyOf: []string{"f"}, Arguments: `{"x":1}`}},
		`[{"server":"s","tool":"f"},{"function":{"name":"g"}}]`:            {{AnyOf: []string{"s::f"}}, {AnyOf: []string{"g"}}},
		`[{"any_of":[{"name":"a"}],"after":null,"arguments":"{\"q\":2}"}]`: {{AnyOf: []string{"a"}, Arguments: `{"q":2}`}},
	} {
		got, err := Needs(document)
		if err != nil {
			t.Errorf("%s: %v", document, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", document, d)
		}
	}
	for _, document := range []string{`{}`, `"a"`, `[1]`, `[null]`, `[{"any_of":["a"],"after":[1]}]`, `[{"any_of":["a"],"after":[-1]}]`, `[{}]`, `[`, `['a']`} {
		if got, err := Needs(document); err == nil {
			t.Errorf("%s: read as %+v", document, got)
		}
	}
}

func TestRanking(t *testing.T) {
	want := []datasets.Ranked{{Tool: "a", Score: 2}, {Tool: "b", Score: 1}}
	for _, document := range []string{`[{"tool":"a","score":2},{"name":"b","score":1}]`, `[["a",2],["b",1]]`} {
		got, err := Ranking(document)
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%s: %v\n%s", document, err, d)
		}
	}
	got, err := Ranking(`["a"]`)
	if d := cmp.Diff([]datasets.Ranked{{Tool: "a"}}, got); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	if _, err := Ranking(`[["a"]]`); err == nil {
		t.Error("half a pair was read")
	}
	if err := joinScores(want, []float64{1}); err == nil {
		t.Error("two tools took one score")
	}
}

func TestSteps(t *testing.T) {
	for name, c := range map[string]struct {
		document string
		want     []datasets.Step
	}{
		"null":  {`null`, nil},
		"empty": {`[]`, []datasets.Step{}},
		"canonical": {`[{"role":"assistant","content":"x","calls":[{"id":"1","server":"s","tool":"f","arguments":"{}","result":"ok","is_error":false,"latency_ms":2,"labels":["bad_tool",null,"late"]},{"tool":"g","error":"no"}]},{"role":"user","content":null,"calls":[]}]`,
			[]datasets.Step{{Role: "assistant", Content: "x", Calls: []datasets.ToolCall{{ID: "1", Server: "s", Tool: "f", Arguments: "{}", Result: "ok", IsError: datasets.Known(false), LatencyMS: datasets.Known(2.0), Labels: []string{"bad_tool", "late"}}, {Tool: "g", Error: "no", IsError: datasets.Known(true)}}},
				{Role: "user", Calls: []datasets.ToolCall{}}}},
		"chat": {`{"messages":[{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}],"tool_calls":[{"id":"1","function":{"name":"s::f","arguments":{"k":[1]}}}]},
		   {"role":"tool","tool_call_id":"1","content":"boom","error":{"type":"timeout","message":"too slow"}}]}`,
			[]datasets.Step{{Role: "assistant", Content: "a\nb", Calls: []datasets.ToolCall{{ID: "1", Server: "s", Tool: "f", Arguments: `{"k":[1]}`, Result: "boom", Error: "too slow", IsError: datasets.Known(true)}}},
				{Role: "tool", Content: "boom"}}},
		"before tool calls": {`[{"role":"assistant","function_call":{"name":"f","arguments":"{}"}}]`,
			[]datasets.Step{{Role: "assistant", Calls: []datasets.ToolCall{{Tool: "f", Arguments: "{}"}}}}},
		"Inspect": {`[{"role":"assistant","content":"","tool_calls":[{"id":"1","function":"bash","arguments":{"cmd":"ls"}}]},{"role":"tool","tool_call_id":"1","content":"a.txt","error":null}]`,
			[]datasets.Step{{Role: "assistant", Calls: []datasets.ToolCall{{ID: "1", Tool: "bash", Arguments: `{"cmd":"ls"}`, Result: "a.txt", IsError: datasets.Known(false)}}}, {Role: "tool", Content: "a.txt"}}},
	} {
		var got datasets.Trajectory
		err := SetSteps(&got, c.document)
		if d := cmp.Diff(c.want, got.Steps); d != "" || err != nil {
			t.Errorf("%s: %v (-want +got)\n%s", name, err, d)
		}
	}
	for _, document := range []string{`{}`, `"x"`, `[1]`, `[{"role":1}]`, `[{"role":"user"`} {
		if err := SetSteps(new(datasets.Trajectory), document); err == nil {
			t.Errorf("%s was read", document)
		}
	}
}

func TestClaimsJudgmentsLabels(t *testing.T) {
	claims, err := Claims(`[{"text":"a","score":1},{"claim":"b","score":0.5}]`)
	if d := cmp.Diff([]datasets.Claim{{Text: "a", Score: 1}, {Text: "b", Score: 0.5}}, claims); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	if _, err := Claims(`[{"text":"a","score":null}]`); err == nil {
		t.Error("a claim without a score was read")
	}
	judgments, err := Judgments(`[{"judge":"h","verdict":true,"reference":true},{"judge":"g","verdict":"C","raw":"r"},{"judge":"n","verdict":null},{"judge":"p","verdict":"P"}]`)
	want := []datasets.Judgment{{Judge: "h", Verdict: datasets.Known(1.0), Reference: true}, {Judge: "g", Verdict: datasets.Known(1.0), Raw: "r"}, {Judge: "n"}, {Judge: "p", Verdict: datasets.Known(0.5)}}
	if d := cmp.Diff(want, judgments); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	labels, err := FailureLabels(`["loop",{"mode":"wrong_tool","source":"human"},{"mode":"x","annotator":7,"step":0,"root":true,"note":"n"},{"mode":"y","step":null,"root":null}]`)
	if d := cmp.Diff([]datasets.FailureLabel{{Mode: "loop"}, {Mode: "wrong_tool", Source: "human"}, {Mode: "x", Annotator: "7", Step: datasets.Known(0), Root: true, Note: "n"}, {Mode: "y"}}, labels); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	strata, err := TextMap(`{"level":2,"domain":"code","none":null}`)
	if d := cmp.Diff(map[string]string{"level": "2", "domain": "code"}, strata); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
	reported, err := NumberMap(`{"f1":0.5,"exact":true,"none":null}`)
	if d := cmp.Diff(map[string]float64{"f1": 0.5, "exact": 1}, reported); d != "" || err != nil {
		t.Errorf("%v\n%s", err, d)
	}
}

func TestStem(t *testing.T) {
	for name, want := range map[string]string{"a/b/gpt-4o.parquet": "gpt-4o", "run.jsonl.gz": "run", "gpt-4.1.csv": "gpt-4.1", "plain": "plain", ".csv": ".csv", "o1.json.zst": "o1"} {
		if got := Stem(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
