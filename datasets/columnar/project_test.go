package columnar

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// leafNames are the leaf columns that a file's projection decodes.
func leafNames(t *testing.T, path string, columns datasets.Columns) []string {
	t.Helper()
	f, err := Open(path, Options{Columns: columns})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b := f.backend.(*parquetBackend)
	var names []string
	for _, leaf := range b.batches(context.Background(), f.project).(*parquetStream).leaves {
		names = append(names, strings.NewReplacer(".list.element", "", ".key_value", "").Replace(b.reader.MetaData().Schema.Column(leaf).Path()))
	}
	return names
}

var (
	outcomeLeaves = []string{"benchmark", "run", "task", "trial", "success", "reward", "exit"}
	unreadLeaves  = []string{"unread.what", "unread.count", "unread.calls", "tool_effects.key", "tool_effects.value"} // what goes with any part of the steps
	factLeaves    = []string{"model", "agent", "dataset_version", "task_hash", "strata.key", "strata.value", "cluster", "error"}
)

// Only the leaves that the asked-for columns need are decoded: no name where
// calls are counted, no text where they are told apart.
func TestProjection(t *testing.T) {
	path := saved(t, written(t, manyTrajectories(10, 10)))
	calls := append([]string{"steps.role", "steps.calls.server", "steps.calls.tool", "steps.calls.is_error"}, unreadLeaves...)
	for name, c := range map[string]struct {
		columns datasets.Columns
		want    []string
	}{
		"outcome":       {datasets.Of(datasets.ColTask), nil},
		"facts":         {datasets.Facts, factLeaves},
		"counts":        {datasets.Of(datasets.ColCalls), append([]string{"steps.calls.is_error"}, unreadLeaves...)},
		"calls":         {datasets.Of(datasets.ColSteps), calls},
		"message texts": {datasets.Of(datasets.ColStepTexts), append([]string{"steps.content"}, calls...)},
		"call texts":    {datasets.Of(datasets.ColCallTexts), append([]string{"steps.calls.id", "steps.calls.arguments", "steps.calls.result", "steps.calls.error", "steps.calls.latency_ms", "steps.calls.labels"}, calls...)},
		"plans":         {datasets.Of(datasets.ColExpected, datasets.ColPredicted), []string{"expected.any_of", "expected.after", "expected.arguments", "predicted", "read_only"}},
		"claims":        {datasets.Of(datasets.ColClaims), []string{"claims.score"}},
		"claim texts":   {datasets.Of(datasets.ColClaims, datasets.ColClaimTexts), []string{"claims.text", "claims.score"}},
		"latency":       {datasets.Of(datasets.ColLatency), []string{"latency_ms"}},
	} {
		want := append(slices.Clone(outcomeLeaves), c.want...)
		got := leafNames(t, path, c.columns)
		slices.Sort(want)
		slices.Sort(got)
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	if all := leafNames(t, path, 0); !slices.Contains(all, "steps.content") || !slices.Contains(all, "attributes.value") {
		t.Errorf("everything is only %v", all)
	}
}

// What was not asked for is absent, what was asked for is the same.
func TestProjectedRows(t *testing.T) {
	list := manyTrajectories(50, 10)
	path := saved(t, written(t, list))
	for i, x := range readAll(t, path, Options{Columns: datasets.Facts | datasets.Of(datasets.ColSteps)}) {
		want := clone(&list[i])
		want.Expected, want.Predicted, want.LatencyMS, want.Reported = nil, nil, datasets.Maybe[float64]{}, nil
		for j := range want.Steps {
			want.Steps[j].Content = ""
			for k := range want.Steps[j].Calls {
				c := &want.Steps[j].Calls[k]
				c.ID, c.Arguments, c.Result, c.Error, c.LatencyMS = "", "", "", "", datasets.Maybe[float64]{}
			}
		}
		if d := cmp.Diff(want, x); d != "" {
			t.Fatalf("row %d (-want +got):\n%s", i, d)
		}
	}
}

// countingFS counts the bytes that are read of its files.
type countingFS struct {
	dir  string
	read atomic.Int64
}

type countingFile struct {
	*os.File
	read *atomic.Int64
}

func (c *countingFS) Open(name string) (fs.File, error) {
	f, err := os.Open(filepath.Join(c.dir, name))
	return countingFile{f, &c.read}, err
}

func (f countingFile) ReadAt(p []byte, at int64) (int, error) {
	n, err := f.File.ReadAt(p, at)
	f.read.Add(int64(n))
	return n, err
}

// Counting calls does not even read the texts from the disk.
func TestTextsAreNotRead(t *testing.T) {
	list := manyTrajectories(400, 4)
	random := uint64(1)
	noise := func() string { // texts that no codec makes small
		var b strings.Builder
		for b.Len() < 4000 {
			random = random*6364136223846793005 + 1442695040888963407
			b.WriteByte(byte(' ' + random>>57%95))
		}
		return b.String()
	}
	for i := range list {
		for j := range list[i].Steps {
			list[i].Steps[j].Content = noise()
		}
	}
	path := saved(t, written(t, list))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	bytes := func(columns datasets.Columns) int64 {
		c := &countingFS{dir: filepath.Dir(path)}
		f, err := OpenFS(c, filepath.Base(path), Options{Columns: columns})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for _, err := range f.Trajectories(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
		}
		return c.read.Load()
	}
	if n := bytes(datasets.Of(datasets.ColSteps)); n > info.Size()/10 {
		t.Errorf("%d of %d bytes read to count calls", n, info.Size())
	}
	if n := bytes(datasets.Of(datasets.ColStepTexts)); n < info.Size()/2 {
		t.Errorf("only %d of %d bytes read for the texts", n, info.Size())
	}
}

// Leaves of one column that were decoded apart are the column.
func TestShares(t *testing.T) {
	list := []unit{{[]int{4}, 10}, {[]int{1, 2}, 7}, {[]int{0}, 5}, {[]int{3}, 2}}
	// By hand: 10 to the first, 7 to the second, 5 to the second (7 < 10), 2 to the
	// first (10 < 12).
	if d := cmp.Diff([][]int{{3, 4}, {0, 1, 2}}, shares(list, 2)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if got := shares(list, 100); len(got) != mostShares {
		t.Errorf("%d shares", len(got))
	}
	if got := shares(nil, 2); len(got) != 1 || len(got[0]) != 0 {
		t.Errorf("nothing is shared as %v", got)
	}
}

// The rows do not depend on how many goroutines decode them.
func TestAnyNumberOfCores(t *testing.T) {
	path := saved(t, written(t, manyTrajectories(300, 20)))
	want := readAll(t, path, Options{})
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{1, 3, 4, 8} {
		runtime.GOMAXPROCS(n)
		for _, rows := range []int{0, 7} {
			if d := cmp.Diff(want, readAll(t, path, Options{BatchRows: rows})); d != "" {
				t.Errorf("%d cores, batches of %d (-want +got):\n%s", n, rows, d)
			}
		}
	}
}
