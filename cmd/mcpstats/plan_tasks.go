package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"mcpstats/analysis"
)

// registerPolicies adds the flags that say which attempts count, and as what. Every
// command that makes numbers of attempts has the same.
func (p *planning) registerPolicies(f *pflag.FlagSet) {
	f.StringVar(&p.plan.Missing, "missing", "", "what has no outcome: "+strings.Join(analysis.Policies, ", ")+" (default fail: it counts as failure)")
	f.StringVar(&p.plan.Duplicates, "duplicates", "", "records that repeat an attempt: "+strings.Join(analysis.DuplicateRules, ", ")+" (default auto: as the format or mapping says, else an error)")
	f.StringVar(&p.plan.Tasks, "tasks", "", "the tasks that every run promised: how many, or a `file` of their ids, one a line (default as the log states, else by habit)")
	f.IntVar(&p.plan.Trials, "trials", 0, "the attempts that every run promised at a task (default as the log states, else the run's usual number)")
}

// readTasks reads the ids of a plan's tasks, where it names a file of them. A file that
// is not there by its name is looked for beside the plan's own.
func (p *planning) readTasks(plan *analysis.Plan) error {
	path := plan.TasksFile()
	if path == "" {
		return nil
	}
	if _, err := os.Stat(path); err != nil && p.file != "" && !filepath.IsAbs(path) {
		if beside := filepath.Join(filepath.Dir(p.file), path); exists(beside) {
			path = beside
		}
	}
	text, err := readConfig(path)
	if err != nil {
		return usagef("--tasks %s: expected a number of tasks, or a file of their ids, one a line: %v", plan.Tasks, cause(err))
	}
	ids := taskIDs(text)
	if len(ids) == 0 {
		return usagef("--tasks %s: holds no ids; write them one a line", plan.Tasks)
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
