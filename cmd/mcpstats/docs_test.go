package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pages are the README and all of docs/.
func pages(t *testing.T, root string) []string {
	t.Helper()
	docs, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil || len(docs) < 10 {
		t.Fatalf("%d pages in docs/, %v", len(docs), err)
	}
	return append([]string{filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")}, docs...)
}

var (
	linkTarget = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	codeFence  = regexp.MustCompile("(?ms)^(`{3,}|~{3,}).*?^(`{3,}|~{3,})[ ]*$")
	codeSpan   = regexp.MustCompile("`[^`\n]*`")
	headLine   = regexp.MustCompile(`(?m)^#{1,6} +(.*)$`)
	anchorID   = regexp.MustCompile(`<a id="([^"]+)">`)
	notInSlugs = regexp.MustCompile(`[^\p{L}\p{N}\- _]`)
)

// anchors are the fragments that a page can be linked at: its headings as Git
// hosts spell them, and its own.
func anchors(text string) []string {
	var out []string
	for _, m := range headLine.FindAllStringSubmatch(codeFence.ReplaceAllString(text, ""), -1) {
		slug := notInSlugs.ReplaceAllString(strings.ToLower(m[1]), "")
		out = append(out, strings.ReplaceAll(slug, " ", "-"))
	}
	for _, m := range anchorID.FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// Every relative link of the documentation leads to a file, and to a place in it.
func TestDocumentationLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, page := range pages(t, root) {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := codeSpan.ReplaceAllString(codeFence.ReplaceAllString(string(raw), ""), "")
		for _, m := range linkTarget.FindAllStringSubmatch(text, -1) {
			target, fragment, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			path := page
			if target != "" {
				path = filepath.Join(filepath.Dir(page), filepath.FromSlash(target))
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s links to %s, which is not there", page, m[1])
				continue
			}
			if fragment == "" || filepath.Ext(path) != ".md" {
				continue
			}
			there, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(anchors(string(there)), fragment) {
				t.Errorf("%s links to %s: no such place there", page, m[1])
			}
		}
	}
}

// A reader finds every page from the index or from the README.
func TestEveryPageIsFound(t *testing.T) {
	root := filepath.Join("..", "..")
	index, err := os.ReadFile(filepath.Join(root, "docs", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages(t, root)[2:] {
		name := filepath.Base(page)
		if !strings.Contains(string(index), "]("+name+")") && !strings.Contains(string(readme), "](docs/"+name+")") {
			t.Errorf("neither docs/README.md nor README.md links to %s", name)
		}
	}
}

// ranBlock is a block of commands that must work as it stands, and what the last
// of them prints where a block of text follows.
var ranBlock = regexp.MustCompile("(?m)^<!-- run(: exit 1)? -->\n```sh\n((?:.*\n)+?)```\n(?:\n```text\n((?:.*\n)*?)```\n)?")

// shellWords splits a command at blanks; what stands in single quotes is one word.
func shellWords(text string) (out []string) {
	for i, part := range strings.Split(text, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}

// TestDocumentationRuns runs the blocks that are marked so, from the repository's
// root; -update writes what they print.
func TestDocumentationRuns(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	ran := 0
	for _, page := range pages(t, ".") {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		text := string(raw)
		for _, m := range ranBlock.FindAllStringSubmatch(text, -1) {
			var stdout bytes.Buffer
			for command := range strings.Lines(m[2]) {
				words, ok := strings.CutPrefix(strings.TrimSpace(command), "mcpstats ")
				if !ok {
					t.Errorf("%s: %q is no command of mcpstats", page, command)
					continue
				}
				ran++
				args := shellWords(words)
				if args[0] == "report" {
					args = append(args, "-o", filepath.Join(t.TempDir(), "report"))
					if m[3] == "" { // nothing that it prints is on the page
						args = append(args, "--resamples", strconv.Itoa(resamples()))
					}
				}
				want := exitDone
				if m[1] != "" {
					want = exitNo
				}
				stdout.Reset()
				var stderr bytes.Buffer
				if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != want {
					t.Errorf("%s: %s: exit code %d, stderr:\n%s", page, words, code, stderr.String())
				}
				if stdout.Len() == 0 {
					t.Errorf("%s: %s prints nothing", page, words)
				}
			}
			if m[3] == "" || m[3] == stdout.String() {
				continue
			}
			if *update {
				raw = bytes.Replace(raw, []byte(m[3]), stdout.Bytes(), 1)
				if err := os.WriteFile(page, raw, 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			t.Errorf("%s: %sprints\n%s\nthe page says\n%s", page, m[2], stdout.String(), m[3])
		}
	}
	if ran < 4 {
		t.Errorf("the documentation runs %d commands", ran)
	}
}

// The mapping that docs/your-own-logs.md shows is the one that its command reads.
func TestOwnLogsShowTheirMapping(t *testing.T) {
	root := filepath.Join("..", "..", "docs")
	page, err := os.ReadFile(filepath.Join(root, "your-own-logs.md"))
	if err != nil {
		t.Fatal(err)
	}
	mapping, err := os.ReadFile(filepath.Join(root, "logs", "attempts.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(page, append([]byte("```yaml\n"), append(mapping, "```"...)...)) {
		t.Error("the page shows another mapping than docs/logs/attempts.yaml")
	}
}
