package partial

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/analysis/scale"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
	"mcpstats/stats"
)

var testSettings = Settings{Tool: "test", Depth: Attempts, Metrics: []string{"m"}, Modes: []string{"wrong_tool", "premature_stop"}}

// anyRecord draws a scored attempt with every field that a partial keeps.
func anyRecord() *rapid.Generator[table.Record] {
	text := rapid.SampledFrom([]string{"", "a", "b", "run:1", "\x00\xff<>", "ünï", strings.Repeat("long ", 50)})
	number := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{0, 1, -1, math.Inf(1), math.Copysign(0, -1), 0.1}))
	value := rapid.Custom(func(t *rapid.T) table.Value {
		return table.Value{Metric: text.Draw(t, "metric"), Value: number.Draw(t, "value")}
	})
	count := rapid.Custom(func(t *rapid.T) datasets.Maybe[int] {
		if !rapid.Bool().Draw(t, "known") {
			return datasets.Maybe[int]{}
		}
		return datasets.Known(rapid.IntRange(0, 1<<40).Draw(t, "n"))
	})
	return rapid.Custom(func(t *rapid.T) table.Record {
		r := table.Record{
			Attempt: table.Attempt{
				Benchmark: text.Draw(t, "benchmark"), Run: text.Draw(t, "run"), Task: text.Draw(t, "task"), Trial: rapid.IntRange(-3, 1<<40).Draw(t, "trial"),
				PlanLength: rapid.IntRange(-1, 9).Draw(t, "plan"), Cluster: text.Draw(t, "cluster"), Version: text.Draw(t, "version"), Hash: text.Draw(t, "hash"),
				Exit: datasets.Exit(text.Draw(t, "exit")), Errored: rapid.Bool().Draw(t, "errored"), Strata: rapid.MapOfN(text, text, 0, 3).Draw(t, "strata"),
			},
			Values: rapid.SliceOfN(value, 0, 4).Draw(t, "values"), Reported: rapid.SliceOfN(value, 0, 2).Draw(t, "reported"),
			Detected: table.Detected{Applicable: rapid.Uint64().Draw(t, "applicable"), Tools: count.Draw(t, "tools")},
		}
		for range rapid.IntRange(0, 2).Draw(t, "labels") {
			r.Attempt.Labels = append(r.Attempt.Labels, datasets.FailureLabel{Mode: text.Draw(t, "mode"), Source: text.Draw(t, "source"), Annotator: text.Draw(t, "annotator"),
				Step: count.Draw(t, "label step"), Root: rapid.Bool().Draw(t, "root"), Note: text.Draw(t, "note")})
		}
		for m := range rapid.IntRange(0, 2).Draw(t, "modes") {
			one := table.DetectedMode{Mode: m, Hits: rapid.IntRange(1, 99).Draw(t, "hits")}
			for range rapid.IntRange(0, 3).Draw(t, "shown") {
				one.Shown = append(one.Shown, table.Evidence{Step: count.Draw(t, "step"), Tool: text.Draw(t, "tool"), Excerpt: text.Draw(t, "excerpt")})
			}
			if rapid.Bool().Draw(t, "placed") {
				one.Place = datasets.Known(number.Draw(t, "place"))
			}
			r.Detected.Modes = append(r.Detected.Modes, one)
		}
		if rapid.Bool().Draw(t, "used") {
			r.Detected.Usage = usages(text).Draw(t, "usage")
		}
		return r
	})
}

// usages draws what attempts did with their tools.
func usages(text *rapid.Generator[string]) *rapid.Generator[*trace.Usage] {
	n := rapid.IntRange(0, 1<<40)
	return rapid.Custom(func(t *rapid.T) *trace.Usage {
		u := &trace.Usage{Messages: n.Draw(t, "messages")}
		for range rapid.IntRange(0, 3).Draw(t, "tools") {
			u.Tools = append(u.Tools, trace.ToolUse{Server: text.Draw(t, "server"), Tool: text.Draw(t, "tool"), Calls: n.Draw(t, "calls"), Told: n.Draw(t, "told"), Failed: n.Draw(t, "failed"), Recovered: n.Draw(t, "recovered")})
			for range rapid.IntRange(0, 2).Draw(t, "timed") {
				last := &u.Tools[len(u.Tools)-1]
				last.Latencies = append(last.Latencies, rapid.Float64Range(0, 1e9).Draw(t, "ms"))
			}
		}
		for i := range u.Tools {
			u.Errors = append(u.Errors, trace.ErrorUse{Tool: i, Pattern: text.Draw(t, "pattern"), Count: n.Draw(t, "count"), Step: n.Draw(t, "step")})
		}
		if rapid.Bool().Draw(t, "failed") {
			u.First = trace.FirstError{Known: true, Step: n.Draw(t, "step"), Before: n.Draw(t, "before"), Timed: rapid.Bool().Draw(t, "timed")}
		}
		if u.First.Timed {
			u.First.TimeBefore, u.First.TimeAfter = rapid.Float64Range(0, 1e9).Draw(t, "before"), rapid.Float64Range(0, 1e9).Draw(t, "after")
		}
		return u
	})
}

