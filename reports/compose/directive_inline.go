package compose

import (
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// inlineDirectives are what a notebook can show within a sentence, in the order
// of the manual. What the results do not have prints as "n/a"; a name that no
// benchmark has is an error.
func inlineDirectives() []directive {
	stratum := parameter{name: "stratum", doc: "within a stratum, name:value; by default over all tasks"}
	interval := parameter{name: "interval", doc: "whether the interval follows the number", takes: []string{"yes", "no"}}
	run := parameter{name: "run", doc: "the run", required: true}
	return []directive{
		{name: "mean", doc: "A run's mean with its interval.", benchmark: true, means: true, args: []parameter{run, metricArgument, stratum, interval}, say: (*executor).sayMean},
		{name: "difference", doc: "The difference of two runs, a minus b, with its interval.", benchmark: true, args: append(slices.Clone(pairArguments), metricArgument, interval), say: (*executor).sayDifference},
		{name: "p", doc: "The p-value of two runs' difference, corrected.", benchmark: true, args: append(slices.Clone(pairArguments), metricArgument), say: (*executor).sayP},
		{name: "verdict", doc: "What is shown about two runs, in one sentence with all its numbers.", benchmark: true, args: append(slices.Clone(pairArguments), metricArgument), say: (*executor).sayVerdict},
		{name: "finding", doc: "The benchmark's result in a sentence.", benchmark: true, say: (*executor).sayFinding},
		{name: "run", doc: "The name of the run at a place of the leaderboard.", benchmark: true, args: []parameter{{name: "place", doc: "1 for the first, which is the default"}}, say: (*executor).sayRun},
		{name: "failure", doc: "The share of a run's failures that show a mode, with its interval.", benchmark: true, args: []parameter{run, {name: "mode", doc: "the mode", required: true}, {name: "source", doc: "where the mode comes from; by default the first that has it", takes: frames.Sources}, {name: "annotator", doc: "who gave the label, as the failure tables name the annotator; needed where there are several"}, interval}, say: (*executor).sayFailure},
		{name: "agreement", doc: "A judge's agreement with the reference, with its interval.", benchmark: true, args: append(judgeArguments(), interval), say: sayJudge(func(a *result.Agreement) (*float64, *result.IntervalEstimate) { return a.Agreement, a.AgreementCI }, true)},
		{name: "kappa", doc: "A judge's kappa with the reference, with its interval.", benchmark: true, args: append(judgeArguments(), interval), say: sayJudge(func(a *result.Agreement) (*float64, *result.IntervalEstimate) { return a.Kappa, a.KappaInterval }, false)},
		{name: "claim", doc: "What became of a published number: what is printed, the verdict, what was computed.", args: []parameter{{name: "id", doc: "the claim", required: true}}, say: (*executor).sayClaim},
		{name: "benchmark", doc: "The benchmark's name. In a heading of the first level it repeats that part for every benchmark.", benchmark: true, say: func(e *executor, _ *call, v *view) ([]reports.Span, error) {
			return []reports.Span{text("%s", e.c.benchmarkTitle(v))}, nil
		}},
		{name: "metric", doc: "The name of the headline metric.", benchmark: true, say: func(e *executor, _ *call, v *view) ([]reports.Span, error) {
			if v.primary == nil {
				return unknown(), nil
			}
			return []reports.Span{code(reports.Shorten(e.c.names.Whole(v.primary.Name), reports.MaxNameRunes))}, nil
		}},
		{name: "runs", doc: "How many runs there are: \"6 runs\".", benchmark: true, say: count("run", func(_ *executor, v *view) int { return len(v.runs) })},
		{name: "tasks", doc: "How many tasks there are: \"80 tasks\".", benchmark: true, say: count("task", func(e *executor, v *view) int { return e.c.taskCount(v) })},
		{name: "attempts", doc: "How many attempts there are.", benchmark: true, say: count("attempt", func(_ *executor, v *view) int {
			n := 0
			for _, r := range v.ledger {
				n += r.Present
			}
			return n
		})},
		{name: "alpha", doc: "The level of the tests.", say: func(e *executor, _ *call, _ *view) ([]reports.Span, error) {
			return []reports.Span{text("%s", strings.TrimPrefix(reports.FormatStatistic(e.c.alpha()), "0"))}, nil
		}},
		{name: "level", doc: "The confidence level of the intervals.", say: func(e *executor, _ *call, _ *view) ([]reports.Span, error) {
			return []reports.Span{text("%s", e.c.level())}, nil
		}},
		{name: "correction", doc: "The correction for many comparisons.", say: func(e *executor, _ *call, _ *view) ([]reports.Span, error) {
			return []reports.Span{text("%s", e.c.method(e.c.res.Provenance.Plan.Correction))}, nil
		}},
	}
}

func unknown() []reports.Span { return []reports.Span{text(reports.MissingText)} }

func count(noun string, of func(*executor, *view) int) func(*executor, *call, *view) ([]reports.Span, error) {
	return func(e *executor, _ *call, v *view) ([]reports.Span, error) {
		return []reports.Span{text("%s", plural(of(e, v), noun))}, nil
	}
}

// within prints an interval behind a number, where it is asked for.
func within(c *call, level float64, low, high string) string {
	if c.arg("interval") == "no" {
		return ""
	}
	return " (" + reports.FormatLevel(level) + " interval " + low + " to " + high + ")"
}

func (e *executor) sayMean(c *call, v *view) ([]reports.Span, error) {
	run, err := e.runOf(c, "run", v)
	if err != nil {
		return nil, err
	}
	metric, err := e.metricOf(c, v)
	if err != nil {
		return nil, err
	}
	key := summaryKey{run: run, metric: metric}
	if s := c.arg("stratum"); s != "" {
		if key.stratum, err = e.stratumNamed(c, s); err != nil {
			return nil, err
		}
	}
	s := v.summaries[key]
	if s == nil || s.Mean == nil {
		return unknown(), nil
	}
	sc := v.scale(metric)
	out := sc.Text(*s.Mean)
	if unit := sc.AxisUnit(); !sc.Share && sc.Measure == reports.AsItIs && unit != "" {
		out += " " + reports.Visible(unit)
	}
	if i := s.Interval; i != nil {
		e.c.use("interval")
		out += within(c, i.Level, sc.Bare(float64(i.Low)), sc.Bare(float64(i.High)))
	}
	return []reports.Span{text("%s", out)}, nil
}

// stratumNamed finds a stratum that some benchmark has.
func (e *executor) stratumNamed(c *call, name string) (result.Stratum, error) {
	var known []string
	for i := range e.c.res.Summaries {
		s := e.c.res.Summaries[i].Stratum
		if s == nil {
			continue
		}
		if s.Name+":"+s.Value == name {
			return *s, nil
		}
		addOnce(&known, s.Name+":"+s.Value)
	}
	return result.Stratum{}, e.n.fault(c.lineOf("stratum"), "%s: no stratum %q in these results; %s", c.name, reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, known))
}

