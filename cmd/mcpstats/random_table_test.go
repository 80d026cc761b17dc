package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/cmd/mcpstats/naive"
)

// randomTable is a small log of one metric, and how it is written down.
type randomTable struct {
	naive.Table
	metric string
	shape  string // csv, jsonl, parquet, scores
	beside bool   // a verdict stands beside each value, and is known where the value is not
}

// metricKinds are the metrics of random tables: in logs the verdict and the grade,
// in scores those that are called so, better either way or nobody knows.
var metricKinds = []struct {
	name   string
	scores bool // only where scores were computed elsewhere
	filled bool
	better int
	binary bool
	beside bool
}{
	{"success", false, true, 1, true, false}, {"reward", false, true, 1, false, false}, {"reward", false, false, 1, false, true},
	{"word_accuracy", true, false, 1, false, false}, {"error_rate", true, false, -1, false, false}, {"zeta", true, false, 0, false, false}, {"zeta", true, false, 0, true, false},
}

// drawTable draws a table. even has every run try every task equally often, and every
// attempt have an outcome.
func drawTable(t *rapid.T, even bool) *randomTable {
	kind := rapid.SampledFrom(metricKinds).Draw(t, "metric")
	shapes := []string{"csv", "jsonl", "parquet", "scores"}
	if kind.scores {
		shapes = shapes[3:]
	}
	if kind.beside {
		shapes = shapes[:3]
	}
	out := &randomTable{Table: naive.Table{Filled: kind.filled, Better: kind.better}, metric: kind.name, beside: kind.beside, shape: rapid.SampledFrom(shapes).Draw(t, "shape")}
	runs := rapid.IntRange(1, 5).Draw(t, "runs")
	tasks := rapid.IntRange(1, 40).Draw(t, "tasks")
	trials := rapid.IntRange(1, 3).Draw(t, "trials")
	clustered := out.shape != "scores" && rapid.IntRange(0, 3).Draw(t, "clusters") == 0
	levels := out.shape != "scores" && rapid.Bool().Draw(t, "levels")
	apart := !kind.binary && rapid.IntRange(0, 3).Draw(t, "runs far apart") == 0 // by many times what tasks scatter
	odd := 0                                                                     // in a hundred cells
	if !even {
		odd = rapid.SampledFrom([]int{0, 4, 15, 50}).Draw(t, "odd cells")
	}
	// One number is drawn for all values: shrinking a thousand of them takes ages.
	draw := rand.New(rand.NewPCG(rapid.Uint64Range(0, 1<<20).Draw(t, "seed"), 0))
	skill := make([]float64, runs)
	for r := range skill {
		skill[r] = draw.Float64()
	}
	for r := range runs {
		for k := range tasks {
			n := trials
			if draw.IntN(100) < odd {
				n = draw.IntN(4)
			}
			for i := range n {
				a := naive.Attempt{Run: fmt.Sprintf("run%d", r+1), Task: fmt.Sprintf("t%d", k+1), Trial: i}
				if clustered {
					a.Cluster = "c" + strconv.Itoa(k/3)
				}
				if levels {
					a.Level = []string{"easy", "hard"}[k*7%5%2]
				}
				value := float64(draw.IntN(9)) / 8
				if draw.Float64() < skill[r] {
					value = 1
				}
				switch {
				case kind.binary:
					value = float64(int(value))
				case apart:
					value = float64(r)/8 + float64(draw.IntN(3))/100
				}
				if a.Value = &value; out.shape != "scores" && draw.IntN(200) < odd {
					a.Value = nil
				}
				out.Attempts = append(out.Attempts, a)
			}
		}
	}
	known := false
	for i := range out.Attempts {
		known = known || out.Attempts[i].Value != nil
	}
	// Whoever reads a column of grades that are all 0 or 1 takes it for one of verdicts.
	out.Binary = !slices.ContainsFunc(out.Attempts, func(a naive.Attempt) bool { return a.Value != nil && *a.Value != 0 && *a.Value != 1 })
	if kind.scores && out.Binary && kind.better > 0 {
		out.Filled = true // a verdict under another name
	}
	if !known {
		t.Skip("nothing was scored")
	}
	draw.Shuffle(len(out.Attempts), func(i, j int) { out.Attempts[i], out.Attempts[j] = out.Attempts[j], out.Attempts[i] })
	return out
}

// write writes the table as its shape says, and returns the arguments that read it.
func (r *randomTable) write(t testing.TB, dir string) []string {
	path := filepath.Join(dir, "log."+r.shape)
	var b strings.Builder
	switch r.shape {
	case "scores":
		path = filepath.Join(dir, "scores.csv")
		b.WriteString("run,task,trial,metric,value\n")
		for _, a := range r.Attempts {
			fmt.Fprintf(&b, "%s,%s,%d,%s,%v\n", a.Run, a.Task, a.Trial, r.metric, *a.Value)
		}
	case "jsonl":
		for _, a := range r.Attempts {
			line := map[string]any{"run": a.Run, "task": a.Task, "trial": a.Trial, r.metric: a.Value}
			if r.beside {
				line["success"] = a.Trial == 0
			}
			if a.Cluster != "" {
				line["cluster"] = a.Cluster
			}
			if a.Level != "" {
				line["strata"] = map[string]string{"level": a.Level}
			}
			text, err := json.Marshal(line)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(text, '\n'))
		}
	default:
		path = filepath.Join(dir, "log.csv")
		verdict := ""
		if r.beside {
			verdict = ",success"
		}
		fmt.Fprintf(&b, "run,task,trial,%s,cluster,level%s\n", r.metric, verdict)
		for _, a := range r.Attempts {
			value := ""
			if a.Value != nil {
				value = fmt.Sprint(*a.Value)
			}
			if r.beside {
				verdict = ",1"
			}
			fmt.Fprintf(&b, "%s,%s,%d,%s,%s,%s%s\n", a.Run, a.Task, a.Trial, value, a.Cluster, a.Level, verdict)
		}
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	switch r.shape {
	case "scores":
		return []string{"--scores", path}
	case "parquet":
		to := filepath.Join(dir, "log.parquet")
		printed(t, "import", path, "-q", "-o", to)
		path = to
	}
	return []string{path}
}

// printed runs the program and returns what it printed.
func printed(t testing.TB, args ...string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if code := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); code != exitDone {
		t.Fatalf("mcpstats %s: exit %d: %s", strings.Join(args, " "), code, stderr.String())
	}
	return stdout.String()
}
