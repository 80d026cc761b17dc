package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
	"mcpstats/internal/spelling"
	"mcpstats/reports/compose"
)

// gateFlags are the flags of a gate beyond those of a plan.
type gateFlags struct {
	margin     float64
	sequential bool
	order      string
	state      string
	draw       bool
	junit      string
	output     string
}

func (p *program) gateCommand() *cobra.Command {
	var r reading
	var plans planning
	var g gateFlags
	c := &cobra.Command{
		Use:   "gate BASE NEW [PATH...]",
		Short: "Say by the exit code whether a new run is not worse than a base by a margin",
		Long: `gate answers for a job that decides on its own whether a new run may replace a base: paired by
task, one-sided, against a margin that was chosen beforehand.
  mcpstats gate main candidate logs/ --margin 3
  mcpstats gate old.csv new.csv
BASE and NEW are two runs of the logs, or two files with one run each. The first word of the answer is
PASS (the new run is shown not to be worse by the margin), FAIL (it is shown to be worse by more than
the margin) or UNDECIDED; the exit code is 0 for a pass and 1 for the others. Several metrics or
benchmarks must all pass.

--sequential may be looked at after every task without any correction for looking. Tasks are taken in
an order that --seed draws; --state keeps the order and what was seen, and --draw prints it before
the new run has begun:
  mcpstats gate main candidate logs/ --sequential --state gate.json --draw > order.txt
  mcpstats gate main candidate logs/ --sequential --state gate.json`,
		ValidArgsFunction: twoRunsThenFiles,
		RunE: func(c *cobra.Command, args []string) error {
			if err := g.check(); err != nil {
				return err
			}
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			res, err := p.gate(c, &r, &g, args, plan)
			if err != nil || g.draw {
				return err
			}
			if err := p.printGate(&g, res); err != nil {
				return err
			}
			return refusedByGate(res)
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	plans.registerForGate(c.Flags())
	g.register(c.Flags())
	registerOutput(c.Flags(), &g.output)
	return c
}

func (g *gateFlags) register(f *pflag.FlagSet) {
	f.Float64Var(&g.margin, "margin", evaluate.DefaultGateMargin, "what the new run may be worse by: percentage points of a metric that is a share; else in the metric's own unit, without a default")
	f.BoolVar(&g.sequential, "sequential", false, "be valid however often one looks: tasks one after the other, by betting")
	f.StringVar(&g.order, "order", "", "of the tasks of --sequential: "+result.GateDrawn+" (default, by --seed) or "+result.GateLogOrder+", the log's own, for which nothing is guaranteed")
	f.StringVar(&g.state, "state", "", "`file` in which --sequential keeps the order of tasks, what it has seen and its looks")
	f.BoolVar(&g.draw, "draw", false, "with --state: draw the order of the base's tasks, print it one task a line, and stop")
	f.StringVar(&g.junit, "junit", "", "write the answer as JUnit XML to this `file`")
}

// registerForGate adds the flags of a plan that bear on a gate.
func (p *planning) registerForGate(f *pflag.FlagSet) {
	f.StringVar(&p.file, "plan", "", "read the plan from a YAML `file`; flags given beside it win")
	f.StringSliceVar(&p.plan.Benchmarks, "benchmarks", nil, "the benchmarks that must pass (default all that hold both runs)")
	metricsVar(f, &p.plan.Metrics, "metrics", "the metrics that must pass (default the headline metric)")
	metricsVar(f, &p.higher, "higher", "`metric`s for which higher values are better")
	metricsVar(f, &p.lower, "lower", "`metric`s for which lower values are better, such as error rates")
	f.StringVar(&p.plan.Cluster, "cluster", "", "`stratum` that names the unit of sampling above the task")
	f.Float64Var(&p.plan.Alpha, "alpha", 0, "probability of a wrong pass, and of a wrong failure (default 0.05)")
	f.Uint64Var(&p.plan.Seed, "seed", 0, "seed that draws the order of tasks (default fixed)")
	p.registerPolicies(f)
}

// check refuses flags that do not go together.
func (g *gateFlags) check() error {
	switch {
	case !(g.margin >= 0):
		return usagef("gate: --margin %v: expected a number, 0 or more: what the new run may be worse by, as in --margin 5", g.margin)
	case g.order != "" && g.order != result.GateDrawn && g.order != result.GateLogOrder:
		return usagef("--order %s: expected %s or %s", g.order, result.GateDrawn, result.GateLogOrder)
	case !g.sequential && (g.state != "" || g.order != "" || g.draw):
		return usagef("gate: --state, --order and --draw belong to --sequential: add it, or leave them out")
	case g.draw && g.state == "":
		return usagef("gate: --draw needs --state FILE to keep the order in")
	case g.draw && g.order == result.GateLogOrder:
		return usagef("gate: --draw draws an order, --order log takes the log's own: leave one of them out")
	}
	return nil
}

// gate reads the logs and answers.
func (p *program) gate(c *cobra.Command, r *reading, g *gateFlags, args []string, plan result.Plan) (*result.GateResults, error) {
	asked, paths, byFile, err := gatePair(args, r.named())
	if err != nil {
		return nil, err
	}
	plan.Runs = nil
	if !byFile {
		plan.Runs = asked[:]
	}
	l, err := p.load(c.Context(), r, paths, &plan, catalogFor(plan))
	if err != nil {
		return nil, err
	}
	p.warn(l.warnings)
	if byFile {
		if plan.Runs, err = runsOfFiles(l, asked); err != nil {
			return nil, err
		}
	}
	opt := evaluate.GateOptions{Sequential: g.sequential, Order: g.order, DrawOnly: g.draw}
	if c.Flags().Changed("margin") {
		opt.Margin = &g.margin
	}
	if opt.State, err = readGateState(g.state); err != nil {
		return nil, err
	}
	res, state, err := evaluate.Gate(l.table, plan, l.catalog, opt)
	if err != nil {
		return nil, gateError(err, g.state)
	}
	res.Provenance.Tool, res.Provenance.Inputs = tool, l.inputs
	if g.state != "" {
		if err := p.writeGateState(g.state, opt.State, state); err != nil {
			return nil, err
		}
	}
	if g.draw {
		return res, p.printOrder(state)
	}
	return res, nil
}

// gateError explains an error of a gate: a name that is not there has the nearest one that is, and what
// does not fit the state says what to do.
func gateError(err error, state string) error {
	var absent *result.NotThereError
	var other *evaluate.GateStateError
	switch {
	case errors.As(err, &absent):
		if near := spelling.Nearest(absent.Name, absent.Have); near != "" {
			return usagef("gate: %w; did you mean %q?", err, near)
		}
		return usagef("gate: %w", err)
	case errors.As(err, &other):
		return usagef("gate: --state %s: %w; ask as before, or name another file", state, err)
	}
	return usagef("gate: %w", err)
}

// gatePair parts the runs from the logs. byFile tells that BASE and NEW are two files, which are then
// the logs as well.
func gatePair(args []string, named bool) (asked [2]string, paths []string, byFile bool, err error) {
	if len(args) < 2 {
		return asked, nil, false, usagef("gate: name the base and the new run, then the logs: mcpstats gate BASE NEW PATH...; or two files with one run each: mcpstats gate OLD NEW")
	}
	pair, paths, err := pairAndPaths("gate", args, named)
	switch {
	case err != nil:
		return asked, nil, false, err
	case pair != nil:
		return [2]string(pair), paths, false, nil
	case len(args) != 2:
		return asked, nil, false, usagef("gate: %s and %s are files: name two runs before the logs, mcpstats gate BASE NEW PATH..., or two files alone", args[0], args[1])
	case args[0] == args[1]:
		return asked, nil, false, usagef("gate: %q against itself; name two different files", args[0])
	}
	return [2]string(args), args, true, nil
}

// refusedByGate is the exit code of what did not pass.
func refusedByGate(res *result.GateResults) error {
	if res.Decision == result.GatePass {
		return nil
	}
	var names []string
	for i := range res.Gates {
		if g := &res.Gates[i]; g.Decision == res.Decision {
			names = append(names, g.Metric)
		}
	}
	return &noError{fmt.Sprintf("the gate's answer is %s: %s", res.Decision, strings.Join(result.UniqueNatural(names), ", "))}
}

// printGate prints the answer and writes the JUnit file.
func (p *program) printGate(g *gateFlags, res *result.GateResults) error {
	if g.junit != "" {
		if err := p.writeFile(g.junit, func(w io.Writer) error { return writeJUnit(w, res) }); err != nil {
			return err
		}
	}
	if g.output == "json" {
		e := json.NewEncoder(p.stdout)
		e.SetIndent("", "  ")
		e.SetEscapeHTML(false)
		return e.Encode(res)
	}
	of := compose.Gate
	if g.output == "table" {
		of = compose.BriefGate
	}
	doc, err := of(res)
	if err != nil {
		return err
	}
	return p.printDocument(g.output, doc)
}
