package xlsx

import (
	"fmt"
	"io"
	"runtime"
	"testing"

	"mcpstats/reports"
)

// million yields a million scores: 20 runs of 5,000 tasks by 10 metrics.
func million(yield func(ScoreRow) bool) {
	for run := range 20 {
		for metric := range 10 {
			for task := range 5000 {
				if !yield(ScoreRow{"bench", fmt.Sprintf("run%02d", run), fmt.Sprintf("task%05d", task), 0, fmt.Sprintf("metric%d", metric), float64(run*task%97) / 97}) {
					return
				}
			}
		}
	}
}

// BenchmarkMillionScores tells what a workbook of a million scores takes, the
// memory as the system sees it.
func BenchmarkMillionScores(b *testing.B) {
	for b.Loop() {
		if err := Render(io.Discard, &reports.Document{Title: "Large"}, Scores{All: million}); err != nil {
			b.Fatal(err)
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "MB-of-system")
}
