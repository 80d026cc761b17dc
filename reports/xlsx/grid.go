package xlsx

import (
	"slices"
	"strings"

	"mcpstats/reports"
)

// grid is a table of a page: a table of the document, or those of the same kind
// of several benchmarks one below the other.
type grid struct {
	tables []tableOf
	merged reports.Table // its notes are the tables' captions and notes
	from   []int         // by row: index into tables
	row    int           // of its title; remarks, header and rows follow
	header int

	expanded []sheetColumn // columns; nil until they are asked for
}

// tableOf is a table of the document with its benchmark's name as it is shown;
// empty where it belongs to none.
type tableOf struct {
	reports.Table
	benchmark string
}

// looseColumns is how many columns tables of one kind may lack of each other and
// still be one table.
const looseColumns = 5

// takes reports whether a table can join: the same kind, and about the same
// columns.
func (g *grid) takes(t reports.Table) bool {
	first := g.tables[0]
	if t.Origin.Part == "" || t.Origin.Part != first.Origin.Part {
		return false
	}
	all := g.keys()
	most := len(t.Columns)
	for _, have := range g.tables {
		most = max(most, len(have.Columns))
		for _, c := range have.Columns {
			// An interval takes two columns, and a number cannot stand in them.
			if at := column(t, c.Key); at >= 0 && (t.Columns[at].Kind == reports.Interval) != (c.Kind == reports.Interval) {
				return false
			}
		}
	}
	for _, c := range t.Columns {
		if !slices.Contains(all, c.Key) {
			all = append(all, c.Key)
		}
	}
	return len(all) <= most+looseColumns
}

// column finds a column by its key; -1 where there is none.
func column(t reports.Table, key string) int {
	return slices.IndexFunc(t.Columns, func(c reports.Column) bool { return c.Key == key })
}

// keys are the columns of all tables, each beside those that it stands beside in
// its own table.
func (g *grid) keys() []string {
	lists := make([][]string, len(g.tables))
	for i, t := range g.tables {
		for _, c := range t.Columns {
			lists[i] = append(lists[i], c.Key)
		}
	}
	return reports.MergeOrders(lists)
}

// named columns say, where the tables head a column differently, what each row
// has there.
var named = []struct{ key, name string }{{"mean", "Metric"}, {"value", "Stratum"}, {"cost", "Cost by"}, {"quality", "Quality by"}}

// Keys of the columns that a merged table has beyond those of its tables.
const (
	benchmarkKey = "benchmark"
	ofKey        = "of"
	measureKey   = "measure "
)

