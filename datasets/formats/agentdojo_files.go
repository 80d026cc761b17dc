package formats

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"
)

// agentDojoDefenses are the defences of AgentDojo's command line, which stand at the end of a
// pipeline's name.
var agentDojoDefenses = []string{"tool_filter", "transformers_pi_detector", "spotlighting_with_delimiting", "repeat_user_prompt"}

// agentDojoNames are what names a case.
type agentDojoNames struct {
	Suite     string `json:"suite_name"`
	Pipeline  string `json:"pipeline_name"`
	UserTask  string `json:"user_task_id"`
	Injection string `json:"injection_task_id"`
	Attack    string `json:"attack_type"`
	Domain    string `json:"domain"`
	Task      string `json:"task_id"`
	Condition string `json:"condition"`
	Seed      number `json:"seed"`
}

// agentDojoCase is one case with the names that it has in the log as a whole.
type agentDojoCase struct {
	agentDojoNames
	pipeline, run string
	trial         int
}

// task is the case's identity, the same in every run.
func (c *agentDojoCase) task() string {
	if c.UserTask == "" {
		return strings.TrimPrefix(cmp.Or(c.Domain, c.Suite)+"/"+c.Task, "/")
	}
	task := strings.TrimPrefix(c.Suite+"/"+c.UserTask, "/")
	if c.Injection != "" {
		task += "/" + c.Injection
	}
	return task
}

// kind says which of AgentDojo's averages the case goes into.
func (c *agentDojoCase) kind() string {
	none := []string{"", "none", "benign", "clean", "no_attack", "baseline"}
	switch {
	case c.Injection != "", c.UserTask == "" && !slices.Contains(none, strings.ToLower(c.Condition)):
		return "attacked"
	case strings.HasPrefix(c.UserTask, "injection_task"):
		return "injection task"
	}
	return "no attack"
}

// benchmark is what the case is averaged with. Cases without an attack are other tasks than those
// with one, as they lack the injection, and a run of one attack answers for none of them.
func (c *agentDojoCase) benchmark() string {
	switch kind := c.kind(); {
	case c.UserTask != "" && kind == "no attack":
		return "agentdojo without attack"
	case kind == "injection task":
		return "agentdojo injection tasks"
	}
	return "agentdojo"
}

// agentDojoFile is a file of one case, or of one a line.
type agentDojoFile struct {
	file  File
	lines bool
	cases []*agentDojoCase // nil for a record whose names cannot be read
}

// each hands over the records of a file with their cases.
func (l *agentDojoFile) each(take func(c *agentDojoCase, e element, err error) bool) {
	if !l.lines {
		e, err := whole(l.file)
		take(l.caseAt(0), e, err)
		return
	}
	row := 0
	goOn := true
	err := eachLine(l.file, func(e element) bool {
		row++
		goOn = take(l.caseAt(row-1), e, nil)
		return goOn
	})
	if err != nil && goOn {
		take(nil, element{}, err)
	}
}

// caseAt is the i-th case; one without names says so when it is made an attempt.
func (l *agentDojoFile) caseAt(i int) *agentDojoCase {
	if i < len(l.cases) && l.cases[i] != nil {
		return l.cases[i]
	}
	return &agentDojoCase{}
}

// agentDojoFiles reads the names of all cases, and names the runs and the trials.
func agentDojoFiles(files []File) []*agentDojoFile {
	logs := make([]*agentDojoFile, len(files))
	conditions := map[string][]string{} // by pipeline
	var all []*agentDojoCase
	for i, f := range files {
		l := &agentDojoFile{file: f, lines: severalLines(f)}
		note := func(text []byte) {
			c := &agentDojoCase{}
			if json.Unmarshal(text, &c.agentDojoNames) != nil {
				l.cases = append(l.cases, nil)
				return
			}
			c.place(f)
			l.cases, all = append(l.cases, c), append(all, c)
			if arm := cmp.Or(c.Attack, c.Condition); c.kind() != "injection task" && (arm != "" && c.kind() == "attacked" || c.UserTask == "") && !slices.Contains(conditions[c.pipeline], arm) {
				conditions[c.pipeline] = append(conditions[c.pipeline], arm)
			}
		}
		if l.lines {
			_ = eachLine(f, func(e element) bool { note(e.Text); return true }) // what is wrong is said in the pass
		} else {
			note(agentDojoHead(f))
		}
		l.file.Head = nil // looked at
		logs[i] = l
	}
	seeds := map[[2]string][]*agentDojoCase{}
	for _, c := range all {
		c.run = c.pipeline
		if arm := cmp.Or(c.Attack, c.Condition); len(conditions[c.pipeline]) > 1 && arm != "" && arm != "none" {
			c.run += " " + arm
		}
		if c.Seed.Known {
			key := [2]string{c.run, c.task()}
			seeds[key] = append(seeds[key], c)
		}
	}
	for _, list := range seeds {
		slices.SortStableFunc(list, func(a, b *agentDojoCase) int { return cmp.Compare(a.Seed.Value, b.Seed.Value) })
		for i, c := range list {
			if i > 0 {
				c.trial = list[i-1].trial + intOf(c.Seed != list[i-1].Seed)
			}
		}
	}
	return logs
}

// agentDojoHead is the names in a file of one case as an object, without what is long.
func agentDojoHead(f File) []byte {
	r, err := f.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	found, _ := members(f.scanner(r), "suite_name", "pipeline_name", "user_task_id", "injection_task_id", "attack_type", "domain", "task_id", "condition", "seed")
	parts := make([]string, 0, len(found))
	for key, value := range found {
		parts = append(parts, strconv.Quote(key)+":"+string(value))
	}
	return []byte("{" + strings.Join(parts, ",") + "}")
}

// place fills in what only the path says, runs/PIPELINE/SUITE/USER_TASK/ATTACK/INJECTION.json.
func (c *agentDojoCase) place(f File) {
	dirs := strings.Split(filepath.ToSlash(filepath.Dir(f.Path)), "/")
	if n := len(dirs); c.UserTask != "" && n >= 4 && dirs[n-2] == c.UserTask {
		c.Suite, c.Pipeline = cmp.Or(c.Suite, dirs[n-3]), cmp.Or(c.Pipeline, dirs[n-4])
	}
	c.pipeline = cmp.Or(c.Pipeline, f.Folder())
}

func errVerdict(key string, value []byte) error {
	return fmt.Errorf("%s: expected true or false, found %s", key, excerpt(value))
}
