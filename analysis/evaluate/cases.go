package evaluate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/judges"
	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Ask answers the plan's questions and nothing else.
func Ask(t *table.Table, plan result.Plan, catalog table.Catalog) (*result.Results, error) {
	return each(t, plan, catalog, func(st *study.Study, res *result.Results) error {
		st.ReadColumns()
		found, err := answers(st)
		res.Answers = append(res.Answers, found...)
		return err
	})
}

// cases chooses attempts to be read. Of attempts with one name the first that failed is chosen, in
// the order of runs, tasks and trials; of a mode that rules detect, one that it explains best.
func cases(q result.Question, st *study.Study) result.Answer {
	switch {
	case q.Get("of") == result.CasesOfContrasts:
		return contrast(q, st)
	case q.Get("task") != "":
		return casesAt(q, st)
	}
	c := &choosing{best: map[[2]string]*candidate{}, names: q.List("name")}
	of, by, known := cmp.Or(q.Get("of"), result.CasesOfLabels), q.Get("by"), []string(nil)
	only := map[string]bool{}
	for _, run := range q.List("runs") {
		if !slices.Contains(st.Bench.Runs, run) {
			return result.Answer{Unanswered: fmt.Sprintf("no run is called %q here", run)}
		}
		only[run] = true
	}
	in := func(run string) bool { return len(only) == 0 || only[run] }
	switch of {
	case result.CasesOfLabels, result.CasesOfModes:
		for row := range modes.Attempts(st, func(int) string { return "" }) {
			mine := row.Source == result.SourceLabelled && row.Label != "" && of == result.CasesOfLabels
			name := row.Label
			if row.Source == result.SourceDetected && row.Enabled && of == result.CasesOfModes {
				mine, name = true, row.Mode
			}
			if !mine || !in(row.Run) {
				continue
			}
			if row.Annotator != "" && !slices.Contains(known, row.Annotator) {
				known = append(known, row.Annotator)
			}
			if by == "" || by == row.Annotator {
				c.see(name, row.Annotator, &row)
			}
		}
	case result.CasesOfDisagreements:
		var found []judges.Disagreement
		found, known = judges.Disagreements(st, by)
		for _, d := range found {
			if run := st.Bench.Runs[d.Run]; in(run) {
				at := &st.Bench.Logged[d.Run].Attempts[d.Attempt]
				c.see(d.Why, d.Judge, &result.AttemptRow{Run: run, Task: st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial)})
			}
		}
	default:
		return result.Answer{Unanswered: fmt.Sprintf("of=%s: expected %s, %s, %s or %s", of, result.CasesOfLabels, result.CasesOfModes, result.CasesOfDisagreements, result.CasesOfContrasts)}
	}
	if by != "" && !slices.Contains(known, by) {
		return result.Answer{Unanswered: fmt.Sprintf("nobody here is called %q", by)}
	}
	return c.answer(st, of)
}

// candidate is the attempt that is chosen so far for a name, and how many have the name.
type candidate struct {
	name, by string
	row      result.AttemptRow
	count    int
	last     result.AttemptKey // that was counted
}

// choosing is the choice of one attempt a name.
type choosing struct {
	names []string // that are wanted; none: all
	best  map[[2]string]*candidate
	order []*candidate
}

// see takes an attempt into account that has a name.
func (c *choosing) see(name, by string, row *result.AttemptRow) {
	if len(c.names) > 0 && !slices.Contains(c.names, name) {
		return
	}
	one := c.best[[2]string{by, name}]
	if one == nil {
		one = &candidate{name: name, by: by, row: *row}
		c.best[[2]string{by, name}], c.order = one, append(c.order, one)
	}
	if key := (result.AttemptKey{Run: row.Run, Task: row.Task, Trial: row.Trial}); key != one.last || one.count == 0 {
		one.last = key
		one.count++
	}
	if clearer(row) > clearer(&one.row) {
		one.row = *row
	}
}

// clearer is how well an attempt shows what it is an example of.
func clearer(row *result.AttemptRow) int {
	switch {
	case row.Outcome != result.OutcomeFailed:
		return 0
	case row.Source == result.SourceDetected && row.Primary:
		return 2
	}
	return 1
}

// answer is the choice: by annotator or judge, the most frequent name first.
func (c *choosing) answer(st *study.Study, of string) result.Answer {
	for _, name := range c.names {
		if !slices.ContainsFunc(c.order, func(one *candidate) bool { return one.name == name }) {
			return result.Answer{Unanswered: fmt.Sprintf("no attempt has the %s %q", of, name)}
		}
	}
	if len(c.order) == 0 {
		return result.Answer{Unanswered: map[string]string{result.CasesOfLabels: "the log has no failure labels", result.CasesOfModes: "no rule finds anything", result.CasesOfDisagreements: "no judge and reference disagree on an attempt"}[of]}
	}
	slices.SortStableFunc(c.order, func(a, b *candidate) int {
		return cmp.Or(result.CompareNatural(a.by, b.by), b.count-a.count, result.CompareNatural(a.name, b.name), strings.Compare(a.name, b.name))
	})
	var out result.Answer
	for _, one := range c.order[:min(len(c.order), result.MaxCases)] {
		r := slices.Index(st.Bench.Runs, one.row.Run)
		attempt := slices.IndexFunc(st.Bench.Logged[r].Attempts, func(at table.TaskAttempt) bool {
			return st.Bench.Tasks[at.Task].ID == one.row.Task && int(at.Trial) == one.row.Trial
		})
		found := caseOf(st, r, attempt)
		found.Name, found.By, found.Count = one.name, one.by, one.count
		out.Cases = append(out.Cases, found)
	}
	return out
}

