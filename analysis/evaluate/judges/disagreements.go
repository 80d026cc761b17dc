package judges

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Disagreement is an attempt on which a judge's stored verdict is not the reference's.
type Disagreement struct {
	Judge, Why   string // Why is the log's word for it, else which way the judge errs
	Run, Attempt int
}

// The ways in which a judge errs, where the log has no word for it.
const (
	Lenient = "success, where the reference says failure"
	Strict  = "failure, where the reference says success"
)

// Disagreements lists the attempts that a judge and the reference see differently, by judge, then
// in the order of runs and attempts; one that the log has several words for is there with each.
// An empty name is the judge who agrees with the reference most, over all attempts that both
// judged; of several the first by name. known are the judges that there are.
func Disagreements(st *study.Study, judge string) (out []Disagreement, known []string) {
	ref := slices.Index(st.Bench.Metrics, table.ReferenceMetric)
	if ref < 0 {
		return nil, nil
	}
	right, both := map[string]int{}, map[string]int{}
	for _, r := range st.Runs {
		run := &st.Bench.Logged[r]
		reference := verdictsOf(st, r, ref, "", "")
		stored, _ := judges(st, r)
		for _, j := range stored {
			for a := range run.Attempts {
				if !j.ok[a] || !reference.ok[a] {
					continue
				}
				both[j.judge]++
				if (j.of[a] >= 0.5) == (reference.of[a] >= 0.5) {
					right[j.judge]++
					continue
				}
				for _, why := range whys(run, a, j.judge, j.of[a] >= 0.5) {
					out = append(out, Disagreement{Judge: j.judge, Why: why, Run: r, Attempt: a})
				}
			}
		}
	}
	for name := range both {
		known = append(known, name)
	}
	slices.SortFunc(known, func(a, b string) int {
		return cmp.Or(right[b]*both[a]-right[a]*both[b], result.CompareNatural(a, b), strings.Compare(a, b))
	})
	if judge == "" && len(known) > 0 {
		judge = known[0]
	}
	return slices.DeleteFunc(out, func(d Disagreement) bool { return d.Judge != judge }), known
}

// whys are the log's words for why a judge errs at an attempt, else which way.
func whys(run *table.RunTable, attempt int, judge string, lenient bool) []string {
	var out []string
	for _, e := range run.JudgeErrors(attempt) {
		if e.Judge == judge && !slices.Contains(out, e.Error) {
			out = append(out, e.Error)
		}
	}
	switch {
	case len(out) > 0:
		return out
	case lenient:
		return []string{Lenient}
	}
	return []string{Strict}
}
