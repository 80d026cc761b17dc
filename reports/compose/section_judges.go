package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// mostConfusions is how many heat maps of its leading judge a report draws.
const mostConfusions = 4

// maxContradictions is how many contradicting verdicts a page lists.
const maxContradictions = 12

// judgeSection shows how far the judges can be trusted: agreement with the reference in
// both readings, confusion, and the verdicts that contradict their own text. It stands
// where verdicts of a judge and a reference meet on some attempt.
func judgeSection(c *composer, v *view) error {
	rows := v.agreement(c.res)
	if len(rows) == 0 {
		if j := c.judging(v); j != nil { // judges without a reference
			c.heading(2, c.id(v, "judges-section"), "Can the judges be trusted")
			c.rankingTables(v, j, c.judgePairs(j))
		}
		return nil
	}
	c.heading(2, c.id(v, "judges-section"), "Can the judges be trusted")
	c.firstLevel(reports.Prose{Spans: c.judgeProse(v, rows)})
	if len(rows) > 1 {
		c.firstLevel(c.judgeFigure(v, rows, c.id(v, "agreement-figure")))
	}
	leading, maps := c.leadingJudge(v, rows), 0
	for _, a := range rows {
		if a.Judge == leading && a.Reading == "stored" && a.N > 0 && maps < mostConfusions {
			maps++
			c.add(c.confusionFigure(v, a, c.names.Id("confusion-figure", v.slug, a.Run)))
		}
	}
	for _, figure := range c.panelFigures(v) {
		c.add(figure)
	}
	c.add(c.agreementTable(v, rows, c.id(v, "agreement")), c.confusionTable(v, rows, c.id(v, "confusion")))
	for _, t := range []reports.Table{c.correctedTable(v, rows), c.panelTable(v), c.contradictionTable(v, rows)} {
		if len(t.Rows) > 0 {
			c.add(t)
		}
	}
	c.judgedTogether(v)
	return nil
}

// agreement lists the benchmark's rows of agreement.
func (v *view) agreement(res *result.Results) []*result.Agreement {
	var rows []*result.Agreement
	for i := range res.Agreement {
		if res.Agreement[i].Benchmark == v.name {
			rows = append(rows, &res.Agreement[i])
		}
	}
	return rows
}

// judgeProse says what the reference is, which reading agrees best, and how many
// stored verdicts contradict their text.
func (c *composer) judgeProse(v *view, rows []*result.Agreement) []reports.Span {
	var out []reports.Span
	first := rows[0]
	// Agreement means something only above what a judge without insight would reach by
	// always saying the same.
	if rate := first.ReferenceRate; rate != nil {
		constant, says := *rate, "success"
		if constant < 0.5 {
			constant, says = 1-constant, "failure"
		}
		out = append(out, text("The reference (%s) says success for %s of %s. A judge that always said %s would agree on %s.",
			c.names.Whole(first.Reference), v.shares.Text(*rate), plural(first.N, "attempt"), says, v.shares.Text(constant)))
	}
	flips, verdicts := 0, 0
	for _, a := range rows {
		if a.Reading == "stored" && len(a.Flips) > 0 {
			flips += len(a.Flips)
		}
		if a.Reading == "stored" && hasReading(rows, a, "reparsed") && !isVote(a.Judge) {
			verdicts += a.N
		}
	}
	if verdicts > 0 {
		c.use("re-read")
		if flips > 0 {
			out = append(out, text(" %s of %s contradict what the judge's own text ends with (", reports.FormatCount(flips), plural(verdicts, "stored verdict")),
				link("list", c.id(v, "contradictions")), text(")."))
		} else {
			out = append(out, text(" No stored verdict contradicts what the judge's own text ends with."))
		}
	}
	return out
}

// isVote tells a vote of all judges from a judge.
func isVote(judge string) bool {
	return slices.Contains([]string{"vote>=half", "vote>half", "any"}, judge)
}

func hasReading(rows []*result.Agreement, of *result.Agreement, reading string) bool {
	return slices.ContainsFunc(rows, func(a *result.Agreement) bool {
		return a.Run == of.Run && a.Judge == of.Judge && a.Reading == reading
	})
}

func readingTitle(reading string) string {
	if reading == "reparsed" {
		return "re-read"
	}
	return reports.Visible(reading)
}

