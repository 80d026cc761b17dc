package compose

import (
	"fmt"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// taskSection says what the tasks are made of, whatever the runs made of them.
func taskSection(c *composer, v *view) error {
	var set *result.TaskSet
	for i := range c.res.TaskSets {
		if c.res.TaskSets[i].Benchmark == v.name {
			set = &c.res.TaskSets[i]
		}
	}
	if set == nil || set.Tasks == 0 {
		return nil
	}
	c.heading(2, c.id(v, "tasks-section"), "What the tasks are made of")
	c.add(c.taskTable(v, set))
	for from := 0; from < len(set.Strata); {
		to := from
		for to < len(set.Strata) && set.Strata[to].Name == set.Strata[from].Name {
			to++
		}
		c.add(c.taskGroupTable(v, set, set.Strata[from:to]))
		from = to
	}
	return nil
}

// taskTable lists the numbers of tasks and the shares of them.
func (c *composer) taskTable(v *view, set *result.TaskSet) reports.Table {
	t := reports.Table{ID: c.id(v, "tasks"),
		Caption: fmt.Sprintf("The tasks: %s, of which %s a plan in the log. Numbers are over tasks, whatever the number of attempts.", plural(set.Tasks, "task"), withVerb(set.Planned, "has", "have")),
		Columns: []reports.Column{{Name: "Fact", Key: "fact", Kind: reports.Text}, {Name: "What", Key: "what", Kind: reports.Text}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
			{Name: "Mean", Key: "mean", Kind: reports.Number}, {Name: "Least", Key: "min", Kind: reports.Number}, {Name: "Median", Key: "median", Kind: reports.Number}, {Name: "Most", Key: "max", Kind: reports.Number},
			{Name: "Count", Key: "count", Kind: reports.Integer}, {Name: "Share (%)", Key: "share", Kind: reports.Percent}}}
	none := reports.Cell{}
	for _, f := range set.Facts {
		t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(f.Name), reports.TextCell(f.What), reports.CountCell(f.N),
			reports.NumberCell(f.Mean, 2), shortCell(f.Min), shortCell(f.Median), shortCell(f.Max), none, none})
	}
	for _, s := range set.Shares {
		t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(s.Name), reports.TextCell(s.What), reports.CountCell(s.Of), none, none, none, none, reports.CountCell(s.Count), v.shares.Value(s.Share)})
	}
	t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell("tasks"), reports.TextCell("all tasks"), reports.CountCell(set.Tasks), none, none, none, none, reports.CountCell(set.Tasks), none})
	return t
}

// shortCell is a cell with as many digits as a number has, up to two.
func shortCell(x *float64) reports.Cell {
	if x == nil {
		return reports.MissingCell(reports.Number)
	}
	if isWhole(*x) {
		return reports.NumberCell(x, 0)
	}
	return reports.NumberCell(x, 2)
}

// taskGroupTable counts the tasks of each value of a stratum.
func (c *composer) taskGroupTable(v *view, set *result.TaskSet, groups []result.TaskGroup) reports.Table {
	name := groups[0].Name
	t := reports.Table{ID: c.id(v, "tasks-by-"+c.names.Id(c.names.Named(name))), Long: len(groups) > 40,
		Caption: fmt.Sprintf("Tasks by %s, of all %s; the first task of each as an example.", c.names.Whole(name), plural(set.Tasks, "task")),
		Columns: []reports.Column{{Name: c.pivotAxisName(name), Key: keyOf(name), Kind: reports.Text}, {Name: "Tasks", Key: "tasks_count", Kind: reports.Integer}, {Name: "Share (%)", Key: "tasks_share", Kind: reports.Percent}, {Name: "Example", Key: "tasks_example", Kind: reports.Text}}}
	for _, g := range groups {
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(g.Value), reports.CountCell(g.Tasks), v.shares.Value(g.Share), c.names.NameCell(g.Example)})
	}
	return t
}
