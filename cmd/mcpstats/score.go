package main

import (
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis"
	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/partial"
	"mcpstats/datasets/scorefile"
	"mcpstats/reports"
)

func (p *program) scoreCommand() *cobra.Command {
	var r reading
	var plans planning
	var out, output, depth string
	var names []string
	var summary, noBootstrap, search bool
	c := &cobra.Command{
		Use:   "score [PATH...] [-o FILE]",
		Short: "Recompute the metrics of every attempt",
		Long: `score recomputes the metrics from the logs and writes one row a run, task, trial
and metric, as .parquet, .csv or .jsonl by the ending of FILE; - or no FILE is CSV
on stdout. With --summary it prints one line a run and metric instead.

With --partial it writes what it found out about these paths, the shards of a log
that is too large for one machine, as one file; "mcpstats reduce" merges such files
of all workers into the report. --partial keeps every scored attempt, --partial=sums
only sums, whose size does not grow with the attempts. See docs/scale.md.`,
		RunE: func(c *cobra.Command, paths []string) error {
			r.out = out
			if err := scoreFlags(c, depth != "", summary); err != nil {
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
			if depth != "" {
				if search {
					r.taxonomy = failures.Taxonomy()
				}
				if !c.Flags().Changed("resamples") {
					plan.Resamples = analysis.SumsReplicates
				}
				return p.scorePartial(c.Context(), &r, paths, plan, catalog, depth, out)
			}
			if noBootstrap && output == "json" {
				return usagef("score: --no-bootstrap goes with --summary as a table, CSV or Markdown")
			}
			write, err := scoreWriter(out)
			if err != nil {
				return err
			}
			r.bare = !summary || output != "json"
			l, err := p.load(c.Context(), &r, paths, &plan, catalog)
			if err != nil {
				return err
			}
			p.warn(l.warnings)
			if !summary {
				return p.writeFile(out, func(w io.Writer) error { return write(w, scoreFileRows(l.table)) })
			}
			plan.Strata = []string{"none"}
			work := analysis.Evaluate
			if output != "json" { // which is all results
				work = func(t *analysis.Table, plan analysis.Plan, catalog analysis.Catalog) (*analysis.Results, error) {
					return analysis.Summarize(t, plan, catalog, !noBootstrap)
				}
			}
			res, err := evaluateBy(c.Context(), work, l.table, plan, l.catalog)
			if err != nil {
				return err
			}
			return p.print(output, res, reports.ComposeSummaries)
		},
	}
	r.register(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "-", "the `file` to write: .parquet, .csv, .jsonl, or - for CSV on stdout; .partial with --partial")
	c.Flags().StringSliceVar(&names, "metrics", nil, "the metrics to compute (default all; see \"mcpstats list metrics\")")
	c.Flags().BoolVar(&summary, "summary", false, "print one line a run and metric instead")
	c.Flags().BoolVar(&noBootstrap, "no-bootstrap", false, "with --summary: Student's intervals, in a fraction of the time")
	c.Flags().StringVar(&plans.plan.Duplicates, "duplicates", "", "records that repeat an attempt: "+strings.Join(analysis.DuplicateRules, ", "))
	c.Flags().StringVar(&depth, "partial", "", "write one partial of these shards for reduce, of this `depth`: attempts or sums")
	c.Flags().Lookup("partial").NoOptDefVal = string(partial.Attempts)
	c.Flags().StringSliceVar(&plans.plan.Strata, "strata", nil, "with --partial: attributes to break down by besides the strata of the log")
	c.Flags().StringVar(&plans.plan.Cluster, "cluster", "", "with --partial: `stratum` that names the unit of sampling above the task")
	c.Flags().Uint64Var(&plans.plan.Seed, "seed", 0, "with --partial=sums: seed of the Poisson bootstrap's weights (default fixed)")
	c.Flags().IntVar(&plans.plan.Resamples, "resamples", 0, "with --partial=sums: replicates of the Poisson bootstrap (default 1000)")
	c.Flags().BoolVar(&search, "failures", true, "with --partial: look for failure modes; without, no conversation is decoded for them")
	registerOutput(c.Flags(), &output)
	return c
}

// scoreFlags refuses flags that what is to be written would pass over in silence.
func scoreFlags(c *cobra.Command, partial, summary bool) error {
	for _, f := range []struct {
		name   string
		fits   bool
		reason string
	}{
		{"strata", partial, "is for --partial"},
		{"cluster", partial, "is for --partial"},
		{"failures", partial, "is for --partial"},
		{"seed", partial, "is for --partial"},
		{"resamples", partial, "is for --partial"},
		{"summary", !partial, "does not go with --partial"},
		{"no-bootstrap", summary, "goes with --summary"},
		{"output", summary, "goes with --summary; scores are written as the ending of -o says"},
		{"out", !summary, "does not go with --summary, which prints"},
	} {
		if c.Flags().Changed(f.name) && !f.fits {
			return usagef("score: --%s %s", f.name, f.reason)
		}
	}
	return nil
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
