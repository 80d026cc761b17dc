package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// gather lists the tallies that the axes ask for. Sources are never mixed: of several
// annotators the labels carry the name, and modes are of one source.
func (p *tallyPivot) gather() error {
	by := func(axis string) bool { return p.c.arg("rows") == axis || p.c.arg("columns") == axis }
	var err error
	switch {
	case by("label") && by("judge"):
		err = p.labelVerdicts()
	case by("label"), by("annotator"):
		err = p.labels()
	case by("error"):
		err = p.judgeErrors(by("judge"))
	case by("mode"):
		err = p.modes()
	case by("variant") && !by("judge"):
		return p.e.n.fault(p.c.line, "pivot: variants are of a judge: one of rows and columns is variant, the other judge")
	default:
		p.agreements(by("variant"))
	}
	if err != nil {
		return err
	}
	pooled := map[string]bool{} // by annotator
	for _, t := range p.list {
		pooled[t.at["annotator"]] = pooled[t.at["annotator"]] || t.pooled
	}
	for _, t := range slices.Clone(p.list) {
		if !pooled[t.at["annotator"]] { // of one run, which is all of his
			t.pooled = true
			p.list = append(p.list, t)
		}
	}
	for _, f := range p.e.c.res.Factors {
		for i := range p.list {
			if f.Benchmark == p.v.name && p.list[i].at["run"] == f.Run && p.list[i].at[f.Name] == "" {
				p.list[i].at[f.Name] = f.Value
			}
		}
	}
	return nil
}

func (p *tallyPivot) add(run string, count, of int, interval *result.IntervalEstimate, at ...string) {
	t := tally{at: map[string]string{"run": run}, pooled: run == "", count: count, of: of, interval: interval}
	for i := 0; i < len(at); i += 2 {
		t.at[at[i]] = at[i+1]
	}
	p.list = append(p.list, t)
}

// sets are the labels that the call is about, and how one of them is called in the table.
func (p *tallyPivot) sets() ([]*result.LabelSet, func(*result.LabelSet, string) string, error) {
	name := p.c.arg("annotator")
	sets := p.e.c.labelSets(p.v, name)
	if name != "" && len(sets) == 0 {
		var known []string
		for i := range p.e.c.res.Labels {
			addOnce(&known, p.e.c.res.Labels[i].Annotator)
		}
		if !slices.Contains(known, name) {
			return nil, nil, p.e.n.fault(p.c.lineOf("annotator"), "pivot: nobody is called %q; %s", reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, known))
		}
	}
	return sets, func(s *result.LabelSet, label string) string {
		if len(sets) > 1 && p.c.arg("rows") != "annotator" && p.c.arg("columns") != "annotator" {
			return s.Annotator + ": " + label
		}
		return label
	}, nil
}

// labels counts attempts with a label, among those that its annotator labelled, or that failed.
func (p *tallyPivot) labels() error {
	sets, named, err := p.sets()
	failed := p.c.arg("share-of") == "failed"
	p.what, p.of = "Attempts with a label, in the words of the log", "the attempts that the annotator labelled"
	if failed {
		p.what, p.of = "Failed attempts with a label, in the words of the log", "the failed attempts"
	}
	for _, s := range sets {
		for _, l := range s.Labels {
			for _, n := range l.Counts {
				at := []string{"label", named(s, l.Label), "annotator", s.Annotator, "mode", l.Mode}
				if failed {
					p.add(n.Run, n.Failed, n.FailedOf, n.FailedInterval, at...)
				} else {
					p.add(n.Run, n.Attempts, n.Labelled, n.LabelledInterval, at...)
				}
			}
		}
	}
	return err
}

// labelVerdicts counts, of the attempts with a label, those that a judge failed.
func (p *tallyPivot) labelVerdicts() error {
	sets, named, err := p.sets()
	p.what, p.of = "Attempts with a label that a judge failed", "the attempts with the label that he judged"
	for _, s := range sets {
		for _, l := range s.Labels {
			for _, n := range l.Verdicts {
				p.add(n.Run, n.Failed, n.Of, n.Interval, "label", named(s, l.Label), "annotator", s.Annotator, "judge", n.Judge)
			}
		}
	}
	return err
}

