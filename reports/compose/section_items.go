package compose

import (
	"cmp"
	"math"
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// itemSection shows which tasks to look at, what each tells of the runs, and how few would do.
func itemSection(c *composer, v *view) error {
	var set *result.ItemSet
	for i := range c.res.Items {
		if c.res.Items[i].Benchmark == v.name {
			set = &c.res.Items[i]
		}
	}
	consistency := c.consistencyTable(v)
	if len(consistency.Rows) > 0 {
		c.heading(2, c.id(v, "consistency-section"), "Does a run do it again")
		c.add(consistency)
	}
	if set == nil || len(set.Runs) < 2 || len(set.Items) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "items-section"), "Look at these tasks")
	c.para(c.itemProse(v, set)...)
	if t := c.flagTable(v, set); len(t.Rows) > 0 {
		c.add(t)
	}
	c.add(c.itemTable(v, set))
	if len(set.Abilities) > 0 {
		c.add(c.abilityTable(v, set), c.informationTable(v, set))
	}
	if set.Subset != nil {
		c.para(c.subsetProse(set)...)
		c.add(c.subsetFigure(v, set), c.itemSubsetTable(v, set))
		if set.Subset.Least > 0 {
			c.add(c.subsetTasks(v, set))
		}
	}
	for _, n := range set.Notes {
		c.add(reports.Footnote{Spans: []reports.Span{text("%s", capital(n))}})
	}
	return nil
}

// flagged counts the items with a flag of a kind.
func flagged(set *result.ItemSet, kind string) int {
	n := 0
	for i := range set.Items {
		if slices.ContainsFunc(set.Items[i].Flags, func(f result.Flag) bool { return f.Kind == kind }) {
			n++
		}
	}
	return n
}

// itemProse counts what there is to look at, beside what chance alone would bring.
func (c *composer) itemProse(v *view, set *result.ItemSet) []reports.Span {
	n := func(kind string) string { return reports.FormatCount(flagged(set, kind)) }
	var out []reports.Span
	if dead := len(set.Items) - set.Alive; dead == 0 {
		out = append(out, text("Each of %s is solved by some attempts and not by others.", plural(len(set.Items), "task")))
	} else {
		out = append(out, text("Of %s, %s solved by every attempt and %s by none: %s no run from another.", plural(len(set.Items), "task"),
			withVerb(flagged(set, result.FlagAll), "is", "are"), n(result.FlagNone), map[bool]string{true: "it tells", false: "they tell"}[dead == 1]))
	}
	if set.Subset != nil || len(set.Abilities) > 0 || slices.ContainsFunc(set.Items, func(i result.Item) bool { return i.ItemRest != nil }) {
		pointing := "None points"
		if contrary := flagged(set, result.FlagContrary); contrary > 0 {
			pointing = withVerb(contrary, "points", "point")
		}
		chance := reports.FormatNumber(set.Alpha*float64(set.Alive), 1)
		out = append(out, text(" %s the wrong way (strong runs fail, weak runs pass), and at %s the answers of some runs are unlikely by the %s. By chance alone either would hold of up to %s of the %s that some attempts solve and some do not: it wants a look, not a verdict.",
			pointing, n(result.FlagSurprise), c.method("rasch"), chance, plural(set.Alive, "task")))
	}
	if d := flagged(set, result.FlagDuplicate); d > 0 {
		out = append(out, text(" %s to be another task again.", withVerb(d, "seems", "seem")))
	}
	return out
}

// flagOrder is the order in which kinds of flags are looked at: what may be a fault of the
// benchmark before what only tells nothing.
var flagOrder = []string{result.FlagDuplicate, result.FlagContrary, result.FlagSurprise, result.FlagNone, result.FlagAll}

var flagWords = map[string]string{
	result.FlagDuplicate: "duplicate", result.FlagContrary: "points the wrong way", result.FlagSurprise: "surprising answers",
	result.FlagNone: "solved by none", result.FlagAll: "solved by all",
}

