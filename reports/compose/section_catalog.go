package compose

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// mostTools is how many rows a page shows of a list of tools or servers; the files hold all.
const mostTools = 20

// catalogSection says what there is to be used, and what of it is.
func catalogSection(c *composer, v *view) error {
	var o *result.ToolOffer
	for i := range c.res.Offers {
		if c.res.Offers[i].Benchmark == v.name {
			o = &c.res.Offers[i]
		}
	}
	if o == nil {
		return nil
	}
	c.heading(2, c.id(v, "catalog-section"), "What there is to be used")
	if len(o.Catalogs) == 0 {
		c.para(text("No catalog lies beside the logs: counted is what tasks and calls name, and nothing is known of tools that nobody named."))
	}
	for _, said := range []struct {
		n     int
		names []string
		what  string
	}{
		{o.Unknowns, o.Unknown, "%s in the logs that the catalog does not have: %s. They are in no count of it."},
		{o.Ambiguity, o.Ambiguous, "%s in the logs without a server, of which several servers have one: %s. They are counted with none of them."},
	} {
		if said.n > 0 {
			var shown []string
			for _, name := range said.names {
				shown = append(shown, reports.Shorten(c.names.Whole(name), reports.MaxNameRunes))
			}
			for len(shown) < said.n && len(shown) < 1000 {
				shown = append(shown, "")
			}
			verb := plural(said.n, "name")
			c.para(text(said.what, verb, reports.Enumerate(shown, 6)))
		}
	}
	c.add(c.offerTable(v, o))
	if len(o.ByCategory) > 0 {
		c.add(c.categoryTable(v, o))
	}
	if len(o.ByServer) > 1 {
		c.add(c.serverOfferTable(v, o))
	}
	c.add(c.toolOfferTable(v, o))
	return nil
}

// offerTable is a line each of tools, servers and what else there is.
func (c *composer) offerTable(v *view, o *result.ToolOffer) reports.Table {
	from := "named in tasks, offers or calls"
	if len(o.Catalogs) > 0 {
		from = "in " + reports.Shorten(reports.Visible(reports.Enumerate(o.Catalogs, 2)), reports.MaxTextRunes)
	}
	t := reports.Table{ID: c.id(v, "catalog"),
		Caption: "Servers and tools " + from + ", and how many of them tasks offered, expected plans want, and these runs called.",
		Columns: []reports.Column{{Name: "What", Key: "what", Kind: reports.Text}, {Name: "All", Key: "all", Kind: reports.Integer}, {Name: "Offered", Key: "offered", Kind: reports.Integer},
			{Name: "Wanted", Key: "wanted", Kind: reports.Integer}, {Name: "Wanted (%)", Key: "wanted_share", Kind: reports.Percent}, {Name: "Called", Key: "called", Kind: reports.Integer}, {Name: "Called (%)", Key: "called_share", Kind: reports.Percent}, {Name: "Neither wanted nor called", Key: "never", Kind: reports.Integer}}}
	count := func(n *int) reports.Cell {
		if n == nil {
			return reports.MissingCell(reports.Integer)
		}
		return reports.CountCell(*n)
	}
	share := func(k *int, n int) reports.Cell {
		if k == nil || n == 0 {
			return reports.MissingCell(reports.Percent)
		}
		x := float64(*k) / float64(n)
		return v.shares.Value(&x)
	}
	for _, row := range []struct {
		what string
		of   result.OfferCount
	}{{"servers", o.Servers}, {"tools", o.Tools}} {
		n := row.of
		t.Rows = append(t.Rows, []reports.Cell{{Text: row.what}, reports.CountCell(n.All), count(n.Offered), count(n.Wanted), share(n.Wanted, n.All), count(n.Called), share(n.Called, n.All), count(n.Never)})
	}
	more := func(what string, n int) {
		row := []reports.Cell{{Text: what}, reports.CountCell(n)}
		for len(row) < len(t.Columns) {
			row = append(row, reports.Cell{})
		}
		t.Rows = append(t.Rows, row)
	}
	if o.Categories > 0 {
		more("categories", o.Categories)
	}
	if o.EqualSetsFrom != "" {
		more("equal function sets", o.EqualSets)
		t.Notes = append(t.Notes, map[string]string{"catalog": "Equal function sets, of two or more tools, as the catalog gives them.", "plans": "Equal function sets: the distinct sets of two or more tools of which the plans' needs take any."}[o.EqualSetsFrom])
	}
	return t
}

