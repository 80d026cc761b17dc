package main

import (
	"encoding/csv"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"mcpstats/internal/testlength"
	"mcpstats/stats"
)

// On Terminal-Bench's public runs, five attempts a task, two attempts drawn at random predict the standard error of
// the mean of five within 10%, on average over the draws.
func TestFiveTrialsFromTwo(t *testing.T) {
	shared, ok := sharedData()
	if !ok {
		t.Skip("the shared logs are not here")
	}
	out := filepath.Join(t.TempDir(), "scores.csv")
	mustRun(t, "score", filepath.Join(shared, "terminal-bench"), "--metrics", "success", "--duplicates", "last", "-o", out)
	f, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	scores := map[string]map[string][]float64{}
	for _, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[at["value"]], 64)
		if err != nil || row[at["metric"]] != "success" {
			continue
		}
		run := row[at["run"]]
		if scores[run] == nil {
			scores[run] = map[string][]float64{}
		}
		scores[run][row[at["task"]]] = append(scores[run][row[at["task"]]], v)
	}
	draws := 50
	if testlength.Long() {
		draws = 2000
	}
	rng := rand.New(rand.NewPCG(18, 5))
	runs := 0
	for _, run := range slices.Sorted(maps.Keys(scores)) {
		tasks := scores[run]
		var all [][]float64
		for _, task := range slices.Sorted(maps.Keys(tasks)) {
			trials := tasks[task]
			if len(trials) == 5 {
				all = append(all, trials)
			}
		}
		if len(all) < 50 {
			continue
		}
		runs++
		five, err := stats.TaskTrialVariance(all)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for range draws {
			two := make([][]float64, len(all))
			for i, trials := range all {
				p := rng.Perm(5)
				two[i] = []float64{trials[p[0]], trials[p[1]]}
			}
			v, err := stats.TaskTrialVariance(two)
			if err != nil {
				t.Fatal(err)
			}
			se, err := stats.StandardErrorAt(v.Between, v.Within, len(all), 5)
			if err != nil {
				t.Fatal(err)
			}
			sum += se / five.SE
		}
		if ratio := sum / float64(draws); math.Abs(ratio-1) > 0.1 {
			t.Errorf("%s: two trials predict %v times the standard error of five, on average", run, ratio)
		} else {
			t.Logf("%s: %d tasks, ratio %.4f", run, len(all), ratio)
		}
	}
	if runs < 3 {
		t.Errorf("%d runs have five attempts at fifty tasks", runs)
	}
}
