package reports

import (
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/reports/frames"
)

// pairCaption names n, the interval, the test, the correction and the family of
// a set of comparisons.
func (c *composer) pairCaption(v *view, f frames.Frame) string {
	var tests, intervals, families []string
	low, high, clusters := 0, 0, 0
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		addOnce(&tests, p.Headline)
		addOnce(&families, p.Family)
		if p.Interval != nil {
			addOnce(&intervals, p.Interval.Method)
		}
		if high == 0 || p.NTasks < low {
			low = p.NTasks
		}
		high = max(high, p.NTasks)
		clusters = max(clusters, p.Clusters)
	}
	n := plural(high, "task")
	if low != high {
		n = FormatCount(low) + " to " + n
	}
	out := "paired by task, " + n + c.inClusters(clusters)
	for i, name := range intervals {
		intervals[i] = c.interval(name)
	}
	if len(intervals) > 0 {
		out += "; " + c.level() + " " + enumerate(intervals, 3)
	}
	for i, name := range tests {
		tests[i] = c.method(name)
	}
	if len(tests) > 0 {
		out += "; " + enumerate(tests, 3)
	}
	if name := c.res.Provenance.Plan.Correction; name != "" {
		c.use("family")
		out += "; " + c.method(name)
		switch {
		case len(families) == 1:
			out += " (" + Visible(families[0]) + ")"
		case len(families) > 1:
			out += " within each of " + strconv.Itoa(len(families)) + " families"
		}
	}
	return out
}

// pairTable shows comparisons, one row a pair. What says of what they are where
// they are of more than one metric.
func (c *composer) pairTable(v *view, f frames.Frame, id, what string) Table {
	c.use("discordant", "separated", "p")
	metrics, strata := columnVaries(f, "metric"), columnVaries(f, "value")
	sc := v.scale(f.Text(0, "metric"))
	t := Table{ID: id, Aside: []string{"benchmark"}}
	valueKind, differenceKind, unit := sc.kind(), sc.differenceKind(), " ("+sc.differenceUnit()+")"
	t.Columns = append(t.Columns, Column{"Benchmark", "benchmark", Text}, Column{"Metric", "metric", Text})
	if metrics {
		valueKind, differenceKind, unit = Mixed, Mixed, ""
	} else {
		t.Aside = append(t.Aside, "metric")
	}
	if strata {
		t.Columns = append(t.Columns, Column{"Stratum", "stratum", Text}, Column{"Value", "value", Text})
	}
	if sc.share {
		c.use("points")
	}
	undirected := c.undirectedMetrics(f)
	wins, ties, losses := "Wins", "Ties", "Losses"
	if !metrics && len(undirected) > 0 {
		wins, ties, losses = "A higher", "Equal", "A lower"
	}
	t.Columns = append(t.Columns,
		Column{"A", "a", Text}, Column{"B", "b", Text}, Column{"Tasks", "tasks", Integer}, Column{"Unpaired", "unpaired", Integer},
		Column{"Mean of A", "mean_a", valueKind}, Column{"Mean of B", "mean_b", valueKind},
		Column{"A - B" + unit, "difference", differenceKind}, Column{c.level() + " interval", "interval", Interval},
		Column{"p", "p", PValue}, Column{"p, adjusted", "p_adjusted", PValue}, Column{"p of equivalence", "p_equivalence", PValue},
		Column{wins, "wins", Integer}, Column{ties, "ties", Integer}, Column{losses, "losses", Integer},
		Column{"Shown", "outcome", Text})
	if metrics {
		what = "Differences " + what + ", shares in points"
	} else {
		what = "Differences in " + Visible(f.Text(0, "metric"))
	}
	t.Caption = what + ", A minus B: " + c.pairCaption(v, f) + "."
	for i := range f.Len() {
		t.Rows = append(t.Rows, c.pairRow(v, f, i, strata))
	}
	for _, tally := range []string{"wins", "ties", "losses"} {
		setAside(&t, tally, func(cell Cell) bool { return !cell.HasValue })
	}
	setAside(&t, "unpaired", func(cell Cell) bool { return cell.Value == 0 })
	if !setAside(&t, "p_equivalence", func(cell Cell) bool { return !cell.HasValue }) {
		c.use("equivalent", "tost")
		t.Notes = append(t.Notes, "Equivalent within a margin: two one-sided tests, their p not corrected, reject every difference that reaches it. No difference shown says nothing of the kind.")
	}
	if metrics && len(undirected) > 0 {
		t.Notes = append(t.Notes, "Neither direction of "+enumerate(undirected, 4)+" is known to be better: there wins are tasks on which A is higher.")
	}
	t.Notes = append(t.Notes, c.intervalNotes(f)...)
	t.Notes = append(t.Notes, c.pairNotes(f)...)
	return t
}

