package compose

import (
	"cmp"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// failureOpening is what a reader of a benchmark's failures must know, in numbers that the tables
// below hold: it is read off them and computes nothing but sums.
type failureOpening struct {
	source, annotator         string // of the modes that it names; empty where no mode is known
	failed, succeeded, silent int    // attempts over all runs; silent: without an outcome
	causes                    *result.Causes
	none                      int         // failed attempts of which the source says nothing
	modes                     []modeShare // that explain failures, most first
	rates                     []runRate   // of the runs, least failing first
}

// modeShare is a primary mode over all runs.
type modeShare struct {
	mode              string
	primary           int  // failed attempts that it explains best
	shownWon          int  // attempts that show it and succeeded
	compared, lifted  bool // some run's lift has an interval; and one lies above 1
	worst             string
	worstCount, ofRun int // in that run: primary, and failed
	example           *result.Example
	exampleRun        string
}

type runRate struct {
	run       string
	failed, n int
}

// mostModes is how many modes the opening names.
const mostModes = 3

// opened reads the opening of a benchmark.
func (c *composer) opened(v *view, f frames.Frame) failureOpening {
	var o failureOpening
	o.source, o.annotator = c.principal(f)
	seen := map[string]bool{}
	if b := c.breakdown(v); b != nil {
		for _, run := range v.runs {
			for _, s := range b.Scopes {
				if s.Run != run || seen[run] && !(s.Source == result.SourceDetected && s.Causes != nil) {
					continue
				}
				if !seen[run] {
					seen[run] = true
					o.failed, o.succeeded, o.silent = o.failed+s.Failed, o.succeeded+s.Succeeded, o.silent+s.Unknown
					if n := s.Failed + s.Succeeded; n > 0 {
						o.rates = append(o.rates, runRate{run, s.Failed, n})
					}
				}
				if s.Causes != nil {
					if o.causes == nil {
						o.causes = &result.Causes{}
					}
					o.causes.Agent, o.causes.Environment = o.causes.Agent+s.Causes.Agent, o.causes.Environment+s.Causes.Environment
					o.causes.Judge, o.causes.Unknown = o.causes.Judge+s.Causes.Judge, o.causes.Unknown+s.Causes.Unknown
				}
			}
		}
	}
	slices.SortStableFunc(o.rates, func(a, b runRate) int { return cmp.Compare(a.failed*b.n, b.failed*a.n) })
	at := map[string]int{}
	for i := range f.Len() {
		fail := &c.res.Failures[f.Count(i, "row")]
		if fail.Source != o.source || fail.Annotator != o.annotator || fail.Primary == nil {
			continue
		}
		if !seen[fail.Run] { // results of sums have no scopes
			seen[fail.Run] = true
			o.failed += fail.Primary.Of
		}
		if fail.Mode == result.ModeNone {
			o.none += fail.Primary.Count
			continue
		}
		k, ok := at[fail.Mode]
		if !ok {
			k = len(o.modes)
			at[fail.Mode] = k
			o.modes = append(o.modes, modeShare{mode: fail.Mode})
		}
		o.modes[k].add(fail)
	}
	o.modes = slices.DeleteFunc(o.modes, func(m modeShare) bool { return m.primary == 0 })
	slices.SortStableFunc(o.modes, func(a, b modeShare) int { return cmp.Compare(b.primary, a.primary) })
	return o
}

func (m *modeShare) add(f *result.Failure) {
	m.primary += f.Primary.Count
	m.shownWon += f.Successes
	m.compared = m.compared || f.LiftInterval != nil
	m.lifted = m.lifted || f.LiftInterval != nil && f.LiftInterval.Low > 1
	if f.Primary.Count > 0 && (m.worst == "" || f.Primary.Count*m.ofRun > m.worstCount*f.Primary.Of) {
		m.worst, m.worstCount, m.ofRun = f.Run, f.Primary.Count, f.Primary.Of
	}
	if m.example == nil && f.Primary.Count > 0 && len(f.Examples) > 0 {
		m.example, m.exampleRun = &f.Examples[0], f.Run
	}
}

// explains tells whether failures show a mode more often than successes do: in some run the
// interval of its lift lies above 1, or none can be had.
func (m *modeShare) explains() bool { return m.lifted || !m.compared }

// principal is the source whose modes the opening names: what rules found, else what the
// first annotator noted, else what was recorded.
func (c *composer) principal(f frames.Frame) (source, annotator string) {
	for _, source := range []string{result.SourceDetected, result.SourceLabelled, result.SourceRecorded} {
		for i := range f.Len() {
			fail := &c.res.Failures[f.Count(i, "row")]
			if fail.Source == source && fail.Primary != nil && fail.Primary.Count > 0 && fail.Mode != result.ModeNone {
				return source, fail.Annotator
			}
		}
	}
	return "", ""
}

// named are the modes that the opening names: those that explain two failures in three
// together, three at most, and behind the first none that explains less than one in twenty.
func (o *failureOpening) named() []modeShare {
	sum := 0
	for i, m := range o.modes {
		if i == mostModes || i > 0 && (3*sum >= 2*o.failed || 20*m.primary < o.failed) {
			return o.modes[:i]
		}
		sum += m.primary
	}
	return o.modes
}

// words are the paragraph.
func (o *failureOpening) words(c *composer, v *view) []reports.Span {
	if o.failed == 0 {
		if o.succeeded == 0 {
			return nil
		}
		return []reports.Span{strong("No attempt failed"), text(", of %s with an outcome.", reports.FormatCount(o.succeeded))}
	}
	out := o.howMany(c)
	out = append(out, o.whose()...)
	out = append(out, o.why(c)...)
	out = append(out, o.apart(c, v)...)
	return append(out, o.first(c)...)
}

func (o *failureOpening) howMany(c *composer) []reports.Span {
	n := o.failed + o.succeeded
	if o.succeeded == 0 && len(o.rates) == 0 {
		return []reports.Span{strong(plural(o.failed, "attempt") + " failed"), text(".")}
	}
	out := []reports.Span{strong(reports.FormatCount(o.failed) + " of " + plural(n, "attempt") + " failed"), text(" (%s)", reports.FormatPercent(float64(o.failed)/float64(n), 1))}
	if k := len(o.rates); k > 1 {
		best, worst := o.rates[0], o.rates[k-1]
		if best.failed*worst.n != worst.failed*best.n {
			out = append(out, text(", from %s of those of %s to %s of those of %s", best.share(), c.names.Show(best.run), worst.share(), c.names.Show(worst.run)))
		}
	}
	if o.silent > 0 {
		out = append(out, text("; of %s more the outcome is not known", reports.FormatCount(o.silent)))
	}
	return append(out, text("."))
}

func (r runRate) share() string { return reports.FormatPercent(float64(r.failed)/float64(r.n), 1) }

// whose says whose fault the failures are, the largest part first.
func (o *failureOpening) whose() []reports.Span {
	if o.causes == nil {
		return nil
	}
	type part struct {
		n   int
		who string
	}
	parts := []part{{o.causes.Agent, "the agent"}, {o.causes.Environment, "the environment (tools, servers, harness)"}, {o.causes.Judge, "the judge"}}
	parts = slices.DeleteFunc(parts, func(p part) bool { return p.n == 0 })
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(b.n, a.n) })
	if len(parts) == 0 {
		return []reports.Span{text(" No rule tells whose fault any of them is.")}
	}
	var said []string
	for i, p := range parts {
		if i == 0 {
			p.who += " is at fault"
		}
		said = append(said, p.who+" in "+reports.FormatCount(p.n))
	}
	end := "."
	if o.causes.Unknown > 0 {
		end = "; of " + reports.FormatCount(o.causes.Unknown) + " no rule tells."
	}
	return []reports.Span{text(" By the rules %s%s", reports.Enumerate(said, len(said)), end)}
}

