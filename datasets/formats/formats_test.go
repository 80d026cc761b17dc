package formats

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// An entry without a name of its own, a title, a meaning, a source or its functions is
// refused; TestGolden refuses one without a log.
func TestAllAreDeclared(t *testing.T) {
	names, titles := map[string]bool{}, map[string]bool{}
	for _, f := range All {
		if err := f.Validate(); err != nil {
			t.Error(err)
		}
		if names[f.Name] || titles[f.Title] {
			t.Errorf("%q, %q stands twice", f.Name, f.Title)
		}
		names[f.Name], titles[f.Title] = true, true
		if got, ok := Lookup(f.Name); !ok || got.Name != f.Name {
			t.Errorf("%q is not found", f.Name)
		}
	}
}

func TestValidate(t *testing.T) {
	whole := JSONLines
	if err := whole.Validate(); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(*Format){
		"name":       func(f *Format) { f.Name = "JSON lines" },
		"Title":      func(f *Format) { f.Title = "" },
		"Meaning":    func(f *Format) { f.Meaning = strings.Repeat("long ", 40) },
		"Doc":        func(f *Format) { f.Doc = " " },
		"Cite":       func(f *Format) { f.Cite = "" },
		"Sniff":      func(f *Format) { f.Sniff = nil },
		"Read":       func(f *Format) { f.Read = nil },
		"Duplicates": func(f *Format) { f.Duplicates = "newest" },
	} {
		f := whole
		spoil(&f)
		if err := f.Validate(); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("without %s: %v", what, err)
		}
	}
}

// Each file is claimed by its own format first.
func TestSniffOrder(t *testing.T) {
	claims := func(f File) string {
		for _, format := range All {
			if format.Sniff(f) != No {
				return format.Name
			}
		}
		return ""
	}
	for glob, want := range map[string]string{
		"livemcpbench/*.json":     "livemcpbench",
		"livemcpbench/*/*.json":   "livemcpbench",
		"livemcpbench/*/*/*.json": "livemcpbench",
		"tau-bench/*.json":        "tau-bench",
		"etom/*.json":             "etom",
		"etom/*/*.json":           "etom",
		"inspect/json/*.json":     "inspect",
		"tau2/*/*.json":           "tau2",
		"tau2/*/*/*.json":         "tau2",
		"mcp-atlas/*.csv":         "mcp-atlas",
		"swe-bench/*.json":        "swe-bench",
		"swe-bench/*/*/*.json":    "swe-bench",
		"swe-bench/*/*/*/*.json":  "swe-bench",
		"swe-bench/*/*/*/*/*/*":   "swe-bench",
		"swe-agent/*/*.traj":      "swe-agent",
		"swe-agent/*/*/*.traj":    "swe-agent",
		"mini-swe-agent/*/t*":     "mini-swe-agent",
		"mini-swe-agent/*/*/t*":   "mini-swe-agent",
		"openhands/*/*/*/*.jsonl": "openhands",
		"lm-eval/*/*":             "lm-eval",
		"bfcl/*/*/*.json":         "bfcl",
		"bfcl/*/*/*/*.json":       "bfcl",
		"terminal-bench/*/*.json": "terminal-bench",
		"terminal-bench/*/*/*/*":  "terminal-bench",
		"appworld/*/*/*/*.json":   "appworld",
		"appworld/*/*/*/*/*/*":    "appworld",
		"toolbench/*/*.json":      "toolbench",
		"toolbench/*/*/*.*":       "toolbench",
		"toolbench/*/*/*/*.json":  "toolbench",
		"harbor/*/*/*.json":       "harbor",
		"harbor/*/*/*/*.json":     "harbor",
		"harbor/*/*/*/agent/*":    "harbor",
		"atif/*.json":             "atif",
		"mcp-bench/*.json":        "mcp-bench",
		"helm/*/*/*/*.json":       "helm",
		"promptfoo/*":             "promptfoo",
		"agentdojo/*/*.jsonl":     "agentdojo",
		"agentdojo/*/*/*/*.json":  "agentdojo",
		"agentdojo/*/*/*/*/*/*":   "agentdojo",
		"mcpeval/*/*/*.json":      "mcpeval",
		"mcpeval/*/*/*/*/*.json":  "mcpeval",
		"toolathlon/*.jsonl":      "toolathlon",
		"toolathlon/trajs/*.json": "toolathlon",
		"toolathlon/*/*/*/*/*":    "toolathlon",
		"mcpmark/*/*.json":        "mcpmark",
		"mcpmark/*/*/*/*.json":    "mcpmark",
		"mcpmark/*/*/*/*/*.json":  "mcpmark",
		"atif/*/*.json":           "atif",
		"pinepaper/*.*":           "pinepaper",
		"pinepaper/data/*":        "pinepaper",
		"complexmcp/*":            "complexmcp",
		"every-eval-ever/*":       "every-eval-ever",
		"otel/*":                  "otel",
		"chat/*":                  "chat",
		"csv/*.csv":               "csv",
		"jsonl/*.jsonl":           "jsonl",
	} {
		paths, err := filepath.Glob(filepath.Join("testdata", filepath.FromSlash(glob)))
		if err != nil || len(paths) == 0 {
			t.Fatal(glob, err)
		}
		for _, f := range onDisk(t, paths...) {
			if info, err := os.Stat(f.Path); err != nil || info.IsDir() {
				continue
			}
			if got := claims(f); got != want {
				t.Errorf("%s is claimed by %q, not %q", f.Path, got, want)
			}
		}
	}
	for name, text := range map[string]string{
		"prose":         "Four score and seven years ago, our fathers\nbrought forth\n",
		"a number":      "42\n",
		"an empty list": "[]",
		"numbers":       "[1, 2, 3]",
		"html":          "<!DOCTYPE html>\n<html, lang>\n",
		"pretty":        "{\n \"task\": 1,\n \"run\": \"a\"\n}\n",
	} {
		if got := claims(inMemory("x", text)); got != "" {
			t.Errorf("%s is claimed by %q", name, got)
		}
	}
	// The head ends inside the first record.
	long := `[{"task_id": 1, "reward": 1.0, "info": {"task": {"instruction": "` + strings.Repeat("x", 2*HeadSize) + `"}}, "traj": [], "trial": 0}]`
	if got := claims(inMemory("x", long)); got != "tau-bench" {
		t.Errorf("a cut head is claimed by %q", got)
	}
}

// shared are the files of one format's log that another knows too: agents' trajectories and
// verdicts, which their harnesses write in each other's forms. The order of All decides.
var shared = map[string][]string{
	"harbor": {"atif"}, "mini-swe-agent": {"swe-bench"}, "openhands": {"swe-bench"}, "swe-agent": {"swe-bench"},
}

// No file of one benchmark's log looks like another benchmark's; the generic formats take what
// is left, and are asked last.
func TestNoFormatClaimsStrangers(t *testing.T) {
	generic := []string{"chat", "json", "jsonl", "csv"}
	for _, own := range All {
		if slices.Contains(generic, own.Name) {
			continue
		}
		for _, r := range readings(t, own) {
			for _, f := range r.files {
				for _, other := range All {
					if other.Name == own.Name || slices.Contains(generic, other.Name) || slices.Contains(shared[own.Name], other.Name) {
						continue
					}
					if other.Sniff(f) != No {
						t.Errorf("%s, of %s, is claimed by %s too", f.Path, own.Name, other.Name)
					}
				}
			}
		}
	}
}