// between is the comparison that a directive is about; nil where there is none.
func (e *executor) between(c *call, v *view) (*result.Comparison, error) {
	a, b, err := e.pairOf(c, v)
	if err != nil {
		return nil, err
	}
	metric, err := e.metricOf(c, v)
	if err != nil {
		return nil, err
	}
	return e.c.compared(v, metric, a, b), nil
}

func (e *executor) sayDifference(c *call, v *view) ([]reports.Span, error) {
	p, err := e.between(c, v)
	if err != nil || p == nil || p.Difference == nil {
		return unknown(), err
	}
	sc := v.scale(p.Metric)
	out := sc.WithUnit(*p.Difference)
	if i := p.Interval; i != nil {
		e.c.use("interval")
		out += within(c, i.Level, sc.SignedText(float64(i.Low)), sc.SignedText(float64(i.High)))
	}
	return []reports.Span{text("%s", out)}, nil
}

func (e *executor) sayP(c *call, v *view) ([]reports.Span, error) {
	p, err := e.between(c, v)
	if err != nil || p == nil || adjustedP(p) == nil {
		return unknown(), err
	}
	e.c.use("p")
	return []reports.Span{text("%s", reports.EqualsP(*adjustedP(p), e.c.alpha()))}, nil
}

func (e *executor) sayVerdict(c *call, v *view) ([]reports.Span, error) {
	p, err := e.between(c, v)
	if err != nil || p == nil {
		return unknown(), err
	}
	return e.c.verdict(v, p), nil
}

func (e *executor) sayFinding(_ *call, v *view) ([]reports.Span, error) {
	return e.c.finding(v), nil
}

func (e *executor) sayRun(c *call, v *view) ([]reports.Span, error) {
	place := 1
	if s := c.arg("place"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			return nil, e.n.fault(c.lineOf("place"), "run: place is %q, expected a whole number of at least 1", reports.Shorten(reports.Visible(s), reports.MaxNameRunes))
		}
		place = n
	}
	if place > len(v.runs) {
		return unknown(), nil
	}
	return []reports.Span{strong(e.c.names.Show(v.runs[place-1]))}, nil
}