// why names the modes that explain most.
func (o *failureOpening) why(c *composer) []reports.Span {
	named := o.named()
	if len(named) == 0 {
		return []reports.Span{text(" Nothing in the logs tells why.")}
	}
	by := map[string]string{result.SourceDetected: "as rules find it", result.SourceLabelled: "as labelled", result.SourceRecorded: "as the harness recorded it"}[o.source]
	if o.annotator != "" {
		by += " by " + c.names.Whole(o.annotator)
	}
	lead := " What explains most, " + by + ", is "
	if len(named) > 1 {
		lead = " What explains most, " + by + ", are "
	}
	out := []reports.Span{text("%s", lead)}
	for i, m := range named {
		switch {
		case i > 0 && i == len(named)-1:
			out = append(out, text(" and "))
		case i > 0:
			out = append(out, text(", "))
		}
		out = append(out, code(c.modeCell(m.mode).Text), text(" (%s", reports.FormatCount(m.primary)))
		if i == 0 {
			out = append(out, text(" of the %s", reports.FormatCount(o.failed)))
		}
		if !m.explains() {
			out = append(out, text(", not shown to be more frequent than among attempts that succeeded"))
		}
		out = append(out, text(")"))
	}
	if o.none > 0 {
		out = append(out, text("; in %s no mode is found", reports.FormatCount(o.none)))
	}
	return append(out, text("."))
}

