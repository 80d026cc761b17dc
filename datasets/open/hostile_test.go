package open

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"mcpstats/datasets"
	"mcpstats/internal/testlength"
)

// peak is the largest heap while f ran, in megabytes, by looking every two
// milliseconds.
func peak(f func()) uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, most := m.HeapAlloc, uint64(0)
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	if most < before {
		return 0
	}
	return (most - before) >> 20
}

// packed is a compressed file: a beginning, and a piece many times over.
func packedFile(t *testing.T, name, head, piece string, times int) string {
	t.Helper()
	var out bytes.Buffer
	var w io.WriteCloser = gzip.NewWriter(&out)
	if strings.HasSuffix(name, ".zst") {
		z, err := zstd.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		w = z
	}
	io.WriteString(w, head)
	for range times {
		io.WriteString(w, piece)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return write(t, out.String(), t.TempDir(), name)
}

// What expands from little ends with an error that names the file and the flag,
// in bounded memory.
func TestHostileBombs(t *testing.T) {
	mega := strings.Repeat("a", 1<<20)
	pieces, limits := 40, datasets.Limits{Record: 4 << 20, Expanded: 10 << 20}
	if testlength.Long() {
		pieces, limits = 400, datasets.Limits{Record: 8 << 20, Expanded: 100 << 20}
	}
	for _, c := range []struct{ damage, name, head, piece, says string }{
		{"a text without end", "text.json.gz", `[{"task_id":1,"info":{},"traj":[],"reward":"`, mega, "--max-record-bytes"},
		{"a line without end", "line.jsonl.gz", `{"run":"a","task":"`, mega, "--max-record-bytes"},
		{"a row without end", "row.csv.gz", "run,task\na,", mega, "--max-record-bytes"},
		{"a quoted row without end", "quoted.csv.gz", "run,task\na,1\na,\"", mega, "--max-record-bytes"},
		{"a row without end, zstd", "row.csv.zst", "run,task\na,", mega, "--max-record-bytes"},
		{"white space without end", "space.json.gz", `[{"task_id":1,"reward":1,"info":{},"traj":[]}`, strings.Repeat(" ", 1<<20), "--max-decompressed"},
		{"members without end", "members.json.gz", `{"x":[1`, strings.Repeat(",1", 1<<19), ""},
		{"records without end", "records.csv.gz", "run,task\n", strings.Repeat("a,b\n", 1<<18), "--max-decompressed"},
	} {
		t.Run(c.damage, func(t *testing.T) {
			path := packedFile(t, c.name, c.head, c.piece, pieces)
			var got outcome
			used := peak(func() { got = openCount(t, path, Options{Limits: limits}) })
			if len(got.said) == 0 || !strings.Contains(got.said[len(got.said)-1], c.says) || !strings.Contains(got.said[0], path) {
				t.Errorf("%v, want ...%s", got.said, c.says)
			}
			if used > uint64(15*limits.Record>>20) {
				t.Errorf("%d MB of heap for records of %s", used, limits.Record)
			}
		})
	}
}

// openCount is openAll for many equal attempts: they are not kept.
func openCount(t *testing.T, path string, opt Options) outcome {
	t.Helper()
	var out outcome
	opt.MaxRecordErrors = 1
	inputs, skipped, err := Paths(t.Context(), []string{path}, opt)
	if err != nil {
		out.said = append(out.said, err.Error())
	}
	for _, s := range skipped {
		out.said = append(out.said, s.Path+": "+s.Reason)
	}
	for _, in := range inputs {
		for _, err := range in.Trajectories(t.Context()) {
			if err != nil {
				out.said = append(out.said, err.Error())
			}
		}
	}
	return out
}

// Depth and width that no log has are refused quickly.
func TestHostileShapes(t *testing.T) {
	for _, c := range []struct{ damage, name, text, says string }{
		{"lists 5 million deep", "deep.json", `[{"task_id":1,"reward":1,"info":{},"traj":` + strings.Repeat("[", 5_000_000) + strings.Repeat("]", 5_000_000) + "}]", "max depth"},
		{"objects 200,000 deep", "deep.jsonl", `{"run":"a","task":"1","x":` + strings.Repeat(`{"a":`, 200_000) + "1" + strings.Repeat("}", 200_000) + "}\n", "max depth"},
		{"a number of a million digits", "digits.jsonl", `{"run":"a","task":"1","success":` + strings.Repeat("9", 1_000_000) + "}\n", "too large"},
		{"300,000 keys", "keys.jsonl", `{"run":"a","task":"1"` + many(300_000, `,"k%d":1`) + "}\n", "more than 5000 columns"},
		{"5,000 columns of CSV", "wide.csv", "run,task" + many(5_000, ",%d") + "\n", "more than 5000 columns"},
		{"a first row of 600 KB", "long.csv", "run,task" + many(5_000, ",%0100d") + "\n", "longer than 64 KB"},
		{"zeros", "zeros.json", strings.Repeat("\x00", 1<<20), "binary data"},
		{"brackets alone", "open.json", strings.Repeat("[", 1<<20), "no known format"},
		{"a text of one quote", "quote.json", `"`, "no known format"},
	} {
		t.Run(c.damage, func(t *testing.T) {
			path := write(t, c.text, t.TempDir(), c.name)
			begun := time.Now()
			got := openAll(t, path, Options{})
			if len(got.said) != 1 || !strings.Contains(got.said[0], c.says) || !strings.HasPrefix(got.said[0], path) {
				t.Errorf("%v, want %s: ...%s", got.said, path, c.says)
			}
			if took := time.Since(begun); took > 20*time.Second {
				t.Error("took", took)
			}
		})
	}
}

func many(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// A packed file whose end is missing or whose bits are wrong says so, wherever.
func TestHostilePacked(t *testing.T) {
	rows := "run,task,success\n"
	for range 2000 {
		rows += "a,b,1\n"
	}
	for _, name := range []string{"log.csv.gz", "log.csv.zst"} {
		whole, err := os.ReadFile(packedFile(t, name, rows, "", 0))
		if err != nil {
			t.Fatal(err)
		}
		step := 7 // coprime to 8: every bit of a byte is met
		if testlength.Long() {
			step = 1
		}
		for n := 1; n < len(whole); n += step {
			path := write(t, string(whole[:n]), t.TempDir(), name)
			if got := openCount(t, path, Options{}); len(got.said) == 0 || !strings.HasPrefix(got.said[0], path) {
				t.Errorf("%s cut to %d of %d bytes: %v", name, n, len(whole), got.said)
			}
		}
		for bit := 0; bit < 8*len(whole); bit += step {
			b := bytes.Clone(whole)
			b[bit/8] ^= 1 << (bit % 8)
			openCount(t, write(t, string(b), t.TempDir(), name), Options{}) // an error or the rows, and no panic
		}
	}
}

// Names inside of an archive are names of members, never places on the disk.
func TestHostileArchiveNames(t *testing.T) {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range []string{"header.json", "../../escaped.json", "/tmp/escaped.json", `..\..\escaped.json`, "samples/../../escaped.json", "samples/1_epoch_1.json", "samples/\x00.json", "samples/" + strings.Repeat("n", 60_000) + ".json"} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if name == "header.json" {
			io.WriteString(w, `{"version": 2, "status": "success", "eval": {"task": "toy", "task_id": "x", "model": "m"}}`)
			continue
		}
		io.WriteString(w, `{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}`)
	}
	z.Close()
	dir := t.TempDir()
	path := write(t, out.String(), dir, "a", "b", "log.eval")
	got := openAll(t, path, Options{})
	if len(got.attempts) == 0 {
		t.Error(got.said)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*", "*")); err != nil || len(left) != 1 {
		t.Error(left, err)
	}
}
