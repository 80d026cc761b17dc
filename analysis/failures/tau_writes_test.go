package failures

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// sharedFile is a file of the folder with real data and oracles, which a user's clone does
// not have.
func sharedFile(t *testing.T, parts ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{"..", "..", "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no %s", path)
	}
	return path
}

// The wrong, unwanted and missing writes of failed attempts at tau-bench were computed apart,
// from the logs alone (oracles/tau_writes.json says how): names, steps and the arguments that
// differ must be the same.
func TestTauWrites(t *testing.T) {
	text, err := os.ReadFile(sharedFile(t, "oracles", "tau_writes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var oracle struct {
		Attempts []struct {
			Run, Task string
			Trial     int
			Wrong     []struct {
				Step      int
				Tool      string
				Arguments []string
			} `json:"wrong_arguments"`
			Unwanted []struct {
				Step int
				Tool string
			} `json:"unwanted_write"`
			Missing []struct{ Tool string } `json:"missing_write"`
			First   *int
		}
	}
	if err := json.Unmarshal(text, &oracle); err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for _, a := range oracle.Attempts {
		key := fmt.Sprint(a.Run, " ", a.Task, " ", a.Trial)
		want[key] = []string{}
		for _, w := range a.Wrong {
			slices.Sort(w.Arguments)
			want[key] = append(want[key], fmt.Sprint("wrong ", w.Step, " ", w.Tool, " ", w.Arguments))
		}
		for _, w := range a.Unwanted {
			want[key] = append(want[key], fmt.Sprint("unwanted ", w.Step, " ", w.Tool))
		}
		for _, w := range a.Missing {
			want[key] = append(want[key], fmt.Sprint("missing ", w.Tool))
		}
		if a.First != nil {
			want[key] = append(want[key], fmt.Sprint("first ", *a.First))
		}
	}
	seen := 0
	for _, log := range []string{sharedFile(t, "data", "tau-bench", "gpt-4o-airline.json"), sharedFile(t, "data", "labelled", "agentrx", "retail_failed.json")} {
		inputs, _, err := open.Paths(context.Background(), []string{log}, open.Options{Columns: datasets.AllColumns})
		if err != nil {
			t.Fatal(err)
		}
		for tr, err := range inputs[0].Trajectories(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			key := fmt.Sprint(tr.Run, " ", tr.Task, " ", tr.Trial)
			expected, ok := want[key]
			if !ok {
				continue
			}
			seen++
			got := []string{}
			for _, h := range detect(wrongArguments(), tr) {
				var names []string
				for part := range strings.SplitSeq(h.Excerpt, "; ") {
					if name, _, ok := strings.Cut(part, ": "); ok && !strings.ContainsAny(name, "\"{[ ") {
						names = append(names, name)
					}
				}
				got = append(got, fmt.Sprint("wrong ", h.Step.Value, " ", h.Tool, " ", names))
			}
			for _, h := range detect(unwantedWrite(), tr) {
				got = append(got, fmt.Sprint("unwanted ", h.Step.Value, " ", h.Tool))
			}
			for _, h := range detect(missingWrite(), tr) {
				got = append(got, fmt.Sprint("missing ", h.Tool))
			}
			if f := followPlannedCalls(tr); f.Departs.Known {
				got = append(got, fmt.Sprint("first ", f.Departs.Value))
			}
			slices.Sort(expected)
			slices.Sort(got)
			if !slices.Equal(expected, got) {
				t.Errorf("%s:\n have %q\n want %q", key, got, expected)
			}
		}
	}
	if seen != len(oracle.Attempts) {
		t.Errorf("%d of %d attempts are in the logs", seen, len(oracle.Attempts))
	}
}

func detect(d *table.Detector, t *datasets.Trajectory) []table.Hit {
	hits, _ := d.Detect(t)
	return hits
}
