package open

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

const records = "run,task,success\na,t1,1\na,t2,0\n"

func paths(t testing.TB, opt Options, args ...string) ([]*Input, []Skipped) {
	t.Helper()
	inputs, skipped, err := Paths(context.Background(), args, opt)
	if err != nil {
		t.Fatal(err)
	}
	return inputs, skipped
}

func TestPathsKinds(t *testing.T) {
	dir := t.TempDir()
	write(t, records, dir, "logs", "a.csv")
	write(t, `{"run":"b","task":"t1","success":true}`+"\n", dir, "logs", "deep", "b.jsonl")
	write(t, "nothing to see\n", dir, "logs", "README")
	write(t, "x,y\n1,2\n", dir, "logs", "table.csv")
	write(t, "", dir, "logs", "empty.json")
	write(t, records, dir, "logs", ".hidden", "c.csv")
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(records))
	z.Close()
	write(t, packed.String(), dir, "logs", "c.csv.gz")
	packed.Reset()
	zs, err := zstd.NewWriter(&packed)
	if err != nil {
		t.Fatal(err)
	}
	zs.Write([]byte(records))
	zs.Close()
	write(t, packed.String(), dir, "logs", "named-like-nothing")

	inputs, skipped := paths(t, Options{}, filepath.Join(dir, "logs"))
	var got []string
	for _, in := range inputs {
		all, bad := collect(t, in)
		if len(bad) > 0 {
			t.Error(in.Name, bad)
		}
		name, _ := filepath.Rel(dir, in.Name)
		got = append(got, strings.Join([]string{name, in.Format, all[0].Run, all[0].Task}, " "))
	}
	want := []string{"logs/a.csv csv a t1", "logs/c.csv.gz csv a t1", "logs/deep/b.jsonl jsonl b t1", "logs/named-like-nothing csv a t1"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	reasons := map[string]string{}
	for _, s := range skipped {
		reasons[filepath.Base(s.Path)] = s.Reason
	}
	for file, word := range map[string]string{"README": "no known format", "table.csv": `no column "task"`, "empty.json": "empty"} {
		if !strings.Contains(reasons[file], word) {
			t.Errorf("%s: %q", file, reasons[file])
		}
	}
	if len(skipped) != 3 {
		t.Error(skipped)
	}
}

// Neither the order of the arguments nor naming a file twice changes anything.
func TestPathsOrder(t *testing.T) {
	dir := t.TempDir()
	a, b := write(t, records, dir, "a.csv"), write(t, records, dir, "b.csv")
	names := func(args ...string) (out []string) {
		inputs, _ := paths(t, Options{}, args...)
		for _, in := range inputs {
			out = append(out, in.Name)
		}
		return out
	}
	want := []string{a, b}
	for _, args := range [][]string{{a, b}, {b, a}, {dir}, {dir, a}, {filepath.Join(dir, "*.csv")}, {b, dir, filepath.Join(dir, "[ab].csv")}} {
		if d := cmp.Diff(want, names(args...)); d != "" {
			t.Error(args, d)
		}
	}
}

