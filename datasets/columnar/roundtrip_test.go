package columnar

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
)

// anyTrajectory draws trajectories with every field absent, empty or filled.
func anyTrajectory() *rapid.Generator[datasets.Trajectory] {
	return rapid.Custom(func(t *rapid.T) (x datasets.Trajectory) {
		for _, f := range datasets.Fields {
			draw(t, f, &x)
		}
		x.Run, x.Task = "r"+x.Run, "t"+x.Task
		return x
	})
}

func anyStep() *rapid.Generator[datasets.Step] {
	call := rapid.Custom(func(t *rapid.T) datasets.ToolCall {
		text := func(name string) string { return rapid.String().Draw(t, name) }
		return datasets.ToolCall{ID: text("id"), Server: text("server"), Tool: text("tool"), Arguments: text("arguments"), Result: text("result"), Error: text("error"),
			IsError: maybe(t, "is_error", rapid.Bool()), LatencyMS: maybe(t, "latency", rapid.Float64()), Labels: maybeNil(t, "labels", rapid.String())}
	})
	return rapid.Custom(func(t *rapid.T) datasets.Step {
		return datasets.Step{Role: rapid.SampledFrom([]string{"system", "user", "assistant", "tool"}).Draw(t, "role"), Content: rapid.String().Draw(t, "content"), Calls: maybeNil(t, "calls", call)}
	})
}

func maybe[T any](t *rapid.T, name string, g *rapid.Generator[T]) datasets.Maybe[T] {
	if rapid.Bool().Draw(t, name+" known") {
		return datasets.Known(g.Draw(t, name))
	}
	return datasets.Maybe[T]{}
}

func maybeNil[T any](t *rapid.T, name string, g *rapid.Generator[T]) []T {
	if rapid.Bool().Draw(t, name+" absent") {
		return nil
	}
	if list := rapid.SliceOfN(g, 0, 4).Draw(t, name); list != nil {
		return list
	}
	return []T{}
}

func maybeMap[T any](t *rapid.T, name string, g *rapid.Generator[T]) map[string]T {
	if rapid.Bool().Draw(t, name+" absent") {
		return nil
	}
	return rapid.MapOfN(rapid.String(), g, 0, 4).Draw(t, name)
}

// fataler is what *testing.T and *rapid.T share.
type fataler interface {
	Helper()
	Fatal(...any)
}

