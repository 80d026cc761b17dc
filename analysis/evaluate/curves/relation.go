package curves

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// mostPoints bounds the points that results keep of a relation: more cannot be told apart in
// a figure. Correlations are over all.
const mostPoints = 2000

// Relate answers how one metric goes together with another: over runs, by their means; over
// tasks, within every run and between the tasks' means over the runs; over attempts, within
// every run.
func Relate(st *study.Study, q result.Question) result.Answer {
	x, why := Named(st, q.Get("x"))
	if why != "" {
		return result.Answer{Unanswered: why}
	}
	y, why := Named(st, q.Get("y"))
	if why != "" {
		return result.Answer{Unanswered: why}
	}
	out := &result.Relation{X: st.Measures[x].Name, Y: st.Measures[y].Name, Over: q.Get("over"), BetterX: st.Measures[x].Better.String(), BetterY: st.Measures[y].Better.String()}
	if out.Over == "" {
		out.Over = "runs"
	}
	switch out.Over {
	case "runs":
		why = relateRuns(st, q, out, x, y)
	case "tasks":
		relateTasks(st, out, x, y)
	case "attempts":
		relateAttempts(st, out, x, y)
	default:
		why = fmt.Sprintf("over is %q, expected runs, tasks or attempts", out.Over)
	}
	if why == "" && len(out.Correlations) == 0 {
		why = fmt.Sprintf("no run has both %s and %s", out.X, out.Y)
	}
	if why != "" {
		return result.Answer{Unanswered: why}
	}
	return result.Answer{Relation: out}
}

// Named finds a measure by name, the headline where none is named; why it cannot is said.
func Named(st *study.Study, name string) (m int, why string) {
	if name == "" {
		if st.Primary < 0 {
			return -1, "no metric is the headline; name one with metric="
		}
		return st.Primary, ""
	}
	if m = findMeasure(st, name); m >= 0 {
		return m, ""
	}
	var have []string
	for _, m := range st.Measures {
		have = append(have, m.Name)
	}
	return -1, fmt.Sprintf("no metric is called %q; there are %s", name, result.FirstOf(have, 4))
}

// whole is all tasks of a study.
func whole(st *study.Study) table.Slice { return st.Bench.Slices(nil)[0] }

// relateRuns takes a point of every ranked run.
func relateRuns(st *study.Study, q result.Question, out *result.Relation, x, y int) (why string) {
	colour, mark := factorOf(st, q.Get("colour")), factorOf(st, q.Get("mark"))
	ratios, baseline := map[string]*result.Ratio{}, make([]bool, len(st.Bench.Runs))
	if to := q.Get("relative"); to != "" {
		found := RatiosTo(st, x, to, q.List("holding"))
		if found.Unanswered != "" {
			return found.Unanswered
		}
		out.Relative, out.Held = found.Ratios.To, found.Ratios.Held
		f := st.Factor(found.Ratios.Factor)
		for r, value := range f.Of {
			baseline[r] = f.Name+"="+value == out.Relative
		}
		for i := range found.Ratios.Rows {
			ratios[found.Ratios.Rows[i].Run] = &found.Ratios.Rows[i]
		}
		out.Notes = append(out.Notes, found.Ratios.Notes...)
	}
	all := whole(st)
	var unranked, without []string
	for _, r := range st.Runs {
		name := st.Bench.Runs[r]
		sx, sy := study.MeanOf(st, all, x, r), study.MeanOf(st, all, y, r)
		switch {
		case sx.Mean == nil || sy.Mean == nil:
			without = append(without, name)
			continue
		case !st.Ranked(r):
			unranked = append(unranked, name)
			continue
		}
		p := result.RelationPoint{Run: name, X: *sx.Mean, XInterval: sx.Interval, Y: *sy.Mean, YInterval: sy.Interval, NTasks: sy.NTasks, Colour: colour[r], Mark: mark[r]}
		if out.Relative != "" && baseline[r] {
			p.X, p.XInterval = 1, nil // it is its own
		} else if out.Relative != "" {
			ratio := ratios[name]
			if ratio == nil || ratio.Value == nil {
				without = append(without, name)
				continue
			}
			p.X, p.XInterval = *ratio.Value, ratio.Interval
		}
		out.Points = append(out.Points, p)
	}
	if len(unranked) > 0 {
		out.Notes = append(out.Notes, "left out, since it answers for other tasks: "+result.FirstOf(unranked, study.NamedRuns))
	}
	if len(without) > 0 {
		out.Notes = append(out.Notes, "left out, for want of one of the two: "+result.FirstOf(without, study.NamedRuns))
	}
	front(out)
	xs, ys := coordinates(out.Points)
	if len(xs) == 0 {
		return fmt.Sprintf("no run has both %s and %s", out.X, out.Y)
	}
	out.Correlations = correlate("", xs, ys, nil, st, out.X, out.Y)
	return ""
}

func factorOf(st *study.Study, name string) []string {
	if name == "" {
		return make([]string, len(st.Bench.Runs))
	}
	return st.Factor(name).Of
}

func coordinates(points []result.RelationPoint) (x, y []float64) {
	for _, p := range points {
		x, y = append(x, p.X), append(y, p.Y)
	}
	return x, y
}

