package open

import (
	"archive/zip"
	"os"
	"path/filepath"
	"testing"

	"github.com/klauspost/compress/gzip"

	"mcpstats/datasets/mapping"
)

// Real logs of other harnesses in one folder: each is recognised, archives are
// read in place, and what belongs together is one input.
func TestSharedFormats(t *testing.T) {
	inputs, skipped := paths(t, Options{}, sharedData(t, "formats"))
	count := map[string]int{}
	for _, in := range inputs {
		all, bad := collect(t, in)
		if len(bad) > 0 {
			t.Error(in.Name, bad)
		}
		count[in.Format] += len(all)
	}
	// 10 + 10 + 3 + 3 + 1 + 1 + 1 + 1 samples, as the logs' results state; 10
	// lines; a run of tau2 that had not begun.
	if count["inspect"] != 30 || count["lm-eval"] != 10 || count["tau2"] != 0 || len(inputs) != 10 {
		t.Error(count, len(inputs))
	}
	if len(skipped) != 3 { // the licences
		t.Error(skipped)
	}
}

// An archive that is compressed once more cannot be read in place, and is read
// all the same.
func TestPackedArchive(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "log.eval.gz")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	g := gzip.NewWriter(f)
	z := zip.NewWriter(g)
	for name, text := range map[string]string{
		"header.json":            `{"version": 2, "status": "success", "eval": {"task": "toy", "task_id": "x", "model": "m"}}`,
		"samples/1_epoch_1.json": `{"id": 1, "epoch": 1, "scores": {"match": {"value": "C"}}}`,
	} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(text))
	}
	z.Close()
	g.Close()
	f.Close()
	inputs, _ := paths(t, Options{}, path)
	if len(inputs) != 1 || inputs[0].Format != "inspect" {
		t.Fatal(inputs)
	}
	all, bad := collect(t, inputs[0])
	if len(all) != 1 || len(bad) > 0 || !all[0].Success.Value {
		t.Error(all, bad)
	}
}

// The hand-made logs of every format open by their content alone.
func TestFixtures(t *testing.T) {
	root := filepath.Join("..", "formats", "testdata")
	for folder, format := range map[string]string{
		"tau2": "tau2", "mcp-atlas": "mcp-atlas", "swe-bench": "swe-bench", "lm-eval": "lm-eval", "bfcl": "bfcl", "terminal-bench": "terminal-bench",
		"harbor": "harbor", "atif": "atif", "pinepaper": "pinepaper", "complexmcp": "complexmcp", "every-eval-ever": "every-eval-ever", "chat": "chat",
	} {
		inputs, skipped := paths(t, Options{MaxRecordErrors: 1}, filepath.Join(root, folder))
		n := 0
		for _, in := range inputs {
			if in.Format != format {
				t.Errorf("%s is %s", in.Name, in.Format)
			}
			all, _ := collect(t, in)
			n += len(all)
		}
		if n == 0 || len(skipped) > 0 {
			t.Errorf("%s: %d trajectories, skipped %v", folder, n, skipped)
		}
	}
}

// A mapping is for tables: it is not ignored for a file that only looks like a
// benchmark's rankings.
func TestMapBeforeLooseFormats(t *testing.T) {
	path := write(t, `{"id": "q1", "tier": "T1", "ranked": ["a"], "system": "s", "wie": 1}`+"\n", t.TempDir(), "x.jsonl")
	if inputs, _ := paths(t, Options{}, path); inputs[0].Format != "pinepaper" {
		t.Error(inputs[0].Format)
	}
	m, err := mapping.Parse("m.yaml", []byte("task: id\nrun: system\nsuccess: wie\n"))
	if err != nil {
		t.Fatal(err)
	}
	inputs, _ := paths(t, Options{Map: m}, path)
	all, bad := collect(t, inputs[0])
	if inputs[0].Format != "jsonl" || len(all) != 1 || len(bad) > 0 || !all[0].Success.Value {
		t.Error(inputs[0].Format, all, bad)
	}
}
