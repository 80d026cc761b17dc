package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/reports/compose"
	"mcpstats/reports/jsonout"
	"mcpstats/reports/terminal"
)

// defaultOut is where a report goes unless -o says otherwise.
const defaultOut = "mcpstats-report"

func (p *program) reportCommand() *cobra.Command {
	var r reading
	var plans planning
	var o reportOutput
	var show bool
	c := &cobra.Command{
		Use:   "report [PATH...]",
		Short: "Analyse logs and write a report directory",
		Long: `report reads logs, recomputes their metrics, compares their runs, and writes a
directory: report.html, report.md and report.tex with what a reader must know
(appendix.md and appendix.tex have the rest), report.ipynb, failures.md, workbook.xlsx, figures/ (svg, pdf, png, tikz), tables/ (csv, tex), results.json,
scores.parquet, plan.yaml and attempts/, the list of attempts and a page of each
that --trajectories chooses.

PATH is a file, a folder or a glob. Without one, the embedded examples are
analysed. An earlier report, its directory or its results.json, is rendered again
without its logs.

A notebook says what the report shows: --notebook takes one that comes with
mcpstats ("mcpstats notebook list") or your own.`,
		RunE: func(c *cobra.Command, paths []string) error {
			// In this order: what costs nothing to refuse (the directory, the notebook,
			// the plan) before the logs are read, and nothing is written before there are
			// results.
			if o.out == "-" || o.out == "" {
				return usagef("report: -o %q: a report is a directory; name one", o.out)
			}
			if err := replaceable(o.out); err != nil { // before the work, not after it
				return err
			}
			if err := o.read(); err != nil {
				return err
			}
			plans.notebook = o.shows
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			if r.taxonomy, err = taxonomy(&plan); err != nil {
				return err
			}
			r.withoutTexts = o.trajectories == noPages
			res, table, err := p.results(c.Context(), &r, paths, plan)
			if err != nil {
				return err
			}
			if err := plans.settle(res, table, plan.Labels, true); err != nil {
				return err
			}
			// No table: an earlier report is rendered again.
			if table == nil {
				if err := asComputed(c, plan, res); err != nil {
					return err
				}
				if err := keepsScores(paths[0], o.out); err != nil {
					return err
				}
			} else {
				res.Provenance.Command = repeatCommand(c, "report", inputWords(res.Provenance.Inputs))
			}
			if err := anyScored(res); err != nil {
				return err
			}
			if table != nil {
				o.again = &logsAgain{&r, paths}
			} else if c.Flags().Changed("trajectories") && o.trajectories != noPages {
				return usagef("--trajectories %s: an earlier report has no attempts to show; name the logs", o.trajectories)
			}
			if err := p.writeReport(c, &o, res, table, table == nil); err != nil {
				return err
			}
			if show {
				p.openPage(filepath.Join(o.out, "report.html"))
			}
			return nil
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	r.registerLabels(c.Flags())
	plans.register(c.Flags())
	plans.registerAsk(c.Flags())
	plans.registerRules(c.Flags())
	o.register(c, "the `directory` to write; an earlier report there is replaced")
	o.trajectories = pagesOfExamples
	c.Flags().Var(&o.trajectories, "trajectories", "the attempts that get a page of their own, with their texts, in attempts/: examples (those that the report names, where the log holds texts), failed, all, none (no text leaves the log), or a number of failed attempts a run")
	c.Flags().BoolVar(&show, "open", false, "show the page in a browser when it is written: $BROWSER, or the system's own")
	c.Flags().StringVar(&r.verifyInputs, "verify-inputs", "", "refuse logs that are not those of this earlier `report`, by SHA-256 (a report's directory or its results.json)")
	return c
}

// results reads the logs and evaluates the plan, or reads the results of an earlier
// report, of which there is no table. A path is taken for an earlier report only where it
// stands alone and no flag says how to read logs.
func (p *program) results(ctx context.Context, r *reading, paths []string, plan result.Plan) (*result.Results, *table.Table, error) {
	alone := len(paths) == 1 && len(r.scores) == 0 && len(r.examples) == 0 && r.format == "" && r.mapFile == ""
	if alone && open.IsReport(paths[0]) {
		paths = []string{filepath.Join(paths[0], marker)}
	}
	if alone && strings.HasSuffix(paths[0], ".json") {
		if f, err := open.File(paths[0]); err == nil {
			res, err := jsonout.Read(f)
			f.Close()
			switch {
			case err == nil:
				if r.verifyInputs != "" {
					return nil, nil, usagef("--verify-inputs: %s holds results, not logs; name the logs", paths[0])
				}
				if err := res.Keep(plan.Runs); err != nil {
					return nil, nil, &usageError{err}
				}
				return res, nil, nil
			case !errors.Is(err, jsonout.ErrNotResults):
				return nil, nil, fmt.Errorf("%s: %w", paths[0], err)
			}
		}
	}
	catalog := catalogFor(plan)
	l, err := p.load(ctx, r, paths, &plan, catalog)
	if err != nil {
		return nil, nil, err
	}
	if err := l.anything(); err != nil {
		return nil, nil, err
	}
	end := p.during("comparing runs")
	res, err := evaluateOrStop(ctx, l.table, plan, l.catalog)
	end()
	if err != nil {
		return nil, nil, err
	}
	res.Provenance.Tool = tool
	res.MadeFrom(l.inputs)
	res.Warnings = append(res.Warnings, l.warnings...)
	limits := caseLimits
	if r.withoutTexts {
		limits.Text = -1
	}
	return res, l.table, r.fillCases(ctx, paths, res, limits)
}

// anyScored refuses results without one metric: what states no outcome, and nothing
// else that a metric is made of, was not understood.
func anyScored(res *result.Results) error {
	if len(res.Metrics) > 0 {
		return nil
	}
	return &datasets.FileError{File: inputNames(res.Provenance.Inputs), Err: errNothingScored, Hint: hintNothingScored}
}

// inputNames lists logs in a message.
func inputNames(inputs []result.Input) string {
	const most = 3
	var names []string
	for _, in := range inputs {
		if len(names) == most {
			names = append(names, fmt.Sprintf("and %d more", len(inputs)-most))
			break
		}
		names = append(names, in.Path)
	}
	return strings.Join(names, ", ")
}

var errNothingScored = errors.New("no metric could be scored: no attempt states a verdict, a grade, a duration, a cost or anything else that a metric is made of")

const hintNothingScored = "`mcpstats doctor` shows the columns; say which is the verdict: --map 'success: COLUMN', or --map 'reward: COLUMN' for a grade"

// anything refuses logs without one attempt: a report of nothing would look like
// one of something.
func (l *loaded) anything() error {
	for _, in := range l.inputs {
		if in.Trajectories > 0 {
			return nil
		}
	}
	return &datasets.FileError{File: inputNames(l.inputs), Err: errors.New("holds no attempt"), Hint: "`mcpstats doctor` shows what was read"}
}

// closing prints what a reader wants to know first, and where the report is.
func (p *program) closing(res *result.Results, out string, all bool) error {
	make := compose.Closing
	if all {
		make = compose.WholeClosing
	}
	doc, err := make(res)
	if err != nil {
		return err
	}
	p.all = all
	if err := terminal.Render(p.stdout, doc, p.window()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "\nReport: %s/report.html, report.md, report.tex, report.ipynb, workbook.xlsx, results.json\n", inert(out))
	return err
}
