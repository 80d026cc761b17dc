package stability

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// verdict is what a benchmark's headline metric says under one policy: the order
// of the runs, and the pairs that are separated.
type verdict struct {
	order     []string
	separated []string
}

// WarnPolicy re-runs the headline comparison under the other policies for what has
// no outcome, and speaks up where the order of the runs or a significance
// depends on it.
func WarnPolicy(st *study.Study, _ *result.Results) []result.Warning {
	if st.Primary < 0 || len(st.Runs) < 2 || st.Measures[st.Primary].Missing == result.Drop {
		return nil
	}
	statedColumns := columnsUnder(st, st.Plan.Missing)
	stated := verdictOf(st, statedColumns)
	var ws []result.Warning
	var order, separated bool // said already
	for _, other := range []string{"fail", "drop", "best"} {
		if other == st.Plan.Missing || other == "fail" && st.Plan.Missing == "worst" {
			continue
		}
		columns := columnsUnder(st, other)
		if slices.EqualFunc(columns, statedColumns, table.Column.Equal) {
			continue // nothing is missing, and with it nothing to decide
		}
		v := verdictOf(st, columns)
		if st.Measures[st.Primary].Better.Directed() && !slices.Equal(v.order, stated.order) && !order {
			order = true
			ws = append(ws, st.Warn("policy_decides_order", "", true,
				"the order depends on missing outcomes: with %q, %s.", other, moved(stated.order, v.order)))
		}
		if changed := symmetricDifference(stated.separated, v.separated); len(changed) > 0 && !separated {
			separated = true
			ws = append(ws, st.Warn("policy_decides_significance", "", true,
				"separation depends on missing outcomes (%q or %q): %s.", st.Plan.Missing, other, firstPairs(changed)))
		}
	}
	return ws
}

// columnsUnder reads the headline metric of every run under a policy.
func columnsUnder(st *study.Study, policy string) []table.Column {
	columns := make([]table.Column, len(st.Bench.Runs))
	for _, r := range st.Runs {
		columns[r] = st.Bench.Read(&st.Measures[st.Primary], r, policy)
	}
	return columns
}

// verdictOf orders the runs by their columns of the headline metric, and compares all pairs.
func verdictOf(st *study.Study, columns []table.Column) verdict {
	m := &st.Measures[st.Primary]
	means := map[string]float64{}
	var v verdict
	for _, r := range st.Runs {
		var x []float64
		for t, ok := range columns[r].Ok {
			if ok {
				x = append(x, columns[r].Value[t])
			}
		}
		if mu := study.Mean(x); mu != nil && st.Ranked(r) {
			means[st.Bench.Runs[r]] = *mu
			v.order = append(v.order, st.Bench.Runs[r])
		}
	}
	slices.SortStableFunc(v.order, func(a, b string) int {
		switch {
		case means[a] == means[b]:
			return 0
		case (means[a] > means[b]) == (m.Better != result.Lower):
			return -1
		default:
			return 1
		}
	})
	var names []string
	var p []float64
	var pairs [][2]int // their values would be many times the table: max-t alone asks for them again
	whole := st.Bench.Slices(nil)[0]
	for _, ab := range st.Pairing() {
		pair := st.Match(whole, ab[0], ab[1], &columns[ab[0]], &columns[ab[1]])
		scale := st.Bench.Scale(m, ab[0], ab[1])
		diff, err := stats.Subtract(pair.X, pair.Y)
		if err != nil {
			continue
		}
		if test := st.Tested(pair, diff, scale).Test(scale); test.P != nil {
			names = append(names, fmt.Sprintf("%s and %s", st.Bench.Runs[pair.A], st.Bench.Runs[pair.B]))
			p = append(p, *test.P)
			pairs = append(pairs, ab)
		}
	}
	if adjusted, err := study.AdjustPairs(st, st.Plan.Correction, p, func(i int) study.PairSlice {
		a, b := pairs[i][0], pairs[i][1]
		return st.Match(whole, a, b, &columns[a], &columns[b])
	}, m.Name); err == nil {
		p = adjusted
	}
	for i, name := range names {
		if p[i] <= st.Plan.Alpha {
			v.separated = append(v.separated, name)
		}
	}
	return v
}

// mostChanged bounds the runs or pairs that one sentence names.
const mostChanged = 1

// firstPairs lists the first pairs of a change, and how many more there are.
func firstPairs(pairs []string) string {
	text := strings.Join(pairs[:min(len(pairs), mostChanged)], "; ")
	if more := len(pairs) - mostChanged; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// moved tells which runs change places between two orders, those that move the
// furthest first, in the first order where they move as far.
func moved(from, to []string) string {
	far := func(run string) int {
		d := slices.Index(from, run) - slices.Index(to, run)
		return max(d, -d)
	}
	var runs []string
	for _, r := range from {
		if slices.Contains(to, r) && far(r) > 0 {
			runs = append(runs, r)
		}
	}
	slices.SortStableFunc(runs, func(a, b string) int { return far(b) - far(a) })
	var parts []string
	for _, r := range runs[:min(len(runs), mostChanged)] {
		parts = append(parts, fmt.Sprintf("%s takes place %d, not %d", r, slices.Index(to, r)+1, slices.Index(from, r)+1))
	}
	if len(parts) == 0 {
		return "other runs are ranked"
	}
	text := strings.Join(parts, ", ")
	if more := len(runs) - mostChanged; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

func symmetricDifference(a, b []string) []string {
	var out []string
	for _, s := range a {
		if !slices.Contains(b, s) {
			out = append(out, s)
		}
	}
	for _, s := range b {
		if !slices.Contains(a, s) {
			out = append(out, s)
		}
	}
	return out
}
