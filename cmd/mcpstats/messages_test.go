package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Names that strangers chose neither command the terminal nor begin a line of their
// own, whatever tells of them: each line is ours, and every byte can be seen.
func TestMessagesAreInert(t *testing.T) {
	hostile := "x\x1b[31m\x1b]0;title\x07\r\u202e\u2028\x9b\xff\x00\nmcpstats: all is well"
	dir := t.TempDir()
	name := filepath.Join(dir, strings.ReplaceAll(hostile, "\x00", "")+".csv")
	log := "run,task,success,difficulty\n\"" + hostile + "\",1,1,1\nb,\"" + hostile + "\",1,1\nb,2,0,1\nb,1,1,2\n"
	if err := os.WriteFile(name, []byte(log), 0o600); err != nil {
		t.Skip("the file system takes no such name: ", err)
	}
	text := filepath.Join(dir, "p\x1b[2J\n.yaml")
	if err := os.WriteFile(text, []byte("%PDF-\x1b[2J"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"compare", name}, {"compare", name, "--max-record-errors", "1"}, {"doctor", name + "x"}, {"score", dir}, {"score", name, "--map", text},
		{"verify", text}, {"verify", "--extract", text}, {"report", name, "--" + hostile}, {hostile}, {"report", name, "--runs", hostile, "-o", filepath.Join(dir, "out")},
		{"import", name, "--max-record-errors", "1", "-o", filepath.Join(dir, hostile[:9]+".parquet")}, {"agree", name}, {"score", name, "-o", filepath.Join(dir, "none\x1b", "x.csv")},
	} {
		var stderr strings.Builder
		run(t.Context(), args, strings.NewReader(""), io.Discard, &stderr)
		for _, line := range strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n") {
			if line != "" && !strings.HasPrefix(line, "mcpstats: ") || strings.HasPrefix(line, "mcpstats: all is well") {
				t.Errorf("%q: a line that is not ours: %q", args, line)
			}
		}
		if !utf8.ValidString(stderr.String()) || strings.ContainsFunc(stderr.String(), func(r rune) bool {
			return r != '\n' && unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
		}) {
			t.Errorf("%q: %q", args, stderr.String())
		}
	}
}

// An output that cannot be written is not a mistake of the command line.
func TestUnwritableOutputs(t *testing.T) {
	if os.Getuid() == 0 {
		t.Log("as root, folders that may not be written to can be: /proc stands for them")
	}
	dir := t.TempDir()
	closed := filepath.Join(dir, "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(dir, "a.csv")
	if err := os.WriteFile(log, []byte("run,task,success\na,1,1\nb,1,0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	folders := []string{filepath.Join(dir, "missing")}
	if _, err := os.CreateTemp("/proc", "x"); errors.Is(err, os.ErrNotExist) || errors.Is(err, os.ErrPermission) {
		folders = append(folders, "/proc")
	}
	if os.Getuid() != 0 {
		folders = append(folders, closed)
	}
	for _, folder := range folders {
		for _, args := range [][]string{
			{"score", log, "-q", "-o", filepath.Join(folder, "s.csv")},
			{"import", log, "-q", "-o", filepath.Join(folder, "s.parquet")},
			{"score", log, "-q", "--partial", "-o", filepath.Join(folder, "s.partial")},
			{"notebook", "new", "report", "-o", filepath.Join(folder, "n.md")},
			{"report", log, "-q", "--resamples", "100", "-o", filepath.Join(folder, "out")},
		} {
			if args[0] == "report" && filepath.Base(folder) == "missing" {
				continue // which makes the folders that it needs
			}
			var stderr strings.Builder
			if code := run(t.Context(), args, strings.NewReader(""), io.Discard, &stderr); code != exitUnusable || strings.Count(stderr.String(), "\n") != 1 {
				t.Errorf("%q: %d %q", args, code, stderr.String())
			}
		}
	}
}