func (c *composer) judgeFigure(v *view, rows []*result.Agreement, id string) reports.Figure {
	forest := reports.Forest{Axis: reports.Axis{Label: "Agreement with the reference (%)", Percent: true, Min: 0, Max: 1, Fixed: true}}
	several := slices.ContainsFunc(rows, func(a *result.Agreement) bool { return a.Run != rows[0].Run })
	reread := slices.ContainsFunc(rows, func(a *result.Agreement) bool { return a.Reading == "reparsed" })
	for _, a := range rows {
		if a.Agreement == nil {
			continue
		}
		e := reports.Estimate{Label: c.names.Show(a.Judge), Value: *a.Agreement, Series: 0, Hollow: a.Reading == "reparsed", Note: v.shares.Text(*a.Agreement)}
		if reread {
			e.Label += ", " + readingTitle(a.Reading)
		}
		if several && a.Run != "" {
			e.Label = c.names.Brief(a.Run) + ": " + e.Label
			e.Series = v.colour(a.Run)
		}
		if i := a.AgreementCI; i != nil {
			e.Low, e.High, e.HasInterval = float64(i.Low), float64(i.High), true
			e.Note += " " + v.shares.Interval(i).Text
		}
		e.Hover = []string{plural(a.N, "judged attempt")}
		if a.NTasks > 0 && a.NTasks < a.N {
			e.Hover[0] += " at " + plural(a.NTasks, "task")
		}
		forest.Rows = append(forest.Rows, e)
	}
	readings := ""
	if reread {
		readings = " Filled: verdicts as stored; open: re-read from the judge's text."
	}
	return reports.Figure{Kind: reports.FigureJudges.Name, ID: id, Caption: c.agreementCaption(rows) + readings,
		Alt: "Agreement of every judge with the reference; the table below holds the values.", Chart: forest}
}

func (c *composer) agreementCaption(rows []*result.Agreement) string {
	low, high, tasks, method := rows[0].N, rows[0].N, 0, ""
	for _, a := range rows {
		low, high, tasks = min(low, a.N), max(high, a.N), max(tasks, a.NTasks)
		if i := a.AgreementCI; i != nil && (method == "" || a.ByTask()) { // a run of single attempts beside others
			method = "; " + reports.FormatLevel(i.Level) + " " + c.interval(i.Method) + "s"
		}
	}
	n := plural(high, "attempt")
	if low != high {
		n = reports.FormatCount(low) + " to " + n
	}
	if tasks > 0 && tasks < high {
		n += " at up to " + plural(tasks, "task")
	}
	return "Agreement with the reference in percent, over " + n + " judged by both" + method + "."
}

