package scorefile

import (
	"bufio"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"mcpstats/datasets"
)

// separator is the comma, semicolon, tab or bar that splits the first line into most
// fields.
func separator(text *bufio.Reader) rune {
	head, _ := text.Peek(4096)
	line, _, _ := strings.Cut(string(head), "\n")
	best := ","
	for _, s := range []string{";", "\t", "|"} {
		if strings.Count(line, s) > strings.Count(line, best) {
			best = s
		}
	}
	return rune(best[0])
}

// readCSV reads a table with a header. A row of another number of fields is an error of that
// row: shifted, it would put a value under another metric.
func readCSV(ctx context.Context, path string, yield func(Row, error) bool) {
	f, err := os.Open(path)
	if err != nil {
		yield(Row{}, &datasets.FileError{File: path, Err: plain(err)})
		return
	}
	defer f.Close()
	bounded := &rowLimit{r: f}
	text := bufio.NewReader(bounded)
	if mark, _ := text.Peek(3); string(mark) == "\xef\xbb\xbf" { // as spreadsheets save it
		text.Discard(len(mark))
	}
	r := csv.NewReader(text)
	r.Comma = separator(text)
	r.ReuseRecord = true
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if err != nil {
		yield(Row{}, &datasets.FileError{File: path, Err: fmt.Errorf("no header row: %w", err)})
		return
	}
	at, err := place(header)
	if err != nil {
		yield(Row{}, &datasets.FileError{File: path, Err: err, Hint: "give one row a run, task and metric, with a header"})
		return
	}
	width := len(header)
	for n := 1; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			yield(Row{}, ctx.Err())
			return
		}
		bounded.taken = 0
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		var parse *csv.ParseError
		switch {
		case errors.As(err, &parse):
			if !yield(Row{}, &datasets.RecordError{File: path, Row: n, Err: parse.Err}) {
				return
			}
			continue
		case err != nil:
			yield(Row{}, &datasets.FileError{File: path, Err: fmt.Errorf("at row %d: %w", n, plain(err))})
			return
		}
		row, bad := rowOf(record, width, at)
		if bad != nil {
			bad.File, bad.Row = path, n
			if !yield(Row{}, bad) {
				return
			}
			continue
		}
		if !yield(row, nil) {
			return
		}
	}
}

// place finds our columns in a header: the index of each, or -1.
func place(header []string) ([]int, error) {
	at := make([]int, len(columns))
	for i, c := range columns {
		at[i] = -1
		for _, name := range c.names {
			for j, h := range header {
				switch {
				case !strings.EqualFold(strings.TrimSpace(h), name):
				case at[i] < 0:
					at[i] = j
				case strings.TrimSpace(header[at[i]]) == strings.TrimSpace(h):
					return nil, fmt.Errorf("two columns are called %q; give each a name of its own", strings.TrimSpace(h))
				}
			}
		}
		if at[i] < 0 && c.required {
			return nil, fmt.Errorf("no column %q; there are %s", c.names[0], strings.Join(header, ", "))
		}
	}
	return at, nil
}

// rowOf is a row by the places of the columns. The error lacks the file and the row, which the
// caller knows.
func rowOf(record []string, width int, at []int) (Row, *datasets.RecordError) {
	if len(record) != width {
		return Row{}, &datasets.RecordError{Err: fmt.Errorf("%d fields, the header has %d", len(record), width)}
	}
	text := func(c int) string {
		if at[c] < 0 {
			return ""
		}
		return strings.TrimSpace(record[at[c]]) // "a, t1": two names must not differ in a space that is not seen
	}
	row := Row{Benchmark: text(benchmark), Run: text(run), Task: text(task), Metric: text(metric)}
	for _, c := range []int{benchmark, run, task, metric} {
		if !utf8.ValidString(text(c)) {
			return Row{}, &datasets.RecordError{Column: columns[c].names[0], Err: errors.New("is not UTF-8; save the file as UTF-8")}
		}
	}
	for _, c := range []int{run, task, metric} {
		if text(c) == "" {
			return Row{}, &datasets.RecordError{Column: columns[c].names[0], Err: errors.New("empty")}
		}
	}
	if s := text(trial); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n > math.MaxInt32 {
			return Row{}, &datasets.RecordError{Column: "trial", Err: fmt.Errorf("%q is not an attempt index; expected 0, 1, 2", s)}
		}
		row.Trial = n
	}
	v, known, err := number(text(value))
	if err != nil {
		return Row{}, &datasets.RecordError{Column: "value", Err: err}
	}
	row.Value, row.Known = v, known
	return row, nil
}

// number reads a score. Empty, NaN, NA and null say that it is not known.
func number(s string) (v float64, known bool, err error) {
	switch strings.ToLower(s) {
	case "", "nan", "na", "null", "none":
		return 0, false, nil
	case "true":
		return 1, true, nil
	case "false":
		return 0, true, nil
	}
	v, err = strconv.ParseFloat(s, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0, false, fmt.Errorf("%q is not a finite number", s)
	}
	return v, true, nil
}
