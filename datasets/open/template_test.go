package open

import (
	"context"
	"path/filepath"
	"testing"

	"mcpstats/datasets/mapping"
)

// A first guess at logs of real runs, which here no reader is asked about, reads them: as many
// attempts, with the verdicts where the log has any. The numbers are those of SOURCE.md.
func TestTemplatesOfRealLogs(t *testing.T) {
	for _, log := range []struct {
		folder                        string
		runs, attempts, success, none int // attempts that succeeded, and without a verdict
	}{
		{"mcpmark", 2, 150, 79, 0},
		{"agentdojo", 1, 20, 9, 0},
		{"toolathlon", 1, 15, 7, 1}, // the run stands in the files' names together with the task: nothing can tell them apart
		{"mcpeval", 2, 124, 22, 0},
		{"mcp-bench", 1, 12, 0, 12},
		{"promptfoo", 1, 3, 2, 0},
	} {
		t.Run(log.folder, func(t *testing.T) {
			path := filepath.Join(sharedData(t, "wild"), log.folder)
			text, err := Template(t.Context(), []string{path}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, err := mapping.Parse("guess.yaml", []byte(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			inputs, _, err := Paths(t.Context(), []string{path}, Options{Map: m, MaxRecordErrors: -1})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			runs := map[string]bool{}
			attempts, success, none := 0, 0, 0
			for _, in := range inputs {
				for x, err := range in.Trajectories(context.Background()) {
					if err != nil {
						t.Fatalf("%v\n%s", err, text)
					}
					runs[x.Run] = true
					attempts++
					success += int(known(x.Success.Value))
					none += int(known(!x.Success.Known))
				}
			}
			if len(runs) != log.runs || attempts != log.attempts || success != log.success || none != log.none {
				t.Errorf("%d runs, %d attempts, %d successes, %d without a verdict by\n%s", len(runs), attempts, success, none, text)
			}
		})
	}
}
