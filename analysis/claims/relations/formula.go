package relations

import (
	"fmt"
	"math"
	"strings"
)

// formula is a rule that makes one field of a table of others.
type formula struct {
	family string
	// of computes with what the operands can be; ok is false where it divides by what can
	// be 0.
	of func(ops []span) (s span, ok bool)
	// check writes the question of a claims file; the operands are ids in quotes.
	check func(ops []string) string
	words func(target string, ops []string) string
	names []string // words of a head that name the rule
}

func quoted(ids []string) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = fmt.Sprintf("%q", id)
	}
	return "[" + strings.Join(out, ", ") + "]"
}

var sumOf = formula{
	family: "sum",
	of: func(ops []span) (span, bool) {
		var s span
		for _, o := range ops {
			s.low += o.low
			s.high += o.high
		}
		return s, true
	},
	check: func(ops []string) string { return "{sum: {of: " + quoted(ops) + ", scale: 1}}" },
	words: func(t string, ops []string) string { return t + " is the sum of " + listed(ops) },
	names: []string{"total", "sum", "all", "overall", "combined"},
}

var meanOf = formula{
	family: "mean",
	of: func(ops []span) (span, bool) {
		s, _ := sumOf.of(ops)
		n := float64(len(ops))
		return span{s.low / n, s.high / n}, true
	},
	check: func(ops []string) string {
		return "{weighted_mean: {of: " + quoted(ops) + ", weights: [" + strings.TrimSuffix(strings.Repeat("1, ", len(ops)), ", ") + "]}}"
	},
	words: func(t string, ops []string) string { return t + " is the mean of " + listed(ops) },
	names: []string{"avg", "average", "mean", "overall", "macro", "avgerage", "all", "µ", "μ"},
}

var differenceOf = formula{
	family: "difference",
	of: func(ops []span) (span, bool) {
		return span{ops[0].low - ops[1].high, ops[0].high - ops[1].low}, true
	},
	check: func(ops []string) string { return "{difference: {of: " + quoted(ops) + ", scale: 1}}" },
	words: func(t string, ops []string) string { return t + " is " + ops[0] + " minus " + ops[1] },
	names: []string{"δ", "delta", "diff", "difference", "gain", "improvement", "improv", "gap", "drop", "change", "increase", "decrease", "imp", "∆", "Δ", "vs", "Δ"},
}

// pointsOf is a difference of proportions in hundredths.
var pointsOf = formula{
	family: "difference",
	of: func(ops []span) (span, bool) {
		s, _ := differenceOf.of(ops)
		return span{100 * s.low, 100 * s.high}, true
	},
	check: func(ops []string) string { return "{difference: {of: " + quoted(ops) + ", scale: 100}}" },
	words: func(t string, ops []string) string { return t + " is " + ops[0] + " minus " + ops[1] + ", in points" },
	names: differenceOf.names,
}

var ratioOf = formula{
	family: "ratio",
	of:     quotient,
	check:  func(ops []string) string { return "{ratio: {of: " + quoted(ops) + ", scale: 1}}" },
	words:  func(t string, ops []string) string { return t + " is " + ops[0] + " over " + ops[1] },
	names:  []string{"speedup", "speed-up", "ratio", "relative", "factor", "×", "x", "normalized"},
}

// changeOf is what the first operand is more than the second, in percent of the second.
var changeOf = formula{
	family: "relative change",
	of: func(ops []span) (span, bool) {
		s, ok := quotient(ops)
		return span{100 * (s.low - 1), 100 * (s.high - 1)}, ok
	},
	check: func(ops []string) string {
		return "{reduction: {of: " + quoted([]string{ops[1], ops[0]}) + ", scale: -100}}"
	},
	words: func(t string, ops []string) string {
		return t + " is the change from " + ops[1] + " to " + ops[0] + " in percent"
	},
	names: append([]string{"relative", "reduction", "saving", "savings", "rel"}, differenceOf.names...),
}

// shareOf is the first operand in percent of the second.
var shareOf = formula{
	family: "share",
	of: func(ops []span) (span, bool) {
		s, ok := quotient(ops)
		return span{100 * s.low, 100 * s.high}, ok
	},
	check: func(ops []string) string { return "{ratio: {of: " + quoted(ops) + ", scale: 100}}" },
	words: func(t string, ops []string) string { return t + " is " + ops[0] + " in percent of " + ops[1] },
	names: []string{"%", "percent", "percentage", "share", "rate", "proportion", "ratio", "accuracy", "acc", "pct"},
}

// harmonicOf is F1 of precision and recall.
var harmonicOf = formula{
	family: "f1",
	of: func(ops []span) (span, bool) {
		if ops[0].low <= 0 || ops[1].low <= 0 {
			return span{}, false
		}
		f := func(p, r float64) float64 { return 2 * p * r / (p + r) }
		return span{f(ops[0].low, ops[1].low), f(ops[0].high, ops[1].high)}, true
	},
	check: func(ops []string) string {
		return fmt.Sprintf("{f_score: {precision: %q, recall: %q}}", ops[0], ops[1])
	},
	words: func(t string, ops []string) string {
		return t + " is the harmonic mean of " + ops[0] + " and " + ops[1]
	},
	names: []string{"f1", "f", "f-1", "f1-score", "f-score", "fscore", "f-measure"},
}

func quotient(ops []span) (span, bool) {
	a, b := ops[0], ops[1]
	if b.low <= 0 && b.high >= 0 {
		return span{}, false
	}
	s := span{math.Inf(1), math.Inf(-1)}
	for _, x := range []float64{a.low, a.high} {
		for _, y := range []float64{b.low, b.high} {
			s.low, s.high = math.Min(s.low, x/y), math.Max(s.high, x/y)
		}
	}
	return s, true
}

// listed writes names of columns: "A, B and C", the middle of many left out.
func listed(names []string) string {
	const most = 4
	if len(names) > most {
		return fmt.Sprintf("%s to %s (%d)", names[0], names[len(names)-1], len(names))
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
