package compose

import (
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// maxExamples is how many examples of a mode the report shows; the failure
// breakdown by itself shows all.
const maxExamples = 3

// failureSources say where a failure mode comes from.
var failureSources = []struct{ source, title, words string }{
	{"recorded", "As recorded", "How attempts ended, as the harness recorded it. An attempt can run into its limit with the task solved: exit and success are different facts."},
	{"labelled", "As judged", "Failure modes that a person or a model has noted in the log. Each annotator is counted separately."},
	{"detected", "As detected", "Failure modes that rules find in the trajectories; mcpstats list failures says what each looks for, docs/failure-modes.md how precise it is. An attempt can show several, so shares do not add up to the whole."},
}

// failureSection opens with what a reader must know: a paragraph, a figure and a short table.
// Then come, folded where a page can fold, the failure modes by source: table, places, what
// goes together; what became of one run's failures in another, and examples.
//
// It reads the failures, their breakdown and the examples. The three sources are shown
// apart and never added up: an exit code, a label and a rule are three observers, who may
// all have seen the same thing.
func failureSection(c *composer, v *view) error {
	overall, err := frames.Failures(c.res, v.name, v.runs, false)
	if err != nil {
		return err
	}
	strata, err := frames.Failures(c.res, v.name, v.runs, true)
	if err != nil || overall.Len()+strata.Len() == 0 {
		return err
	}
	c.heading(2, c.id(v, "failures-section"), "How they fail")
	o := c.opened(v, overall)
	drawn := ""
	c.opens(v, &o, func() { drawn = c.openingFigure(v, overall, o.source) })
	from := len(c.doc.Blocks)
	c.failureDetails(v, overall, strata, drawn)
	for i, b := range c.doc.Blocks[from:] {
		if t, ok := b.(reports.Table); ok {
			t.Long = true
			c.doc.Blocks[from+i] = t
		}
	}
	return nil
}

// openingFigure draws the primary modes of a source, and returns its identifier, or nothing
// where there is nothing to draw.
func (c *composer) openingFigure(v *view, f frames.Frame, source string) string {
	var rows []int
	for i := range f.Len() {
		if f.Text(i, "source") == source {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return ""
	}
	id := c.id(v, "failures-"+source+"-figure")
	fig, ok := c.primaryFigure(v, f, byAnnotator(f, rows)[0], source, id)
	if !ok {
		return ""
	}
	c.firstLevel(fig)
	return id
}

// failureDetails is everything behind the opening; drawn is a figure that stands there.
func (c *composer) failureDetails(v *view, overall, strata frames.Frame, drawn string) {
	for _, s := range failureSources {
		c.failureSource(v, overall, s.source, s.title, s.words, drawn)
	}
	if strata.Len() > 0 {
		t := c.failureTable(v, strata, everyRow(strata), c.id(v, "failures-by-stratum"), "Failure modes by stratum")
		t.Long = true
		c.add(t)
	}
	c.transitions(v)
	if t := c.exampleTable(v, overall); len(t.Rows) > 0 {
		c.add(t)
	}
}

func everyRow(f frames.Frame) []int {
	rows := make([]int, f.Len())
	for i := range rows {
		rows[i] = i
	}
	return rows
}

func (c *composer) failureSource(v *view, f frames.Frame, source, title, words, drawn string) {
	var rows []int
	for i := range f.Len() {
		if f.Text(i, "source") == source {
			rows = append(rows, i)
		}
	}
	scopes := c.scopes(v, source)
	// What was looked for and found nowhere is a finding, and stands even without a row.
	if len(rows) == 0 && !slices.ContainsFunc(scopes, func(s result.FailureScope) bool { return len(s.Absent) > 0 }) {
		return
	}
	c.heading(3, c.id(v, "failures-"+source+"-section"), "%s", title)
	c.para(text("%s", words))
	id := c.id(v, "failures-"+source+"-figure")
	for i, of := range byAnnotator(f, rows) {
		if i > 0 {
			id = c.id(v, "failures-"+source+"-figure-"+strconv.Itoa(i+1))
		}
		if id == drawn {
			continue
		}
		if fig, ok := c.primaryFigure(v, f, of, source, id); ok {
			c.add(fig)
		}
	}
	if len(rows) > 0 {
		t := c.failureTable(v, f, rows, c.id(v, "failures-"+source), "Failure modes "+source)
		setAside(&t, "source", func(reports.Cell) bool { return true })
		t.Long = len(t.Rows) > 30 && !c.allFailures
		c.add(t)
	}
	if source == "detected" && len(scopes) > 0 {
		c.add(c.scopeTable(v, scopes))
		if t := c.placeTable(v, f, rows); len(t.Rows) > 0 {
			c.add(t)
		}
		c.trends(v)
	}
	if t := c.togetherTable(v, source); len(t.Rows) > 0 {
		c.add(t)
	}
	if source == result.SourceLabelled {
		c.labelled(v)
		c.ruleAgreements(v)
	}
}

// byAnnotator parts the rows of a source by who gave the labels. Verdicts, which divide
// nothing, are no annotator's.
func byAnnotator(f frames.Frame, rows []int) [][]int {
	var out [][]int
	for _, i := range rows {
		last := len(out) - 1
		if last < 0 || f.Text(out[last][0], "annotator") != f.Text(i, "annotator") {
			out = append(out, nil)
			last++
		}
		out[last] = append(out[last], i)
	}
	return out
}

// failureTable lists modes with their counts, shares and lifts.
func (c *composer) failureTable(v *view, f frames.Frame, rows []int, id, what string) reports.Table {
	sc := v.shares
	t := reports.Table{ID: id, Caption: what + ": attempts that show a mode, out of those that failed and to which it applies (for verdicts, out of all)" + c.failureInterval(f, rows) + "."}
	if f.Text(rows[0], "stratum") != "" {
		t.Columns = append(t.Columns, reports.Column{Name: "Stratum", Key: "stratum", Kind: reports.Text}, reports.Column{Name: "Value", Key: "value", Kind: reports.Text})
	}
	t.Columns = append(t.Columns,
		reports.Column{Name: "Category", Key: "category", Kind: reports.Text}, reports.Column{Name: "Mode", Key: "mode", Kind: reports.Text}, reports.Column{Name: "Source", Key: "source", Kind: reports.Text}, reports.Column{Name: "Annotator", Key: "annotator", Kind: reports.Text}, reports.Column{Name: "Run", Key: "run", Kind: reports.Text},
		reports.Column{Name: "Attempts", Key: "count", Kind: reports.Integer}, reports.Column{Name: "Of", Key: "of", Kind: reports.Integer}, reports.Column{Name: "Tasks", Key: "of_tasks", Kind: reports.Integer}, reports.Column{Name: "Share", Key: "share", Kind: reports.Percent}, reports.Column{Name: c.level() + " interval (%)", Key: "interval", Kind: reports.Interval},
		reports.Column{Name: "Simultaneous (%)", Key: "simultaneous_interval", Kind: reports.Interval}, reports.Column{Name: "Design effect", Key: "design_effect", Kind: reports.Number},
		reports.Column{Name: "Primary", Key: "primary", Kind: reports.Integer}, reports.Column{Name: "Of failed", Key: "primary_share", Kind: reports.Percent}, reports.Column{Name: "Simultaneous interval (%)", Key: "primary_interval", Kind: reports.Interval},
		reports.Column{Name: "Succeeded", Key: "successes", Kind: reports.Integer}, reports.Column{Name: "Lift", Key: "lift", Kind: reports.Number}, reports.Column{Name: c.level() + " interval of lift", Key: "lift_interval", Kind: reports.Interval})
	for _, i := range rows {
		fail := &c.res.Failures[f.Count(i, "row")]
		var row []reports.Cell
		if len(t.Columns) > 0 && t.Columns[0].Key == "stratum" {
			row = append(row, c.names.Cell(f.Text(i, "stratum")), c.names.Cell(f.Text(i, "value")))
		}
		row = append(row,
			c.names.NameCell(f.Text(i, "category")), c.modeCell(f.Text(i, "mode")), c.names.NameCell(f.Text(i, "source")), c.names.NameCell(f.Text(i, "annotator")), c.names.Cell(f.Text(i, "run")),
			c.linked(reports.CountCell(f.Count(i, "count")), c.pages.counted(fail)), reports.CountCell(f.Count(i, "of")), reports.CountCell(fail.OfTasks), sc.Value(f.Float(i, "share")), sc.Interval(fail.Interval),
			sc.Interval(fail.Simultaneous), reports.NumberCell(fail.DesignEffect, 2))
		if p := fail.Primary; p != nil {
			row = append(row, reports.CountCell(p.Count), sc.Value(p.Share), sc.Interval(p.Interval))
		} else {
			row = append(row, reports.MissingCell(reports.Integer), reports.MissingCell(reports.Percent), reports.MissingCell(reports.Interval))
		}
		t.Rows = append(t.Rows, append(row, reports.CountCell(f.Count(i, "successes")), reports.NumberCell(f.Float(i, "lift"), 2), reports.NumberInterval(fail.LiftInterval, 2)))
	}
	alone(v, &t)
	unsigned(&t)
	absent := func(cell reports.Cell) bool { return !cell.HasValue }
	if setAside(&t, "design_effect", absent) {
		t.Aside = append(t.Aside, "of_tasks") // as many as attempts, or not known
	} else {
		c.use("design effect")
		t.Notes = append(t.Notes, "Attempts at one task, or at tasks of one cluster, end alike: each share's interval counts as many attempts as its own design effect leaves.")
	}
	if method := simultaneousMethod(c.res, f, rows); setAside(&t, "simultaneous_interval", absent) || method == "" {
	} else {
		t.Notes = append(t.Notes, "Simultaneous: at the stated confidence, the intervals of all modes of a source hold together ("+c.interval(method)+"s).")
	}
	if setAside(&t, "primary", absent) {
		setAside(&t, "primary_share", absent)
		setAside(&t, "primary_interval", absent)
	} else {
		c.use("primary mode")
		which := "of which it is the first mode in the order of mcpstats list failures"
		if slices.ContainsFunc(rows, func(i int) bool { return f.Text(i, "source") == result.SourceDetected }) {
			which = "that it explains best: of the modes that can explain a failure by themselves the one whose step comes first, else the first in the order of mcpstats list failures"
		}
		labels := ""
		if slices.ContainsFunc(rows, func(i int) bool {
			return f.Text(i, "source") == result.SourceLabelled && c.res.Failures[f.Count(i, "row")].Primary != nil
		}) {
			labels = "; of an annotator's labels the one called the root, else the first in that order, else the first that the log lists"
		}
		t.Notes = append(t.Notes, "Primary: failed attempts "+which+labels+". The primary modes of a source and none divide the failed attempts; their simultaneous intervals hold together, too.")
	}
	if setAside(&t, "lift", absent) {
		setAside(&t, "lift_interval", absent)
	} else {
		c.use("lift")
		t.Notes = append(t.Notes, "Lift: share among failed attempts over share among those that succeeded ("+c.interval("koopman")+"s); 1 means that the mode explains nothing.")
	}
	if slices.ContainsFunc(t.Rows, func(row []reports.Cell) bool { return row[len(row)-3].Value > 0 }) {
		t.Notes = append(t.Notes, "Succeeded: attempts that show the mode and succeeded all the same.")
	}
	return t
}

// simultaneousMethod is the method of the rows' simultaneous intervals, that of shared
// tasks before that of single attempts; empty where there is none.
func simultaneousMethod(res *result.Results, f frames.Frame, rows []int) string {
	method := ""
	for _, i := range rows {
		if iv := res.Failures[f.Count(i, "row")].Simultaneous; iv != nil && (method == "" || method == "wilson_bonferroni") {
			method = iv.Method
		}
	}
	return method
}

// failureInterval names the method of the intervals.
func (c *composer) failureInterval(f frames.Frame, rows []int) string {
	var found *result.IntervalEstimate
	for _, i := range rows {
		iv := c.res.Failures[f.Count(i, "row")].Interval
		if iv != nil && (found == nil || found.Method == "wilson") { // a run of single attempts beside others
			found = iv
		}
	}
	if found == nil {
		return ""
	}
	return "; " + reports.FormatLevel(found.Level) + " " + c.interval(found.Method) + "s"
}

func (c *composer) modeCell(mode string) reports.Cell {
	cell := c.names.NameCell(mode)
	if cell.Text == "" {
		cell.Text, cell.Tone = "(not stated)", reports.Faint
	}
	return cell
}

// breakdown is the benchmark's; nil where there is none.
func (c *composer) breakdown(v *view) *result.FailureBreakdown {
	for i := range c.res.Breakdowns {
		if c.res.Breakdowns[i].Benchmark == v.name {
			return &c.res.Breakdowns[i]
		}
	}
	return nil
}

// scopes are the runs as a source sees them, in the order of the view.
func (c *composer) scopes(v *view, source string) []result.FailureScope {
	b := c.breakdown(v)
	if b == nil {
		return nil
	}
	var out []result.FailureScope
	for _, run := range v.runs {
		for _, s := range b.Scopes {
			if s.Run == run && s.Source == source {
				out = append(out, s)
			}
		}
	}
	return out
}

// scopeTable says what was looked for: found, absent, or not to be looked for in
// this log.
func (c *composer) scopeTable(v *view, scopes []result.FailureScope) reports.Table {
	t := reports.Table{ID: c.id(v, "failures-looked-for"), Caption: "What the rules could look at. Absent: looked for, and found in no failed attempt. Not applicable: the log lacks what the rule needs, which says nothing either way. Agent, Environment, Judge, Unclear: whose fault the failures are by these rules (docs/failure-modes.md).",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Failed", Key: "failed", Kind: reports.Integer}, {Name: "With a mode", Key: "explained", Kind: reports.Integer},
			{Name: "Agent", Key: "cause_agent", Kind: reports.Integer}, {Name: "Environment", Key: "cause_environment", Kind: reports.Integer}, {Name: "Judge", Key: "cause_judge", Kind: reports.Integer}, {Name: "Unclear", Key: "cause_unknown", Kind: reports.Integer}, {Name: "Succeeded", Key: "succeeded", Kind: reports.Integer}, {Name: "No outcome", Key: "unknown", Kind: reports.Integer},
			{Name: "Design effect", Key: "design_effect", Kind: reports.Number}, {Name: "Absent", Key: "absent", Kind: reports.Text}, {Name: "Not applicable", Key: "not_applicable", Kind: reports.Text}}}
	for _, s := range scopes {
		none := reports.MissingCell(reports.Integer) // in results of an earlier version
		causes := []reports.Cell{none, none, none, none}
		if n := s.Causes; n != nil {
			causes = []reports.Cell{reports.CountCell(n.Agent), reports.CountCell(n.Environment), reports.CountCell(n.Judge), reports.CountCell(n.Unknown)}
		}
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(s.Run), reports.CountCell(s.Failed), reports.CountCell(s.Explained),
			causes[0], causes[1], causes[2], causes[3], reports.CountCell(s.Succeeded), reports.CountCell(s.Unknown),
			reports.NumberCell(s.DesignEffect, 2), reports.TextCell(strings.Join(s.Absent, ", ")), reports.TextCell(strings.Join(s.NotApplicable, ", "))})
	}
	if len(scopes) > 0 && len(scopes[0].Off) > 0 {
		t.Notes = append(t.Notes, "Off, being wrong too often (docs/failure-modes.md): "+strings.Join(scopes[0].Off, ", ")+". What they find is listed in attempts.csv and in no count; --rules turns them on.")
	}
	setAside(&t, "cause_judge", func(cell reports.Cell) bool { return !cell.HasValue || cell.Value == 0 })
	for _, key := range []string{"cause_agent", "cause_environment", "cause_unknown"} {
		setAside(&t, key, func(cell reports.Cell) bool { return !cell.HasValue })
	}
	setAside(&t, "unknown", func(cell reports.Cell) bool { return cell.Value == 0 })
	if !setAside(&t, "design_effect", func(cell reports.Cell) bool { return !cell.HasValue }) {
		c.use("design effect")
	}
	return t
}

// trends says whether retrieval misses grow with the tool set.
func (c *composer) trends(v *view) {
	b := c.breakdown(v)
	if b == nil {
		return
	}
	for _, r := range b.Trends {
		if r.Test.P == nil || r.Test.Statistic == nil {
			continue
		}
		c.use("tau")
		c.para(text("Retrieval against the size of the tool set, %s: over %s with %s to %s tools, Kendall's tau-b between tools and misses is %s (%s).",
			c.names.Show(r.Run), plural(r.NTasks, "task"), reports.FormatCount(r.Smallest), reports.FormatCount(r.Largest), reports.FormatStatistic(float64(*r.Test.Statistic)), reports.EqualsP(*r.Test.P, c.alpha())))
	}
}
