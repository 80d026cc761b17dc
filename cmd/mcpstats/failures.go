package main

import (
	"github.com/spf13/cobra"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/compose"
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
			pair, paths, err := pairAndPaths("failures", args, r.named())
			if err != nil {
				return err
			}
			write := compose.Failures
			if pair != nil {
				plan.Runs = pair
				if !c.Flags().Changed("strata") && plans.file == "" {
					plan.Strata = []string{"none"}
				}
				write = func(res *result.Results) (*reports.Document, error) {
					return compose.Transitions(res, pair[0], pair[1])
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
			// Unlike compare, not refused where no metric was scored: how attempts ended
			// is known without.
			p.warn(res.Warnings)
			return p.print(output, res, write)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	r.registerLabels(c.Flags())
	plans.register(c.Flags())
	registerOutput(c.Flags(), &output)
	return c
}
