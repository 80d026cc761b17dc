package main

import (
	"errors"
	"sync"

	"github.com/spf13/cobra"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/templates"
)

// reportOutput is what a report shows and where it goes, by the flags that all
// commands have which write one.
type reportOutput struct {
	out, title, notebook string
	claims               []string
	draw                 drawing
	trajectories         trajectoryChoice
	all                  bool       // the terminal shows every run
	again                *logsAgain // nil: there are no logs to read again

	figures figureChoice      // read from draw
	shows   *compose.Notebook // read from notebook
}

func (o *reportOutput) register(c *cobra.Command, out string) {
	o.draw.register(c)
	c.Flags().StringVarP(&o.out, "out", "o", defaultOut, out)
	c.Flags().StringSliceVar(&o.claims, "claims", nil, "check the published numbers of this claims `file`, or of an embedded paper, in the report")
	c.Flags().BoolVar(&o.all, "all", false, "show every run and column in the terminal, not only one screen")
	c.Flags().StringVar(&o.title, "title", "", "title of the report (default made of the benchmarks)")
	c.Flags().StringVar(&o.notebook, "notebook", templates.Default, "the notebook that says what the report shows: a `file`, or the name of one that comes with mcpstats")
}

// read reads what the flags name.
func (o *reportOutput) read() (err error) {
	if o.figures, err = o.draw.choice(); err != nil {
		return err
	}
	o.shows, err = readNotebook(o.notebook)
	return err
}

// writeReport writes the report directory and tells the terminal of it. table is nil where
// there are no scores; earlier tells that the results are an earlier report's. Everything
// goes into a directory beside the final one, which takes its place as the last step;
// until then an earlier report stays as it was.
func (p *program) writeReport(c *cobra.Command, o *reportOutput, res *result.Results, table *table.Table, earlier bool) (err error) {
	if len(o.claims) > 0 {
		if res.Claims, err = claimsFor(o.claims, table); err != nil {
			return err
		}
	}
	dir, err := p.stage(o.out)
	if err != nil {
		return err
	}
	defer dir.discard()
	end := p.during("writing the report")
	err = p.writeFiles(c, o, dir, res, table, earlier)
	end()
	if err != nil {
		return err
	}
	if err := dir.commit(); err != nil {
		return err
	}
	return p.closing(res, o.out, o.all)
}

// writeFiles writes the files of the directory. The scores come first: they need no document
// and are written while it is composed, which takes one processor, and beside the
// workbook they would be where most memory is in use.
func (p *program) writeFiles(c *cobra.Command, o *reportOutput, dir *staged, res *result.Results, table *table.Table, earlier bool) error {
	spareHeap()
	attempts, err := p.attempts(res, table)
	if err != nil {
		return err
	}
	scores := sync.OnceValue(func() error { return writeScores(dir, table) })
	var wg sync.WaitGroup
	defer wg.Wait()                // the directory stays until then
	wg.Go(func() { _ = scores() }) // render asks for its error
	pages := o.pagesFor(res, attempts)
	o.shows.Pages = pages.links()
	doc, err := composeBy(o.shows, c.Flags().Changed("benchmarks"), res, earlier, o.title)
	if err != nil {
		return err
	}
	if err := pages.write(c.Context(), dir, o.again); err != nil {
		return err
	}
	return o.figures.render(c.Context(), dir, doc, res, table, attempts, o.shows.Pages, scores)
}

// composeBy makes the document that a notebook describes. chosen tells that the
// benchmarks were named by a flag, which wins; earlier, that the results were
// computed before, so that they must be what the notebook's parameters ask for.
func composeBy(n *compose.Notebook, chosen bool, res *result.Results, earlier bool, title string) (*reports.Document, error) {
	if chosen {
		n.Benchmarks = nil
	}
	if earlier {
		if err := n.Agrees(res); err != nil {
			return nil, &usageError{err}
		}
	}
	doc, err := compose.Report(res, n, title)
	var mistake *compose.NotebookError
	if errors.As(err, &mistake) {
		return nil, &usageError{err}
	}
	return doc, err
}
