package formats

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
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

// The fixtures are made by hand of the documented keys; what is read of them is
// kept beside and was checked by hand against them.
func TestGolden(t *testing.T) {
	for _, test := range []struct {
		golden string
		format Format
		files  []File
	}{
		{"livemcpbench", LiveMCPBench, fixture(t, "livemcpbench")},
		{"tau-bench", TauBench, fixture(t, "tau-bench")},
		{"etom", ETOM, fixture(t, "etom")},
		{"tau2", Tau2, fixture(t, "tau2")},
		{"mcp-atlas", MCPAtlas, fixture(t, "mcp-atlas")},
		{"swe-bench", SWEBench, fixture(t, "swe-bench")},
		{"lm-eval", LMEval, fixture(t, "lm-eval")},
		{"bfcl", BFCL, fixture(t, "bfcl")},
		{"pinepaper", PinePaper, fixture(t, "pinepaper")},
		{"complexmcp", ComplexMCP, fixture(t, "complexmcp")},
		{"terminal-bench", TerminalBench, fixture(t, "terminal-bench")},
		{"harbor", Harbor, fixture(t, "harbor")},
		{"atif", ATIF, fixture(t, "atif")},
		{"every-eval-ever", EveryEvalEver, fixture(t, "every-eval-ever")},
		{"chat-talks", ChatMessages, onDisk(t, "testdata/chat/talks.jsonl")},
		{"chat-batch", ChatMessages, onDisk(t, "testdata/chat/batch.jsonl")},
		{"csv", CSV, onDisk(t, "testdata/csv/attempts.csv")},
		{"jsonl", JSONLines, onDisk(t, "testdata/jsonl/attempts.jsonl")},
	} {
		golden(t, test.golden, test.format, test.files, Options{})
	}
}

// golden compares what a format reads of files with the kept reading.
func golden(t *testing.T, name string, format Format, files []File, opt Options) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		for _, f := range files {
			if format.Sniff(f) == No {
				t.Errorf("%s is not recognised as %s", f.Path, format.Name)
			}
		}
		all, bad := collect(t, format, files, opt)
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
