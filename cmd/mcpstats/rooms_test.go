package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const roomsIntro = `# Rooms

Every package, in the order in which data passes through them: what it holds, and what it may import besides the standard
library (a name that ends in / stands for all packages below it). Data goes one way, so no package imports one that comes after
what it feeds, and renderers do not know one another. [cmd/mcpstats/imports_test.go](../cmd/mcpstats/imports_test.go) has the
same rows as a test, with the reasons, and with what a package must not even reach through others. ` + "`go doc ./analysis/evaluate`" + `
and the like say what the parts of a package are, how they work together and what may go wrong.

Made from the packages by ` + "`go test ./cmd/mcpstats -run TestRooms -update`" + `.

| package | what it holds | may import |
| :--- | :--- | :--- |
`

// TestRooms holds docs/rooms.md to the packages that there are; -update writes it.
func TestRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc", "mcpstats/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	type room struct{ ImportPath, Doc string }
	var all []room
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var r room
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	// The order of the import table is that of the data; below a row with "...", by name.
	place := func(r room) int {
		name := strings.TrimPrefix(r.ImportPath, "mcpstats/")
		for i, row := range rooms {
			prefix, below := strings.CutSuffix(row.pkg, "/...")
			if name == prefix || below && strings.HasPrefix(name, prefix+"/") {
				return i
			}
		}
		t.Errorf("%s has no row in the import table", name)
		return len(rooms)
	}
	slices.SortStableFunc(all, func(a, b room) int { return place(a) - place(b) })
	var page strings.Builder
	page.WriteString(roomsIntro)
	for _, r := range all {
		name := strings.TrimPrefix(r.ImportPath, "mcpstats/")
		what := strings.TrimPrefix(r.Doc, "Package "+filepath.Base(name)+" ")
		if r.Doc == "" {
			t.Errorf("%s has no package comment", name)
		}
		var may []string
		if at := place(r); at < len(rooms) {
			for _, prefix := range rooms[at].may {
				may = append(may, cmp.Or(strings.TrimPrefix(prefix, "mcpstats/"), "all of the project"))
			}
		}
		page.WriteString("| `" + name + "` | " + strings.ReplaceAll(what, "|", `\|`) + " | " + strings.Join(may, ", ") + " |\n")
	}
	path := filepath.Join("..", "..", "docs", "rooms.md")
	if *update {
		if err := os.WriteFile(path, []byte(page.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(have) != page.String() {
		t.Errorf("%s is not what the packages are; write it again with -update", path)
	}
}
