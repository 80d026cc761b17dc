package relations

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
	"mcpstats/datasets/document"
)

// trials is a number of things counted that shares may be of, with where it is printed.
type trials struct {
	n    int
	from *document.Number
}

// mostTrials bounds the numbers that are tried: a paper has a few, and each costs evidence.
const mostTrials = 80

// counted are the different whole numbers of the document that count things, or are called
// n, the most often printed first.
func (p *paper) counted() []trials {
	var out []trials
	times := map[int]int{}
	for i := range p.report.Numbers {
		n, q := &p.report.Numbers[i].Number, p.quantities[i]
		if q == nil || !q.whole || n.Approx || q.value < 5 || q.value > 100_000 {
			continue
		}
		countable := n.Role == "n" || n.Role == "of" || n.UnitFrom == "sentence" && len(n.Unit) > 3 && !measures[n.Unit]
		if n.Cell {
			countable = countable || countHead(n.ColHead)
		}
		if !countable {
			continue
		}
		k := int(q.value)
		if times[k] == 0 {
			out = append(out, trials{k, n})
		}
		times[k]++
	}
	slices.SortStableFunc(out, func(a, b trials) int { return times[b.n] - times[a.n] })
	return out[:min(len(out), mostTrials)]
}

// measures are units that words of a text may be and that count no trials.
var measures = map[string]bool{
	"points": true, "tokens": true, "seconds": true, "minutes": true, "hours": true, "days": true, "years": true, "epochs": true, "layers": true, "steps": true,
	"parameters": true, "gpus": true, "runs": true, "seeds": true, "pages": true, "months": true, "weeks": true, "percent": true, "times": true, "words": true,
}

func countHead(head string) bool {
	w := words(head)
	return len(w) > 0 && slices.Contains([]string{"n", "count", "counts", "cases", "tasks", "questions", "samples", "examples", "queries", "instances", "items", "size", "total", "problems", "#"}, w[len(w)-1]) || strings.HasPrefix(head, "#")
}

// shares finds the columns of a table that are counts over one number of trials, and the
// cells that are none (the GRIM test, with a column in place of a belief).
//
// Under the null model a printed share is any of those that can be printed, so that it is
// one of the n+1 counts' with probability n x digit. Where that comes near 1, as for shares
// of a thousand with one decimal, the column says nothing. A number of trials must be
// printed in the document; all of them are tried.
func (p *paper) shares(g *grid) {
	ns := p.counted()
	for c := g.firstCol; c < g.cols; c++ {
		column := g.shareColumn(c)
		if len(column) < 4 {
			continue
		}
		repeated := g.repeated(c)
		var best *shareRule
		for _, t := range ns {
			r := shareOfTrials(column, repeated, t)
			r.support.tried = float64(len(ns))
			if best == nil || r.support.chance() < best.support.chance() {
				best = r
			}
		}
		if best == nil {
			continue
		}
		p.keepShares(g, c, column, best)
	}
}

// shareColumn are the cells of a column that may be shares: printed with decimals, all of one
// scale, without a spread over runs beside them.
func (g *grid) shareColumn(c int) []*quantity {
	var out []*quantity
	for r := range g.rows {
		q := g.cells[r][c]
		if q == nil {
			continue
		}
		if q.PlusMinus != nil || q.value < 0 || q.value > 100 || q.sign != 0 {
			return nil
		}
		if q.digit < 1 {
			out = append(out, q)
		}
	}
	w := words(g.colHeads[c])
	if names(w, []string{"latency", "time", "cost", "tokens", "steps", "seconds", "ndcg", "mrr", "f1", "bleu", "rouge", "length", "turns", "ppl", "perplexity", "loss", "params", "average", "avg", "mean"}) {
		return nil
	}
	return out
}

// repeated are the cells of a column whose numbers stand elsewhere in their rows.
func (g *grid) repeated(c int) map[*quantity]bool {
	out := map[*quantity]bool{}
	for r := range g.rows {
		q := g.cells[r][c]
		for o, x := range g.cells[r] {
			if q != nil && x != nil && o != c && x.value == q.value {
				out[q] = true
			}
		}
	}
	return out
}

type shareRule struct {
	trials
	scale   float64 // what all of them is: 100 or 1
	support support
	holds   []bool
}

// shareOfTrials holds the cells of a column against a number of trials. What another column
// of the same row prints, too, is no evidence for this one.
func shareOfTrials(column []*quantity, repeated map[*quantity]bool, t trials) *shareRule {
	r := &shareRule{trials: t, scale: 1, holds: make([]bool, len(column))}
	for _, q := range column {
		if q.value > 1 || strings.Contains(q.Unit, "%") {
			r.scale = 100
		}
	}
	p, seen := 0.0, []float64{}
	for i, q := range column {
		near := isCount(q.near, r.scale, t.n)
		r.holds[i] = near || isCount(q.far, r.scale, t.n)
		if q.value == 0 || q.value == r.scale || slices.Contains(seen, q.value) || repeated[q] {
			continue
		}
		seen = append(seen, q.value)
		p += math.Min(1, q.digit*float64(t.n)/r.scale)
		switch {
		case near:
			r.support.held++
		case r.holds[i]:
			r.support.near++
		default:
			r.support.failed++
		}
	}
	if len(seen) > 0 {
		r.support.p = p / float64(len(seen))
	}
	return r
}

// isCount tells whether a whole number over n lies in a span of shares.
func isCount(s span, scale float64, n int) bool {
	low, high := s.low/scale*float64(n), s.high/scale*float64(n)
	return math.Floor(high) >= math.Ceil(low) && math.Floor(high) >= 0
}

func (p *paper) keepShares(g *grid, c int, column []*quantity, r *shareRule) {
	s := r.support
	believed := s.held >= 4 && s.chance() < 1e-5 && float64(s.failed) <= .2*float64(s.all())
	if !believed && (s.held < 3 || s.chance() > .01 || s.failed > s.held) {
		return
	}
	name := fmt.Sprintf("%s, column %q: counts over %d (%s)", g.name(), g.colHeads[c], r.n, p.whereIs(r.from))
	out := &ruled{family: "share of n", rule: name, support: s}
	unit := claims.Proportion
	if r.scale == 100 {
		unit = claims.Percent
	}
	for i, q := range column {
		out.askUnit(q, nil, r.holds[i], unit, func([]string) string { return fmt.Sprintf("{proportion: {n: %d}}", r.n) })
	}
	p.keep(out, believed)
}

// whereIs is the place of a number in words.
func (p *paper) whereIs(n *document.Number) string {
	what := strings.TrimSpace(n.Printed + " " + n.Unit)
	if at := n.Place.Words(); at != "" {
		return what + ", " + at
	}
	return what
}
