package beamscore

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/scale/shards"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/columnar"
	"mcpstats/datasets/open"
)

func TestMain(m *testing.M) {
	Register()
	register.DoFn3x1[Context, fileio.FileMetadata, func(Scored), error](&crashing{})
	beam.Init()
	os.Exit(m.Run())
}

const shardCount = 64

// deal writes the attempts of the embedded ETOM example to 64 Parquet files, and
// returns their folder.
func deal(t *testing.T, home func(number int, a *datasets.Trajectory) int) string {
	t.Helper()
	inputs, err := open.Examples([]string{"etom"}, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var buffers [shardCount]bytes.Buffer
	var writers [shardCount]*columnar.Writer
	for i := range writers {
		if writers[i], err = columnar.NewWriter(&buffers[i]); err != nil {
			t.Fatal(err)
		}
	}
	number := 0
	for a, err := range inputs[0].Trajectories(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		if err := writers[home(number, a)].Write(a); err != nil {
			t.Fatal(err)
		}
		number++
	}
	dir := t.TempDir()
	for i, w := range writers {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("shard-%02d.parquet", i)), buffers[i].Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func scattered(number int, _ *datasets.Trajectory) int { return number * 7919 % shardCount }

// score runs the pipeline on the embedded Prism runner.
func score(patterns []string, s any, scorer *Scorer) error {
	p, root := beam.NewPipelineWithRoot()
	if s == nil {
		Score(root, patterns, scorer)
	} else {
		matched := fileio.MatchAll(root, beam.CreateList(root, patterns))
		beam.ParDo(root, s, beam.Reshuffle(root, matched))
	}
	_, err := beam.Run(context.Background(), "prism", p)
	return err
}

// results evaluates a table of failure modes and scores.
func results(t *testing.T, b *table.Builder) []byte {
	t.Helper()
	built, err := b.Build(result.DuplicatesAuto)
	if err != nil {
		t.Fatal(err)
	}
	res, err := evaluate.Evaluate(built, result.Plan{Resamples: 200}, metrics.All())
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(res)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// oneMachine reads all shards in this process.
func oneMachine(t *testing.T, dir string) []byte {
	t.Helper()
	taxonomy := failures.Taxonomy()
	inputs, _, err := open.Paths(context.Background(), []string{dir}, open.Options{Columns: shards.Columns(metrics.All(), taxonomy, nil)})
	if err != nil {
		t.Fatal(err)
	}
	b := table.NewBuilder()
	b.Taxonomy = taxonomy
	for i, in := range inputs {
		var found result.Input
		err := shards.Read(context.Background(), in, i, &found, func() {}, func(o table.Origin, a *datasets.Trajectory) {
			r := table.ScoreTrajectory(a, metrics.All())
			r.Detected = table.DetectFailures(a, taxonomy)
			b.Add(o, r)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return results(t, b)
}

// merged reads the partials of a folder.
func merged(t *testing.T, dir string) *partial.Set {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.partial"))
	if err != nil {
		t.Fatal(err)
	}
	set, err := partial.Gather(files)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func ofAttempts(t *testing.T, set *partial.Set) []byte {
	t.Helper()
	b := table.NewBuilder()
	b.Taxonomy = failures.Taxonomy()
	for i := range set.Files {
		if err := set.AddTo(b, i); err != nil {
			t.Fatal(err)
		}
	}
	return results(t, b)
}

func TestPrismOver64ShardsIsOneMachine(t *testing.T) {
	dir, out := deal(t, scattered), filepath.Join(t.TempDir(), "partials")
	scorer := &Scorer{Output: out, Failures: true}
	if err := score([]string{filepath.Join(dir, "*.parquet")}, nil, scorer); err != nil {
		t.Fatal(err)
	}
	set := merged(t, out)
	if len(set.Files) != shardCount || len(set.Inputs) != shardCount {
		t.Fatalf("%d partials of %d shards", len(set.Files), len(set.Inputs))
	}
	if want, got := oneMachine(t, dir), ofAttempts(t, set); !bytes.Equal(want, got) {
		t.Errorf("results of %d bytes differ from those of one machine, %d bytes", len(got), len(want))
	}
}

// crashes are the shards on which the worker dies the first time: before their
// partial is written (false), or after.
var crashes = map[string]bool{"shard-03.parquet": false, "shard-17.parquet": true, "shard-40.parquet": false, "shard-63.parquet": true}

// crashing is a worker that dies on some shards, once each.
type crashing struct {
	Scorer *Scorer
	Marks  string // folder of what has crashed already
}

func (c *crashing) Setup() error { return c.Scorer.Setup() }

func (c *crashing) ProcessElement(ctx Context, shard fileio.FileMetadata, emit func(Scored)) error {
	after, crash := crashes[filepath.Base(shard.Path)]
	mark := filepath.Join(c.Marks, filepath.Base(shard.Path))
	if _, err := os.Stat(mark); err == nil {
		crash = false
	}
	if crash {
		if err := os.WriteFile(mark, nil, 0o644); err != nil {
			return err
		}
		if !after {
			return errors.New("the worker died before it wrote")
		}
	}
	if err := c.Scorer.ProcessElement(ctx, shard, emit); err != nil {
		return err
	}
	if crash {
		return errors.New("the worker died after it wrote")
	}
	return nil
}

// A job that fails is run again, as engines and people do, until it is through:
// shards are scored again, by workers that do not know of each other. The partials
// are those of a run without a failure.
func TestFailingAndRepeatedBundlesChangeNothing(t *testing.T) {
	dir := deal(t, scattered)
	clean, rough := filepath.Join(t.TempDir(), "clean"), filepath.Join(t.TempDir(), "rough")
	if err := score([]string{filepath.Join(dir, "*.parquet")}, nil, &Scorer{Output: clean, Failures: true}); err != nil {
		t.Fatal(err)
	}
	marks := t.TempDir()
	failed := 0
	for {
		// Patterns that overlap: some shards twice in one job.
		patterns := []string{filepath.Join(dir, "*.parquet"), filepath.Join(dir, "shard-1*.parquet")}
		if err := score(patterns, &crashing{Scorer: &Scorer{Output: rough, Failures: true}, Marks: marks}, nil); err == nil {
			break
		}
		if failed++; failed > len(crashes) {
			t.Fatal("the job never gets through")
		}
	}
	if failed == 0 {
		t.Fatal("no bundle failed")
	}
	want, got := content(t, clean), content(t, rough)
	if len(want) != shardCount || len(got) != len(want) {
		t.Fatalf("%d partials, of a clean run %d", len(got), len(want))
	}
	for name := range want {
		if !bytes.Equal(want[name], got[name]) {
			t.Errorf("%s differs from that of a clean run", name)
		}
	}
}

func content(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, e := range entries {
		if out[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// Sums of shards that hold whole tasks are those of one table of everything.
func TestSumsOverPrism(t *testing.T) {
	tasks := map[string]int{}
	dir := deal(t, func(_ int, a *datasets.Trajectory) int {
		if _, ok := tasks[a.Task]; !ok {
			tasks[a.Task] = len(tasks) * 31 % shardCount
		}
		return tasks[a.Task]
	})
	out := filepath.Join(t.TempDir(), "partials")
	if err := score([]string{filepath.Join(dir, "*.parquet")}, nil, &Scorer{Output: out, Depth: "sums", Resamples: 100}); err != nil {
		t.Fatal(err)
	}
	sums, err := merged(t, out).Sums()
	if err != nil {
		t.Fatal(err)
	}
	got, err := sums.Evaluate(result.Plan{}, metrics.All())
	if err != nil {
		t.Fatal(err)
	}
	inputs, _, err := open.Paths(context.Background(), []string{dir}, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b := table.NewBuilder()
	for i, in := range inputs {
		var found result.Input
		if err := shards.Read(context.Background(), in, i, &found, func() {}, func(o table.Origin, a *datasets.Trajectory) {
			b.Add(o, table.ScoreTrajectory(a, metrics.All()))
		}); err != nil {
			t.Fatal(err)
		}
	}
	built, err := b.Build(result.DuplicatesAuto)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := scale.SumTable(built, sums.Settings, metrics.All())
	if err != nil {
		t.Fatal(err)
	}
	want, err := whole.Evaluate(result.Plan{}, metrics.All())
	if err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(got)
	w, _ := json.Marshal(want)
	if !bytes.Equal(a, w) {
		t.Errorf("sums over 64 shards differ from those over one table")
	}
}

// Shards in an object store are read from it, named by their address, and their
// partials written to it.
func TestShardsOfAnObjectStore(t *testing.T) {
	dir := deal(t, scattered)
	text, err := os.ReadFile(filepath.Join(dir, "shard-05.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	memfs.Write("memfs://logs/shard-05.parquet", text)
	scorer := &Scorer{Output: "memfs://partials", Failures: true}
	if err := scorer.Setup(); err != nil {
		t.Fatal(err)
	}
	var scored []Scored
	err = scorer.ProcessElement(context.Background(), fileio.FileMetadata{Path: "memfs://logs/shard-05.parquet"}, func(s Scored) { scored = append(scored, s) })
	if err != nil {
		t.Fatal(err)
	}
	fs := memfs.New(context.Background())
	r, err := fs.OpenRead(context.Background(), scored[0].Partial)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(r); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "one.partial")
	if err := os.WriteFile(copied, buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := partial.Open(copied)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Inputs) != 1 || f.Inputs[0].Path != "memfs://logs/shard-05.parquet" || f.Records == 0 || scored[0].Bytes != buf.Len() {
		t.Errorf("%+v, %+v", f.Inputs, scored)
	}
	leftover, _ := filepath.Glob(filepath.Join(os.TempDir(), "beamscore*", "shard-05.parquet"))
	if len(leftover) > 0 {
		t.Errorf("copies of the shard are left: %v", leftover)
	}

	memfs.Write("memfs://logs/bad.parquet", []byte("no log"))
	err = scorer.ProcessElement(context.Background(), fileio.FileMetadata{Path: "memfs://logs/bad.parquet"}, func(Scored) {})
	if err == nil || !strings.Contains(err.Error(), "memfs://logs/bad.parquet") || strings.Contains(err.Error(), os.TempDir()) {
		t.Errorf("%v", err)
	}
}

func TestScorerRefusesWhatThereIsNot(t *testing.T) {
	for want, s := range map[string]*Scorer{
		"attempts or sums": {Depth: "everything"},
		"no_such_metric":   {Metrics: []string{"no_such_metric"}},
		"colums":           {Map: []byte("colums: {}"), MapName: "x.yaml"},
	} {
		if err := s.Setup(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	names := []string{(&Scorer{Output: "o/"}).name("a/s.parquet"), (&Scorer{Output: "o"}).name("b/s.parquet")}
	if names[0] == names[1] || !slices.IsSorted([]string{"o/s.parquet-", names[0]}) {
		t.Errorf("%v", names)
	}
}
