package compose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// pivot is one table while it is made.
type pivot struct {
	e             *executor
	c             *call
	v             *view
	metric        string
	against       string          // what differences and ratios are to; baseline is resolved
	best          bool            // that is the best of its axis, as the plan names no baseline
	reference     map[string]bool // runs that stand apart
	rows, columns *pivotAxis
	cells         []string
	formats       map[string]string
	crossings     map[string]*result.Summary
	shared        int // the most runs that share a cell
}

// pivotColumn is one column of the table: a value of the axis and which cell of it, or the
// ratio of two columns.
type pivotColumn struct {
	value, cell string
	ratio       string // what is divided by what; then value is unused
	over, under int    // columns of the table
}

// layout are the columns behind the first.
func (p *pivot) layout() ([]pivotColumn, error) {
	values := p.columns.values
	if p.columns.all {
		values = append(slices.Clone(values), "")
	}
	var out []pivotColumn
	first := map[string]int{}
	for _, value := range values {
		own := p.at("", value).cell
		for k, cell := range p.cells {
			if cell == "share" && value == "" || own != "" && k > 0 && cell == "interval" {
				continue
			}
			if _, ok := first[value]; !ok {
				first[value] = len(out)
			}
			out = append(out, pivotColumn{value: value, cell: cell})
		}
	}
	for _, entry := range splitList(p.c.arg("ratios")) {
		over, under, ok := cutRatio(entry, first)
		if !ok {
			if p.c.arg("optional") != "" {
				continue
			}
			return nil, p.e.n.fault(p.c.lineOf("ratios"), "pivot: ratios is %q; expected two columns with a / between: %s", reports.Shorten(reports.Visible(entry), reports.MaxNameRunes), choose(entry, p.columns.values))
		}
		out = append(out, pivotColumn{ratio: entry, cell: "ratio", over: first[over] + 1, under: first[under] + 1})
	}
	return out, nil
}

// cutRatio finds the / that stands between two columns, whose names may hold one.
func cutRatio(entry string, known map[string]int) (over, under string, ok bool) {
	for i := range len(entry) {
		if entry[i] != '/' {
			continue
		}
		over, under = strings.TrimSpace(entry[:i]), strings.TrimSpace(entry[i+1:])
		_, one := known[over]
		_, other := known[under]
		if one && other {
			return over, under, true
		}
	}
	return "", "", false
}

func (p *pivot) table() (reports.Table, error) {
	c := p.e.c
	if len(p.rows.values) == 0 || len(p.columns.values) == 0 {
		return reports.Table{}, nil
	}
	if against := p.against; against != "" && against != bestOther && !slices.Contains(p.rows.values, against) && !slices.Contains(p.columns.values, against) {
		return reports.Table{}, p.e.n.fault(p.c.lineOf("against"), "pivot: against is %q; %s", reports.Shorten(reports.Visible(against), reports.MaxNameRunes), choose(against, slices.Concat(p.rows.values, p.columns.values)))
	}
	words := []string{"pivot", p.v.slug, p.rows.name, p.columns.name}
	if p.rows.name != "metric" && p.columns.name != "metric" && !p.calls() {
		words = append(words, p.metric)
	}
	if p.cells[0] != "mean" && p.against == "" {
		words = append(words, p.cells[0])
	} else if slices.Contains(p.cells, "interval") {
		words = append(words, "interval")
	}
	t := reports.Table{ID: c.names.Id(words...)}
	at, err := p.layout()
	if err != nil {
		return t, err
	}
	p.head(&t, at)
	order := p.ordered()
	if p.rows.all {
		order = append(order, "")
	}
	var rows []string
	for _, row := range order {
		line := []reports.Cell{{Text: "All"}}
		if row != "" {
			line[0] = c.names.Cell(row)
			if p.apart(row) {
				line[0].Tone = reports.Faint
			}
		}
		some := false
		for _, col := range at {
			var cell reports.Cell
			if col.ratio != "" {
				cell = ratioOf(line[col.over], line[col.under])
			} else {
				cell = p.cell(row, col.value, col.cell)
			}
			some = some || cell.HasValue
			line = append(line, cell)
		}
		if some {
			t.Rows, rows = append(t.Rows, line), append(rows, row)
		}
	}
	p.markBest(&t, rows, at)
	p.notes(&t, rows)
	t.Caption = p.caption()
	t.Long = len(t.Rows) > 40
	showFirst(&t, len(p.cells))
	return t, nil
}

// head names the columns, each by a key of its own.
func (p *pivot) head(t *reports.Table, at []pivotColumn) {
	c := p.e.c
	t.Columns = []reports.Column{{Name: p.e.c.pivotAxisName(p.rows.name), Key: keyOf(p.rows.name), Kind: reports.Text}}
	keys := map[string]bool{t.Columns[0].Key: true}
	for i, col := range at {
		name := "All"
		switch {
		case col.ratio != "":
			name = c.names.Whole(col.ratio)
		case col.value != "":
			name = c.names.Brief(col.value)
		}
		key := keyOf(name)
		f := p.formatOf(col.value, col.cell)
		kind := f.columnKind()
		switch {
		case col.ratio != "":
			kind = reports.Number
		case col.cell == "interval":
			name, kind, key = c.level()+" interval"+p.unit(col.value, f), reports.Interval, key+"_interval"
		case i > 0 && at[i-1].ratio == "" && at[i-1].value == col.value && len(p.cells) > 1:
			name, key = cellName(col.cell), key+"_"+col.cell
		default:
			name += f.unit()
		}
		t.Columns = append(t.Columns, reports.Column{Name: name, Key: freeKey(keys, key), Kind: kind})
	}
}

