package formats

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// atlasLog is what the files of one folder say together.
type atlasLog struct {
	runs  []atlasRun
	tasks map[string]*datasets.Trajectory // what files of tasks say, by task
	order []string
	bad   []error // records of tasks that cannot be read
}

// atlasRun is one run: the file whose rows are its attempts, and the later ones,
// which repeat them with verdicts.
type atlasRun struct {
	Name   string
	Files  []File // the completion, the scored, the diagnosed, as far as there
	column []atlasIndex
}

// stage orders the files of a run: each repeats the rows of the one before.
func (c *atlasIndex) stage() int {
	switch {
	case c.mode >= 0:
		return 2
	case c.coverage >= 0:
		return 1
	}
	return 0
}

// atlasFiles puts the files of each run together, in the order of the services that wrote
// them. A file without a task's column is an error, as nothing could be joined with it.
func atlasFiles(files []File) (*atlasLog, error) {
	log := &atlasLog{tasks: map[string]*datasets.Trajectory{}}
	type part struct {
		file    File
		columns atlasIndex
		name    string
	}
	var parts []part
	for _, f := range files {
		names, _, err := csvNames(f)
		if err != nil {
			return nil, err
		}
		c := atlasColumns(names)
		if c.task < 0 {
			return nil, &datasets.FileError{File: f.Path, Err: errors.New("no column TASK or task_id"), Hint: "the columns are " + strings.Join(names, ", ")}
		}
		if sniffAtlas(f) == Companion {
			if err := log.readTasks(f, &c); err != nil {
				return nil, err
			}
			continue
		}
		parts = append(parts, part{f, c, atlasName(f, &c)})
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.columns.stage(), b.columns.stage()))
	})
	// diagnosis_MODEL_JUDGE_TIME.csv names the run and more.
	for i, p := range parts {
		for _, q := range parts {
			if p.columns.mode >= 0 && q.columns.mode < 0 && strings.HasPrefix(p.name, q.name+"_") {
				parts[i].name = q.name
			}
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int {
		return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(a.columns.stage(), b.columns.stage()))
	})
	for _, p := range parts {
		last := len(log.runs) - 1
		if last < 0 || log.runs[last].Name != p.name {
			log.runs = append(log.runs, atlasRun{Name: p.name})
			last++
		}
		log.runs[last].Files = append(log.runs[last].Files, p.file)
		log.runs[last].column = append(log.runs[last].column, p.columns)
	}
	if len(log.runs) == 0 {
		return nil, noLog(files, "completions, only tasks", "add the completion, scored or diagnosis CSV")
	}
	return log, nil
}

