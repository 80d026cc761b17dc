package compose

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// What a notebook's directives ask for beyond what every report holds is gathered before
// anything is evaluated: each directive says which questions it needs answered (its asks),
// Notebook.Plan adds them to the plan, the evaluation answers them, and when the notebook is
// executed the directive finds the answers in the results. A directive with where= asks for a
// slice, whose answer is a small report's results: it is executed on these as it would be on
// the whole (executor.within), with a composer of their own that shares the document.

var whereArgument = parameter{name: result.WhereArgument, doc: "conditions on strata, attributes, metrics or mode, as in --where: only what meets them"}

// questions are those that a call needs answered.
func (c *call) questions() []result.Question {
	if c.asks != nil {
		return c.asks(c)
	}
	if q, ok := c.sliceAsked(); ok {
		return []result.Question{q}
	}
	return nil
}

// sliceAsked is the question for the slice that a call names; false where it names none, or
// asks for its slice in questions of its own.
func (c *call) sliceAsked() (result.Question, bool) {
	where := c.arg(result.WhereArgument)
	if where == "" || c.asks != nil {
		return result.Question{}, false
	}
	return result.AskedBy("slice", func(name string) string {
		switch {
		case name == result.WhereArgument:
			return where
		case name == "only" && c.means:
			return "means"
		}
		return ""
	}), true
}

// calls are a notebook's directives, in their order.
func (n *Notebook) calls() []*call {
	var out []*call
	for _, s := range n.steps {
		if s.call != nil {
			out = append(out, s.call)
		}
		for _, phrase := range s.phrases {
			for _, p := range phrase {
				if p.call != nil {
					out = append(out, p.call)
				}
			}
		}
	}
	return out
}

// asked are the questions of all directives, as a plan holds them.
func (n *Notebook) asked() []string {
	var out []string
	for _, c := range n.calls() {
		for _, q := range c.questions() {
			addOnce(&out, q.String())
		}
	}
	return slices.DeleteFunc(out, func(text string) bool { // what a fuller question answers as well
		q, err := result.ParseQuestion(text)
		return err == nil && q.Get("only") != "" && slices.Contains(out, q.WithoutArgument("only").String())
	})
}

// checkAsked refuses conditions that are none, with the line that they stand on.
func (n *Notebook) checkAsked(c *call) error {
	if where := c.arg(result.WhereArgument); where != "" {
		if _, err := result.ParseConditions(where); err != nil {
			return n.fault(c.lineOf(result.WhereArgument), "%s: where: %s", c.name, reports.Shorten(reports.Visible(err.Error()), reports.MaxTextRunes))
		}
	}
	return nil
}

// answer finds the answer to a call's question. Results that were computed without it have
// none: between paragraphs that is said in a line, and the rest goes on; a sentence without its
// number would say something else, so that there it is a fault of the notebook.
func (e *executor) answer(c *call, v *view, q result.Question) (*result.Answer, error) {
	res := e.c.res
	if e.outer != nil {
		res = e.outer.res
	}
	if a := res.Answer(q, v.name); a != nil {
		return a, nil
	}
	if whole := q.WithoutArgument("only"); whole.String() != q.String() {
		if a := res.Answer(whole, v.name); a != nil {
			return a, nil // more than is needed
		}
	}
	why := fmt.Sprintf("these results were computed without it (%s); give the logs instead of the results", reports.Shorten(reports.Visible(q.String()), reports.MaxTextRunes))
	if c.write != nil {
		return &result.Answer{Question: q.String(), Benchmark: v.name, Unanswered: why}, nil
	}
	return nil, e.n.fault(c.line, "%s: %s, or leave it out", c.name, why)
}

// leftOut says in a line what is not there, and why.
func (e *executor) leftOut(why string) {
	why = strings.TrimSuffix(strings.TrimSpace(why), ".")
	e.emit(reports.Footnote{Spans: []reports.Span{text("Left out: %s.", reports.Visible(why))}})
}