// modes counts failed attempts that show a mode of one source, or one annotator.
func (p *tallyPivot) modes() error {
	source, annotator := p.c.arg("source"), p.c.arg("annotator")
	if source == "" && annotator != "" {
		source = result.SourceLabelled
	}
	ofSource := func(f *result.Failure, source string) bool {
		return f.Benchmark == p.v.name && f.Source == source && f.Category != result.CategoryVerdict && f.Mode != result.ModeNone && (annotator == "" || f.Annotator == annotator)
	}
	for i := range frames.Sources {
		if one := frames.Sources[len(frames.Sources)-1-i]; source == "" && slices.ContainsFunc(p.e.c.res.Failures, func(f result.Failure) bool { return ofSource(&f, one) }) {
			source = one // what rules detect before labels, labels before ends
		}
	}
	p.what, p.of = "Failed attempts that show a mode, as "+source, "the failed attempts to which the mode applies"
	var by []string
	for i := range p.e.c.res.Failures {
		if f := &p.e.c.res.Failures[i]; ofSource(f, source) {
			addOnce(&by, f.Annotator)
		}
	}
	other := p.c.arg("rows")
	if other == "mode" {
		other = p.c.arg("columns")
	}
	all := map[string]*tally{}
	var order []string
	for i := range p.e.c.res.Failures {
		f := &p.e.c.res.Failures[i]
		if !ofSource(f, source) {
			continue
		}
		mode := f.Mode
		if len(by) > 1 {
			mode = f.Annotator + ": " + mode
		}
		switch {
		case f.Stratum == nil:
			p.add(f.Run, f.Count, f.Of, f.Interval, "mode", mode)
			if sum := all[mode]; sum != nil {
				sum.count, sum.of, sum.interval = sum.count+f.Count, sum.of+f.Of, nil
				break
			}
			all[mode] = &tally{count: f.Count, of: f.Of, interval: f.Interval}
			order = append(order, mode)
		case f.Stratum.Name == other: // over the runs
			p.add(f.Run, f.Count, f.Of, f.Interval, "mode", mode, other, f.Stratum.Value)
		}
	}
	for _, mode := range order {
		p.add("", all[mode].count, all[mode].of, all[mode].interval, "mode", mode)
	}
	return nil
}

// agreements are judges, as stored, against the reference; apart tells whether what varies in
// a judge is an axis of its own.
func (p *tallyPivot) agreements(apart bool) {
	p.what, p.of = "Agreement with the reference, verdicts as stored", "the attempts that both judged"
	for _, a := range p.e.c.everyAgreement(p.v) {
		if a.Reading != "stored" {
			continue
		}
		judge, variant, ok := a.Judge, "", true
		if apart {
			judge, variant, ok = result.SplitVariant(a.Judge)
		}
		if ok {
			p.add(a.Run, a.Confusion.TP+a.Confusion.TN, a.N, a.AgreementCI, "judge", judge, "variant", variant)
		}
	}
}

// judgeErrors are the words for why a judge errs: of every judge where judges are an axis, of
// one else.
func (p *tallyPivot) judgeErrors(every bool) error {
	p.what, p.of = "Disagreements of judge and reference, in the words of the log", "the disagreements with such a word"
	j := p.e.c.judging(p.v)
	if j == nil {
		return nil
	}
	judge := p.c.arg("judge")
	if judge == "" && !every {
		judge = p.e.c.leadingJudge(p.v, p.e.c.everyAgreement(p.v))
		p.what += ", of " + p.e.c.names.Show(judge)
	}
	var known []string
	for i := range j.Errors {
		e := &j.Errors[i]
		addOnce(&known, e.Judge)
		if judge != "" && e.Judge != judge {
			continue
		}
		for _, k := range e.Kinds {
			p.add(e.Run, k.Count, e.Labelled, k.Interval, "error", k.Error, "judge", e.Judge)
		}
	}
	if judge != "" && !slices.Contains(known, judge) && p.c.arg("judge") != "" {
		return p.e.n.fault(p.c.lineOf("judge"), "pivot: of no judge %q does the log say why it errs; %s", reports.Shorten(reports.Visible(judge), reports.MaxNameRunes), strings.TrimSpace(choose(judge, known)))
	}
	return nil
}
