package scorefile

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"mcpstats/datasets"
)

// line is one score as JSON. A value of null, or none, is not known.
type line struct {
	Benchmark string   `json:"benchmark,omitempty"`
	Run       string   `json:"run"`
	Task      string   `json:"task"`
	Trial     int      `json:"trial"`
	Metric    string   `json:"metric"`
	Value     *float64 `json:"value"`
}

func readLines(ctx context.Context, path string, yield func(Row, error) bool) {
	f, err := os.Open(path)
	if err != nil {
		yield(Row{}, &datasets.FileError{File: path, Err: plain(err)})
		return
	}
	defer f.Close()
	bounded := &rowLimit{r: f}
	r := bufio.NewReaderSize(bounded, 1<<16)
	for n := 1; ; n++ {
		if n%4096 == 0 && ctx.Err() != nil {
			yield(Row{}, ctx.Err())
			return
		}
		bounded.taken = 0
		text, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			yield(Row{}, &datasets.FileError{File: path, Err: fmt.Errorf("at row %d: %w", n, plain(err))})
			return
		}
		if len(text) == 0 {
			return
		}
		row, bad := parseLine(text)
		if bad != nil {
			if !yield(Row{}, &datasets.RecordError{File: path, Row: n, Err: bad}) {
				return
			}
			continue
		}
		if !yield(row, nil) {
			return
		}
	}
}

func parseLine(text []byte) (Row, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return Row{}, fmt.Errorf("no score as JSON: %w", err)
	}
	if l.Run == "" || l.Task == "" || l.Metric == "" || l.Trial < 0 || l.Trial > math.MaxInt32 {
		return Row{}, errors.New(`expected {"run", "task", "metric", "value"}, none of the names empty, and "trial" 0 or more where it is given`)
	}
	row := Row{Benchmark: l.Benchmark, Run: l.Run, Task: l.Task, Trial: l.Trial, Metric: l.Metric}
	if l.Value != nil {
		row.Value, row.Known = *l.Value, true
	}
	return row, nil
}
