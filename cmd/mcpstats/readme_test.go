package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestREADME runs the README's `go run ./cmd/mcpstats` commands, from the
// repository's root and into a directory of the test's own.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^go run \./cmd/mcpstats (.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(commands) < 2 {
		t.Fatalf("the README runs %d commands, expected the main job and a comparison", len(commands))
	}
	t.Chdir(filepath.Join("..", ".."))
	for _, c := range commands {
		args := strings.Fields(c[1])
		if args[0] == "report" {
			args = append(args, "--resamples", strconv.Itoa(resamples()), "-o", filepath.Join(t.TempDir(), "report"))
		}
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != exitDone {
			t.Errorf("%s: exit code %d, stderr:\n%s", c[0], code, stderr.String())
		}
		if stdout.Len() == 0 {
			t.Errorf("%s printed nothing", c[0])
		}
	}
	for _, link := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(link[1]); err != nil {
			t.Errorf("the README links to %s: %v", link[1], err)
		}
	}
}

// TestManual runs the manual's examples: a line "$ mcpstats ..." in doc.go must
// succeed, and print what the lines below it, up to a blank one, say; an example
// without such lines must print something.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	ran := 0
	for i, line := range lines {
		command, ok := strings.CutPrefix(line, "//\t$ mcpstats ")
		if !ok {
			continue
		}
		ran++
		var want strings.Builder
		for _, l := range lines[i+1:] {
			l, ok := strings.CutPrefix(l, "//\t")
			if !ok {
				break
			}
			want.WriteString(l + "\n")
		}
		var stdout, stderr bytes.Buffer
		if code := run(context.Background(), strings.Fields(command), strings.NewReader(""), &stdout, &stderr); code != exitDone {
			t.Errorf("%s: exit code %d, stderr:\n%s", command, code, stderr.String())
		}
		got := trimLines(stdout.String())
		if want.Len() > 0 && got != want.String() {
			t.Errorf("%s prints\n%s\nthe manual says\n%s", command, got, want.String())
		}
		if stdout.Len() == 0 {
			t.Errorf("%s printed nothing", command)
		}
	}
	if ran == 0 {
		t.Error("the manual has no examples")
	}
}

// trimLines drops blanks at line ends and blank lines, which a doc comment
// cannot hold.
func trimLines(s string) string {
	var out strings.Builder
	for line := range strings.Lines(s) {
		if line = strings.TrimRight(line, " \n"); line != "" {
			out.WriteString(line + "\n")
		}
	}
	return out.String()
}
