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

// comparisons is a report of n comparisons with eight tests each.
func comparisons(n int) *reports.Document {
	t := reports.Table{ID: "tests", Caption: "Every test.", Origin: reports.Origin{Part: "tests"}}
	for _, name := range []string{"Metric", "Stratum", "A", "B", "Test"} {
		t.Columns = append(t.Columns, reports.Column{Name: name, Key: name})
	}
	for _, name := range []string{"Statistic", "df", "Used", "Other"} {
		t.Columns = append(t.Columns, reports.Column{Name: name, Key: name, Kind: reports.Number})
	}
	t.Columns = append(t.Columns, reports.Column{Name: "p", Key: "p", Kind: reports.PValue}, reports.Column{Name: "Notes", Key: "notes"})
	for i := range 8 * n {
		var row []reports.Cell
		for k := range 5 {
			row = append(row, reports.Cell{Text: fmt.Sprintf("name %d", (i+k)%50)})
		}
		for k := range 5 {
			row = append(row, reports.Cell{Value: float64(i*k%997) / 997, HasValue: true, Decimals: 3})
		}
		t.Rows = append(t.Rows, append(row, reports.Cell{Text: "719 of 2075 differences are zero"}))
	}
	return &reports.Document{Title: "Many", Blocks: []reports.Block{reports.Heading{Level: 1, ID: "tests", Text: "Tests"}, t}}
}

// BenchmarkManyComparisons tells what a workbook of 24,320 tests takes beside the
// report itself, the memory as the system sees it.
func BenchmarkManyComparisons(b *testing.B) {
	doc := comparisons(3040)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for b.Loop() {
		if err := Render(io.Discard, doc, Scores{}); err != nil {
			b.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	b.ReportMetric(float64(after.Sys-before.Sys)/1e6, "MB-of-system")
}