// written is a file's bytes.
func written(t fataler, trajectories []datasets.Trajectory) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	for i := range trajectories {
		if err := w.Write(&trajectories[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func saved(t testing.TB, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "trajectories.parquet")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// readAll reads a file, copying each trajectory's slices and maps.
func readAll(t testing.TB, path string, options Options) []datasets.Trajectory {
	t.Helper()
	list, errs := readSome(t, path, options)
	for _, err := range errs {
		t.Error(err)
	}
	return list
}

func readSome(t testing.TB, path string, options Options) (list []datasets.Trajectory, errs []error) {
	t.Helper()
	f, err := Open(path, options)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	for x, err := range f.Trajectories(context.Background()) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		list = append(list, clone(x))
	}
	return list, errs
}

// Whatever is written is read back, absent and empty apart.
func TestRoundTrip(t *testing.T) {
	checkRoundTrip := func(t *rapid.T) {
		want := rapid.SliceOfN(anyTrajectory(), 1, 6).Draw(t, "trajectories")
		batch := rapid.SampledFrom([]int{0, 1, 2, 3}).Draw(t, "batch")
		dir, err := os.MkdirTemp("", "columnar")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		var b bytes.Buffer
		w, err := NewWriter(&b)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			if err := w.Write(&want[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "x.parquet")
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Open(path, Options{BatchRows: batch})
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		var got []datasets.Trajectory
		for x, err := range f.Trajectories(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, clone(x))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("read back other than written (-written +read):\n%s", d)
		}
	}
	rapid.Check(t, checkRoundTrip)
}

// The bytes follow from the trajectories alone.
func TestWriterIsDeterministic(t *testing.T) {
	list := manyTrajectories(3000, 200)
	for i := range list {
		list[i].Task = fmt.Sprint("a task with a long name ", i, strings.Repeat("-", 500)) // beyond the usual limit of a dictionary
	}
	first := written(t, list)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for procs := range 6 { // a chunk of two encodings would differ each other time
		runtime.GOMAXPROCS(procs + 1)
		if !bytes.Equal(first, written(t, list)) {
			t.Fatal("the same trajectories gave other bytes")
		}
	}
}

// The columns that are to have dictionaries exist and have them; no other column
// has one, and no chunk is written in two encodings.
func TestDictionaries(t *testing.T) {
	f, err := Open(saved(t, written(t, manyTrajectories(100, 10))), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	group := f.backend.(*parquetBackend).reader.MetaData().RowGroup(0)
	var got []string
	for i := range group.NumColumns() {
		chunk, err := group.ColumnChunk(i)
		if err != nil {
			t.Fatal(err)
		}
		if chunk.HasDictionaryPage() {
			got = append(got, chunk.PathInSchema().String())
		}
		if n := len(chunk.EncodingStats()); n > 2 || n > 1 && !chunk.HasDictionaryPage() {
			t.Errorf("%s: %v", chunk.PathInSchema(), chunk.EncodingStats())
		}
	}
	want := []string{ // by hand: names and the keys of maps; texts that are written once are not among them
		"benchmark", "run", "task", "model", "agent", "dataset_version", "task_hash", "strata.key_value.key", "strata.key_value.value", "cluster", "exit",
		"expected.list.element.any_of.list.element", "predicted.list.element", "ranked.list.element.tool", "available.list.element",
		"steps.list.element.role", "steps.list.element.calls.list.element.server", "steps.list.element.calls.list.element.tool", "steps.list.element.calls.list.element.labels.list.element",
		"judgments.list.element.judge", "metrics.key_value.key", "failure_labels.list.element.mode", "failure_labels.list.element.source",
		"failure_labels.list.element.annotator", "reported.key_value.key", "attributes.key_value.key", "tool_effects.key_value.key", "tool_effects.key_value.value",
	}
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Row groups end before they grow large, and all rows come back over their
// borders, in order.
func TestRowGroups(t *testing.T) {
	const n = groupRows + mostRows + 7
	list := make([]datasets.Trajectory, n)
	for i := range list {
		list[i] = datasets.Trajectory{Run: "r", Task: "t", Trial: i}
	}
	path := saved(t, written(t, list))
	f, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Rows() != n {
		t.Errorf("the footer counts %d rows, want %d", f.Rows(), n)
	}
	if groups := f.backend.(*parquetBackend).reader.NumRowGroups(); groups != 2 {
		t.Errorf("%d row groups, want 2", groups)
	}
	i := 0
	for x, err := range f.Trajectories(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if x.Trial != i {
			t.Fatalf("row %d holds trial %d", i, x.Trial)
		}
		i++
	}
	if i != n {
		t.Errorf("%d rows read, want %d", i, n)
	}
}

// Nothing is left allocated, whether a file is read to its end or not.
func TestNothingLeaks(t *testing.T) {
	path := saved(t, written(t, manyTrajectories(500, 50)))
	for _, stop := range []int{-1, 0, 1, 100} {
		mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
		f, err := Open(path, Options{Allocator: mem, BatchRows: 64})
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for _, err := range f.Trajectories(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			if i == stop {
				break
			}
			i++
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		mem.AssertSize(t, 0)
	}
}

func TestWriterFreesItsMemory(t *testing.T) {
	mem := memory.NewCheckedAllocator(memory.NewGoAllocator())
	defer mem.AssertSize(t, 0)
	var b bytes.Buffer
	w, err := newWriter(&b, mem)
	if err != nil {
		t.Fatal(err)
	}
	list := manyTrajectories(100, 50)
	for i := range list {
		if err := w.Write(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
}

// What the schema cannot say is refused, and the file stays good.
func TestWriterRefuses(t *testing.T) {
	var b bytes.Buffer
	w, err := NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	for name, x := range map[string]datasets.Trajectory{
		"no run":         {Task: "t"},
		"no task":        {Run: "r"},
		"trial":          {Run: "r", Task: "t", Trial: -1},
		"dangling after": {Run: "r", Task: "t", Expected: []datasets.Need{{AnyOf: []string{"a"}, After: []int{1}}}},
	} {
		if err := w.Write(&x); err == nil {
			t.Errorf("%s: written", name)
		}
	}
	if err := w.Write(&datasets.Trajectory{Run: "r", Task: "t"}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got := readAll(t, saved(t, b.Bytes()), Options{}); len(got) != 1 {
		t.Errorf("%d rows, want 1", len(got))
	}
	if err := w.Write(&datasets.Trajectory{Run: "r", Task: "t"}); err == nil {
		t.Error("written after Close")
	}
}
