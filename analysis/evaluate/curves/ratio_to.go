package curves

import (
	"fmt"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
)

// RatiosTo answers how many times a metric's mean of every run is that of its baseline: the run
// that has a stated value of one factor and agrees with it in all others that are held. Means
// are over the tasks that both have; intervals as Ratios'.
func RatiosTo(st *study.Study, m int, to string, holding []string) result.Answer {
	name, value, ok := relativeTo(to)
	if !ok {
		return result.Answer{Unanswered: fmt.Sprintf("%q names no baseline; expected factor=value, such as agent=ReAct", to)}
	}
	f := st.Factor(name)
	if !f.Known() {
		return result.Answer{Unanswered: fmt.Sprintf("no run states %s", name)}
	}
	held := st.Held(name, holding)
	out := &result.RelativeRatios{Metric: st.Measures[m].Name, To: name + "=" + value, Factor: name, Held: study.NamesOf(held)}
	baselines := false
	rs := study.NewResampling(st.Plan, st.Cluster, st.Bench.Name, "ratios to", out.Metric, out.To)
	var wanted, between []*quotient
	var largest []string
	groups := map[string][]*quotient{}
	var order []string
	for _, r := range st.Runs {
		if f.Of[r] == "" {
			continue
		}
		if f.Of[r] == value {
			baselines = true
			continue
		}
		var base []int
		for _, b := range st.Runs {
			if f.Of[b] == value && study.Agree(held, r, b) {
				base = append(base, b)
			}
		}
		switch {
		case len(base) == 0:
			out.Notes = append(out.Notes, fmt.Sprintf("%s has no baseline: no run with %s agrees with it in %s", st.Bench.Runs[r], out.To, words(out.Held)))
			continue
		case len(base) > 1:
			out.Notes = append(out.Notes, fmt.Sprintf("%s has %d runs with %s to compare with: hold what tells them apart (holding=)", st.Bench.Runs[r], len(base), out.To))
			continue
		}
		q := &quotient{name: out.Metric, baseline: st.Bench.Runs[base[0]], run: r, above: study.VectorKey{Measure: m, Run: r}, below: study.VectorKey{Measure: m, Run: base[0]}}
		total(st, q, rs)
		wanted = append(wanted, q)
		key := heldValues(held, r)
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], q)
	}
	if !baselines {
		return result.Answer{Unanswered: fmt.Sprintf("no run has %s; there is %s", out.To, result.FirstOf(levelsOf(f), 12))}
	}
	if len(wanted) == 0 {
		return result.Answer{Unanswered: strings.Join(append([]string{"no run has a baseline"}, out.Notes...), "; ")}
	}
	for _, key := range order {
		if high, low := extremes(groups[key]); high != nil && high != low {
			q := &quotient{name: out.Metric, baseline: st.Bench.Runs[low.run], run: high.run, above: high.above, below: low.above}
			total(st, q, rs)
			between, largest = append(between, q), append(largest, key)
		}
	}
	rs.Run()
	for _, q := range wanted {
		out.Rows = append(out.Rows, ratio(st, q))
	}
	for i, q := range between {
		out.Largest = append(out.Largest, result.LargestRatio{Held: largest[i], Ratio: ratio(st, q)})
	}
	return result.Answer{Ratios: out}
}

// extremes are the ratios furthest apart, of those that exist.
func extremes(list []*quotient) (high, low *quotient) {
	for _, q := range list {
		if q.group == nil {
			continue
		}
		if high == nil || q.value > high.value {
			high = q
		}
		if low == nil || q.value < low.value {
			low = q
		}
	}
	return high, low
}

func heldValues(held []study.Factor, r int) string {
	var out []string
	for _, f := range held {
		if f.Of[r] != "" {
			out = append(out, f.Of[r])
		}
	}
	return strings.Join(out, ", ")
}

// levelsOf are the values that runs have of a factor.
func levelsOf(f study.Factor) []string {
	var out []string
	for _, v := range f.Of {
		if v != "" {
			out = append(out, v)
		}
	}
	return result.UniqueNatural(out)
}

func words(names []string) string {
	if len(names) == 0 {
		return "all else"
	}
	return strings.Join(names, ", ")
}
