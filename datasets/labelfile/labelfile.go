// Package labelfile reads failure labels that stand beside a log: what people or models
// noted of its attempts, one label a line or row, as JSON lines or CSV.
//
//	{"run": "a", "task": "7", "trial": 0, "annotator": "ann", "mode": "wrong_tool", "step": 6, "root": true, "note": "why"}
//
// run, task and mode must be there; trial is 0 where it is absent, step the number of a
// message from 0, and root marks what the annotator calls the cause of the failure. Other
// keys and columns are passed over, and benchmark may say which of several is meant.
//
// What may go wrong is one label's alone: a line that is no label is returned as its own
// error beside the others. Labels is for one reading of the logs: Of hands out an attempt's
// labels and remembers which were asked for, so that Unused can name those whose attempts
// were in no log. It may be called from several goroutines.
package labelfile

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"mcpstats/datasets"
)

// Attempt names an attempt as a label does. An empty Benchmark is any.
type Attempt struct {
	Benchmark, Run, Task string
	Trial                int
}

func (a Attempt) String() string {
	return fmt.Sprintf("run %q, task %q, trial %d", a.Run, a.Task, a.Trial)
}

// Row is one label, and the line of its file that holds it.
type Row struct {
	Line int
	Attempt
	datasets.FailureLabel
}

// Aside is a label that was not used, and why.
type Aside struct {
	Line int
	Why  string
}

// Labels are the labels of a file by attempt.
type Labels struct {
	Path   string
	Asides []Aside // lines that are no labels, and second ones of the same words, in order
	rows   []Row
	of     map[Attempt][]int
	asked  []atomic.Bool
	beyond []atomic.Bool // steps that the conversation does not have
}

// Source is what labels are said to come from where they name no annotator.
const Source = "labels"

// Read reads a file: JSON lines where its first letter is a brace, else CSV. It is an error
// where the file cannot be read, or holds no label.
func Read(path string) (*Labels, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l := &Labels{Path: path, of: map[Attempt][]int{}}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	if trimmed := bytes.TrimLeft(text, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '{' {
		l.readLines(text)
	} else if err := l.readTable(text); err != nil {
		return nil, &datasets.FileError{File: path, Err: err, Hint: "labels are JSON lines or CSV with run, task, mode and optionally trial, annotator, step, root, note"}
	}
	if len(l.rows) == 0 {
		err := errors.New("holds no label")
		if len(l.Asides) > 0 {
			err = fmt.Errorf("holds no label; line %d %s", l.Asides[0].Line, l.Asides[0].Why)
		}
		return nil, &datasets.FileError{File: path, Err: err, Hint: "labels are JSON lines or CSV with run, task, mode and optionally trial, annotator, step, root, note"}
	}
	l.asked, l.beyond = make([]atomic.Bool, len(l.rows)), make([]atomic.Bool, len(l.rows))
	return l, nil
}

func (l *Labels) readLines(text []byte) {
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, max(len(text)+1, bufio.MaxScanTokenSize))
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		var cells map[string]any
		d := json.NewDecoder(bytes.NewReader(line))
		d.UseNumber()
		if err := d.Decode(&cells); err != nil {
			l.aside(n, "is not a JSON object")
			continue
		}
		l.add(n, func(name string) string {
			switch v := cells[name].(type) {
			case string:
				return v
			case json.Number:
				return v.String()
			case bool:
				return strconv.FormatBool(v)
			}
			return ""
		})
	}
}

func (l *Labels) readTable(text []byte) error {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord = -1
	header, err := r.Read()
	if err != nil {
		return errors.New("not CSV with a header, nor JSON lines")
	}
	at := map[string]int{}
	for i, name := range header {
		at[strings.ToLower(strings.TrimSpace(name))] = i
	}
	for _, name := range []string{"run", "task", "mode"} {
		if _, ok := at[name]; !ok {
			return fmt.Errorf("no column %q; the file has %s", name, strings.Join(header, ", "))
		}
	}
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			var bad *csv.ParseError
			if !errors.As(err, &bad) {
				return err
			}
			l.aside(bad.StartLine, "is not CSV")
			continue
		}
		n, _ := r.FieldPos(0)
		l.add(n, func(name string) string {
			if i, ok := at[name]; ok && i < len(cells) {
				return strings.TrimSpace(cells[i])
			}
			return ""
		})
	}
}

