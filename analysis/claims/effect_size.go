package claims

import (
	"fmt"
	"math"

	"mcpstats/stats"
)

// dNames are the definitions of Cohen's d of two groups.
var dNames = []string{"pooled", "average", "first", "second", "hedges"}

var checkCohensD = declare(Check{
	Name: "cohens_d",
	Doc:  "Is it the Cohen's d of these two groups?",
	Forms: []Form{
		{
			Fields: []Field{
				{Name: "means", Shape: "[a, b]", Doc: "The two means; the sign of d does not count"},
				{Name: "sds", Shape: "[a, b]", Doc: "Their standard deviations"},
				{Name: "n", Shape: "[a, b]", Optional: true, Doc: "How many values are in each group; equal groups where it is left out"},
				{Name: "definition", Optional: true, Doc: "pooled, average (of the two variances), first or second (one group's SD, Glass's delta), hedges (g); all are tried where it is left out, and one that is not pooled depends"},
			},
			Example: `printed: "0.57", unit: none, check: {cohens_d: {means: ["4.20", "3.60"], sds: ["1.10", "1.00"], n: [30, 30]}}`,
		},
		{
			Fields: []Field{
				{Name: "t", Doc: "In place of means and SDs: the t of the two groups"},
				{Name: "n", Shape: "[a, b]", Doc: "How many values are in each group"},
				{Name: "definition", Optional: true, Doc: "pooled or hedges"},
			},
			Example: `printed: "0.54", unit: none, check: {cohens_d: {t: "2.10", n: [30, 30]}}`,
		},
	},
	Cite: "Cohen 1988, Statistical Power Analysis; Hedges 1981, Journal of Educational Statistics 6; Lakens 2013, Frontiers in Psychology 4",
}, parseCohensD, defined.judge)

func parseCohensD(a *args) defined {
	d := defined{taken: asPrinted, plain: 1, unsigned: true}
	definition := a.text("definition", dNames...)
	if t := a.optional("t"); t != nil {
		d.operands = append([]*operand{t}, a.each("n", 2)...)
		root := func(x []float64) float64 { return x[0] * math.Sqrt(1/x[1]+1/x[2]) }
		write := func(s []string) string { return fmt.Sprintf("%s x sqrt(1/%s + 1/%s)", s[0], s[1], s[2]) }
		d.formulas = []formulaOf{
			{name: "pooled", of: root, write: write},
			{name: "hedges", of: func(x []float64) float64 { return root(x) * stats.HedgesCorrection(x[1]+x[2]-2) }, write: func(s []string) string { return write(s) + " x J" }},
		}
		return d.only(a, definition)
	}
	d.operands = append(a.each("means", 2), a.each("sds", 2)...)
	counted := a.find("n") != nil
	if counted {
		d.operands = append(d.operands, a.each("n", 2)...)
	}
	d.formulas = dOfMeans(counted)
	return d.only(a, definition)
}

// only leaves the stated definition.
func (d defined) only(a *args, name string) defined {
	d.derive(a)
	if name == "" || a.err != nil {
		return d
	}
	for _, f := range d.formulas {
		if f.name == name {
			d.formulas, d.stated = []formulaOf{f}, true
			return d
		}
	}
	a.fail(a.line, "definition: %s cannot be told from these numbers", name)
	return d
}

func (d defined) derive(a *args) { a.derive(d.operands...) }

// dOfMeans are the definitions of d of means x[0], x[1] with spreads x[2], x[3] and, where
// counted, sizes x[4], x[5].
func dOfMeans(counted bool) []formulaOf {
	pooled := func(x []float64) float64 {
		a, b := 1.0, 1.0
		if counted {
			a, b = x[4]-1, x[5]-1
		}
		return math.Sqrt((a*x[2]*x[2] + b*x[3]*x[3]) / (a + b))
	}
	average := func(x []float64) float64 { return math.Sqrt((x[2]*x[2] + x[3]*x[3]) / 2) }
	spreads := []struct {
		name string
		of   func(x []float64) float64
	}{
		{"pooled", pooled}, {"average", average},
		{"first", func(x []float64) float64 { return x[2] }}, {"second", func(x []float64) float64 { return x[3] }},
	}
	var out []formulaOf
	for _, s := range spreads {
		out = append(out, formulaOf{
			name: s.name,
			of:   func(x []float64) float64 { return (x[0] - x[1]) / positive(s.of(x)) },
			write: func(t []string) string {
				return fmt.Sprintf("(%s - %s)/(%s of %s and %s)", t[0], t[1], s.name, t[2], t[3])
			},
		})
	}
	if counted {
		out = append(out, formulaOf{
			name: "hedges",
			of:   func(x []float64) float64 { return (x[0] - x[1]) / pooled(x) * stats.HedgesCorrection(x[4]+x[5]-2) },
			write: func(t []string) string {
				return fmt.Sprintf("J x (%s - %s)/(pooled of %s and %s)", t[0], t[1], t[2], t[3])
			},
		})
	}
	return out
}

var checkCohensH = declare(Check{
	Name: "cohens_h",
	Doc:  "Is it the Cohen's h of these two shares?",
	Forms: []Form{{
		Fields:  []Field{{Name: "of", Shape: "[a, b]", Doc: "The two shares; the sign of h does not count"}},
		Example: `printed: "0.33", unit: none, check: {cohens_h: {of: ["78.95%", "64.21%"]}}`,
	}},
	Cite: "Cohen 1988, Statistical Power Analysis, chapter 6: 2 asin(sqrt(a)) - 2 asin(sqrt(b))",
}, parseCohensH, defined.judge)

func parseCohensH(a *args) defined {
	d := defined{operands: a.each("of", 2), taken: asPart, plain: 1, unsigned: true}
	d.formulas = []formulaOf{{
		name:  "h",
		of:    func(x []float64) float64 { return 2*math.Asin(math.Sqrt(x[0])) - 2*math.Asin(math.Sqrt(x[1])) },
		write: func(s []string) string { return fmt.Sprintf("2 asin(sqrt(%s)) - 2 asin(sqrt(%s))", s[0], s[1]) },
	}}
	d.derive(a)
	return d
}
