package compose

import (
	"fmt"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// Gate makes the answer of a gate: a paragraph a gate, which begins with pass, fail or undecided, and
// all of them as a table.
//
// Errors: a version of the results that this program does not know.
func Gate(res *result.GateResults) (*reports.Document, error) {
	if err := ofThisVersion(res.Version); err != nil {
		return nil, err
	}
	doc := &reports.Document{}
	if len(res.Gates) > 1 {
		doc.Blocks = append(doc.Blocks, reports.Prose{Spans: gateOverall(res)})
	}
	for i := range res.Gates {
		for _, spans := range GateWords(&res.Gates[i]) {
			doc.Blocks = append(doc.Blocks, reports.Prose{Spans: spans})
		}
	}
	doc.Blocks = append(doc.Blocks, gateTable(res.Gates))
	return doc, nil
}

// mostGateWords is how many gates are told in words on a terminal; of more stands the table.
const mostGateWords = 2

// BriefGate is Gate on one screen: of one or two gates the words, of more the decision and the table.
func BriefGate(res *result.GateResults) (*reports.Document, error) {
	doc, err := Gate(res)
	if err != nil {
		return nil, err
	}
	last := len(doc.Blocks) - 1
	if len(res.Gates) <= mostGateWords {
		doc.Blocks = doc.Blocks[:last]
	} else {
		doc.Blocks = []reports.Block{doc.Blocks[0], doc.Blocks[last]}
	}
	return doc, nil
}

// gateWord is a decision as the first word of its answer.
func gateWord(d result.GateDecision) string { return strings.ToUpper(string(d)) }

// gateOverall is the decision on several gates.
func gateOverall(res *result.GateResults) []reports.Span {
	counts := map[result.GateDecision]int{}
	for i := range res.Gates {
		counts[res.Gates[i].Decision]++
	}
	return []reports.Span{strong(gateWord(res.Decision) + ": "), text("of %s %d pass, %d fail and %d are undecided; all must pass.",
		plural(len(res.Gates), "gate"), counts[result.GatePass], counts[result.GateFail], counts[result.GateUndecided])}
}

// gateScale is how a gate's values print.
func gateScale(g *result.Gate) reports.Scale {
	var values []float64
	for _, v := range []*float64{g.MeanBase, g.MeanNew} {
		if v != nil {
			values = append(values, *v)
		}
	}
	return reports.NewScale(g.Unit, nil, values)
}

// gateMargin prints the margin as it was set.
func gateMargin(g *result.Gate) string {
	return gateScale(g).Margin(&result.Equivalence{Margin: g.Margin})
}

// GateWords are the paragraphs of one gate: the decision, what was seen, what it would have taken, and
// what to be careful about.
func GateWords(g *result.Gate) [][]reports.Span {
	base, fresh := reports.Shorten(reports.Visible(g.Base), reports.MaxNameRunes), reports.Shorten(reports.Visible(g.New), reports.MaxNameRunes)
	shown := map[result.GateDecision]string{
		result.GatePass:      "%s is shown not to be worse than %s by %s or more in %s%s.",
		result.GateFail:      "%s is shown to be worse than %s by more than %s in %s%s.",
		result.GateUndecided: "whether %s is worse than %s by %s or more in %s%s is not shown either way.",
	}[g.Decision]
	where := ""
	if g.Benchmark != "" {
		where = " on " + reports.Shorten(reports.Visible(g.Benchmark), reports.MaxNameRunes)
	}
	out := [][]reports.Span{{strong(gateWord(g.Decision) + ": "), text(shown, fresh, base, gateMargin(g), reports.Visible(g.Metric), where)}}
	for _, sentence := range []string{gateSeen(g), gateNeeded(g), gateCare(g)} {
		if sentence != "" {
			out = append(out, []reports.Span{text("%s", sentence)})
		}
	}
	return out
}

// gateSeen is the difference with its bound.
func gateSeen(g *result.Gate) string {
	if g.Difference == nil {
		return "No task has results of both runs yet."
	}
	sc := gateScale(g)
	worst := ""
	if g.Worst != nil {
		worst = fmt.Sprintf(", at worst %s", sc.WithUnit(float64(*g.Worst)))
	}
	how := fmt.Sprintf("%s one-sided bound; %s", reports.FormatLevel(1-g.Alpha), methodTitle(g.Test))
	switch {
	case g.Told != nil:
		how = fmt.Sprintf("%s confidence sequence, which holds at all looks together", reports.FormatLevel(1-g.Alpha))
	case g.Worst == nil:
		how = methodTitle(g.Test)
	}
	if g.P != nil {
		p := reports.FormatP(*g.P, g.Alpha)
		if first := p[:1]; first == "<" || first == ">" {
			p = first + " " + p[1:]
		} else {
			p = "= " + p
		}
		how += ", p " + p
	}
	tasks := plural(g.Tasks, "task")
	if g.Clusters > 0 {
		tasks += " in " + plural(g.Clusters, "cluster")
	}
	return fmt.Sprintf("The difference, new minus base, is %s on %s (%s against %s)%s (%s).", sc.WithUnit(*g.Difference), tasks, sc.Text(*g.MeanNew), sc.Text(*g.MeanBase), worst, how)
}

// gateNeeded is what would have decided.
func gateNeeded(g *result.Gate) string {
	if g.Told != nil {
		return gateEvidence(g)
	}
	sc := gateScale(g)
	var parts []string
	switch {
	case g.Needed.Difference != nil:
		side := "or more"
		if g.Better == "lower" {
			side = "or less"
		}
		parts = append(parts, fmt.Sprintf("To pass with these tasks and this scatter it takes a difference of %s %s.", sc.WithUnit(*g.Needed.Difference), side))
	case g.Worst != nil:
		parts = append(parts, "With these tasks and this scatter no difference passes.")
	}
	power := wantedPower(g.Needed.Power)
	switch equal, seen := g.Needed.IfEqual, g.Needed.AsObserved; {
	case equal != nil && seen != nil:
		parts = append(parts, fmt.Sprintf("Runs that are truly equal pass in %s of the cases with %s; with the difference seen here it takes %s.", power, plural(*equal, "task"), reports.FormatCount(*seen)))
	case equal != nil:
		parts = append(parts, fmt.Sprintf("Runs that are truly equal pass in %s of the cases with %s; with the difference seen here no number of tasks would do.", power, plural(*equal, "task")))
	}
	return strings.Join(parts, " ")
}

// gateEvidence tells how far a sequence has come.
func gateEvidence(g *result.Gate) string {
	s := g.Told
	goal := reports.FormatNumber(1/g.Alpha, 0)
	var parts []string
	switch {
	case s.DecidedAt > 0:
		parts = append(parts, fmt.Sprintf("It was decided after %s of %s; later tasks do not change it.", plural(s.DecidedAt, "task"), reports.FormatCount(s.Planned)))
	case g.Tasks > 0:
		parts = append(parts, fmt.Sprintf("The evidence for passing is %s, that for failing %s; %s decides.", gateCapital(s.NotWorse), gateCapital(s.Worse), goal))
		if n := g.Needed.AsObserved; n != nil && *n <= s.Planned {
			parts = append(parts, fmt.Sprintf("Were it to grow as it has, that would be after about %s of %s.", plural(*n, "task"), reports.FormatCount(s.Planned)))
		} else if n != nil {
			parts = append(parts, fmt.Sprintf("Were it to grow as it has, it would take about %s, and there are %s.", plural(*n, "task"), reports.FormatCount(s.Planned)))
		}
	}
	if s.Next != "" && s.DecidedAt == 0 {
		next := fmt.Sprintf("The next task is %s", reports.Shorten(reports.Visible(s.Next), reports.MaxNameRunes))
		if s.Waiting > 0 {
			next += fmt.Sprintf("; %s after it with results, which wait for it", plural(s.Waiting, "task")+" "+map[bool]string{true: "stands", false: "stand"}[s.Waiting == 1])
		}
		parts = append(parts, next+".")
	}
	return strings.Join(parts, " ")
}

// gateCapital prints evidence: two significant digits below 100, whole numbers above.
func gateCapital(v result.Float) string {
	if v >= 100 {
		return reports.FormatNumber(float64(v), 0)
	}
	return fmt.Sprintf("%.2g", float64(v))
}

// gateCare is what a reader must know.
func gateCare(g *result.Gate) string {
	var parts []string
	if n := g.ImputedBase + g.ImputedNew; n > 0 {
		parts = append(parts, fmt.Sprintf("%s without outcome (base %d, new %d) %s filled in by the policy %q.", plural(n, "attempt"), g.ImputedBase, g.ImputedNew, map[bool]string{true: "was", false: "were"}[n == 1], g.Policy))
	}
	if g.Unpaired > 0 {
		parts = append(parts, fmt.Sprintf("%s left out, which one run alone has: %s.", plural(g.Unpaired, "task"), result.FirstOf(shortened(g.LeftOut), 3)))
	}
	if s := g.Told; s != nil {
		if s.Dropped > 0 {
			parts = append(parts, fmt.Sprintf("%s without outcome left out by the policy.", plural(s.Dropped, "task")))
		}
		if s.Guaranteed {
			parts = append(parts, fmt.Sprintf("Tasks come in an order drawn by the seed %d: a wrong pass, and a wrong failure, has a probability of %s at most, however often one looks.", s.Seed, reports.FormatLevel(g.Alpha)))
		} else {
			parts = append(parts, "Tasks come in the log's own order: the probability of a wrong answer is not guaranteed.")
		}
	}
	for _, n := range g.Notes {
		parts = append(parts, capital(reports.Visible(n))+".")
	}
	return strings.Join(parts, " ")
}

func shortened(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, reports.Shorten(reports.Visible(n), reports.MaxNameRunes))
	}
	return out
}