// add takes one label from its cells.
func (l *Labels) add(line int, cell func(name string) string) {
	row := Row{Line: line, Attempt: Attempt{Benchmark: cell("benchmark"), Run: cell("run"), Task: cell("task")},
		FailureLabel: datasets.FailureLabel{Mode: cell("mode"), Annotator: cell("annotator"), Note: cell("note")}}
	if row.Annotator == "" {
		row.Source = Source
	}
	for _, name := range []string{"run", "task", "mode"} {
		if cell(name) == "" {
			l.aside(line, "has no "+name)
			return
		}
	}
	if s := cell("trial"); s != "" {
		n, err := strconv.Atoi(strings.TrimSuffix(s, ".0"))
		if err != nil || n < 0 {
			l.aside(line, fmt.Sprintf("has the trial %q; expected a number from 0", s))
			return
		}
		row.Trial = n
	}
	if s := cell("step"); s != "" {
		n, err := strconv.Atoi(strings.TrimSuffix(s, ".0"))
		if err != nil || n < 0 {
			l.aside(line, fmt.Sprintf("has the step %q; expected the number of a message from 0", s))
			return
		}
		row.Step = datasets.Known(n)
	}
	switch strings.ToLower(cell("root")) {
	case "true", "1", "yes":
		row.Root = true
	case "", "false", "0", "no":
	default:
		l.aside(line, fmt.Sprintf("has %q for root; expected true or false", cell("root")))
		return
	}
	for _, i := range l.of[row.Attempt] {
		if old := &l.rows[i]; old.By() == row.By() && old.Mode == row.Mode && old.Step == row.Step {
			l.aside(line, fmt.Sprintf("repeats line %d", old.Line))
			return
		}
	}
	l.of[row.Attempt] = append(l.of[row.Attempt], len(l.rows))
	l.rows = append(l.rows, row)
}

func (l *Labels) aside(line int, why string) { l.Asides = append(l.Asides, Aside{line, why}) }

// Len is how many labels there are.
func (l *Labels) Len() int { return len(l.rows) }

// Of adds an attempt's labels to those of its log. steps is how many messages the attempt
// has, or negative where the log does not say: a label at a step beyond them is left out.
func (l *Labels) Of(t *datasets.Trajectory, steps int) []datasets.FailureLabel {
	out := t.FailureLabels
	for _, benchmark := range []string{"", t.Benchmark} {
		for _, i := range l.of[Attempt{benchmark, t.Run, t.Task, t.Trial}] {
			l.asked[i].Store(true)
			if row := &l.rows[i]; steps >= 0 && row.Step.Known && row.Step.Value >= steps {
				l.beyond[i].Store(true)
			} else {
				out = append(out[:len(out):len(out)], row.FailureLabel)
			}
		}
		if t.Benchmark == "" {
			break
		}
	}
	return out
}

// Forget begins another reading of the logs.
func (l *Labels) Forget() {
	for i := range l.rows {
		l.asked[i].Store(false)
		l.beyond[i].Store(false)
	}
}

// Unused are the labels that no attempt took and the lines that are none, in the file's
// order.
func (l *Labels) Unused() []Aside {
	out := slices.Clone(l.Asides)
	for i := range l.rows {
		row := &l.rows[i]
		switch {
		case !l.asked[i].Load():
			out = append(out, Aside{row.Line, fmt.Sprintf("is of %s, which no log holds", row.Attempt)})
		case l.beyond[i].Load():
			out = append(out, Aside{row.Line, fmt.Sprintf("names step %d of %s, which ends before it", row.Step.Value, row.Attempt)})
		}
	}
	slices.SortStableFunc(out, func(a, b Aside) int { return cmp.Compare(a.Line, b.Line) })
	return out
}
