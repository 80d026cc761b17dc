package relations

import (
	"math"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/result"
)

// hypothesis is a reading of some numbers that only package claims can hold them to: its
// questions are asked first, and the reading is believed by how many of the answers hold.
type hypothesis struct {
	ruled
	chances []float64 // by instance: the probability that it holds by chance
	depends bool      // an instance that depends on something unstated holds
}

// add puts an instance to a hypothesis.
func (h *hypothesis) add(own *quantity, with []*quantity, unit claims.Unit, chance float64, check func(ids []string) string) {
	h.askUnit(own, with, false, unit, check)
	h.chances = append(h.chances, math.Min(1, chance))
}

// test asks the questions. Instances that repeat the printed numbers of another are no
// evidence, and what has no answer is dropped.
func (p *paper) test(h *hypothesis) {
	asked := make([]question, len(h.asks))
	for i, a := range h.asks {
		asked[i] = p.question(a)
	}
	file, own := p.file(asked)
	if file == nil {
		h.asks = nil
		return
	}
	answers := claims.Verify(file, claims.Logs{})
	var kept []asking
	seen, total := map[string]bool{}, 0.0
	for i, a := range h.asks {
		verdict := answers[own[i]].Verdict
		if verdict == result.Unverifiable {
			continue
		}
		a.holds = verdict != result.Inconsistent && (h.depends || verdict != result.Depends)
		a.telling = verdict == result.Inconsistent
		kept = append(kept, a)
		key := a.own.Printed
		for _, w := range a.with {
			key += " " + w.Printed
		}
		if seen[key] && a.holds {
			continue
		}
		seen[key] = true
		total += h.chances[i]
		if a.holds {
			h.support.held++
		} else {
			h.support.failed++
		}
	}
	h.asks = kept
	if n := h.support.all(); n > 0 {
		h.support.p = total / float64(n)
	}
	h.support.tried = math.Max(1, h.support.tried)
}

// question is an instance with its operands' ids in place.
func (p *paper) question(a asking) question {
	q := question{own: a.own.at, unit: string(a.unit), holds: a.holds, quiet: !a.telling}
	var ids []string
	for _, w := range a.with {
		ids = append(ids, p.report.Numbers[w.at].ID)
		if w.at != a.own.at {
			q.with = append(q.with, w.at)
		}
	}
	q.check = a.check(ids)
	return q
}

// borne tells whether a hypothesis is believed: nearly all instances hold, and chance does not
// explain that.
func (h *hypothesis) borne(limit float64) bool {
	s := h.support
	return s.held >= 4 && s.chance() < limit && 5*s.failed <= s.all()
}

// strongest is the hypothesis that explains the most: the one with the fewest failures, then
// the least likely by chance. nil where none has an instance that holds.
func strongest(all []*hypothesis) *hypothesis {
	var best *hypothesis
	for _, h := range all {
		if h.support.held == 0 {
			continue
		}
		if best == nil || h.support.failed < best.support.failed || h.support.failed == best.support.failed && h.support.chance() < best.support.chance() {
			best = h
		}
	}
	return best
}
