package main

import (
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis"
	"mcpstats/analysis/metrics"
	"mcpstats/datasets/scorefile"
	"mcpstats/reports"
)

func (p *program) scoreCommand() *cobra.Command {
	var r reading
	var plans planning
	var out, output string
	var names []string
	var summary bool
	c := &cobra.Command{
		Use:   "score [PATH...] [-o FILE]",
		Short: "Recompute the metrics of every attempt",
		Long: `score recomputes the metrics from the logs and writes one row a run, task, trial
and metric, as .parquet, .csv or .jsonl by the ending of FILE; - or no FILE is CSV
on stdout. With --summary it prints one line a run and metric instead.`,
		RunE: func(c *cobra.Command, paths []string) error {
			write, err := scoreWriter(out)
			if err != nil {
				return err
			}
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			catalog := analysis.Catalog(metrics.All())
			if len(names) > 0 {
				if catalog, err = metrics.Select(names); err != nil {
					return &usageError{err}
				}
			}
			l, err := p.load(c.Context(), &r, paths, &plan, catalog)
			if err != nil {
				return err
			}
			p.warn(l.warnings)
			if !summary {
				return p.writeFile(out, func(w io.Writer) error { return write(w, scoreFileRows(l.table)) })
			}
			plan.Strata = []string{"none"}
			res, err := evaluate(c.Context(), l.table, plan, l.catalog)
			if err != nil {
				return err
			}
			return p.print(output, res, reports.ComposeSummaries)
		},
	}
	r.register(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "-", "the `file` to write: .parquet, .csv, .jsonl, or - for CSV on stdout")
	c.Flags().StringSliceVar(&names, "metrics", nil, "the metrics to compute (default all; see `mcpstats list metrics`)")
	c.Flags().BoolVar(&summary, "summary", false, "print one line a run and metric instead")
	c.Flags().StringVar(&plans.plan.Duplicates, "duplicates", "", "records that repeat an attempt: "+strings.Join(analysis.DuplicateRules, ", "))
	registerOutput(c.Flags(), &output)
	return c
}

// scoreWriter picks the format of a scores file by its ending.
func scoreWriter(out string) (func(io.Writer, iter.Seq[scorefile.Row]) error, error) {
	switch {
	case out == "-", strings.HasSuffix(out, ".csv"):
		return scorefile.WriteCSV, nil
	case strings.HasSuffix(out, ".jsonl"):
		return scorefile.WriteLines, nil
	case strings.HasSuffix(out, ".parquet"):
		return scorefile.WriteParquet, nil
	default:
		return nil, usagef("score: -o %s: expected a name ending in .parquet, .csv or .jsonl, or -", out)
	}
}

// scoreFileRows lists the table's scores as the rows of a file.
func scoreFileRows(t *analysis.Table) iter.Seq[scorefile.Row] {
	return func(yield func(scorefile.Row) bool) {
		for s := range t.Scores() {
			if !yield(scorefile.Row{Benchmark: s.Benchmark, Run: s.Run, Task: s.Task, Trial: s.Trial, Metric: s.Metric, Value: s.Value, Known: true}) {
				return
			}
		}
	}
}
