package main

import (
	"github.com/spf13/cobra"

	"mcpstats/reports"
)

func (p *program) failuresCommand() *cobra.Command {
	var r reading
	var plans planning
	var output string
	c := &cobra.Command{
		Use:   "failures [PATH...]",
		Short: "Break failures down by mode, run and stratum",
		Long: `failures counts how attempts ended and failed, by run and by stratum: the exits
that the harness recorded, the labels of the log, and the verdicts of failure.`,
		RunE: func(c *cobra.Command, paths []string) error {
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			res, _, err := p.results(c.Context(), &r, paths, plan)
			if err != nil {
				return err
			}
			p.warn(res.Warnings)
			return p.print(output, res, reports.ComposeFailures)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	plans.register(c.Flags())
	registerOutput(c.Flags(), &output)
	return c
}
