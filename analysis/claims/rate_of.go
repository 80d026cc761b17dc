package claims

import (
	"fmt"
	"math"
)

// countedRates are the rates of the four counts of a judge against the truth.
var countedRates = []struct {
	name string
	of   func(tp, fp, fn, tn float64) float64
	uses string // the counts that it needs
}{
	{"accuracy", func(tp, fp, fn, tn float64) float64 { return (tp + tn) / (tp + fp + fn + tn) }, "tp fp fn tn"},
	{"precision", func(tp, fp, _, _ float64) float64 { return tp / (tp + fp) }, "tp fp"},
	{"recall", func(tp, _, fn, _ float64) float64 { return tp / (tp + fn) }, "tp fn"},
	{"specificity", func(_, fp, _, tn float64) float64 { return tn / (tn + fp) }, "fp tn"},
	{"f1", func(tp, fp, fn, _ float64) float64 { return 2 * tp / (2*tp + fp + fn) }, "tp fp fn"},
	{"balanced_accuracy", func(tp, fp, fn, tn float64) float64 { return (tp/(tp+fn) + tn/(tn+fp)) / 2 }, "tp fp fn tn"},
	{"mcc", func(tp, fp, fn, tn float64) float64 {
		return (tp*tn - fp*fn) / math.Sqrt((tp+fp)*(tp+fn)*(tn+fp)*(tn+fn))
	}, "tp fp fn tn"},
}

func countedRateNames() []string {
	out := make([]string, len(countedRates))
	for i, r := range countedRates {
		out[i] = r.name
	}
	return out
}

var checkRate = declare(Check{
	Name: "rate",
	Doc:  "Is it this rate of these counts of hits and errors?",
	Forms: []Form{{
		Fields: []Field{
			{Name: "of", Doc: alternatives(countedRateNames())},
			{Name: "tp", Optional: true, Doc: "True positives; each count may be left out that the rate does not need"},
			{Name: "fp", Optional: true, Doc: "False positives"},
			{Name: "fn", Optional: true, Doc: "False negatives"},
			{Name: "tn", Optional: true, Doc: "True negatives"},
		},
		Example: `printed: "82.67", unit: percent, check: {rate: {of: precision, tp: 62, fp: 13}}`,
	}},
	Cite: "The definitions of the rates of a 2x2 table; Matthews 1975, Biochimica et Biophysica Acta 405",
}, parseRate, countedRate.judge)

// countedRate asks whether the claim is a rate of printed counts.
type countedRate struct {
	of     int
	counts [4]*operand // tp, fp, fn, tn; nil where left out
}

func parseRate(a *args) countedRate {
	var r countedRate
	name := a.text("of", countedRateNames()...)
	if name == "" {
		a.fail(a.line, "of is missing; expected %s", alternatives(countedRateNames()))
	}
	for i, known := range countedRates {
		if known.name == name {
			r.of = i
		}
	}
	for i, key := range []string{"tp", "fp", "fn", "tn"} {
		r.counts[i] = a.optional(key)
		if a.err == nil && r.counts[i] == nil && needs(countedRates[r.of].uses, key) {
			a.fail(a.line, "%s is missing; %s is of %s", key, name, countedRates[r.of].uses)
		}
		a.derive(r.counts[i])
	}
	return r
}

func needs(uses, key string) bool {
	for i := 0; i+2 <= len(uses); i += 3 {
		if uses[i:i+2] == key {
			return true
		}
	}
	return false
}

func (r countedRate) judge(q *inquiry) outcome {
	var c [4]float64
	for i, o := range r.counts {
		if o == nil {
			continue
		}
		n, ok := o.count()
		if !ok {
			return unverifiable("%s is not a count", o.show())
		}
		c[i] = float64(n)
	}
	rate := countedRates[r.of]
	v := rate.of(c[0], c[1], c[2], c[3])
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return unverifiable("%s is not defined by these counts", rate.name)
	}
	unit := q.claim.Printed.shareUnit(q.claim.Unit)
	return q.exactly(v/float(unit.one()), fmt.Sprintf("tp %g, fp %g, fn %g, tn %g: %s", c[0], c[1], c[2], c[3], rate.name))
}
