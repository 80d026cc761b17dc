package reports

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mcpstats/analysis"
)

// executor runs a notebook's steps in order and gathers the document.
type executor struct {
	c       *composer
	n       *Notebook
	view    *view // of the part that is repeated for every benchmark; nil outside
	pending []Heading
	level   int // of the last heading
	taken   map[string]bool
	links   []authorLink
	parts   map[*view][]part
	// The author's words wait for the first result of their section, where it
	// has directives: with no result they are left out.
	waits bool
	held  []Block
	notes []authorLink // the links in what is held
}

// authorLink is a link that the notebook's author wrote.
type authorLink struct {
	id   string
	line int
}

// composeNotebook makes the report that a notebook describes.
func composeNotebook(res *analysis.Results, opt Options) (*Document, error) {
	c, err := newComposer(res, opt)
	if err != nil {
		return nil, err
	}
	n := opt.Notebook
	if err := n.choose(c); err != nil {
		return nil, err
	}
	c.titled(n.Title)
	e := &executor{c: c, n: n, taken: map[string]bool{}, parts: map[*view][]part{}}
	if err := e.run(n.steps); err != nil {
		return nil, err
	}
	c.doc.Briefs = c.briefs()
	return c.doc, e.settleLinks()
}

// titled gives the document its title: the caller's, else the notebook's, else
// the names of the benchmarks.
func (c *composer) titled(title string) {
	if c.opt.Title != "" {
		title = c.opt.Title
	}
	if c.doc.Title = Visible(title); c.doc.Title == "" {
		c.doc.Title = c.title()
	}
	c.doc.Subtitle = c.subject()
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
			return n.fault(max(1, n.lines["benchmarks"]), "no benchmark %q in these results; %s", Shorten(Visible(name), maxNameRunes), choose(name, c.benchmarks()))
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
		if c.names.show(v.name) == name {
			return v
		}
	}
	return nil
}

func (c *composer) benchmarks() []string {
	var out []string
	for _, v := range c.views {
		out = append(out, c.names.show(v.name))
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
		return s.call.write(e, s.call, v)
	case s.code != nil:
		e.write(Code{Lang: s.code.Lang, Text: visibleLines(s.code.Text)})
		return nil
	}
	var paragraphs []Prose
	for _, phrase := range s.phrases {
		spans, err := e.phrase(phrase)
		if err != nil {
			return err
		}
		paragraphs = append(paragraphs, Prose{Spans: spans})
	}
	switch {
	case s.heading > 0:
		e.heading(s, plain(paragraphs[0].Spans))
	case s.list:
		e.write(List{Items: paragraphs})
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
		out = append(out, strings.Repeat(" ", indent)+Visible(line[indent:]))
	}
	return strings.Join(out, "\n")
}

