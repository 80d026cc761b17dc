package xlsx

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// allHeader is the header row of the sheet of all scores.
const allHeader = 4

// attempt is a line of that sheet.
type attempt struct {
	task   string
	trial  int
	values []float64
	known  []bool
}

// survey is what must be known before the first line is streamed.
type survey struct {
	metrics  []string
	attempts int
}

// runScores yields the scores run by run: one run's attempts are held at a time.
// metrics is the index of each column.
func runScores(all iter.Seq[ScoreRow], metrics map[string]int, each func(benchmark, run string, attempts []attempt) error) error {
	type key struct {
		task  string
		trial int
	}
	var benchmark, run string
	var held []attempt
	place := map[key]int{}
	begun := false
	var failed error
	flush := func() error {
		if !begun {
			return nil
		}
		return each(benchmark, run, held)
	}
	for s := range all {
		if !begun || s.Benchmark != benchmark || s.Run != run {
			if failed = flush(); failed != nil {
				return failed
			}
			benchmark, run, begun = s.Benchmark, s.Run, true
			held = held[:0]
			clear(place)
		}
		k := key{s.Task, s.Trial}
		i, ok := place[k]
		if !ok {
			i = len(held)
			place[k] = i
			held = append(held, attempt{task: s.Task, trial: s.Trial, values: make([]float64, len(metrics)), known: make([]bool, len(metrics))})
		}
		m := metrics[s.Metric]
		held[i].values[m], held[i].known[m] = s.Value, true
	}
	return flush()
}

// look surveys the scores.
func look(all iter.Seq[ScoreRow]) survey {
	type key struct {
		task  string
		trial int
	}
	var s survey
	var benchmark, run string
	seen := map[key]bool{}
	for x := range all {
		if x.Benchmark != benchmark || x.Run != run {
			benchmark, run = x.Benchmark, x.Run
			clear(seen)
		}
		if k := (key{x.Task, x.Trial}); !seen[k] {
			seen[k] = true
			s.attempts++
		}
		if !slices.Contains(s.metrics, x.Metric) {
			s.metrics = append(s.metrics, x.Metric)
		}
	}
	return s
}

// writeAllScores streams every score of every metric: a line an attempt, a column
// a metric.
func (b *book) writeAllScores(all iter.Seq[ScoreRow]) error {
	found := look(all)
	const before = 4 // benchmark, run, task, attempt
	says := "Every score as it was computed from the logs: one line an attempt, one column a metric. Empty: the metric is not defined for the attempt. Nothing here is a formula, and no formula looks here."
	rows, columns := found.attempts, before+len(found.metrics)
	if room := excelize.TotalRows - allHeader; rows > room {
		left := fmt.Sprintf("The sheet %s holds the first %s of %s attempts: Excel has no room for more. scores.parquet has all.", allScoresSheet, reports.FormatCount(room), reports.FormatCount(rows))
		says, rows = left+" "+says, room
		b.left = append(b.left, left)
	}
	if columns > excelize.MaxColumns {
		left := fmt.Sprintf("The sheet %s holds the first %s of %s metrics: Excel has no room for more. scores.parquet has all.", allScoresSheet, reports.FormatCount(excelize.MaxColumns-before), reports.FormatCount(len(found.metrics)))
		says, columns = left+" "+says, excelize.MaxColumns
		b.left = append(b.left, left)
	}
	widths := widths{of: []float64{16, 30, 34, 9}}
	for range columns - before {
		widths.of = append(widths.of, 14)
	}
	if err := b.paper(allScoresSheet, pagesBeside(widths.total()), allHeader, "C"); err != nil {
		return err
	}
	if err := b.printed(allScoresSheet, columns, allHeader+rows); err != nil {
		return err
	}
	if err := b.file.SetCellHyperLink(allScoresSheet, "A2", target{summarySheet, 1}.location(), "Location"); err != nil {
		return err
	}
	w, err := b.file.NewStreamWriter(allScoresSheet)
	if err != nil {
		return err
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, XSplit: 3, YSplit: allHeader, TopLeftCell: fmt.Sprintf("D%d", allHeader+1), ActivePane: "bottomRight"}); err != nil {
		return err
	}
	for col, width := range widths.of {
		if err := w.SetColWidth(col+1, col+1, width); err != nil {
			return err
		}
	}
	header := distinct(append([]string{"Benchmark", "Run", "Task", "Attempt"}, found.metrics...))[:columns]
	if err := b.streamHead(w, allScoresSheet, says, header, widths); err != nil {
		return err
	}
	index := places(found.metrics)
	row := allHeader
	line := make([]any, columns)
	err = runScores(all, index, func(benchmark, run string, attempts []attempt) error {
		for _, a := range attempts {
			if row-allHeader == rows {
				return nil
			}
			row++
			clear(line)
			line[0], line[1], line[2], line[3] = text(benchmarkName(benchmark)), text(run), text(a.task), a.trial
			for m, v := range a.values[:columns-before] {
				switch {
				case !a.known[m]:
				case math.IsInf(v, 0):
					line[before+m] = strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+"))
				default:
					line[before+m] = v
				}
			}
			if err := w.SetRow(fmt.Sprintf("A%d", row), line); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if row > allHeader {
		if err := b.streamTable(w, allHeader, columns, row-allHeader, "all_scores"); err != nil {
			return err
		}
	}
	return w.Flush()
}

func places(names []string) map[string]int {
	out := make(map[string]int, len(names))
	for i, n := range names {
		out[n] = i
	}
	return out
}
