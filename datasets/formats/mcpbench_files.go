package formats

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// mcpBenchLog is one file of results.
type mcpBenchLog struct {
	file        File
	tasks       string // task_file
	judge       string
	config      []byte // config_snapshot
	planned     number // tasks_per_model
	counts      map[string]int
	models      []string          // with a task at least, in the file's order
	runs        map[string]string // by model
	place       string            // the folder, as far as the files differ in it
	stem, label string            // the file's name, and without its time
}

// eachListed hands over the elements of the lists that an object's member `in` holds by key,
// or of the one list that stands in its place, whose key is then empty.
func eachListed(f File, in string, take func(key string, e element) bool) error {
	r, err := f.Open()
	if err != nil {
		return &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	s, row := f.scanner(r), 0
	list := func(key string) (goOn bool, err error) {
		s.pos++
		for {
			v, more, err := s.next()
			if err != nil {
				return false, streamBreak(row+1, err)
			}
			if !more {
				return true, nil
			}
			row++
			if !take(key, element{row, cleanText(v.Bytes, v.Bare)}) {
				return false, nil
			}
		}
	}
	goOn, err := eachKey(s, in, list)
	if errors.Is(err, errTruncated) || err == io.EOF {
		err = streamBreak(row+1, errOpen)
	}
	if err == nil && goOn {
		err = s.finish()
	}
	if err != nil {
		return unusable(f, err)
	}
	return nil
}

// eachKey goes to the member `in` of the document's object, and through what it holds.
func eachKey(s *scanner, in string, list func(key string) (bool, error)) (goOn bool, err error) {
	if err := s.start(); err != nil {
		return false, err
	}
	if c, err := s.peek(); err != nil || c != '{' {
		return false, cmp.Or(err, errNoObject)
	}
	s.pos++
	for {
		key, more, err := s.key()
		if err != nil {
			return false, err
		}
		if !more {
			return false, fmt.Errorf("no key %q", in)
		}
		if key == in {
			break
		}
		if _, err := s.value(false); err != nil {
			return false, err
		}
	}
	switch c, err := s.peek(); {
	case err != nil:
		return false, err
	case c == '[':
		return list("")
	case c != '{':
		return false, fmt.Errorf("the key %q holds neither lists nor a list", in)
	}
	s.pos++
	for {
		key, more, err := s.key()
		if err != nil || !more {
			return err == nil, err
		}
		if c, err := s.peek(); err != nil || c != '[' {
			return false, cmp.Or(err, fmt.Errorf("the key %q of %q does not hold a list", key, in))
		}
		if goOn, err := list(key); err != nil || !goOn {
			return goOn, err
		}
	}
}

// mcpBenchTime is the time that the runner puts into a file's name.
var mcpBenchTime = regexp.MustCompile(`(^|_)\d{8}_\d{6}(_|$)`)

// mcpBenchLogs looks at all files for their models, and names the runs.
func mcpBenchLogs(files []File) ([]*mcpBenchLog, error) {
	logs := make([]*mcpBenchLog, len(files))
	places := make([]string, len(files))
	for i, f := range files {
		l := &mcpBenchLog{file: f, counts: map[string]int{}, runs: map[string]string{}, stem: f.Stem()}
		if err := l.about(); err != nil {
			return nil, err
		}
		l.label = strings.Trim(mcpBenchTime.ReplaceAllString(l.stem, "_"), "_")
		logs[i], places[i] = l, filepath.ToSlash(filepath.Dir(f.Path))
	}
	for i, place := range distinctParts(places) {
		logs[i].place = place
	}
	of := map[string][]*mcpBenchLog{}
	for _, l := range logs {
		for _, model := range l.models {
			of[model] = append(of[model], l)
		}
	}
	for model, list := range of {
		for i, tag := range mcpBenchTags(list) {
			list[i].runs[model] = strings.TrimSpace(model + " " + tag)
		}
	}
	return logs, nil
}

// mcpBenchTags are what tells one model's files apart: nothing for one, else folder and name
// as far as they differ. The time counts only where nothing else differs.
func mcpBenchTags(list []*mcpBenchLog) []string {
	words := func(names []string) []string {
		for i, name := range names {
			names[i] = strings.ReplaceAll(name, "_", "/")
		}
		names = withoutCommon(names)
		for i, name := range names {
			names[i] = strings.ReplaceAll(name, "/", "_")
		}
		return names
	}
	labels, stems := make([]string, len(list)), make([]string, len(list))
	for i, l := range list {
		labels[i], stems[i] = l.label, l.stem
	}
	labels, stems = words(labels), words(stems)
	places := map[string]bool{}
	for _, l := range list {
		places[l.place] = true
	}
	out := make([]string, len(list))
	for i, l := range list {
		if out[i] = labels[i]; slices.ContainsFunc(list, func(o *mcpBenchLog) bool { return o != l && o.again(l) }) {
			out[i] = stems[i]
		}
		if len(places) > 1 {
			out[i] = strings.TrimSpace(l.place + " " + out[i])
		}
	}
	return out
}

// again reports whether two files of one name but for its time hold the same tasks, or were
// run under different settings, so that they cannot be parts of one run.
func (l *mcpBenchLog) again(o *mcpBenchLog) bool {
	return l.place == o.place && l.label == o.label && (l.tasks == o.tasks || !bytes.Equal(l.config, o.config))
}

// about reads what a file says of its run, and which models have results in it. What is wrong
// with the results is said when they are read.
func (l *mcpBenchLog) about() error {
	r, err := l.file.Open()
	if err != nil {
		return &datasets.FileError{File: l.file.Path, Err: err}
	}
	found, _ := members(l.file.scanner(r), "task_file", "run_metadata")
	r.Close()
	var meta struct {
		Planned number          `json:"tasks_per_model"`
		Config  json.RawMessage `json:"config_snapshot"`
	}
	if raw := found["run_metadata"]; stated(raw) {
		if err := unmarshal(raw, &meta); err != nil {
			return &datasets.FileError{File: l.file.Path, Err: fmt.Errorf("run_metadata: %w", err), Hint: "copy the file again"}
		}
	}
	l.tasks, l.planned, l.config = plain(found["task_file"]), meta.Planned, meta.Config
	if stated(meta.Config) {
		l.judge = stringOr(meta.Config, "judge_model")
	}
	_ = eachListed(l.file, "task_run_results", func(model string, e element) bool {
		if model == "" { // a list, whose tasks name their models
			name, _ := eachNamed(e.Text, "model_name")
			model = plain(bytes.Clone(name))
		}
		if l.counts[model]++; l.counts[model] == 1 && model != "" {
			l.models = append(l.models, model)
		}
		return true
	})
	return nil
}

// mcpBenchPromises are the tasks that each file set out to give each of its models.
func mcpBenchPromises(logs []*mcpBenchLog) []datasets.Promise {
	var out []datasets.Promise
	for _, l := range logs {
		const most = 1 << 20 // beyond it a number is damage
		n, err := l.planned.index()
		if err != nil || n == 0 || n > most {
			continue
		}
		for _, model := range l.models {
			out = append(out, datasets.Promise{Benchmark: "mcp-bench", Run: l.runs[model], NTasks: n, Trials: 1, Source: "tasks_per_model in " + filepath.Base(l.file.Path)})
		}
	}
	return out
}

// mcpBenchRounds makes a message of every round, with its calls, and of the solution. What the
// agent wrote between the rounds is not logged.
func mcpBenchRounds(t *datasets.Trajectory, v *mcpBenchTask) error {
	if v.Calls == nil {
		return nil
	}
	t.Steps = []datasets.Step{}
	last := number{}
	for i, raw := range v.Calls {
		var c mcpBenchCall
		if err := json.Unmarshal(raw, &c); err != nil {
			return fmt.Errorf("call %d: %w", i+1, err)
		}
		if c.Tool == "" {
			return fmt.Errorf("call %d: names no tool", i+1)
		}
		call := datasets.ToolCall{ID: c.ID, Server: c.Server, Tool: strings.TrimPrefix(c.Tool, c.Server+":"), Error: plain(c.Error)}
		if stated(c.Parameters) {
			arguments, err := compact(c.Parameters)
			if err != nil {
				return err
			}
			call.Arguments = arguments
		}
		if call.Result = compactPlain(c.Response); call.Result == "" {
			call.Result = compactPlain(c.Result)
		}
		switch {
		case c.Success != nil:
			call.IsError = datasets.Known(!*c.Success)
		case call.Error != "":
			call.IsError = datasets.Known(true)
		}
		if round := (number{firstKnown(c.Round.Maybe, c.RoundNum.Maybe)}); len(t.Steps) == 0 || !round.Known || round != last {
			t.Steps, last = append(t.Steps, datasets.Step{Role: "assistant"}), round
		}
		step := &t.Steps[len(t.Steps)-1]
		step.Calls = append(step.Calls, call)
	}
	if t.Response != "" {
		t.Steps = append(t.Steps, datasets.Step{Role: "assistant", Content: t.Response})
	}
	return nil
}
