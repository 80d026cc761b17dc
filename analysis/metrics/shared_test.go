package metrics

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// sharedData is the folder with logs of real runs, beside the repository; tests
// of facts about them skip where it is absent.
func sharedData(t testing.TB, path ...string) string {
	t.Helper()
	root := os.Getenv("MCPSTATS_SHARED_DATA")
	if root == "" {
		root = filepath.Join("..", "..", "..", "shared", "data")
	}
	root = filepath.Join(append([]string{root}, path...)...)
	if _, err := os.Stat(root); err != nil {
		t.Skipf("no shared data at %s (MCPSTATS_SHARED_DATA names the folder)", root)
	}
	return root
}

// readJSON decodes a file.
func readJSON[T any](t testing.TB, path string) T {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var v T
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return v
}

// metric finds a metric or ends the test.
func metric(t testing.TB, name string) table.Metric {
	t.Helper()
	m, ok := Lookup(name)
	if !ok {
		t.Fatalf("no metric %s", name)
	}
	return m
}

// undefined stands for "no score" in tables of expected values.
const undefined = -1e9

// scoreOf is a metric's value, undefined where there is none.
func scoreOf(t testing.TB, name string, tr *datasets.Trajectory) float64 {
	t.Helper()
	return valueOf(metric(t, name), tr)
}

func valueOf(m table.Metric, tr *datasets.Trajectory) float64 {
	v, ok := m.Score(tr)
	if !ok {
		return undefined
	}
	return v
}

func check(t *testing.T, what string, got, want float64) {
	t.Helper()
	if d := got - want; d > 1e-12 || d < -1e-12 || got != got {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}
