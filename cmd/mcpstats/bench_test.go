package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkReport is the main job on the embedded examples, every output
// included.
func BenchmarkReport(b *testing.B) {
	for b.Loop() {
		if code := run(context.Background(), []string{"report", "-o", filepath.Join(b.TempDir(), "report")}, strings.NewReader(""), io.Discard, io.Discard); code != exitDone {
			b.Fatalf("exit code %d", code)
		}
	}
}
