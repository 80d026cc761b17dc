package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// mappingOfPage is a mapping that docs/mapping.md shows, which names its file first.
var mappingOfPage = regexp.MustCompile("(?m)^```yaml\n(# (docs/logs/mapping/[a-z]+\\.yaml)\n(?:.*\n)*?)```\n")

// The mappings that docs/mapping.md shows are those of its files; each reads the log beside it
// without a bad record, and what doctor prints of it, given back, reads the same scores.
func TestMappingPage(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	page, err := os.ReadFile(filepath.Join("docs", "mapping.md"))
	if err != nil {
		t.Fatal(err)
	}
	logs := map[string]string{"join": "answers.jsonl"} // others are called like their mapping
	shown := mappingOfPage.FindAllStringSubmatch(string(page), -1)
	if len(shown) < 13 {
		t.Errorf("the page shows %d mappings", len(shown))
	}
	for _, m := range shown {
		name := strings.TrimSuffix(filepath.Base(m[2]), ".yaml")
		t.Run(name, func(t *testing.T) {
			if text, err := os.ReadFile(m[2]); err != nil || string(text) != m[1] {
				t.Errorf("the page shows another mapping than %s (%v)", m[2], err)
			}
			log := filepath.Join("docs", "logs", "mapping", logs[name])
			if logs[name] == "" {
				found, err := filepath.Glob(filepath.Join("docs", "logs", "mapping", name+"*"))
				if err != nil {
					t.Fatal(err)
				}
				for _, f := range found {
					if filepath.Ext(f) != ".yaml" {
						log = f
					}
				}
			}
			score := func(mapping string) string {
				var stdout, stderr bytes.Buffer
				if code := run(context.Background(), []string{"score", log, "--map", mapping, "--max-record-errors", "0"}, strings.NewReader(""), &stdout, &stderr); code != exitDone {
					t.Fatalf("exit code %d with the mapping %s: %s", code, mapping, stderr.String())
				}
				return stdout.String()
			}
			want := score(m[2])
			if strings.Count(want, "\n") < 3 {
				t.Errorf("it reads\n%s", want)
			}
			template := filepath.Join(t.TempDir(), "template.yaml")
			var stdout, stderr bytes.Buffer
			if code := run(context.Background(), []string{"doctor", log, "--map", m[2], "--map-template", template}, strings.NewReader(""), &stdout, &stderr); code != exitDone {
				t.Fatalf("doctor: exit code %d: %s", code, stderr.String())
			}
			if name == "join" { // its file is named as seen from the mapping
				text, err := os.ReadFile(template)
				if err != nil {
					t.Fatal(err)
				}
				text = bytes.ReplaceAll(text, []byte("verdicts.csv"), []byte("docs/logs/mapping/verdicts.csv"))
				if err := os.WriteFile(template, text, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if got := score(template); got != want {
				t.Errorf("given back, the mapping in force reads\n%s\nnot\n%s", got, want)
			}
		})
	}
}
