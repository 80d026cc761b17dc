package formats

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files; read them through before you keep them")

// The fixtures are made by hand of the documented keys; what is read of them is
// kept beside and was checked by hand against them.
func TestGolden(t *testing.T) {
	fixtures := func(folder string) []File {
		var paths []string
		err := filepath.WalkDir(filepath.Join("testdata", folder), func(path string, d os.DirEntry, err error) error {
			if err == nil && !d.IsDir() && !strings.HasSuffix(path, ".golden") {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return onDisk(t, paths...)
	}
	for _, test := range []struct {
		golden string
		format Format
		files  []File
	}{
		{"livemcpbench", LiveMCPBench, fixtures("livemcpbench")},
		{"tau-bench", TauBench, fixtures("tau-bench")},
		{"etom", ETOM, fixtures("etom")},
		{"tau2", Tau2, fixtures("tau2")},
		{"mcp-atlas", MCPAtlas, fixtures("mcp-atlas")},
		{"swe-bench", SWEBench, fixtures("swe-bench")},
		{"lm-eval", LMEval, fixtures("lm-eval")},
		{"bfcl", BFCL, fixtures("bfcl")},
		{"pinepaper", PinePaper, fixtures("pinepaper")},
		{"complexmcp", ComplexMCP, fixtures("complexmcp")},
		{"terminal-bench", TerminalBench, fixtures("terminal-bench")},
		{"harbor", Harbor, fixtures("harbor")},
		{"atif", ATIF, fixtures("atif")},
		{"every-eval-ever", EveryEvalEver, fixtures("every-eval-ever")},
		{"chat-talks", ChatMessages, onDisk(t, "testdata/chat/talks.jsonl")},
		{"chat-batch", ChatMessages, onDisk(t, "testdata/chat/batch.jsonl")},
		{"csv", CSV, onDisk(t, "testdata/flat/attempts.csv")},
		{"jsonl", JSONLines, onDisk(t, "testdata/flat/attempts.jsonl")},
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
