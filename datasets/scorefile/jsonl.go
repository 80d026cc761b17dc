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
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// line is one score as JSON. A value of null, or none, is not known.
type line struct {
	Benchmark name  `json:"benchmark,omitempty"`
	Run       name  `json:"run"`
	Task      name  `json:"task"`
	Trial     int   `json:"trial"`
	Metric    name  `json:"metric"`
	Value     score `json:"value"`
}

// name is a text, or a number as it is written: tasks are often numbered.
type name string

// UnmarshalJSON keeps a number's digits, so that 1e3 and 1000 stay two names.
func (n *name) UnmarshalJSON(text []byte) error {
	var s string
	switch {
	case text[0] == '"':
		if err := json.Unmarshal(text, &s); err != nil {
			return err
		}
	case text[0] == '-' || '0' <= text[0] && text[0] <= '9':
		s = string(text)
	case string(text) != "null":
		return fmt.Errorf("expected a name, found %s", text[:min(len(text), 40)])
	}
	*n = name(strings.TrimSpace(s))
	return nil
}

// score is a number, a boolean, or a text as it stands in a CSV file.
type score struct {
	value *float64 // nil: not known
}

// UnmarshalJSON reads what a cell of CSV may hold, so that a table means the same in both
// forms.
func (s *score) UnmarshalJSON(text []byte) error {
	plain := string(text)
	if text[0] == '"' {
		if err := json.Unmarshal(text, &plain); err != nil {
			return err
		}
	}
	v, known, err := number(strings.TrimSpace(plain))
	if known {
		s.value = &v
	}
	return err
}

// MarshalJSON writes null for a value that is not known.
func (s score) MarshalJSON() ([]byte, error) { return json.Marshal(s.value) }

// readLines reads one score a line. A last line without a line break counts.
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

// parseLine reads one line. A key that stands twice is refused, as decoders disagree on which
// counts.
func parseLine(text []byte) (Row, error) {
	var l line
	text = mapping.Exact(text)
	if key := mapping.RepeatedKey(text); key != "" {
		return Row{}, fmt.Errorf("the key %q stands twice", key)
	}
	if err := json.Unmarshal(text, &l); err != nil {
		return Row{}, fmt.Errorf("no score as JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	if l.Run == "" || l.Task == "" || l.Metric == "" || l.Trial < 0 || l.Trial > math.MaxInt32 {
		return Row{}, errors.New(`expected {"run", "task", "metric", "value"}, none of the names empty, and "trial" 0 or more where it is given`)
	}
	for _, name := range []name{l.Benchmark, l.Run, l.Task, l.Metric} {
		if mapping.HadInvalidUTF8(string(name)) {
			return Row{}, fmt.Errorf("%q %w", name, mapping.ErrBent)
		}
	}
	row := Row{Benchmark: string(l.Benchmark), Run: string(l.Run), Task: string(l.Task), Trial: l.Trial, Metric: string(l.Metric)}
	if v := l.Value.value; v != nil {
		row.Value, row.Known = *v, true
	}
	return row, nil
}
