package columnar

import (
	"context"
	"io"
	"os"
	"testing"

	"mcpstats/datasets"
)

// BenchmarkRead reads a file of a thousand bytes of text a message, or the file
// that MCPSTATS_BENCH_PARQUET names.
func BenchmarkRead(b *testing.B) {
	path := os.Getenv("MCPSTATS_BENCH_PARQUET")
	if path == "" {
		path = saved(b, written(b, manyTrajectories(20_000, 1000)))
	}
	for _, c := range []struct {
		name    string
		columns datasets.Columns
	}{{"outcome", datasets.Outcome}, {"facts", datasets.Facts}, {"counts", datasets.Of(datasets.ColCalls)}, {"calls", datasets.Of(datasets.ColSteps)}, {"everything", datasets.AllColumns}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			rows := 0
			for b.Loop() {
				f, err := Open(path, Options{Columns: c.columns})
				if err != nil {
					b.Fatal(err)
				}
				for _, err := range f.Trajectories(context.Background()) {
					if err != nil {
						b.Fatal(err)
					}
					rows++
				}
				if err := f.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(rows)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	list := manyTrajectories(2000, 1000)
	b.ReportAllocs()
	for b.Loop() {
		w, err := NewWriter(io.Discard)
		if err != nil {
			b.Fatal(err)
		}
		for i := range list {
			if err := w.Write(&list[i]); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(list))/b.Elapsed().Seconds(), "rows/s")
}

func BenchmarkTable(b *testing.B) {
	const n = 200_000
	write := func(w io.Writer) {
		t, err := NewTableWriter(w, scoreColumns, nil)
		if err != nil {
			b.Fatal(err)
		}
		for i := range n {
			t.Text(0, []string{"a", "b", "c"}[i%3])
			t.Integer(1, int64(i%4))
			t.Number(2, float64(i%100)/100)
			if err := t.EndRow(); err != nil {
				b.Fatal(err)
			}
		}
		if err := t.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			write(io.Discard)
		}
		b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "rows/s")
	})
	b.Run("read", func(b *testing.B) {
		f, err := os.CreateTemp(b.TempDir(), "*.parquet")
		if err != nil {
			b.Fatal(err)
		}
		write(f)
		if err := f.Close(); err != nil {
			b.Fatal(err)
		}
		sum := 0.0
		for b.Loop() {
			t, err := OpenTable(f.Name())
			if err != nil {
				b.Fatal(err)
			}
			for batch, err := range t.Batches(context.Background(), []string{"run", "trial", "value"}) {
				if err != nil {
					b.Fatal(err)
				}
				for row := range batch.Rows() {
					v, _ := batch.Number(2, row)
					sum += v
				}
			}
			if err := t.Close(); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "rows/s")
	})
}
