package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/scorefile"
	"mcpstats/reports/compose"
)

// scoring is what the flags of score ask for.
type scoring struct {
	reading     // its out is the file to write; - is stdout
	plans       planning
	output      string // of the summary
	depth       string // of a partial; empty: none is written
	names       []string
	summary     bool
	noBootstrap bool
	search      bool // for failure modes, into a partial
}

func (p *program) scoreCommand() *cobra.Command {
	var s scoring
	c := &cobra.Command{
		Use:   "score [PATH...] [-o FILE]",
		Short: "Recompute the metrics of every attempt",
		Long: `score recomputes the metrics from the logs and writes one row per run, task,
trial and metric, as .parquet, .csv or .jsonl by the ending of FILE; - or no FILE is
CSV on stdout. With --summary it prints one line per run and metric instead.

With --partial it writes what it found in these paths, the shards of a log that is too
large for one machine, as one file; "mcpstats reduce" merges such files
of all workers into the report. --partial keeps every scored attempt, --partial=sums
only sums, whose size does not grow with the attempts. See docs/scale.md.`,
		RunE: func(c *cobra.Command, paths []string) error { return p.score(c, &s, paths) },
	}
	s.register(c.Flags())
	c.Flags().StringVarP(&s.out, "out", "o", "-", "the `file` to write: .parquet, .csv, .jsonl, or - for CSV on stdout; .partial with --partial")
	metricsVar(c.Flags(), &s.names, "metrics", "the metrics to compute (default all; see \"mcpstats list metrics\")")
	c.Flags().BoolVar(&s.summary, "summary", false, "print one line per run and metric instead")
	c.Flags().BoolVar(&s.noBootstrap, "no-bootstrap", false, "with --summary: Student's intervals, in a fraction of the time")
	s.plans.registerPolicies(c.Flags())
	s.plans.registerPrices(c.Flags())
	c.Flags().StringVar(&s.depth, "partial", "", "write one partial of these shards for reduce, of this `depth`: attempts or sums")
	c.Flags().Lookup("partial").NoOptDefVal = string(partial.Attempts)
	c.Flags().StringSliceVar(&s.plans.plan.Strata, "strata", nil, "with --partial: attributes to break down by besides the strata of the log")
	c.Flags().StringVar(&s.plans.plan.Cluster, "cluster", "", "with --partial: `stratum` that names the unit of sampling above the task")
	c.Flags().Uint64Var(&s.plans.plan.Seed, "seed", 0, "with --partial=sums: seed of the Poisson bootstrap's weights (default fixed)")
	c.Flags().IntVar(&s.plans.plan.Resamples, "resamples", 0, "with --partial=sums: replicates of the Poisson bootstrap (default 1000)")
	s.plans.registerRules(c.Flags())
	c.Flags().Lookup("rules").Usage = "with --partial: " + c.Flags().Lookup("rules").Usage
	c.Flags().BoolVar(&s.search, "failures", true, "with --partial: look for failure modes; without, no conversation is decoded for them")
	registerOutput(c.Flags(), &s.output)
	return c
}

func (p *program) score(c *cobra.Command, s *scoring, paths []string) error {
	if err := scoreFlags(c, s.depth != "", s.summary); err != nil {
		return err
	}
	plan, err := s.plans.resolve(c)
	if err != nil {
		return err
	}
	catalog := table.Catalog(metrics.All())
	var ofAttempts []string
	if len(s.names) > 0 {
		if catalog, ofAttempts, err = selected(s.names); err != nil {
			return &usageError{err}
		}
	}
	if s.depth != "" {
		if s.search {
			if s.taxonomy, err = taxonomy(&plan); err != nil {
				return err
			}
		}
		if !c.Flags().Changed("resamples") {
			plan.Resamples = scale.SumsReplicates
		}
		return p.scorePartial(c.Context(), &s.reading, paths, plan, catalog, s.depth, s.out)
	}
	if s.noBootstrap && s.output == "json" {
		return usagef("score: --no-bootstrap goes with --summary as a table, CSV or Markdown")
	}
	write, err := scoreWriter(s.out)
	if err != nil {
		return err
	}
	s.bare = !s.summary || s.output != "json"
	l, err := p.load(c.Context(), &s.reading, paths, &plan, catalog)
	if err != nil {
		return err
	}
	if err := l.anyScored(catalog, s.names); err != nil {
		return err
	}
	p.warn(l.warnings)
	if !s.summary {
		if len(plan.Where) > 0 {
			if l.table, err = l.table.Held(plan); err != nil {
				return &usageError{err}
			}
		}
		rows, err := s.rows(l, plan, ofAttempts)
		if err != nil {
			return err
		}
		return p.writeFile(s.out, func(w io.Writer) error { return write(w, rows) })
	}
	return p.scoreSummary(c.Context(), s, l, plan)
}

