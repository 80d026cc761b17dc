package mapping

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mcpstats/datasets"
	"mcpstats/internal/spelling"
)

// runFromOthers gives the run where it has no column of its own: the agent and the model, else
// the file's name. Nothing can stand in for a task.
func (r *resolver) runFromOthers() error {
	if !r.has("task") {
		d := define("task")
		if i := r.column(d.Name); i >= 0 && r.note[i] != "" {
			return &datasets.FileError{File: r.file.Name, Err: fmt.Errorf("column %q %s (the task's id is text or a number)", r.names[i], r.note[i]), Hint: `name another with --map 'task: COLUMN'`}
		}
		near := spelling.Nearest(d.Name, r.names)
		for _, alias := range d.Aliases {
			if near == "" {
				near = spelling.Nearest(alias, r.names)
			}
		}
		return &datasets.FileError{File: r.file.Name, Err: &NoTaskError{missing(`no column "task" (the task's id, the same in every run)`, r.names, near)}, Hint: "name it, as in --map 'task: " + Quoted(r.likelyTask(near)) + "'"}
	}
	if r.has("run") {
		return nil
	}
	run := Field{Definition: define("run"), with: "/"}
	for _, name := range []string{"agent", "model"} {
		for _, f := range r.plan.Fields {
			if f.Name == name && len(f.Sources) > 0 {
				run.Sources = append(run.Sources, f.Sources[0])
			}
		}
	}
	run.joins = len(run.Sources) > 1
	how, note := ByAlias, "no run column: the agent and the model stand for it"
	if len(run.Sources) == 0 {
		run.constant, how, note = Stem(r.file.Name), ByFileName, "no run column: the file's name stands for it"
	}
	r.take(run, how, note)
	return nil
}

// NoTaskError is a table without a column for the task. In a folder of logs that is most
// often a table of something else, such as a leaderboard.
type NoTaskError struct{ Err error }

func (e *NoTaskError) Error() string { return e.Err.Error() }

// Unwrap is what is missing.
func (e *NoTaskError) Unwrap() error { return e.Err }

// likelyTask is the column that is proposed for the task where none is called so: the nearest
// name, else one with a word for tasks in it, else the first.
func (r *resolver) likelyTask(near string) string {
	for _, word := range []string{near, "task", "question", "case", "prompt", "query", "problem", "example", "item", "test", "name", "id"} {
		for i, name := range r.names {
			if words := nameWords(name); word != "" && (name == word || slices.Contains(words, word)) && r.file.Columns[i].Kind != Nested && !strings.ContainsAny(name, "'\n") {
				return name
			}
		}
	}
	if len(r.names) > 0 && !strings.ContainsAny(r.names[0], "'\n") {
		return r.names[0]
	}
	return "COLUMN"
}

// Identities are the columns that name things.
func (p *Plan) Identities() []int {
	var out []int
	for i := range p.Fields {
		if p.Fields[i].Kind == datasets.KindID {
			out = append(out, p.Fields[i].Sources...)
		}
	}
	return out
}

// noteMixedIdentities notes columns that name things by numbers in some rows and by texts in
// others.
func (r *resolver) noteMixedIdentities() {
	for i := range r.plan.Fields {
		f := &r.plan.Fields[i]
		for _, s := range f.Sources {
			if c := r.file.Columns[s]; c.Mixed && f.Kind == datasets.KindID {
				r.plan.Notes = append(r.plan.Notes, datasets.Note{Code: datasets.NoteMixed, Decisive: true, Message: fmt.Sprintf(
					"column %q (%s) holds numbers of several spellings, or numbers and texts: 1, 1.0 and \"1\" are three different ones; write them alike if they are one", c.Name, f.Name)})
			}
		}
	}
}

func (r *resolver) has(field string) bool {
	return slices.ContainsFunc(r.plan.Fields, func(f Field) bool { return f.Name == field })
}

// attributes keeps the columns that nothing claims as attributes, and puts the fields and the
// report of what was taken into the canonical order.
func (r *resolver) attributes() {
	order := func(column string) int {
		name, _, _ := strings.Cut(column, ".")
		return slices.IndexFunc(Definitions, func(d Definition) bool { return d.Name == name })
	}
	slices.SortStableFunc(r.plan.Fields, func(a, b Field) int { return order(a.Name) - order(b.Name) })
	slices.SortStableFunc(r.plan.Taken, func(a, b Taken) int { return order(a.Column) - order(b.Column) })
	for i, name := range r.names {
		if !r.used[i] {
			r.plan.Attributes = append(r.plan.Attributes, i)
			r.plan.Taken = append(r.plan.Taken, Taken{Column: "attributes." + name, From: name, How: AsAttribute, Note: r.note[i]})
		}
	}
}

// Stem is a file's name without its folder and the endings of formats and
// compressions: what stands for the run where a log does not name it.
func Stem(name string) string {
	stem := path.Base(filepath.ToSlash(name))
	for {
		ext := path.Ext(stem)
		switch strings.ToLower(ext) {
		case ".parquet", ".pq", ".arrow", ".arrows", ".feather", ".ipc", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".gz", ".zst", ".zstd", ".eval":
			if ext == stem {
				return stem
			}
			stem = strings.TrimSuffix(stem, ext)
			continue
		}
		return stem
	}
}
