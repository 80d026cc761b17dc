package exchange_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
	"mcpstats/datasets/exchange"
	"mcpstats/datasets/formats"
	"mcpstats/datasets/open"
)

// held are the fields that every attempt must keep, whatever log it is from, by target: what a
// reader of the target's schema finds a place for, less what the target cannot tell apart.
var held = map[string][]string{
	"inspect":         {"benchmark", "run", "task", "trial", "dataset_version", "success", "expected_answer", "cost_usd", "prompt_tokens", "completion_tokens", "cached_tokens"},
	"every-eval-ever": {"run", "task", "trial", "task_hash", "success", "reward", "error", "expected_answer", "predicted_answer", "latency_ms", "prompt_tokens", "completion_tokens", "cached_tokens"},
	"messages":        {"benchmark", "run", "task", "trial", "model", "agent", "success", "reward", "exit", "error", "response", "expected_answer", "latency_ms", "cost_usd", "prompt_tokens", "completion_tokens", "cached_tokens"},
}

// read is all attempts of a path.
func read(t testing.TB, path, format string) []datasets.Trajectory {
	t.Helper()
	inputs, _, err := open.Paths(t.Context(), []string{path}, open.Options{Format: format, MaxRecordErrors: 1})
	if err != nil {
		t.Fatal(err)
	}
	var out []datasets.Trajectory
	for _, in := range inputs {
		for x, err := range in.Trajectories(t.Context()) {
			if err != nil {
				continue // fixtures hold records that cannot be read
			}
			out = append(out, *x)
		}
	}
	return out
}

