package judges

import (
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Together adds what the judges say over all runs that have a reference verdict, and beside
// one another: result.Judging. It stands where verdicts of a judge and a reference meet, or
// where several judges judged several runs.
func Together(st *study.Study, res *result.Results) {
	out := result.Judging{Benchmark: st.Bench.Name, Runs: []string{}, Pooled: []result.Agreement{}, Bounds: []result.JudgeBound{}, Errors: []result.JudgeErrors{}, Variants: []result.JudgeVariant{}}
	ref := slices.Index(st.Bench.Metrics, table.ReferenceMetric)
	var parts []panelOf
	for _, r := range st.Runs {
		if ref < 0 {
			break
		}
		p := panelOf{run: st.Bench.Runs[r], runs: []int{r}, reference: verdictsOf(st, r, ref, "human", "")}
		if !slices.Contains(p.reference.ok, true) {
			continue
		}
		p.stored, p.reread = judges(st, r)
		parts = append(parts, p)
		out.Runs = append(out.Runs, p.run)
	}
	if len(parts) > 0 {
		all := together(st, parts)
		if len(parts) > 1 {
			for _, v := range all.stored {
				out.Pooled = append(out.Pooled, agree(st, "", v, all.reference, nil))
				if again := find(all.reread, v.judge); again != nil {
					out.Pooled = append(out.Pooled, agree(st, "", *again, all.reference, nil))
				}
			}
			for _, v := range slices.Concat(votes(all.stored, ReadingStored), votes(all.reread, ReadingReparsed)) {
				out.Pooled = append(out.Pooled, agree(st, "", v, all.reference, nil))
			}
			parts = append(parts, all)
		}
		for i := range parts {
			p := &parts[i]
			out.Bounds = append(out.Bounds, p.bounds(st)...)
			out.Errors = append(out.Errors, p.errors(st)...)
			out.Variants = append(out.Variants, p.variants(st)...)
		}
		adjustVariants(st, out.Variants)
	}
	out.Rankings = rankings(st)
	if len(out.Runs)+len(out.Rankings) > 0 {
		res.Judging = append(res.Judging, out)
	}
}

// panelOf is the verdicts on one run, or on several one behind the other.
type panelOf struct {
	run            string // empty: of several
	runs           []int
	reference      verdicts
	stored, reread []verdicts
}

// together puts runs one behind the other. A judge that did not judge a run has no verdicts
// there.
func together(st *study.Study, parts []panelOf) panelOf {
	var out panelOf
	for i := range parts {
		p := &parts[i]
		out.runs = append(out.runs, p.runs...)
		out.reference = behind(out.reference, &p.reference, len(p.reference.of))
	}
	out.reference.judge = parts[0].reference.judge
	join := func(of func(*panelOf) []verdicts) (joined []verdicts) {
		var names []string
		for i := range parts {
			for _, v := range of(&parts[i]) {
				if !slices.Contains(names, v.judge) {
					names = append(names, v.judge)
				}
			}
		}
		order := func(name string) int { return slices.Index(st.Bench.Metrics, table.StoredFamily+name+"]") }
		slices.SortStableFunc(names, func(a, b string) int { return order(a) - order(b) })
		for _, name := range names {
			v := verdicts{judge: name}
			for i := range parts {
				v = behind(v, find(of(&parts[i]), name), len(parts[i].reference.of))
				v.task = out.reference.task
			}
			joined = append(joined, v)
		}
		return joined
	}
	out.stored, out.reread = join(func(p *panelOf) []verdicts { return p.stored }), join(func(p *panelOf) []verdicts { return p.reread })
	for i := range out.stored {
		out.stored[i].reading = ReadingStored
	}
	for i := range out.reread {
		out.reread[i].reading = ReadingReparsed
	}
	return out
}

// behind puts a judge's verdicts on the n attempts of another run behind those at hand; nil is
// a judge without any.
func behind(v verdicts, next *verdicts, n int) verdicts {
	if next == nil {
		next = &verdicts{of: make([]float64, n), ok: make([]bool, n), task: make([]int32, n)}
	}
	v.of, v.ok, v.task = append(v.of, next.of...), append(v.ok, next.ok...), append(v.task, next.task...)
	return v
}
