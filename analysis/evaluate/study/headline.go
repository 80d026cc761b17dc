package study

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// headline is the choice of the metric that a benchmark's runs are ranked by, and what
// it rests on.
type headline struct {
	Metric   int // index into the measures, or -1: none
	stated   bool
	first    int   // the most important candidate, which is the metric unless too few runs know it; -1: no candidate
	rivals   []int // metrics that answer the first one's question, where none is known for nearly all runs
	runs     []int // by measure: the runs that know it
	informed int   // runs that know some candidate
}

// nearlyAllRuns is the share of runs that must know a metric for it to be their headline.
const nearlyAllRuns = 0.9

// ChooseHeadline picks the headline metric of so many runs, of which knows tells what
// they have a score of. Where the plan names none it is the first candidate in the
// order of the measures, if nearly all runs know it that know anything; else the first
// other candidate of the same question (who judges, say) that they know. Where the
// verdicts of some runs are people's and those of others a judge's, neither is: two
// measures of one thing do not rank runs against one another before somebody says so.
// Where the others do not answer the question at all, another one is asked of all.
func ChooseHeadline(ms []table.Measure, plan *result.Plan, runs int, knows func(m, run int) bool) headline {
	h := headline{Metric: -1, first: -1, runs: make([]int, len(ms))}
	for m := range ms {
		for r := range runs {
			if knows(m, r) {
				h.runs[m]++
			}
		}
	}
	if plan.Primary != "" {
		h.Metric, h.stated = slices.IndexFunc(ms, func(m table.Measure) bool { return m.Name == plan.Primary }), true
		return h
	}
	candidates := candidates(ms, plan)
	if len(candidates) == 0 {
		return h
	}
	tells := func(of []int, run int) bool {
		return slices.ContainsFunc(of, func(m int) bool { return knows(m, run) })
	}
	h.first = candidates[0]
	var same []int
	for _, m := range candidates {
		if h.runs[m] > 0 && (m == h.first || table.SameQuestion(ms[h.first].Name, ms[m].Name)) {
			same = append(same, m)
		}
	}
	for r := range runs {
		if tells(candidates, r) {
			h.informed++
		}
	}
	// fits tells whether the runs can be ranked by m. A run that has another verdict is
	// not to be given a failure for the lack of this one.
	fits := func(m int) bool {
		enough := float64(h.runs[m]) >= nearlyAllRuns*float64(h.informed)
		for r := range runs {
			if enough && ms[m].Missing != result.Drop && !knows(m, r) && tells(same, r) {
				enough = false
			}
		}
		return enough
	}
	others := 0 // runs that answer the question
	for r := range runs {
		if tells(same, r) {
			others++
		}
	}
	among := candidates
	if float64(others) >= nearlyAllRuns*float64(h.informed) || others == h.informed {
		among = same
	}
	if at := slices.IndexFunc(among, fits); at >= 0 {
		h.Metric = among[at]
		return h
	}
	if h.informed == 0 {
		h.Metric = h.first
		return h
	}
	h.rivals = same
	if len(same) < 2 {
		for _, m := range candidates {
			if h.runs[m] > 0 && !slices.Contains(h.rivals, m) {
				h.rivals = append(h.rivals, m)
			}
		}
	}
	return h
}

// candidates are the metrics for which higher is better; else, of those that are no
// declared count of costs or calls, those for which lower is; else those without a
// direction, by which nothing is ranked. Where the plan names metrics, they are of those.
func candidates(ms []table.Measure, plan *result.Plan) []int {
	for _, fits := range []func(*table.Measure) bool{
		func(m *table.Measure) bool { return m.Better == result.Higher },
		func(m *table.Measure) bool {
			return m.Better == result.Lower && m.Direction.From != result.FromDeclaration
		},
		func(m *table.Measure) bool { return m.Better == result.Unknown },
		func(m *table.Measure) bool { return slices.Contains(plan.Metrics, m.Name) },
	} {
		var out []int
		for i := range ms {
			if fits(&ms[i]) && (len(plan.Metrics) == 0 || slices.Contains(plan.Metrics, ms[i].Name)) {
				out = append(out, i)
			}
		}
		if len(out) > 0 {
			return out
		}
	}
	return nil
}

// Compared are the metrics that runs are compared on: those that the plan names or
// else the main ones, and the headline.
func Compared(ms []table.Measure, plan *result.Plan, primary int) []int {
	var out []int
	for i, m := range ms {
		if slices.Contains(plan.Metrics, m.Name) || len(plan.Metrics) == 0 && m.Main {
			out = append(out, i)
		}
	}
	if primary >= 0 && !slices.Contains(out, primary) {
		out = append([]int{primary}, out...)
	}
	return out
}

// WarnHeadline says that there is no headline metric, or what it rests on where that
// decides something, and how to state another.
func WarnHeadline(st *Study, _ *result.Results) []result.Warning {
	h := &st.Headline
	known := func(m int) string {
		return fmt.Sprintf("%s is known for %d of %s", st.Measures[m].Name, h.runs[m], result.Plural(len(st.Runs), "run"))
	}
	switch {
	case h.Metric < 0 && len(h.rivals) == 0:
		return []result.Warning{st.Warn("no_outcome", "", true, "the log holds no metric for which higher is better: there is nothing to rank by; name one with --primary.")}
	case h.Metric < 0:
		var says, flags []string
		for _, m := range h.rivals {
			says = append(says, known(m))
			flags = append(flags, "--primary "+result.ShellWord(st.Measures[m].Name))
		}
		return []result.Warning{st.Warn("no_headline", "", true, "no metric is the headline, and nothing is ranked: %s. Say which counts: %s.", strings.Join(says, ", "), strings.Join(flags, ", or "))}
	case h.stated && h.runs[h.Metric] < len(st.Runs):
		return []result.Warning{st.Warn("headline_rests", "", true, "the headline %s, as the plan says: the others are not ranked by it.", known(h.Metric))}
	case h.stated || h.first == h.Metric && h.runs[h.Metric] >= h.informed:
		return nil
	case h.first != h.Metric:
		return []result.Warning{st.Warn("headline_rests", "", true, "the headline is %s (known for %d of %s), since %s only; --primary %s takes that one.",
			st.Measures[h.Metric].Name, h.runs[h.Metric], result.Plural(len(st.Runs), "run"), known(h.first), result.ShellWord(st.Measures[h.first].Name))}
	}
	return []result.Warning{st.Warn("headline_rests", "", true, "the headline %s: the others are not ranked by it.", known(h.Metric))}
}