// phrase executes the directives in a sentence.
func (e *executor) phrase(pieces []piece) ([]Span, error) {
	var out []Span
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
		said, err := p.call.say(e, p.call, v)
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

// heading keeps a heading until something stands under it; those before it with
// nothing under them are left out.
func (e *executor) heading(s *step, title string) {
	e.pending = slices.DeleteFunc(e.pending, func(h Heading) bool { return h.Level >= s.heading })
	h := Heading{Level: s.heading, Text: title}
	if e.view != nil && e.repeats(s) {
		h.ID = e.view.anchor
		h.Runs = e.c.shownRuns(e.view)
	}
	e.pending = append(e.pending, h)
	e.level = s.heading
}

// write adds the author's words, or keeps them until there is a result to speak
// of.
func (e *executor) write(b Block) {
	e.held = append(e.held, b)
	if !e.waits {
		e.release()
	}
}

// release adds what was held.
func (e *executor) release() {
	held := e.held
	e.links = append(e.links, e.notes...)
	e.held, e.notes, e.waits = nil, nil, false
	e.below(held...)
}

// emit adds a directive's results.
func (e *executor) emit(blocks ...Block) {
	if len(blocks) > 0 {
		e.release()
		e.below(blocks...)
	}
}

// below adds blocks below the headings that wait for them.
func (e *executor) below(blocks ...Block) {
	if len(blocks) == 0 {
		return
	}
	for _, h := range e.pending {
		if h.ID == "" {
			words := []string{h.Text, "section"}
			if e.view != nil {
				words = []string{h.Text, e.view.slug, "section"}
			}
			h.ID = e.c.names.id(words...)
		}
		e.add(h)
	}
	e.pending = nil
	e.add(e.renamed(blocks)...)
}

func (e *executor) add(blocks ...Block) {
	for _, b := range blocks {
		if id := blockID(b); id != "" {
			e.taken[id] = true
		}
	}
	e.c.add(blocks...)
}

func blockID(b Block) string {
	switch b := b.(type) {
	case Heading:
		return b.ID
	case Table:
		return b.ID
	case Figure:
		return b.ID
	}
	return ""
}

// renamed gives blocks that stand in the document already, as a directive may be
// used twice, identifiers of their own.
func (e *executor) renamed(blocks []Block) []Block {
	fresh := map[string]string{}
	out := slices.Clone(blocks)
	for i, b := range out {
		id := blockID(b)
		if id == "" || !e.taken[id] {
			continue
		}
		for fresh[id] = e.c.names.id(id); e.taken[fresh[id]]; {
			fresh[id] = e.c.names.id(id)
		}
		switch b := b.(type) {
		case Heading:
			b.ID = fresh[id]
			out[i] = b
		case Table:
			b.ID = fresh[id]
			out[i] = b
		case Figure:
			b.ID = fresh[id]
			out[i] = b
		}
	}
	if len(fresh) == 0 {
		return out
	}
	return relinked(out, func(id string) string {
		if to, ok := fresh[id]; ok {
			return to
		}
		return id
	})
}

// section runs what writes a section and returns its blocks, without its own
// heading: the author writes headings. Where the author's heading stands right
// above, it takes over the section's identifier, to which others link.
func (e *executor) section(write func() error) ([]Block, error) {
	doc := e.c.doc
	e.c.doc = &Document{}
	err := write()
	blocks := e.c.doc.Blocks
	e.c.doc = doc
	if err != nil || len(blocks) == 0 {
		return nil, err
	}
	own, ok := blocks[0].(Heading)
	if !ok {
		return blocks, nil
	}
	blocks = blocks[1:]
	if k := len(e.pending) - 1; k >= 0 && e.pending[k].ID == "" && !e.taken[own.ID] {
		e.pending[k].ID = own.ID
		e.taken[own.ID] = true
	}
	for i, b := range blocks {
		if h, ok := b.(Heading); ok {
			h.Level = max(1, e.level+h.Level-own.Level)
			blocks[i] = h
		}
	}
	return blocks, nil
}

// settleLinks removes links to what the notebook leaves out; one that the author
// wrote must lead somewhere.
func (e *executor) settleLinks() error {
	known := map[string]bool{}
	for _, b := range e.c.doc.Blocks {
		if id := blockID(b); id != "" {
			known[id] = true
		}
	}
	for _, l := range e.links {
		if !known[l.id] {
			return e.n.fault(l.line, "the link leads to #%s, which is not in the report; %s", Shorten(Visible(l.id), maxNameRunes), choose(l.id, slices.Sorted(maps.Keys(known))))
		}
	}
	e.c.doc.Blocks = relinked(e.c.doc.Blocks, func(id string) string {
		if known[id] {
			return id
		}
		return ""
	})
	return nil
}

// relinked leads every link to where it is told to.
func relinked(blocks []Block, to func(string) string) []Block {
	spans := func(in []Span) []Span {
		out := slices.Clone(in)
		for i := range out {
			if out[i].Link != "" {
				out[i].Link = to(out[i].Link)
			}
		}
		return out
	}
	out := slices.Clone(blocks)
	for i, b := range out {
		switch b := b.(type) {
		case Prose:
			b.Spans = spans(b.Spans)
			out[i] = b
		case Footnote:
			b.Spans = spans(b.Spans)
			out[i] = b
		case List:
			b.Items = slices.Clone(b.Items)
			for k := range b.Items {
				b.Items[k].Spans = spans(b.Items[k].Spans)
			}
			out[i] = b
		case Table:
			rows := slices.Clone(b.Rows)
			for r, row := range rows {
				for k, cell := range row {
					if cell.Link == "" || to(cell.Link) == cell.Link {
						continue
					}
					if &rows[r][0] == &b.Rows[r][0] {
						rows[r] = slices.Clone(row)
					}
					rows[r][k].Link = to(cell.Link)
				}
			}
			b.Rows = rows
			out[i] = b
		}
	}
	return out
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
		return nil, e.n.fault(c.lineOf("benchmark"), "%s: no benchmark %q in these results; %s", c.name, Shorten(Visible(name), maxNameRunes), choose(name, e.c.benchmarks()))
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
	return fmt.Errorf("benchmark %s: %w", e.c.names.show(v.name), err)
}
