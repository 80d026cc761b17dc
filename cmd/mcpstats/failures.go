package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis"
	"mcpstats/analysis/failures"
	"mcpstats/reports"
)

func (p *program) failuresCommand() *cobra.Command {
	var r reading
	var plans planning
	var output string
	c := &cobra.Command{
		Use:   "failures [A B] [PATH...]",
		Short: "Break failures down by mode, run and stratum",
		Long: `failures counts how attempts ended and failed, by run and by stratum: the exits
that the harness recorded, the labels of the log, the verdicts of failure, and
what rules detect in the trajectories ("mcpstats list failures"). Sources are never
mixed.

With the names of two runs before the logs it pairs them by task: how each mode of
A became another mode, or success, of B.
  mcpstats failures A B PATH...`,
		ValidArgsFunction: twoRunsThenFiles,
		RunE: func(c *cobra.Command, args []string) error {
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			r.taxonomy = failures.Taxonomy()
			pair, paths := pairAndPaths(args)
			if pair != nil && pair[0] == pair[1] {
				return usagef("failures: %q against itself; name two different runs", pair[0])
			}
			compose := reports.ComposeFailures
			if pair != nil {
				plan.Runs = pair
				if !c.Flags().Changed("strata") && plans.file == "" {
					plan.Strata = []string{"none"}
				}
				compose = func(res *analysis.Results) (*reports.Document, error) {
					return reports.ComposeTransitions(res, pair[0], pair[1])
				}
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
			return p.print(output, res, compose)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	plans.register(c.Flags())
	registerOutput(c.Flags(), &output)
	return c
}

// pairAndPaths parts the names of two runs from the logs behind them: neither is
// the name of a file, or a pattern of names.
func pairAndPaths(args []string) (pair, paths []string) {
	if len(args) < 2 {
		return nil, args
	}
	for _, name := range args[:2] {
		if _, err := os.Stat(name); err == nil || strings.ContainsAny(name, "*?[") {
			return nil, args
		}
	}
	return args[:2], args[2:]
}
