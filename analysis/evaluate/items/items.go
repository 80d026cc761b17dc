// Package items looks at a benchmark's tasks as items of a test: which of them tell the runs
// apart, which tell nothing, and which a person should look at.
//
// The runs' answers come from the headline metric under the plan's policy, and where its scores
// are pass or fail (Of). From there on there are three questions, a file each: what one item's
// answers say (this file), which tasks look like the same one twice (duplicates.go), and how few
// tasks keep the order of the runs (subset.go). Beside them stands whether a run does at a task
// what it did there before (consistency.go). A flag is a reason to look, never a verdict: with
// many tasks some fall below alpha by chance, which the results let a reader count.
package items

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// Enough is the number of runs from which on more is said of an item than how many solve it.
const Enough = 8

// resamples of the test of an item that points the wrong way.
const resamples = 999

// Of describes the benchmark's tasks; nil where runs are not ranked, or by a metric whose scores
// are not pass or fail.
func Of(st *study.Study) *result.ItemSet {
	if !study.Ranks(st) || !st.Measures[st.Primary].Binary || st.Measures[st.Primary].Combine != nil {
		return nil
	}
	a := answersOf(st)
	if len(a.runs) == 0 || len(a.tasks) == 0 {
		return nil
	}
	set := &result.ItemSet{Benchmark: st.Bench.Name, Metric: st.Measures[st.Primary].Name, Alpha: st.Plan.Alpha, Notes: []string{}}
	for _, r := range a.runs {
		set.Runs = append(set.Runs, st.Bench.Runs[r])
	}
	a.describe(set)
	a.duplicates(set)
	if len(a.runs) < Enough {
		set.Notes = append(set.Notes, fmt.Sprintf("%s: from %d on it is said how well tasks tell runs apart.", result.Plural(len(a.runs), "run"), Enough))
		return set
	}
	a.pointing(set)
	a.modelled(set)
	a.subset(set)
	return set
}

// answers are the ranked runs' answers at the tasks that any of them answered.
type answers struct {
	st    *study.Study
	runs  []int   // indices into the benchmark's runs
	tasks []int32 // indices into its tasks
	stats.Responses
}

func answersOf(st *study.Study) *answers {
	a := &answers{st: st}
	for _, r := range st.Runs {
		if st.Ranked(r) && st.Columns[st.Primary][r].Tasks > 0 {
			a.runs = append(a.runs, r)
		}
	}
	for t := range st.Bench.Tasks {
		if slices.ContainsFunc(a.runs, func(r int) bool { return st.Columns[st.Primary][r].Ok[t] }) {
			a.tasks = append(a.tasks, int32(t))
		}
	}
	lower := st.Measures[st.Primary].Better == result.Lower
	for _, r := range a.runs {
		column := &st.Columns[st.Primary][r]
		solved, tried := make([]int, len(a.tasks)), make([]int, len(a.tasks))
		for j, t := range a.tasks {
			if column.Ok[t] {
				tried[j] = int(column.Attempts[t])
				solved[j] = int(math.Round(column.Value[t] * float64(tried[j])))
				if lower {
					solved[j] = tried[j] - solved[j]
				}
			}
		}
		a.Solved, a.Tried = append(a.Solved, solved), append(a.Tried, tried)
	}
	return a
}

// describe says of every item how many solve it, and flags those that all or none do.
func (a *answers) describe(set *result.ItemSet) {
	classical, err := stats.ClassicalItems(a.Responses)
	if err != nil {
		set.Notes = append(set.Notes, stats.Reason(err))
		return
	}
	for j, t := range a.tasks {
		item := result.Item{Task: a.st.Bench.Tasks[t].ID, Share: result.Number(classical[j].Difficulty), Flags: []result.Flag{}}
		solved := 0
		for i := range a.runs {
			if a.Tried[i][j] > 0 {
				item.Runs++
				item.Attempts += a.Tried[i][j]
				solved += a.Solved[i][j]
			}
		}
		if len(a.runs) >= Enough && classical[j].HasItemRest {
			item.ItemRest = result.Number(classical[j].ItemRest)
		}
		switch {
		case len(a.runs) < 2: // one run says nothing of a task
		case solved == item.Attempts:
			item.Flags = append(item.Flags, flag(result.FlagAll, "every attempt solves it: it tells no run from another"))
		case solved == 0:
			item.Flags = append(item.Flags, flag(result.FlagNone, "no attempt solves it: too hard, or broken"))
		default:
			set.Alive++
		}
		set.Items = append(set.Items, item)
	}
}

