package main

import (
	"github.com/spf13/cobra"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/compose"
)

func (p *program) failuresCommand() *cobra.Command {
	var r reading
	var plans planning
	var output string
	var attempts bool
	c := &cobra.Command{
		Use:   "failures [A B] [PATH...]",
		Short: "Break failures down by mode, run and stratum",
		Long: `failures counts how attempts ended and failed, by run and by stratum: the exits
that the harness recorded, the labels of the log, the verdicts of failure, and
what rules detect in the trajectories ("mcpstats list failures"). Sources are never
mixed.

With the names of two runs before the logs it pairs them by task: how each mode of
A became another mode, or success, of B.
  mcpstats failures A B PATH...

With --attempts it lists what is counted instead, attempt by attempt: every mode and
label of every attempt, the step, what the log says there, and where the attempt
stands in the logs. As csv it is the file tables/attempts.csv of a report.`,
		ValidArgsFunction: twoRunsThenFiles,
		RunE: func(c *cobra.Command, args []string) error {
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			if r.taxonomy, err = taxonomy(&plan); err != nil {
				return err
			}
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
			if err := plans.settle(res, table, plan.Labels, false); err != nil {
				return err
			}
			if table == nil {
				if err := asComputed(c, plan, res); err != nil {
					return err
				}
			}
			// Unlike compare, not refused where no metric was scored: how attempts ended
			// is known without.
			p.warn(res.ShownWarnings())
			if attempts {
				return p.printAttempts(output, res, table)
			}
			if output == "json" {
				if _, err := p.attempts(res, table); err != nil {
					return err
				}
			}
			return p.print(output, res, write)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	r.registerLabels(c.Flags())
	plans.register(c.Flags())
	plans.registerRules(c.Flags())
	registerOutput(c.Flags(), &output)
	c.Flags().BoolVar(&attempts, "attempts", false, "list the attempts with their modes and the evidence, line by line, instead of counts")
	return c
}