// caseOf is an attempt as a case.
func caseOf(st *study.Study, r, attempt int) result.Case {
	run := &st.Bench.Logged[r]
	at := &run.Attempts[attempt]
	out := result.Case{Of: result.AttemptKey{Benchmark: st.Bench.Name, Run: st.Bench.Runs[r], Task: st.Bench.Tasks[at.Task].ID, Trial: int(at.Trial)}, Outcome: result.OutcomeUnknown}
	out.Input, out.Record = run.Origin(attempt)
	if st.Primary >= 0 {
		switch modes.Outcomes(st, r)[attempt] {
		case modes.Failed:
			out.Outcome = result.OutcomeFailed
		case modes.Succeeded:
			out.Outcome = result.OutcomeSucceeded
		}
	}
	return out
}

// casesAt are the first attempts of runs at one task.
func casesAt(q result.Question, st *study.Study) result.Answer {
	for _, name := range []string{"of", "name", "by"} {
		if q.Get(name) != "" {
			return result.Answer{Unanswered: "task=" + q.Get("task") + " says which attempts are meant; leave " + name + " out"}
		}
	}
	task := slices.IndexFunc(st.Bench.Tasks, func(t table.Task) bool { return t.ID == q.Get("task") })
	if task < 0 {
		return result.Answer{Unanswered: fmt.Sprintf("no task is called %q here", q.Get("task"))}
	}
	runs, why := chosen(q, st)
	if why != "" {
		return result.Answer{Unanswered: why}
	}
	return attemptsAt(st, task, runs)
}

// chosen are the runs that a question names; all where it names none.
func chosen(q result.Question, st *study.Study) (runs []int, why string) {
	names := q.List("runs")
	if names == nil {
		return st.Runs, ""
	}
	for _, name := range names {
		r := slices.Index(st.Bench.Runs, name)
		if r < 0 {
			return nil, fmt.Sprintf("no run is called %q here", name)
		}
		runs = append(runs, r)
	}
	return runs, ""
}

// attemptsAt are the runs' first attempts at a task.
func attemptsAt(st *study.Study, task int, runs []int) (out result.Answer) {
	for _, r := range runs[:min(len(runs), result.MaxCases)] {
		if a := slices.IndexFunc(st.Bench.Logged[r].Attempts, func(at table.TaskAttempt) bool { return int(at.Task) == task }); a >= 0 {
			out.Cases = append(out.Cases, caseOf(st, r, a))
		}
	}
	if len(out.Cases) == 0 {
		out.Unanswered = fmt.Sprintf("none of these runs has an attempt at the task %q", st.Bench.Tasks[task].ID)
	}
	return out
}

// contrast is the task at which the better of two runs is ahead most by the headline metric, the
// first of several: of the two that are named, else of the best two.
func contrast(q result.Question, st *study.Study) result.Answer {
	for _, name := range []string{"task", "name", "by"} {
		if q.Get(name) != "" {
			return result.Answer{Unanswered: "of=contrast finds the task itself; leave " + name + " out"}
		}
	}
	runs, why := chosen(q, st)
	m := st.Primary
	switch {
	case why != "":
		return result.Answer{Unanswered: why}
	case m < 0 || st.Columns[m] == nil:
		return result.Answer{Unanswered: "nothing was scored"}
	case len(runs) < 2 || q.Get("runs") != "" && len(runs) != 2:
		return result.Answer{Unanswered: "a contrast is of two runs"}
	}
	sign := 1.0
	if st.Measures[m].Better == result.Lower {
		sign = -1
	}
	mean := func(r int) float64 {
		sum, n, col := 0.0, 0, &st.Columns[m][r]
		for t, ok := range col.Ok {
			if ok {
				sum, n = sum+col.Value[t], n+1
			}
		}
		if n == 0 {
			return math.Inf(-1)
		}
		return sign * sum / float64(n)
	}
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, func(a, b int) int { return cmp.Compare(mean(b), mean(a)) })
	a, b := &st.Columns[m][runs[0]], &st.Columns[m][runs[1]]
	best, most := -1, 0.0
	for t := range st.Bench.Tasks {
		if a.Ok[t] && b.Ok[t] && sign*(a.Value[t]-b.Value[t]) > most {
			best, most = t, sign*(a.Value[t]-b.Value[t])
		}
	}
	if best < 0 {
		return result.Answer{Unanswered: fmt.Sprintf("%s is nowhere ahead of %s", st.Bench.Runs[runs[0]], st.Bench.Runs[runs[1]])}
	}
	return attemptsAt(st, best, runs[:2])
}
