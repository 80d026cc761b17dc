package relations

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/claims"
)

// ratesNamed are the rates of a table of two raters, or of a judge against the truth, as words
// before or behind a number call them.
var ratesNamed = []struct {
	name string
	head *regexp.Regexp
}{
	{"kappa", regexp.MustCompile(`(?i)(?:\bkappa\b|κ)[^.0-9]{0,12}$`)},
	{"accuracy", regexp.MustCompile(`(?i)\b(?:accuracy|overall\s+agreement|agreement)\b[^.0-9]{0,12}$`)},
	{"precision", regexp.MustCompile(`(?i)\bprecision\b[^.0-9]{0,12}$`)},
	{"recall", regexp.MustCompile(`(?i)\b(?:recall|sensitivity)\b[^.0-9]{0,12}$`)},
	{"specificity", regexp.MustCompile(`(?i)\bspecificity\b[^.0-9]{0,12}$`)},
	{"f1", regexp.MustCompile(`(?i)\bF-?1(?:[\s-]score)?\b[^.0-9]{0,12}$`)},
	{"mcc", regexp.MustCompile(`\b(?:MCC|Matthews[^.0-9]{0,25})\b[^.0-9]{0,12}$`)},
}

// confusionTable holds the rates that the caption or the notes of a square table of counts
// print, such as accuracy and kappa, against its counts. Which class is the positive one, and
// which rater stands in the rows, is open: a rate that one of the readings gives holds. Only
// where another rate of the table holds is one that does not told: the counts are then what
// the rates are of.
func (p *paper) confusionTable(g *grid) {
	table, cells := g.square()
	if table == nil {
		return
	}
	h := &hypothesis{ruled: ruled{family: "rate of counts", stated: true, rule: g.name() + ": the rates of its caption are those of its counts"}}
	for i := range p.report.Numbers {
		n := &p.report.Numbers[i]
		if n.Table != g.ID || n.Cell || p.quantities[i] == nil || n.Role == "low" || n.Role == "high" || n.Role == "level" {
			continue
		}
		plain := p.textOf(&n.Number)
		before := plain[:min(n.From, len(plain))]
		before = before[max(0, len(before)-60):]
		for _, r := range ratesNamed {
			if r.head.MatchString(strings.TrimRight(before, "$ ")) {
				p.askRate(h, p.quantities[i], r.name, table, cells)
				break
			}
		}
	}
	if len(h.asks) == 0 {
		return
	}
	p.test(h)
	p.keep(&h.ruled, h.support.held >= 2 && h.support.held >= 2*h.support.failed)
}

// square are the counts of a table whose rows and columns have the same labels, totals left
// out; nil where it is none.
func (g *grid) square() (table [][]int, cells []*quantity) {
	var rows, cols []int
	for r := g.firstRow; r < g.rows; r++ {
		for c := g.firstCol; c < g.cols; c++ {
			if innermost(g.rowHeads[r]) != "" && sameLabel(g.rowHeads[r], g.colHeads[c]) && !totals(g.rowHeads[r]) {
				if slices.Contains(rows, r) || slices.Contains(cols, c) {
					return nil, nil
				}
				rows, cols = append(rows, r), append(cols, c)
			}
		}
	}
	if len(rows) < 2 || len(rows) > 12 {
		return nil, nil
	}
	for r := g.firstRow; r < g.rows; r++ {
		if !slices.Contains(rows, r) && !totals(g.rowHeads[r]) {
			return nil, nil
		}
	}
	for c := g.firstCol; c < g.cols; c++ {
		if !slices.Contains(cols, c) && !totals(g.colHeads[c]) {
			return nil, nil
		}
	}
	for _, r := range rows {
		var line []int
		for _, c := range cols {
			q := g.cells[r][c]
			if q == nil || !q.whole || q.value < 0 || q.Unit == "%" {
				return nil, nil
			}
			line, cells = append(line, int(q.value)), append(cells, q)
		}
		table = append(table, line)
	}
	return table, cells
}

// innermost is the last part of a head of several, which names the line itself.
func innermost(head string) string {
	parts := strings.Split(head, " / ")
	return strings.TrimSpace(parts[len(parts)-1])
}

var roleOfLabel = regexp.MustCompile(`(?i)\b(?:predicted|predicts?|actual|true|gold|human|judge|reference|rater\s*\w|annotator\s*\w|class|label|model|says)\b|[:=]`)

// sameLabel tells whether two heads name one class, whoever gives it.
func sameLabel(a, b string) bool {
	plain := func(s string) string {
		return strings.Join(words(roleOfLabel.ReplaceAllString(innermost(s), " ")), " ")
	}
	return plain(a) != "" && plain(a) == plain(b)
}

func totals(head string) bool {
	w := words(innermost(head))
	return len(w) > 0 && (w[0] == "total" || w[0] == "sum" || w[0] == "all" || w[0] == "σ")
}

// askRate asks a rate of the table in all readings that there are.
func (p *paper) askRate(h *hypothesis, own *quantity, name string, table [][]int, cells []*quantity) {
	unit := claims.None
	if own.Unit == "%" {
		unit = claims.Percent
	}
	chance := 3 * own.digit
	if own.Unit == "%" {
		chance /= 100
	}
	if name == "kappa" {
		h.add(own, cells, unit, chance, func([]string) string { return "{kappa: {table: " + listOf(table) + "}}" })
		return
	}
	if name == "accuracy" {
		hits, all := 0, 0
		for i, row := range table {
			hits += row[i]
			for _, n := range row {
				all += n
			}
		}
		h.add(own, cells, unit, chance, func([]string) string {
			return fmt.Sprintf("{rate: {of: accuracy, tp: %d, fp: %d, fn: 0, tn: 0}}", hits, all-hits)
		})
		return
	}
	if len(table) != 2 {
		return
	}
	best := ""
	for _, m := range [][4]int{ // tp, fp, fn, tn by which class is positive, and who stands in the rows
		{table[0][0], table[0][1], table[1][0], table[1][1]}, {table[0][0], table[1][0], table[0][1], table[1][1]},
		{table[1][1], table[1][0], table[0][1], table[0][0]}, {table[1][1], table[0][1], table[1][0], table[0][0]},
	} {
		check := fmt.Sprintf("{rate: {of: %s, tp: %d, fp: %d, fn: %d, tn: %d}}", name, m[0], m[1], m[2], m[3])
		if best == "" || p.holds(own, unit, check) {
			best = check
		}
		if p.holds(own, unit, best) {
			break
		}
	}
	h.add(own, cells, unit, 4*chance, func([]string) string { return best })
}

// holds asks one question of a number.
func (p *paper) holds(own *quantity, unit claims.Unit, check string) bool {
	one := &hypothesis{depends: true}
	one.add(own, nil, unit, 1, func([]string) string { return check })
	p.test(one)
	return one.support.held == 1
}

// listOf writes a table of counts as a claims file has it.
func listOf(table [][]int) string {
	rows := make([]string, len(table))
	for i, row := range table {
		rows[i] = strings.ReplaceAll(fmt.Sprint(row), " ", ", ")
	}
	return "[" + strings.Join(rows, ", ") + "]"
}
