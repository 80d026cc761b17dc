package evaluate

import (
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// inName finds "k=5" in the name of a run.
var inName = regexp.MustCompile(`(?:^|[^\pL\pN])([\pL_][\pL\pN_-]*)=([^\s,;/|@&]+)`)

// runFactors reads the plan's factors of every run: an attribute that all its attempts
// agree on, or else what the run's name says of it, as in "planner k=5".
func runFactors(st *study.Study) (out []result.RunFactor, unclear []result.Warning) {
	for _, name := range st.Plan.Factors {
		var without, varies []string
		at := slices.IndexFunc(st.Bench.Attributes, func(a table.AttributeColumn) bool { return a.Name == name })
		for _, r := range st.Runs {
			value, clash := "", false
			if at >= 0 {
				value, clash = st.Bench.Attributes[at].OfRun(r)
			}
			if value == "" && !clash {
				for _, m := range inName.FindAllStringSubmatch(st.Bench.Runs[r], -1) {
					if m[1] == name {
						value = m[2]
					}
				}
			}
			switch {
			case clash:
				varies = append(varies, st.Bench.Runs[r])
			case value == "":
				without = append(without, st.Bench.Runs[r])
			default:
				out = append(out, result.RunFactor{Benchmark: st.Bench.Name, Run: st.Bench.Runs[r], Name: name, Value: value})
			}
		}
		if slices.ContainsFunc(st.Bench.Strata, func(s table.StratumColumn) bool { return s.Name == name }) {
			continue // a fact of tasks, which tables can be by as well
		}
		var says []string
		if len(varies) > 0 {
			says = append(says, "differs between attempts of "+result.FirstOf(varies, study.NamedRuns))
		}
		if len(without) > 0 {
			says = append(says, "is not stated of "+result.FirstOf(without, study.NamedRuns))
		}
		if len(says) > 0 {
			unclear = append(unclear, st.Warn("factor_unclear", "", false, "the factor %s %s: such runs are in no table by it.", name, strings.Join(says, " and ")))
		}
	}
	return out, unclear
}
