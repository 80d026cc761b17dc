package formats

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// OpenHands is the output.jsonl of OpenHands' evaluations, one attempt a line. "instance_id" with
// "history" and "test_result" or "metadata" decides.
//
// The history is a list of events: an action names its tool, and the observation that an action
// caused is its result. Versions before 0.9 keep pairs of the two. The verdict is somebody
// else's: its evaluation writes it into a second file beside (output.swebench_eval.jsonl), into
// the record (report), or leaves the harness' report.
var OpenHands = Format{
	Name:    "openhands",
	Title:   "OpenHands",
	Meaning: "Evaluations of a software agent, one line an attempt with its events",
	Doc: "OpenHands' output.jsonl, one attempt a line: {instance_id, history: [events], metrics, metadata: {agent_class, llm_config}, test_result, error}. The run is agent_class and the model, with what tells two folders apart where they would be one run; the task is instance_id. " +
		"An action of the agent is a call, its tool the action (run, read, edit, call_tool_mcp's own name), its result the observation that it caused; it failed where that is an error or its exit code is not 0. Messages, recalls and changes of the agent's state are none. " +
		"Cost and tokens are metrics'; a cost of 0 with tokens used is unknown. error is how the attempt ended: the limit of iterations, of time, or an error. " +
		"The verdict is report.resolved of the record or of the same instance in a file beside (output.swebench_eval.jsonl, whose records are no further attempts), else that of a SWE-bench report beside (output.report.json, report.json), with its denominator; without one the denominator is the lines",
	Cite:   "Wang et al. 2024, OpenHands, arXiv:2407.16741; github.com/All-Hands-AI/OpenHands, evaluation/utils/shared.py and benchmarks/swe_bench",
	Sniff:  sniffOpenHands,
	Joined: true,
	Read:   func(files []File, opt Options) (datasets.Source, error) { return openHands.source(files, opt) },
	Beside: openHands.beside,
}

var openHands = codingFormat{name: "openhands", runs: openHandsRuns, read: readOpenHands}

// sniffOpenHands knows a record by its first keys: a history may fill the head.
func sniffOpenHands(f File) Match {
	s := f.shape()
	own := bytes.Contains(f.Head, []byte(`"agent_class"`)) || bytes.Contains(f.Head, []byte(`"git_patch"`)) || bytes.Contains(f.Head, []byte(`"action"`))
	if s.has("instance_id") && own && (s.has("history") || s.Cut) && (s.has("test_result") || s.has("metadata") || s.has("instruction")) {
		return Log
	}
	return No
}

// ohRecord is one attempt.
type ohRecord struct {
	Instance id     `json:"instance_id"`
	Error    text   `json:"error"`
	Report   ohJudg `json:"report"`
	Tests    struct {
		Patch  json.RawMessage `json:"git_patch"`
		Report ohJudg          `json:"report"`
	} `json:"test_result"`
	Metadata struct {
		Agent string `json:"agent_class"`
		Model struct {
			Name string `json:"model"`
		} `json:"llm_config"`
		ModelName string `json:"model_name"`
		Dataset   string `json:"dataset"`
		Split     text   `json:"data_split"`
	} `json:"metadata"`
	Metrics struct {
		Cost  number   `json:"accumulated_cost"`
		Total *ohUsed  `json:"accumulated_token_usage"`
		Each  []ohUsed `json:"token_usages"`
	} `json:"metrics"`
	History json.RawMessage `json:"history"`
}

// ohJudg is what the evaluation found of one instance.
type ohJudg struct {
	Resolved *bool `json:"resolved"`
	Empty    bool  `json:"empty_generation"`
	Unfit    bool  `json:"failed_apply_patch"`
	Broke    bool  `json:"error_eval"`
	Timeout  bool  `json:"test_timeout"`
}

// ohUsed is tokens.
type ohUsed struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	Cached     number `json:"cache_read_tokens"`
}

// resolved is a record's own verdict.
func (v *ohRecord) resolved() (judged ohJudg, known bool) {
	if v.Report.Resolved != nil {
		return v.Report, true
	}
	return v.Tests.Report, v.Tests.Report.Resolved != nil
}

// openHandsRuns sorts the files by folder. In one folder the file that is called output.jsonl
// has the attempts, and the others (output.swebench_eval.jsonl, output.critic_attempt_1.jsonl)
// have the same ones again; without it each file is a run.
func openHandsRuns(files []File) []*codingRun {
	var runs []*codingRun
	at := map[string]*codingRun{}
	files = slices.Clone(files)
	main := func(f File) bool { return f.Stem() == "output" }
	slices.SortStableFunc(files, func(a, b File) int {
		if main(a) != main(b) {
			return map[bool]int{true: -1, false: 1}[main(a)]
		}
		return strings.Compare(a.Path, b.Path)
	})
	for _, f := range files {
		dir := filepath.Dir(f.Path)
		if r := at[dir]; r != nil && strings.HasPrefix(f.Stem(), "output") {
			r.files = append(r.files, f)
			continue
		}
		r := &codingRun{dir: dir, files: []File{f}, ids: map[string]bool{}}
		if main(f) {
			at[dir] = r
		}
		about := ohAbout(f, r.ids)
		if r.name = strings.TrimSpace(about.Metadata.Agent + " " + cmp.Or(about.Metadata.Model.Name, about.Metadata.ModelName)); r.name == "" {
			if r.name = folderName(codingFolder(f.Path, "")); !main(f) {
				r.name = f.Stem()
			}
		}
		runs = append(runs, r)
	}
	return runs
}