func (c *composer) categoryTable(v *view, o *result.ToolOffer) reports.Table {
	t := reports.Table{ID: c.id(v, "catalog-categories"), Caption: "Servers and tools by category of the catalog.",
		Columns: []reports.Column{{Name: "Category", Key: "category", Kind: reports.Text}, {Name: "Servers", Key: "servers", Kind: reports.Integer}, {Name: "Tools", Key: "tools", Kind: reports.Integer},
			{Name: "Wanted", Key: "wanted_tools", Kind: reports.Integer}, {Name: "Called", Key: "called_tools", Kind: reports.Integer}, {Name: "Calls", Key: "calls", Kind: reports.Integer}}}
	for _, r := range o.ByCategory {
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(r.Category), reports.CountCell(r.Servers), reports.CountCell(r.Tools), reports.CountCell(r.WantedTools), reports.CountCell(r.CalledTools), reports.CountCell(r.Calls)})
	}
	unknownWants(&t, o, "wanted_tools")
	return t
}

// unknownWants sets aside what tasks want where no task of the log has a plan: nobody knows, and
// 0 would say that they want nothing.
func unknownWants(t *reports.Table, o *result.ToolOffer, keys ...string) {
	for _, key := range keys {
		setAside(t, key, func(reports.Cell) bool { return o.Tools.Wanted == nil })
	}
}

func (c *composer) serverOfferTable(v *view, o *result.ToolOffer) reports.Table {
	t := reports.Table{ID: c.id(v, "catalog-servers"), Caption: "Servers, the most wanted first: their tools, the tasks whose plan wants one, and the calls of these runs.", Long: len(o.ByServer) > mostTools,
		Columns: []reports.Column{{Name: "Server", Key: "server", Kind: reports.Text}, {Name: "Category", Key: "category", Kind: reports.Text}, {Name: "Tools", Key: "tools", Kind: reports.Integer},
			{Name: "Wanted", Key: "wanted_tools", Kind: reports.Integer}, {Name: "Called", Key: "called_tools", Kind: reports.Integer}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Calls", Key: "calls", Kind: reports.Integer}}}
	for _, r := range o.ByServer {
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(r.Server), c.names.NameCell(r.Category), reports.CountCell(r.Tools), reports.CountCell(r.WantedTools), reports.CountCell(r.CalledTools), reports.CountCell(r.Tasks), reports.CountCell(r.Calls)})
	}
	setAside(&t, "category", func(cell reports.Cell) bool { return cell.Text == "" })
	unknownWants(&t, o, "wanted_tools", "tasks")
	return t
}

func (c *composer) toolOfferTable(v *view, o *result.ToolOffer) reports.Table {
	t := reports.Table{ID: c.id(v, "catalog-tools"), Caption: "Tools, the most wanted first: the distinct tasks whose expected plan names them, as a share of the tasks with a plan, and the calls of these runs.", Long: len(o.ByTool) > mostTools,
		Columns: []reports.Column{{Name: "Server", Key: "server", Kind: reports.Text}, {Name: "Tool", Key: "tool", Kind: reports.Text}, {Name: "Category", Key: "category", Kind: reports.Text},
			{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Tasks (%)", Key: "tasks_share", Kind: reports.Percent}, {Name: "Calls", Key: "calls", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer}}}
	for _, r := range o.ByTool {
		t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(r.Server), c.names.NameCell(r.Tool), c.names.NameCell(r.Category), reports.CountCell(r.Tasks), v.shares.Value(r.Share), reports.CountCell(r.Calls), reports.CountCell(r.Attempts)})
	}
	empty := func(cell reports.Cell) bool { return cell.Text == "" }
	setAside(&t, "server", empty)
	setAside(&t, "category", empty)
	unknownWants(&t, o, "tasks", "tasks_share")
	if len(o.ByTool) > mostTools {
		t.Notes = append(t.Notes, fmt.Sprintf("%s in all.", plural(len(o.ByTool), "tool")))
	}
	return t
}
