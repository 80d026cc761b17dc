package formats

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// splitReports parts what SWE-bench's harness wrote from an agent's own files.
func splitReports(files []File) (own, reports []File) {
	for _, f := range files {
		if sniffSWE(f) != No {
			reports = append(reports, f)
		} else {
			own = append(own, f)
		}
	}
	return own, reports
}

// beside picks the reports that are about the attempts of an agent's files: those of the
// same instances (Format.Beside).
func (c codingFormat) beside(own, others []File) []File {
	_, reports := splitReports(others)
	if len(reports) == 0 {
		return nil
	}
	own, _ = splitReports(own)
	runs := c.runs(own)
	codingNames(runs)
	assignReports(runs, reports)
	used := map[string]bool{}
	for _, r := range runs {
		if r.swe != nil {
			for _, path := range r.swe.paths {
				used[path] = true
			}
		}
	}
	return slices.DeleteFunc(reports, func(f File) bool { return !used[f.Path] })
}

// assignReports gives each run the report about it. A report is about a run that attempted any
// of its instances; of several the one that the report is named for (the harness names it
// MODEL.RUN_ID, and SWE-agent's predictions give the run's name for the model), else the one
// that it lies nearest to. Where that leaves two, it belongs to neither: a verdict under another
// run's name would be worse than none.
func assignReports(runs []*codingRun, reports []File) (bad []error) {
	if len(reports) == 0 {
		return nil
	}
	log, err := sweFiles(reports)
	if err != nil {
		return []error{err}
	}
	claims := map[*codingRun][]*sweRun{}
	for _, s := range log.runs {
		var about []*codingRun
		for _, r := range runs {
			if slices.ContainsFunc(s.ids(), func(id string) bool { return r.ids[id] }) {
				about = append(about, r)
			}
		}
		best := func(score func(*codingRun) int) {
			most := 0
			for _, r := range about {
				most = max(most, score(r))
			}
			about = slices.DeleteFunc(about, func(r *codingRun) bool { return score(r) < most })
		}
		best(func(r *codingRun) int {
			name := strings.ReplaceAll(r.name, "/", "__")
			switch {
			case s.Name == name:
				return 2
			case strings.HasPrefix(s.Name, name+"."):
				return 1
			}
			return 0
		})
		best(func(r *codingRun) int { return sharedFolders(filepath.Dir(s.anyPath()), r.dir) })
		if len(about) == 1 {
			claims[about[0]] = append(claims[about[0]], s)
		}
	}
	for _, r := range runs {
		list := claims[r]
		// The same run evaluated more than once: the report that lies nearest, of several there the
		// last by name, as run ids are dates or numbers.
		slices.SortStableFunc(list, func(a, b *sweRun) int {
			return cmp.Or(cmp.Compare(sharedFolders(filepath.Dir(a.anyPath()), r.dir), sharedFolders(filepath.Dir(b.anyPath()), r.dir)), strings.Compare(a.Name, b.Name))
		})
		if len(list) > 0 {
			r.swe = list[len(list)-1]
		}
	}
	return log.bad
}

// sharedFolders is how many folders two paths have in common from their beginning.
func sharedFolders(a, b string) int {
	x, y := strings.Split(filepath.ToSlash(filepath.Clean(a)), "/"), strings.Split(filepath.ToSlash(filepath.Clean(b)), "/")
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	return n
}

// anyPath is where a report lies: its own file, else the first instance's.
func (r *sweRun) anyPath() string {
	if r.path != "" || len(r.paths) == 0 {
		return r.path
	}
	return r.paths[0]
}

// judge takes an attempt's verdict from the report, and what else stands there about it. What
// the log itself says goes first.
func (r *codingRun) judge(t *datasets.Trajectory) {
	if r.swe == nil {
		return
	}
	v := r.swe.attempt(t.Task)
	t.Success = firstKnown(t.Success, v.Success)
	t.FailureLabels = append(t.FailureLabels, v.FailureLabels...)
	if v.Exit == datasets.ExitHarnessError {
		t.Exit = v.Exit
	}
	for name, value := range v.Reported {
		report(t, name, number{datasets.Known(value)})
	}
	for name, value := range v.Attributes {
		if t.Attributes[name] == "" && name != "record" {
			attribute(t, name, value)
		}
	}
	if !v.Success.Known && t.Error == "" && !t.Success.Known {
		t.Error = v.Error
	}
}

// codingPromises are what the reports say that was handed in; trajectories alone promise
// nothing.
func codingPromises(runs []*codingRun) []datasets.Promise {
	var out []datasets.Promise
	for _, r := range runs {
		if r.swe == nil {
			continue
		}
		if p := r.swe.promise(); p.Tasks != nil || p.NTasks > 0 || p.Open {
			p.Run = r.name
			out = append(out, p)
		}
	}
	return out
}