// cellName is a second cell's name in a head.
func cellName(cell string) string {
	if cell == "n" {
		return "n"
	}
	return capital(cell)
}

// unit is that of a column's intervals, which are printed bare.
func (p *pivot) unit(column string, f pivotFormat) string {
	if f.asked {
		if f.suffix != "" {
			return " (" + f.suffix + ")"
		}
		return f.unit()
	}
	return unitIn(p.v.scale(p.at("", column).metric))
}

func ratioOf(over, under reports.Cell) reports.Cell {
	if !over.HasValue || !under.HasValue || under.Value == 0 {
		return reports.MissingCell(reports.Number)
	}
	x := over.Value / under.Value
	return reports.NumberCell(&x, 2)
}

// notes say what a reader of the cells must know.
func (p *pivot) notes(t *reports.Table, rows []string) {
	if p.shared > 1 {
		t.Notes = append(t.Notes, fmt.Sprintf("Up to %s share a cell, which is the mean of their means.", plural(p.shared, "run")))
	}
	if p.rows.all || p.columns.all {
		t.Notes = append(t.Notes, "All: over everything, not the mean of the other cells.")
	}
	if slices.ContainsFunc(rows, p.apart) {
		t.Notes = append(t.Notes, "Below the others, for reference: "+reports.Enumerate(p.shownApart(rows), 6)+".")
	}
	if p.against == bestOther {
		t.Notes = append(t.Notes, "Against the best of the other rows in its column.")
	}
}

func (p *pivot) shownApart(rows []string) (out []string) {
	for _, r := range rows {
		if p.apart(r) {
			out = append(out, p.e.c.names.Show(r))
		}
	}
	return out
}

// pivotAxisName is what a table calls an axis: words as headings are, a name with signs as it is.
func (c *composer) pivotAxisName(name string) string {
	shown := reports.Shorten(c.names.Whole(name), reports.MaxNameRunes)
	if strings.ContainsAny(name, "_-.") {
		return shown
	}
	return capital(shown)
}

// freeKey is the name, or the name with a number, that no other column of a CSV file has.
func freeKey(taken map[string]bool, base string) string {
	key := base
	for n := 2; taken[key]; n++ {
		key = fmt.Sprintf("%s-%d", base, n)
	}
	taken[key] = true
	return key
}

// keyOf is a column's name in a CSV file.
func keyOf(name string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == ' ' || r == ',' || r == '"' }), "_")
}

// captions of cells.
var pivotCaptions = map[string]string{"mean": "means", "interval": "intervals", "median": "medians over tasks", "sum": "sums over tasks", "count": "counts over tasks", "tasks": "tasks", "n": "tasks behind the value",
	"attempts": "attempts", "runs": "runs", "share": "shares", "difference": "differences", "ratio": "ratios"}

// inUnits is what the numbers of a metric are in, as they print; counts and ratios have no unit.
func (p *pivot) inUnits() string {
	valued := slices.ContainsFunc(p.cells, func(cell string) bool {
		return slices.Contains([]string{"mean", "median", "interval", "sum", "difference"}, cell)
	})
	sc := p.v.scale(p.metric)
	asked := cmp.Or(p.formats[p.metric], p.formats[""])
	switch {
	case !valued, sc.Share && asked != "" && !strings.HasSuffix(asked, "%"):
		return ""
	}
	return ", " + sc.InWords()
}

func (p *pivot) caption() string {
	var words []string
	for _, cell := range p.cells {
		word := pivotCaptions[cell]
		if cell == "difference" || cell == "ratio" {
			to := "the best other"
			if p.against != bestOther {
				to = p.e.c.names.Show(p.against)
			}
			if p.best {
				to += " (the best)"
			}
			word += map[string]string{"difference": " of means from ", "ratio": " to "}[cell] + to
		}
		words = append(words, word)
	}
	what := capital(reports.Enumerate(words, len(words)))
	switch {
	case p.calls():
		what = strings.Replace(strings.Replace(what, "Means", "Calls", 1), "Counts over tasks", "Calls", 1)
	case p.rows.name != "metric" && p.columns.name != "metric":
		what += " of " + p.e.c.names.Whole(p.metric) + p.inUnits()
	}
	said := what + ", " + p.e.c.names.Whole(p.rows.name) + " by " + p.e.c.names.Whole(p.columns.name) + "."
	if words := p.c.arg("caption"); words != "" {
		said = strings.TrimSuffix(reports.Visible(words), ".") + ". " + said
	}
	return said
}
