package claims

import (
	"fmt"
	"math"

	"github.com/goccy/go-yaml/ast"

	"mcpstats/stats"
)

var checkKappa = declare(Check{
	Name: "kappa",
	Doc:  "Is it Cohen's kappa of this table, or of these margins?",
	Forms: []Form{
		{
			Fields:  []Field{{Name: "table", Shape: "[[...], [...]]", Doc: "The counts, one list a row: what one rater said by what the other said"}},
			Example: `printed: "0.70", unit: none, check: {kappa: {table: [[40, 10], [5, 45]]}}`,
		},
		{
			Fields: []Field{
				{Name: "rows", Shape: "[...]", Doc: "In place of the table: how often the one rater gave each label, as counts"},
				{Name: "columns", Shape: "[...]", Doc: "How often the other did, in the same order"},
				{Name: "agreement", Optional: true, Doc: "The share on which both agree; without it kappa is held against the largest that the margins allow"},
			},
			Example: `printed: "0.70", unit: none, check: {kappa: {rows: [50, 50], columns: [45, 55], agreement: "85%"}}`,
		},
	},
	Cite: "Cohen 1960, Educational and Psychological Measurement 20; its maximum: Umesh, Peterson and Sauber 1989, same journal 49",
}, parseKappa, kappa.judge)

// kappa asks for the chance-corrected agreement of a table, or for what margins allow.
type kappa struct {
	table         [][]*operand
	rows, columns []*operand
	agreement     *operand
}

func parseKappa(a *args) kappa {
	var k kappa
	if e := a.find("table"); e != nil {
		if _, ok := e.value.(*ast.SequenceNode); !ok {
			a.fail(e.line, "table: expected a list of rows, such as [[40, 10], [5, 45]]")
			return k
		}
		for _, row := range items(e.value) {
			k.table = append(k.table, a.list("table", row, e.line, 1))
		}
		for _, row := range k.table {
			if a.err == nil && (len(row) != len(k.table) || len(row) < 2) {
				a.fail(e.line, "table: %d rows, and one of %d counts; expected as many counts a row as rows, at least 2", len(k.table), len(row))
			}
			a.derive(row...)
		}
		return k
	}
	k.rows, k.columns, k.agreement = a.operands(2, "rows"), a.operands(2, "columns"), a.optional("agreement")
	if a.err == nil && len(k.rows) != len(k.columns) {
		a.fail(a.line, "%d rows and %d columns; expected one of each label", len(k.rows), len(k.columns))
	}
	a.derive(k.agreement)
	return k
}

// mostRated bounds the counts of a table.
const mostRated = 1_000_000_000

func (k kappa) judge(q *inquiry) outcome {
	if k.table == nil {
		return k.margins(q)
	}
	table := make([][]int, len(k.table))
	for i, row := range k.table {
		var err error
		if table[i], err = wholeNumbers(row, mostRated); err != nil {
			return unverifiable("%s", err)
		}
	}
	v, err := stats.CohenKappa(table, stats.KappaOptions{})
	if err != nil {
		return unverifiable("%s", err)
	}
	return q.exactly(v.Value, fmt.Sprintf("agreement %s, by chance %s: kappa", showFloat(v.Observed), showFloat(v.Expected)))
}

// exactly holds the claim against a value known in floating point.
func (q *inquiry) exactly(v float64, formula string) outcome {
	return q.weigh(comparison{
		of:    func(reading) (span, bool) { return around(v, v), true },
		value: rat(v), formula: formula, noSlip: true, rounded: true,
	})
}

// margins computes kappa of margins and an agreement, or its largest value. Of labels that
// the raters gave r and c times at most min(r, c) can agree.
func (k kappa) margins(q *inquiry) outcome {
	rows, err := wholeNumbers(k.rows, mostRated)
	columns, err2 := wholeNumbers(k.columns, mostRated)
	if err != nil || err2 != nil {
		return unverifiable("the margins are no counts")
	}
	n, m, chance, most := 0, 0, 0.0, 0
	for i := range rows {
		n, m = n+rows[i], m+columns[i]
		most += min(rows[i], columns[i])
	}
	if n == 0 || n != m {
		return unverifiable("the rows sum to %d, the columns to %d", n, m)
	}
	for i := range rows {
		chance += float64(rows[i]) / float64(n) * float64(columns[i]) / float64(n)
	}
	if chance >= 1 {
		return unverifiable("both raters give one label only: kappa is not defined")
	}
	corrected := func(p float64) float64 { return (p - chance) / (1 - chance) }
	if k.agreement != nil {
		formula := formulaOf{
			write: func(s []string) string {
				return fmt.Sprintf("(%s - %s)/(1 - %s)", s[0], showFloat(chance), showFloat(chance))
			},
			of: func(x []float64) float64 { return corrected(x[0]) },
		}
		return defined{operands: []*operand{k.agreement}, taken: asPart, formulas: []formulaOf{formula}, plain: 1}.judge(q)
	}
	top := corrected(float64(most) / float64(n))
	o := outcome{verdict: Consistent, computed: showFloat(top), arithmetic: fmt.Sprintf("with these margins kappa is at most %s; printed %s", showFloat(top), q.claim.Printed.Text)}
	if low := q.own(mixed).low; low != nil && float(low) > top+slack*math.Abs(top) {
		o.verdict = Inconsistent
	}
	return o
}
