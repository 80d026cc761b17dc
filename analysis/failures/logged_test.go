package failures

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// blanks are what logs drop.
var blanks = map[string]func(*datasets.Step){
	"texts": func(s *datasets.Step) { s.Content = "" },
	"results": func(s *datasets.Step) {
		for i := range s.Calls {
			s.Calls[i].Result, s.Calls[i].Error = "", ""
		}
		if s.Role == "tool" {
			s.Content = ""
		}
	},
	"result texts alone": func(s *datasets.Step) {
		for i := range s.Calls {
			s.Calls[i].Result = ""
		}
	},
	"arguments": func(s *datasets.Step) {
		for i := range s.Calls {
			s.Calls[i].Arguments = ""
		}
	},
	"results for digests": func(s *datasets.Step) {
		for i := range s.Calls {
			if s.Calls[i].Result != "" {
				s.Calls[i].Result = "sha256:" + fmt.Sprintf("%064d", i)
			}
		}
	},
}

// blanked is the attempt as a log has it that drops some of its parts.
func blanked(t *datasets.Trajectory, parts ...string) *datasets.Trajectory {
	out := *t
	out.Steps = slices.Clone(t.Steps)
	for i := range out.Steps {
		out.Steps[i].Calls = slices.Clone(out.Steps[i].Calls)
		for _, part := range parts {
			blanks[part](&out.Steps[i])
		}
	}
	if slices.Contains(parts, "texts") {
		out.Response = ""
	}
	return &out
}

func modesOf(t *datasets.Trajectory) map[string]bool {
	out := map[string]bool{}
	for _, d := range Detectors() {
		if hits, applicable := d.Detect(t); applicable && len(hits) > 0 {
			out[d.Name] = true
		}
	}
	return out
}

// TestBlankingShowsNothingNew blanks what logs drop, each alone and together, in the
// attempts made by hand, in every reader's fixtures and in the real logs where they
// are: fewer modes may show, never others.
func TestBlankingShowsNothingNew(t *testing.T) {
	var sets [][]string
	for _, results := range []string{"", "results", "result texts alone", "results for digests"} {
		for _, texts := range []string{"", "texts"} {
			for _, arguments := range []string{"", "arguments"} {
				if parts := slices.DeleteFunc([]string{results, texts, arguments}, func(s string) bool { return s == "" }); len(parts) > 0 {
					sets = append(sets, parts)
				}
			}
		}
	}
	attempts, shown, lost := 0, 0, 0
	check := func(from string, full *datasets.Trajectory) {
		attempts++
		have := modesOf(full)
		shown += len(have)
		for _, parts := range sets {
			got := modesOf(blanked(full, parts...))
			lost += len(have) - len(got)
			for mode := range got {
				if !have[mode] {
					t.Errorf("%s, task %q: without %q it shows %s, which the full log does not", from, full.Task, parts, mode)
				}
			}
		}
	}
	for mode, made := range cases {
		for _, c := range made {
			check(mode+": "+c.name, c.t)
		}
	}
	roots, _ := filepath.Glob(filepath.Join("..", "..", "datasets", "formats", "testdata", "*"))
	if len(roots) == 0 {
		t.Fatal("no fixtures")
	}
	if real := filepath.Join("..", "..", "..", "shared", "data", "livemcpbench"); exists(real) && !testing.Short() {
		roots = append(roots, real)
	}
	for _, root := range roots {
		inputs, _, err := open.Paths(context.Background(), []string{root}, open.Options{Columns: datasets.AllColumns})
		if err != nil {
			continue // the golden readings and the corpus of the fuzzers are no logs
		}
		for _, input := range inputs {
			for tr, err := range input.Trajectories(context.Background()) {
				if err == nil {
					check(root, tr)
				}
			}
		}
	}
	if attempts < 150 || shown < 50 || lost == 0 {
		t.Errorf("%d attempts with %d modes, of which %d were lost: too few to show anything", attempts, shown, lost)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
