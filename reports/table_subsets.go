package reports

import (
	"fmt"
	"strings"
)

// subsetTable shows the runs that answer for other tasks than the ranked ones, below
// the leaderboard: each with its own mean, and beside the ranked runs' means over the
// tasks that both have.
func (c *composer) subsetTable(v *view) {
	if len(v.subsets) == 0 || v.ranking == nil {
		return // where nothing is ranked the table above shows them all
	}
	sc := v.scale(v.primary.Name)
	t := Table{ID: c.id(v, "subsets"), Columns: []Column{
		{"Run", "run", Text}, {Visible(v.primary.Name), "mean", sc.kind()}, {"Tasks", "tasks", Integer},
		{"Ranked run", "ranked", Text}, {"Its mean", "ranked_mean", sc.kind()}, {"The run's mean", "own_mean", sc.kind()}, {"Tasks of both", "common_tasks", Integer},
	}, Caption: "Runs that are not ranked, because they attempted less than 90% of the tasks that at least half of the runs have: the mean over their own tasks, and beside it the ranked runs' means over the tasks of both, " + sc.inWords() + "."}
	for _, s := range v.subsets {
		row := []Cell{c.names.cell(s.Run), sc.value(s.Mean), CountCell(s.NTasks)}
		if len(s.Common) == 0 {
			t.Rows = append(t.Rows, append(row, Cell{}, missingCell(sc.kind()), missingCell(sc.kind()), CountCell(0)))
		}
		for _, o := range s.Common {
			t.Rows = append(t.Rows, append(row[:3:3], c.names.cell(o.Run), sc.value(&o.Mean), sc.value(&o.SubsetMean), CountCell(o.NTasks)))
		}
	}
	c.add(t)
}

// leftOut names, metric by metric, the attempts in the log whose value is unknown and
// in no mean.
func (v *view) leftOut(metrics []string) []string {
	const most = 4
	var notes []string
	for _, name := range metrics {
		var runs []string
		for _, run := range v.runs {
			if s := v.summary(run, name); s != nil && s.LeftOut > 0 {
				runs = append(runs, fmt.Sprintf("%s of %s", FormatCount(s.LeftOut), Visible(run)))
			}
		}
		if len(runs) == 0 {
			continue
		}
		if more := len(runs) - most; more > 0 {
			runs = append(runs[:most], plural(more, "more run"))
		}
		notes = append(notes, "Attempts without "+Visible(name)+", left out of its mean: "+strings.Join(runs, ", ")+".")
	}
	return notes
}
