//go:build linux

package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/columnar"
	"mcpstats/datasets/open"
	"mcpstats/internal/testlength"
)

// shard writes the trajectories of an example in n Parquet files, each record in a
// file that the draw decides.
func shard(t *testing.T, dir, example string, n int, random *rand.Rand) (files []string) {
	t.Helper()
	inputs, err := open.Examples([]string{example}, open.Options{Columns: datasets.AllColumns})
	if err != nil {
		t.Fatal(err)
	}
	var writers []*columnar.Writer
	for i := range n {
		path := filepath.Join(dir, fmt.Sprintf("%d-of-%d.parquet", i, n))
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w, err := columnar.NewWriter(f)
		if err != nil {
			t.Fatal(err)
		}
		if rule := inputs[0].Duplicates(); rule != "" {
			if err := w.StateDuplicates(rule); err != nil {
				t.Fatal(err)
			}
		}
		writers, files = append(writers, w), append(files, path)
	}
	for tr, err := range inputs[0].Trajectories(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if err := writers[random.IntN(n)].Write(tr); err != nil {
			t.Fatal(err)
		}
	}
	for _, w := range writers {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// reportFiles reads all files of a report. Without inputs, what tells of them is left
// out: the provenance lists the files that were read.
func reportFiles(t *testing.T, dir string, inputs bool) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[name] = string(b)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if inputs {
		return out
	}
	var res map[string]any
	if err := json.Unmarshal([]byte(out["results.json"]), &res); err != nil {
		t.Fatal(err)
	}
	provenance := res["provenance"].(map[string]any)
	delete(provenance, "inputs")
	delete(provenance, "command")
	if attempts, ok := res["attempts"].(map[string]any); ok {
		lines, _ := attempts["rows"].([]any)
		if len(lines) == 0 {
			t.Fatal("results.json lists no attempts")
		}
		for _, line := range lines {
			delete(line.(map[string]any), "file")
			delete(line.(map[string]any), "record")
		}
	}
	b, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	out["results.json"] = string(b)
	out["tables/attempts.csv"] = withoutColumns(t, out["tables/attempts.csv"], "file", "record")
	return out
}

// withoutColumns is a CSV file without some of its columns.
func withoutColumns(t *testing.T, text string, names ...string) string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	for _, row := range rows {
		var kept []string
		for i, cell := range row {
			if !slices.Contains(names, rows[0][i]) {
				kept = append(kept, cell)
			}
		}
		if err := w.Write(kept); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	return b.String()
}

// numbersOnly keeps of a report's files those that do not list the inputs.
func numbersOnly(files map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range files {
		switch {
		case name == "results.json", name == "scores.parquet", name == "plan.yaml", name == "failures.md", strings.HasPrefix(name, "figures"),
			strings.HasPrefix(name, "tables") && !strings.Contains(name, "inputs"):
			out[name] = text
		}
	}
	return out
}

func differ(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if want[name] != got[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(want) != len(got) {
		t.Errorf("%s: %d files, not %d", what, len(got), len(want))
	}
}

// Reports of the same logs, with any number of processors and the logs in
// any order, are the same bytes. Cut into any number of files, whichever record in
// whichever, they give the same scores, results, figures and tables.
func TestSameBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("makes many reports")
	}
	again, cuts := 2, []int{1, 5}
	if testlength.Long() {
		again, cuts = 19, []int{1, 2, 5, 8}
	}
	program, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	dir := t.TempDir()
	report := func(files []string, procs int) string {
		t.Helper()
		out := filepath.Join(dir, "out")
		files = slices.Clone(files)
		random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
		c := exec.Command(program, append([]string{"report", "-q", "--resamples", "500", "-o", out}, files...)...)
		c.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", procs))
		if text, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		return out
	}
	files := shard(t, t.TempDir(), "tau-bench", 4, random)
	files = append(files, shard(t, t.TempDir(), "livemcpbench", 1, random)...)
	first := reportFiles(t, report(files, runtime.NumCPU()), true)
	for range again {
		procs := 1 + random.IntN(16)
		differ(t, fmt.Sprintf("GOMAXPROCS=%d", procs), first, reportFiles(t, report(files, procs), true))
	}
	var whole map[string]string
	for _, n := range cuts {
		got := numbersOnly(reportFiles(t, report(shard(t, t.TempDir(), "tau-bench", n, random), 2), false))
		if whole == nil {
			whole = got
		}
		differ(t, fmt.Sprintf("%d files", n), whole, got)
	}
}
