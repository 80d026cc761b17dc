package claims

import (
	"fmt"
	"math/big"

	"mcpstats/stats"
)

func readPAdjusted(a *args) func(*inquiry) outcome {
	var names []string
	for _, m := range stats.Adjustments() {
		names = append(names, string(m))
	}
	method := stats.Adjustment(a.text("method", names...))
	if method == "" {
		a.fail(a.line, "method is missing; expected one such as holm")
	}
	var ps, ts []*operand
	var df *operand
	tails := 2
	if a.find("t") != nil {
		ts, df = a.operands(1, "t"), a.operand("df")
		tails, _ = a.tails()
	} else {
		ps = a.operands(1, "of")
	}
	size := max(len(ps), len(ts))
	position := a.whole("position", 0)
	if a.err == nil && (position < 1 || position > size) {
		a.fail(a.line, "position: %d; expected the place of this p-value in the list, from 1 to %d", position, size)
	}
	return func(q *inquiry) outcome {
		raw := func(r reading) ([]span, bool) {
			out := make([]span, size)
			for i := range out {
				if ps != nil {
					out[i] = ps[i].raw(r, PValue).clip(new(big.Rat), big.NewRat(1, 1))
					continue
				}
				p, _ := df.printed(Count)
				s, ok := studentT.p(ts[i].raw(r, None), p.span(r, Count), tails)
				if !ok {
					return nil, false
				}
				out[i] = s
			}
			return out, true
		}
		// Every adjusted p-value rises with every raw one, so that its ends come
		// from the raw ones' ends.
		adjusted := func(raw []span) (span, bool) {
			low, high := make([]float64, size), make([]float64, size)
			for i, s := range raw {
				if s.empty() {
					return everything(), false
				}
				var ok bool
				if low[i], high[i], ok = s.floats(); !ok {
					return everything(), false
				}
			}
			l, err := stats.Adjust(method, low)
			if err != nil {
				return everything(), false
			}
			h, err := stats.Adjust(method, high)
			if err != nil {
				return everything(), false
			}
			return around(l[position-1], h[position-1]).clip(new(big.Rat), big.NewRat(1, 1)), true
		}
		of := func(r reading) (span, bool) {
			s, ok := raw(r)
			if !ok {
				return everything(), false
			}
			return adjusted(s)
		}
		center := make([]span, size)
		for i := range center {
			if ps != nil {
				center[i] = point(ps[i].value(PValue)).clip(new(big.Rat), big.NewRat(1, 1))
				continue
			}
			p, _ := df.printed(Count)
			s, ok := studentT.p(point(ts[i].value(None)), point(p.value), tails)
			if !ok {
				return outcome{verdict: Unverifiable, arithmetic: fmt.Sprintf("t = %s has no p-value", ts[i].show())}
			}
			center[i] = s
		}
		c, ok := adjusted(center)
		if !ok {
			return outcome{verdict: Unverifiable, arithmetic: "these p-values cannot be adjusted"}
		}
		value := new(big.Rat).Mul(new(big.Rat).Add(c.low, c.high), big.NewRat(1, 2))
		formula := fmt.Sprintf("%s over %d, number %d: p", method, size, position)
		return q.weigh(comparison{of: of, value: value, formula: formula, suspect: func(printed span) []string {
			if s, ok := raw(mixed); ok && !printed.meet(s[position-1]).empty() {
				return []string{"the p-value without correction fits: " + s[position-1].show()}
			}
			return nil
		}})
	}
}
