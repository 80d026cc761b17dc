package calls_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale/shards"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
	"mcpstats/datasets/examples"
	"mcpstats/datasets/open"
)

// profile evaluates attempts with the program's own metrics and modes.
func profile(t *testing.T, attempts []*datasets.Trajectory) *result.CallProfile {
	t.Helper()
	b := table.NewBuilder()
	b.Taxonomy = failures.Taxonomy()
	for i, a := range attempts {
		b.AddTrajectory(table.Origin{Record: i}, a, metrics.All())
	}
	built, err := b.Build("error")
	if err != nil {
		t.Fatal(err)
	}
	res, err := evaluate.Evaluate(built, result.Plan{Resamples: 200, Strata: []string{"none"}, Primary: "success"}, metrics.All())
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Calls) == 0 {
		return nil
	}
	return &res.Calls[0]
}

// made draws attempts of two runs at tasks, three times each.
func made(rng *rand.Rand) []*datasets.Trajectory {
	var out []*datasets.Trajectory
	for _, run := range []string{"x", "y"} {
		for task := range 6 {
			for trial := range 3 {
				t := &datasets.Trajectory{Benchmark: "bench", Run: run, Task: fmt.Sprint("t", task), Trial: trial, Success: datasets.Known(rng.IntN(2) == 0), Exit: datasets.ExitCompleted, Steps: []datasets.Step{{Role: "user", Content: "do"}}}
				if rng.IntN(2) == 0 {
					t.PromptTokens, t.CompletionTokens = datasets.Known(rng.Int64N(1000)), datasets.Known(rng.Int64N(100))
				}
				for range rng.IntN(6) {
					c := datasets.ToolCall{Server: []string{"", "s"}[rng.IntN(2)], Tool: []string{"a", "b"}[rng.IntN(2)], Arguments: fmt.Sprintf(`{"x":%d}`, rng.IntN(2))}
					switch rng.IntN(4) {
					case 0:
						c.Error = []string{"broken 7", "no such thing"}[rng.IntN(2)]
					case 1, 2:
						c.Result = "fine"
					}
					if rng.IntN(2) == 0 {
						c.LatencyMS = datasets.Known(float64(rng.IntN(900)))
					}
					t.Steps = append(t.Steps, datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{c}}, datasets.Step{Role: "tool", Content: c.Result})
				}
				out = append(out, t)
			}
		}
	}
	return out
}

// naiveTool is one tool's numbers, counted attempt by attempt and call by call.
type naiveTool struct{ Calls, Told, Failed, Recovered, Timed, Attempts, Won, Hit, HitWon int }

// naively counts what a profile says of tools, in the plainest way: for each run and tool,
// over all attempts and all their calls.
func naively(attempts []*datasets.Trajectory, run, server, tool string, asServer bool) (n naiveTool, latencies []float64) {
	for _, a := range attempts {
		if run != "" && a.Run != run {
			continue
		}
		calls := trace.Calls(a)
		used, failed := false, false
		for i, c := range calls {
			if c.Server != server || !asServer && c.Tool != tool {
				continue
			}
			used = true
			n.Calls++
			if c.Logged.IsError.Known || c.Logged.Error != "" || c.Logged.Result != "" && !trace.IsDigest(c.Logged.Result) {
				n.Told++
			}
			if c.Logged.LatencyMS.Known {
				n.Timed++
				latencies = append(latencies, c.Logged.LatencyMS.Value)
			}
			if !c.Failed {
				continue
			}
			failed = true
			n.Failed++
			var later []trace.Call // executions
			for _, l := range calls[i+1:] {
				if !l.Search {
					later = append(later, l)
				}
			}
			again := len(later) > 0 && !c.Search && later[0].Failed && later[0].Same(&c)
			if !again && slices.ContainsFunc(later, func(l trace.Call) bool { return !l.Failed }) {
				n.Recovered++
			}
		}
		if used {
			n.Attempts++
			if a.Success.Value {
				n.Won++
			}
			if failed {
				n.Hit++
				if a.Success.Value {
					n.HitWon++
				}
			}
		}
	}
	return n, latencies
}

func compareTools(t *testing.T, attempts []*datasets.Trajectory, rows []result.ToolUse, servers bool) {
	t.Helper()
	if !servers && len(rows) == 0 {
		t.Fatal("no tools")
	}
	calls := 0
	for _, r := range rows {
		want, latencies := naively(attempts, r.Run, r.Server, r.Tool, servers)
		got := naiveTool{r.Calls, r.Told, r.Failed, r.Recovered, r.Timed, r.Attempts, r.Passed.Count, r.Hit, r.HitPassed.Count}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s %s %s: %s", r.Run, r.Server, r.Tool, diff)
		}
		if r.Run != "" {
			calls += r.Calls
		}
		if r.Told > 0 && math.Abs(*r.Share-float64(r.Failed)/float64(r.Told)) > 1e-15 || r.Told == 0 && r.Share != nil {
			t.Errorf("%s: share %v of %d in %d", r.Tool, r.Share, r.Failed, r.Told)
		}
		if len(latencies) > 0 { // whole numbers below 1000 keep their digits; type 7 of the sorted list
			slices.Sort(latencies)
			at := func(p float64) float64 {
				h := p * float64(len(latencies)-1)
				low := math.Floor(h)
				high := math.Min(low+1, float64(len(latencies)-1))
				return latencies[int(low)] + (h-low)*(latencies[int(high)]-latencies[int(low)])
			}
			if math.Abs(*r.MedianMS-at(0.5)) > 1e-9 || math.Abs(*r.P90MS-at(0.9)) > 1e-9 {
				t.Errorf("%s: %v and %v ms, want %v and %v", r.Tool, *r.MedianMS, *r.P90MS, at(0.5), at(0.9))
			}
		}
	}
	all := 0
	for _, a := range attempts {
		for _, c := range trace.Calls(a) {
			if !servers || c.Server != "" {
				all++
			}
		}
	}
	if several := slices.ContainsFunc(rows, func(r result.ToolUse) bool { return r.Run == "" }); several && calls != all {
		t.Errorf("%d calls in all runs, want %d", calls, all)
	}
}

