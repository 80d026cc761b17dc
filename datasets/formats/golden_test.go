package formats

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files; read them through before you keep them")

// fixture is a format's hand-made log: all files of its folder.
func fixture(t testing.TB, name string) []File {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(filepath.Join("testdata", name), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return onDisk(t, paths...)
}

// reading is one log of a fixture, and where what is read of it is kept.
type reading struct {
	golden string
	files  []File
	opt    Options
}

// readings are the logs of a format's fixture: all of it where files are joined, else its
// one file. A fixture of several logs, or one that a file cannot hold, is listed here.
func readings(t *testing.T, f Format) []reading {
	t.Helper()
	switch f.Name {
	case "inspect":
		// A run that crashed has no header and no summaries.
		crashed := zipped(t, "inspect/eval", "header.json", "summaries.json", "samples/c_epoch_1.json", "samples/c_epoch_2.json", "samples/2_epoch_1.json")
		return []reading{
			{"inspect-eval", []File{inMemory("toy.eval", string(zipped(t, "inspect/eval")))}, Options{}},
			{"inspect-json", onDisk(t, "testdata/inspect/json/tiny.json"), Options{}},
			{"inspect-crashed", []File{inMemory("crashed.eval", string(crashed))}, Options{}},
		}
	case "chat":
		return []reading{
			{"chat-talks", onDisk(t, "testdata/chat/talks.jsonl"), Options{}},
			{"chat-batch", onDisk(t, "testdata/chat/batch.jsonl"), Options{}},
		}
	case "otel": // no attribute of the conventions names a task
		return []reading{
			{"otel", onDisk(t, "testdata/otel/spans.jsonl"), Options{Map: otelMap(t)}},
			{"otel-conventions", onDisk(t, "testdata/otel/conventions.jsonl"), Options{}},
			{"otel-console", onDisk(t, "testdata/otel/console.jsonl"), Options{}},
		}
	}
	return []reading{{f.Name, fixture(t, f.Name), Options{}}}
}

// Every format has a log made by hand of its documented keys, and what is read of it is
// kept beside and was checked by hand against it. A new format needs no line here: its
// fixture is testdata/NAME, and without one the test fails.
func TestGolden(t *testing.T) {
	for _, format := range All {
		for _, r := range readings(t, format) {
			golden(t, r.golden, format, r.files, r.opt)
		}
	}
}

// golden compares what a format reads of files with the kept reading.
func golden(t *testing.T, name string, format Format, files []File, opt Options) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		for _, f := range files {
			beside := format.Beside != nil && slices.ContainsFunc(format.Beside(files, files), func(x File) bool { return x.Path == f.Path })
			if format.Sniff(f) == No && !beside {
				t.Errorf("%s is not recognised as %s", f.Path, format.Name)
			}
		}
		all, bad := collect(t, format, files, opt)
		if len(all) == 0 {
			t.Error("the fixture holds no attempt")
		}
		doc := map[string]any{"trajectories": prune(t, all)}
		var errs []string
		for _, err := range bad {
			errs = append(errs, filepath.ToSlash(err.Error()))
		}
		doc["errors"] = errs
		got, err := json.MarshalIndent(doc, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join("testdata", name+".golden")
		if *update {
			if err := os.WriteFile(path, append(got, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(want), string(got)+"\n"); d != "" {
			t.Error(d)
		}
	})
}

// prune drops what is not known or empty, but not empty lists, which say
// something.
func prune(t *testing.T, v any) any {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(b, &tree); err != nil {
		t.Fatal(err)
	}
	var drop func(any) any
	drop = func(v any) any {
		switch v := v.(type) {
		case []any:
			for i := range v {
				v[i] = drop(v[i])
			}
		case map[string]any:
			if known, ok := v["Known"]; ok && len(v) == 2 {
				if known == false {
					return nil
				}
				return v["Value"]
			}
			for k := range v {
				if v[k] = drop(v[k]); v[k] == nil || v[k] == "" || v[k] == false && k == "IsError" || v[k] == false && k == "Reference" {
					delete(v, k)
				}
			}
		}
		return v
	}
	return drop(tree)
}
