package trace

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// What stands for what differs is read off by hand.
func TestErrorPattern(t *testing.T) {
	for _, c := range []struct{ answer, want string }{
		{"", ""},
		{"Error: file /home/anna/notes.txt has 17 lines", "Error: file [path] has [n] lines"},
		{"Error: could not open report_final.xlsx", "Error: could not open [path]"},
		{"Failed to fetch https://example.org/a?b=1: status code 404", "Failed to fetch [url] status code 404"},
		{"HTTP error: 503 after 3.5 s", "HTTP error: 503 after [n] s"},
		{"Error: MCP error -32603: internal", "Error: MCP error [n]: internal"},
		{"Order #W2611340 not found", "Order [id] not found"},
		{"Error: user 3f2504e0-4f89-11d3-9a0c-0305e82c3301 is unknown", "Error: user [id] is unknown"},
		{"Error: 'query' is a required property", "Error: [value] is a required property"},
		{`Error: "a b" isn't there, don't ask`, `Error: [value] isn't there, don't ask`},
		{"Error: rate limit until 2025-03-01T10:22:00Z", "Error: rate limit until [time]"},
		{"Error: mail to anna.b@example.org bounced", "Error: mail to [mail] bounced"},
		{"Error: utf8 and base64 stay", "Error: utf8 and base64 stay"},
		{`{"error": "User \"anna\" not found", "code": 7}`, "User [value] not found"},
		{`{"success": false, "message": "no seats on flight HAT170"}`, "no seats on flight [id]"},
		{`{\"error\": \"disk \\\"C\\\" is full\"}`, `disk [value] is full`},
		{"Traceback (most recent call last):\n  File \"x.py\", line 3\nKeyError: 'id'", "KeyError: [value]"},
		{"Error:\n\nno such table: project\nmore", "Error: no such table: project"},
		{"Error: first line is long enough to tell\nsecond", "Error: first line is long enough to tell"},
		{"sha256:" + "0123456789abcdef0123456789abcdef", ""},
		{"失败: 3", "失败: [n]"},
	} {
		got := ErrorPattern(&datasets.ToolCall{Result: c.answer})
		if got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.answer, got, c.want)
		}
		if again := ErrorPattern(&datasets.ToolCall{Result: got}); c.answer != "" && len(again) > len(got) {
			t.Errorf("%q grows to %q", got, again)
		}
	}
}

// Two tellings of one error that differ in numbers alone have one pattern.
func TestErrorPatternForgetsNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	tell := func() string {
		return ErrorPattern(&datasets.ToolCall{Error: "Error: item " + strconv.Itoa(rng.IntN(1e9)) + " of /srv/x" + strconv.Itoa(rng.IntN(1e6)) + "/f at 12:0" + strconv.Itoa(rng.IntN(10)) + ":00 cost " + strconv.FormatFloat(rng.Float64()*100, 'f', 2, 64)})
	}
	want := tell()
	for range 200 {
		if got := tell(); got != want {
			t.Fatalf("%q and %q", got, want)
		}
	}
}

// randomAttempt makes calls of few tools, failing at times, with few different arguments.
func randomAttempt(rng *rand.Rand) *datasets.Trajectory {
	t := &datasets.Trajectory{Steps: []datasets.Step{}}
	for range rng.IntN(8) {
		step := datasets.Step{Role: "assistant"}
		for range rng.IntN(3) {
			c := datasets.ToolCall{Server: []string{"", "s"}[rng.IntN(2)], Tool: []string{"a", "b", "search_tools"}[rng.IntN(3)], Arguments: []string{"", "{}", `{"x":1}`}[rng.IntN(3)]}
			switch rng.IntN(4) {
			case 0:
				c.Error = "broken " + strconv.Itoa(rng.IntN(3))
			case 1:
				c.Result = "fine"
			case 2:
				c.IsError = datasets.Known(rng.IntN(2) == 0)
			}
			if rng.IntN(4) > 0 {
				c.LatencyMS = datasets.Known(float64(rng.IntN(5000)) / 2)
			}
			step.Calls = append(step.Calls, c)
		}
		t.Steps = append(t.Steps, step)
	}
	return t
}

