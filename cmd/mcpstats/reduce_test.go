package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/columnar"
	"mcpstats/datasets/open"
	"mcpstats/internal/testlength"
)

// invoke runs the program and returns its exit code and streams.
func invoke(args ...string) (code int, stdout, stderr string) {
	var out, err bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &out, &err)
	return code, out.String(), err.String()
}

func mustRun(t *testing.T, args ...string) {
	t.Helper()
	if code, _, stderr := invoke(args...); code != exitDone {
		t.Fatalf("mcpstats %s: exit %d: %s", strings.Join(args, " "), code, stderr)
	}
}

// deal writes the attempts of the embedded examples to n Parquet files in a new
// folder, each attempt to the file that home names, and returns the files.
func deal(t *testing.T, n int, names []string, home func(number int, of *datasets.Trajectory) int) []string {
	t.Helper()
	inputs, err := open.Examples(names, open.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "shards")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	paths := make([]string, n)
	buffers := make([]bytes.Buffer, n)
	writers := make([]*columnar.Writer, n)
	for i := range writers {
		paths[i] = filepath.Join(dir, fmt.Sprintf("shard-%02d.parquet", i))
		if writers[i], err = columnar.NewWriter(&buffers[i]); err != nil {
			t.Fatal(err)
		}
	}
	number := 0
	for _, in := range inputs {
		for a, err := range in.Trajectories(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			if err := writers[home(number, a)].Write(a); err != nil {
				t.Fatal(err)
			}
			number++
		}
	}
	for i, w := range writers {
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(paths[i], buffers[i].Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

// scattered deals attempts without regard to run or task.
func scattered(n int) func(int, *datasets.Trajectory) int {
	return func(number int, _ *datasets.Trajectory) int { return number * 7919 % n }
}

// partials scores every shard into a partial of its own.
func partials(t *testing.T, shards []string, flags ...string) (dir string, files []string) {
	t.Helper()
	dir = t.TempDir()
	for _, shard := range shards {
		out := filepath.Join(dir, strings.TrimSuffix(filepath.Base(shard), ".parquet")+".partial")
		mustRun(t, append([]string{"score", "-q", shard, "-o", out}, flags...)...)
		files = append(files, out)
	}
	return dir, files
}

// tree reads every file below a folder.
func tree(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		files[name], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Shards scored one by one and merged give every file of the report that one
// machine makes of all of them, byte for byte.
func TestReduceIsTheReportOfOneMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("two whole reports")
	}
	n, examples := 5, []string{"tau-bench", "livemcpbench"}
	if testlength.Long() {
		n, examples = 64, nil // all of them
	}
	shards := deal(t, n, examples, scattered(n))
	dir, _ := partials(t, shards, "--partial")
	one, many := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "many")
	mustRun(t, "report", "-q", filepath.Dir(shards[0]), "-o", one, "--resamples", "200", "--duplicates", "last")
	mustRun(t, "reduce", "-q", dir, "-o", many, "--resamples", "200", "--duplicates", "last", "--expect", strconv.Itoa(n))
	want, got := tree(t, one), tree(t, many)
	for name := range want {
		if !bytes.Equal(want[name], got[name]) {
			t.Errorf("%s differs from that of one machine (%d and %d bytes)", name, len(got[name]), len(want[name]))
		}
	}
	if len(got) != len(want) || len(want) < 20 {
		t.Errorf("%d files, one machine writes %d", len(got), len(want))
	}
}

// The order of the partials and repeated ones change nothing but a warning, and
// merging may go in steps.
func TestReduceInAnyOrderAndTwice(t *testing.T) {
	shards := deal(t, 8, []string{"tau-bench"}, scattered(8))
	_, files := partials(t, shards, "--partial")
	results := func(args ...string) []byte {
		out := filepath.Join(t.TempDir(), "report")
		code, _, stderr := invoke(append([]string{"reduce", "-o", out, "--resamples", "200"}, args...)...)
		if code != exitDone {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		text, err := os.ReadFile(filepath.Join(out, "results.json"))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	want := results(files...)
	backwards := []string{}
	for i := range files {
		backwards = append(backwards, files[len(files)-1-i])
	}
	if !bytes.Equal(want, results(backwards...)) {
		t.Error("the order of the partials shows")
	}
	// In two steps: some become one partial first.
	half := filepath.Join(t.TempDir(), "half.partial")
	mustRun(t, append([]string{"reduce", "-q", "-o", half}, files[2:7]...)...)
	if !bytes.Equal(want, results(files[7], half, files[0], files[1])) {
		t.Error("merging in steps shows")
	}
	// A copy under another name counts once, and is named.
	again := filepath.Join(t.TempDir(), "again.partial")
	copyFile(t, files[3], again)
	twice := results(append([]string{again}, files...)...)
	if !strings.Contains(string(twice), "partial_repeated") || !strings.Contains(string(twice), "counted once") {
		t.Error("no warning tells of the repeated partial")
	}
	if i := bytes.Index(twice, []byte(`"summaries"`)); i < 0 || !bytes.Contains(want, twice[i:bytes.Index(twice, []byte(`"warnings"`))]) {
		t.Error("a repeated partial changes numbers")
	}
	// Some of its shards elsewhere: both are named.
	code, _, stderr := invoke("reduce", half, files[4], "-o", filepath.Join(t.TempDir(), "r"))
	if code != exitUnusable || !strings.Contains(stderr, "overlaps with") || !strings.Contains(stderr, "half.partial") || !strings.Contains(stderr, "shard-04.partial") {
		t.Errorf("overlap: exit %d: %s", code, stderr)
	}
}

// A partial cut anywhere, or with any part changed, is refused by name, and no
// report appears.
func TestReduceRefusesCutAndDamagedPartials(t *testing.T) {
	shards := deal(t, 2, []string{"tau-bench"}, scattered(2))
	_, files := partials(t, shards, "--partial")
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.partial")
	refused := func(what string, content []byte) {
		t.Helper()
		if err := os.WriteFile(bad, content, 0o644); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "merged.partial")
		code, _, stderr := invoke("reduce", bad, files[1], "-o", out)
		if code != exitUnusable || !strings.Contains(stderr, "bad.partial: ") || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d: %q", what, code, stderr)
		}
		if _, err := os.Stat(out); err == nil {
			t.Fatalf("%s: a merged partial appeared", what)
		}
	}
	for at := 0; at < len(whole); at += 1 + len(whole)/97 {
		refused(fmt.Sprintf("cut at %d of %d", at, len(whole)), whole[:at])
		damaged := bytes.Clone(whole)
		damaged[at] ^= 0x10
		refused(fmt.Sprintf("bit flipped at %d of %d", at, len(whole)), damaged)
	}
	for cut := 1; cut < 20; cut++ {
		refused(fmt.Sprintf("last %d bytes cut off", cut), whole[:len(whole)-cut])
	}
	refused("a byte more", append(bytes.Clone(whole), '\n'))
}

func TestReduceNamesWhatIsMissing(t *testing.T) {
	shards := deal(t, 3, []string{"tau-bench"}, scattered(3))
	dir, files := partials(t, shards, "--partial")
	manifest := filepath.Join(t.TempDir(), "manifest")
	var names []string
	for _, s := range shards {
		names = append(names, filepath.Base(s))
	}
	if err := os.WriteFile(manifest, []byte(strings.Join(names, "\n")+"\n\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "all.partial")
	mustRun(t, "reduce", "-q", dir, "--manifest", manifest, "--expect", "3", "-o", out)
	for _, c := range []struct {
		want string
		args []string
	}{
		{"shard-01.parquet", []string{"--manifest", manifest}},
		{"2 shards, --expect says 3", []string{"--expect", "3"}},
	} {
		code, _, stderr := invoke(append([]string{"reduce", files[0], files[2], "-o", filepath.Join(t.TempDir(), "x.partial")}, c.args...)...)
		if code != exitUnusable || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit %d: %s", c.args, code, stderr)
		}
	}
}

func TestReduceRefusesOtherSettings(t *testing.T) {
	shards := deal(t, 2, []string{"tau-bench"}, scattered(2))
	_, a := partials(t, shards[:1], "--partial")
	_, b := partials(t, shards[1:], "--partial", "--metrics", "success")
	code, _, stderr := invoke("reduce", a[0], b[0], "-o", filepath.Join(t.TempDir(), "x.partial"))
	if code != exitUnusable || !strings.Contains(stderr, "other settings") || !strings.Contains(stderr, "metrics") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
