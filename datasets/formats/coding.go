package formats

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// What the logs of coding agents have in common: one folder is one run, an attempt is an
// instance of SWE-bench or of a set made like it, and whether it was resolved stands in a
// report that somebody else writes later. Where such a report lies beside, the attempts get
// their verdicts from it (coding_reports.go).

// codingRun is the attempts of one folder.
type codingRun struct {
	dir   string // where it lies
	name  string // what it is called; the folder's name where the log has none
	files []File
	ids   map[string]bool // of its attempts, as far as they are known without reading all of it
	swe   *sweRun         // the report beside it; nil for none

	agent, model string // of its attempts, for those that the report alone tells of
}

// codingFormat is how one agent's files become attempts.
type codingFormat struct {
	name string
	// runs sorts the files by the run that they are of.
	runs func([]File) []*codingRun
	// read yields the attempts of one file, with what the log itself says of them.
	read func(*codingRun, File, func(*datasets.Trajectory, error) bool) bool
}

// source reads the attempts of all runs, with the verdicts of the reports beside them.
func (c codingFormat) source(files []File, opt Options) (datasets.Source, error) {
	own, reports := splitReports(files)
	runs := c.runs(own)
	if len(runs) == 0 {
		return nil, noLog(files, "trajectories, only reports", "--format swe-bench reads reports alone")
	}
	codingNames(runs)
	bad := assignReports(runs, reports)
	return promising{source(func(_ context.Context, yield yield) {
		for _, err := range bad {
			if !yield(nil, err) {
				return
			}
		}
		for _, r := range runs {
			if !c.readRun(r, opt, yield) {
				return
			}
		}
	}), func() []datasets.Promise { return codingPromises(runs) }}, nil
}

// readRun yields what a run's files hold, then what its report says of instances that they do
// not: that they have no trajectory does not make them any less attempted.
func (c codingFormat) readRun(r *codingRun, opt Options, yield yield) bool {
	benchmark := r.benchmark(c.name)
	seen := map[string]bool{}
	take := func(t *datasets.Trajectory, err error) bool {
		if err != nil {
			return yield(nil, err)
		}
		t.Benchmark, t.Run = benchmark, r.name
		r.agent, r.model = t.Agent, t.Model
		seen[t.Task] = true
		r.judge(t)
		return yield(project(t, opt.Columns), nil)
	}
	for _, f := range r.files {
		if !c.read(r, f, take) {
			return false
		}
	}
	if r.swe == nil {
		return true
	}
	for _, id := range r.swe.ids() {
		if seen[id] {
			continue
		}
		t := r.swe.attempt(id)
		t.Benchmark, t.Run, t.Agent, t.Model = benchmark, r.name, r.agent, r.model
		attribute(t, "record", cmp.Or(t.Attributes["record"], "report alone"))
		if !yield(project(t, opt.Columns), nil) {
			return false
		}
	}
	return true
}

// sweInstanceID is an instance of SWE-bench or of a set that numbers like it, owner__repo-17, or of
// SWE-bench Pro, instance_owner__repo-commit.
var sweInstanceID = regexp.MustCompile(`^[^/ ]+__[^/ ]+-\d+$|^instance_[^/ ]+__[^/ ]+$`)

// benchmark is the report's where there is one, SWE-bench where the ids are of its form, so that
// two agents meet on the same tasks, and else the agent's own.
func (r *codingRun) benchmark(agent string) string {
	if r.swe != nil {
		return r.swe.benchmark()
	}
	for id := range r.ids {
		if !sweInstanceID.MatchString(id) {
			return agent
		}
	}
	if len(r.ids) == 0 {
		return agent
	}
	return "swe-bench"
}

// plainFolders are names of folders that say nothing of the run in them.
var plainFolders = []string{"trajs", "trajectories", "results", "result", "output", "outputs", "logs", "evaluation_outputs"}

// codingFolder is the folder that a run's name is taken from: the file's, or the one above where
// each instance has a folder of its own or the folder's name is a word for any run.
func codingFolder(path, instance string) string {
	dir := filepath.Dir(path)
	if filepath.Base(dir) == instance && instance != "" {
		dir = filepath.Dir(dir)
	}
	for slices.Contains(plainFolders, strings.ToLower(filepath.Base(dir))) && filepath.Dir(dir) != dir && filepath.Dir(dir) != "." {
		dir = filepath.Dir(dir)
	}
	return dir
}

