package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every message that docs/damaged-files.md explains is in the code, and the test
// that it names is a test.
func TestDamagePage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "damaged-files.md"))
	if err != nil {
		t.Fatal(err)
	}
	var code, tests strings.Builder
	err = filepath.WalkDir(filepath.Join("..", ".."), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.HasSuffix(path, "_test.go") {
			tests.Write(b)
		} else {
			code.Write(b)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// Words that the standard library or a verb puts into the message.
	elsewhere := []string{"exceeded max depth", "more than 5000 columns"}
	source := code.String() + strings.Join(elsewhere, "\n")
	rows := regexp.MustCompile("(?m)^\\| `([^`]+)` \\| [^|]+ \\| [^|]+ \\| ([^|]+) \\|$").FindAllStringSubmatch(string(page), -1)
	if len(rows) < 20 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		if !strings.Contains(source, row[1]) {
			t.Errorf("no message says %q", row[1])
		}
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1) {
			if !strings.Contains(tests.String(), "func "+name[1]+"(") {
				t.Errorf("%q: there is no test %s", row[1], name[1])
			}
		}
	}
}
