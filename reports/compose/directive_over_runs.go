package compose

import (
	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func overRunsDirective() directive {
	return directive{name: "overruns", benchmark: true, asks: asksOne,
		doc:  "How metrics' means spread over the runs: smallest and largest with their runs, quartiles (type 7), median, mean.",
		args: []parameter{{name: "metrics", doc: "the metrics, separated by commas; by default those compared"}},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error {
				words := []string{"over-runs", v.slug}
				if e.c.slice != nil {
					words = append(words, e.c.slicePhrase())
				}
				t := reports.Table{ID: e.c.names.Id(words...), Caption: "Means of runs, summarised over the runs; quartiles of type 7.",
					Columns: []reports.Column{{Name: "Metric", Key: "metric", Kind: reports.Text}, {Name: "Runs", Key: "runs", Kind: reports.Integer}}}
				for _, col := range [][2]string{{"Smallest", "min"}, {"25%", "q1"}, {"Median", "median"}, {"75%", "q3"}, {"Largest", "max"}, {"Mean", "mean"}} {
					t.Columns = append(t.Columns, reports.Column{Name: col[0], Key: col[1], Kind: reports.Mixed})
				}
				t.Columns = append(t.Columns, reports.Column{Name: "Run with the smallest", Key: "lowest", Kind: reports.Text}, reports.Column{Name: "Run with the largest", Key: "highest", Kind: reports.Text})
				for _, o := range a.OverRuns {
					sc := v.scale(o.What)
					row := []reports.Cell{e.c.names.NameCell(o.What), reports.CountCell(o.Runs)}
					for _, x := range []float64{o.Min, o.Q1, o.Median, o.Q3, o.Max, o.Mean} {
						row = append(row, sc.Value(&x))
					}
					t.Rows = append(t.Rows, append(row, e.c.names.Cell(o.Lowest), e.c.names.Cell(o.Highest)))
				}
				e.emit(t)
				return nil
			})
		}}
}