// asked finds the answer to the one question of a call and shows it; what could not be answered
// is said.
func (e *executor) asked(c *call, v *view, show func(*result.Answer) error) error {
	a, err := e.answer(c, v, c.questions()[0])
	if err != nil {
		return err
	}
	if a.Unanswered != "" {
		e.leftOut(c.name + ": " + a.Unanswered)
		return nil
	}
	whole := e.c
	about := *whole
	about.slice = a.Slice
	e.c = &about
	err = show(a)
	e.c = whole
	return err
}

// asksOne are the questions of a directive whose arguments are those of one question.
func asksOne(c *call) []result.Question { return []result.Question{result.AskedBy(c.name, c.arg)} }

// slicedView is a benchmark's slice, ready for directives.
type slicedView struct {
	c *composer
	v *view
}

// within runs a directive of a benchmark on the slice that it names, or on the whole where it
// names none.
func (e *executor) within(c *call, v *view, do func(*view) error) error {
	q, ok := c.sliceAsked()
	if !ok || v == nil {
		return do(v)
	}
	a, err := e.answer(c, v, q)
	if err != nil {
		return err
	}
	if a.Part == nil || len(a.Part.Metrics) == 0 {
		e.lacks(c, c.name+": "+a.Unanswered)
		return nil
	}
	inner := e.slicedView(v, a)
	e.outer, e.c = e.c, inner.c
	inner.c.doc = e.outer.doc
	err = do(inner.v)
	e.outer.ranksDrawn = e.outer.ranksDrawn || e.c.ranksDrawn
	e.c, e.outer = e.outer, nil
	var fault *NotebookError
	if errors.As(err, &fault) && e.namesWhatThereIs(c) { // which the slice alone does not have
		e.lacks(c, fault.Message)
		return nil
	}
	return err
}

// namesWhatThereIs tells whether all that a call names is somewhere in the results: then what
// its slice lacks is no mistake of the notebook.
func (e *executor) namesWhatThereIs(c *call) bool {
	res := e.c.res
	known := map[string]bool{"run": true, "metric": true, "all": true}
	for _, axis := range ownAxes {
		known[axis] = true
	}
	for _, run := range e.runs() {
		known[run] = true
	}
	for _, v := range e.c.views {
		for _, run := range v.runs {
			known[run] = true
		}
	}
	for _, m := range res.Metrics {
		known[m.Name] = true
	}
	for i := range res.Summaries {
		if s := res.Summaries[i].Stratum; s != nil {
			known[s.Name], known[s.Name+":"+s.Value] = true, true
		}
	}
	for _, f := range res.Factors {
		known[f.Name] = true
	}
	for i := range res.Failures {
		known[res.Failures[i].Mode] = true
	}
	for i := range res.Agreement {
		known[res.Agreement[i].Judge] = true
	}
	for _, arg := range []string{"run", "runs", "a", "b", "metric", "metrics", "rows", "columns", "stratum", "judge", "mode"} {
		if value := c.arg(arg); known[value] {
			continue
		}
		for _, name := range result.SplitList(c.arg(arg)) {
			if !known[name] {
				return false
			}
		}
	}
	return true
}

// lacks says between paragraphs what a slice does not have; in a sentence that is n/a.
func (e *executor) lacks(c *call, why string) {
	if c.write != nil {
		e.leftOut(why)
	}
}

// slicedView makes the composer of a slice, once.
func (e *executor) slicedView(v *view, a *result.Answer) slicedView {
	key := a.Question + "\x00" + a.Benchmark
	if s, ok := e.slices[key]; ok {
		return s
	}
	inner := *e.c
	inner.res = a.Part
	if len(a.Part.Slices) == 1 {
		inner.slice = &a.Part.Slices[0]
	}
	cut := newView(&inner, v.name)
	cut.slug = inner.names.Id(v.slug, inner.slicePhrase())
	cut.anchor = v.anchor
	cut.series = map[string]int{}
	for _, run := range cut.runs {
		cut.series[run] = v.colour(run)
	}
	inner.views = []*view{cut}
	if e.slices == nil {
		e.slices = map[string]slicedView{}
	}
	e.slices[key] = slicedView{&inner, cut}
	return e.slices[key]
}