func (e *executor) sayFailure(c *call, v *view) ([]reports.Span, error) {
	run, err := e.runOf(c, "run", v)
	if err != nil {
		return nil, err
	}
	var known, annotators []string
	var found *result.Failure
	for i := range e.c.res.Failures {
		f := &e.c.res.Failures[i]
		addOnce(&known, f.Mode)
		if f.Benchmark != v.name || f.Run != run || f.Stratum != nil || f.Mode != c.arg("mode") || c.arg("source") != "" && c.arg("source") != f.Source {
			continue
		}
		if (found == nil || found.Source == f.Source) && f.Annotator != "" {
			addOnce(&annotators, f.Annotator)
		}
		if found == nil && (c.arg("annotator") == "" || c.arg("annotator") == f.Annotator) {
			found = f
		}
	}
	if _, err := e.oneOf(c, "mode", known); err != nil {
		return nil, err
	}
	if _, err := e.oneOf(c, "annotator", annotators); c.arg("annotator") != "" && err != nil {
		return nil, err
	}
	if len(annotators) > 1 && c.arg("annotator") == "" {
		return nil, e.n.fault(c.lineOf("mode"), "failure: %s labelled %s: state annotator=", reports.Visible(strings.Join(annotators, " and ")), reports.Visible(c.arg("mode")))
	}
	if found == nil || found.Share == nil {
		return unknown(), nil
	}
	sc := v.shares
	out := sc.Text(*found.Share)
	if i := found.Interval; i != nil {
		e.c.use("interval")
		out += within(c, i.Level, sc.Bare(float64(i.Low)), sc.Bare(float64(i.High)))
	}
	return []reports.Span{text("%s of %s", out, reports.FormatCount(found.Of))}, nil
}

func judgeArguments() []parameter {
	return []parameter{
		{name: "judge", doc: "the judge", required: true},
		{name: "run", doc: "the run; by default the first that the judge judged"},
		{name: "reading", doc: "its verdicts as stored, which is the default, or read again from its text", takes: []string{"stored", "reparsed"}},
	}
}

// sayJudge says one number of a judge.
func sayJudge(number func(*result.Agreement) (*float64, *result.IntervalEstimate), share bool) func(*executor, *call, *view) ([]reports.Span, error) {
	return func(e *executor, c *call, v *view) ([]reports.Span, error) {
		run, err := e.runOf(c, "run", v)
		if err != nil {
			return nil, err
		}
		reading := c.arg("reading")
		if reading == "" {
			reading = "stored"
		}
		var known []string
		var found *result.Agreement
		for i := range e.c.res.Agreement {
			a := &e.c.res.Agreement[i]
			addOnce(&known, a.Judge)
			if found == nil && a.Benchmark == v.name && a.Judge == c.arg("judge") && a.Reading == reading && (c.arg("run") == "" || a.Run == run) {
				found = a
			}
		}
		if _, err := e.oneOf(c, "judge", known); err != nil {
			return nil, err
		}
		if found == nil {
			return unknown(), nil
		}
		value, interval := number(found)
		if value == nil {
			return unknown(), nil
		}
		sc := reports.Scale{Decimals: 2}
		if share {
			sc = v.shares
		} else {
			e.c.use("kappa")
		}
		out := sc.Text(*value)
		if interval != nil {
			e.c.use("interval")
			out += within(c, interval.Level, sc.Bare(float64(interval.Low)), sc.Bare(float64(interval.High)))
		}
		return []reports.Span{text("%s", out)}, nil
	}
}

func (e *executor) sayClaim(c *call, _ *view) ([]reports.Span, error) {
	var known []string
	for i := range e.c.res.Claims {
		claim := &e.c.res.Claims[i]
		if claim.ID != c.arg("id") {
			addOnce(&known, claim.ID)
			continue
		}
		title := reports.Visible(claim.Verdict)
		if g := gravityOf(claim.Verdict); g < len(result.Verdicts) {
			title = result.Verdicts[g].Title
		}
		out := "printed as " + reports.ShortName(claim.Printed) + ": " + title
		if claim.Computed != "" {
			out += ", computed as " + reports.ShortName(claim.Computed)
		}
		return []reports.Span{text("%s", out)}, nil
	}
	return nil, e.n.fault(c.lineOf("id"), "claim: no claim %q in these results; %s", reports.Shorten(reports.Visible(c.arg("id")), reports.MaxNameRunes), choose(c.arg("id"), known))
}