// exported writes attempts and reads them again, in the order in which they were written.
func exported(t testing.TB, target exchange.Target, attempts []datasets.Trajectory, dir string) (was, is []datasets.Trajectory, d *exchange.Differences) {
	t.Helper()
	outline := exchange.NewOutline(target)
	for i := range attempts {
		outline.Add(&attempts[i])
	}
	w := exchange.NewWriter(dir, outline)
	d = &exchange.Differences{}
	byFile := make([][]datasets.Trajectory, outline.Files())
	for i := range attempts {
		x := &attempts[i]
		if err := w.Write(x); err != nil {
			t.Fatal(err)
		}
		byFile[w.Place(x)] = append(byFile[w.Place(x)], *x)
		d.Written(w.Place(x), x)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for i, path := range w.Paths() {
		got := read(t, path, "") // as a user would, who says nothing of the format
		if len(got) != len(byFile[i]) {
			t.Fatalf("%s: %d attempts read, %d written", path, len(got), len(byFile[i]))
		}
		for k := range got {
			if err := d.Read(i, k, &got[k]); err != nil {
				t.Fatal(err)
			}
		}
		was, is = append(was, byFile[i]...), append(is, got...)
	}
	return was, is, d
}

// Of every format's fixture every target keeps what it has a place for, and tells of every field
// that is not what it was.
func TestFixtures(t *testing.T) {
	const shared = "../formats/testdata"
	for _, target := range exchange.Targets {
		tried := 0
		for _, f := range formats.All {
			dir := filepath.Join(shared, f.Name)
			inputs, _, err := open.Paths(t.Context(), []string{dir}, open.Options{MaxRecordErrors: 1})
			if err != nil {
				continue // a fixture that its test packs first, or that needs a mapping
			}
			var attempts []datasets.Trajectory
			for _, in := range inputs {
				for x, err := range in.Trajectories(t.Context()) {
					if err == nil {
						attempts = append(attempts, *x)
					}
				}
			}
			if len(attempts) == 0 {
				continue
			}
			tried++
			t.Run(target.Name+"/"+f.Name, func(t *testing.T) {
				was, is, d := exported(t, target, attempts, t.TempDir())
				for i := range was {
					for _, name := range held[target.Name] {
						stated := !reflect.ValueOf(field(&was[i], name)).IsZero()
						if diff := cmp.Diff(field(&was[i], name), field(&is[i], name)); stated && diff != "" {
							t.Errorf("%s: %s (-was +is):\n%s", was[i].Task, name, diff)
						}
					}
				}
				silent(t, was, is, d)
			})
		}
		if tried < 25 {
			t.Errorf("%s: only %d formats were tried", target.Name, tried)
		}
	}
}

// field is a field's value by its canonical name.
func field(t *datasets.Trajectory, name string) any {
	i := slices.IndexFunc(datasets.Fields, func(f datasets.Field) bool { return f.Name == name })
	return reflect.ValueOf(datasets.Fields[i].Slot.In(t)).Elem().Interface()
}

// silent fails where a field is other than it was and no difference tells of it. It compares
// whole values, where the differences have digests of parts.
func silent(t interface {
	Helper()
	Errorf(string, ...any)
}, was, is []datasets.Trajectory, d *exchange.Differences) {
	t.Helper()
	told := map[string]bool{}
	for _, list := range [][]exchange.Field{d.Lost(), d.Other(), d.Added()} {
		for _, f := range list {
			name, _, _ := strings.Cut(f.Name, ".")
			if name == "messages" || name == "calls" {
				name = "steps"
			}
			told[name] = true
		}
	}
	empty := func(v any) bool { r := reflect.ValueOf(v); return r.Kind() == reflect.Map && r.Len() == 0 }
	for i := range was {
		for _, f := range datasets.Fields {
			a, b := field(&was[i], f.Name), field(&is[i], f.Name)
			if told[f.Name] || empty(a) && empty(b) {
				continue
			}
			if f.Name == "steps" {
				if diff := cmp.Diff(stepText(a), stepText(b)); diff != "" {
					t.Errorf("steps of %s changed in silence:\n%s", was[i].Task, diff)
				}
				continue
			}
			if diff := cmp.Diff(a, b); diff != "" {
				t.Errorf("%s of %s changed in silence:\n%s", f.Name, was[i].Task, diff)
			}
		}
	}
}

// stepText is a conversation with its arguments as JSON values and no empty lists of calls.
func stepText(v any) any {
	steps, _ := v.([]datasets.Step)
	var out []any
	for _, s := range steps {
		out = append(out, s.Role, s.Content)
		for _, c := range s.Calls {
			var arguments any
			if json.Unmarshal([]byte(c.Arguments), &arguments) != nil {
				arguments = c.Arguments
			}
			c.Arguments = ""
			out = append(out, c, arguments)
		}
	}
	return out
}

// anyAttempt draws an attempt with conversations as no log has them, among others: results
// without calls, calls of a user, ids twice.
func anyAttempt() *rapid.Generator[datasets.Trajectory] {
	word := rapid.SampledFrom([]string{"", "a", "b", "::", "a::b", "None", "0", "{}", "ünï \"q\" <\n>", "mcp__s__t", "x y"})
	return rapid.Custom(func(t *rapid.T) (x datasets.Trajectory) {
		text := func(name string) string { return word.Draw(t, name) }
		maybe := func(name string) datasets.Maybe[float64] {
			if !rapid.Bool().Draw(t, name+" known") {
				return datasets.Maybe[float64]{}
			}
			return datasets.Known(rapid.SampledFrom([]float64{0, 0.5, 1, 0.1, 123.456, 1e300}).Draw(t, name))
		}
		flag := func(name string) datasets.Maybe[bool] {
			if !rapid.Bool().Draw(t, name+" known") {
				return datasets.Maybe[bool]{}
			}
			return datasets.Known(rapid.Bool().Draw(t, name))
		}
		call := rapid.Custom(func(t *rapid.T) datasets.ToolCall {
			return datasets.ToolCall{ID: word.Draw(t, "id"), Server: word.Draw(t, "server"), Tool: "t" + word.Draw(t, "tool"), Result: word.Draw(t, "result"), Error: word.Draw(t, "call error"),
				Arguments: rapid.SampledFrom([]string{"", "{}", `{"a": 1}`, `{"a":"b"}`, "[1]", "no json"}).Draw(t, "arguments"), IsError: flag("is_error"), LatencyMS: maybe("call latency")}
		})
		step := rapid.Custom(func(t *rapid.T) datasets.Step {
			return datasets.Step{Role: rapid.SampledFrom([]string{"system", "user", "assistant", "tool", "developer"}).Draw(t, "role"), Content: word.Draw(t, "content"), Calls: rapid.SliceOfN(call, 0, 2).Draw(t, "calls")}
		})
		x.Benchmark, x.Run, x.Task = text("benchmark"), "r"+text("run"), "t"+text("task")
		x.Trial = rapid.IntRange(0, 3).Draw(t, "trial")
		x.Model, x.Agent, x.DatasetVersion, x.TaskHash, x.Cluster = text("model"), text("agent"), text("version"), text("hash"), text("cluster")
		x.Success, x.Reward, x.LatencyMS, x.CostUSD = flag("success"), maybe("reward"), maybe("latency"), maybe("cost")
		x.Exit = rapid.SampledFrom(append([]datasets.Exit{""}, datasets.Exits...)).Draw(t, "exit")
		x.Error, x.Response, x.ExpectedAnswer, x.PredictedAnswer = text("error"), text("response"), text("expected"), text("predicted")
		x.Steps = rapid.SliceOfN(step, 0, 5).Draw(t, "steps")
		if len(x.Steps) == 0 {
			x.Steps = nil
		}
		if rapid.Bool().Draw(t, "judged") {
			x.Judgments = []datasets.Judgment{{Judge: "j" + text("judge"), Verdict: maybe("verdict"), Raw: text("raw")}}
		}
		if rapid.Bool().Draw(t, "attributes") {
			x.Attributes = map[string]string{"k" + text("key"): "v" + text("value")}
		}
		if rapid.Bool().Draw(t, "strata") {
			x.Strata = map[string]string{"level": "v" + text("level")}
		}
		if rapid.Bool().Draw(t, "tokens") {
			x.PromptTokens = datasets.Known(int64(rapid.IntRange(0, 9).Draw(t, "prompt")))
		}
		return x
	})
}

// Whatever an attempt holds, no field of it changes in silence, and nobody else's verdict becomes
// its own.
func TestNothingIsLostInSilence(t *testing.T) {
	for _, target := range exchange.Targets {
		t.Run(target.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				attempts := rapid.SliceOfN(anyAttempt(), 1, 4).Draw(r, "attempts")
				dir, err := os.MkdirTemp(t.TempDir(), "out")
				if err != nil {
					r.Fatal(err)
				}
				was, is, d := exported(t, target, attempts, dir)
				for i := range was {
					if was[i].Run != is[i].Run || was[i].Task != is[i].Task || was[i].Trial != is[i].Trial {
						r.Fatalf("(%q, %q, %d) is read as (%q, %q, %d)", was[i].Run, was[i].Task, was[i].Trial, is[i].Run, is[i].Task, is[i].Trial)
					}
					if was[i].Success.Known && was[i].Success != is[i].Success {
						r.Fatalf("%q: success %v is read as %v", was[i].Task, was[i].Success, is[i].Success)
					}
					if !was[i].Success.Known && !was[i].Reward.Known && is[i].Success.Known {
						r.Fatalf("%q: no verdict, and %v is read", was[i].Task, is[i].Success)
					}
				}
				silent(r, was, is, d)
			})
		})
	}
}

