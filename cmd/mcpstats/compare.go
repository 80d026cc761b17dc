package main

import (
	"os"

	"github.com/spf13/cobra"

	"mcpstats/reports"
)

func (p *program) compareCommand() *cobra.Command {
	var r reading
	var plans planning
	var output string
	c := &cobra.Command{
		Use:   "compare [A B] [PATH...]",
		Short: "Compare runs in the terminal",
		Long: `compare pairs two runs by task and tests their difference on every main metric.
A and B are names of runs in the logs. Without them, as in
  mcpstats compare runs.parquet
  mcpstats compare --scores FILE.csv
all pairs of runs are compared.`,
		ValidArgsFunction: twoRunsThenFiles,
		RunE: func(c *cobra.Command, args []string) error {
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			paths := args
			switch {
			case len(args) == 1 && !exists(args[0]):
				return usagef("compare: name two runs, then the logs: mcpstats compare A B PATH...")
			case len(args) > 1:
				if args[0] == args[1] {
					return usagef("compare: %q against itself; name two different runs", args[0])
				}
				plan.Runs, paths = args[:2], args[2:]
			}
			if !c.Flags().Changed("strata") && plans.file == "" {
				plan.Strata = []string{"none"}
			}
			res, table, err := p.results(c.Context(), &r, paths, plan)
			if err != nil {
				return err
			}
			if table == nil {
				if err := asComputed(c, plan, res); err != nil {
					return err
				}
			}
			p.warn(res.Warnings)
			return p.print(output, res, reports.ComposeComparisons)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	plans.register(c.Flags())
	registerOutput(c.Flags(), &output)
	return c
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