// front marks the points that no other beats: as good in both, and better in one.
func front(r *result.Relation) {
	sx, okX := signOf(r.BetterX)
	sy, okY := signOf(r.BetterY)
	if !okX || !okY {
		return
	}
	for i := range r.Points {
		p := &r.Points[i]
		on := !slices.ContainsFunc(r.Points, func(o result.RelationPoint) bool {
			return sx*o.X >= sx*p.X && sy*o.Y >= sy*p.Y && (sx*o.X > sx*p.X || sy*o.Y > sy*p.Y)
		})
		p.OnFront = &on
	}
}

func signOf(better string) (float64, bool) {
	switch better {
	case "higher":
		return 1, true
	case "lower":
		return -1, true
	}
	return 0, false
}

// relateTasks takes a point of every task: within every run, and over all runs the means of the
// tasks that all of them have.
func relateTasks(st *study.Study, out *result.Relation, x, y int) {
	n := len(st.Bench.Tasks)
	sumX, sumY, count := make([]float64, n), make([]float64, n), make([]int, n)
	runs := 0
	for _, r := range st.Runs {
		cx, cy := &st.Columns[x][r], &st.Columns[y][r]
		var xs, ys []float64
		var tasks []int32
		for t := range n {
			if cx.Ok[t] && cy.Ok[t] {
				xs, ys, tasks = append(xs, cx.Value[t]), append(ys, cy.Value[t]), append(tasks, int32(t))
				sumX[t], sumY[t], count[t] = sumX[t]+cx.Value[t], sumY[t]+cy.Value[t], count[t]+1
			}
		}
		if len(xs) == 0 {
			continue
		}
		runs++
		out.Correlations = append(out.Correlations, correlate(st.Bench.Runs[r], xs, ys, clusters(st, tasks), st, out.X, out.Y)...)
		for i, t := range tasks {
			out.Points = append(out.Points, result.RelationPoint{Run: st.Bench.Runs[r], Task: st.Bench.Tasks[t].ID, X: xs[i], Y: ys[i]})
		}
	}
	if runs > 1 {
		var xs, ys []float64
		var tasks []int32
		for t := range n {
			if count[t] == runs {
				xs, ys, tasks = append(xs, sumX[t]/float64(runs)), append(ys, sumY[t]/float64(runs)), append(tasks, int32(t))
			}
		}
		if len(xs) > 0 {
			out.Correlations = append(correlate("", xs, ys, clusters(st, tasks), st, out.X, out.Y), out.Correlations...)
		}
	}
	bound(out)
}

// clusters are the clusters of tasks; nil where every task is its own.
func clusters(st *study.Study, tasks []int32) []int {
	if st.Cluster == nil {
		return nil
	}
	out := make([]int, len(tasks))
	for i, t := range tasks {
		out[i] = int(st.Cluster[t])
	}
	return out
}

// relateAttempts takes a point of every attempt that has both scores. Attempts at a task are not
// independent: intervals draw tasks, and there is no p.
func relateAttempts(st *study.Study, out *result.Relation, x, y int) {
	if st.Measures[x].Combine != nil || st.Measures[y].Combine != nil {
		out.Notes = append(out.Notes, "an attempt has no score of a metric that is made of several attempts")
		return
	}
	for _, r := range st.Runs {
		log := &st.Bench.Logged[r]
		value := map[int32]float64{}
		for c := range log.Cells[st.Measures[x].Cells].All() {
			value[c.Attempt] = c.Value
		}
		var xs, ys []float64
		var tasks []int32
		for c := range log.Cells[st.Measures[y].Cells].All() {
			if v, ok := value[c.Attempt]; ok {
				t := log.Attempts[c.Attempt].Task
				xs, ys, tasks = append(xs, v), append(ys, c.Value), append(tasks, t)
				out.Points = append(out.Points, result.RelationPoint{Run: st.Bench.Runs[r], Task: st.Bench.Tasks[t].ID, X: v, Y: c.Value})
			}
		}
		if len(xs) == 0 {
			continue
		}
		distinct := slices.Compact(slices.Sorted(slices.Values(tasks)))
		units := clusters(st, tasks)
		if units == nil && len(distinct) < len(tasks) {
			for _, t := range tasks {
				units = append(units, int(t))
			}
		}
		found := correlate(st.Bench.Runs[r], xs, ys, units, st, out.X, out.Y)
		for i := range found {
			found[i].Tasks = len(distinct)
		}
		out.Correlations = append(out.Correlations, found...)
	}
	bound(out)
}

// bound leaves out points that are too many to be drawn.
func bound(out *result.Relation) {
	if n := len(out.Points); n > mostPoints {
		out.Points = nil
		out.Notes = append(out.Notes, fmt.Sprintf("%d points are more than a figure can tell apart (%d): it is left out, and the correlations are over all", n, mostPoints))
	}
}

// relativeTo reads "factor=value".
func relativeTo(text string) (factor, value string, ok bool) {
	factor, value, ok = strings.Cut(text, "=")
	factor, value = strings.TrimSpace(factor), strings.TrimSpace(value)
	return factor, value, ok && factor != "" && value != ""
}