// A conversation of a hand, in all three dialects: a call that failed, one without an id, a result
// inside of its call, arguments that are no texts.
func TestDialects(t *testing.T) {
	x := datasets.Trajectory{Benchmark: "b", Run: "r", Task: "t", Trial: 1, Success: datasets.Known(true), Exit: datasets.ExitCompleted, Response: "done", Steps: []datasets.Step{
		{Role: "user", Content: "go"},
		{Role: "assistant", Calls: []datasets.ToolCall{
			{ID: "1", Server: "s", Tool: "walk", Arguments: `{"far":2}`, Result: "no road", IsError: datasets.Known(true)},
			{Tool: "look", Arguments: "{}", Result: "a tree", IsError: datasets.Known(false)}}},
		{Role: "tool", Content: "no road"},
		{Role: "assistant", Content: "done"},
	}}
	want := map[string]string{
		"messages":        `{"benchmark":"b","run":"r","task":"t","trial":1,"success":true,"exit":"completed","messages":[{"role":"user","content":"go"},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"s::walk","arguments":"{\"far\":2}"}},{"id":"call_2","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","content":"a tree","tool_call_id":"call_2","is_error":false},{"role":"tool","content":"no road","tool_call_id":"1","is_error":true},{"role":"assistant","content":"done"}],"response":"done"}`,
		"every-eval-ever": `{"schema_version":"0.2.2","evaluation_id":"b/r","model_id":"r","evaluation_name":"b","sample_id":"t","interaction_type":"agentic","input":{"raw":"go","reference":[]},"output":null,"messages":[{"turn_idx":0,"role":"user","content":"go"},{"turn_idx":1,"role":"assistant","content":"","tool_calls":[{"id":"1","name":"s::walk","arguments":{"far":"2"}},{"id":"call_2","name":"look","arguments":{}}]},{"turn_idx":2,"role":"tool","content":"a tree","tool_call_id":["call_2"]},{"turn_idx":3,"role":"tool","content":"no road","tool_call_id":["1"]},{"turn_idx":4,"role":"assistant","content":"done"}],"answer_attribution":[],"evaluation":{"score":1,"is_correct":true,"num_turns":2,"tool_calls_count":2},"metadata":{"trial":"1"}}`,
		"inspect":         `{"id":"t","epoch":2,"input":[{"role":"user","content":"go"}],"target":"","messages":[{"role":"user","content":"go"},{"role":"assistant","content":"","tool_calls":[{"id":"1","function":"s::walk","arguments":{"far":2},"type":"function"},{"id":"call_2","function":"look","arguments":{},"type":"function"}]},{"role":"tool","content":"a tree","tool_call_id":"call_2","function":"look"},{"role":"tool","content":"no road","tool_call_id":"1","function":"s::walk","error":{"type":"unknown","message":"no road"}},{"role":"assistant","content":"done"}],"output":{"model":"r","choices":[{"message":{"role":"assistant","content":"done"},"stop_reason":"stop"}],"completion":"done"},"scores":{"verdict":{"value":"C"}}}`,
	}
	for _, target := range exchange.Targets {
		dir := t.TempDir()
		_, is, _ := exported(t, target, []datasets.Trajectory{x}, dir)
		paths, err := filepath.Glob(filepath.Join(dir, "*"+target.Ending))
		if err != nil || len(paths) != 1 {
			t.Fatal(paths, err)
		}
		b, err := os.ReadFile(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(b), want[target.Name]+"\n") {
			t.Errorf("%s: want a line\n%s\nof\n%s", target.Name, want[target.Name], b)
		}
		calls := is[0].Steps[1].Calls
		if len(calls) != 2 || calls[0].Result != "no road" || calls[1].Result != "a tree" {
			t.Errorf("%s: calls are read as %+v", target.Name, calls)
		}
		if target.Name != "every-eval-ever" && (calls[0].IsError != datasets.Known(true) || calls[1].IsError != datasets.Known(false)) {
			t.Errorf("%s: failures are read as %+v", target.Name, calls)
		}
	}
}

