package relations

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/result"
)

// Recompute holds the cells of the document's tables against logs. Rows, or columns, are
// matched with runs by name; which metric a column prints its head tells where it is the
// metric's own name, else its values. By values a metric is believed to be the column's where
// it gives what is printed for most of the runs, at least three different numbers of them:
// then the cells that it gives are confirmed, and those that it does not are refuted. Of one
// run or two, whose names must be the printed ones, a metric is judged by that is named so; by
// values only what all cells bear out is said, and only where chance does not explain it. A
// metric that explains fewer is a proposal.
func (r *Report) Recompute(logs claims.Logs) {
	metrics := logs.Metrics()
	p := &paper{doc: r.Document, report: r}
	p.requantify()
	for _, g := range p.grids {
		for _, flip := range []bool{false, true} {
			p.recompute(view{g, flip}, logs, metrics)
		}
	}
}

// requantify makes quantities and grids of a report's numbers again.
func (p *paper) requantify() {
	numbers := p.report.Numbers
	p.quantities = make([]*quantity, len(numbers))
	byTable := map[string][]*quantity{}
	for i := range numbers {
		if q, ok := newQuantity(&numbers[i].Number, i); ok {
			p.quantities[i] = &q
			if q.Cell {
				byTable[q.Table] = append(byTable[q.Table], &q)
			}
		}
	}
	for _, b := range p.doc.Blocks {
		if b.Table != nil && len(b.Table.Rows) > 0 && regular(b.Table) {
			p.grids = append(p.grids, newGrid(b.Table, byTable[b.Table.ID]))
		}
	}
}

// recompute tries every metric on every field of a view whose items are runs.
func (p *paper) recompute(v view, logs claims.Logs, metrics []string) {
	from, to := v.items()
	named := v.runsNamed(logs)
	runs := maps.Clone(named)
	for i := from; i < to; i++ {
		if run, ok := logs.Run(strings.TrimSpace(aside.ReplaceAllString(innermost(v.item(i)), " "))); ok && runs[i] == "" {
			runs[i] = run
		}
	}
	if len(runs) < manyRuns {
		runs = named
	}
	if len(runs) == 0 {
		return
	}
	for _, f := range v.numeric() {
		var asked []question
		for _, m := range metrics {
			for i := from; i < to; i++ {
				q := v.at(i, f)
				if q == nil || runs[i] == "" {
					continue
				}
				check := fmt.Sprintf("{recompute: {metric: %q, run: %q}}", m, runs[i])
				asked = append(asked, question{own: q.at, unit: unitOf(q.Unit), check: check})
			}
		}
		if file, own := p.file(asked); file != nil {
			c := choice{view: v, field: f, asked: asked, metrics: metrics, many: len(runs) >= manyRuns}
			answers := claims.Verify(file, logs)
			for _, at := range own {
				c.answers = append(c.answers, answers[at])
			}
			c.named, _ = logs.MetricNamed(innermost(aside.ReplaceAllString(v.field(f), " ")))
			p.choose(c)
		}
	}
}

// manyRuns are enough for values alone to tell a metric.
const manyRuns = 3

// runsNamed are the items whose names are those of runs, word by word.
func (v view) runsNamed(logs claims.Logs) map[int]string {
	runs := map[int]string{}
	from, to := v.items()
	for i := from; i < to; i++ {
		if run, ok := logs.RunNamed(aside.ReplaceAllString(innermost(v.item(i)), " ")); ok {
			runs[i] = run
		}
	}
	return runs
}

// choice is a field with the answers of the logs, metric by metric.
type choice struct {
	view
	field   int
	asked   []question
	answers []result.Claim
	metrics []string
	named   string // the metric that the head names; empty: none
	many    bool
}

// tally is how a metric explains a field.
type tally struct {
	metric   int
	held, of int     // different numbers that it gives, and cells that it could give
	chance   float64 // that it gives so many by chance
}

// per are the questions of one metric.
func (c choice) per(metric int) (from, to int) {
	n := len(c.asked) / len(c.metrics)
	return metric * n, (metric + 1) * n
}

func (p *paper) tally(c choice, metric int) tally {
	t := tally{metric: metric, chance: 1}
	var seen []string
	from, to := c.per(metric)
	for k := from; k < to; k++ {
		switch a := c.answers[k]; a.Verdict {
		case result.Confirmed, result.ByTruncation:
			if !slices.Contains(seen, a.Printed) {
				seen = append(seen, a.Printed)
				t.held++
				if q := p.quantities[c.asked[k].own]; q != nil {
					t.chance *= math.Min(1, q.near.wide()/math.Max(math.Abs(q.value), q.digit))
				}
			}
			t.of++
		case result.Refuted, result.Depends:
			t.of++
		}
	}
	return t
}

// choose finds the metric that explains a field best, and judges the field's cells by it where
// it is believed.
func (p *paper) choose(c choice) {
	best := tally{metric: -1}
	for m := range c.metrics {
		t := p.tally(c, m)
		byName := c.metrics[m] == c.named && t.of > 0
		if byName && !c.many {
			p.recomputed(c, t, true, true)
			return
		}
		if t.held > best.held || t.held == best.held && byName {
			best = t
		}
	}
	if best.metric < 0 || best.held == 0 {
		return
	}
	if !c.many {
		chance := best.chance * float64(len(c.metrics))
		if best.held == best.of && chance < proposedChance {
			p.recomputed(c, best, chance < believedChance, false)
		}
		return
	}
	if best.held >= 2 {
		p.recomputed(c, best, best.held >= manyRuns && 4*best.held >= 3*best.of, false)
	}
}

// recomputed adds the relation, and gives the cells the verdicts of the logs where it is
// believed.
func (p *paper) recomputed(c choice, t tally, believed, stated bool) {
	from, to := c.per(t.metric)
	rel := Relation{
		Family: "recompute", Rule: fmt.Sprintf("%s, %s %s is %s of the logs", c.name(), c.where(), named(c.view, c.field), c.metrics[t.metric]),
		Held: t.held, Of: t.of, Chance: pow10(-2 * t.held), Stated: stated, asked: c.asked[from:to],
	}
	if !believed {
		p.report.Proposals = append(p.report.Proposals, rel)
		return
	}
	at := len(p.report.Relations)
	p.report.Relations = append(p.report.Relations, rel)
	for k := from; k < to; k++ {
		n, a := &p.report.Numbers[c.asked[k].own], c.answers[k]
		if a.Verdict == result.Unverifiable || n.Verdict == result.Inconsistent && a.Verdict != result.Refuted {
			continue
		}
		n.Verdict, n.Check, n.Arithmetic, n.Fits, n.relation, n.weight, n.Against = a.Verdict, "recompute", a.Arithmetic, a.Fits, at, rel.weight(), nil
	}
}