// undirectedMetrics are the metrics of a frame's pairs of which neither direction is
// known to be better.
func (c *composer) undirectedMetrics(f frames.Frame) []string {
	var out []string
	for i := range f.Len() {
		if p := &c.res.Comparisons[f.Count(i, "row")]; !c.metricOf(p).Directed() {
			addOnce(&out, Visible(p.Metric))
		}
	}
	return out
}

// intervalNotes says whether the intervals of a table of comparisons hold together, as
// the adjusted p-values beside them do.
func (c *composer) intervalNotes(f frames.Frame) []string {
	simultaneous, own, families := false, false, map[string]int{}
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		if p.Interval == nil || p.P == nil {
			continue
		}
		families[p.Family]++
		if p.Interval.Method == "max_t" {
			simultaneous = true
		} else if families[p.Family] > 1 {
			own = true
		}
	}
	switch {
	case c.afterCorrection() == "":
		return nil
	case simultaneous:
		return []string{"The intervals of a family hold together, and go with the adjusted p-values."}
	case own:
		return []string{"The intervals are each pair's own, not adjusted for the number of comparisons; the p-values beside them and the letters are. --correction max-t gives intervals that hold together."}
	}
	return nil
}

func (c *composer) pairRow(v *view, f frames.Frame, i int, strata bool) []Cell {
	p := &c.res.Comparisons[f.Count(i, "row")]
	sc := v.scale(p.Metric)
	row := []Cell{c.names.cell(p.Benchmark), nameCell(p.Metric)}
	if strata {
		stratum := Cell{Text: "overall"}
		if p.Stratum != nil {
			stratum = c.names.cell(p.Stratum.Name)
		}
		row = append(row, stratum, nameCell(f.Text(i, "value")))
	}
	o := c.outcome(p)
	a, b := c.names.cell(p.A), c.names.cell(p.B)
	a.Strong, b.Strong = o == aBetter, o == bBetter
	shown := Cell{Text: string(o)}
	switch {
	case o == notTested:
		shown.Tone = Faint
	case o == equivalent:
		shown.Text += " within " + sc.margin(p.Equivalence)
	case p.Equivalence != nil && p.Equivalence.Equivalent:
		shown.Text += ", within " + sc.margin(p.Equivalence)
	}
	return append(row, a, b, CountCell(f.Count(i, "tasks")), CountCell(f.Count(i, "unpaired")),
		sc.value(f.Float(i, "mean_a")), sc.value(f.Float(i, "mean_b")),
		sc.difference(f.Float(i, "difference")), sc.differenceInterval(p.Interval),
		pCell(f.Float(i, "p"), c.alpha()), pCell(f.Float(i, "p_adjusted"), c.alpha()), equivalenceCell(p, c.alpha()),
		tallyCell(p, f.Count(i, "wins")), tallyCell(p, f.Count(i, "ties")), tallyCell(p, f.Count(i, "losses")), shown)
}

// tallyCell is a count of tasks; missing where the results were made of sums, which
// do not tell one task from another.
func tallyCell(p *result.Comparison, n int) Cell {
	if !tallied(p) {
		return missingCell(Integer)
	}
	return CountCell(n)
}

// tallied tells whether wins, ties and losses were counted.
func tallied(p *result.Comparison) bool { return p.NTasks == 0 || p.Wins+p.Ties+p.Losses > 0 }

// equivalenceCell is the p-value of the two one-sided tests, not corrected.
func equivalenceCell(p *result.Comparison, alpha float64) Cell {
	if p.Equivalence == nil {
		return missingCell(PValue)
	}
	return pCell(p.Equivalence.P, alpha)
}

// columnVaries reports whether a text column holds anything beyond one value.
func columnVaries(f frames.Frame, column string) bool {
	for i := range f.Len() {
		if f.Text(i, column) != f.Text(0, column) {
			return true
		}
	}
	return f.Len() > 0 && column == "value" && f.Text(0, column) != ""
}

// maxPairNotes bounds the small print under a table of comparisons.
const maxPairNotes = 6

// pairNotes gathers what the comparisons themselves have to say.
func (c *composer) pairNotes(f frames.Frame) []string {
	var order []string
	about := map[string][]string{}
	for i := range f.Len() {
		p := &c.res.Comparisons[f.Count(i, "row")]
		for _, n := range p.Notes {
			if about[n] == nil {
				order = append(order, n)
			}
			about[n] = append(about[n], c.names.show(p.A)+" against "+c.names.show(p.B))
		}
	}
	var out []string
	for _, n := range order {
		if len(out) == maxPairNotes {
			out = append(out, FormatCount(len(order)-maxPairNotes)+" further notes are in results.json.")
			break
		}
		who := enumerate(about[n], 2)
		if len(about[n]) == f.Len() && f.Len() > 1 {
			who = "all pairs"
		}
		out = append(out, capital(Shorten(Visible(n), maxTextRunes))+" ("+who+").")
	}
	return out
}