// ohAbout collects the instances of a file, and returns the first record without its history.
func ohAbout(f File, ids map[string]bool) (about ohRecord) {
	first := true
	_ = eachLine(f, func(e element) bool {
		var v struct {
			Instance id              `json:"instance_id"`
			Metadata json.RawMessage `json:"metadata"`
		}
		if checkJSON(e.Text) == nil && json.Unmarshal(e.Text, &v) == nil && v.Instance.Name != "" {
			ids[strings.Clone(v.Instance.Name)] = true
			if first && len(v.Metadata) > 0 {
				first = json.Unmarshal(v.Metadata, &about.Metadata) != nil
			}
		}
		return true
	})
	about.Metadata.Agent, about.Metadata.Model.Name = strings.Clone(about.Metadata.Agent), strings.Clone(about.Metadata.Model.Name)
	about.Metadata.ModelName = strings.Clone(about.Metadata.ModelName)
	return about
}

// readOpenHands yields the attempts of a run's first file; the others only judge them.
func readOpenHands(r *codingRun, f File, yield func(*datasets.Trajectory, error) bool) bool {
	if f.Path != r.files[0].Path {
		return true
	}
	judged := map[string]ohJudg{}
	for _, other := range r.files[1:] {
		goOn := lineRecords(other, func(e element) (*datasets.Trajectory, error) {
			var v ohRecord
			if err := decode(other, e, &v); err != nil {
				return nil, err
			}
			if j, known := v.resolved(); known {
				judged[strings.Clone(v.Instance.Name)] = j
			}
			return nil, nil
		}, yield)
		if !goOn {
			return false
		}
	}
	types := idTypes{}
	return lineRecords(f, func(e element) (*datasets.Trajectory, error) {
		var v ohRecord
		if err := decode(f, e, &v); err != nil {
			return nil, err
		}
		if err := types.accept(v.Instance); err != nil {
			return nil, e.bad(f, "instance_id", err)
		}
		t, err := v.attempt()
		if err != nil {
			return nil, e.bad(f, "history", err)
		}
		j, known := v.resolved()
		if !known {
			j, known = judged[t.Task]
		}
		if known {
			j.judge(t)
		}
		return t, nil
	}, yield)
}

// judge takes the evaluation's verdict, and why it is one.
func (j ohJudg) judge(t *datasets.Trajectory) {
	t.Success = datasets.Known(*j.Resolved)
	for _, label := range []struct {
		is   bool
		mode string
	}{{j.Empty, "empty_generation"}, {j.Unfit, "failed_apply_patch"}, {j.Broke, "error_eval"}, {j.Timeout, "test_timeout"}} {
		if label.is {
			t.FailureLabels = append(t.FailureLabels, datasets.FailureLabel{Mode: label.mode, Source: "swe-bench harness"})
		}
	}
}

// attempt makes an attempt of a record, but for its verdict.
func (v *ohRecord) attempt() (*datasets.Trajectory, error) {
	t := &datasets.Trajectory{Task: strings.Clone(v.Instance.Name), Agent: strings.Clone(v.Metadata.Agent), Model: strings.Clone(cmp.Or(v.Metadata.Model.Name, v.Metadata.ModelName))}
	attribute(t, "dataset", strings.Clone(v.Metadata.Dataset))
	if stated(v.Tests.Patch) && plain(v.Tests.Patch) == "" {
		attribute(t, "patch", "none")
	}
	used := ohUsed{}
	if v.Metrics.Total != nil {
		used = *v.Metrics.Total
	} else {
		for _, u := range v.Metrics.Each {
			for _, sum := range []struct{ to, one *number }{{&used.Prompt, &u.Prompt}, {&used.Completion, &u.Completion}, {&used.Cached, &u.Cached}} {
				if sum.one.Known {
					*sum.to = number{datasets.Known(sum.to.Value + sum.one.Value)}
				}
			}
		}
	}
	codingUsage(t, number{}, v.Metrics.Cost, used.Prompt, used.Completion)
	if t.PromptTokens.Known {
		addTokens(&t.CachedTokens, used.Cached)
	}
	finished, err := ohHistory(t, v.History)
	if err != nil {
		return nil, err
	}
	t.Error = strings.Clone(string(v.Error))
	switch word := strings.ToLower(t.Error); {
	case strings.Contains(word, "maximum iteration"), strings.Contains(word, "max_iterations"):
		t.Exit = datasets.ExitMaxTurns
	case strings.Contains(word, "timeout"), strings.Contains(word, "timed out"):
		t.Exit = datasets.ExitTimeout
	case word != "":
		t.Exit = datasets.ExitError
	case finished:
		t.Exit = datasets.ExitCompleted
	}
	return t, nil
}