// apart says where runs differ significantly in a mode, the largest differences first.
func (o *failureOpening) apart(c *composer, v *view) []reports.Span {
	const most = 2
	b := c.breakdown(v)
	if b == nil {
		return nil
	}
	type difference struct {
		mode, more, less string
		high, low        float64
		p                *float64
	}
	tested := 0
	var found []difference
	for i := range b.Transitions {
		t := &b.Transitions[i]
		if t.Source != o.source || t.Annotator != o.annotator {
			continue
		}
		for _, m := range t.Changes {
			tested++
			switch {
			case !m.Significant || m.Mode == result.ModeNone:
			case m.A >= m.B:
				found = append(found, difference{m.Mode, t.A, t.B, m.A, m.B, m.PAdjusted})
			default:
				found = append(found, difference{m.Mode, t.B, t.A, m.B, m.A, m.PAdjusted})
			}
		}
	}
	if len(found) == 0 {
		if tested == 0 {
			return nil
		}
		return []reports.Span{text(" In no mode do two runs differ significantly at the same tasks.")}
	}
	slices.SortStableFunc(found, func(a, b difference) int { return cmp.Compare(b.high-b.low, a.high-a.low) })
	out := []reports.Span{text(" Runs differ significantly: ")}
	for i, d := range found[:min(most, len(found))] {
		if i > 0 {
			out = append(out, text("; "))
		}
		out = append(out, text("%s fails by ", c.names.Show(d.more)), code(c.modeCell(d.mode).Text), text(" at %s tasks and %s at %s", tasksText(d.high), c.names.Show(d.less), tasksText(d.low)))
		if d.p != nil {
			out = append(out, text(" (adjusted %s)", reports.EqualsP(*d.p, c.alpha())))
		}
	}
	if n := len(found) - most; n > 0 {
		out = append(out, text("; and %s more such %s", reports.FormatCount(n), result.Noun(n, "difference")))
	}
	return append(out, text("."))
}

// first says what to look at first: of the modes that explain failures the most frequent, and
// how many attempts would have succeeded without the failures that it explains.
func (o *failureOpening) first(c *composer) []reports.Span {
	at := slices.IndexFunc(o.modes, func(m modeShare) bool { return m.explains() })
	if at < 0 {
		return nil
	}
	m := o.modes[at]
	out := []reports.Span{text(" First to look at is "), code(c.modeCell(m.mode).Text)}
	if n := o.failed + o.succeeded; o.succeeded > 0 {
		out = append(out, text(": if its %s had succeeded instead, %s of %s would have (%s in place of %s)", plural(m.primary, "attempt"),
			reports.FormatCount(o.succeeded+m.primary), reports.FormatCount(n), reports.FormatPercent(float64(o.succeeded+m.primary)/float64(n), 1), reports.FormatPercent(float64(o.succeeded)/float64(n), 1)))
	}
	out = append(out, text("."))
	if o.source == result.SourceDetected {
		out = append(out, text(" Rules err: read the examples before you act on them."))
	}
	return out
}

// table is the one table of the first level: the modes that the paragraph names, with an
// example each.
func (o *failureOpening) table(c *composer, v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "failures-in-short"), Caption: "What explains most failures over all runs, and where to read one: failed attempts of which it is the primary mode, and attempts that show it and succeeded all the same.",
		Columns: []reports.Column{{Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "Failed attempts", Key: "primary", Kind: reports.Integer}, {Name: "Of failed (%)", Key: "primary_share", Kind: reports.Percent}, {Name: "Succeeded", Key: "successes", Kind: reports.Integer}, {Name: "Largest share in", Key: "worst_run", Kind: reports.Text},
			{Name: "For example", Key: "example_run", Kind: reports.Text}, {Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Trial", Key: "trial", Kind: reports.Integer}, {Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "What the log says", Key: "excerpt", Kind: reports.Text}}}
	for _, m := range o.named() {
		share := float64(m.primary) / float64(o.failed)
		row := []reports.Cell{c.modeCell(m.mode), reports.CountCell(m.primary), v.shares.Value(&share), reports.CountCell(m.shownWon), c.names.Cell(m.worst)}
		if e := m.example; e != nil {
			row = append(row, c.names.Cell(m.exampleRun), c.names.NameCell(e.Task), trialCell(e.Trial), stepCell(e.Step), reports.TextCell(e.Excerpt))
		} else {
			row = append(row, reports.Cell{}, reports.Cell{}, reports.MissingCell(reports.Integer), reports.MissingCell(reports.Integer), reports.Cell{})
		}
		t.Rows = append(t.Rows, row)
	}
	if len(v.runs) == 1 {
		t.Aside = append(t.Aside, "worst_run", "example_run")
	}
	v.noteLeftOut(&t.Notes)
	setAside(&t, "trial", func(cell reports.Cell) bool { return cell.Value == 0 })
	setAside(&t, "step", func(cell reports.Cell) bool { return !cell.HasValue })
	setAside(&t, "excerpt", func(cell reports.Cell) bool { return cell.Text == "" })
	return t
}

// opens writes the paragraph and the table, and between them what figure draws.
func (c *composer) opens(v *view, o *failureOpening, figure func()) {
	if words := o.words(c, v); words != nil {
		c.firstLevel(reports.Prose{Spans: words})
	}
	figure()
	if len(o.modes) > 0 && o.failed > 0 {
		c.use("primary mode")
		c.firstLevel(o.table(c, v))
	}
}
