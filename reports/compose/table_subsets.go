package compose

import (
	"fmt"
	"strings"

	"mcpstats/reports"
)

// subsetTable shows the runs that answer for other tasks than the ranked ones, below
// the leaderboard: each with its own mean, and beside the ranked runs' means over the
// tasks that both have.
func (c *composer) subsetTable(v *view) {
	if len(v.subsets) == 0 || v.ranking == nil {
		return // where nothing is ranked the table above shows them all
	}
	sc := v.scale(v.primary.Name)
	t := reports.Table{ID: c.id(v, "subsets"), Columns: []reports.Column{
		{Name: "Run", Key: "run", Kind: reports.Text}, {Name: c.names.Whole(v.primary.Name), Key: "mean", Kind: sc.Kind()}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
		{Name: "Ranked run", Key: "ranked", Kind: reports.Text}, {Name: "Its mean", Key: "ranked_mean", Kind: sc.Kind()}, {Name: "The run's mean", Key: "own_mean", Kind: sc.Kind()}, {Name: "Tasks of both", Key: "common_tasks", Kind: reports.Integer},
	}, Caption: "Runs that are not ranked, because they attempted less than 90% of the tasks that at least half of the runs have: the mean over their own tasks, and beside it the ranked runs' means over the tasks of both, " + sc.InWords() + "."}
	for _, s := range v.subsets {
		row := []reports.Cell{c.names.Cell(s.Run), sc.Value(s.Mean), reports.CountCell(s.NTasks)}
		if len(s.Common) == 0 {
			t.Rows = append(t.Rows, append(row, reports.Cell{}, reports.MissingCell(sc.Kind()), reports.MissingCell(sc.Kind()), reports.CountCell(0)))
		}
		for _, o := range s.Common {
			t.Rows = append(t.Rows, append(row[:3:3], c.names.Cell(o.Run), sc.Value(&o.Mean), sc.Value(&o.SubsetMean), reports.CountCell(o.NTasks)))
		}
	}
	c.add(t)
}

// leftOut names, metric by metric, the attempts in the log whose value is unknown and
// in no mean.
func (c *composer) leftOut(v *view, metrics []string) []string {
	const most = 4
	var notes []string
	for _, name := range metrics {
		var runs []string
		for _, run := range v.runs {
			if s := v.summary(run, name); s != nil && s.LeftOut > 0 {
				runs = append(runs, fmt.Sprintf("%s of %s", reports.FormatCount(s.LeftOut), c.names.Show(run)))
			}
		}
		if len(runs) == 0 {
			continue
		}
		if more := len(runs) - most; more > 0 {
			runs = append(runs[:most], plural(more, "more run"))
		}
		notes = append(notes, "Attempts without "+c.names.Whole(name)+", left out of its mean: "+strings.Join(runs, ", ")+".")
	}
	return notes
}
