package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// stabilitySection shows under which other sane choices the conclusion holds: the leader
// against its rivals, and the ranking. It stands where the results hold a curve or another
// ranking, which takes at least two runs and a choice to make.
func stabilitySection(c *composer, v *view) error {
	var curves []*result.SpecificationCurve
	for i := range c.res.Curves {
		if k := &c.res.Curves[i]; k.Benchmark == v.name && len(k.Choices) > 0 {
			curves = append(curves, k)
		}
	}
	var rankings []*result.Stability
	for i := range c.res.Stability {
		if s := &c.res.Stability[i]; s.Benchmark == v.name {
			rankings = append(rankings, s)
		}
	}
	if len(curves)+len(rankings) == 0 || v.primary == nil {
		return nil
	}
	c.heading(2, c.id(v, "stability-section"), "How stable is the conclusion")
	if len(curves) > 0 {
		c.curveProse(v, curves)
		for i, k := range curves {
			// A figure of choices that all agree shows no more than its sentence; the
			// first pair's stands as the example.
			if (i == 0 || !unanimous(k)) && c.sameKind(v, k) {
				at := inFull
				if i == 0 {
					at = firstLevel
				}
				c.addAt(at, c.curveFigure(v, k))
			}
		}
		c.add(c.choiceTable(v, curves))
	}
	if len(rankings) > 0 {
		c.add(reports.Prose{Spans: c.stabilityProse(v, rankings)}, c.stabilityTable(v, rankings))
	}
	return nil
}

// unanimous tells whether all choices say the same of a pair.
func unanimous(k *result.SpecificationCurve) bool {
	n := len(k.Choices)
	return k.Holds == n && (k.Significant == n || k.Significant == 0)
}

// curveProse says in how many choices the order of each pair holds, in how many
// significantly, and nothing beyond.
func (c *composer) curveProse(v *view, curves []*result.SpecificationCurve) {
	c.use("choice")
	var varied []string
	for _, d := range c.dimensions(v, curves) {
		if len(d.options) > 1 {
			varied = append(varied, d.what)
		}
	}
	spans := []reports.Span{text("The leader, "), strong(c.names.Show(curves[0].A)), text(", is compared again with each run below it")}
	switch {
	case len(curves) == 1:
		spans[2] = text(", is compared again with the run below it")
	case v.ranking != nil && len(curves) < len(v.ranking.Runs)-1:
		spans[2] = text(", is compared again with %s of the %s below it", reports.FormatCount(len(curves)), plural(len(v.ranking.Runs)-1, "run"))
	}
	if len(varied) > 0 {
		spans = append(spans, text(" under other choices of %s", reports.Enumerate(varied, len(varied))))
	}
	spans = append(spans, text("."))
	if s := stated(curves); s != nil {
		spans = append(spans, text(" The report's own choice: %s, the metric %s, %s, %s.", c.policyWords(s.Missing), reports.Shorten(c.names.Whole(s.Metric), reports.MaxNameRunes), c.method(s.Test), c.method(s.Correction)))
	}
	c.firstLevel(reports.Prose{Spans: append(spans, text(" All choices are made on the same data: how many of them agree is not a probability."))})
	var items []reports.Prose
	for _, k := range curves {
		items = append(items, reports.Prose{Spans: append([]reports.Span{text("Above "), strong(c.names.Show(k.B)), text(": ")}, c.curveSpans(k)...)})
	}
	if len(items) == 1 {
		c.firstLevel(items[0])
		return
	}
	c.firstLevel(reports.List{Items: items})
}

// curveSpans tells in how many choices the order of a pair holds.
func (c *composer) curveSpans(k *result.SpecificationCurve) []reports.Span {
	n, reversed := len(k.Choices), 0
	for _, s := range k.Choices {
		if s.Difference != nil && *s.Difference < 0 {
			reversed++
		}
	}
	of := func(count int) string {
		if count == n && n > 1 {
			return "all " + plural(n, "choice")
		}
		return reports.FormatCount(count) + " of " + plural(n, "choice")
	}
	out := []reports.Span{text("the order holds in %s", of(k.Holds))}
	if equal := n - k.Holds - reversed; equal > 0 {
		out = append(out, text(" (equal in %s, reversed in %s)", reports.FormatCount(equal), reports.FormatCount(reversed)))
	}
	switch {
	case k.Significant == 0:
		out = append(out, text(", significantly in none"))
	case k.Significant == n:
		out = append(out, text(", significantly in all of them"))
	default:
		out = append(out, text(", significantly in %s", reports.FormatCount(k.Significant)))
	}
	if k.Against > 0 {
		out = append(out, text("; %s is significantly better in %s", c.names.Show(k.B), reports.FormatCount(k.Against)))
	}
	return append(out, text("."))
}