// folderName is a folder's name, that of the current one too.
func folderName(dir string) string {
	if dir == "." || dir == ".." {
		if real, err := filepath.Abs(dir); err == nil {
			dir = real
		}
	}
	if base := filepath.Base(dir); base != "." && base != string(filepath.Separator) {
		return base
	}
	return ""
}

// codingNames gives runs of one name in several folders what tells those apart.
func codingNames(runs []*codingRun) {
	same := map[string][]*codingRun{}
	for _, r := range runs {
		same[r.name] = append(same[r.name], r)
	}
	for _, list := range same {
		if len(list) < 2 {
			continue
		}
		dirs := make([]string, len(list))
		for i, r := range list {
			dirs[i] = filepath.ToSlash(r.dir)
		}
		for i, part := range distinctParts(dirs) {
			if part != "" && part != list[i].name {
				list[i].name += " " + part
			}
		}
	}
	slices.SortFunc(runs, func(a, b *codingRun) int {
		return cmp.Or(strings.Compare(a.name, b.name), strings.Compare(a.dir, b.dir))
	})
}

// byFolder makes runs of files that hold one attempt each, named for the instance.
func byFolder(files []File, instance func(File) string) []*codingRun {
	at := map[string]*codingRun{}
	var runs []*codingRun
	for _, f := range files {
		id := instance(f)
		dir := codingFolder(f.Path, id)
		r := at[dir]
		if r == nil {
			r = &codingRun{dir: dir, name: folderName(dir), ids: map[string]bool{}}
			at[dir] = r
			runs = append(runs, r)
		}
		r.files, r.ids[id] = append(r.files, f), true
	}
	return runs
}

// codingExits are the agents' own words for how an attempt ended, beside those that all formats
// share. A limit on the price is no limit that the exits know, and stays the agent's word.
var codingExits = map[string]datasets.Exit{
	"exit_context": datasets.ExitError, "exit_format": datasets.ExitError, "exit_error": datasets.ExitError, "exit_api": datasets.ExitError,
	"exit_environment_error": datasets.ExitError, "exit_docker_error": datasets.ExitError,
	"exit_command_timeout": datasets.ExitTimeout, "exit_total_execution_time": datasets.ExitTimeout, "timeexceeded": datasets.ExitTimeout,
}

// codingExit reads an exit_status. SWE-agent hands in what there is where it breaks off, as in
// "submitted (exit_cost)": the word in brackets says why. mini-swe-agent has the name of the
// exception.
func codingExit(t *datasets.Trajectory, status string) {
	word := strings.TrimSpace(status)
	if _, why, ok := strings.Cut(word, "("); ok {
		word = strings.TrimSuffix(why, ")")
	}
	exit, ok := codingExits[strings.ToLower(word)]
	if !ok {
		if _, known := mapping.Exit(word); !known && (strings.HasSuffix(word, "Error") || strings.HasSuffix(word, "Exception")) {
			exit, ok = datasets.ExitError, true
		}
	}
	if !ok {
		mapping.SetExit(t, word)
	} else {
		t.Exit = exit
	}
	if word != status || ok {
		attribute(t, "exit_status", status)
	}
}

// codingUsage is what an agent counted of its model's calls. Without a call, 0 means that nobody
// counted, and so does a price of 0 for tokens that were used.
func codingUsage(t *datasets.Trajectory, calls, cost, prompt, completion number) {
	if calls.Known && calls.Value == 0 {
		return
	}
	if prompt.Value > 0 || completion.Value > 0 {
		addTokens(&t.PromptTokens, prompt)
		addTokens(&t.CompletionTokens, completion)
	}
	if cost.Value > 0 {
		t.CostUSD = cost.Maybe
	}
	report(t, "api_calls", calls)
}

// textOf is a message's content as text: a text, or the texts of its blocks.
func textOf(content json.RawMessage) string {
	if len(content) == 0 || content[0] != '[' {
		return plain(content)
	}
	var blocks []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(content, &blocks) != nil {
		return string(content)
	}
	texts := make([]string, 0, len(blocks))
	for _, b := range blocks {
		if b.Text != "" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// commandArguments are the arguments of a call that is one line of text.
func commandArguments(command string) string {
	b, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		return ""
	}
	return string(b)
}
