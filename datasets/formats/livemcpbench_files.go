package formats

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// liveLog is what the files of one LiveMCPBench folder say together.
type liveLog struct {
	runs       []liveRun
	tools      []string          // the catalog, "server::tool"
	effects    map[string]string // what the catalog's annotations say of them
	categories map[string]string // a task's category in all_annotations.json
}

// liveRun is one run: the file with its trajectories, and those with verdicts on
// them, the human's first, then the judges by name.
type liveRun struct {
	Base     File
	Verdicts []File
}

// liveFiles sorts the files by what they hold. Where a run stands only in
// annotation/ or evaluator/, whose files repeat the trajectories, the first of
// them is its base. A file of verdicts belongs to the base of the same name that
// is nearest to it in the tree.
func liveFiles(files []File) (*liveLog, error) {
	log := &liveLog{categories: map[string]string{}, effects: map[string]string{}}
	var outputs, human, judges, catalogs []File
	for _, f := range files {
		s := f.shape()
		switch {
		case sniffLive(f) == Companion && s.has("task_id"):
			if err := log.readCategories(f); err != nil {
				return nil, err
			}
		case sniffLive(f) == Companion:
			catalogs = append(catalogs, f)
		case s.has("judge"):
			judges = append(judges, f)
		default:
			var v liveVerdict
			if err := first(f, "", &v); f.Folder() == "annotation" || err == nil && v.TaskSuccess != "" {
				human = append(human, f)
			} else {
				outputs = append(outputs, f)
			}
		}
	}
	for _, f := range catalogs {
		if err := log.readCatalog(f); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(judges, func(a, b File) int {
		return cmp.Or(strings.Compare(a.Folder(), b.Folder()), strings.Compare(a.Path, b.Path))
	})
	log.addBases(outputs, false)
	log.addBases(human, false)
	// A run that stands in evaluator/ alone has a file for each judge, all with the same
	// trajectories: the first is enough.
	log.addBases(judges, true)
	if len(log.runs) == 0 {
		return nil, noLog(files, "trajectories", "add the folder output, annotation or evaluator")
	}
	for _, f := range slices.Concat(human, judges) {
		run := log.nearest(f)
		run.Verdicts = append(run.Verdicts, f)
	}
	return log, nil
}

// addBases makes a run of every file whose run has no base yet, or of the first
// such file of each name only.
func (l *liveLog) addBases(files []File, once bool) {
	known := map[string]bool{}
	for _, r := range l.runs {
		known[r.Base.Stem()] = true
	}
	for _, f := range files {
		if known[f.Stem()] {
			continue
		}
		l.runs = append(l.runs, liveRun{Base: f})
		if once {
			known[f.Stem()] = true
		}
	}
	slices.SortStableFunc(l.runs, func(a, b liveRun) int { return strings.Compare(a.Base.Path, b.Base.Path) })
}

// nearest is the run of the file's name whose base shares the most of the path.
func (l *liveLog) nearest(f File) *liveRun {
	best, most := -1, -1
	for i, r := range l.runs {
		if n := commonFolders(r.Base.Path, f.Path); r.Base.Stem() == f.Stem() && n > most {
			best, most = i, n
		}
	}
	return &l.runs[best]
}

// commonFolders counts the folders from the root that two paths have in common.
func commonFolders(a, b string) int {
	as, bs := strings.Split(filepath.ToSlash(a), "/"), strings.Split(filepath.ToSlash(b), "/")
	n := 0
	for n < len(as) && n < len(bs) && as[n] == bs[n] {
		n++
	}
	return n
}

// readCategories reads all_annotations.json.
func (l *liveLog) readCategories(f File) error {
	return each(f, "", func(e element) bool {
		var r liveRecord
		if decode(f, e, &r) == nil && r.TaskID.Name != "" {
			l.categories[strings.Clone(r.TaskID.Name)] = strings.Clone(string(r.Category))
		}
		return true
	})
}

// readCatalog reads tools.json: a list of packages, each with its servers by
// name and their tools.
func (l *liveLog) readCatalog(f File) error {
	type server struct {
		Tools []json.RawMessage `json:"tools"`
	}
	var err error
	stop := each(f, "", func(e element) bool {
		var pack struct {
			Tools map[string]server `json:"tools"`
		}
		if err = decode(f, e, &pack); err != nil {
			return false
		}
		names := make([]string, 0, len(pack.Tools))
		for name := range pack.Tools {
			names = append(names, name)
		}
		slices.Sort(names)
		for _, name := range names {
			for _, raw := range pack.Tools[name].Tools {
				var tool struct {
					Name string `json:"name"`
				}
				if err = unmarshal(raw, &tool); err != nil {
					return false
				}
				l.tools = append(l.tools, name+"::"+tool.Name)
				if effect := mapping.AnnotatedEffect(raw); effect != "" {
					l.effects[name+"::"+tool.Name] = effect
				}
			}
		}
		return true
	})
	if err != nil {
		return &datasets.FileError{File: f.Path, Err: err}
	}
	return stop
}