func flag(kind, why string) result.Flag {
	return result.Flag{Kind: kind, Runs: []string{}, Tasks: []string{}, Why: why}
}

// pointing flags the items at which strong runs fail and weak runs pass.
func (a *answers) pointing(set *result.ItemSet) {
	sums := a.Sums()
	for j := range set.Items {
		item := &set.Items[j]
		if item.ItemRest == nil || *item.ItemRest >= 0 {
			continue
		}
		own, rest := a.Against(j, sums)
		p, _, err := stats.ItemRestBelow(own, rest, resamples, stats.DeriveSeed(a.st.Plan.Seed, set.Benchmark, "item_rest", item.Task))
		if err != nil {
			continue
		}
		item.Below = result.Number(p)
		if p <= set.Alpha {
			item.Flags = append(item.Flags, flag(result.FlagContrary, "strong runs fail it and weak runs pass: perhaps its check is wrong"))
		}
	}
}

// modelled fits the Rasch model: difficulties, abilities, what the items tell together, and the
// answers that it does not expect.
func (a *answers) modelled(set *result.ItemSet) {
	f, err := stats.FitRasch(a.Responses)
	if err != nil {
		set.Notes = append(set.Notes, "No model of difficulty and ability: "+stats.Reason(err)+".")
		return
	}
	set.Spread = result.Number(f.Sigma)
	if f.Edge {
		set.Notes = append(set.Notes, "The runs differ no more than chance makes them differ: all abilities are estimated equal, and difficulties have no standard error.")
	}
	surprises, err := stats.SurprisingAnswers(a.Responses, f)
	if err != nil {
		set.Notes = append(set.Notes, stats.Reason(err))
		return
	}
	var alive []float64
	for j := range set.Items {
		if !f.Alive[j] {
			continue
		}
		item := &set.Items[j]
		alive = append(alive, f.B[j])
		item.B, item.Infit = result.Number(f.B[j]), result.Number(f.Infit[j])
		if !f.Edge {
			item.BSE = result.Number(f.BSE[j])
		}
		if s := surprises[j]; len(s.Runs) > 0 {
			item.Surprise = result.Number(s.P)
			if s.P <= set.Alpha {
				why := flag(result.FlagSurprise, "runs do what their strength elsewhere makes unlikely")
				for _, i := range s.Runs {
					why.Runs = append(why.Runs, set.Runs[i])
				}
				item.Flags = append(item.Flags, why)
			}
		}
	}
	for i, run := range set.Runs {
		set.Abilities = append(set.Abilities, result.Ability{Run: run, Ability: f.Ability[i], SD: f.AbilitySD[i]})
	}
	slices.SortStableFunc(set.Abilities, func(x, y result.Ability) int { return cmp.Compare(y.Ability, x.Ability) })
	set.Information = informationOf(alive)
}

// informationOf is what items of these difficulties tell, at abilities half a logit apart.
func informationOf(b []float64) []result.ItemInformation {
	const widest, step = 4.0, 0.5
	slope := make([]float64, len(b))
	for j := range slope {
		slope[j] = 1
	}
	var theta []float64
	for x := -widest; x <= widest; x += step {
		theta = append(theta, x)
	}
	values, err := stats.ItemInformation(slope, b, theta)
	if err != nil {
		return nil
	}
	var out []result.ItemInformation
	for i, v := range values {
		out = append(out, result.ItemInformation{Ability: theta[i], Information: v, SE: result.Number(1 / math.Sqrt(v))})
	}
	return out
}
