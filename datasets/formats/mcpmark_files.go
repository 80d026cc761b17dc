package formats

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// mcpMarkAttempt is one attempt, wherever it stands.
type mcpMarkAttempt struct {
	file, talk                File // talk: messages.json; no Open without one
	model, run, service, task string
	experiment                string // the folders above MODEL__SERVICE, or model_results; "" where none are
	trial                     int
	rank                      int // of the shape that it is read from: the lowest counts
	meta                      mcpMarkMeta
}

// mcpMarkLog is all attempts, by run, task and trial.
type mcpMarkLog struct {
	attempts []*mcpMarkAttempt
	bad      []error
}

// runNumber is an attempt's name, from 1.
var runNumber = regexp.MustCompile(`^run-(\d+)$`)

// mcpMarkFiles reads everything but the conversations.
func mcpMarkFiles(files []File) *mcpMarkLog {
	log := &mcpMarkLog{}
	talks := map[string]File{}
	for _, f := range files {
		s := f.shape()
		switch {
		case isMCPMarkTalk(f, s):
			f.Head = nil
			talks[filepath.Dir(f.Path)] = f
		case s.has("execution_result"):
			log.readMeta(f)
		case s.has("runs"), s.has("models"):
			log.readSummary(f)
		}
	}
	for _, a := range log.attempts {
		if a.rank == 0 {
			a.talk = talks[filepath.Dir(a.file.Path)]
		}
	}
	log.name()
	slices.SortStableFunc(log.attempts, func(a, b *mcpMarkAttempt) int {
		return cmp.Or(strings.Compare(a.run, b.run), strings.Compare(a.service, b.service), strings.Compare(a.task, b.task),
			cmp.Compare(a.trial, b.trial), cmp.Compare(a.rank, b.rank), strings.Compare(a.file.Path, b.file.Path))
	})
	// The aggregator's files repeat what the folders say. What stands twice in one shape is for
	// --duplicates to settle.
	var kept []*mcpMarkAttempt
	for _, a := range log.attempts {
		if n := len(kept); n > 0 && kept[n-1].same(a) && kept[n-1].rank < a.rank {
			continue
		}
		kept = append(kept, a)
	}
	log.attempts = kept
	return log
}

// same reports whether two records are of one attempt.
func (a *mcpMarkAttempt) same(b *mcpMarkAttempt) bool {
	return a.run == b.run && a.service == b.service && a.task == b.task && a.trial == b.trial
}

// readMeta reads a meta.json. Model, service and attempt stand in the names of the folders
// above, as the pipeline makes them (evaluator.py); where somebody has moved the file, the
// names inside of it stand in.
func (l *mcpMarkLog) readMeta(f File) {
	a := &mcpMarkAttempt{file: f}
	e, err := whole(f)
	if err == nil {
		err = decode(f, e, &a.meta)
	}
	dirs := strings.Split(filepath.ToSlash(filepath.Dir(f.Path)), "/")
	at := func(up int) string { // the folder so far above the file
		if up > len(dirs) {
			return ""
		}
		return dirs[len(dirs)-up]
	}
	a.file.Head = nil // read; an experiment has hundreds
	a.service, a.task = a.meta.Service, at(1)
	if !strings.Contains(a.task, "__") {
		a.task = a.meta.TaskName
	}
	// EXP/MODEL__SERVICE/run-N/TASK; a single run has the experiment's name in place of run-N.
	holder := 3
	numbered := runNumber.MatchString(at(2))
	if numbered && err == nil {
		a.trial, err = mcpMarkTrial(at(2))
	} else if strings.Contains(at(2), "__") {
		holder = 2
	}
	if model, service, ok := strings.Cut(at(holder), "__"); ok && model != "" {
		a.model, a.service = model, cmp.Or(service, a.service)
		a.experiment = strings.Join(dirs[:len(dirs)-holder], "/")
		if holder == 3 && !numbered {
			a.experiment += "/" + at(2)
		}
	} else if a.model = a.meta.Model; a.meta.Effort != "" && a.meta.Effort != "default" {
		a.model += "-" + a.meta.Effort
	}
	l.add(a, e, err)
}

// mcpMarkTree is the folder that the aggregator writes into an experiment's.
var mcpMarkTree = regexp.MustCompile(`^(.*)/(?:model_results|task_results)/`)

