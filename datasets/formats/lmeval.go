package formats

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// LMEval is the per-sample log of EleutherAI's lm-evaluation-harness, 0.4 on, which
// --log_samples writes: samples_TASK_TIME.jsonl. "doc_id", "target" and "resps" decide; the
// results beside it name the model.
//
// There is a line for each document and filter, and each filter is a benchmark of its own,
// since the same answer is right under one and wrong under another. Documents are joined by
// doc_hash and not by doc_id, which counts anew under --limit or in another order.
var LMEval = Format{
	Name:    "lm-eval",
	Title:   "Language Model Evaluation Harness",
	Meaning: "Samples of EleutherAI's harness, one line a document and filter",
	Doc: "EleutherAI's lm-evaluation-harness: samples_TASK_TIME.jsonl as --log_samples writes it, one line a document and filter; results_TIME.json beside it names the model. " +
		"The benchmark is TASK, with the filter's name where it is not none (each filter is a reading of its own); the run is model_name, else the folder; the task is the start of doc_hash, as doc_id is only a position; a document that stands twice is its hash with #2. " +
		"The first of the line's metrics that is a number is the outcome: success where it is exact_match, acc or another metric that can only be 0 or 1, else a reward; all of them are reported values. " +
		"Repeats are averaged by the harness and are not trials. Documents that --limit left out are not known here. Where the results file states another mean than the samples come to, or one over another number of them, both are said (header_differs)",
	Cite:   "github.com/EleutherAI/lm-evaluation-harness, lm_eval/evaluator.py and loggers/evaluation_tracker.py (0.4)",
	Sniff:  sniffLMEval,
	Joined: true,
	Read:   readLMEval,
}

// sniffLMEval decides by the keys of a sample. A long document may push all but the first of
// them out of the head, and only then the file's name decides. A file of totals has "results",
// which Inspect's header has too, beside an "eval".
func sniffLMEval(f File) Match {
	s := f.shape()
	switch {
	case s.List:
	case s.has("doc_id", "target", "resps"), s.has("doc_id", "doc") && s.Cut && strings.HasPrefix(f.Stem(), "samples_"):
		return Log
	case s.has("results") && (s.has("configs") || s.has("group_subtasks") || s.Cut && strings.HasPrefix(f.Stem(), "results_")) && !s.has("eval"):
		return Companion
	}
	return No
}

// lmRecord is one line.
type lmRecord struct {
	DocID   id              `json:"doc_id"`
	Doc     json.RawMessage `json:"doc"`
	Target  json.RawMessage `json:"target"`
	Resps   json.RawMessage `json:"resps"`
	Final   json.RawMessage `json:"filtered_resps"`
	Filter  string          `json:"filter"`
	Metrics []string        `json:"metrics"`
	DocHash string          `json:"doc_hash"`
	Prompt  string          `json:"prompt_hash"`
}

// lmRun is one file of samples and what the results file beside it says.
type lmRun struct {
	file    File
	run     string
	task    string
	version string
	means   map[[2]string]*statedMean // by metric and filter, of the results file beside it
}

// lmName is the name that --log_samples gives a file.
var lmName = regexp.MustCompile(`^samples_(.+)_(\d{4}-\d{2}-\d{2}T[0-9.-]+)$`)