// A failed call was not made up for if no later call that is no search succeeded, or if the next
// one that is no search repeats it in vain: read literally, call by call, over all pairs.
func TestRecoveredLiterally(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		calls := Calls(randomAttempt(rng))
		got := Recovered(calls)
		for i := range calls {
			want := false
			if calls[i].Failed {
				first := true
				for j := i + 1; j < len(calls); j++ {
					if calls[j].Search {
						continue
					}
					if first && !calls[i].Search && calls[j].Failed && calls[j].Tool == calls[i].Tool && calls[j].Server == calls[i].Server && calls[j].Arguments == calls[i].Arguments && calls[i].Arguments != "" {
						want = false
						break
					}
					first = false
					want = want || !calls[j].Failed
				}
			}
			if got[i] != want {
				t.Fatalf("call %d of %+v: %v, want %v", i, calls, got[i], want)
			}
		}
	}
}

// A usage adds up to the calls that it was read from.
func TestUsageAddsUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		a := randomAttempt(rng)
		u := UsageOf(a, 160)
		calls, failed, told, timed := 0, 0, 0, 0
		errors := 0
		first := FirstError{}
		for i := range a.Steps {
			for j := range a.Steps[i].Calls {
				c := &a.Steps[i].Calls[j]
				if Failed(c) {
					failed++
					if !first.Known {
						first = FirstError{Known: true, Step: i, Before: calls}
					}
				}
				if c.Result != "" || c.Error != "" || c.IsError.Known {
					told++
				}
				if c.LatencyMS.Known {
					timed++
				}
				calls++
			}
		}
		got := [5]int{}
		for _, x := range u.Tools {
			got[0], got[1], got[2], got[3] = got[0]+x.Calls, got[1]+x.Failed, got[2]+x.Told, got[3]+len(x.Latencies)
		}
		for _, e := range u.Errors {
			errors += e.Count
		}
		got[4] = errors
		if want := [5]int{calls, failed, told, timed, failed}; got != want || u.Messages != len(a.Steps) {
			t.Fatalf("%v of %d messages, want %v of %d", got, u.Messages, want, len(a.Steps))
		}
		f := u.First
		f.Timed, f.TimeBefore, f.TimeAfter = false, 0, 0
		if diff := cmp.Diff(first, f); diff != "" {
			t.Fatal(diff)
		}
	}
}

// Three calls by hand: 100 ms, then 20 ms that fail, then 3 ms.
func TestUsageByHand(t *testing.T) {
	call := func(tool string, ms float64, err string) datasets.ToolCall {
		return datasets.ToolCall{Tool: tool, Arguments: "{}", Result: "ok", Error: err, LatencyMS: datasets.Known(ms)}
	}
	a := &datasets.Trajectory{Steps: []datasets.Step{{Role: "user"}, {Role: "assistant", Calls: []datasets.ToolCall{call("b", 100, "")}}, {Role: "assistant", Calls: []datasets.ToolCall{call("a", 20, "no. 7"), call("a", 3, "")}}}}
	want := &Usage{Messages: 3,
		Tools:  []ToolUse{{Tool: "a", Calls: 2, Told: 2, Failed: 1, Recovered: 1, Latencies: []float64{20, 3}}, {Tool: "b", Calls: 1, Told: 1, Latencies: []float64{100}}},
		Errors: []ErrorUse{{Tool: 0, Pattern: "no. [n]", Count: 1, Step: 2}},
		First:  FirstError{Known: true, Step: 2, Before: 1, Timed: true, TimeBefore: 100, TimeAfter: 3}}
	if diff := cmp.Diff(want, UsageOf(a, 160)); diff != "" {
		t.Error(diff)
	}
	if UsageOf(&datasets.Trajectory{}, 160) != nil {
		t.Error("without a conversation something is known")
	}
}