// anyScored refuses logs of which nothing could be scored, or not all of the metrics
// that were named. Of those that attempts together have, the plan knows.
func (l *loaded) anyScored(catalog table.Catalog, named []string) error {
	have := l.table.Scored()
	logs := inputNames(l.inputs)
	if len(have) == 0 && len(named) == 0 {
		return &datasets.FileError{File: logs, Err: errNothingScored, Hint: hintNothingScored}
	}
	if len(named) == 0 {
		return nil
	}
	for _, m := range catalog {
		of := func(name string) bool { return name == m.Name || m.Each != nil && table.InFamily(m.Name, name) }
		if (m.Score == nil && m.Each == nil) || slices.ContainsFunc(have, of) {
			continue
		}
		return &datasets.FileError{File: logs, Err: fmt.Errorf("metric %s could not be scored: no attempt states what it is made of", m.Name),
			Hint: "`mcpstats score --summary` without --metrics shows what can be; `mcpstats list metrics` says what each needs"}
	}
	return nil
}

// scoreSummary prints one line a run and metric.
func (p *program) scoreSummary(ctx context.Context, s *scoring, l *loaded, plan result.Plan) error {
	plan.Strata = []string{"none"}
	work := evaluate.Evaluate
	if s.output != "json" { // which is all results
		work = func(t *table.Table, plan result.Plan, catalog table.Catalog) (*result.Results, error) {
			return evaluate.Summarize(t, plan, catalog, !s.noBootstrap)
		}
	}
	res, err := evaluateBy(ctx, work, l.table, plan, l.catalog)
	if err != nil {
		return err
	}
	res.MadeFrom(l.inputs)
	if err := s.plans.settle(res, l.table, plan.Labels, false); err != nil {
		return err
	}
	return p.print(s.output, res, compose.Summaries)
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
		{"rules", partial, "is for --partial"},
		{"seed", partial, "is for --partial"},
		{"resamples", partial, "is for --partial"},
		{"summary", !partial, "does not go with --partial"},
		{"missing", summary, "goes with --summary; single scores are written as they are, and of partials it is asked by reduce"},
		{"tasks", summary, "goes with --summary; single scores are written as they are, and of partials it is asked by reduce"},
		{"trials", summary, "goes with --summary; single scores are written as they are, and of partials it is asked by reduce"},
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

// rows are the scores asked for: those of attempts, and of a task's attempts together.
func (s *scoring) rows(l *loaded, plan result.Plan, ofAttempts []string) (iter.Seq[scorefile.Row], error) {
	if len(ofAttempts) == 0 {
		return scoreFileRows(l.table.Scores()), nil
	}
	together, err := evaluate.AttemptScores(l.table, ofAttempts, plan, l.catalog)
	if err != nil {
		return nil, &usageError{err}
	}
	return func(yield func(scorefile.Row) bool) {
		for row := range scoreFileRows(l.table.Scores()) {
			if (row.Metric != "success" || slices.Contains(s.names, row.Metric)) && !yield(row) {
				return
			}
		}
		for row := range scoreFileRows(together) {
			if !yield(row) {
				return
			}
		}
	}, nil
}

// scoreFileRows lists scores as the rows of a file.
func scoreFileRows(scores iter.Seq[result.Score]) iter.Seq[scorefile.Row] {
	return func(yield func(scorefile.Row) bool) {
		for s := range scores {
			if !yield(scorefile.Row{Benchmark: s.Benchmark, Run: s.Run, Task: s.Task, Trial: s.Trial, Metric: s.Metric, Value: s.Value, Known: true}) {
				return
			}
		}
	}
}