// Files have names that any file system takes, one for each run, whatever the runs are called.
func TestNames(t *testing.T) {
	var attempts []datasets.Trajectory
	for _, run := range []string{"../../etc/passwd", "a/b", "a\\b", "a b", "A B", ".hidden", "", "é", strings.Repeat("long", 100), strings.Repeat("long", 100) + "er", "nul\x00"} {
		attempts = append(attempts, datasets.Trajectory{Run: "r" + run, Task: "t"}, datasets.Trajectory{Benchmark: run, Run: "x", Task: "t"})
	}
	for _, target := range exchange.Targets {
		dir := t.TempDir()
		_, is, _ := exported(t, target, attempts, dir)
		if len(is) != len(attempts) {
			t.Errorf("%d attempts, want %d", len(is), len(attempts))
		}
		seen := map[string]bool{}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() || seen[strings.ToLower(e.Name())] || len(e.Name()) > 200 || strings.HasPrefix(e.Name(), ".") || strings.ContainsAny(e.Name(), "/\\ :*?\"<>|\x00é") {
				t.Errorf("%q", e.Name())
			}
			seen[strings.ToLower(e.Name())] = true
		}
	}
}

// Lost, other and added are told apart, and a key of a map is not the map.
func TestDifferences(t *testing.T) {
	was := datasets.Trajectory{Run: "r", Task: "t", Cluster: "c", Reward: datasets.Known(0.5), Attributes: map[string]string{"a": "1", "b": "2"}}
	is := datasets.Trajectory{Run: "r", Task: "t", Model: "m", Reward: datasets.Known(1.0), Attributes: map[string]string{"a": "1", "c": "3"}}
	var d exchange.Differences
	d.Written(0, &was)
	d.Written(0, &was)
	for i, x := range []*datasets.Trajectory{&is, &was} {
		if err := d.Read(0, i, x); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := d.Line(), "no place for attributes (1), cluster (1); reads otherwise: reward (1); states besides: attributes (1), model (1); of 2 attempts all, or as many as stand in brackets"; got != want {
		t.Errorf("%s", got)
	}
	if d.Read(0, 2, &is) == nil || d.Read(1, 0, &is) == nil {
		t.Error("an attempt that nobody wrote was read")
	}
}