func TestProfilesByBruteForce(t *testing.T) {
	for seed := range uint64(25) {
		attempts := made(rand.New(rand.NewPCG(seed, 9)))
		p := profile(t, attempts)
		compareTools(t, attempts, p.Tools, false)
		compareTools(t, attempts, p.Servers, true)
		compareErrors(t, attempts, p)
		compareContrasts(t, attempts, p)
		compareSpent(t, attempts, p)
	}
}

// compareErrors counts messages by their text.
func compareErrors(t *testing.T, attempts []*datasets.Trajectory, p *result.CallProfile) {
	t.Helper()
	type count struct{ Calls, Attempts, Failed int }
	want := map[string]count{}
	first := map[string]string{}
	for _, a := range attempts {
		met := map[string]bool{}
		for _, c := range trace.Calls(a) {
			if !c.Failed {
				continue
			}
			text := trace.ErrorPattern(c.Logged)
			n := want[text]
			n.Calls++
			if !met[text] {
				met[text] = true
				n.Attempts++
				if !a.Success.Value {
					n.Failed++
				}
				if first[text] == "" { // attempts are made in the table's order
					first[text] = fmt.Sprint(a.Run, a.Task, a.Trial)
				}
			}
			want[text] = n
		}
	}
	got := map[string]count{}
	for _, e := range p.Errors {
		got[e.Pattern] = count{e.Calls, e.Attempts, e.Failed}
		if place := fmt.Sprint(e.Example.Run, e.Example.Task, e.Example.Trial); place != first[e.Pattern] {
			t.Errorf("%q is first met in %s, not %s", e.Pattern, first[e.Pattern], place)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// compareContrasts averages by task, and takes the mean of the differences.
func compareContrasts(t *testing.T, attempts []*datasets.Trajectory, p *result.CallProfile) {
	t.Helper()
	for _, c := range p.Contrasts {
		var diffs []float64
		for task := range 6 {
			var sum, n [2]float64
			for _, a := range attempts {
				if a.Task != fmt.Sprint("t", task) || c.Run != "" && a.Run != c.Run {
					continue
				}
				value := 0.0
				switch c.Quantity {
				case result.QuantityCalls:
					value = float64(len(trace.Calls(a)))
				case result.QuantitySteps:
					value = float64(len(a.Steps))
				case result.QuantityTokens:
					if !a.PromptTokens.Known {
						continue
					}
					value = float64(a.PromptTokens.Value + a.CompletionTokens.Value)
				case result.QuantityErrors:
					known := true
					for _, call := range trace.Calls(a) {
						known = known && (call.Logged.Error != "" || call.Logged.Result != "")
						if call.Logged.Error != "" {
							value++
						}
					}
					if !known {
						continue
					}
				default:
					t.Fatalf("%s of nothing", c.Quantity)
				}
				side := 0
				if a.Success.Value {
					side = 1
				}
				sum[side] += value
				n[side]++
			}
			if n[0] > 0 && n[1] > 0 {
				diffs = append(diffs, sum[0]/n[0]-sum[1]/n[1])
			}
		}
		total := 0.0
		for _, d := range diffs {
			total += d
		}
		if c.NTasks != len(diffs) || math.Abs(*c.Difference-total/float64(len(diffs))) > 1e-9 {
			t.Errorf("%s of %q: %v at %d tasks, want %v at %d", c.Quantity, c.Run, *c.Difference, c.NTasks, total/float64(len(diffs)), len(diffs))
		}
	}
}

// compareSpent adds up messages and tokens of failed attempts; modes and causes each divide them.
func compareSpent(t *testing.T, attempts []*datasets.Trajectory, p *result.CallProfile) {
	t.Helper()
	parts := map[string][2]int{}
	for _, s := range p.Spent {
		switch {
		case s.Mode != "":
			n := parts[s.Run]
			parts[s.Run] = [2]int{n[0] + s.Attempts, n[1]}
		case s.Cause != "":
			n := parts[s.Run]
			parts[s.Run] = [2]int{n[0], n[1] + s.Attempts}
		}
	}
	for _, s := range p.Spent {
		if s.Mode != "" || s.Cause != "" {
			continue
		}
		n, steps, tokens, all := 0, 0.0, 0.0, 0.0
		for _, a := range attempts {
			if a.Run != s.Run {
				continue
			}
			all += float64(len(a.Steps))
			if !a.Success.Value {
				n++
				steps += float64(len(a.Steps))
				tokens += float64(a.PromptTokens.Value + a.CompletionTokens.Value)
			}
		}
		if s.Attempts != n || *s.Steps.Sum != steps || math.Abs(*s.Steps.Share-steps/all) > 1e-12 || s.Tokens.Sum != nil && *s.Tokens.Sum != tokens {
			t.Errorf("%s: %+v, want %d attempts of %v steps and %v tokens", s.Run, s, n, steps, tokens)
		}
		if parts[s.Run] != [2]int{n, n} {
			t.Errorf("%s: modes and causes divide %v attempts, want %d", s.Run, parts[s.Run], n)
		}
	}
}

// The embedded LiveMCPBench run, against a count over its attempts.
func TestProfilesOfTheEmbeddedRun(t *testing.T) {
	name := "livemcpbench.parquet"
	text, err := examples.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	inputs, _, err := open.Paths(context.Background(), []string{path}, open.Options{Columns: shards.Columns(metrics.All(), failures.Taxonomy(), nil)})
	if err != nil {
		t.Fatal(err)
	}
	var attempts []*datasets.Trajectory
	b := table.NewBuilder()
	b.Taxonomy = failures.Taxonomy()
	var in result.Input
	err = shards.Read(context.Background(), inputs[0], 0, &in, func() {}, func(o table.Origin, a *datasets.Trajectory) {
		b.AddTrajectory(o, a, metrics.All())
		kept := &datasets.Trajectory{Run: strings.Clone(a.Run), Task: strings.Clone(a.Task), Trial: a.Trial}
		kept.Success = datasets.Known(slices.ContainsFunc(table.ScoreTrajectory(a, metrics.All()).Values, func(v table.Value) bool { return v.Metric == table.ReferenceMetric && v.Value >= 1 }))
		for _, s := range a.Steps {
			step := datasets.Step{Role: strings.Clone(s.Role)}
			for _, c := range s.Calls {
				for _, text := range []*string{&c.ID, &c.Server, &c.Tool, &c.Arguments, &c.Result, &c.Error} {
					*text = strings.Clone(*text)
				}
				step.Calls = append(step.Calls, c)
			}
			kept.Steps = append(kept.Steps, step)
		}
		attempts = append(attempts, kept)
	})
	if err != nil {
		t.Fatal(err)
	}
	built, err := b.Build("first")
	if err != nil {
		t.Fatal(err)
	}
	res, err := evaluate.Evaluate(built, result.Plan{Resamples: 200, Primary: table.ReferenceMetric}, metrics.All())
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Calls) != 1 {
		t.Fatalf("%d profiles", len(res.Calls))
	}
	compareTools(t, attempts, res.Calls[0].Tools, false)
	compareTools(t, attempts, res.Calls[0].Servers, true)
}

// A log by hand: at two tasks the failed attempt makes 1 and 3 calls more than the other, so that
// the mean difference is 2 and its standard error 1; Student's t of one degree of freedom has
// its 97.5% point at 12.706.
func TestContrastByHand(t *testing.T) {
	var attempts []*datasets.Trajectory
	for _, a := range []struct {
		task    string
		trial   int
		success bool
		calls   int
	}{{"t1", 0, true, 2}, {"t1", 1, false, 3}, {"t2", 0, true, 1}, {"t2", 1, false, 4}, {"t3", 0, false, 9}, {"t3", 1, false, 8}} {
		one := &datasets.Trajectory{Benchmark: "bench", Run: "x", Task: a.task, Trial: a.trial, Success: datasets.Known(a.success), Steps: []datasets.Step{{Role: "user"}}}
		for range a.calls {
			one.Steps = append(one.Steps, datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{{Tool: "a", Arguments: "{}", Result: "fine"}}})
		}
		attempts = append(attempts, one)
	}
	p := profile(t, attempts)
	c := p.Contrasts[slices.IndexFunc(p.Contrasts, func(c result.Contrast) bool { return c.Quantity == result.QuantityCalls })]
	if c.NTasks != 2 || c.Failed != 2 || c.Passed != 2 || *c.MeanFailed != 3.5 || *c.MeanPassed != 1.5 || *c.Difference != 2 || math.Abs(float64(c.Interval.Low)+10.706) > 0.001 || math.Abs(float64(c.Interval.High)-14.706) > 0.001 {
		t.Errorf("%+v, interval %+v", c, c.Interval)
	}
}

// Where a log has no calls there is no profile.
func TestNoCallsNoProfile(t *testing.T) {
	if p := profile(t, []*datasets.Trajectory{{Benchmark: "bench", Run: "x", Task: "t", Success: datasets.Known(true)}, {Benchmark: "bench", Run: "x", Task: "u", Success: datasets.Known(false), Steps: []datasets.Step{{Role: "user"}}}}); p != nil {
		t.Errorf("%+v", p)
	}
}
