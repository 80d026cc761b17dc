package open

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever format a JSON document is of: where a second one stands behind it (cat
// a.json b.json), nobody reads the first alone without a word.
func TestNothingBehindADocumentIsLost(t *testing.T) {
	root := filepath.Join("..", "formats", "testdata")
	tried := 0
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, _ := filepath.Rel(root, path)
		format, _, _ := strings.Cut(relative, string(filepath.Separator))
		if unread[filepath.ToSlash(relative)] || strings.HasPrefix(relative, filepath.Join("inspect", "eval")) { // the parts of an archive, which no reader takes as files
			return nil
		}
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, format))); err != nil {
			return err
		}
		before, silent := readFolder(t, dir)
		lines := bytes.Count(bytes.TrimSpace(text), []byte("\n"))
		for name, tail := range map[string]string{"a second document": string(text), "zero bytes": "\x00\x00\x00"} {
			if name == "a second document" && lines == 0 && filepath.Base(path) != "header.json" && strings.HasPrefix(string(text), "{") {
				continue // JSON lines now, each a record
			}
			if err := os.WriteFile(filepath.Join(dir, strings.TrimPrefix(relative, format)), append(bytes.Clone(text), tail...), 0o644); err != nil {
				return err
			}
			tried++
			attempts, said := readFolder(t, dir)
			if said == silent && attempts <= before {
				t.Errorf("%s, %s behind it: %d attempts and not a word", relative, name, attempts)
			}
		}
		return nil
	})
	if err != nil || tried < 20 {
		t.Fatalf("%d files tried, %v", tried, err)
	}
}

// unread are the files that only tell a format from another: nothing of them is used.
var unread = map[string]bool{
	"toolbench/preference_results/G1_instruction_m_cot_m_dfs.json": true,
	"etom/tool_equivalence_sets.json":                              true, "every-eval-ever/toy.json": true, "harbor/jobs/job-1/config.json": true, "harbor/jobs/job-1/result.json": true,
	"mcpeval/benchmarks/pages/llm_judger_results/model-x/summary_analysis.json":                  true,
	"helm/runs/v1/mmlu-subject=colours,method=multiple_choice_joint,model=org_m-1/scenario.json": true,
	"mcpmark/exp-a/summary.json": true, "toolathlon/results/my-run/finalpool/invoice-filing/status.json": true,
}

// readFolder reads a folder: how many attempts it holds and what is said against it.
func readFolder(t *testing.T, dir string) (attempts int, said string) {
	t.Helper()
	inputs, skipped, err := Paths(t.Context(), []string{dir}, Options{MaxRecordErrors: 1})
	if err != nil {
		return 0, err.Error()
	}
	for _, s := range skipped {
		if strings.Contains(s.Reason, "behind") || strings.Contains(s.Reason, "JSON") {
			said += s.Reason + "\n"
		}
	}
	for _, in := range inputs {
		for _, err := range in.Trajectories(t.Context()) {
			if err != nil {
				said += err.Error() + "\n"
				continue
			}
			attempts++
		}
	}
	return attempts, said
}
