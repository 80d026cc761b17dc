package formats

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// Inspect is a log of the UK AI Security Institute's inspect_ai: the .eval
// archive and the older single JSON file.
var Inspect = Format{
	Name:    "inspect",
	Title:   "Inspect",
	Meaning: "Logs of inspect_ai, the evaluation framework of the UK AI Security Institute",
	Doc: "Logs of the evaluation framework inspect_ai, what `inspect eval` leaves in logs/: TIME_TASK_ID.eval, a zip of header.json and one JSON file a sample (deflate or zstd), or the same log as one .json file. " +
		"One file is one run of one model over one task set: the benchmark is eval.task, the run eval.model (with the solver's name where the log gives one), the task a sample's id, the trial its epoch. " +
		"The first scorer gives success (C or I, true or false, 0 or 1; P, a partially correct answer, is no success) and reward (P is 0.5); numbers other than 0 and 1 are rewards without a verdict; every scorer is a judge too. " +
		"NaN is unscored. A withdrawn sample (invalidation) keeps no verdict. Samples that the header announces (dataset.sample_ids; in logs from before it, the number of samples) and the log lacks, as in runs that crashed or were cancelled, are promised and missing. " +
		"Tokens are those of all models that worked on the sample, graders included. Two logs of one model on one task set repeat each other: see --duplicates",
	Cite:  "inspect.aisi.org.uk/eval-logs.html; github.com/UKGovernmentBEIS/inspect_ai, src/inspect_ai/log/_log.py (log versions 2 and 3)",
	Sniff: sniffInspect,
	Read:  readInspect,
}

func sniffInspect(f File) Match {
	if isZip(f.Head) {
		switch name := firstMember(f.Head); {
		case name == "header.json", strings.HasPrefix(name, "_journal/"), strings.HasPrefix(name, "samples/"):
			return Log
		}
		return No
	}
	if s := sniffJSON(f.Head); !s.List && s.has("version", "status", "eval") && bytes.Contains(f.Head, []byte(`"task_id"`)) {
		return Log
	}
	return No
}

var zipMagic = []byte("PK\x03\x04")

func isZip(head []byte) bool { return bytes.HasPrefix(head, zipMagic) }

// firstMember is the name of the first member of a zip, which its local header
// at the start of the file states (APPNOTE 4.3.7).
func firstMember(head []byte) string {
	const fixed = 30
	if len(head) < fixed {
		return ""
	}
	n := int(head[26]) | int(head[27])<<8
	return string(head[fixed:min(fixed+n, len(head))])
}

// inspectHeader is what a log says of all its samples.
type inspectHeader struct {
	Task        string `json:"task"`
	TaskVersion text   `json:"task_version"`
	EvalID      string `json:"eval_id"`
	RunID       string `json:"run_id"`
	Model       string `json:"model"`
	Solver      string `json:"solver"`
	Dataset     struct {
		Samples   number `json:"samples"`    // of the whole data set, whatever the limit
		SampleIDs []text `json:"sample_ids"` // of those that were selected; since the end of 2024
	} `json:"dataset"`
	Config struct {
		Epochs   number          `json:"epochs"`
		Limit    json.RawMessage `json:"limit"`     // so many samples, or [from, to)
		SampleID json.RawMessage `json:"sample_id"` // ids or patterns of the samples that were selected
	} `json:"config"`
	Scorers []struct {
		Name string `json:"name"`
	} `json:"scorers"`
}

// inspectLog is one log being read.
type inspectLog struct {
	file   File
	opt    Options
	header inspectHeader
	status string
	graded bool // the headline scorer gives numbers other than 0 and 1
	seen   map[inspectAttempt]bool
	types  idTypes

	held             int      // samples that are there
	total, completed int      // attempts that the header's results count: to be made, and made; 0: it has no results
	strays           []string // members of an archive with unknown names
}

type inspectAttempt struct {
	id    string
	epoch int
}

// inspectSource is a log with its promises and with what was noticed about it.
type inspectSource struct {
	promising
	notes func() []datasets.Note
}

func (s inspectSource) Notes() []datasets.Note { return s.notes() }