// gateTable is one row a gate.
func gateTable(gates []result.Gate) reports.Table {
	t := reports.Table{ID: "gate", Caption: "New against base: is it worse by the margin or more?", Columns: []reports.Column{
		{Name: "Decision", Key: "decision", Kind: reports.Text}, {Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, {Name: "Metric", Key: "metric", Kind: reports.Text},
		{Name: "Base", Key: "base", Kind: reports.Text}, {Name: "New", Key: "new", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
		{Name: "Mean, base", Key: "mean_base", Kind: reports.Mixed}, {Name: "Mean, new", Key: "mean_new", Kind: reports.Mixed}, {Name: "Difference", Key: "difference", Kind: reports.Mixed},
		{Name: "At worst", Key: "worst", Kind: reports.Mixed}, {Name: "Margin", Key: "margin", Kind: reports.Mixed}, {Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Test", Key: "test", Kind: reports.Text},
		{Name: "Would pass", Key: "needed_difference", Kind: reports.Mixed}, {Name: "Tasks if equal", Key: "tasks_if_equal", Kind: reports.Integer}, {Name: "Tasks as seen", Key: "tasks_as_seen", Kind: reports.Integer},
		{Name: "Decided at", Key: "decided_at", Kind: reports.Integer}, {Name: "Unit", Key: "unit", Kind: reports.Text},
	}}
	count := func(n *int) reports.Cell {
		if n == nil {
			return reports.MissingCell(reports.Integer)
		}
		return reports.CountCell(*n)
	}
	for i := range gates {
		g := &gates[i]
		sc := gateScale(g)
		var worst *float64
		if g.Worst != nil {
			worst = result.Number(float64(*g.Worst))
		}
		decided := reports.MissingCell(reports.Integer)
		if g.Told != nil && g.Told.DecidedAt > 0 {
			decided = reports.CountCell(g.Told.DecidedAt)
		}
		margin := sc.Difference(&g.Margin)
		margin.Text = strings.TrimPrefix(margin.Text, "+")
		t.Rows = append(t.Rows, []reports.Cell{
			{Text: string(g.Decision), Strong: true}, reports.NameCell(g.Benchmark), reports.NameCell(g.Metric), reports.NameCell(g.Base), reports.NameCell(g.New), reports.CountCell(g.Tasks),
			sc.Value(g.MeanBase), sc.Value(g.MeanNew), sc.Difference(g.Difference), sc.Difference(worst), margin, reports.PCell(g.P, g.Alpha),
			{Text: methodTitle(g.Test), Full: g.Test}, sc.Difference(g.Needed.Difference), count(g.Needed.IfEqual), count(g.Needed.AsObserved), decided, {Text: sc.DifferenceUnit(), Full: g.Unit},
		})
	}
	empty := func(c reports.Cell) bool { return c.Text == "" || c.Text == reports.MissingText }
	for _, c := range t.Columns {
		setAside(&t, c.Key, empty)
	}
	return t
}
