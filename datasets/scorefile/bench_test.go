package scorefile

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// BenchmarkRead reads 200,000 scores in either form.
func BenchmarkRead(b *testing.B) {
	const n = 200_000
	rows := func(yield func(Row) bool) {
		for i := range n {
			if !yield(Row{Run: "run" + strconv.Itoa(i/20_000), Task: "task" + strconv.Itoa(i/5%4000), Metric: string(rune('a' + i%5)), Value: float64(i%100) / 100, Known: true}) {
				return
			}
		}
	}
	for _, form := range []string{"csv", "parquet"} {
		b.Run(form, func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "scores."+form)
			f, err := os.Create(path)
			if err != nil {
				b.Fatal(err)
			}
			write := WriteCSV
			if form == "parquet" {
				write = WriteParquet
			}
			if err := write(f, iter.Seq[Row](rows)); err != nil {
				b.Fatal(err)
			}
			if err := f.Close(); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, err := range Read(context.Background(), path) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
