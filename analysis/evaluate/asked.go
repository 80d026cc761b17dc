package evaluate

import (
	"errors"

	"mcpstats/analysis/evaluate/curves"
	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// asking answers a plan's questions about one benchmark. Questions about the same slice share
// its study; what nobody asks is neither cut out nor read.
type asking struct {
	st     *study.Study // of the plan
	slices map[string]sliceStudy
}

// sliceStudy is a benchmark's slice held to the plan, or why there is none.
type sliceStudy struct {
	*study.Study
	without *table.SliceError
}

// answers goes through the plan's questions in their order. What cannot be answered is said in
// the answer: it undoes one part of a report, not the report.
func answers(st *study.Study) ([]result.Answer, error) {
	questions, err := st.Plan.Questions()
	if err != nil || len(questions) == 0 {
		return nil, err
	}
	a := &asking{st: st, slices: map[string]sliceStudy{"": {Study: st}}}
	var out []result.Answer
	for _, q := range questions {
		found, err := a.answer(q)
		if err != nil {
			return nil, err
		}
		found.Question, found.Benchmark = q.String(), st.Bench.Name
		out = append(out, found)
	}
	return out, nil
}

// answer finds one.
func (a *asking) answer(q result.Question) (result.Answer, error) {
	within, err := a.slice(q)
	if err != nil {
		return result.Answer{}, err
	}
	if within.without != nil {
		without := *within.without
		without.Benchmark = "" // the answer names it
		return result.Answer{Unanswered: without.Error()}, nil
	}
	st := within.Study
	var out result.Answer
	switch q.Kind {
	case "slice":
		out, err = a.part(q, st)
	case "grid":
		out = grid(q, st)
	case "cases":
		out = cases(q, st)
	case "relation":
		out = curves.Relate(st, q)
	case "curve":
		out = curves.Along(st, q)
	case "effect":
		out, err = effects(st, q)
	case "interaction":
		out, err = interaction(st, q)
	case "distribution":
		out = curves.Distributions(st, q)
	case "crosslabels":
		out = modes.CrossLabels(st, q.Get("outer"), q.Get("inner"))
	case "ratio":
		m, why := curves.Named(st, q.Get("metric"))
		if why != "" {
			return result.Answer{Unanswered: why}, nil
		}
		out = curves.RatiosTo(st, m, q.Get("relative"), q.List("holding"))
	}
	if st != a.st && q.Kind != "slice" {
		info := sliceInfo(st)
		out.Slice = &info
	}
	return out, err
}

// slice is the study of what a question is about: the plan's own slice, cut further.
func (a *asking) slice(q result.Question) (sliceStudy, error) {
	conditions, err := q.Conditions()
	if err != nil {
		return sliceStudy{}, err
	}
	key := result.ConditionsText(conditions)
	if have, ok := a.slices[key]; ok {
		return have, nil
	}
	plan := *a.st.Plan
	plan.Ask, plan.Where = nil, append(append([]string(nil), plan.Where...), key)
	cut, err := study.New(a.st.Log, &plan, a.st.Catalog)
	out := sliceStudy{Study: cut}
	if errors.As(err, &out.without) {
		err = nil
	}
	if err == nil && out.without == nil {
		cut.ReadColumns()
	}
	a.slices[key] = out
	return out, err
}

// part evaluates a slice as a report of it alone would be.
func (a *asking) part(q result.Question, st *study.Study) (result.Answer, error) {
	part := &result.Results{Version: result.Version, Provenance: result.Provenance{Seed: st.Plan.Seed, Plan: *st.Plan}}
	if q.Get("only") == "means" {
		st.Paired = false
		defer func() { st.Paired = true }()
		Describe(st, part)
		return result.Answer{Part: part}, evaluateSlices(st, part)
	}
	return result.Answer{Part: part}, run(st, part)
}
