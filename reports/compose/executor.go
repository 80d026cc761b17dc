package compose

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mcpstats/reports"
)

// executor runs a notebook's steps in order and gathers the document.
type executor struct {
	c       *composer
	n       *Notebook
	view    *view // of the part that is repeated for every benchmark; nil outside
	pending []reports.Heading
	level   int // of the last heading
	taken   map[string]bool
	links   []authorLink
	parts   map[*view][]part
	outer   *composer // of the whole, while a directive is executed on a slice
	slices  map[string]slicedView
	// The author's words wait for the first result of their section, where it
	// has directives: with no result they are left out.
	waits   bool
	held    []reports.Block
	notes   []authorLink       // the links in what is held
	rests   map[string]string  // the identifier of a section's rest, by that of the section
	written map[string]written // sections of which a level was shown
	apart   bool               // the next heading begins the appendix
}

// written is what writing a section gave.
type written struct {
	blocks []reports.Block
	levels map[int]level
}

// choose keeps the benchmarks that the notebook names, in its order.
func (n *Notebook) choose(c *composer) error {
	if len(n.Benchmarks) == 0 {
		return nil
	}
	var keep []*view
	for _, name := range n.Benchmarks {
		v := c.viewNamed(name)
		if v == nil {
			return n.fault(max(1, n.lines["benchmarks"]), "no benchmark %q in these results; %s", reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, c.benchmarks()))
		}
		keep = append(keep, v)
	}
	c.views = keep
	return nil
}

// viewNamed finds a benchmark by its name, or by the name that it is shown with.
func (c *composer) viewNamed(name string) *view {
	for _, v := range c.views {
		if v.name == name {
			return v
		}
	}
	for _, v := range c.views {
		if c.names.Show(v.name) == name {
			return v
		}
	}
	return nil
}

func (c *composer) benchmarks() []string {
	var out []string
	for _, v := range c.views {
		out = append(out, c.names.Show(v.name))
	}
	return out
}

// run executes steps in order. A part whose heading names {{benchmark}} is
// executed once for each.
func (e *executor) run(steps []step) error {
	for i := 0; i < len(steps); {
		end := i + 1
		for end < len(steps) && steps[end].heading != 1 {
			end++
		}
		views := []*view{nil}
		if e.repeats(&steps[i]) {
			views = e.c.views
		}
		for _, e.view = range views {
			if err := e.part(steps[i:end]); err != nil {
				return err
			}
		}
		e.view = nil
		i = end
	}
	return nil
}

// part executes one part, section by section: from one heading to the next.
func (e *executor) part(steps []step) error {
	for i := 0; i < len(steps); {
		end := i + 1
		for end < len(steps) && steps[end].heading == 0 {
			end++
		}
		e.waits = slices.ContainsFunc(steps[i:end], func(s step) bool { return s.call != nil })
		for k := i; k < end; k++ {
			if err := e.step(&steps[k]); err != nil {
				return err
			}
		}
		e.held, e.notes = nil, nil
		i = end
	}
	return nil
}

// repeats tells a heading of the first level that names the benchmark.
func (e *executor) repeats(s *step) bool {
	return s.heading == 1 && slices.ContainsFunc(s.phrases[0], func(p piece) bool {
		return p.call != nil && p.call.name == "benchmark" && len(p.call.args) == 0
	})
}

func (e *executor) step(s *step) error {
	switch {
	case s.call != nil:
		v, err := e.benchmarkOf(s.call)
		if err != nil {
			return err
		}
		return e.within(s.call, v, func(v *view) error { return s.call.write(e, s.call, v) })
	case s.code != nil:
		e.write(reports.Code{Lang: s.code.Lang, Text: visibleLines(s.code.Text)})
		return nil
	}
	var paragraphs []reports.Prose
	for _, phrase := range s.phrases {
		spans, err := e.phrase(phrase)
		if err != nil {
			return err
		}
		paragraphs = append(paragraphs, reports.Prose{Spans: spans})
	}
	switch {
	case s.heading > 0:
		e.heading(s, plain(paragraphs[0].Spans))
	case s.list:
		e.write(reports.List{Items: paragraphs})
	case strings.TrimSpace(plain(paragraphs[0].Spans)) != "":
		e.write(paragraphs[0])
	}
	return nil
}

// visibleLines is Visible for text of several lines.
func visibleLines(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		out = append(out, strings.Repeat(" ", indent)+reports.Visible(line[indent:]))
	}
	return strings.Join(out, "\n")
}

// phrase executes the directives in a sentence.
func (e *executor) phrase(pieces []piece) ([]reports.Span, error) {
	var out []reports.Span
	for _, p := range pieces {
		if p.call == nil {
			if p.span.Link != "" {
				e.notes = append(e.notes, authorLink{p.span.Link, p.line})
			}
			out = append(out, p.span)
			continue
		}
		v, err := e.benchmarkOf(p.call)
		if err != nil {
			return nil, err
		}
		said := unknown()
		err = e.within(p.call, v, func(v *view) (err error) {
			words, err := p.call.say(e, p.call, v)
			if err == nil {
				said = words
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		for _, s := range said {
			s.Strong = s.Strong || p.span.Strong
			out = append(out, s)
		}
	}
	return out, nil
}

// benchmarkOf is the benchmark that a directive is about: nil where it is about
// none.
func (e *executor) benchmarkOf(c *call) (*view, error) {
	if !c.benchmark {
		return nil, nil
	}
	if name := c.arg("benchmark"); name != "" {
		if v := e.c.viewNamed(name); v != nil {
			return v, nil
		}
		return nil, e.n.fault(c.lineOf("benchmark"), "%s: no benchmark %q in these results; %s", c.name, reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, e.c.benchmarks()))
	}
	switch {
	case e.view != nil:
		return e.view, nil
	case len(e.c.views) == 1:
		return e.c.views[0], nil
	case len(e.c.views) == 0:
		return nil, e.n.fault(c.line, "%s: there is no benchmark in these results", c.name)
	}
	return nil, e.n.fault(c.line, "%s: of which benchmark? Give benchmark=%s, or write it below a heading # {{benchmark}}", c.name, orList(e.c.benchmarks(), 6))
}

// inBenchmark says of which benchmark an error is.
func (e *executor) inBenchmark(v *view, err error) error {
	var fault *NotebookError
	if err == nil || errors.As(err, &fault) {
		return err
	}
	return fmt.Errorf("benchmark %s: %w", e.c.names.Show(v.name), err)
}
