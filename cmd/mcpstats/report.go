package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis"
	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
	"mcpstats/reports"
	"mcpstats/reports/jsonout"
	"mcpstats/reports/terminal"
	"mcpstats/templates"
)

// defaultOut is where a report goes unless -o says otherwise.
const defaultOut = "mcpstats-report"

func (p *program) reportCommand() *cobra.Command {
	var r reading
	var plans planning
	var out, title, notebook string
	var draw drawing
	var claimFiles []string
	var show bool
	c := &cobra.Command{
		Use:   "report [PATH...]",
		Short: "Analyse logs and write a report directory",
		Long: `report reads logs, recomputes their metrics, compares their runs, and writes a
directory: report.md, report.html, report.tex, report.ipynb, failures.md,
workbook.xlsx, figures/ (svg, pdf, png, tikz), tables/ (csv, tex), results.json,
scores.parquet and plan.yaml.

PATH is a file, a folder or a glob. Without one, the embedded examples are
analysed. An earlier report, its directory or its results.json, is rendered again
without its logs.

What the report shows, a notebook says: --notebook takes one that comes with
mcpstats ("mcpstats notebook list") or your own.`,
		RunE: func(c *cobra.Command, paths []string) error {
			if out == "-" || out == "" {
				return usagef("report: -o %q: a report is a directory; name one", out)
			}
			if err := replaceable(out); err != nil { // before the work, not after it
				return err
			}
			figs, err := draw.choice()
			if err != nil {
				return err
			}
			n, err := readNotebook(notebook)
			if err != nil {
				return err
			}
			plans.notebook = n
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			r.taxonomy = failures.Taxonomy()
			res, table, err := p.results(c.Context(), &r, paths, plan)
			if err != nil {
				return err
			}
			if table != nil {
				res.Provenance.Command = repeatCommand(c, res.Provenance.Inputs)
			}
			if len(claimFiles) > 0 {
				if res.Claims, err = claimsFor(claimFiles, table); err != nil {
					return err
				}
			}
			doc, err := composeBy(n, c.Flags().Changed("benchmarks"), res, table == nil, title)
			if err != nil {
				return err
			}
			dir, err := p.stage(out)
			if err != nil {
				return err
			}
			defer dir.discard()
			end := p.during("writing the report")
			err = figs.render(c.Context(), dir, doc, res, table)
			end()
			if err != nil {
				return err
			}
			if err := dir.commit(); err != nil {
				return err
			}
			if err := p.closing(res, out); err != nil {
				return err
			}
			if show {
				p.openPage(filepath.Join(out, "report.html"))
			}
			return nil
		},
	}
	r.register(c.Flags())
	r.registerScores(c.Flags())
	plans.register(c.Flags())
	draw.register(c)
	c.Flags().StringVarP(&out, "out", "o", defaultOut, "the `directory` to write; an earlier report there is replaced")
	c.Flags().StringSliceVar(&claimFiles, "claims", nil, "check the published numbers of this claims `file`, or of an embedded paper, in the report")
	c.Flags().BoolVar(&show, "open", false, "show the page in a browser when it is written: $BROWSER, or the system's own")
	c.Flags().StringVar(&r.verifyInputs, "verify-inputs", "", "refuse logs that are not those of this earlier `report`, by SHA-256 (a report's directory or its results.json)")
	c.Flags().StringVar(&title, "title", "", "title of the report (default made of the benchmarks)")
	c.Flags().StringVar(&notebook, "notebook", templates.Default, "the notebook that says what the report shows: a `file`, or the name of one that comes with mcpstats")
	return c
}

// composeBy makes the document that a notebook describes. chosen tells that the
// benchmarks were named by a flag, which wins; earlier, that the results were
// computed before, so that they must be what the notebook's parameters ask for.
func composeBy(n *reports.Notebook, chosen bool, res *analysis.Results, earlier bool, title string) (*reports.Document, error) {
	if chosen {
		n.Benchmarks = nil
	}
	if earlier {
		if err := n.Agrees(res); err != nil {
			return nil, &usageError{err}
		}
	}
	doc, err := reports.Compose(res, reports.Options{Title: title, Notebook: n})
	var mistake *reports.NotebookError
	if errors.As(err, &mistake) {
		return nil, &usageError{err}
	}
	return doc, err
}

// results reads the logs and evaluates the plan, or reads the results of an
// earlier report, of which there is no table.
func (p *program) results(ctx context.Context, r *reading, paths []string, plan analysis.Plan) (*analysis.Results, *analysis.Table, error) {
	if len(paths) == 1 && len(r.scores) == 0 && r.format == "" && open.IsReport(paths[0]) {
		paths = []string{filepath.Join(paths[0], marker)}
	}
	if len(paths) == 1 && strings.HasSuffix(paths[0], ".json") && len(r.scores) == 0 && r.format == "" {
		if f, err := openRegular(paths[0]); err == nil {
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
	catalog, err := catalogFor(plan)
	if err != nil {
		return nil, nil, err
	}
	l, err := p.load(ctx, r, paths, &plan, catalog)
	if err != nil {
		return nil, nil, err
	}
	if err := l.anything(); err != nil {
		return nil, nil, err
	}
	end := p.during("comparing runs")
	res, err := evaluate(ctx, l.table, plan, l.catalog)
	end()
	if err != nil {
		return nil, nil, err
	}
	res.Provenance.Tool = tool
	res.Provenance.Inputs = l.inputs
	res.Warnings = append(res.Warnings, l.warnings...)
	return res, l.table, nil
}

// anything refuses logs without one attempt: a report of nothing would look like
// one of something.
func (l *loaded) anything() error {
	var names []string
	for _, in := range l.inputs {
		if in.Trajectories > 0 {
			return nil
		}
		names = append(names, in.Path)
	}
	return &datasets.FileError{File: strings.Join(names, ", "), Err: errors.New("holds no attempt"), Hint: "`mcpstats doctor` shows what was read"}
}

// catalogFor is every declared metric, and what the plan asks for beyond them:
// a cut-off that is not listed, say.
func catalogFor(plan analysis.Plan) (analysis.Catalog, error) {
	all := metrics.All()
	for _, name := range append(plan.Metrics, nonEmpty(plan.Primary)...) {
		m, ok := metrics.Lookup(name)
		if !ok {
			continue // of scores that were computed elsewhere, or of attempts together: Evaluate knows
		}
		known := false
		for _, have := range all {
			known = known || have.Name == m.Name
		}
		if !known && m.Score != nil {
			all = append(all, m)
		}
	}
	return all, nil
}

// closing prints what a reader wants to know first, and where the report is.
func (p *program) closing(res *analysis.Results, out string) error {
	doc, err := reports.ComposeClosing(res)
	if err != nil {
		return err
	}
	if err := terminal.Render(p.stdout, doc, p.window()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "\nReport: %s/report.html, report.md, report.tex, report.ipynb, workbook.xlsx, results.json\n", out)
	return err
}
