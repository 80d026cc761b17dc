package formats

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// tbRuns puts the files of each run together: what stands in one folder, and the
// trials below it.
func tbRuns(files []File) ([]*tbRun, error) {
	at := map[string]*tbRun{}
	run := func(dir string) *tbRun {
		if at[dir] == nil {
			at[dir] = &tbRun{dir: dir}
		}
		return at[dir]
	}
	var trials []File
	for _, f := range files {
		switch s := f.shape(); {
		case s.has("trial_name"):
			trials = append(trials, f)
		case sniffTB(f) == Companion:
			r := run(filepath.Dir(f.Path))
			e, err := whole(f)
			if err == nil {
				err = decode(f, e, &r.about)
			}
			if err != nil {
				return nil, &datasets.FileError{File: f.Path, Err: err, Hint: "mend or remove the run's metadata"}
			}
		default:
			r := run(filepath.Dir(f.Path))
			r.totals = append(r.totals, f)
		}
	}
	for _, f := range trials {
		// RUN/TASK/TRIAL/results.json; without a known run above, that folder is one.
		dir := filepath.Dir(f.Path)
		for up := dir; ; up = filepath.Dir(up) {
			if at[up] != nil {
				dir = up
				break
			}
			if up == filepath.Dir(up) {
				dir = filepath.Dir(filepath.Dir(dir))
				break
			}
		}
		r := run(dir)
		r.trials = append(r.trials, f)
	}
	runs := make([]*tbRun, 0, len(at))
	for _, r := range at {
		if len(r.totals)+len(r.trials) > 0 {
			runs = append(runs, r)
		}
	}
	slices.SortFunc(runs, func(a, b *tbRun) int { return strings.Compare(a.dir, b.dir) })
	if len(runs) == 0 {
		return nil, noLog(files, "trials, only metadata", "add the results.json beside it")
	}
	count := map[string]int{}
	for _, r := range runs {
		if r.name = strings.TrimSpace(r.about.Agent + " " + r.about.Model); r.name == "" {
			r.name = cmp.Or(r.about.RunID, filepath.Base(r.dir))
		}
		count[r.name]++
	}
	for _, r := range runs {
		if folder := filepath.Base(r.dir); count[r.name] > 1 && folder != r.name {
			r.name += " " + folder
		}
	}
	return runs, nil
}
