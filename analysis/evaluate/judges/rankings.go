package judges

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

const (
	minRankedRuns   = 3  // fewer runs have no ranking worth the name
	maxJudgesRanked = 12 // judges of whom every pair is shown
)

// rankings hold the runs' order under one judge against that under another, for every two
// judges who judged at least three runs both. What a judge says of a run is the mean of the
// metric that he is, over the tasks that he judged. The interval of tau is over tasks: it
// says how the agreement of the two rankings scatters over other tasks, these runs given.
func rankings(st *study.Study) []result.JudgeRanking {
	out := []result.JudgeRanking{}
	type judge struct {
		name    string
		measure int
	}
	var all []judge
	for m := range st.Measures {
		if name, ok := strings.CutPrefix(st.Measures[m].Name, table.StoredFamily); ok && st.Columns[m] != nil {
			all = append(all, judge{strings.TrimSuffix(name, "]"), m})
		}
	}
	order := func(name string) int { return slices.Index(st.Bench.Metrics, table.StoredFamily+name+"]") }
	slices.SortStableFunc(all, func(a, b judge) int { return order(a.name) - order(b.name) })
	all = all[:min(len(all), maxJudgesRanked)]
	var resampled []study.TaskStatistic
	var into []int // the ranking of each
	vectors := columnVectors{}
	for j := range all {
		for i := range all[:j] {
			k := ranking(st, all[i].name, all[j].name, st.Columns[all[i].measure], st.Columns[all[j].measure])
			if k == nil {
				continue
			}
			if k.TauB != nil {
				into, resampled = append(into, len(out)), append(resampled, k.statistic(vectors))
			}
			out = append(out, k.JudgeRanking)
		}
	}
	if len(resampled) == 0 {
		return out
	}
	intervals, notes := st.ResampleTasks("judge rankings", resampled) // together: a judge's columns are drawn once
	for i, to := range into {
		out[to].Interval = intervals[i]
		for _, note := range notes {
			if rest, ok := strings.CutPrefix(note, resampled[i].Name+": "); ok {
				out[to].Notes = append(out[to].Notes, "tau-b: "+rest)
			}
		}
	}
	return out
}

// columnVectors are, of columns, the value and whether there is one, by task.
type columnVectors map[*table.Column][2][]float64

func (v columnVectors) of(col *table.Column) [2][]float64 {
	if have, ok := v[col]; ok {
		return have
	}
	value, judged := make([]float64, len(col.Ok)), make([]float64, len(col.Ok))
	for t, ok := range col.Ok {
		if ok {
			value[t], judged[t] = col.Value[t], 1
		}
	}
	v[col] = [2][]float64{value, judged}
	return v[col]
}

// rankedBy is a ranking of runs by two judges with the columns that it is made of.
type rankedBy struct {
	result.JudgeRanking
	columns [][2]*table.Column // by run
}

// ranking is nil where the two judged fewer than three runs both.
func ranking(st *study.Study, a, b string, by, other []table.Column) *rankedBy {
	k := &rankedBy{JudgeRanking: result.JudgeRanking{Judges: [2]string{a, b}}}
	type ranked struct {
		run     result.JudgedRun
		columns [2]*table.Column
	}
	var rows []ranked
	for _, r := range st.Runs {
		row := ranked{run: result.JudgedRun{Run: st.Bench.Runs[r]}, columns: [2]*table.Column{&by[r], &other[r]}}
		some := true
		for i, col := range row.columns {
			mean := study.Mean(study.Present(col))
			if mean == nil {
				some = false
				break
			}
			row.run.Means[i], row.run.NTasks[i] = *mean, col.Tasks
		}
		if some {
			rows = append(rows, row)
		}
	}
	if len(rows) < minRankedRuns {
		return nil
	}
	for i := range 2 {
		for x := range rows {
			rows[x].run.Ranks[i] = 1
			for y := range rows {
				if rows[y].run.Means[i] > rows[x].run.Means[i] {
					rows[x].run.Ranks[i]++
				}
			}
		}
	}
	slices.SortStableFunc(rows, func(x, y ranked) int {
		return cmp.Or(x.run.Ranks[0]-y.run.Ranks[0], x.run.Ranks[1]-y.run.Ranks[1], result.CompareNatural(x.run.Run, y.run.Run))
	})
	var x, y []float64
	for _, row := range rows {
		k.Runs, k.columns = append(k.Runs, row.run), append(k.columns, row.columns)
		x, y = append(x, row.run.Means[0]), append(y, row.run.Means[1])
	}
	tau, err := stats.KendallTauB(x, y)
	if err != nil {
		k.Test = result.Test{Method: "kendall_tau_b", Notes: []string{stats.Reason(err)}}
		return k
	}
	k.Test, k.TauB = study.TestOf("kendall_tau_b", tau), result.Number(tau.Statistic)
	return k
}

// statistic is tau-b as a function of sums over tasks: of each run and judge what he gave and
// how many tasks he judged.
func (k *rankedBy) statistic(vectors columnVectors) study.TaskStatistic {
	s := study.TaskStatistic{Name: "tau-b of " + k.Judges[0] + " and " + k.Judges[1], Value: *k.TauB}
	var some []float64
	for _, pair := range k.columns {
		for _, col := range pair {
			own := vectors.of(col)
			if some == nil {
				some = make([]float64, len(own[1]))
			}
			for t, is := range own[1] {
				some[t] = max(some[t], is)
			}
			s.Vectors = append(s.Vectors, own[0], own[1])
		}
	}
	s.Tasks = tasksWith(some)
	s.Of = func(totals []float64) (float64, bool) {
		n := len(totals) / 4
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			t := totals[4*i:]
			if t[1] == 0 || t[3] == 0 {
				return 0, false
			}
			x[i], y[i] = t[0]/t[1], t[2]/t[3]
		}
		tau, err := stats.KendallCorrelation(x, y)
		return tau.TauB, err == nil
	}
	return s
}