// shard is an input of a test.
func shard(name string) Shard {
	return Shard{Input: result.Input{Path: name, SHA256: "sha of " + name, Format: "parquet", Trajectories: 1}, Own: true, Rule: "last"}
}

// written is a partial of these records, on disk.
func written(t interface{ Fatal(...any) }, path string, s Settings, inputs []Shard, records []table.Record) []byte {
	var buf bytes.Buffer
	w, err := NewWriter(&buf, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range inputs {
		w.Input(in)
	}
	for i := range records {
		if err := w.Add(i%len(inputs), i+1, &records[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func TestRecordsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.partial")
	rapid.Check(t, func(t *rapid.T) {
		records := rapid.SliceOfN(anyRecord(), 0, 12).Draw(t, "records")
		inputs := []Shard{shard("a"), shard("b")}
		written(t, path, testSettings, inputs, records)
		f, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inputs, f.Inputs); diff != "" || f.Records != len(records) {
			t.Fatalf("%d records, %s", f.Records, diff)
		}
		i := 0
		err = f.EachRecord(func(input, number int, r table.Record) {
			if input != i%2 || number != i+1 {
				t.Fatalf("record %d comes back as %d of input %d", i, number, input)
			}
			if diff := cmp.Diff(records[i], r, cmpopts.EquateEmpty()); diff != "" {
				t.Fatal(diff)
			}
			i++
		})
		if err != nil || i != len(records) {
			t.Fatalf("%d of %d records, %v", i, len(records), err)
		}
	})
}

// Many attempts make many blocks, each of which stands by itself.
func TestManyBlocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.partial")
	var records []table.Record
	for i := range 3000 {
		records = append(records, table.Record{Attempt: table.Attempt{Run: "r", Task: fmt.Sprintf("%d %s", i, strings.Repeat("x", 1000))}})
	}
	written(t, path, testSettings, []Shard{shard("a")}, records)
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	if err := f.EachRecord(func(_, _ int, r table.Record) {
		if r.Attempt.Task != records[i].Attempt.Task {
			t.Fatalf("task %d: %q", i, r.Attempt.Task)
		}
		i++
	}); err != nil || i != 3000 {
		t.Fatalf("%d records, %v", i, err)
	}
}

func TestSumsComeBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.partial")
	total, err := stats.ExactSumOf([]float64{1e100, 1, 1e-100})
	if err != nil {
		t.Fatal(err)
	}
	var means stats.LogHistogram
	for _, v := range []float64{-3, 0, 0.1, 1e9} {
		means.Add(v)
	}
	set := scale.TaskSet{N: 7, Hash: [2]uint64{1 << 63, 5}}
	want := &scale.Sums{
		Settings: scale.SumsSettings{Seed: 3, Replicates: 2, Strata: []string{"level"}, Duplicates: "auto"},
		Runs:     []scale.SumsRun{{Benchmark: "b", Run: "r", Tasks: set, Attempts: 9, Duplicates: 1, Errors: 2, Clustered: true, Primary: "m", Outcomes: [3]int{1, 2, 6}}},
		Failures: []scale.SumsFailure{{Benchmark: "b", Run: "r", Set: "detected", Order: 3, Source: "detected", Category: "c", Mode: "d", Lift: true,
			Shown: [3]int{1, 2, 3}, Of: [3]int{4, 5, 6}, Primary: [3]int{0, 1, 0}}},
		Cells: []scale.SumsCell{
			{SumsKey: scale.SumsKey{Benchmark: "b", Run: "r", Metric: "m", Attempts: 2, Scored: 1}, Tasks: set, Graded: true, Undecided: set,
				Total: total, Squares: total, Means: means, Weights: []int64{3, 0}, Replicates: []stats.ExactSum{total, {}}},
		},
		Dropped: []string{"b\x00wide"},
	}
	for i := range 3 * sumsCells { // several blocks
		want.Cells = append(want.Cells, scale.SumsCell{SumsKey: scale.SumsKey{Benchmark: "b", Run: "r", Metric: "n", Stratum: "level", Value: fmt.Sprint(i), Attempts: 2}})
	}
	settings := testSettings
	settings.Depth = Sums
	var buf bytes.Buffer
	w, err := NewWriter(&buf, settings)
	if err != nil {
		t.Fatal(err)
	}
	w.Input(shard("a"))
	if err := w.AddSums(want, 9); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Sums()
	if err != nil {
		t.Fatal(err)
	}
	parts := cmp.Transformer("parts", func(s stats.ExactSum) []float64 { return s.Parts() })
	buckets := cmp.Transformer("buckets", func(h stats.LogHistogram) []stats.HistogramBucket { return h.Buckets() })
	if diff := cmp.Diff(want, got, parts, buckets, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// Inputs are numbered by path over all files, whatever the files are called.
func TestInputsAreOrderedAsOneMachineReadsThem(t *testing.T) {
	dir := t.TempDir()
	record := []table.Record{{Attempt: table.Attempt{Run: "r", Task: "t"}}}
	written(t, filepath.Join(dir, "1.partial"), testSettings, []Shard{shard("logs/c"), shard("logs/a")}, record)
	written(t, filepath.Join(dir, "2.partial"), testSettings, []Shard{shard("logs/b")}, record)
	set, err := Gather([]string{filepath.Join(dir, "2.partial"), filepath.Join(dir, "1.partial")})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, in := range set.Inputs {
		names = append(names, in.Path)
	}
	if diff := cmp.Diff([]string{"logs/a", "logs/b", "logs/c"}, names); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"d"}, set.Absent([]string{"a", "logs/b", "d"})); diff != "" {
		t.Error(diff)
	}
}

// Shards without a record may be alike byte by byte, and are different shards.
func TestEmptyShardsAreNotRepeats(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for _, name := range []string{"a", "b"} {
		empty := shard(name)
		empty.SHA256, empty.Trajectories = "the same", 0
		paths = append(paths, filepath.Join(dir, name+".partial"))
		written(t, paths[len(paths)-1], testSettings, []Shard{empty}, nil)
	}
	set, err := Gather(paths)
	if err != nil || len(set.Inputs) != 2 || len(set.Repeats) != 0 {
		t.Errorf("%+v, %v", set, err)
	}
}

// The same shards with other scores cannot both be right.
func TestSameShardsOtherScores(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.partial"), filepath.Join(dir, "b.partial")
	for path, value := range map[string]float64{a: 0, b: 1} {
		written(t, path, testSettings, []Shard{shard("s")}, []table.Record{{Values: []table.Value{{Metric: "m", Value: value}}}})
	}
	_, err := Gather([]string{a, b})
	if err == nil || !strings.Contains(err.Error(), "holds the same inputs as "+a+" but not the same scores") {
		t.Errorf("%v", err)
	}
}

// FuzzOpen: no bytes make a reader panic, run on, or take memory beyond the file's
// own size and the bound of a block.
func FuzzOpen(f *testing.F) {
	path := filepath.Join(f.TempDir(), "seed.partial")
	whole := written(f, path, testSettings, []Shard{shard("a")}, []table.Record{{Attempt: table.Attempt{Run: "r", Task: "t"}, Values: []table.Value{{Metric: "m", Value: 1}}}})
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "x.partial")
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
		file, err := Open(path)
		if err != nil {
			return
		}
		_ = file.EachRecord(func(int, int, table.Record) {})
		_, _ = file.Sums()
	})
}

// FuzzUnpack: the packed content of a block may be anything.
func FuzzUnpack(f *testing.F) {
	var p packer
	packRecord(&p, 0, 1, &table.Record{Attempt: table.Attempt{Run: "r", Strata: map[string]string{"a": "b"}}, Values: []table.Value{{Metric: "m", Value: 2}}})
	f.Add(bytes.Clone(p.buf))
	p.reset()
	if err := packSums(&p, &scale.Sums{Cells: make([]scale.SumsCell, 2), Runs: make([]scale.SumsRun, 1)}); err != nil {
		f.Fatal(err)
	}
	f.Add(p.buf)
	f.Fuzz(func(_ *testing.T, content []byte) {
		u := &unpacker{buf: content}
		for len(u.buf) > 0 {
			unpackRecord(u)
		}
		_, _ = unpackSums(&unpacker{buf: content})
	})
}
