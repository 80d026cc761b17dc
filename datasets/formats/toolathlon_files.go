package formats

import (
	"path/filepath"
	"slices"
	"strings"
)

// toolathlonFile is a file with one attempt, or with many that name themselves.
type toolathlonFile struct {
	File
	lines     bool
	run, task string // by the file's place; "" where its records say
	place     string // the folder in which the run's files lie
	verdict   File   // eval_res.json; no Open without one
}

// toolathlonPlace reads run and task off the path. The tasks' names have hyphens and no
// underscores, so that the last underscore stands before the task.
func toolathlonPlace(f File, s shape) *toolathlonFile {
	dir := filepath.ToSlash(filepath.Dir(f.Path))
	l := &toolathlonFile{File: f, place: dir, task: f.Stem()}
	if s.has("pass") {
		if i := strings.LastIndexByte(l.task, '_'); i > 0 && i < len(l.task)-1 {
			l.run, l.task = l.task[:i], l.task[i+1:]
		} else {
			l.run = f.Folder()
		}
		return l
	}
	// RUN/finalpool/TASK/traj_log.json
	l.task = strings.TrimPrefix(f.Folder(), "SingleUserTurn-")
	l.place = filepath.ToSlash(filepath.Dir(dir))
	if filepath.Base(l.place) == "finalpool" {
		l.place = filepath.ToSlash(filepath.Dir(l.place))
	}
	l.run = filepath.Base(l.place)
	return l
}

// placedNames adds to names that stand at several places the part in which these differ.
func placedNames(names, places []string) []string {
	at := map[string][]string{}
	for i, name := range names {
		if !slices.Contains(at[name], places[i]) {
			at[name] = append(at[name], places[i])
		}
	}
	out := make([]string, len(names))
	for i, name := range names {
		if list := at[name]; name != "" && len(list) > 1 {
			name = strings.TrimSpace(name + " " + distinctParts(list)[slices.Index(list, places[i])])
		}
		out[i] = name
	}
	return out
}
