package claims

import (
	"fmt"
	"math/big"

	"mcpstats/stats"
)

var (
	methodField   = Field{Name: "method", Doc: "The correction: " + alternatives(adjustmentNames())}
	positionField = Field{Name: "position", Doc: "The place, from 1, of this claim's p-value in the list"}
)

var checkPAdjusted = declare(Check{
	Name: "p_adjusted",
	Doc:  "Is it the p-value after the correction for many tests?",
	Forms: []Form{
		{
			Fields:  []Field{methodField, {Name: "of", Shape: "[p-values]", Doc: "The p-values of the whole family, before correction"}, positionField},
			Example: `printed: "0.020", unit: p, check: {p_adjusted: {method: holm, of: ["0.010", "0.040"], position: 1}}`,
		},
		{
			Fields: []Field{
				methodField,
				{Name: "t", Shape: "[...]", Doc: "In place of of: the t statistics of the whole family"},
				{Name: "df", Doc: "Their degrees of freedom"},
				tailsField,
				positionField,
			},
			Example: `printed: "0.015", unit: p, check: {p_adjusted: {method: holm, t: ["2.69", "1.20"], df: 581, position: 1}}`,
		},
	},
	Cite: "Holm 1979, Scandinavian Journal of Statistics 6; Benjamini and Hochberg 1995, JRSS B 57; R's p.adjust",
}, parsePAdjusted, adjusted.judge)

// adjusted asks for one p-value of a family after a correction. The whole family is asked
// for because the step-wise corrections depend on the rank of a p-value among the others,
// so that no p-value can be checked by itself.
type adjusted struct {
	method   stats.Adjustment
	family   family
	position int // from 1
}

// family is the tests that are corrected together: by their p-values, or by their
// t statistics.
type family struct {
	ps    []*operand
	ts    []*operand // where there are no ps
	df    *operand
	tails int
}

func parsePAdjusted(a *args) adjusted {
	c := adjusted{method: a.method(), family: a.family()}
	c.position = a.whole("position", 0)
	if size := c.family.size(); a.err == nil && (c.position < 1 || c.position > size) {
		a.fail(a.line, "position: %d; expected the place of this p-value in the list, from 1 to %d", c.position, size)
	}
	return c
}

func (a *args) method() stats.Adjustment {
	method := stats.Adjustment(a.text("method", adjustmentNames()...))
	if method == "" {
		a.fail(a.line, "method is missing; expected one such as holm")
	}
	return method
}

func adjustmentNames() []string {
	var names []string
	for _, m := range stats.Adjustments() {
		names = append(names, string(m))
	}
	return names
}

// family reads t with df and tails where t is given, else of.
func (a *args) family() family {
	if a.find("t") == nil {
		return family{ps: a.operands(1, "of")}
	}
	f := family{ts: a.operands(1, "t"), df: a.operand("df")}
	f.tails, _ = a.tails()
	return f
}

func (f family) size() int { return max(len(f.ps), len(f.ts)) }

func (c adjusted) judge(q *inquiry) outcome {
	values, failed := c.family.values()
	if failed != nil {
		return unverifiable("t = %s has no p-value", failed.show())
	}
	center, ok := c.adjust(values)
	if !ok {
		return unverifiable("these p-values cannot be adjusted")
	}
	return q.weigh(comparison{
		of: func(r reading) (span, bool) {
			raw, failed := c.family.spans(r)
			if failed != nil {
				return everything(), false
			}
			return c.adjust(raw)
		},
		value:   center.middle(),
		formula: fmt.Sprintf("%s over %d, number %d: p", c.method, c.family.size(), c.position),
		suspect: c.uncorrected,
	})
}

// spans are what the family's p-values can be under a rule; failed is the first
// statistic that has none.
func (f family) spans(r reading) (ps []span, failed *operand) {
	for _, o := range f.ps {
		ps = append(ps, withinOne(o.raw(r, PValue)))
	}
	for _, o := range f.ts {
		df, _ := f.df.printed(Count)
		p, ok := studentT.p(o.raw(r, None), df.span(r, Count), f.tails)
		if !ok {
			return nil, o
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// values are the family's p-values by the numbers as they are printed.
func (f family) values() (ps []span, failed *operand) {
	for _, o := range f.ps {
		ps = append(ps, withinOne(point(o.value(PValue))))
	}
	for _, o := range f.ts {
		df, _ := f.df.printed(Count)
		p, ok := studentT.p(point(o.value(None)), point(df.value), f.tails)
		if !ok {
			return nil, o
		}
		ps = append(ps, p)
	}
	return ps, nil
}

// adjust corrects the family and returns the p-value at the position. Every
// adjusted p-value rises with every raw one, so that its ends come from the raw
// ones' ends.
func (c adjusted) adjust(raw []span) (span, bool) {
	low, high := make([]float64, len(raw)), make([]float64, len(raw))
	for i, s := range raw {
		var ok bool
		if low[i], high[i], ok = s.floats(); !ok || s.empty() {
			return everything(), false
		}
	}
	least, err := stats.Adjust(c.method, low)
	if err != nil {
		return everything(), false
	}
	most, err := stats.Adjust(c.method, high)
	if err != nil {
		return everything(), false
	}
	return withinOne(around(least[c.position-1], most[c.position-1])), true
}

// uncorrected says where the p-value before correction is what is printed.
func (c adjusted) uncorrected(printed span) []string {
	raw, failed := c.family.spans(mixed)
	if failed != nil {
		return nil
	}
	p := raw[c.position-1]
	if printed.meet(p).empty() {
		return nil
	}
	return []string{"the p-value without correction fits: " + p.show()}
}

// withinOne is the part of a span that is a probability.
func withinOne(s span) span { return s.clip(new(big.Rat), big.NewRat(1, 1)) }
