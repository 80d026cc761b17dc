package formats

import (
	"errors"
	"strings"

	"mcpstats/datasets"
)

// liveVerdict is what the files in annotation/ and evaluator/ add to an element.
type liveVerdict struct {
	TaskSuccess text   `json:"task_success"`
	Judge       text   `json:"judge"`
	JudgeReason string `json:"judge_reason"`
	Reward      number `json:"reward"`
}

// liveGiven are the verdicts on one run.
type liveGiven struct {
	tasks map[string]*liveTask
	order []string // tasks in the order in which verdicts on them were read
}

type liveTask struct {
	judgments []datasets.Judgment
	from      File // of the first judgment
	row       int
	claimed   bool
}

// judgments reads the verdicts on a run; records that cannot be read are
// yielded as errors.
func (r liveRun) judgments(yield yield) (*liveGiven, error) {
	given := &liveGiven{tasks: map[string]*liveTask{}}
	for _, f := range r.Verdicts {
		err := each(f, "", func(e element) bool {
			if err := given.add(f, e); err != nil {
				return yield(nil, err)
			}
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	return given, nil
}

// add takes the verdict of one element.
func (g *liveGiven) add(f File, e element) error {
	var v struct {
		TaskID text `json:"task_id"`
		liveVerdict
	}
	if err := decode(f, e, &v); err != nil {
		return err
	}
	if v.TaskID == "" {
		return e.bad(f, "task_id", errMissing)
	}
	judgment, err := v.judgment(f, e)
	if err != nil {
		return err
	}
	id := strings.Clone(string(v.TaskID))
	judgment.Raw = strings.Clone(judgment.Raw)
	task := g.tasks[id]
	if task == nil {
		task = &liveTask{from: f, row: e.Row}
		g.tasks[id] = task
		g.order = append(g.order, id)
	}
	for _, j := range task.judgments {
		if j.Judge == judgment.Judge {
			return e.bad(f, "task_id", errors.New("a second verdict of "+j.Judge+" on task "+id+"; the first one counts"))
		}
	}
	task.judgments = append(task.judgments, judgment)
	return nil
}

// judgment is the human label of an element of annotation/, or the stored reward
// of one of evaluator/.
func (v liveVerdict) judgment(f File, e element) (datasets.Judgment, error) {
	// No word of a judge: the element is of annotation/, whose label is the reference that judges
	// are held against. A task that nobody labelled stays without a verdict; the published
	// agreement divides by all tasks that humans labelled, so that a judge's missing row counts as
	// a disagreement there (human_agreement.py).
	if v.Judge == "" && v.JudgeReason == "" && !v.Reward.Known {
		j := datasets.Judgment{Judge: "human", Reference: true}
		switch v.TaskSuccess {
		case "success", "true":
			j.Verdict = datasets.Known(1.0)
		case "failure", "false":
			j.Verdict = datasets.Known(0.0)
		case "":
		default:
			return j, e.bad(f, "task_success", errors.New(`expected "success" or "failure", found "`+string(v.TaskSuccess)+`"`))
		}
		return j, nil
	}
	return datasets.Judgment{Judge: f.Folder(), Verdict: v.Reward.Maybe, Raw: v.raw()}, nil
}

// raw is the judge's own text. The harness splits an answer "Thoughts: ... Status:
// ..." into judge_reason and judge; where that failed, judge holds the whole
// answer and judge_reason a note of the harness.
func (v liveVerdict) raw() string {
	judge := strings.TrimSpace(string(v.Judge))
	if strings.Contains(strings.ToLower(judge), "status") {
		return judge
	}
	if judge == "" {
		return v.JudgeReason
	}
	return strings.TrimSpace(v.JudgeReason + "\n\nStatus: " + judge)
}

// take returns the verdicts on a task.
func (g *liveGiven) take(task string) []datasets.Judgment {
	t := g.tasks[task]
	if t == nil {
		return nil
	}
	t.claimed = true
	return t.judgments
}

// unclaimed reports the verdicts on tasks that the run's trajectories lack.
func (g *liveGiven) unclaimed(base File, yield yield) bool {
	for _, name := range g.order {
		t := g.tasks[name]
		if t.claimed {
			continue
		}
		err := errors.New("a verdict on task " + name + ", which " + base.Path + " does not have")
		if !yield(nil, &datasets.RecordError{File: t.from.Path, Row: t.row, Column: "task_id", Err: err}) {
			return false
		}
	}
	return true
}