// merge makes one table of those of a kind.
func (g *grid) merge(several bool) {
	first := g.tables[0]
	keys := g.keys()
	if g.repeated() && !slices.Contains(keys, "value") {
		keys = slices.Insert(keys, 0, ofKey)
	}
	switch at := slices.Index(keys, benchmarkKey); {
	case several && first.benchmark != "" && at < 0:
		keys = slices.Insert(keys, 0, benchmarkKey)
	case !several && at >= 0: // it would say the same in every row
		keys = slices.Delete(keys, at, at+1)
	}
	g.merged = reports.Table{ID: first.ID, Origin: first.Origin}
	if len(g.tables) > 1 {
		g.merged.ID = first.Origin.Part
	}
	for _, key := range keys {
		var names []string
		kind, mixed, found := reports.Text, false, false
		for _, t := range g.tables {
			at := column(t.Table, key)
			if at < 0 {
				continue
			}
			c := t.Columns[at]
			mixed = mixed || found && c.Kind != kind
			kind, found = c.Kind, true
			if !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
		if mixed {
			kind = reports.Mixed
		}
		name := common(names)
		switch {
		case key == benchmarkKey && !found:
			name = "Benchmark"
		case key == ofKey && !found:
			name = "Of"
		case name == "":
			name = spelled(key)
		}
		for _, n := range named {
			if n.key == key && len(names) > 1 {
				g.merged.Columns = append(g.merged.Columns, reports.Column{Name: n.name, Key: measureKey + key})
				name = spelled(key)
			}
		}
		g.merged.Columns = append(g.merged.Columns, reports.Column{Name: name, Key: key, Kind: kind})
	}
	for i, t := range g.tables {
		g.rowsOf(i, t)
	}
	g.merged.Notes = g.notes()
}

// notes are the captions and notes of all tables, each once, with the benchmarks
// that it is about where these are not all.
func (g *grid) notes() []string {
	var order []string
	about := map[string][]string{}
	for _, t := range g.tables {
		for _, note := range append([]string{t.Caption}, t.Notes...) {
			if note == "" {
				continue
			}
			if about[note] == nil {
				order = append(order, note)
			}
			if !slices.Contains(about[note], t.benchmark) {
				about[note] = append(about[note], t.benchmark)
			}
		}
	}
	var benchmarks []string
	for _, t := range g.tables {
		if !slices.Contains(benchmarks, t.benchmark) {
			benchmarks = append(benchmarks, t.benchmark)
		}
	}
	var out []string
	for _, note := range order {
		if len(about[note]) < len(benchmarks) {
			note = strings.Join(about[note], ", ") + ": " + note
		}
		out = append(out, note)
	}
	return out
}

// rowsOf appends the rows of one table. A table that the grid shows as it is lends its rows.
func (g *grid) rowsOf(i int, t tableOf) {
	same := slices.EqualFunc(g.merged.Columns, t.Columns, func(a, b reports.Column) bool { return a.Key == b.Key && a.Kind == b.Kind })
	for _, row := range t.Rows {
		if same && len(row) == len(t.Columns) {
			g.merged.Rows = append(g.merged.Rows, inMeasure(slices.Clip(row)))
			g.from = append(g.from, i)
			continue
		}
		out := make([]reports.Cell, len(g.merged.Columns))
		for k, c := range g.merged.Columns {
			if beside, ok := strings.CutPrefix(c.Key, measureKey); ok {
				if at := column(t.Table, beside); at >= 0 {
					out[k] = reports.Cell{Text: t.Columns[at].Name}
				}
				continue
			}
			at := column(t.Table, c.Key)
			switch {
			case at >= 0 && at < len(row):
				out[k] = row[at]
				if t.Columns[at].Kind != reports.Mixed {
					out[k].Kind = t.Columns[at].Kind
				}
			case at < 0 && c.Key == benchmarkKey:
				out[k] = reports.Cell{Text: benchmarkName(t.Origin.Benchmark)}
			case at < 0 && c.Key == ofKey:
				out[k] = reports.Cell{Text: t.Origin.Of}
			}
		}
		g.merged.Rows = append(g.merged.Rows, inMeasure(out))
		g.from = append(g.from, i)
	}
}

// inMeasure is a row whose numbers are in the measures that its texts are in: a spreadsheet shows
// numbers. A row without any is lent.
func inMeasure(row []reports.Cell) []reports.Cell {
	if !slices.ContainsFunc(row, func(e reports.Cell) bool { return e.Measure != reports.AsItIs }) {
		return row
	}
	out := make([]reports.Cell, len(row))
	for k, e := range row {
		out[k] = e.InMeasure()
	}
	return out
}

// benchmarkName is what cells call a benchmark.
func benchmarkName(name string) string {
	if name == "" {
		return "(no name)"
	}
	return name
}

// repeated reports whether a benchmark has several of the tables.
func (g *grid) repeated() bool {
	for i, t := range g.tables {
		for _, u := range g.tables[:i] {
			if t.benchmark == u.benchmark {
				return true
			}
		}
	}
	return false
}

// title is what a page calls the grid.
func (g *grid) title() string {
	if part := g.merged.Origin.Part; part != "" {
		return spelled(part)
	}
	return g.merged.ID
}

// spelled makes words of an identifier.
func spelled(id string) string {
	words := strings.TrimSpace(strings.NewReplacer("_", " ", "-", " ").Replace(id))
	if words == "" {
		return words
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// common is what column names begin with alike: "A - B" of "A - B (points)" and
// "A - B (USD)".
func common(names []string) string {
	if len(names) == 0 {
		return ""
	}
	out := names[0]
	for _, n := range names[1:] {
		k := 0
		for k < len(out) && k < len(n) && out[k] == n[k] {
			k++
		}
		out = strings.ToValidUTF8(out[:k], "")
	}
	if len(names) > 1 {
		out = strings.TrimRight(out, " (,")
	}
	return out
}