// stated is the choice that the report states; nil where no curve holds it.
func stated(curves []*result.SpecificationCurve) *result.Specification {
	for _, k := range curves {
		for i := range k.Choices {
			if k.Choices[i].Stated {
				return &k.Choices[i]
			}
		}
	}
	return nil
}

// policyWords is a policy within a sentence.
func (c *composer) policyWords(policy string) string {
	c.use("policy")
	switch policy {
	case "fail":
		return "attempts without an outcome as failed"
	case "drop":
		return "attempts without an outcome left out"
	case "worst", "best":
		return "attempts without an outcome in their " + policy + " case"
	}
	return "the policy " + reports.ShortName(policy)
}

// stabilityProse says what becomes of the ranking under other choices.
func (c *composer) stabilityProse(v *view, rows []*result.Stability) []reports.Span {
	c.use("tau")
	same, leads := 0, 0
	var least *float64
	for _, s := range rows {
		if slices.Equal(s.Order, statedOrder(v, s.Order)) {
			same++
		}
		if s.Leader {
			leads++
		}
		if s.Tau != nil && (least == nil || *s.Tau < *least) {
			least = s.Tau
		}
	}
	under := "one other choice"
	if len(rows) > 1 {
		under = plural(len(rows), "other choice") + ", one thing changed at a time"
	}
	out := []reports.Span{text("The whole ranking was repeated under %s: ", under)}
	first := "the first place stays with the same run in " + reports.FormatCount(leads) + " of them"
	if leads == len(rows) {
		first = "the first place stays with the same run"
	}
	order := ", and the order is the same in " + reports.FormatCount(same)
	if same == len(rows) {
		first, order = "the order of the runs stays the same", ""
	}
	out = append(out, text("%s%s.", first, order))
	if least != nil && same < len(rows) {
		out = append(out, text(" Kendall's tau-b with the stated ranking is at least %s.", reports.FormatNumber(*least, 2)))
	}
	return out
}

// statedOrder is the report's own order of the given runs.
func statedOrder(v *view, runs []string) []string {
	var out []string
	for _, run := range v.runs {
		if slices.Contains(runs, run) {
			out = append(out, run)
		}
	}
	return out
}

func (c *composer) stabilityTable(v *view, rows []*result.Stability) reports.Table {
	t := reports.Table{ID: c.id(v, "stability"),
		Caption: "The ranking by " + c.names.Whole(v.primary.Name) + " under other choices, one thing changed at a time: Kendall's tau-b of the runs' means with those of the stated ranking, and its p, of no association between the two.",
		Columns: []reports.Column{
			{Name: "Changed", Key: "varied", Kind: reports.Text}, {Name: "To", Key: "setting", Kind: reports.Text}, {Name: "Same first", Key: "same_leader", Kind: reports.Text},
			{Name: "tau-b", Key: "tau", Kind: reports.Number}, {Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Order, best first", Key: "order", Kind: reports.Text}, {Name: "Notes", Key: "notes", Kind: reports.Text},
		}}
	for _, s := range rows {
		changed, to := reports.Cell{Text: "metric"}, c.names.NameCell(s.Setting)
		if s.Varied == "missing" {
			changed, to = reports.Cell{Text: "no outcome", Full: "missing"}, reports.Cell{Text: strings.ToLower(policyTitle(s.Setting)), Full: s.Setting}
		}
		first := reports.Yes(s.Leader)
		if !s.Leader {
			first.Tone = reports.Careful
		}
		var names, whole []string
		for _, run := range s.Order {
			names, whole = append(names, c.names.Brief(run)), append(whole, c.names.Named(run))
		}
		order := c.orderCell(reports.TextCell(strings.Join(names, " > ")).Text, whole, s.Order)
		if slices.Equal(s.Order, statedOrder(v, s.Order)) {
			order = c.orderCell("as stated", whole, s.Order)
		}
		t.Rows = append(t.Rows, []reports.Cell{changed, to, first, reports.NumberCell(s.Tau, 2), reports.PCell(s.P, c.alpha()), order, reports.NotesCell(s.Notes)})
	}
	setAside(&t, "notes", func(cell reports.Cell) bool { return cell.Text == "" })
	return t
}