// flagTable lists the tasks that are worth a look, one line a reason, with the attempts behind it.
func (c *composer) flagTable(v *view, set *result.ItemSet) reports.Table {
	type row struct {
		item *result.Item
		flag *result.Flag
	}
	var rows []row
	for i := range set.Items {
		for k := range set.Items[i].Flags {
			rows = append(rows, row{&set.Items[i], &set.Items[i].Flags[k]})
		}
	}
	chance := func(r row) *float64 {
		switch r.flag.Kind {
		case result.FlagContrary:
			return r.item.Below
		case result.FlagSurprise:
			return r.item.Surprise
		}
		return nil
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if by := cmp.Compare(slices.Index(flagOrder, a.flag.Kind), slices.Index(flagOrder, b.flag.Kind)); by != 0 {
			return by
		}
		if x, y := chance(a), chance(b); x != nil && y != nil {
			return cmp.Compare(*x, *y)
		}
		return 0
	})
	const mostFlags = 25
	t := reports.Table{ID: c.id(v, "items-to-look-at"), Long: len(rows) > mostFlags, Caption: "Tasks to look at, what may be a fault of the benchmark first.",
		Columns: []reports.Column{{Name: "Task", Key: "task", Kind: reports.Text}, {Name: "What", Key: "what", Kind: reports.Text}, {Name: "Why", Key: "why", Kind: reports.Text},
			{Name: "Solved", Key: "share", Kind: reports.Percent}, {Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Runs", Key: "runs", Kind: reports.Text}}}
	if slices.ContainsFunc(rows, func(r row) bool { return chance(r) != nil }) {
		t.Caption += " p: the chance of this, were the task like the others; not corrected for the number of tasks."
	} else {
		t.Aside = []string{"p", "runs"}
	}
	for _, r := range rows {
		var runs []string
		for _, run := range r.flag.Runs {
			runs = append(runs, c.names.Show(run))
		}
		p := reports.Cell{Kind: reports.PValue}
		if x := chance(r); x != nil {
			p = reports.PCell(x, 0)
		}
		t.Rows = append(t.Rows, []reports.Cell{c.linked(reports.NameCell(r.item.Task), c.pages.task(v.name, r.item.Task)), {Text: flagWords[r.flag.Kind]}, reports.TextCell(r.flag.Why),
			v.shares.Value(r.item.Share), p, reports.TextCell(reports.Enumerate(runs, 6))})
	}
	return t
}

// itemTable is a line a task.
func (c *composer) itemTable(v *view, set *result.ItemSet) reports.Table {
	t := reports.Table{ID: c.id(v, "items"), Long: true,
		Caption: "Every task as an item of a test, by " + reports.ShortName(set.Metric) + ": the mean share of solved attempts over " + plural(len(set.Runs), "run"),
		Columns: []reports.Column{{Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Runs", Key: "runs", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer},
			{Name: "Solved", Key: "share", Kind: reports.Percent}, {Name: "Item-rest r", Key: "item_rest", Kind: reports.Number}, {Name: "Difficulty", Key: "b", Kind: reports.Number},
			{Name: "SE", Key: "b_se", Kind: reports.Number}, {Name: "Infit", Key: "infit", Kind: reports.Number}}}
	if slices.ContainsFunc(set.Items, func(i result.Item) bool { return i.ItemRest != nil }) {
		t.Caption += ", and the " + c.method("item_rest")
	} else {
		t.Aside = append(t.Aside, "item_rest")
	}
	if len(set.Abilities) > 0 {
		t.Caption += "; by the " + c.method("rasch") + " the difficulty in logits with its standard error, and the fit (near 1 where the model holds)"
	} else {
		t.Aside = append(t.Aside, "b", "b_se", "infit")
	}
	t.Caption += "."
	for i := range set.Items {
		item := &set.Items[i]
		t.Rows = append(t.Rows, []reports.Cell{c.linked(reports.NameCell(item.Task), c.pages.task(v.name, item.Task)), reports.CountCell(item.Runs), reports.CountCell(item.Attempts),
			v.shares.Value(item.Share), reports.NumberCell(item.ItemRest, 2), reports.NumberCell(item.B, 2), reports.NumberCell(item.BSE, 2), reports.NumberCell(item.Infit, 2)})
	}
	return t
}

// abilityTable lists the runs by ability.
func (c *composer) abilityTable(v *view, set *result.ItemSet) reports.Table {
	t := reports.Table{ID: c.id(v, "item-abilities"),
		Caption: "Abilities by the " + c.method("rasch") + ", in logits around the mean of runs like these: posterior mean and standard deviation. At a task of difficulty 0 a run of ability 1 has a chance of 73%.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Ability", Key: "ability", Kind: reports.Number}, {Name: "SD", Key: "sd", Kind: reports.Number}}}
	for _, a := range set.Abilities {
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(a.Run), reports.NumberCell(&a.Ability, 2), reports.NumberCell(&a.SD, 2)})
	}
	return t
}

// informationTable says where along the abilities the tasks measure well.
func (c *composer) informationTable(v *view, set *result.ItemSet) reports.Table {
	t := reports.Table{ID: c.id(v, "item-information"),
		Caption: "What all tasks together tell of a run of an ability: the information, and the standard error of an ability measured there, in logits. The tasks measure best where it is smallest.",
		Columns: []reports.Column{{Name: "Ability", Key: "ability", Kind: reports.Number}, {Name: "Information", Key: "information", Kind: reports.Number}, {Name: "SE", Key: "se", Kind: reports.Number}}}
	for _, i := range set.Information {
		t.Rows = append(t.Rows, []reports.Cell{reports.NumberCell(&i.Ability, 1), reports.NumberCell(&i.Information, 2), reports.NumberCell(i.SE, 2)})
	}
	return t
}

