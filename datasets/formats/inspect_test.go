package formats

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"mcpstats/datasets"
)

// zipped packs a folder of testdata as Inspect packs a log, the journal first;
// odd members with zstd, in two frames where they are long enough, as newer
// versions write them.
func zipped(t testing.TB, folder string, leaveOut ...string) []byte {
	t.Helper()
	root := filepath.Join("testdata", filepath.FromSlash(folder))
	var names []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(root, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zstd.ZipMethodWinZip, func(w io.Writer) (io.WriteCloser, error) { return &frames{w: w}, nil })
	for i, name := range names {
		if slices.Contains(leaveOut, name) {
			continue
		}
		b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: []uint16{zip.Deflate, zstd.ZipMethodWinZip}[i%2]})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(b); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// packed makes an archive of members by name, all of one compression method.
func packed(t testing.TB, method uint16, members map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	z.RegisterCompressor(zstd.ZipMethodWinZip, zstd.ZipCompressor())
	for _, name := range slices.Sorted(maps.Keys(members)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, members[name]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// frames compresses what it gets as two zstd frames behind each other.
type frames struct {
	w   io.Writer
	buf bytes.Buffer
}

func (f *frames) Write(p []byte) (int, error) { return f.buf.Write(p) }

func (f *frames) Close() error {
	b := f.buf.Bytes()
	for _, part := range [][]byte{b[:len(b)/2], b[len(b)/2:]} {
		e, err := zstd.NewWriter(f.w)
		if err != nil {
			return err
		}
		if _, err := e.Write(part); err != nil {
			return err
		}
		if err := e.Close(); err != nil {
			return err
		}
	}
	return nil
}

// What the logs state of themselves: total_samples, the accuracy of the first
// scorer, and its standard error sd/sqrt(n).
func TestInspectFacts(t *testing.T) {
	root := sharedData(t, "formats", "inspect")
	for _, test := range []struct {
		file     string
		samples  int
		accuracy float64
		stderr   float64
		calls    int
		tokens   [2]int64 // stats.model_usage
	}{
		{"2025-02-11T15-17-00-05-00_popularity_dPiJifoWeEQBrfWsAopzWr.eval", 10, math.NaN(), 0, 0, [2]int64{620, 20}},
		{"2025-02-11T15-18-04-05-00_popularity_mj7khqpMM4GBCfVQozKgzB.eval", 10, .8, 0.13333333333333333, 0, [2]int64{620, 20}},
		{"2025-05-12T20-28-13-04-00_popularity.json", 3, 2. / 3, 1. / 3, 0, [2]int64{192, 6}},
		{"2025-05-12T20-28-26-04-00_security-guide.json", 3, 1, 0, 0, [2]int64{959, 1033}},
		{"log_formats.eval", 1, 0, 0, 0, [2]int64{0, 0}},
		// Five calls of the one tool, counted in messages with jq.
		{"log_message_deduplication.eval", 1, 0, 0, 5, [2]int64{0, 0}},
		{"mmlu-no-summary-choices.eval", 1, 0, 0, 0, [2]int64{153, 3}},
		{"mmlu-summary-choices.eval", 1, 0, 0, 0, [2]int64{153, 3}},
	} {
		all, bad := collect(t, Inspect, onDisk(t, filepath.Join(root, test.file)), Options{})
		if len(bad) > 0 || len(all) != test.samples {
			t.Errorf("%s: %d trajectories, errors %v", test.file, len(all), bad)
			continue
		}
		right, scored, calls := 0.0, 0.0, 0
		var tokens [2]int64
		for _, tr := range all {
			if tr.Success.Known {
				scored++
				right += tr.Reward.Value
				if tr.Success.Value != (tr.Reward.Value == 1) {
					t.Errorf("%s %s: %v, %v", test.file, tr.Task, tr.Success, tr.Reward)
				}
			}
			tokens[0] += tr.PromptTokens.Value
			tokens[1] += tr.CompletionTokens.Value
			for _, s := range tr.Steps {
				calls += len(s.Calls)
				for _, c := range s.Calls {
					if c.Result == "" {
						t.Errorf("%s: %s has no result", test.file, c.Tool)
					}
				}
				if strings.Contains(s.Content, "://") {
					t.Errorf("%s: unresolved %q", test.file, s.Content)
				}
			}
			if tr.Exit != datasets.ExitCompleted || tr.Response == "" || tr.Trial != 0 || len(tr.Steps) < 2 {
				t.Errorf("%s: %+v", test.file, tr)
			}
		}
		if calls != test.calls || tokens != test.tokens {
			t.Errorf("%s: %d calls, tokens %v", test.file, calls, tokens)
		}
		if math.IsNaN(test.accuracy) {
			if scored > 0 {
				t.Errorf("%s: %v scored", test.file, scored)
			}
			continue
		}
		mean := right / scored
		stderr := 0.0
		if scored > 1 {
			stderr = math.Sqrt(mean * (1 - mean) / (scored - 1)) // of 0 and 1 with n-1
		}
		if scored != float64(test.samples) || math.Abs(mean-test.accuracy) > 1e-12 || math.Abs(stderr-test.stderr) > 1e-12 {
			t.Errorf("%s: %v scored, accuracy %v, stderr %v", test.file, scored, mean, stderr)
		}
	}
}

// The same log reads the same from disk, where it can be read at any place.
func TestInspectRandomAccess(t *testing.T) {
	b := zipped(t, "inspect/eval")
	path := filepath.Join(t.TempDir(), "x.eval")
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	f := onDisk(t, path)[0]
	f.At = func() (RandomAccess, error) { return inRAM{bytes.NewReader(b)}, nil }
	f.Open = func() (io.ReadCloser, error) { return nil, errors.New("is not asked for") }
	if all, bad := collect(t, Inspect, []File{f}, Options{}); len(all) != 5 || len(bad) > 0 {
		t.Error(len(all), bad)
	}
}

func TestInspectDamage(t *testing.T) {
	whole := string(zipped(t, "inspect/eval"))
	pack := func(method uint16, members ...string) string {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for i := 0; i < len(members); i += 2 {
			w, err := z.CreateRaw(&zip.FileHeader{Name: members[i], Method: method, CompressedSize64: uint64(len(members[i+1])),
				UncompressedSize64: uint64(len(members[i+1])), CRC32: crc(members[i+1])})
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(w, members[i+1])
		}
		z.Close()
		return out.String()
	}
	const header = `{"version": 99, "status": "success", "eval": {"task": "t", "task_id": "x", "model": "m"}}`
	for name, test := range map[string]struct {
		text  string
		tasks int
		says  string
		file  bool
	}{
		"cut off":         {whole[:len(whole)/2], 0, "cut off or damaged", true},
		"no header":       {pack(zip.Store, "samples/1_epoch_1.json", `{"id": 1}`), 0, "neither header.json nor _journal", true},
		"no eval":         {pack(zip.Store, "header.json", `{"version": 2, "status": "success"}`), 0, `no key "eval"`, true},
		"eval is a list":  {pack(zip.Store, "header.json", `{"eval": []}`), 0, "eval", true},
		"method":          {pack(99, "header.json", header), 0, "compression method 99", true},
		"unknown version": {pack(zip.Store, "header.json", header, "samples/1_epoch_1.json", `{"id": 1, "epoch": 1}`), 1, "", false},
		"sample is cut":   {pack(zip.Store, "header.json", header, "samples/1_epoch_1.json", `{"id": 1, "epoch": `), 0, "samples/1_epoch_1.json", false},
		"epoch is a word": {pack(zip.Store, "header.json", header, "samples/1_epoch_1.json", `{"id": 1, "epoch": "x"}`), 0, `column "epoch"`, false},
		"no id":           {pack(zip.Store, "header.json", header, "samples/1_epoch_1.json", `{"epoch": 1}`), 0, `column "id"`, false},
		"twice the same":  {pack(zip.Store, "header.json", header, "samples/1_epoch_1.json", `{"id": 1}`, "samples/1_epoch_1.json", `{"id": 1}`), 1, "", false},
		"other sample":    {pack(zip.Store, "header.json", header, "samples/1_epoch_1.json", `{"epoch": 1}`, "samples/2_epoch_1.json", "{\"id\": \"\xff\", \"scores\": {\"a\": {\"value\": NaN}}}"), 1, `column "id"`, false},
	} {
		f := inMemory("x.eval", test.text)
		f.Head = []byte("PK\x03\x04")
		src, err := Inspect.Read([]File{f}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		tasks := 0
		var bad error
		for _, err := range src.Trajectories(t.Context()) {
			if err == nil {
				tasks++
			} else {
				bad = err
			}
		}
		var fe *datasets.FileError
		if tasks != test.tasks || (bad == nil) != (test.says == "") || bad != nil && !strings.Contains(bad.Error(), test.says) || errors.As(bad, &fe) != test.file {
			t.Errorf("%s: %d tasks, %v", name, tasks, bad)
		}
	}
	// A flipped byte inside a compressed sample is found by its checksum or its
	// syntax, and costs that sample alone.
	damaged := []byte(whole)
	i := strings.Index(whole, "samples/a_epoch_1.json")
	damaged[i+400] ^= 0x55
	all, bad := collect(t, Inspect, []File{inMemory("x.eval", string(damaged))}, Options{})
	if len(bad) != 1 || len(all) != 4 { // of five; the header promises the damaged one
		t.Errorf("%d trajectories, %v", len(all), bad)
	}
}

// An archive that expands from beyond reason is refused unread.
func TestInspectBomb(t *testing.T) {
	if testing.Short() {
		t.Skip("expands 64 MB, on one goroutine")
	}
	bomb := func(sizes ...uint64) string {
		var out bytes.Buffer
		z := zip.NewWriter(&out)
		for _, n := range sizes {
			w, err := z.CreateRaw(&zip.FileHeader{Name: "samples/1_epoch_1.json", Method: zip.Deflate, CompressedSize64: 4, UncompressedSize64: n})
			if err != nil {
				t.Fatal(err)
			}
			io.WriteString(w, "\x00\x00\x00\x00")
		}
		z.Close()
		return out.String()
	}
	for name, sizes := range map[string][]uint64{"one": {100 << 30}, "many": {1 << 30, 1 << 30, 1 << 30}} {
		if _, bad := readAll(t, Inspect, "x.eval", bomb(sizes...)); len(bad) != 1 || !strings.Contains(bad[0].Error(), "expands from") {
			t.Errorf("%s: %v", name, bad)
		}
	}
	// What expands further than it claims is cut there.
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	var deflated bytes.Buffer
	inner := zip.NewWriter(&deflated)
	w, _ := inner.Create("x")
	io.Copy(w, io.LimitReader(spaces{}, 64<<20))
	inner.Close()
	r, err := zip.NewReader(bytes.NewReader(deflated.Bytes()), int64(deflated.Len()))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := r.File[0].OpenRaw()
	if err != nil {
		t.Fatal(err)
	}
	w, _ = z.CreateRaw(&zip.FileHeader{Name: "header.json", Method: zip.Deflate, CompressedSize64: r.File[0].CompressedSize64, UncompressedSize64: 100})
	io.Copy(w, raw)
	z.Close()
	if _, bad := readAll(t, Inspect, "x.eval", out.String()); len(bad) != 1 {
		t.Error(bad)
	}
}

type spaces struct{}

func (spaces) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

// One flipped letter in the name of an archive's member loses a sample: the log says
// how many its header counts, and names the member.
func TestInspectCountsItsSamples(t *testing.T) {
	whole := zipped(t, "inspect/eval")
	for name, content := range map[string][]byte{
		"whole":  whole,
		"folder": bytes.ReplaceAll(whole, []byte("samples/2_epoch_1.json"), []byte("sbmples/2_epoch_1.json")),
		"ending": bytes.ReplaceAll(whole, []byte("samples/2_epoch_1.json"), []byte("samples/2_epoch_1.jsoo")),
	} {
		f := inMemory("x.eval", string(content))
		src, err := Inspect.Read([]File{f}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range src.Trajectories(context.Background()) {
		}
		said := ""
		for _, n := range src.(datasets.Noter).Notes() {
			said += n.Message
		}
		if name == "whole" && said != "" || name != "whole" && !strings.Contains(said, "2_epoch_1.jso") {
			t.Errorf("%s: %q", name, said)
		}
	}
	log := &inspectLog{held: 2}
	log.counted([]byte(`{"total_samples": 4, "completed_samples": 3}`))
	if notes := log.notes(); len(notes) != 1 || !notes[0].Decisive || !strings.Contains(notes[0].Message, "counts 3 completed samples, 2 are there") {
		t.Errorf("%+v", notes)
	}
	// Header .35443 over 79, of which one failed sample is there.
	log = &inspectLog{held: 1, found: inspectMean{n: 1}}
	log.counted([]byte(`{"total_samples": 79, "completed_samples": 79, "scores": [{"name": "includes", "metrics": {"accuracy": {"value": 0.35443037974683544}}}]}`))
	if notes := log.notes(); len(notes) != 1 || !strings.Contains(notes[0].Message, "the header's accuracy is 0.35443 over 79 samples, the 1 sample here gives 0") {
		t.Errorf("%+v", notes)
	}
	// All samples are there, with another mean: 1 of 2.
	log = &inspectLog{held: 2, found: inspectMean{sum: 1, n: 2}}
	log.counted([]byte(`{"total_samples": 2, "completed_samples": 2, "scores": [{"name": "includes", "metrics": {"accuracy": {"value": 1.0}}}]}`))
	if notes := log.notes(); len(notes) != 1 || notes[0].Code != datasets.NoteHeader || !strings.Contains(notes[0].Message, "accuracy is 1 over 2 samples, the 2 samples here give 0.5") {
		t.Errorf("%+v", notes)
	}
	log.found.sum = 2
	if notes := log.notes(); len(notes) != 0 {
		t.Errorf("%+v", notes)
	}
}
