package notebook

import (
	"context"
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mcpstats/reports"
	"mcpstats/reports/csvout"
)

//go:embed testdata/rerun.py
var rerun string

// python runs a script in a directory; it skips where there is no python3.
func python(t *testing.T, dir, script string) string {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("python3 is not installed")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "python3", "-I", "-c", script)
	c.Dir = dir
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// Every cell that is run again, over the CSV files and figures that stand beside
// the notebook, makes the output that the notebook holds, byte by byte.
func TestNotebookRunsAgain(t *testing.T) {
	for name, doc := range samples(t) {
		assets := drawn(doc)
		if name == "blocks" {
			assets["figures/vector.svg"] = []byte("<svg>\n</svg>\n")
			delete(assets, "figures/vector.png")
			delete(assets, "figures/missing.png")
		}
		dir := t.TempDir()
		write := func(path string, data []byte) {
			path = filepath.Join(dir, filepath.FromSlash(path))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		outputs := 0
		for _, b := range doc.Blocks {
			table, ok := b.(reports.Table)
			if !ok {
				continue
			}
			text, err := csvout.Render(table)
			if err != nil {
				t.Fatal(err)
			}
			write(reports.TablePath(table.ID, "csv"), text)
			outputs += 3
		}
		for path, data := range assets {
			write(path, data)
			outputs += 2
		}
		write("results.json", []byte("{}"))
		write("report.ipynb", rendered(t, doc, assets))
		if got := strings.TrimSpace(python(t, dir, rerun)); got != strconv.Itoa(outputs) {
			t.Errorf("%s: expected %d outputs that are the same, got\n%s", name, outputs, got)
		}
	}
}
