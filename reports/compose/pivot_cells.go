package compose

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// pivotCells are what a cell can hold.
var pivotCells = []string{"mean", "interval", "median", "sum", "count", "tasks", "n", "attempts", "runs", "share", "difference", "ratio"}

// derivedCells are made of another cell of the same selection.
var derivedCells = []string{"share", "difference", "ratio", "interval"}

// bestOther is the value of against that means the best of the other rows.
const bestOther = "best-other"

// chosenCells reads the list of cells. A table of intervals shows what they are of; one that is
// against something and says no more shows differences.
func (p *pivot) chosenCells() ([]string, error) {
	cells := splitList(p.c.arg("cells"))
	against := p.c.arg("against") != ""
	for _, cell := range cells {
		if !slices.Contains(pivotCells, cell) {
			return nil, p.e.n.fault(p.c.lineOf("cells"), "pivot: cells is %q; %s", reports.Shorten(reports.Visible(cell), reports.MaxNameRunes), choose(cell, pivotCells))
		}
		if (cell == "difference" || cell == "ratio") && !against {
			return nil, p.e.n.fault(p.c.lineOf("cells"), "pivot: a %s needs something to be against: against=VALUE, or against=%s", cell, bestOther)
		}
	}
	switch {
	case len(cells) == 0 && against:
		return []string{"difference"}, nil
	case len(cells) == 0:
		return []string{"mean"}, nil
	case cells[0] == "interval":
		return append([]string{"mean"}, cells...), nil
	}
	return cells, nil
}

// basis is what shares, differences and ratios of a selection are made of: the first cell that
// is no such thing, else the mean; of calls their number.
func (p *pivot) basis(s selection) string {
	if s.cell != "" && !slices.Contains(derivedCells, s.cell) {
		return s.cell
	}
	for _, cell := range p.cells {
		if !slices.Contains(derivedCells, cell) {
			return cell
		}
	}
	return "mean"
}

// cellOfMetric parts "sum(x)" into sum and x; a plain name asks for no cell of its own.
func cellOfMetric(entry string) (cell, metric string) {
	word, rest, ok := strings.Cut(entry, "(")
	if ok && strings.HasSuffix(rest, ")") && slices.Contains(pivotCells, word) && !slices.Contains(derivedCells, word) {
		return word, strings.TrimSpace(strings.TrimSuffix(rest, ")"))
	}
	return "", strings.TrimSpace(entry)
}

// at is the selection of a cell; an empty value is everything.
func (p *pivot) at(row, column string) selection {
	s := selection{runs: p.v.runs, metric: p.metric}
	if row != "" {
		p.rows.narrow(&s, row)
	}
	if column != "" {
		p.columns.narrow(&s, column)
	}
	return s
}

// found are the summaries of a selection's runs that have a mean.
func (p *pivot) found(s selection) []*result.Summary {
	var out []*result.Summary
	for _, run := range s.runs {
		if one := p.summary(run, s); one != nil && one.Mean != nil {
			out = append(out, one)
		}
	}
	return out
}

func (p *pivot) summary(run string, s selection) *result.Summary {
	switch len(s.strata) {
	case 0:
		return p.v.summary(run, s.metric)
	case 1:
		if one := p.v.summaries[summaryKey{run, s.metric, s.strata[0]}]; one != nil {
			return one
		}
	}
	return p.crossed(run, s)
}

// crossed finds a summary by facts of tasks that are no stratum alone, in whichever order they
// were asked for.
func (p *pivot) crossed(run string, s selection) *result.Summary {
	if p.crossings == nil {
		p.crossings = map[string]*result.Summary{}
		for i := range p.e.c.res.Crossings {
			if x := &p.e.c.res.Crossings[i]; x.Benchmark == p.v.name {
				p.crossings[crossingKey(x.Run, x.Metric, x.Strata)] = &x.Summary
			}
		}
	}
	return p.crossings[crossingKey(run, s.metric, s.strata)]
}

// areCrossed tells whether the results hold tasks by the facts of both axes together: of facts with
// too many values they do not.
func (p *pivot) areCrossed() bool {
	return slices.ContainsFunc(p.e.c.res.Crossings, func(x result.Crossing) bool {
		has := func(name string) bool {
			return slices.ContainsFunc(x.Strata, func(s result.Stratum) bool { return s.Name == name })
		}
		return x.Benchmark == p.v.name && has(p.rows.name) && has(p.columns.name)
	})
}

func crossingKey(run, metric string, strata []result.Stratum) string {
	parts := []string{}
	for _, s := range strata {
		parts = append(parts, s.Name+"\x00"+s.Value)
	}
	slices.Sort(parts)
	return run + "\x01" + metric + "\x01" + strings.Join(parts, "\x01")
}