// atlasName is the run's name.
func atlasName(f File, c *atlasIndex) string {
	if c.model != "" {
		return c.model
	}
	name := f.Stem()
	for _, prefix := range []string{"scored_", "diagnosis_", "completion_", "completions_"} {
		name = strings.TrimPrefix(name, prefix)
	}
	for _, suffix := range []string{"_completion", "_completions", "_scored", "_diagnosis", "_enriched"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// readTasks reads a file of tasks.
func (l *atlasLog) readTasks(f File, c *atlasIndex) error {
	return l.rows(f, c, func(r *atlasRow, err error) bool {
		t, column := new(datasets.Trajectory), ""
		if err == nil && r.text(c.task) == "" {
			err = r.bad(f, "TASK", errMissing)
		}
		if err == nil {
			if column, err = atlasTask(t, r.text(c.claims), r.text(c.tools), r.text(c.gold)); err != nil {
				err = r.bad(f, column, err)
			}
		}
		if err != nil { // it adds nothing to the attempts, and they cannot be missed
			l.bad = append(l.bad, err)
			return true
		}
		if s := r.text(c.split); s != "" {
			t.Strata = map[string]string{"split": s}
		}
		id := r.text(c.task)
		if l.tasks[id] == nil {
			l.order = append(l.order, id)
		}
		l.tasks[id] = t
		return true
	})
}

// complete adds what a file of tasks says and the row does not.
func (l *atlasLog) complete(t *datasets.Trajectory) {
	task := l.tasks[t.Task]
	if task == nil {
		return
	}
	if t.ExpectedAnswer == "" {
		t.ExpectedAnswer = task.ExpectedAnswer
	}
	if t.Available == nil {
		t.Available = task.Available
	}
	if t.Expected == nil {
		t.Expected = task.Expected
	}
	if t.Strata == nil {
		t.Strata = maps.Clone(task.Strata)
	}
}

// rows hands over the rows of a file; the error of a row that cannot be read
// stands in its place. The error returned ends the file.
func (l *atlasLog) rows(f File, c *atlasIndex, take func(*atlasRow, error) bool) error {
	names, comma, err := csvNames(f)
	if err != nil {
		return err
	}
	for r, err := range csvRows(f, comma, len(names)) {
		if err != nil {
			return &datasets.FileError{File: f.Path, Err: err}
		}
		row := atlasRow{element{Row: r.Row}, c, r.Cells}
		if r.Err != nil {
			err = row.bad(f, "", r.Err)
		}
		if !take(&row, err) {
			return nil
		}
	}
	return nil
}

// readRun reads the verdicts of a run's later files, then the attempts.
func (l *atlasLog) readRun(run atlasRun, opt Options, yield yield) bool {
	type verdict struct {
		t    *datasets.Trajectory
		used bool
	}
	verdicts := map[string]*verdict{}
	var order []string
	small := opt
	small.Columns = datasets.Facts | datasets.Of(datasets.ColClaims, datasets.ColFailureLabels, datasets.ColReported, datasets.ColAttributes, datasets.ColAnswers, datasets.ColResponse)
	goOn := true
	for i := 1; i < len(run.Files); i++ {
		f := run.Files[i]
		c := run.column[i]
		// The later files repeat the conversations, which are most of their bytes.
		c.conversation, c.gold, c.tools = -1, -1, -1 // the first file has them
		err := l.rows(f, &c, func(r *atlasRow, err error) bool {
			var t *datasets.Trajectory
			if err == nil {
				t, err = l.attempt(run.Name, f, r, small)
			}
			if err != nil {
				goOn = yield(nil, err)
				return goOn
			}
			if v := verdicts[t.Task]; v == nil {
				order = append(order, t.Task)
				verdicts[t.Task] = &verdict{t: t}
			} else {
				v.t = atlasLater(v.t, t)
			}
			return true
		})
		if err != nil {
			yield(nil, err)
			return false
		}
		if !goOn {
			return false
		}
	}
	f := run.Files[0]
	err := l.rows(f, &run.column[0], func(r *atlasRow, err error) bool {
		if err != nil {
			goOn = yield(nil, err)
			return goOn
		}
		t, err := l.attempt(run.Name, f, r, opt)
		if err == nil {
			if v := verdicts[t.Task]; v != nil {
				v.used = true
				t = atlasLater(t, v.t)
			}
		}
		goOn = yield(t, err)
		return goOn
	})
	if err != nil {
		yield(nil, err)
		return false
	}
	for _, id := range order {
		// A verdict on a task that the completions lack is an attempt too, without a conversation: it
		// was scored, and would otherwise be missing from the denominator.
		if v := verdicts[id]; goOn && !v.used {
			goOn = yield(project(v.t, opt.Columns), nil)
		}
	}
	return goOn
}

// promises are the tasks of the files of tasks, which every run beside them answers
// for. The public scorer drops those without a completion.
func (l *atlasLog) promises() []datasets.Promise {
	if len(l.order) == 0 {
		return nil
	}
	var out []datasets.Promise
	for _, run := range l.runs {
		out = append(out, datasets.Promise{Benchmark: "mcp-atlas", Run: run.Name, Tasks: l.order, Source: "the file of tasks"})
	}
	return out
}

// atlasLater adds the verdicts of a later file's row to an attempt.
func atlasLater(t, later *datasets.Trajectory) *datasets.Trajectory {
	// A diagnosis repeats the scorer's columns, and its claims belong to its coverage: both or
	// neither.
	if later.Reward.Known {
		t.Reward, t.Claims = later.Reward, later.Claims
	}
	if later.FailureLabels != nil {
		t.FailureLabels = later.FailureLabels
	}
	if t.ExpectedAnswer == "" {
		t.ExpectedAnswer = later.ExpectedAnswer
	}
	if t.Strata == nil {
		t.Strata = later.Strata
	}
	for key, v := range later.Reported {
		report(t, key, number{datasets.Known(v)})
	}
	for key, v := range later.Attributes {
		attribute(t, key, v)
	}
	return t
}
