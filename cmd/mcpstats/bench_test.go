package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
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

// BenchmarkCompareScores is all pairs of a file of 12 runs, 1,000 tasks and 6
// metrics, from the file to the printed table.
func BenchmarkCompareScores(b *testing.B) {
	path := filepath.Join(b.TempDir(), "scores.csv")
	if err := os.WriteFile(path, scoreTable(12, 1000, 6), 0o644); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if code := run(context.Background(), []string{"compare", "--scores", path, "-q"}, strings.NewReader(""), io.Discard, io.Discard); code != exitDone {
			b.Fatalf("exit code %d", code)
		}
	}
}

// scoreTable makes scores as CSV: a third of the metrics are verdicts, a third
// shares with ties, the rest continuous.
func scoreTable(runs, tasks, metrics int) []byte {
	rng := rand.New(rand.NewPCG(1, 1))
	var out bytes.Buffer
	out.WriteString("run,task,metric,value\n")
	for r := range runs {
		for t := range tasks {
			for m := range metrics {
				v := rng.Float64()
				switch m % 3 {
				case 0:
					v = float64(int(v * 2))
				case 1:
					v = float64(int(v*20)) / 20
				}
				fmt.Fprintf(&out, "run%02d,task%04d,metric%d,%v\n", r, t, m, v)
			}
		}
	}
	return out.Bytes()
}