// number is the value of one kind of cell of a selection; nil where there is none.
func (p *pivot) number(s selection, cell string) *float64 {
	if p.calls() {
		return p.called(s, cell)
	}
	found := p.found(s)
	if cell == "runs" {
		return result.Number(float64(len(found)))
	}
	if len(found) == 0 {
		return nil
	}
	most := func(of func(*result.Summary) int) *float64 {
		n := 0
		for _, one := range found {
			n = max(n, of(one))
		}
		return result.Number(float64(n))
	}
	sum := 0.0
	switch cell {
	case "tasks", "n":
		return most(func(one *result.Summary) int { return one.NTasks })
	case "attempts":
		return most(func(one *result.Summary) int { return one.NAttempts })
	case "sum", "count":
		for _, one := range found {
			sum += *one.Mean * float64(one.NTasks)
		}
		// A mean times its n is the sum to some 16 digits: 15 of them, so that counts are whole.
		sum, _ = strconv.ParseFloat(strconv.FormatFloat(sum, 'g', 15, 64), 64)
	case "median":
		if len(found) > 1 {
			return nil
		}
		return found[0].Median
	default:
		for _, one := range found {
			sum += *one.Mean / float64(len(found))
		}
	}
	return &sum
}

// called counts the calls of a tool or server, or the attempts that made some, in the
// selection's runs.
func (p *pivot) called(s selection, cell string) *float64 {
	n, some := 0, false
	for _, axis := range []*pivotAxis{p.rows, p.columns} {
		if !axis.ofCalls {
			continue
		}
		for _, u := range p.e.callsOf(p.v, axis.name) {
			if u.Run == "" || !slices.Contains(s.runs, u.Run) || s.tool != nil && (u.Server != s.tool.Server || u.Tool != s.tool.Tool) {
				continue
			}
			some = true
			if cell == "attempts" {
				n += u.Attempts
			} else {
				n += u.Calls
			}
		}
	}
	if !some && len(s.runs) == 0 {
		return nil
	}
	return result.Number(float64(n))
}

// calls tells whether the cells are of calls and not of a metric.
func (p *pivot) calls() bool { return p.rows.ofCalls || p.columns.ofCalls }

// total is what a share of a cell is out of.
func (p *pivot) total(row, column, cell string) *float64 {
	of := p.c.arg("share-of")
	if of == "" {
		of = "column"
		if p.columns.name == "metric" && !slices.Contains([]string{"tasks", "n", "attempts"}, cell) {
			of = "row"
		}
	}
	rows, columns := []string{row}, []string{column}
	if of != "row" {
		rows = p.rows.values
	}
	if of != "column" {
		columns = p.columns.values
	}
	sum, some := 0.0, false
	for _, r := range rows {
		for _, c := range columns {
			if x := p.number(p.at(r, c), cell); x != nil {
				sum, some = sum+*x, true
			}
		}
	}
	if !some || sum == 0 {
		return nil
	}
	return &sum
}

// other is the number that a difference or a ratio is to.
func (p *pivot) other(row, column, cell string) *float64 {
	against := p.against
	if against != bestOther {
		if slices.Contains(p.rows.values, against) {
			return p.number(p.at(against, column), cell)
		}
		return p.number(p.at(row, against), cell)
	}
	lower := p.v.metric(p.at(row, column).metric).Better == result.Lower.String()
	var best *float64
	for _, r := range p.rows.values {
		if x := p.number(p.at(r, column), cell); r != row && x != nil && !p.apart(r) && (best == nil || (*x < *best) == lower && *x != *best) {
			best = x
		}
	}
	return best
}

// cell is one cell: its number, and how it prints.
func (p *pivot) cell(row, column, cell string) reports.Cell {
	s := p.at(row, column)
	if row != "" && column != "" && !p.calls() {
		p.shared = max(p.shared, len(p.found(s)))
	}
	f := p.formatOf(column, cell)
	if cell == "interval" {
		found := p.found(s)
		if len(found) != 1 || s.cell != "" && s.cell != "mean" {
			return reports.MissingCell(reports.Interval)
		}
		return f.interval(found[0].Interval)
	}
	basis := p.basis(s)
	x := p.number(s, basis)
	var y *float64
	switch cell {
	case "share":
		if row != "" && column != "" {
			y = p.total(row, column, basis)
		} else {
			x = nil
		}
	case "difference", "ratio":
		y = p.other(row, column, basis)
	default:
		return f.value(p.number(s, cellOr(s.cell, cell)))
	}
	if x == nil || y == nil || cell != "difference" && *y == 0 {
		return f.value(nil)
	}
	if cell == "difference" {
		return f.value(result.Number(*x - *y))
	}
	return f.value(result.Number(*x / *y))
}

func cellOr(own, cell string) string {
	if own != "" && (cell == "mean" || cell == "") {
		return own
	}
	return cell
}

// isWhole tells whether a number is a count.
func isWhole(x float64) bool { return x == math.Trunc(x) && math.Abs(x) < 1e15 }
