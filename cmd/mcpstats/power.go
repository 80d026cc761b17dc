package main

import (
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/power"
	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/figures"
)

func (p *program) powerCommand() *cobra.Command {
	var r reading
	var plans planning
	var q asking
	var trials trialAsking
	var out, output string
	var draw drawing
	c := &cobra.Command{
		Use:   "power [A B PATH...] [-o FIGURE]",
		Short: "Tasks needed for a difference, and the smallest difference that can be seen",
		Long: `power says how many tasks it takes to see a difference, and what difference the
tasks at hand can show. Without runs it plans from numbers:
  mcpstats power --difference 0.05 --discordance 0.25
  mcpstats power --p1 0.55 --p2 0.60 --n 300
  mcpstats power --test paired-t --sd 0.3 --n 95
With two runs of a log it plans from their observed discordance or scatter, and
checks the power by simulation:
  mcpstats power A B PATH...
Given what a task and a trial cost it plans both, from stated variances or from runs with several
attempts a task:
  mcpstats power --cost-task 5 --cost-trial 1 --difference 0.05 --between 0.1 --within 0.2
  mcpstats power A B PATH... --cost-trial 1
-o also draws the power curve, or the standard errors over trials.`,
		RunE: func(c *cobra.Command, args []string) error {
			if !slices.Contains(strings.Split(outputList, " "), output) {
				return usagef("--output %s: expected %s", output, outputs)
			}
			if out != "" && !slices.Contains(figureEndings, filepath.Ext(out)) {
				return usagef("power: -o %s: expected a name ending in %s", out, strings.Join(figureEndings, ", "))
			}
			observed := len(args) > 0 || len(r.scores) > 0 || len(r.examples) > 0
			figs, err := draw.choice()
			if err != nil {
				return err
			}
			asked, err := q.plan(c.Flags(), observed)
			if err != nil {
				return err
			}
			var byTrials *power.TrialPlan
			if trials.asked(c.Flags()) {
				plan, err := trials.plan(c.Flags(), &asked, observed)
				if err != nil {
					return err
				}
				byTrials = &plan
			}
			var res *result.PowerResults
			if observed {
				res, err = p.observedPower(c, &r, &plans, args, asked, byTrials)
			} else if byTrials != nil {
				res, err = plannedTrials(*byTrials)
			} else if res, err = power.PlanPower(asked); err != nil {
				err = usagef("power: %v", err)
			}
			if err != nil {
				return err
			}
			return p.printPower(output, out, figs.options, res)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	q.register(c.Flags())
	trials.register(c.Flags())
	plans.registerForPower(c.Flags())
	c.Flags().StringVarP(&out, "out", "o", "", "draw the power curve to this `file`: "+strings.Join(figureEndings, ", "))
	draw.registerWidth(c)
	registerOutput(c.Flags(), &output)
	return c
}

// figureEndings are the files that a figure can be.
var figureEndings = []string{".svg", ".pdf", ".png", ".tikz"}

// outputList is what --output takes, as a list to look up.
const outputList = "table json csv markdown"

// registerForPower adds the flags of a plan that bear on power.
func (p *planning) registerForPower(f *pflag.FlagSet) {
	f.StringSliceVar(&p.plan.Benchmarks, "benchmarks", nil, "the benchmarks to plan for (default all that hold both runs)")
	metricsVar(f, &p.plan.Metrics, "metrics", "the metrics to plan for (default the headline metric)")
	f.Uint64Var(&p.plan.Seed, "seed", 0, "seed of the simulation (default fixed)")
	f.IntVar(&p.plan.Resamples, "resamples", 0, "studies to simulate (default 10000)")
	p.registerPolicies(f)
}

// plannedTrials plans tasks and trials from stated variances.
func plannedTrials(p power.TrialPlan) (*result.PowerResults, error) {
	s, err := power.PlanTrials(p)
	if err != nil {
		return nil, usagef("power: %v", err)
	}
	return &result.PowerResults{Version: result.Version, Studies: []result.PowerStudy{}, Trials: []result.TrialStudy{*s}}, nil
}

// observedPower plans with two runs of a log, and their trials where these are asked for.
func (p *program) observedPower(c *cobra.Command, r *reading, plans *planning, args []string, asked power.Plan, trials *power.TrialPlan) (*result.PowerResults, error) {
	pair, paths, err := pairAndPaths("power", args, r.named())
	if err != nil {
		return nil, err
	}
	if pair == nil {
		return nil, usagef("power: name two runs, then the logs: mcpstats power A B PATH...; without runs give numbers, see mcpstats power --help")
	}
	plans.plan.Runs = pair
	plan, err := plans.resolve(c)
	if err != nil {
		return nil, err
	}
	l, err := p.load(c.Context(), r, paths, &plan, catalogFor(plan))
	if err != nil {
		return nil, err
	}
	p.warn(l.warnings)
	ask := func() (*result.PowerResults, error) { return evaluate.ObservedPower(l.table, plan, l.catalog, asked) }
	if trials != nil {
		ask = func() (*result.PowerResults, error) {
			return evaluate.ObservedTrials(l.table, plan, l.catalog, *trials)
		}
	}
	res, err := ask()
	if err != nil {
		return nil, usagef("power: %v", err)
	}
	res.Provenance.Tool, res.Provenance.Inputs = tool, l.inputs
	return res, nil
}

// printPower draws the figure, if one is asked for, and prints the answer.
func (p *program) printPower(output, out string, figs figures.Options, res *result.PowerResults) error {
	doc, err := compose.Power(res)
	if err != nil {
		return err
	}
	if out != "" {
		figs.Kinds = []string{strings.TrimPrefix(filepath.Ext(out), ".")}
		assets, err := figs.Render(doc)
		if err != nil {
			return err
		}
		id := "power-curve"
		if len(res.Trials) > 0 {
			id = "trials-planned-figure"
		}
		image, drawn := assets[reports.FigurePath(id, strings.TrimPrefix(filepath.Ext(out), "."))]
		if !drawn {
			return usagef("power: -o %s: there is no curve to draw: the runs do not differ on any task", out)
		}
		err = p.writeFile(out, func(w io.Writer) error {
			_, err := w.Write(image)
			return err
		})
		if err != nil {
			return err
		}
	}
	if output == "json" {
		e := json.NewEncoder(p.stdout)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(res)
	}
	return p.printDocument(output, doc)
}