func readInspect(files []File, opt Options) (datasets.Source, error) {
	f, err := one(files)
	if err != nil {
		return nil, err
	}
	read := readInspectJSON
	if isZip(f.Head) {
		read = readInspectArchive
	}
	var latest *inspectLog
	return inspectSource{promising{source(func(ctx context.Context, yield yield) {
		latest = &inspectLog{file: f, opt: opt, seen: map[inspectAttempt]bool{}, types: idTypes{}}
		if err := read(ctx, latest, yield); err != nil {
			yield(nil, err)
		}
	}), func() []datasets.Promise { return latest.promises() }}, func() []datasets.Note { return latest.notes() }}, nil
}

// counted takes how many attempts the harness says it set out to make, and completed.
func (l *inspectLog) counted(results []byte) {
	var counts struct {
		Total     number `json:"total_samples"`
		Completed number `json:"completed_samples"`
	}
	if len(results) == 0 || unmarshal(results, &counts) != nil {
		return
	}
	if counts.Completed.Known {
		l.completed = int(counts.Completed.Value)
	}
	if n, err := counts.Total.index(); err == nil {
		l.total = n
	}
}

// notes tell where the log holds fewer samples than its header counts.
func (l *inspectLog) notes() []datasets.Note {
	if l == nil {
		return nil
	}
	if n := l.announced(); l.held == 0 && n > 0 {
		return []datasets.Note{{Code: datasets.NoteUnended, Decisive: true, Message: fmt.Sprintf(
			"the header announces %d samples and none is there, so that the run is in no number: it ended before its first sample, or the log was saved without them", n)}}
	}
	if l.held >= l.completed && len(l.strays) == 0 {
		return nil
	}
	message := fmt.Sprintf("the header counts %d completed samples, %d are there", l.completed, l.held)
	if l.held >= l.completed {
		message = fmt.Sprintf("%d samples are there", l.held)
	}
	if len(l.strays) > 0 {
		message += fmt.Sprintf("; the archive's member %q has a name that no Inspect log uses and was not read", l.strays[0])
		if n := len(l.strays) - 1; n > 0 {
			message += fmt.Sprintf(", nor were %d more", n)
		}
	}
	return []datasets.Note{{Code: datasets.NoteUnended, Message: message + ": the file is cut off or damaged; copy it again", Decisive: l.held < l.completed}}
}

// promises are the samples and epochs of the header, as far as it was read.
func (l *inspectLog) promises() []datasets.Promise {
	if l == nil {
		return nil
	}
	p := datasets.Promise{Benchmark: l.header.Task, Run: l.header.run(l.file), Source: "the header"}
	for _, id := range l.header.Dataset.SampleIDs {
		if id != "" {
			p.Tasks = append(p.Tasks, string(id))
		}
	}
	if l.header.Config.Epochs.Known {
		p.Trials = l.header.epochs()
	}
	if p.Tasks == nil {
		if l.total > 0 {
			p.NTasks = l.total / l.header.epochs()
		} else {
			p.NTasks = l.header.selected()
		}
	}
	if p.Tasks == nil && p.NTasks == 0 && p.Trials == 0 {
		return nil
	}
	return []datasets.Promise{p}
}

// announced is how many samples the log was to hold at each epoch; 0 where it does not say.
func (l *inspectLog) announced() int {
	n := 0
	for _, p := range l.promises() {
		n = max(n, len(p.Tasks), p.NTasks)
	}
	return n
}

// selected is how many samples of the data set were to be attempted, where the header
// lists no ids and has no results, as in a log of 2024 that was cut off; 0 where it does
// not say. The number of samples is that of the whole data set (TaskLogger in
// _eval/task/log.py), of which --limit takes a part.
func (h *inspectHeader) selected() int {
	n, err := h.Dataset.Samples.index()
	if err != nil || n > 1<<24 || stated(h.Config.SampleID) {
		return 0
	}
	var limit number
	var within []number
	switch {
	case !stated(h.Config.Limit):
	case unmarshal(h.Config.Limit, &limit) == nil:
		if most, err := limit.index(); err == nil {
			n = min(n, most)
		}
	case unmarshal(h.Config.Limit, &within) == nil && len(within) == 2:
		n = max(0, int(min(within[1].Value, float64(n))-max(within[0].Value, 0)))
	}
	return n
}

