package xlsx

import (
	"fmt"
	"iter"
	"slices"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

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
func runScores(all iter.Seq[ScoreRow], metrics map[string]int, each func(benchmark, run string, attempts []attempt)) {
	type key struct {
		task  string
		trial int
	}
	var benchmark, run string
	var held []attempt
	place := map[key]int{}
	begun := false
	flush := func() {
		if begun {
			each(benchmark, run, held)
		}
	}
	for s := range all {
		if !begun || s.Benchmark != benchmark || s.Run != run {
			flush()
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
	flush()
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
	says := "Every score as it was computed from the logs: one line per attempt, one column per metric. Empty: the metric is not defined for the attempt. Nothing here is a formula, and no formula refers to it."
	rows, columns := found.attempts, before+len(found.metrics)
	if room := mostListed; rows > room {
		left := fmt.Sprintf("The sheet %s holds the first %s of %s attempts, so that the book opens at once. scores.parquet has all.", allScoresSheet, reports.FormatCount(room), reports.FormatCount(rows))
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
	out := b.open(allScoresSheet, layout{
		widths: widths, panes: frozen(longHeader, before-1), beside: pagesBeside(widths.total()), header: longHeader, fixed: "C",
	})
	wide, _ := widths.span(proseWidth)
	out.unprinted(max(columns, wide))
	header := distinct(append([]string{"Benchmark", "Run", "Task", "Attempt"}, found.metrics...))[:columns]
	out.long(says, header, widths)
	index := places(found.metrics)
	row := longHeader
	line := make([]any, columns)
	runScores(all, index, func(benchmark, run string, attempts []attempt) {
		for _, a := range attempts {
			if row-longHeader == rows || out.err != nil {
				return
			}
			row++
			clear(line)
			line[0], line[1], line[2], line[3] = text(benchmarkName(benchmark)), text(run), text(a.task), a.trial
			for m, v := range a.values[:columns-before] {
				if a.known[m] {
					line[before+m] = stored(v)
				}
			}
			out.line(row, line)
		}
	})
	if row > longHeader {
		out.table(longHeader, header, row-longHeader, "all_scores")
	}
	return out.end()
}

func places(names []string) map[string]int {
	out := make(map[string]int, len(names))
	for i, n := range names {
		out[n] = i
	}
	return out
}
