package open

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/datasets"
)

// Of a log of several files, one that ends inside of its list is read up to its last whole
// record, as a log of one file is: of the five attempts the one that is cut is missing.
func TestCutOfSeveral(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../formats/testdata/tau2")); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "json", "tiny_shop.json")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b[:len(b)*97/100], 0o600); err != nil {
		t.Fatal(err)
	}
	inputs, skipped := paths(t, Options{}, dir)
	if len(inputs) != 1 || len(skipped) != 0 {
		t.Fatalf("%d logs, %v", len(inputs), skipped)
	}
	if all, bad := collect(t, inputs[0]); len(all) != 4 || len(bad) != 0 {
		t.Errorf("%d attempts of 4, and %v", len(all), bad)
	}
	said := 0
	for _, n := range inputs[0].Notes() {
		if n.Code == datasets.NoteUnended && n.Decisive && strings.HasPrefix(n.Message, path+": the file ends inside record 3; it is read up to there") {
			said++
		}
	}
	if said != 1 {
		t.Errorf("said %d times: %+v", said, inputs[0].Notes())
	}
}
