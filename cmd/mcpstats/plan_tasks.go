package main

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
)

// registerPolicies adds the flags that say which attempts count, and as what. Every
// command that makes numbers of attempts has the same.
func (p *planning) registerPolicies(f *pflag.FlagSet) {
	f.StringArrayVar(&p.plan.Where, "where", nil, "look only at what meets these `conditions` on strata, attributes, metrics or failure modes: level=L4,difficulty!=easy, steps>=10, mode=wrong_tool")
	f.StringVar(&p.plan.Missing, "missing", "", "what has no outcome: "+strings.Join(result.Policies, ", ")+" (default fail: it counts as failure)")
	f.StringVar(&p.plan.Duplicates, "duplicates", "", "records that repeat an attempt: "+strings.Join(result.DuplicateRules, ", ")+" (default auto: as the format or mapping says, else an error)")
	f.StringVar(&p.plan.Tasks, "tasks", "", "the tasks that every run promised: how many, or a `file` of their ids, one per line (default as the mapping or the log states, else by habit)")
	f.IntVar(&p.plan.Trials, "trials", 0, "the attempts that every run promised at a task (default as the log states, else the run's usual number)")
}

// mapped takes what the mapping of --map states beyond columns: the universe of tasks, and of
// the log's own metrics the direction and the scale. A flag and a plan go before it: they are
// about this analysis, the mapping about the log.
func (p *planning) mapped(plan *result.Plan, given string) error {
	if given == "" {
		return nil
	}
	m, err := readMapping(given)
	if err != nil {
		return &usageError{err}
	}
	if plan.Tasks == "" {
		stateTasks(plan, m.Tasks, given)
	}
	for _, name := range m.OwnMetrics() {
		if own, ok := metrics.Lookup(name); ok {
			return usagef("%s: metrics: %q is a metric that mcpstats computes itself (%s); give the log's another name, as in metrics: {logged_%s: ...}", m.Name, name, own.Doc, name)
		}
	}
	layBetter(plan, &result.Plan{Better: plan.Better}) // a copy: a flag and a plan go before the mapping
	for name, word := range m.Better() {
		if plan.Better[name] == "" {
			if plan.Better == nil {
				plan.Better = map[string]string{}
			}
			plan.Better[name] = word
		}
	}
	for _, name := range m.Ordinal() {
		if !slices.Contains(plan.Ordinal, name) {
			plan.Ordinal = append(plan.Ordinal, name)
		}
	}
	return nil
}

// stateTasks takes the tasks that a mapping states. The file of ids that it may name is
// meant as seen from the mapping; the plan, which is repeated from elsewhere, names it as
// seen from here.
func stateTasks(plan *result.Plan, tasks, mapping string) {
	plan.Tasks = tasks
	if file := plan.TasksFile(); file != "" {
		plan.Tasks = besideFile(file, mapping)
	}
}

// besideFile is a path as it stands, or where nothing is there and something is beside
// another file, that.
func besideFile(path, file string) string {
	if near := filepath.Join(filepath.Dir(file), path); file != "" && !filepath.IsAbs(path) && !exists(path) && exists(near) {
		return near
	}
	return path
}

// readTasks reads the ids of a plan's tasks, where it names a file of them. A file that
// is not there by its name is looked for beside the plan's own.
func (p *planning) readTasks(plan *result.Plan) error {
	path := plan.TasksFile()
	if path == "" {
		return nil
	}
	path = besideFile(path, p.file)
	text, err := readConfig(path)
	if err != nil {
		return usagef("--tasks %s: expected a number of tasks, or a file of their ids, one per line: %v", plan.Tasks, cause(err))
	}
	ids := taskIDs(text)
	if len(ids) == 0 {
		return usagef("--tasks %s: holds no ids; write them one per line", plan.Tasks)
	}
	plan.TaskIDs = ids
	return nil
}

// taskIDs are the ids of a file: a JSON list of them, or one a line.
func taskIDs(text []byte) []string {
	body := strings.TrimSpace(strings.TrimPrefix(string(text), "\ufeff"))
	if strings.HasPrefix(body, "[") {
		var ids []string
		if err := json.Unmarshal([]byte(body), &ids); err == nil {
			return ids
		}
	}
	var ids []string
	for line := range strings.Lines(body) {
		if id := strings.TrimRight(line, "\r\n"); strings.TrimSpace(id) != "" {
			ids = append(ids, strings.TrimSpace(id))
		}
	}
	return ids
}
