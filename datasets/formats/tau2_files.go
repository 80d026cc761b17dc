package formats

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// tau2Runs puts the files together: a results file by itself, or one with the
// simulations below its folder. Simulations without a results file are a run by
// their folder's name.
func tau2Runs(files []File, opt Options) ([]*tau2Run, error) {
	var runs []*tau2Run
	at := map[string]*tau2Run{}
	for _, f := range files {
		if s := f.shape(); s.has("termination_reason") {
			continue
		}
		r := &tau2Run{file: f, opt: opt}
		if err := r.readInfo(); err != nil {
			return nil, err
		}
		if r.name = r.info.name(); r.name == "" {
			r.name = tau2FileName(f.Path)
		}
		runs = append(runs, r)
		at[filepath.Dir(f.Path)] = r
	}
	for _, f := range files {
		if s := f.shape(); !s.has("termination_reason") {
			continue
		}
		dir := filepath.Dir(f.Path)
		if filepath.Base(dir) == "simulations" {
			dir = filepath.Dir(dir)
		}
		r := at[dir]
		if r == nil {
			r = &tau2Run{file: f, name: filepath.Base(dir), opt: opt}
			runs = append(runs, r)
			at[dir] = r
		}
		r.simulations = append(r.simulations, f)
	}
	distinguishRuns(runs)
	return runs, nil
}

// distinguishRuns tells runs of one name in one domain apart, by where their files lie.
func distinguishRuns(runs []*tau2Run) {
	type group struct{ name, domain string }
	alike := map[group][]*tau2Run{}
	for _, r := range runs {
		g := group{r.name, r.info.Environment.Domain}
		alike[g] = append(alike[g], r)
	}
	for _, list := range alike {
		if len(list) < 2 {
			continue
		}
		paths := make([]string, len(list))
		for i, r := range list {
			paths[i] = filepath.Join(filepath.Dir(r.file.Path), r.file.Stem())
		}
		for i, part := range distinctParts(paths) {
			if part != "" && part != list[i].name {
				list[i].name += " " + part
			}
		}
	}
}

// tau2FileName is what a user called a run's file or folder.
func tau2FileName(path string) string {
	stem := File{Path: path}.Stem()
	if stem == "results" {
		return filepath.Base(filepath.Dir(path))
	}
	return stem
}

// readInfo reads what stands beside the simulations.
func (r *tau2Run) readInfo() error {
	file, err := r.file.Open()
	if err != nil {
		return &datasets.FileError{File: r.file.Path, Err: err}
	}
	found, err := members(r.file.scanner(file), "info", "tasks")
	file.Close()
	if err != nil {
		return unusable(r.file, err)
	}
	if info := found["info"]; stated(info) {
		if err := unmarshal(info, &r.info); err != nil {
			return &datasets.FileError{File: r.file.Path, Err: err, Hint: `"info" is not as tau2 writes it`}
		}
	}
	if err := r.readTasks(found["tasks"]); err != nil {
		return &datasets.FileError{File: r.file.Path, Err: err, Hint: `"tasks" is not as tau2 writes it`}
	}
	if r.listed = r.lists(); r.listed {
		return nil
	}
	if file, err = r.file.Open(); err != nil {
		return &datasets.FileError{File: r.file.Path, Err: err}
	}
	defer file.Close()
	if found, err = allMembers(r.file.scanner(file), "simulation_index"); err != nil {
		return unusable(r.file, err)
	}
	if index := found["simulation_index"]; stated(index) {
		if err := unmarshal(index, &r.index); err != nil {
			return &datasets.FileError{File: r.file.Path, Err: err, Hint: `"simulation_index" is not as tau2 writes it`}
		}
	}
	return nil
}

// lists reports whether the file has a list of simulations of its own.
func (r *tau2Run) lists() bool {
	file, err := r.file.Open()
	if err != nil {
		return false
	}
	defer file.Close()
	s := r.file.scanner(file)
	return s.enter("simulations") == nil
}

// readTasks takes the tasks in the file's order, with their plans. A task without criteria, or
// whose list of the agent's actions is empty, has no plan that is known: calls that only read
// may still be needed, and an empty plan would make each of them one too many.
func (r *tau2Run) readTasks(raw []byte) error {
	if !stated(raw) {
		return nil
	}
	var list []json.RawMessage
	if err := unmarshal(raw, &list); err != nil {
		return err
	}
	r.tasks = make(map[string]tau2Task, len(list))
	for _, raw := range list {
		var v struct {
			ID       text `json:"id"`
			Criteria *struct {
				Actions *[]tau2Action     `json:"actions"`
				Tell    []json.RawMessage `json:"communicate_info"`
				Basis   []string          `json:"reward_basis"`
			} `json:"evaluation_criteria"`
		}
		if err := json.Unmarshal(raw, &v); err != nil {
			return err
		}
		// A task that stands twice is promised once.
		if v.ID == "" || slices.Contains(r.order, string(v.ID)) {
			continue
		}
		var t tau2Task
		if v.Criteria != nil && v.Criteria.Actions != nil {
			for _, a := range *v.Criteria.Actions {
				if a.Requestor == "user" {
					continue
				}
				t.needs = append(t.needs, datasets.Need{AnyOf: []string{a.Name}, Arguments: a.compared()})
			}
			// The database is compared with the one that the actions leave: without actions, with
			// the one before.
			byState := v.Criteria.Basis == nil || slices.Contains(v.Criteria.Basis, "DB")
			t.readOnly = byState && len(*v.Criteria.Actions) == 0
		}
		if v.Criteria != nil && len(v.Criteria.Tell) > 0 && (v.Criteria.Basis == nil || slices.Contains(v.Criteria.Basis, "COMMUNICATE")) {
			tell, err := json.Marshal(v.Criteria.Tell)
			if err != nil {
				return err
			}
			t.tell = string(tell)
		}
		sum := sha256.Sum256(normal(raw)) // without nulls: later versions add empty members
		t.hash = hex.EncodeToString(sum[:8])
		id := strings.Clone(string(v.ID))
		r.tasks[id] = t
		r.order = append(r.order, id)
	}
	return nil
}

// tau2Action is one action of a task's evaluation criteria.
type tau2Action struct {
	Requestor string          `json:"requestor"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
	Compare   *[]string       `json:"compare_args"`
}

// compared are the arguments that the benchmark compares: all, or those that
// compare_args names; empty where it compares none.
func (a *tau2Action) compared() string {
	if a.Compare == nil {
		s, err := compact(a.Arguments)
		if err != nil {
			return ""
		}
		return s
	}
	var out bytes.Buffer
	_ = eachMember(a.Arguments, func(key string, value []byte) {
		if !slices.Contains(*a.Compare, key) {
			return
		}
		name, err := json.Marshal(key)
		if err != nil {
			return
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		out.Write(append(append(name, ':'), value...))
	})
	if out.Len() == 0 {
		return ""
	}
	return "{" + out.String() + "}"
}
