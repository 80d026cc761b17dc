package compose

import (
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/reports"
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
		n = reports.FormatCount(low) + " to " + n
	}
	out := "paired by task, " + n + c.inClusters(clusters)
	for i, name := range intervals {
		intervals[i] = c.interval(name)
	}
	if len(intervals) > 0 {
		out += "; " + c.level() + " " + reports.Enumerate(intervals, 3)
	}
	for i, name := range tests {
		tests[i] = c.method(name)
	}
	if len(tests) > 0 {
		out += "; " + reports.Enumerate(tests, 3)
	}
	if name := c.res.Provenance.Plan.Correction; name != "" {
		c.use("family")
		out += "; " + c.method(name)
		switch {
		case len(families) == 1:
			out += " (" + reports.Visible(families[0]) + ")"
		case len(families) > 1:
			out += " within each of " + strconv.Itoa(len(families)) + " families"
		}
	}
	return out
}

// pairTable shows comparisons, one row a pair. What says of what they are where
// they are of more than one metric.
func (c *composer) pairTable(v *view, f frames.Frame, id, what string) reports.Table {
	c.use("discordant", "separated", "p")
	metrics, strata := columnVaries(f, "metric"), columnVaries(f, "value")
	sc := v.scale(f.Text(0, "metric"))
	t := reports.Table{ID: id, Aside: []string{"benchmark"}}
	valueKind, differenceKind, unit := sc.Kind(), sc.DifferenceKind(), " ("+sc.DifferenceUnit()+")"
	t.Columns = append(t.Columns, reports.Column{Name: "Benchmark", Key: "benchmark", Kind: reports.Text}, reports.Column{Name: "Metric", Key: "metric", Kind: reports.Text})
	if metrics {
		valueKind, differenceKind, unit = reports.Mixed, reports.Mixed, ""
	} else {
		t.Aside = append(t.Aside, "metric")
	}
	if strata {
		t.Columns = append(t.Columns, reports.Column{Name: "Stratum", Key: "stratum", Kind: reports.Text}, reports.Column{Name: "Value", Key: "value", Kind: reports.Text})
	}
	if sc.Share {
		c.use("points")
	}
	undirected := c.undirectedMetrics(f)
	wins, ties, losses := "Wins", "Ties", "Losses"
	if !metrics && len(undirected) > 0 {
		wins, ties, losses = "A higher", "Equal", "A lower"
	}
	t.Columns = append(t.Columns,
		reports.Column{Name: "A", Key: "a", Kind: reports.Text}, reports.Column{Name: "B", Key: "b", Kind: reports.Text}, reports.Column{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, reports.Column{Name: "Unpaired", Key: "unpaired", Kind: reports.Integer},
		reports.Column{Name: "Mean of A", Key: "mean_a", Kind: valueKind}, reports.Column{Name: "Mean of B", Key: "mean_b", Kind: valueKind},
		reports.Column{Name: "A - B" + unit, Key: "difference", Kind: differenceKind}, reports.Column{Name: c.level() + " interval", Key: "interval", Kind: reports.Interval},
		reports.Column{Name: "p", Key: "p", Kind: reports.PValue}, reports.Column{Name: "p, adjusted", Key: "p_adjusted", Kind: reports.PValue}, reports.Column{Name: "p of equivalence", Key: "p_equivalence", Kind: reports.PValue},
		reports.Column{Name: wins, Key: "wins", Kind: reports.Integer}, reports.Column{Name: ties, Key: "ties", Kind: reports.Integer}, reports.Column{Name: losses, Key: "losses", Kind: reports.Integer},
		reports.Column{Name: "Shown", Key: "outcome", Kind: reports.Text})
	if metrics {
		what = "Differences " + what + ", shares in points"
	} else {
		what = "Differences in " + c.names.Whole(f.Text(0, "metric"))
	}
	t.Caption = what + ", A minus B: " + c.pairCaption(v, f) + "."
	for i := range f.Len() {
		t.Rows = append(t.Rows, c.pairRow(v, f, i, strata))
	}
	for _, tally := range []string{"wins", "ties", "losses"} {
		setAside(&t, tally, func(cell reports.Cell) bool { return !cell.HasValue })
	}
	setAside(&t, "unpaired", func(cell reports.Cell) bool { return cell.Value == 0 })
	if !setAside(&t, "p_equivalence", func(cell reports.Cell) bool { return !cell.HasValue }) {
		c.use("equivalent")
		c.method("tost")
		t.Notes = append(t.Notes, "Equivalent within a margin: two one-sided tests, their p not corrected, reject every difference that reaches it. \"No difference shown\" does not say that.")
	}
	if metrics && len(undirected) > 0 {
		t.Notes = append(t.Notes, "Neither direction of "+reports.Enumerate(undirected, 4)+" is known to be better; wins there are tasks on which A is higher.")
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
			addOnce(&out, c.names.Whole(p.Metric))
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

func (c *composer) pairRow(v *view, f frames.Frame, i int, strata bool) []reports.Cell {
	p := &c.res.Comparisons[f.Count(i, "row")]
	sc := v.scale(p.Metric)
	row := make([]reports.Cell, 0, 19) // of every pair of many runs: grown by doubling they would take twice the room
	row = append(row, c.names.Cell(p.Benchmark), c.names.NameCell(p.Metric))
	if strata {
		stratum := reports.Cell{Text: "overall"}
		if p.Stratum != nil {
			stratum = c.names.Cell(p.Stratum.Name)
		}
		row = append(row, stratum, c.names.NameCell(f.Text(i, "value")))
	}
	o := c.outcome(p)
	a, b := c.names.Cell(p.A), c.names.Cell(p.B)
	a.Strong, b.Strong = o == aBetter, o == bBetter
	shown := reports.Cell{Text: string(o)}
	switch {
	case o == notTested:
		shown.Tone = reports.Faint
	case o == equivalent:
		shown.Text += " within " + sc.Margin(p.Equivalence)
	case p.Equivalence != nil && p.Equivalence.Equivalent:
		shown.Text += ", within " + sc.Margin(p.Equivalence)
	}
	return append(row, a, b, reports.CountCell(f.Count(i, "tasks")), reports.CountCell(f.Count(i, "unpaired")),
		sc.Value(f.Float(i, "mean_a")), sc.Value(f.Float(i, "mean_b")),
		sc.Difference(f.Float(i, "difference")), sc.DifferenceInterval(p.Interval),
		reports.PCell(f.Float(i, "p"), c.alpha()), reports.PCell(f.Float(i, "p_adjusted"), c.alpha()), equivalenceCell(p, c.alpha()),
		tallyCell(p, f.Count(i, "wins")), tallyCell(p, f.Count(i, "ties")), tallyCell(p, f.Count(i, "losses")), shown)
}

// tallyCell is a count of tasks; missing where the results were made of sums, which
// do not tell one task from another.
func tallyCell(p *result.Comparison, n int) reports.Cell {
	if !tallied(p) {
		return reports.MissingCell(reports.Integer)
	}
	return reports.CountCell(n)
}

// tallied tells whether wins, ties and losses were counted.
func tallied(p *result.Comparison) bool { return p.NTasks == 0 || p.Wins+p.Ties+p.Losses > 0 }

// equivalenceCell is the p-value of the two one-sided tests, not corrected.
func equivalenceCell(p *result.Comparison, alpha float64) reports.Cell {
	if p.Equivalence == nil {
		return reports.MissingCell(reports.PValue)
	}
	return reports.PCell(p.Equivalence.P, alpha)
}

// columnVaries reports whether a text column holds anything beyond one value.
func columnVaries(f frames.Frame, column string) bool {
	for i := range f.Len() {
		if f.Text(i, column) != f.Text(0, column) {
			return true
		}
	}
	// Pairs of one stratum alone must still say which it is.
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
			about[n] = append(about[n], c.names.Show(p.A)+" against "+c.names.Show(p.B))
		}
	}
	var out []string
	for _, n := range order {
		if len(out) == maxPairNotes {
			out = append(out, reports.FormatCount(len(order)-maxPairNotes)+" further notes are in results.json.")
			break
		}
		who := reports.Enumerate(about[n], 2)
		if len(about[n]) == f.Len() && f.Len() > 1 {
			who = "all pairs"
		}
		out = append(out, capital(reports.Shorten(reports.Visible(n), reports.MaxTextRunes))+" ("+who+").")
	}
	return out
}