// subsetProse says how few tasks keep the order.
func (c *composer) subsetProse(set *result.ItemSet) []reports.Span {
	c.use("tau")
	s := set.Subset
	how := text(" Tasks are chosen by one random half of the runs and judged by the other, %s.", plural(s.Splits, "time"))
	if s.Least == 0 {
		return []reports.Span{text("No smaller set of tasks keeps the order of the runs with a mean tau of %s.", reports.FormatNumber(s.Goal, 2)), how}
	}
	return []reports.Span{text("%s of %s keep the order of the runs with a mean tau of at least %s.", capital(plural(s.Least, "task")), reports.FormatCount(len(set.Items)), reports.FormatNumber(s.Goal, 2)), how,
		text(" They keep the order of runs like these, and are no estimate of how well the runs do.")}
}

// subsetFigure draws tau against the number of tasks, chosen and drawn at random.
func (c *composer) subsetFigure(v *view, set *result.ItemSet) reports.Figure {
	chosen, random := reports.Line{Name: "chosen", Series: 0}, reports.Line{Name: "at random", Series: -1}
	low := 0.0
	for _, s := range set.Subset.Sizes {
		n := plural(s.Tasks, "task") + ": "
		chosen.Points = append(chosen.Points, reports.LinePoint{X: float64(s.Tasks), Y: s.Tau, Note: n + reports.FormatNumber(s.Tau, 2)})
		random.Points = append(random.Points, reports.LinePoint{X: float64(s.Tasks), Y: s.Random, Note: n + reports.FormatNumber(s.Random, 2)})
		low = math.Min(low, math.Min(s.Tau, s.Random))
	}
	return reports.Figure{ID: c.id(v, "item-subset-figure"), Kind: reports.FigureCurves.Name,
		Caption: "Mean Kendall's tau-b of held-out runs between their order on some tasks and on all, by the number of tasks, chosen by the other half of the runs or drawn at random.",
		Alt:     "Tau against the number of tasks; chosen tasks reach " + reports.FormatNumber(set.Subset.Goal, 2) + leastWords(set.Subset) + ".",
		Chart: reports.Lines{XAxis: reports.Axis{Label: "Tasks"}, LogX: true, Axis: reports.Axis{Label: "Kendall's tau-b", Min: low, Max: 1, Fixed: true},
			Series: []reports.Line{chosen, random}, References: []reports.Reference{{Kind: reports.Across, At: set.Subset.Goal, Label: reports.FormatNumber(set.Subset.Goal, 2)}}}}
}

func leastWords(s *result.ItemSubset) string {
	if s.Least == 0 {
		return " with all tasks alone"
	}
	return " from " + plural(s.Least, "task") + " on"
}

// itemSubsetTable is the figure's numbers.
func (c *composer) itemSubsetTable(v *view, set *result.ItemSet) reports.Table {
	t := reports.Table{ID: c.id(v, "item-subset"), Long: true,
		Caption: "Mean tau-b of held-out runs between the order on some tasks and on all.",
		Columns: []reports.Column{{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Chosen", Key: "tau", Kind: reports.Number}, {Name: "At random", Key: "random", Kind: reports.Number}}}
	for _, s := range set.Subset.Sizes {
		t.Rows = append(t.Rows, []reports.Cell{reports.CountCell(s.Tasks), reports.NumberCell(&s.Tau, 3), reports.NumberCell(&s.Random, 3)})
	}
	return t
}

// subsetTasks lists the chosen tasks.
func (c *composer) subsetTasks(v *view, set *result.ItemSet) reports.Table {
	t := reports.Table{ID: c.id(v, "item-subset-tasks"), Long: true,
		Caption: "The tasks chosen by all runs, the most discriminating first.",
		Columns: []reports.Column{{Name: "Place", Key: "place", Kind: reports.Integer}, {Name: "Task", Key: "task", Kind: reports.Text}}}
	for i, task := range set.Subset.Tasks {
		t.Rows = append(t.Rows, []reports.Cell{reports.CountCell(i + 1), c.linked(reports.NameCell(task), c.pages.task(v.name, task))})
	}
	return t
}

// consistencyTable says how often runs with several attempts a task do at a task what they did
// before; a report of one attempt a task has no row.
func (c *composer) consistencyTable(v *view) reports.Table {
	t := reports.Table{ID: c.id(v, "consistency"),
		Caption: "Tasks at which a run has at least two verdicts: how many every attempt solves, some do, none does; and the chance that two attempts at one task agree, with its " + c.level() + " interval over tasks.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer},
			{Name: "Always", Key: "always", Kind: reports.Integer}, {Name: "Sometimes", Key: "sometimes", Kind: reports.Integer}, {Name: "Never", Key: "never", Kind: reports.Integer},
			{Name: "Attempts agree", Key: "agreement", Kind: reports.Percent}, {Name: "Interval", Key: "interval", Kind: reports.Interval}}}
	for _, run := range v.runs {
		for i := range c.res.Consistency {
			x := &c.res.Consistency[i]
			if x.Benchmark == v.name && x.Run == run {
				t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(x.Run), reports.CountCell(x.Tasks), reports.CountCell(x.Attempts), reports.CountCell(x.Always), reports.CountCell(x.Sometimes), reports.CountCell(x.Never),
					v.shares.Value(x.Agreement), v.shares.Interval(x.Interval)})
			}
		}
	}
	return t
}
