package main

import (
	"errors"

	"github.com/spf13/cobra"

	"mcpstats/reports/compose"
)

func (p *program) agreeCommand() *cobra.Command {
	var r reading
	var plans planning
	var output string
	c := &cobra.Command{
		Use:   "agree [PATH...]",
		Short: "Judges against the reference, and their stored verdicts against their own words",
		Long: `agree compares every judge's verdicts with the human ones, as the log stores them
and as the judge's own text states them, and lists the contradictions.`,
		RunE: func(c *cobra.Command, paths []string) error {
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			if !c.Flags().Changed("strata") && plans.file == "" {
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
			if len(res.Agreement) == 0 {
				return errors.New("these logs hold no verdicts of judges beside a human or reference verdict on the same attempts; `mcpstats doctor` shows what they hold")
			}
			p.warn(res.ShownWarnings())
			return p.print(output, res, compose.Agreement)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	plans.register(c.Flags())
	registerOutput(c.Flags(), &output)
	return c
}