func TestPathsSymlinkCircle(t *testing.T) {
	dir := t.TempDir()
	write(t, records, dir, "logs", "a.csv")
	if err := os.Symlink(filepath.Join(dir, "logs"), filepath.Join(dir, "logs", "again")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink(filepath.Join(dir, "gone"), filepath.Join(dir, "logs", "dangling")); err != nil {
		t.Skip(err)
	}
	if inputs, _ := paths(t, Options{}, dir); len(inputs) != 1 {
		t.Error(len(inputs), "inputs")
	}
}

func TestPathsErrors(t *testing.T) {
	dir := t.TempDir()
	text := write(t, "Dear reader\n", dir, "text.txt")
	utf16 := write(t, "\xff\xfer\x00u\x00n\x00", dir, "utf16.csv")
	table := write(t, "name,value\nx,1\n", dir, "t", "table.csv")
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	good := write(t, records, dir, "good", "a.csv")
	broken := write(t, "\x1f\x8bnot really", dir, "b", "broken.gz")
	for _, test := range []struct {
		args []string
		opt  Options
		want []string
	}{
		{[]string{filepath.Join(dir, "gone")}, Options{}, []string{"gone", "not exist"}},
		{[]string{filepath.Join(dir, "*.nothing")}, Options{}, []string{"matches nothing"}},
		{[]string{text}, Options{}, []string{text, "no known format", "Dear reader", "--format", "--map"}},
		{[]string{utf16}, Options{}, []string{utf16, "no known format", "UTF-16", "convert it to UTF-8"}},
		{[]string{table}, Options{}, []string{table, `"task"`, "name, value", "--map"}},
		{[]string{filepath.Dir(table)}, Options{}, []string{"no log in 1 file", "table.csv", "--map"}},
		{[]string{filepath.Dir(good), filepath.Dir(table)}, Options{}, []string{"no log in 1 file", "table.csv"}},
		{[]string{empty}, Options{}, []string{"holds no files"}},
		{[]string{good}, Options{Format: "none"}, []string{"no such format", "parquet", "livemcpbench", "csv"}},
		{[]string{good}, Options{Format: "parquet"}, []string{"parquet"}},
		{[]string{good}, Options{Format: "etom"}, []string{good, "JSON"}},
		{[]string{broken}, Options{}, []string{broken, "gzip"}},
	} {
		_, _, err := Paths(context.Background(), test.args, test.opt)
		var fe *datasets.FileError
		if !errors.As(err, &fe) {
			t.Errorf("%v: %v", test.args, err)
			continue
		}
		for _, w := range test.want {
			if !strings.Contains(err.Error(), w) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v: %q does not say %q in one line", test.args, err, w)
			}
		}
	}
}

// One unreadable record of twenty is 5%, one of nineteen more.
func TestMaxRecordErrors(t *testing.T) {
	dir := t.TempDir()
	rows := func(good int) string {
		return "run,task,success\n" + strings.Repeat("a,t,1\n", good) + "a,t,perhaps\n"
	}
	for _, test := range []struct {
		good int
		most float64
		file bool
	}{{19, 0, false}, {18, 0, true}, {1, .5, false}, {1, .4, true}, {1000, -1, true}} {
		inputs, _ := paths(t, Options{MaxRecordErrors: test.most}, write(t, rows(test.good), dir, "x.csv"))
		all, bad := collect(t, inputs[0])
		var re *datasets.RecordError
		if len(all) != test.good || len(bad) == 0 || !errors.As(bad[0], &re) || re.Row != test.good+1 || re.Column != "success" {
			t.Errorf("%+v: %d records, %v", test, len(all), bad)
		}
		var fe *datasets.FileError
		if got := errors.As(bad[len(bad)-1], &fe); got != test.file {
			t.Errorf("%+v: file error %v: %v", test, got, bad)
		}
	}
}

