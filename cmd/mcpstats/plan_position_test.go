package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/reports/jsonout"
)

// A curve along the place in the plan holds, of every run, the share of the tasks with a need at that
// place whose need is met: 0 where the run predicted nothing at all. Counted here from the lines.
func TestCurveAlongThePlan(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 3))
	const runs, tasks = 3, 40
	met, of := map[string]map[int]int{}, map[int]int{}
	var lines strings.Builder
	lengths := make([]int, tasks)
	for i := range lengths {
		lengths[i] = 1 + rng.IntN(5)
		for k := range lengths[i] {
			of[k+1]++
		}
	}
	for r := range runs {
		run := fmt.Sprint("run", r)
		met[run] = map[int]int{}
		for i, n := range lengths {
			var plan, calls []string
			for k := range n {
				tool := fmt.Sprintf("tool-%d-%d", i, k)
				plan = append(plan, fmt.Sprintf("%q", tool))
				if rng.IntN(3) > 0 {
					calls = append(calls, fmt.Sprintf("%q", tool))
					met[run][k+1]++
				}
			}
			predicted := fmt.Sprintf(`,"predicted":[%s]`, strings.Join(calls, ","))
			if len(calls) == 0 && r == 0 {
				predicted = "" // nothing known of the attempt: a failure all the same
			}
			fmt.Fprintf(&lines, `{"benchmark":"b","run":%q,"task":"t%d","expected":[%s]%s}`+"\n", run, i, strings.Join(plan, ","), predicted)
		}
	}
	dir := t.TempDir()
	path, out := filepath.Join(dir, "log.jsonl"), filepath.Join(dir, "out")
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "report", path, "--ask", "curve along=plan_position", "-o", out, "--resamples", "100")
	f, err := os.Open(filepath.Join(out, "results.json"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	res, err := jsonout.Read(f)
	if err != nil || len(res.Answers) != 1 || res.Answers[0].Curve == nil {
		t.Fatalf("%d answers (%v)", len(res.Answers), err)
	}
	points := 0
	for _, line := range res.Answers[0].Curve.Sweep.Lines {
		for _, p := range line.Points {
			k := int(p.X)
			if want := float64(met[line.Run][k]) / float64(of[k]); p.NTasks != of[k] || math.Abs(p.Mean-want) > 1e-12 {
				t.Errorf("%s at place %d: %v of %d tasks, expected %v of %d", line.Run, k, p.Mean, p.NTasks, want, of[k])
			}
			points++
		}
	}
	if points != runs*len(of) {
		t.Errorf("%d points, expected %d", points, runs*len(of))
	}
	// Without the question there is no metric by places, and with another metric there is no answer.
	mustRun(t, "report", path, "-o", filepath.Join(dir, "plain"), "--resamples", "100")
	if plain, err := os.ReadFile(filepath.Join(dir, "plain", "results.json")); err != nil || strings.Contains(string(plain), "need_met") {
		t.Errorf("a report that nobody asked has the places of plans (%v)", err)
	}
	mustRun(t, "report", path, "--ask", "curve along=plan_position metric=plan_f1", "-o", filepath.Join(dir, "other"), "--resamples", "100")
	if other, err := os.ReadFile(filepath.Join(dir, "other", "report.md")); err != nil || !strings.Contains(string(other), "a curve shows plan_recall, need by need") {
		t.Errorf("another metric along the plan is not told (%v)", err)
	}
}