// readLMEval finds the model of each file of samples in the totals beside it: the samples name
// no model. Totals of other runs may lie in the same folder, and count for a file only where
// they list its task.
func readLMEval(files []File, opt Options) (datasets.Source, error) {
	var results []lmResults
	for _, f := range files {
		if sniffLMEval(f) == Companion {
			r, err := readLMResults(f)
			if err != nil {
				return nil, err
			}
			results = append(results, r)
		}
	}
	var runs []lmRun
	var all []*statedMean
	for _, f := range files {
		if sniffLMEval(f) == Companion {
			continue
		}
		r := lmRun{file: f, task: strings.TrimPrefix(f.Stem(), "samples_"), run: f.Folder()}
		date := ""
		if m := lmName.FindStringSubmatch(f.Stem()); m != nil {
			r.task, date = m[1], m[2]
		}
		for _, res := range results {
			if res.dir != filepath.Dir(f.Path) {
				continue
			}
			// A file without versions names no task, and counts for the samples that it lies beside.
			if version, ok := res.Versions[r.task]; ok || len(res.Versions) == 0 {
				r.version = string(version)
				if res.Model != "" {
					r.run = res.Model
				}
			}
		}
		if r.run == "." {
			r.run = f.Stem()
		}
		all = append(all, r.addMeans(results, date)...)
		runs = append(runs, r)
	}
	if len(runs) == 0 {
		return nil, noLog(files, "samples, only totals", "run lm_eval with --log_samples and add samples_*.jsonl")
	}
	return totalled{source(func(_ context.Context, yield yield) {
		for _, m := range all {
			m.reset()
		}
		for _, r := range runs {
			if !r.read(opt, yield) {
				return
			}
		}
	}), all}, nil
}

// addMeans finds what the results file of the same time states of the task, else the only one in
// the folder, and returns it in the file's order of filters and metrics. Only metrics that the
// harness averages are taken: a perplexity or a BLEU of a corpus is no mean of its documents'.
func (r *lmRun) addMeans(results []lmResults, date string) (out []*statedMean) {
	var of []lmResults
	for _, res := range results {
		if res.dir != filepath.Dir(r.file.Path) || res.totals[r.task] == nil {
			continue
		}
		if date != "" && strings.HasSuffix(mapping.Stem(res.path), date) {
			of = []lmResults{res}
			break
		}
		of = append(of, res)
	}
	if len(of) != 1 {
		return nil
	}
	r.means = map[[2]string]*statedMean{}
	_ = eachMember(of[0].totals[r.task], func(key string, value []byte) {
		metric, filter, _ := strings.Cut(key, ",")
		m, ok := newStatedMean(filepath.Base(of[0].path), r.task+" "+key, value)
		if !ok || !lmBinary[metric] {
			return
		}
		m.of = of[0].samples[r.task]
		at := [2]string{strings.Clone(metric), cmp.Or(strings.Clone(filter), "none")}
		if r.means[at] == nil {
			r.means[at] = m
			out = append(out, m)
		}
	})
	return out
}

// lmResults is what a results file says of the run.
type lmResults struct {
	path     string
	dir      string
	totals   map[string]json.RawMessage // by task
	samples  map[string]int             // by task: how many were scored
	Model    string
	Versions map[string]text
}

// readLMResults reads the model and the versions of the tasks, whether they stand before or
// behind the totals.
func readLMResults(f File) (lmResults, error) {
	out := lmResults{path: f.Path, dir: filepath.Dir(f.Path), samples: map[string]int{}}
	r, err := f.Open()
	if err != nil {
		return out, &datasets.FileError{File: f.Path, Err: err}
	}
	defer r.Close()
	found, err := allMembers(f.scanner(r), "model_name", "versions", "results", "n-samples")
	if err != nil {
		return out, unusable(f, err)
	}
	if name := found["model_name"]; stated(name) {
		if err := unmarshal(name, &out.Model); err != nil {
			return out, &datasets.FileError{File: f.Path, Err: err, Hint: "model_name must be a string"}
		}
	}
	if versions := found["versions"]; stated(versions) {
		if err := unmarshal(versions, &out.Versions); err != nil {
			return out, &datasets.FileError{File: f.Path, Err: err, Hint: "versions must be an object"}
		}
	}
	// Totals are compared and nothing rests on them: in another shape they say nothing.
	if stated(found["results"]) {
		_ = unmarshal(found["results"], &out.totals)
	}
	var counts map[string]struct {
		Effective number `json:"effective"`
	}
	if stated(found["n-samples"]) && unmarshal(found["n-samples"], &counts) == nil {
		for task, n := range counts {
			out.samples[task] = int(n.Effective.Value)
		}
	}
	return out, nil
}

