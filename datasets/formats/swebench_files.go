package formats

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-json"
)

// sweLog is what the files of one folder say together.
type sweLog struct {
	runs []*sweRun
	bad  []error // files that cannot be read
}

type sweRun struct {
	Name, Model string
	report      sweReport
	instances   map[string]sweInstance
	split       *sweSplit // of the experiments' results; nil for the harness's own
	other       []sweList // further lists of the experiments' results
	path        string    // of the results
	paths       []string  // of all its files
	listed      string    // the file that lists every instance with its outcome; "" where none does
	pro         bool      // instances of SWE-bench Pro
	byRepo      int       // instances by resolved_by_repo.json; 0: not stated
	at          struct{ resolved, unresolved map[string]bool }
}

// sweSplit is a folder of the experiments repository: submissions on the same
// instances.
type sweSplit struct {
	name  string
	named map[string]bool // by any of its submissions
}

// ids are the instances that any submission names, sorted.
func (s *sweSplit) ids() []string {
	ids := make([]string, 0, len(s.named))
	for id := range s.named {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// benchmark tells splits apart: one instance may belong to several, with other denominators.
func (r *sweRun) benchmark() string {
	if r.pro {
		return "swe-bench-pro"
	}
	if r.split == nil || r.split.name == "" {
		return "swe-bench"
	}
	return "swe-bench-" + r.split.name
}

type sweList struct {
	name string
	ids  []string
}

// sweFiles sorts the files by the run that they are of. What cannot be read is kept in bad,
// and yielded with the attempts of the others.
func sweFiles(files []File) (*sweLog, error) {
	log := &sweLog{}
	at := map[string]*sweRun{}
	splits := map[string]*sweSplit{}
	byRepo := map[string]int{} // by the submission's folder
	run := func(name string) *sweRun {
		r := at[name]
		if r == nil {
			r = &sweRun{Name: name, Model: sweModel(name), instances: map[string]sweInstance{}}
			at[name] = r
			log.runs = append(log.runs, r)
		}
		return r
	}
	for _, f := range files {
		var err error
		switch sweKindOf(f) {
		case sweTotals:
			var n int
			n, err = readByRepo(f)
			byRepo[sweSubmission(f.Path)] = max(n, byRepo[sweSubmission(f.Path)])
		case sweRunKind:
			var report sweReport
			if err = decodeSWE(f, &report); err == nil {
				name := f.Stem()
				if m := sbCLIReport.FindStringSubmatch(name); m != nil && (at[m[2]] == nil || at[m[2]].path == "") {
					name = m[2]
				}
				r := run(name)
				r.report, r.path, r.paths = report, f.Path, append(r.paths, f.Path)
			}
		case sweResults:
			r := run(filepath.Base(sweSubmission(f.Path)))
			r.inSplit(splits, f)
			err = r.readExperiments(f)
		case sweDetails:
			var all map[string]sweInstance
			if err = decodeSWE(f, &all); err == nil {
				r := run(filepath.Base(sweSubmission(f.Path)))
				r.paths, r.listed = append(r.paths, f.Path), "per_instance_details.json"
				r.take(f, all)
			}
		case sweVerdicts:
			var all map[string]*bool
			if err = decodeSWE(f, &all); err == nil {
				name := f.Stem()
				if folder := folderName(sweSubmission(f.Path)); name == "eval_results" && folder != "" {
					name = folder
				}
				r := run(name)
				r.paths, r.listed = append(r.paths, f.Path), filepath.Base(f.Path)
				for id, resolved := range all {
					r.pro = r.pro || strings.HasPrefix(id, "instance_")
					r.take(f, map[string]sweInstance{id: {Resolved: resolved}})
				}
			}
		default:
			var one map[string]sweInstance
			if err = decodeSWE(f, &one); err == nil {
				r := run(sweReportRun(f.Path))
				r.paths = append(r.paths, f.Path)
				r.take(f, one)
			}
		}
		if err != nil {
			log.bad = append(log.bad, err)
		}
	}
	for _, r := range log.runs {
		r.at.resolved, r.at.unresolved = set(r.report.Resolved), set(r.report.Unresolved)
		if r.split == nil {
			continue
		}
		r.byRepo = byRepo[sweSubmission(r.path)]
		for _, id := range r.ids() {
			r.split.named[id] = true
		}
	}
	slices.SortFunc(log.runs, func(a, b *sweRun) int { return strings.Compare(a.Name, b.Name) })
	return log, nil
}

// sbCLIReport is how sb-cli names a report: the subset, the split and the run's id.
var sbCLIReport = regexp.MustCompile(`^(swe-bench[a-zA-Z_-]*__(?:test|dev|train))__(.+)$`)

// take adds what a file says of instances, each of them with its place.
func (r *sweRun) take(f File, instances map[string]sweInstance) {
	for id, one := range instances {
		one.path = f.Path
		r.instances[id] = one
	}
}

// inSplit puts a submission among the others of its folder.
func (r *sweRun) inSplit(splits map[string]*sweSplit, f File) {
	folder := filepath.Dir(sweSubmission(f.Path))
	if splits[folder] == nil {
		splits[folder] = &sweSplit{named: map[string]bool{}}
		if filepath.Base(filepath.Dir(folder)) == "evaluation" {
			splits[folder].name = filepath.Base(folder)
		}
	}
	r.split, r.path, r.paths = splits[folder], f.Path, append(r.paths, f.Path)
}

// set is a set of ids.
func set(ids []string) map[string]bool {
	m := make(map[string]bool, len(ids))
	for _, id := range ids {
		m[id] = true
	}
	return m
}

// ids are the instances that a run's reports name, sorted.
func (r *sweRun) ids() []string {
	all := map[string]bool{}
	p := &r.report
	for _, list := range [][]string{p.Resolved, p.Unresolved, p.Empty, p.Failed, p.Completed, p.Submitted, p.Infra, p.Ambiguous, p.Broken, p.Pending} {
		for _, id := range list {
			all[id] = true
		}
	}
	for _, list := range r.other {
		for _, id := range list.ids {
			all[id] = true
		}
	}
	for id := range r.instances {
		all[id] = true
	}
	delete(all, "")
	ids := make([]string, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// readExperiments reads results.json of the experiments repository, whose lists
// differ with the harness's version.
func (r *sweRun) readExperiments(f File) error {
	e, err := whole(f)
	if err != nil {
		return err
	}
	if checkJSON(e.Text) != nil {
		e.Text = withoutTrailingCommas(e.Text)
	}
	if err := checkJSON(e.Text); err != nil {
		return e.bad(f, "", err)
	}
	var bad error
	_ = eachMember(e.Text, func(key string, value []byte) {
		if key == "total_instances" || key == "total" {
			_ = r.report.Total.UnmarshalJSON(value)
		}
		var ids []string
		if json.Unmarshal(value, &ids) != nil {
			if key == "resolved" {
				bad = e.bad(f, key, errNoIDs)
			}
			return // counts and dates beside the lists
		}
		if key == "resolved" {
			r.report.Resolved = ids
			return
		}
		r.other = append(r.other, sweList{key, ids})
	})
	return bad
}

// sweModel is the model of a run named MODEL.RUN_ID; the harness writes / as __.
func sweModel(run string) string {
	i := strings.LastIndexByte(run, '.')
	if i < 0 {
		return ""
	}
	return strings.ReplaceAll(run[:i], "__", "/")
}

// sweSubmission is the folder of a submission: .../DATE_MODEL/results/results.json.
func sweSubmission(path string) string {
	dir := filepath.Dir(path)
	if filepath.Base(dir) == "results" {
		dir = filepath.Dir(dir)
	}
	return dir
}

// sweReportRun is the run of .../RUN_ID/MODEL/INSTANCE/report.json as the
// harness names its report: MODEL.RUN_ID.
func sweReportRun(path string) string {
	model := filepath.Dir(filepath.Dir(path))
	return filepath.Base(model) + "." + filepath.Base(filepath.Dir(model))
}
