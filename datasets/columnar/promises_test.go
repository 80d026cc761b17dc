package columnar

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// What a log promises goes with the canonical file made of it.
func TestPromises(t *testing.T) {
	promises := []datasets.Promise{
		{Benchmark: "b", Run: "one", Tasks: []string{"1", "a \"b\"", "é"}, Trials: 2, Source: "the header"},
		{Run: "two", NTasks: 40, Attempts: 80, Source: "n_total_trials"},
		{Benchmark: "b", Run: "three", Open: true},
	}
	path := filepath.Join(t.TempDir(), "x.parquet")
	for _, want := range [][]datasets.Promise{nil, promises} {
		file, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		w, err := NewWriter(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(&datasets.Trajectory{Run: "one", Task: "1"}); err != nil {
			t.Fatal(err)
		}
		if err := w.StatePromises(want); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, f.Promises()); d != "" {
			t.Error(d)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