// read yields one attempt a line.
func (r *lmRun) read(opt Options, yield yield) bool {
	seen := map[string]int{} // how often a document and filter came already
	types := idTypes{}
	return lineRecords(r.file, func(e element) (*datasets.Trajectory, error) {
		t, filter, err := r.trajectory(e, types)
		if err != nil {
			return nil, err
		}
		// The hash is of the document's content, so that a data set that repeats one has two tasks of
		// one hash. Which of them is the second does not matter, since they are the same question.
		seen[t.Task+"\x00"+filter]++
		if n := seen[t.Task+"\x00"+filter]; n > 1 {
			t.Task += "#" + strconv.Itoa(n)
		}
		return project(t, opt.Columns), nil
	}, yield)
}

// trajectory makes an attempt of one line, and returns the filter that its metrics were
// computed under. A line without a hash is joined by doc_id.
func (r *lmRun) trajectory(e element, types idTypes) (t *datasets.Trajectory, filter string, err error) {
	var v lmRecord
	if err := decode(r.file, e, &v); err != nil {
		return nil, "", err
	}
	t = &datasets.Trajectory{Benchmark: r.task, Run: r.run, Model: r.run, DatasetVersion: r.version}
	if v.Filter != "" && v.Filter != "none" {
		t.Benchmark += " (" + v.Filter + ")"
		attribute(t, "filter", v.Filter)
	}
	// Enough to tell the documents of a task apart, and short enough for a table.
	const digits = 16
	switch {
	case v.DocHash != "":
		t.Task = strings.Clone(v.DocHash[:min(digits, len(v.DocHash))])
	case v.DocID.Name != "":
		if err := types.accept(v.DocID); err != nil {
			return nil, "", e.bad(r.file, "doc_id", err)
		}
		t.Task = v.DocID.Name
	default:
		return nil, "", e.bad(r.file, "doc_hash", errMissing)
	}
	attribute(t, "doc_id", v.DocID.Name)
	attribute(t, "prompt_hash", v.Prompt)
	t.ExpectedAnswer = plain(v.Target)
	t.Response = firstText(v.Resps)
	t.PredictedAnswer = firstText(v.Final)
	if err := r.metrics(t, e, v.Metrics, v.Filter); err != nil {
		return nil, "", err
	}
	if len(v.Doc) > 0 && v.Doc[0] == '{' {
		_ = eachMember(v.Doc, func(key string, value []byte) {
			if s := plain(value); isStratum(key, value) {
				stratum(t, key, s)
			}
		})
	}
	return t, v.Filter, nil
}

// metrics takes the values of the metrics that a line lists; the first number is
// its outcome. A value that is a list is meant for the harness's own aggregation.
func (r *lmRun) metrics(t *datasets.Trajectory, e element, names []string, filter string) error {
	values := map[string]number{}
	err := eachMember(e.Text, func(key string, value []byte) {
		var n number
		if len(value) > 0 && value[0] != '"' && n.UnmarshalJSON(value) == nil {
			values[key] = n
		}
	})
	if err != nil {
		return e.bad(r.file, "", err)
	}
	for _, name := range names {
		n := values[name]
		report(t, name, n)
		if m := r.means[[2]string{name, cmp.Or(filter, "none")}]; m != nil && n.Known {
			m.add(n.Value)
		}
		if t.Reward.Known || !n.Known {
			continue
		}
		t.Reward = n.Maybe
		// A 1 of any other metric may be the end of a scale, such as a BLEU or an F1 that happens to
		// be perfect: that is a reward, and makes no success.
		if lmBinary[name] && (n.Value == 0 || n.Value == 1) {
			t.Success = datasets.Known(n.Value == 1)
		}
	}
	return nil
}

// lmBinary are the metrics of the harness that are 0 or 1 for one document
// (lm_eval/api/metrics.py), and the names that its tasks give such metrics.
var lmBinary = map[string]bool{
	"acc": true, "acc_norm": true, "acc_bytes": true, "acc_mutual_info": true, "exact_match": true, "em": true, "exact": true,
	"mc1": true, "correct": true, "is_correct": true, "math_verify": true, "prompt_level_strict_acc": true, "prompt_level_loose_acc": true,
}