func (c *composer) agreementTable(v *view, rows []*result.Agreement, id string) reports.Table {
	c.use("kappa")
	sc := v.shares
	t := reports.Table{ID: id, Caption: c.agreementCaption(rows) + " Bias: " + c.biasMethods(rows) + " of the judge's share of successes against the reference's, not corrected.",
		Columns: []reports.Column{
			{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Reading", Key: "reading", Kind: reports.Text}, {Name: "Attempts", Key: "n", Kind: reports.Integer}, {Name: "Tasks", Key: "n_tasks", Kind: reports.Integer},
			{Name: "Judge's success", Key: "success_rate", Kind: reports.Percent}, {Name: "Reference's", Key: "reference_rate", Kind: reports.Percent},
			{Name: "Agreement", Key: "agreement", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "agreement_interval", Kind: reports.Interval},
			{Name: "Kappa", Key: "kappa", Kind: reports.Number}, {Name: c.level() + " interval", Key: "kappa_interval", Kind: reports.Interval},
			{Name: "AC1", Key: "ac1", Kind: reports.Number}, {Name: c.level() + " interval", Key: "ac1_interval", Kind: reports.Interval}, {Name: "Bias p", Key: "bias_p", Kind: reports.PValue},
		}}
	for _, a := range rows {
		var bias *float64
		if a.Bias != nil {
			bias = a.Bias.P
		}
		t.Rows = append(t.Rows, []reports.Cell{
			c.runOrAll(a.Run), c.names.Cell(a.Judge), {Text: readingTitle(a.Reading)}, reports.CountCell(a.N), reports.CountCell(a.NTasks),
			sc.Value(a.SuccessRate), sc.Value(a.ReferenceRate), sc.Value(a.Agreement), sc.Interval(a.AgreementCI),
			reports.NumberCell(a.Kappa, 2), reports.NumberInterval(a.KappaInterval, 2), reports.NumberCell(a.AC1, 2), reports.NumberInterval(a.AC1Interval, 2), reports.PCell(bias, c.alpha()),
		})
	}
	t.Notes = c.judgeNotes(rows)
	if !slices.ContainsFunc(rows, func(a *result.Agreement) bool { return a.ByTask() }) {
		t.Aside = append(t.Aside, "n_tasks")
	} else {
		t.Notes = append([]string{byTaskNote}, t.Notes...)
	}
	setAside(&t, "ac1_interval", func(cell reports.Cell) bool { return !cell.HasValue })
	if !setAside(&t, "ac1", func(cell reports.Cell) bool { return !cell.HasValue }) {
		c.use("ac1")
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	return t
}

// byTaskNote says why a judge's intervals are wider than the attempts make believe.
const byTaskNote = "Attempts at one task, or at tasks of one cluster, are judged alike: intervals and the test of bias count tasks or clusters, not attempts."

// biasMethods names the tests of bias that the rows hold, McNemar's where there is none.
func (c *composer) biasMethods(rows []*result.Agreement) string {
	var names []string
	for _, a := range rows {
		if a.Bias != nil {
			addOnce(&names, c.method(a.Bias.Method))
		}
	}
	if len(names) == 0 {
		names = []string{c.method("mcnemar_exact")}
	}
	return strings.Join(names, " or ")
}

// judgeNotes gathers what the rows themselves have to say, each once.
func (c *composer) judgeNotes(rows []*result.Agreement) []string {
	var order []string
	about := map[string][]string{}
	for _, a := range rows {
		for _, n := range a.Notes {
			addOnce(&order, n)
			about[n] = append(about[n], c.names.Show(a.Judge)+", "+readingTitle(a.Reading))
		}
	}
	var out []string
	for i, n := range order {
		if i == maxPairNotes {
			return append(out, reports.FormatCount(len(order)-i)+" further notes are in results.json.")
		}
		who := strings.Join(about[n][:min(2, len(about[n]))], "; ")
		switch more := len(about[n]) - 2; {
		case len(about[n]) == len(rows) && len(rows) > 1:
			who = "all rows"
		case more > 0:
			who += " and " + reports.FormatCount(more) + " more"
		}
		out = append(out, capital(reports.Shorten(reports.Visible(n), reports.MaxTextRunes))+" ("+who+").")
	}
	return out
}

func (c *composer) confusionTable(v *view, rows []*result.Agreement, id string) reports.Table {
	sc := v.shares
	t := reports.Table{ID: id, Caption: "Verdicts against the reference, in attempts; success is positive. Precision, recall and F1 of saying success.",
		Columns: []reports.Column{
			{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Reading", Key: "reading", Kind: reports.Text},
			{Name: "Both success", Key: "tp", Kind: reports.Integer}, {Name: "Judge alone", Key: "fp", Kind: reports.Integer}, {Name: "Reference alone", Key: "fn", Kind: reports.Integer}, {Name: "Both failure", Key: "tn", Kind: reports.Integer},
			{Name: "Precision", Key: "precision", Kind: reports.Percent}, {Name: "Recall", Key: "recall", Kind: reports.Percent}, {Name: "F1", Key: "f1", Kind: reports.Percent}, {Name: "MCC", Key: "mcc", Kind: reports.Number},
		}}
	for _, a := range rows {
		t.Rows = append(t.Rows, []reports.Cell{
			c.runOrAll(a.Run), c.names.Cell(a.Judge), {Text: readingTitle(a.Reading)},
			reports.CountCell(a.Confusion.TP), reports.CountCell(a.Confusion.FP), reports.CountCell(a.Confusion.FN), reports.CountCell(a.Confusion.TN),
			sc.Value(a.Precision), sc.Value(a.Recall), sc.Value(a.F1), reports.NumberCell(a.MCC, 2),
		})
	}
	if !setAside(&t, "mcc", func(cell reports.Cell) bool { return !cell.HasValue }) {
		t.Caption += " MCC is Matthews' correlation: 1 is perfect, 0 is chance."
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	return t
}

func (c *composer) contradictionTable(v *view, rows []*result.Agreement) reports.Table {
	t := reports.Table{ID: c.id(v, "contradictions"), Caption: "Stored verdicts that contradict the last status in the judge's own text; 1 is success.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Trial", Key: "trial", Kind: reports.Integer}, {Name: "Stored", Key: "stored", Kind: reports.Number}, {Name: "Re-read", Key: "reparsed", Kind: reports.Number}}}
	for _, a := range rows {
		if a.Reading != "stored" {
			continue
		}
		for _, f := range a.Flips {
			stored, reread := result.Float(f.Stored), result.Float(f.Reparsed)
			t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(a.Run), c.names.Cell(a.Judge), c.names.NameCell(f.Task), trialCell(f.Trial), reports.StatisticCell(&stored), reports.StatisticCell(&reread)})
		}
	}
	if len(v.runs) == 1 {
		setAside(&t, "run", func(reports.Cell) bool { return true })
	}
	t.Long = len(t.Rows) > maxContradictions
	return t
}
