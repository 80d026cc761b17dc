package pdfium

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkPages takes a paper of four pages apart, and tells the time for one character.
func BenchmarkPages(b *testing.B) {
	content, err := os.ReadFile(filepath.Join("..", "pdf", "testdata", "paper-review.pdf"))
	if err != nil {
		b.Fatal(err)
	}
	glyphs := 0
	for b.Loop() {
		f, err := Open(context.Background(), content)
		if err != nil {
			b.Fatal(err)
		}
		for n := 1; n <= f.Pages(); n++ {
			p, err := f.Page(context.Background(), n)
			if err != nil {
				b.Fatal(err)
			}
			glyphs += len(p.Glyphs)
		}
		f.Close()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(glyphs), "ns/character")
}
