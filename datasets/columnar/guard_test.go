package columnar

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// A long text that packs well is not damage: the message says which flag reads it,
// with a size that does.
func TestLongValue(t *testing.T) {
	path := filepath.Join(t.TempDir(), "long.parquet")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWriter(f)
	if err != nil {
		t.Fatal(err)
	}
	const long = 70 << 20
	for i, text := range []string{"short", strings.Repeat("x", long)} {
		if err := w.Write(&datasets.Trajectory{Run: "a", Task: string(rune('1' + i)), Response: text}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	read := func(limits datasets.Limits) (lengths []int, err error) {
		f, err := Open(path, Options{Columns: datasets.AllColumns, Limits: limits})
		if err != nil {
			return nil, err
		}
		defer f.Close()
		for a, err := range f.Trajectories(t.Context()) {
			if err != nil {
				return lengths, err
			}
			lengths = append(lengths, len(a.Response))
		}
		return lengths, nil
	}
	_, err = read(datasets.Limits{})
	if err == nil {
		t.Fatal("no limit is held")
	}
	_, advice, told := strings.Cut(err.Error(), "--max-record-bytes ")
	size, _, _ := strings.Cut(advice, " ")
	var limits datasets.Limits
	if !told || strings.Contains(err.Error(), "the file is damaged") {
		t.Fatal(err)
	}
	if err := limits.Record.Set(size); err != nil {
		t.Fatal(err)
	}
	if got, err := read(limits); err != nil || len(got) != 2 || got[1] != long {
		t.Error(size, got, err)
	}
}
