package evaluate

import (
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// runFactors reads the plan's factors of every run, and says of which runs one is not clear; of
// those that only set reference runs apart nothing is said, since most runs need not state them.
func runFactors(st *study.Study) (out []result.RunFactor, unclear []result.Warning) {
	for _, name := range slices.Concat(st.Plan.Factors, st.Plan.ReferenceFactors()) {
		if slices.ContainsFunc(out, func(have result.RunFactor) bool { return have.Name == name }) {
			continue
		}
		f := st.Factor(name)
		for _, r := range st.Runs {
			if f.Of[r] != "" {
				out = append(out, result.RunFactor{Benchmark: st.Bench.Name, Run: st.Bench.Runs[r], Name: name, Value: f.Of[r]})
			}
		}
		if !slices.Contains(st.Plan.Factors, name) || slices.ContainsFunc(st.Bench.Strata, func(s table.StratumColumn) bool { return s.Name == name }) {
			continue // a fact of tasks, which tables can be by as well
		}
		var says []string
		if len(f.Varies) > 0 {
			says = append(says, "differs between attempts of "+result.FirstOf(f.Varies, study.NamedRuns))
		}
		if len(f.Without) > 0 {
			says = append(says, "is not stated of "+result.FirstOf(f.Without, study.NamedRuns))
		}
		if len(says) > 0 {
			unclear = append(unclear, st.Warn("factor_unclear", "", false, "the factor %s %s: such runs are in no table by it.", name, strings.Join(says, " and ")))
		}
	}
	return out, unclear
}
