package judges

import (
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// variants hold every two variants of one judge against each other on the attempts that both
// and the reference judged: does one agree more often?
func (p *panelOf) variants(st *study.Study) (out []result.JudgeVariant) {
	for j := range p.stored {
		judge, b, ok := result.SplitVariant(p.stored[j].judge)
		if !ok {
			continue
		}
		for i := range p.stored[:j] {
			if other, a, ok := result.SplitVariant(p.stored[i].judge); ok && other == judge {
				out = append(out, p.variant(st, judge, a, b, &p.stored[i], &p.stored[j]))
			}
		}
	}
	return out
}

func (p *panelOf) variant(st *study.Study, judge, a, b string, x, y *verdicts) result.JudgeVariant {
	v := result.JudgeVariant{Run: p.run, Judge: judge, A: a, B: b}
	table, units := stats.PairedTable{}, map[int32]bool{}
	tasks := map[int32]bool{}
	for i, is := range p.reference.of {
		if !p.reference.ok[i] || !x.ok[i] || !y.ok[i] {
			continue
		}
		rightA, rightB := (x.of[i] >= 0.5) == (is >= 0.5), (y.of[i] >= 0.5) == (is >= 0.5)
		switch {
		case rightA && rightB:
			table.Both++
		case rightA:
			table.FirstOnly++
		case rightB:
			table.SecondOnly++
		default:
			table.Neither++
		}
		task := p.reference.task[i]
		tasks[task] = true
		if st.Cluster != nil {
			task = st.Cluster[task]
		}
		units[task] = true
	}
	v.N, v.NTasks, v.OnlyA, v.OnlyB = table.N(), len(tasks), table.FirstOnly, table.SecondOnly
	v.AgreeA, v.AgreeB = study.Ratio(table.Both+table.FirstOnly, v.N), study.Ratio(table.Both+table.SecondOnly, v.N)
	if v.N == 0 {
		return v
	}
	v.Difference = result.Number(float64(table.FirstOnly-table.SecondOnly) / float64(v.N))
	if len(units) < v.N {
		return v // attempts at one task are judged alike: the exact test would count them as independent
	}
	if iv, err := stats.Tango(table, st.Plan.Level); err == nil {
		i := study.Estimate(iv)
		v.Interval = &i
	}
	if m, err := stats.McNemarExact(table.FirstOnly, table.SecondOnly); err == nil {
		t := study.TestOf(study.Headlines[result.Binary], m)
		v.Test = &t
	}
	return v
}

// adjustVariants corrects the tests of all judges and pairs of variants within a run, a family
// each, as the plan says.
func adjustVariants(st *study.Study, rows []result.JudgeVariant) {
	families := map[string][]int{}
	for i := range rows {
		if rows[i].Test != nil && rows[i].Test.P != nil {
			families[rows[i].Run] = append(families[rows[i].Run], i)
		}
	}
	for _, family := range families {
		var ps []float64
		for _, i := range family {
			ps = append(ps, *rows[i].Test.P)
		}
		adjusted, err := study.Adjust(st.Plan.Elsewhere(), ps)
		if err != nil {
			continue
		}
		for k, i := range family {
			rows[i].PAdjusted = result.Number(adjusted[k])
		}
	}
}
