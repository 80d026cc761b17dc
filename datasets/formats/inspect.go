package formats

import (
	"bytes"
	"context"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// Inspect is the log of inspect_ai, the framework of the UK AI Security Institute, log
// versions 2 and 3: the .eval archive, which `inspect eval` writes by default,
// and the single JSON file of earlier versions. In an archive the first member's name decides, in a
// JSON file "version", "status" and "eval".
//
//   - inspect.go: the header, and the single file,
//   - inspect_archive.go: the archive, whose newer members are packed as zstd (zip's method
//     93) in several frames,
//   - inspect_sample.go, inspect_score.go, inspect_attachments.go: one sample,
//   - inspect_headline.go: which of several scorers gives the verdict,
//   - inspect_promise.go: what the header announces.
//
// A log without header.json is of a run that crashed or still goes on; its start is in
// _journal/start.json. Long strings stand once in "attachments" and are referred to. NaN is
// written bare, as Python does, and means unscored.
var Inspect = Format{
	Name:    "inspect",
	Title:   "Inspect",
	Meaning: "Logs of inspect_ai, the evaluation framework of the UK AI Security Institute",
	Doc: "Logs of the evaluation framework inspect_ai, what `inspect eval` leaves in logs/: TIME_TASK_ID.eval, a zip of header.json and one JSON file a sample (deflate or zstd), or the same log as one .json file. " +
		"One file is one run of one model over one task set: the benchmark is eval.task, the run eval.model (with the solver's name where the log gives one), the task a sample's id, the trial its epoch. " +
		"The first scorer gives success (C or I, true or false, 0 or 1; P, a partially correct answer, is not a success) and reward (P is 0.5); numbers other than 0 and 1 are rewards without a verdict; every scorer is a judge too. " +
		"NaN is unscored. A withdrawn sample (invalidation) keeps no verdict. Samples that the header announces (dataset.sample_ids; in logs from before it, the number of samples) and the log lacks, as in runs that crashed or were cancelled, are promised and missing. " +
		"Tokens are those of all models that worked on the sample, graders included. Two logs of one model on one task set repeat each other: see --duplicates",
	Cite:  "inspect.aisi.org.uk/eval-logs.html; github.com/UKGovernmentBEIS/inspect_ai, src/inspect_ai/log/_log.py (log versions 2 and 3)",
	Sniff: sniffInspect,
	Read:  readInspect,
}

// sniffInspect goes by the first member of an archive. The directory, which lists them all, is
// at the end of the file, where a sniff does not reach.
func sniffInspect(f File) Match {
	if isZip(f.Head) {
		switch name := firstMember(f.Head); {
		case name == "header.json", strings.HasPrefix(name, "_journal/"), strings.HasPrefix(name, "samples/"):
			return Log
		}
		return No
	}
	if s := f.shape(); !s.List && s.has("version", "status", "eval") && bytes.Contains(f.Head, []byte(`"task_id"`)) {
		return Log
	}
	return No
}

var zipMagic = []byte("PK\x03\x04")

// isZip reports whether a file begins as a zip archive does (APPNOTE 4.3.7).
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
	Created     text   `json:"created"`
	Solver      string `json:"solver"`
	Dataset     struct {
		Samples   number `json:"samples"`    // of the whole data set, whatever the limit
		SampleIDs []text `json:"sample_ids"` // of those that were selected; not in the first versions
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

	held             int         // samples that are there
	stated           inspectMean // the header's own mean of the headline
	found            inspectMean // that of the samples that are there
	total, completed int         // attempts that the header's results count: to be made, and made; 0: it has no results
	strays           []string    // members of an archive with unknown names
}

type inspectAttempt struct {
	id    string
	epoch int
}

// readInspect reads an archive or a single file. What the log promises and what was noticed
// about it is known behind a pass, and is that of the latest one.
func readInspect(files []File, opt Options) (datasets.Source, error) {
	f, err := onlyFile(files)
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
	// A pass over the scores goes first: whether a 1 is a success or the top of a scale depends on
	// all samples, and each attempt must leave here with its verdict.
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
		t, err := l.trajectory(l.file, e, &s)
		l.found.add(t)
		return t, err
	}, yield)
	return nil
}

// setHeader takes the log's status and its "eval" object.
func (l *inspectLog) setHeader(f File, status, eval []byte) error {
	if len(status) > 0 {
		_ = unmarshal(status, &l.status) // a status of another type says nothing
	}
	if len(eval) == 0 {
		return &datasets.FileError{File: f.Path, Err: errNoEval, Hint: "this is not an Inspect log"}
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

// identify makes a trajectory of what the header says.
func (l *inspectLog) identify(id string, epoch int) *datasets.Trajectory {
	h := &l.header
	t := &datasets.Trajectory{
		// Epochs count from 1, trials from 0.
		Benchmark: h.Task, Run: h.run(l.file), Task: id, Trial: epoch - 1,
		Model: h.Model, Agent: h.Solver, Date: string(h.Created), DatasetVersion: string(h.TaskVersion),
	}
	attribute(t, "eval_id", h.EvalID)
	attribute(t, "run_id", h.RunID)
	return t
}
