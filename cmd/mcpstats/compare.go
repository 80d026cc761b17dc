package main

import (
	"github.com/spf13/cobra"

	"mcpstats/reports/compose"
)

func (p *program) compareCommand() *cobra.Command {
	var r reading
	var plans planning
	var output string
	var all bool
	c := &cobra.Command{
		Use:   "compare [A B] [PATH...]",
		Short: "Compare runs in the terminal",
		Long: `compare pairs two runs by task and tests their difference on every main metric.
A and B are names of runs in the logs; differences are A minus B. Without them, as in
  mcpstats compare runs.parquet
  mcpstats compare a.csv b.csv
  mcpstats compare --scores FILE.csv
all pairs of runs are compared.`,
		ValidArgsFunction: twoRunsThenFiles,
		RunE: func(c *cobra.Command, args []string) error {
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			pair, paths, err := pairAndPaths("compare", args, r.named())
			if err != nil {
				return err
			}
			if pair != nil {
				plan.Runs = pair
			}
			if !c.Flags().Changed("strata") && plans.file == "" {
				// A terminal shows no strata unless asked: each would be tables of its
				// own.
				plan.Strata = []string{"none"}
			}
			res, table, err := p.results(c.Context(), &r, paths, plan)
			if err != nil {
				return err
			}
			if err := plans.settle(res, table, plan.Labels, false); err != nil {
				return err
			}
			if table == nil {
				if err := asComputed(c, plan, res); err != nil {
					return err
				}
			}
			if err := anyScored(res); err != nil {
				return err
			}
			p.warn(res.ShownWarnings())
			if output == "table" && !all {
				return p.print(output, res, compose.BriefComparisons)
			}
			p.all = all
			return p.print(output, res, compose.Comparisons)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	plans.register(c.Flags())
	plans.registerAsk(c.Flags())
	registerOutput(c.Flags(), &output)
	c.Flags().BoolVar(&all, "all", false, "show every pair, metric and column in the terminal, not only one screen")
	return c
}
