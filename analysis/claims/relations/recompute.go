package relations

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/result"
)

// Recompute holds the cells of the document's tables against logs. Rows, or columns, are
// matched with runs by name; which metric a column prints its values tell: a metric is
// believed to be the column's where it gives what is printed for most of the runs, at least
// three different numbers of them. Then the cells that it gives are confirmed, and those that
// it does not are refuted. A metric that explains fewer is a proposal.
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
	runs := map[int]string{}
	for i := from; i < to; i++ {
		head := v.rowHeads
		if v.flip {
			head = v.colHeads
		}
		parts := strings.Split(head[i], " / ")
		if run, ok := logs.Run(strings.TrimSpace(aside.ReplaceAllString(parts[len(parts)-1], " "))); ok {
			runs[i] = run
		}
	}
	if len(runs) < 3 {
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
		p.choose(v, f, asked, metrics, logs)
	}
}

// choose finds the metric that explains a field best.
func (p *paper) choose(v view, f int, asked []question, metrics []string, logs claims.Logs) {
	file, own := p.file(asked)
	if file == nil {
		return
	}
	answers := claims.Verify(file, logs)
	per := len(asked) / len(metrics)
	best, most, of := -1, 0, 0
	for m := range metrics {
		held, seen, n := 0, []string{}, 0
		for k := m * per; k < (m+1)*per; k++ {
			switch a := answers[own[k]]; a.Verdict {
			case result.Confirmed, result.ByTruncation:
				if !slices.Contains(seen, a.Printed) {
					seen = append(seen, a.Printed)
					held++
				}
				n++
			case result.Refuted, result.Depends:
				n++
			}
		}
		if held > most {
			best, most, of = m, held, n
		}
	}
	if best < 0 || most < 2 {
		return
	}
	rel := Relation{Family: "recompute", Rule: fmt.Sprintf("%s, %s %s is %s of the logs", v.name(), v.where(), named(v, f), metrics[best]), Held: most, Of: of, Chance: pow10(-2 * most), asked: asked[best*per : (best+1)*per]}
	if most < 3 || 4*most < 3*of {
		p.report.Proposals = append(p.report.Proposals, rel)
		return
	}
	at := len(p.report.Relations)
	p.report.Relations = append(p.report.Relations, rel)
	for k := best * per; k < (best+1)*per; k++ {
		n, a := &p.report.Numbers[asked[k].own], answers[own[k]]
		if a.Verdict == result.Unverifiable || n.Verdict == result.Inconsistent && a.Verdict != result.Refuted {
			continue
		}
		n.Verdict, n.Check, n.Arithmetic, n.Fits, n.relation, n.weight, n.Against = a.Verdict, "recompute", a.Arithmetic, a.Fits, at, rel.weight(), nil
	}
}
