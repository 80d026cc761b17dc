package judges

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// errors counts, judge by judge, the log's words for why his verdict is not the reference's.
// Shares are of the disagreements that have such a word. A word beside a verdict that is the
// reference's explains nothing, and is counted apart.
func (p *panelOf) errors(st *study.Study) (out []result.JudgeErrors) {
	type place struct{ run, attempt int }
	var places []place
	words := map[string]map[int][]string{} // by judge, of attempts by their place
	var names []string
	for _, v := range p.stored {
		names = append(names, v.judge)
	}
	for _, r := range p.runs {
		run := &st.Bench.Logged[r]
		for a := range run.Attempts {
			for _, e := range run.JudgeErrors(a) {
				if words[e.Judge] == nil {
					words[e.Judge] = map[int][]string{}
					if !slices.Contains(names, e.Judge) {
						names = append(names, e.Judge)
					}
				}
				words[e.Judge][len(places)] = append(words[e.Judge][len(places)], e.Error)
			}
			places = append(places, place{r, a})
		}
	}
	for _, name := range names {
		if words[name] == nil {
			continue
		}
		e := result.JudgeErrors{Run: p.run, Judge: name, Kinds: []result.JudgeError{}}
		stored := find(p.stored, name)
		at := map[string][]int{}
		for i := range places {
			differs := stored != nil && stored.ok[i] && p.reference.ok[i] && (stored.of[i] >= 0.5) != (p.reference.of[i] >= 0.5)
			if differs {
				e.Disagrees++
			}
			switch mine := words[name][i]; {
			case len(mine) == 0:
			case !differs:
				e.Elsewhere++
			default:
				e.Labelled++
				for _, word := range mine {
					at[word] = append(at[word], i)
				}
			}
		}
		for word, hits := range at {
			kind := result.JudgeError{Error: word, Count: len(hits), Share: study.Ratio(len(hits), e.Labelled), Examples: []result.JudgeExample{}}
			units := unitCounts{}
			for i := range places {
				if len(words[name][i]) > 0 && stored.ok[i] && p.reference.ok[i] && (stored.of[i] >= 0.5) != (p.reference.of[i] >= 0.5) {
					_, hit := slices.BinarySearch(hits, i)
					units.add(st, p.reference.task[i], hit)
				}
			}
			kind.Interval = units.interval(st)
			for _, i := range hits {
				if stored.of[i] >= 0.5 {
					kind.Lenient++
				}
				if len(kind.Examples) < study.MaxExamples {
					attempt := &st.Bench.Logged[places[i].run].Attempts[places[i].attempt]
					kind.Examples = append(kind.Examples, result.JudgeExample{Run: st.Bench.Runs[places[i].run], Task: st.Bench.Tasks[attempt.Task].ID, Trial: int(attempt.Trial)})
				}
			}
			e.Kinds = append(e.Kinds, kind)
		}
		slices.SortFunc(e.Kinds, func(a, b result.JudgeError) int {
			return cmp.Or(b.Count-a.Count, result.CompareNatural(a.Error, b.Error), strings.Compare(a.Error, b.Error))
		})
		out = append(out, e)
	}
	return out
}
