package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Who stops the program is told so in a line, and finds no file half written.
func TestInterrupted(t *testing.T) {
	folder := t.TempDir()
	paper := filepath.Join("..", "..", "datasets", "papers", "pdf", "testdata", "paper-ieee.pdf")
	for _, args := range [][]string{
		{"report", "--example", "tau-bench", "-o", filepath.Join(folder, "report")},
		{"compare", "--example", "etom"},
		{"score", "--example", "tau-bench", "-o", filepath.Join(folder, "scores.csv")},
		{"doctor", "--example", "tau-bench"},
		{"verify", paper},
		{"verify", paper, "--write", filepath.Join(folder, "claims.yaml")},
		{"verify", "--extract", paper},
	} {
		ctx, stop := context.WithCancel(context.Background())
		stop()
		var stdout, stderr bytes.Buffer
		if code := run(ctx, args, strings.NewReader(""), &stdout, &stderr); code != exitUnusable {
			t.Errorf("%v: exit code %d, want %d", args, code, exitUnusable)
		}
		if got, want := stderr.String(), "mcpstats: "+errInterrupted.Error()+"\n"; got != want {
			t.Errorf("%v: stderr %q, want %q", args, got, want)
		}
		if stdout.Len() > 0 {
			t.Errorf("%v: wrote %q", args, stdout.String())
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