// readSummary reads one of the aggregator's files, which have the model or the task of many
// attempts.
func (l *mcpMarkLog) readSummary(f File) {
	var v struct {
		Model   string          `json:"model"`
		Service string          `json:"service"`
		Task    string          `json:"task"`
		Runs    json.RawMessage `json:"runs"`
		Models  json.RawMessage `json:"models"`
	}
	e, err := whole(f)
	if err == nil {
		err = decode(f, e, &v)
	}
	experiment := ""
	if m := mcpMarkTree.FindStringSubmatch(filepath.ToSlash(f.Path)); m != nil {
		experiment = m[1]
	}
	f.Head = nil
	if err != nil {
		l.bad = append(l.bad, err)
		return
	}
	attempt := func(model, name string, raw json.RawMessage, rank int) {
		a := &mcpMarkAttempt{file: f, model: model, service: v.Service, task: v.Task, experiment: experiment, rank: rank}
		err := decode(f, element{e.Row, raw}, &a.meta)
		if err == nil {
			a.trial, err = mcpMarkTrial(cmp.Or(name, a.meta.Name))
		}
		l.add(a, e, err)
	}
	if stated(v.Runs) {
		l.fail(f, e, "runs", eachMember(v.Runs, func(name string, raw []byte) { attempt(v.Model, name, raw, 1) }))
	}
	if !stated(v.Models) {
		return
	}
	l.fail(f, e, "models", eachMember(v.Models, func(model string, raw []byte) {
		var of struct {
			Runs []json.RawMessage `json:"runs"`
		}
		if err := json.Unmarshal(raw, &of); err != nil {
			l.fail(f, e, "models", err)
			return
		}
		for _, run := range of.Runs {
			attempt(model, "", run, 2)
		}
	}))
}

// fail notes what is wrong with one member of a file.
func (l *mcpMarkLog) fail(f File, e element, key string, err error) {
	if err != nil {
		l.bad = append(l.bad, e.bad(f, key, err))
	}
}

// add takes an attempt whose names are all there, and for any other an error.
func (l *mcpMarkLog) add(a *mcpMarkAttempt, e element, err error) {
	for _, name := range []struct{ key, text string }{{"model_name", a.model}, {"mcp", a.service}, {"task_name", a.task}} {
		if err == nil && name.text == "" {
			err = e.bad(a.file, name.key, errMissing)
		}
	}
	var known *datasets.RecordError
	if err != nil && !errors.As(err, &known) {
		err = &datasets.RecordError{File: a.file.Path, Err: err}
	}
	if err != nil {
		l.bad = append(l.bad, err)
		return
	}
	if a.service == "playwright_webarena" { // one service to the benchmark, in two task sets
		a.service = "playwright"
	}
	l.attempts = append(l.attempts, a)
}

// mcpMarkTrial is the index of the attempt that "run-N" names.
func mcpMarkTrial(name string) (int, error) {
	const most = 1000 // beyond it a name is damaged
	if m := runNumber.FindStringSubmatch(name); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n >= 1 && n <= most {
			return n - 1, nil
		}
	}
	return 0, fmt.Errorf("expected an attempt's name such as run-1, found %q", excerpt([]byte(name)))
}

// name gives the runs their names: the models', with what tells the experiments apart where
// one model is in several. A file of the aggregator that somebody has moved does not say of
// which experiment it is, and keeps the model's name.
func (l *mcpMarkLog) name() {
	experiments := map[string][]string{} // by model
	for _, a := range l.attempts {
		if a.experiment != "" && !slices.Contains(experiments[a.model], a.experiment) {
			experiments[a.model] = append(experiments[a.model], a.experiment)
		}
	}
	for _, a := range l.attempts {
		a.run = a.model
		if list := experiments[a.model]; len(list) > 1 && a.experiment != "" {
			a.run += " " + distinctParts(list)[slices.Index(list, a.experiment)]
		}
	}
}

// promises are the attempts at each task: as many as a run has run-N.
func (l *mcpMarkLog) promises() []datasets.Promise {
	var out []datasets.Promise
	seen := map[int]bool{}
	for _, a := range l.attempts { // in the order of their runs
		if n := len(out); n == 0 || out[n-1].Run != a.run {
			out = append(out, datasets.Promise{Benchmark: "mcpmark", Run: a.run})
			clear(seen)
		}
		seen[a.trial] = true
		p := &out[len(out)-1]
		if p.Trials, p.Source = len(seen), "one run-N of its tasks"; len(seen) > 1 {
			p.Source = fmt.Sprintf("%d run-N of its tasks", len(seen))
		}
	}
	return out
}
