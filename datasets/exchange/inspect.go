package exchange

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"mcpstats/datasets"
)

var inspectTarget = Target{
	Name: "inspect", Title: "Inspect logs", Format: "inspect", Ending: ".json", Folder: true,
	Holds:   "benchmark (eval.task), run (eval.model and solver), task, trial (epoch), dataset_version, success, the exits completed, timeout, max_turns, error and refused, error, the messages with calls, arguments that are JSON objects, results and marked errors, response, expected_answer (target), predicted_answer, judgments with a verdict (scores), strata and attributes (metadata), latency_ms, cost_usd, the tokens, and what the run promised",
	Changes: "Inspect reads a verdict as a grade and a judge too; a model that the run's name does not contain gives way to that name; a grade other than 0, 0.5 and 1 beside a verdict becomes a second score",
	apart: func(t *datasets.Trajectory) part {
		return part{t.Benchmark, t.Run, t.Model, t.Agent, t.DatasetVersion}
	},
	head: inspectHead, record: inspectSample, separator: ",\n", tail: "\n]}\n",
}

// epoch is the time that stands where Inspect and others ask for one: the same attempts give the
// same bytes, so that no clock is read, and a log's own times are not among what a trajectory
// holds.
const epoch = "1970-01-01T00:00:00+00:00"

// inspectHead is the log up to its samples: what stands before them in Inspect's own files, in
// its order (EvalLog in log/_log.py, version 2).
func inspectHead(f *file) ([]byte, error) {
	model, solver := f.model, f.agent
	switch f.run { // as our reader and Inspect's viewer name a run
	case model:
		solver = ""
	case model + " " + solver:
	default:
		model, solver = f.run, ""
	}
	var eval object
	eval.add("eval_id", f.ids["eval_id"])
	eval.add("run_id", f.ids["run_id"])
	eval.add("created", epoch)
	eval = append(eval, member{"task", f.benchmark}, member{"task_id", f.benchmark})
	eval.add("task_version", f.version)
	eval.add("solver", solver)
	tasks, epochs := f.tasks, f.epochs()
	for _, p := range f.promises {
		for _, task := range p.Tasks {
			if f.trials[task] == 0 && !slices.Contains(tasks[len(f.tasks):], task) {
				tasks = append(tasks[:len(tasks):len(tasks)], task)
			}
		}
		epochs = max(epochs, p.Trials)
	}
	dataset := object{{"name", f.benchmark}, {"samples", len(tasks)}, {"sample_ids", tasks}}
	eval.add("dataset", dataset)
	eval = append(eval, member{"model", model})
	config := object{}
	if epochs > 0 {
		config.add("epochs", epochs)
	}
	eval = append(eval, member{"config", config})
	if names := f.scorerNames(); names != nil {
		var scorers []object
		for _, name := range names {
			scorers = append(scorers, object{{"name", name}})
		}
		eval.add("scorers", scorers)
	}
	out := object{{"version", 2}, {"status", "success"}, {"eval", eval},
		{"results", object{{"total_samples", f.attempts}, {"completed_samples", f.attempts}, {"scores", []any{}}}}}
	b, err := encode(out)
	if err != nil {
		return nil, err
	}
	return append(bytes.TrimSuffix(b, []byte{'}'}), ",\"samples\":[\n"...), nil
}

// ownScore is the score that stands for a verdict that no judge is named for, gradeScore the one
// for a grade beside it.
const (
	ownScore   = "verdict"
	gradeScore = "reward"
)

// addScores takes note of which scores an attempt will have, and whether one judge's is the
// verdict in all of them: the first judge says what the verdict is wherever there is one, and
// nothing where there is none.
func (f *file) addScores(t *datasets.Trajectory) {
	name := ""
	if v, ok := grade(t); ok && len(t.Judgments) > 0 && t.Judgments[0].Verdict == datasets.Known(v) {
		name = t.Judgments[0].Judge
	}
	switch {
	case !t.Success.Known && !t.Reward.Known && len(t.Judgments) == 0: // no score at all
	case !f.scored:
		f.headline, f.scored = strings.Clone(name), true
	case name != f.headline:
		f.headline = ""
	}
	for _, j := range t.Judgments {
		if j.Verdict.Known && !slices.Contains(f.scorers, j.Judge) {
			f.scorers = append(f.scorers, strings.Clone(j.Judge))
		}
	}
}

// grade is the number that Inspect makes of an attempt's verdict.
func grade(t *datasets.Trajectory) (float64, bool) {
	switch {
	case t.Reward.Known:
		return t.Reward.Value, true
	case t.Success.Known && t.Success.Value:
		return 1, true
	}
	return 0, t.Success.Known
}

// scorerNames are the file's scorers, that of the verdict in front. Where it is declared, an
// attempt that lacks it has no verdict, whatever other judges say of it.
func (f *file) scorerNames() []string {
	if len(f.scorers) == 0 {
		return nil
	}
	first := cmp.Or(f.headline, ownScore)
	out := []string{first}
	for _, name := range f.scorers {
		if name != first {
			out = append(out, name)
		}
	}
	return out
}
