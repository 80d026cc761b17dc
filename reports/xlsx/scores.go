package xlsx

import (
	"fmt"
	"iter"
	"math"
	"strings"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// mostAttempts is how many lines a sheet of scores holds at most: well within
// Excel's 1,048,576, and about what a spreadsheet can still be worked with.
const mostAttempts = 100_000

// scoreSheet is a sheet of scores that was written.
type scoreSheet struct{ name, benchmark string }

// scoreTable gathers one benchmark's scores: a line an attempt, in order of
// appearance, a column a metric.
type scoreTable struct {
	benchmark string
	metrics   []string
	column    map[string]int
	attempts  []scoreLine
	line      map[attemptKey]int
	more      bool // attempts beyond the most were left out
}

type attemptKey struct {
	run, task string
	trial     int
}

type scoreLine struct {
	attemptKey
	values []float64 // by metric; NaN where there is none
}

func newScoreTable(benchmark string) *scoreTable {
	return &scoreTable{benchmark: benchmark, column: map[string]int{}, line: map[attemptKey]int{}}
}

func (t *scoreTable) add(s ScoreRow) {
	k := attemptKey{s.Run, s.Task, s.Trial}
	i, ok := t.line[k]
	if !ok {
		if len(t.attempts) == mostAttempts {
			t.more = true
			return
		}
		i = len(t.attempts)
		t.line[k] = i
		t.attempts = append(t.attempts, scoreLine{attemptKey: k})
	}
	m, ok := t.column[s.Metric]
	if !ok {
		m = len(t.metrics)
		t.column[s.Metric] = m
		t.metrics = append(t.metrics, s.Metric)
	}
	values := t.attempts[i].values
	for len(values) <= m {
		values = append(values, math.NaN())
	}
	values[m] = s.Value
	t.attempts[i].values = values
}

// writeScores writes a sheet a benchmark.
func (b *book) writeScores(scores iter.Seq[ScoreRow], names *sheetNames) ([]scoreSheet, error) {
	var out []scoreSheet
	var cur *scoreTable
	flush := func() error {
		if cur == nil {
			return nil
		}
		name := names.take("Scores " + cur.benchmark)
		out = append(out, scoreSheet{name, cur.benchmark})
		return b.writeScoreTable(name, cur)
	}
	for s := range scores {
		if cur == nil || cur.benchmark != s.Benchmark {
			if err := flush(); err != nil {
				return nil, err
			}
			cur = newScoreTable(s.Benchmark)
		}
		cur.add(s)
	}
	return out, flush()
}

// writeScoreTable streams one benchmark's sheet.
func (b *book) writeScoreTable(name string, t *scoreTable) error {
	if _, err := b.file.NewSheet(name); err != nil {
		return err
	}
	const header = 2
	widths := widths{[]float64{30, 34, 8}} // run, task, trial
	for range t.metrics {
		widths.of = append(widths.of, 14)
	}
	if err := b.paper(name, widths.total(), header, "B"); err != nil {
		return err
	}
	w, err := b.file.NewStreamWriter(name)
	if err != nil {
		return err
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, XSplit: 2, YSplit: header, TopLeftCell: "C3", ActivePane: "bottomRight"}); err != nil {
		return err
	}
	for col, width := range widths.of {
		if err := w.SetColWidth(col+1, col+1, width); err != nil {
			return err
		}
	}
	note := "Scores of " + t.benchmark + ": one line an attempt, one column a metric. Empty: the metric is not defined for the attempt."
	if t.more {
		note += fmt.Sprintf(" Only the first %d attempts are here; scores.parquet has all.", mostAttempts)
	}
	faint, err := b.id(style{tone: reports.Faint})
	if err != nil {
		return err
	}
	head, err := b.id(style{header: true, wrap: true})
	if err != nil {
		return err
	}
	if err := w.SetRow("A1", []any{excelize.Cell{StyleID: faint, Value: text(note)}}); err != nil {
		return err
	}
	columns := []any{"Run", "Task", "Trial"}
	taken := map[string]bool{"run": true, "task": true, "trial": true}
	for _, m := range t.metrics {
		unique := text(m)
		for i := 2; taken[strings.ToLower(unique)] || unique == ""; i++ {
			unique = fmt.Sprintf("%s (%d)", text(m), i)
		}
		taken[strings.ToLower(unique)] = true
		columns = append(columns, unique)
	}
	for i, c := range columns {
		columns[i] = excelize.Cell{StyleID: head, Value: c}
	}
	if err := w.SetRow("A2", columns); err != nil {
		return err
	}
	line := make([]any, len(columns))
	for i, a := range t.attempts {
		clear(line)
		line[0], line[1], line[2] = text(a.run), text(a.task), a.trial
		for m, v := range a.values {
			switch {
			case math.IsNaN(v):
			case math.IsInf(v, 0):
				line[3+m] = strings.ToLower(strings.TrimPrefix(fmt.Sprint(v), "+"))
			default:
				line[3+m] = v
			}
		}
		if err := w.SetRow(fmt.Sprintf("A%d", header+1+i), line); err != nil {
			return err
		}
	}
	if len(t.attempts) > 0 {
		ref, err := rangeOf(header, len(columns), len(t.attempts))
		if err != nil {
			return err
		}
		stripes := false
		if err := w.AddTable(&excelize.Table{Range: ref, Name: b.tableName("scores_" + t.benchmark), StyleName: "TableStyleLight1", ShowRowStripes: &stripes}); err != nil {
			return err
		}
	}
	return w.Flush()
}

// text is a string that a cell can hold.
func text(s string) string { return clip(s, excelize.TotalCellChars/2) }
