package compose

import (
	"slices"

	"mcpstats/analysis/result"
)

func askedDirective() directive {
	return directive{name: "asked", benchmark: true, args: []parameter{partArgument}, asks: func(*call) []result.Question { return nil }, // those of the plan
		doc: "The answers to the plan's questions (ask, --ask) that no other directive of the notebook shows, each as the directive of that name would show it.",
		write: func(e *executor, c *call, v *view) error {
			if c.arg(result.WhereArgument) != "" {
				return e.n.fault(c.lineOf(result.WhereArgument), "asked: the questions name their slices themselves; leave where out")
			}
			questions, err := e.c.res.Provenance.Plan.Questions()
			if err != nil {
				return e.n.fault(c.line, "asked: %v", err)
			}
			own := e.n.asked()
			for _, q := range questions {
				if slices.Contains(own, q.String()) {
					continue
				}
				if err := e.showQuestion(c, v, q); err != nil {
					return err
				}
			}
			return nil
		}}
}

// answers shows the answers to all questions of a plan about a benchmark, where no notebook
// says what is shown.
func (c *composer) answers(v *view) error {
	questions, err := c.res.Provenance.Plan.Questions()
	if err != nil || len(questions) == 0 {
		return err
	}
	e := &executor{c: c, n: &Notebook{Name: "ask"}, taken: map[string]bool{}, parts: map[*view][]part{}}
	asked := askedDirective()
	for _, q := range questions {
		if err := e.showQuestion(&call{directive: &asked}, v, q); err != nil {
			return err
		}
	}
	return nil
}

// showQuestion shows the answer to a question by the directive of its kind; a slice by its
// leaderboard and its differences.
func (e *executor) showQuestion(c *call, v *view, q result.Question) error {
	names := []string{q.Kind} // of directives
	switch q.Kind {
	case "grid":
		names = []string{"heatmap"}
	case "slice":
		names = []string{"leaderboard", "differences"}
		if q.Get("only") != "" {
			names = names[:1]
		}
	}
	known := blockDirectives()
	for _, name := range names {
		at := slices.IndexFunc(known, func(d directive) bool { return d.name == name })
		inner := &call{directive: &known[at], line: c.line}
		for _, p := range inner.parameters() {
			if value := q.Get(p.name); value != "" {
				inner.args = append(inner.args, argument{name: p.name, value: value, line: c.line})
			}
		}
		if show := c.arg("show"); show != "" && slices.ContainsFunc(inner.directive.args, func(p parameter) bool { return p.name == "show" }) {
			inner.args = append(inner.args, argument{name: "show", value: show, line: c.line})
		}
		if q.Get("only") != "" {
			copied := *inner.directive
			copied.means = true
			inner.directive = &copied
		}
		if err := e.within(inner, v, func(v *view) error { return inner.write(e, inner, v) }); err != nil {
			return err
		}
	}
	return nil
}