// The digest of a CSV file was made with sha256sum.
func TestDigests(t *testing.T) {
	dir := t.TempDir()
	inputs, _ := paths(t, Options{}, write(t, "run,task\na,1\n", dir, "a.csv"))
	got, err := inputs[0].Digests()
	if err != nil {
		t.Fatal(err)
	}
	want := []Digest{{filepath.Join(dir, "a.csv"), "b3e553de66f86278a9bb060c2b9fd0a9aacac0293e8ffe4d074ebb30e5a478c1"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A file that changes between the first look at it and its last record is refused,
// whatever changes it: another size, another file of that name, or other bytes under
// the old size and time.
func TestChangedWhileRead(t *testing.T) {
	const text = "run,task,success\na,1,1\na,2,0\n"
	for name, change := range map[string]func(path string) error{
		"written anew, and longer": func(path string) error {
			return os.WriteFile(path, []byte(strings.Replace(text, "2,0", "2,1", 1)+"a,3,1\n"), 0o644)
		},
		"shorter": func(path string) error { return os.Truncate(path, int64(len(text)-2)) },
		"replaced": func(path string) error {
			other := path + ".new"
			if err := os.WriteFile(other, []byte(text), 0o644); err != nil {
				return err
			}
			return os.Rename(other, path)
		},
		"same size, time set back": func(path string) error {
			info, err := os.Stat(path)
			if err != nil {
				return err
			}
			time.Sleep(20 * time.Millisecond) // the kernel's clock ticks
			if err := os.WriteFile(path, []byte(strings.Replace(text, "2,0", "2,1", 1)), 0o644); err != nil {
				return err
			}
			return os.Chtimes(path, info.ModTime(), info.ModTime())
		},
		"gone": os.Remove,
	} {
		t.Run(name, func(t *testing.T) {
			path := write(t, text, t.TempDir(), "a.csv")
			inputs, _ := paths(t, Options{}, path)
			if _, err := inputs[0].Digests(); err != nil {
				t.Fatal(err)
			}
			var last error
			for _, err := range inputs[0].Trajectories(context.Background()) {
				if last = err; err == nil {
					if err := change(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
						t.Fatal(err)
					}
				}
			}
			var fe *datasets.FileError
			if !errors.As(last, &fe) || !strings.Contains(last.Error(), "changed while it was read") {
				t.Errorf("read without a word: %v", last)
			}
		})
	}
	path := write(t, text, t.TempDir(), "a.csv")
	inputs, _ := paths(t, Options{}, path)
	if _, err := inputs[0].Digests(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if all, bad := collect(t, inputs[0]); len(all) != 2 || len(bad) != 0 {
		t.Errorf("a change of the file's mode: %d records, %v", len(all), bad)
	}
}

// A mapping names foreign columns, states a rule for duplicates, and its absence
// is told by the columns that were taken.
func TestMap(t *testing.T) {
	path := write(t, "wer,was,wie\na,t1,1\n", t.TempDir(), "x.csv")
	m, err := mapping.Parse("m.yaml", []byte("run: wer\ntask: was\nsuccess: wie\nduplicates: last\n"))
	if err != nil {
		t.Fatal(err)
	}
	inputs, _ := paths(t, Options{Map: m}, path)
	all, bad := collect(t, inputs[0])
	if len(bad) > 0 || len(all) != 1 || all[0].Run != "a" || all[0].Task != "t1" || !all[0].Success.Value {
		t.Error(all, bad)
	}
	if inputs[0].Duplicates() != "last" {
		t.Error(inputs[0].Duplicates())
	}
	want := []mapping.Taken{{Column: "run", From: "wer", How: "map"}, {Column: "task", From: "was", How: "map"}, {Column: "success", From: "wie", How: "map"}}
	if d := cmp.Diff(want, inputs[0].Taken()); d != "" {
		t.Error(d)
	}
}

// The shipped mapping reads the tables that the terminal-bench example is made of.
func TestSharedTerminalBench(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "maps", "terminal-bench.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := mapping.Parse("terminal-bench.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	inputs, skipped := paths(t, Options{Map: m}, sharedData(t, "terminal-bench"))
	if len(inputs) != 6 || len(skipped) != 0 {
		t.Fatal(len(inputs), skipped)
	}
	exits := map[datasets.Exit]int{}
	timed := 0
	for _, in := range inputs {
		all, bad := collect(t, in)
		if len(bad) > 0 || in.Duplicates() != "first" || in.Format != "parquet" {
			t.Fatal(in.Name, in.Format, in.Duplicates(), bad)
		}
		for _, tr := range all {
			exits[tr.Exit]++
			if tr.LatencyMS.Known {
				timed++
			}
		}
	}
	// Counted with a script over the tables: failure_mode unset 1,556;
	// agent_timeout 645; parse_error 82, test_timeout 69 and
	// agent_installation_failed 4; the two runs of the orchestrator (781 rows)
	// have no start of the agent.
	want := map[datasets.Exit]int{datasets.ExitCompleted: 1556, datasets.ExitTimeout: 645, datasets.ExitHarnessError: 155}
	if d := cmp.Diff(want, exits); d != "" {
		t.Error(d)
	}
	if timed != 2356-781 {
		t.Error(timed, "latencies")
	}
}

func TestCancelled(t *testing.T) {
	inputs, _ := paths(t, Options{}, write(t, records, t.TempDir(), "a.csv"))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	var last error
	for _, err := range inputs[0].Trajectories(ctx) {
		n, last = n+1, err
		cancel()
	}
	if n != 2 || !errors.Is(last, context.Canceled) {
		t.Error(n, last)
	}
}

// Companions named on their own join the logs they belong to.
func TestSharedETOM(t *testing.T) {
	root := sharedData(t, "etom")
	inputs, skipped := paths(t, Options{}, filepath.Join(root, "queries"), filepath.Join(root, "native"))
	if len(inputs) != 1 || len(skipped) != 0 || inputs[0].Format != "etom" || len(inputs[0].Files) != 20 {
		t.Fatalf("%d inputs, skipped %v", len(inputs), skipped)
	}
	all, bad := collect(t, inputs[0])
	if len(all) != 3*2075 || len(bad) > 0 {
		t.Fatal(len(all), bad)
	}
	for _, tr := range all {
		if tr.Expected == nil {
			t.Fatalf("%s %s: no plan", tr.Run, tr.Task)
		}
	}
}

func TestSharedLiveMCPBench(t *testing.T) {
	root := sharedData(t, "livemcpbench")
	inputs, skipped := paths(t, Options{}, root)
	if len(inputs) != 1 || inputs[0].Format != "livemcpbench" || len(inputs[0].Files) != 10 {
		t.Fatalf("%d inputs, skipped %v", len(inputs), skipped)
	}
	// The LICENSE and the authors' two tables of rates.
	if len(skipped) != 3 {
		t.Error(skipped)
	}
	_, _, err := Paths(context.Background(), []string{filepath.Join(root, "tools.json")}, Options{})
	if err == nil || !strings.Contains(err.Error(), "no trajectories") {
		t.Error(err)
	}
}

// The same runs stand twice in one folder, as Parquet and as the evaluator's own
// files: both are inputs, and both say the same, attempt by attempt.
func TestSharedETOMTwice(t *testing.T) {
	inputs, skipped := paths(t, Options{}, sharedData(t, "etom"))
	if len(inputs) != 4 || len(skipped) != 0 {
		t.Fatalf("%d inputs, skipped %v", len(inputs), skipped)
	}
	type key struct{ run, task string }
	columns, native := map[key]datasets.Trajectory{}, map[key]datasets.Trajectory{}
	for _, in := range inputs {
		into := columns
		if in.Format == "etom" {
			into = native
		}
		all, bad := collect(t, in)
		if len(bad) > 0 {
			t.Fatal(in.Name, bad)
		}
		for _, tr := range all {
			into[key{tr.Run, tr.Task}] = tr
		}
	}
	if len(columns) != 3*2075 || len(native) != 3*2075 {
		t.Fatal(len(columns), len(native))
	}
	for k, a := range columns {
		b := native[k]
		if a.Benchmark != b.Benchmark || a.Strata["level"] != b.Strata["level"] || !slices.Equal(a.Predicted, b.Predicted) {
			t.Errorf("%v: %v %v predicted %q, %q", k, a.Strata, b.Strata, a.Predicted, b.Predicted)
		}
		if b.LatencyMS.Known && !(a.LatencyMS.Known && abs(a.LatencyMS.Value-b.LatencyMS.Value) < 1e-9) {
			t.Errorf("%v: latency %v, %v", k, a.LatencyMS, b.LatencyMS)
		}
		for _, name := range []string{"evaluator_exact_match", "evaluator_precision", "evaluator_recall", "evaluator_f1"} {
			x, xok := a.Reported[name]
			y, yok := b.Reported[name]
			// The tables write 0 where the evaluator left out f1_metrics.
			if x != y || xok != yok && x != 0 {
				t.Errorf("%v: %s %v %v, %v %v", k, name, x, xok, y, yok)
			}
		}
		if len(a.Expected) != len(b.Expected) {
			t.Errorf("%v: %d and %d needs", k, len(a.Expected), len(b.Expected))
			continue
		}
		for i := range a.Expected {
			x, y := slices.Clone(a.Expected[i].AnyOf), slices.Clone(b.Expected[i].AnyOf)
			slices.Sort(x)
			slices.Sort(y)
			if !slices.Equal(x, y) {
				t.Errorf("%v: need %d is %q, %q", k, i, x, y)
			}
		}
	}
}

func abs(v float64) float64 {
	if v < 0 {
		return -v
	}
	return v
}