// epochs is how often every sample was to be attempted.
func (h *inspectHeader) epochs() int {
	if n, err := h.Config.Epochs.index(); err == nil && n > 1 {
		return min(n, 10_000)
	}
	return 1
}

// readInspectJSON reads the single-file log: what stands before "samples" first,
// then one sample at a time.
func readInspectJSON(_ context.Context, l *inspectLog, yield yield) error {
	r, err := l.file.Open()
	if err != nil {
		return &datasets.FileError{File: l.file.Path, Err: err}
	}
	top, err := members(l.file.scanner(r), "status", "eval", "results")
	r.Close()
	if err != nil {
		return unusable(l.file, err)
	}
	if err := l.setHeader(l.file, top["status"], top["eval"]); err != nil {
		return err
	}
	l.counted(top["results"])
	err = each(l.file, "samples", func(e element) bool {
		scores, _ := eachNamed(e.Text, "scores")
		return l.learn(scores)
	})
	if err != nil {
		return err
	}
	records(l.file, "samples", func(e element) (*datasets.Trajectory, error) {
		var s inspectSample
		l.held++
		if err := decode(l.file, e, &s); err != nil {
			return nil, err
		}
		return l.trajectory(l.file, e, &s)
	}, yield)
	return nil
}

// setHeader takes the log's status and its "eval" object.
func (l *inspectLog) setHeader(f File, status, eval []byte) error {
	if len(status) > 0 {
		_ = unmarshal(status, &l.status) // a status of another type says nothing
	}
	if len(eval) == 0 {
		return &datasets.FileError{File: f.Path, Err: errNoEval, Hint: "this is no Inspect log"}
	}
	if err := unmarshal(eval, &l.header); err != nil {
		return &datasets.FileError{File: f.Path, Err: err, Hint: `"eval" is not as Inspect writes it`}
	}
	return nil
}

// run names the system under test.
func (h *inspectHeader) run(f File) string {
	switch {
	case h.Model == "":
		return f.Stem()
	case h.Solver == "":
		return h.Model
	}
	return h.Model + " " + h.Solver
}

// headline is the scorer whose value is the verdict: the first that the task
// declares.
func (h *inspectHeader) headline() string {
	if len(h.Scorers) == 0 {
		return ""
	}
	name := h.Scorers[0].Name
	return name[strings.LastIndexByte(name, '/')+1:] // as the samples name it
}

// learn looks at one sample's scores to tell verdicts from grades; it returns
// false once it knows.
func (l *inspectLog) learn(scores json.RawMessage) bool {
	for _, s := range inspectScores(scores, nil) {
		if s.name != l.headlineOf(scores) || !s.value.number {
			continue
		}
		if v := s.value.reward.Value; v != 0 && v != 1 {
			l.graded = true
			return false
		}
	}
	return true
}

// headlineOf is the name of the score of a sample that is its verdict; "" where
// the sample has none.
func (l *inspectLog) headlineOf(scores json.RawMessage) string {
	list := inspectScores(scores, nil)
	for _, s := range list {
		if s.name == l.header.headline() {
			return s.name
		}
	}
	if len(list) == 1 && len(l.header.Scorers) <= 1 {
		return list[0].name
	}
	if len(list) > 0 && len(l.header.Scorers) == 0 {
		return list[0].name
	}
	return ""
}

// identify makes a trajectory of what the header says.
func (l *inspectLog) identify(id string, epoch int) *datasets.Trajectory {
	h := &l.header
	t := &datasets.Trajectory{
		Benchmark: h.Task, Run: h.run(l.file), Task: id, Trial: epoch - 1,
		Model: h.Model, Agent: h.Solver, DatasetVersion: string(h.TaskVersion),
	}
	attribute(t, "eval_id", h.EvalID)
	attribute(t, "run_id", h.RunID)
	return t
}
