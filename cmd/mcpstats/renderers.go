package main

import (
	"context"
	"io"
	"iter"
	"slices"
	"sync"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets/scorefile"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/csvout"
	"mcpstats/reports/figures"
	"mcpstats/reports/html"
	"mcpstats/reports/jsonout"
	"mcpstats/reports/latex"
	"mcpstats/reports/markdown"
	"mcpstats/reports/notebook"
	"mcpstats/reports/planout"
	"mcpstats/reports/xlsx"
)

// rendering is what a renderer may draw on.
type rendering struct {
	doc, failures *reports.Document
	first         *reports.Document // what must be read of doc
	appendix      *reports.Document // the rest; nil where there is none
	paper         *reports.Document // the same two in print, with one table a benchmark
	paperAppendix *reports.Document
	assets        func() (reports.Assets, error) // the files of figures/, drawn when the first renderer asks for them
	page          func() (reports.Assets, error) // what the HTML page holds: SVG at its own width, variants too
	res           *result.Results
	table         *table.Table                // nil where results were read instead of logs
	attempts      iter.Seq[result.AttemptRow] // nil where the results hold none, or not all
}

// renderers lists the files of a report directory, besides its figures and
// tables, and who writes each. What takes long and needs no figures stands first:
// the figures are drawn beside it.
var renderers = []struct {
	file  string
	write func(io.Writer, *rendering) error
}{
	{"workbook.xlsx", func(w io.Writer, r *rendering) error {
		var scores []result.Scored
		if r.table != nil {
			var err error
			if scores, err = r.table.ByBenchmark(r.res.Provenance.Plan); err != nil {
				return err
			}
		}
		headline, further, err := compose.Scorecards(r.res, scores)
		if err != nil {
			return err
		}
		all := xlsx.Scores{Headline: headline, Further: further, All: scoreRows(r.table, r.res.Provenance.Plan.Labels)}
		if r.attempts != nil {
			list := compose.Attempts(r.attempts, r.res.Provenance.Plan.Labels)
			all.Attempts = &list
		}
		return xlsx.Render(w, r.doc, all)
	}},
	{"results.json", func(w io.Writer, r *rendering) error { return jsonout.Write(w, r.res) }},
	{"report.html", func(w io.Writer, r *rendering) error {
		assets, err := r.page()
		if err != nil {
			return err
		}
		return html.Render(w, r.doc, assets)
	}},
	{"report.md", illustrated(firstHalf, markdown.Render)},
	{"appendix.md", illustrated(secondHalf, markdown.Render)},
	{"report.tex", illustrated(onPaper, latex.Render)},
	{"appendix.tex", illustrated(paperRest, latex.Render)},
	{"report.ipynb", illustrated(bothHalves, notebook.Render)},
	{"failures.md", func(w io.Writer, r *rendering) error {
		assets, err := r.assets()
		if err != nil {
			return err
		}
		return markdown.Render(w, r.failures, assets)
	}},
	{"plan.yaml", func(w io.Writer, r *rendering) error { return planout.Write(w, r.res.Provenance.Plan) }},
}

// bothHalves is the whole document; the others are what must be read and the rest, each as a page
// has it and as it is printed.
func bothHalves(r *rendering) *reports.Document { return r.doc }
func firstHalf(r *rendering) *reports.Document  { return r.first }
func secondHalf(r *rendering) *reports.Document { return r.appendix }
func onPaper(r *rendering) *reports.Document    { return r.paper }
func paperRest(r *rendering) *reports.Document  { return r.paperAppendix }

// ofAppendix are the files that there are only where the document has an appendix.
var ofAppendix = []string{"appendix.md", "appendix.tex"}

// illustrated is a renderer of the document with its figures.
func illustrated(of func(*rendering) *reports.Document, render func(io.Writer, *reports.Document, reports.Assets) error) func(io.Writer, *rendering) error {
	return func(w io.Writer, r *rendering) error {
		assets, err := r.assets()
		if err != nil {
			return err
		}
		return render(w, of(r), assets)
	}
}

// render writes a whole report directory with the figures that were chosen. scores
// writes the scores, or waits until they are written.
func (f figureChoice) render(ctx context.Context, dir *staged, doc *reports.Document, res *result.Results, table *table.Table, attempts iter.Seq[result.AttemptRow], pages *compose.Pages, scores func() error) error {
	failures, err := compose.LinkedFailures(res, pages)
	if err != nil {
		return err
	}
	if err := f.keep(doc); err != nil {
		return err
	}
	r := &rendering{doc: doc, failures: failures, res: res, table: table, attempts: attempts}
	r.first, r.appendix = doc.Split()
	r.paper, r.paperAppendix = doc.Paper()
	drawn := sync.OnceValues(func() (reports.Assets, error) { return f.options.Render(doc) })
	r.page = drawn
	if f.options.Width != figures.Page || !f.draws("svg") {
		r.page = sync.OnceValues(func() (reports.Assets, error) { return figures.Options{Kinds: []string{"svg"}}.Render(doc) })
	}
	r.assets = sync.OnceValues(func() (reports.Assets, error) { return filesOf(doc, drawn) })
	jobs := []func() error{scores, func() error {
		assets, err := r.assets()
		if err != nil {
			return err
		}
		return writeAssets(dir, assets)
	}}
	for _, out := range renderers {
		if r.appendix == nil && slices.Contains(ofAppendix, out.file) {
			continue
		}
		jobs = append(jobs, func() error {
			return dir.write(out.file, func(w io.Writer) error { return out.write(w, r) })
		})
	}
	jobs = append(jobs, func() error { return writeTables(dir, doc) }, func() error { return writeAttempts(dir, attempts, res.Provenance.Plan.Labels) })
	errs := make([]error, len(jobs))
	each(len(jobs), func(i int) {
		if ctx.Err() != nil {
			errs[i] = errInterrupted
			return
		}
		spareHeap()
		errs[i] = jobs[i]()
	})
	return firstError(errs)
}

// writeScores writes the scores; there are none where results were read instead of logs.
func writeScores(dir *staged, table *table.Table) error {
	if table == nil {
		return nil
	}
	return dir.write("scores.parquet", func(w io.Writer) error { return scorefile.WriteParquet(w, scoreFileRows(table.Scores())) })
}

func writeAssets(dir *staged, assets reports.Assets) error {
	var names []string
	for name := range assets {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		err := dir.write(name, func(w io.Writer) error {
			_, err := w.Write(assets[name])
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func writeTables(dir *staged, doc *reports.Document) error {
	for _, block := range doc.Blocks {
		t, ok := block.(reports.Table)
		if !ok {
			continue
		}
		text, err := csvout.Render(t)
		if err != nil {
			return err
		}
		err = dir.write(reports.TablePath(t.ID, "csv"), func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
		if err != nil {
			return err
		}
		if err := dir.write(reports.TablePath(t.ID, "tex"), func(w io.Writer) error { return latex.Table(w, t) }); err != nil {
			return err
		}
	}
	return nil
}

// scoreRows lists the table's scores for the workbook, under the names that the report shows; nil where
// there are none.
func scoreRows(t *table.Table, labels map[string]string) iter.Seq[xlsx.ScoreRow] {
	if t == nil {
		return nil
	}
	named := reports.NewNames(labels).Named
	return func(yield func(xlsx.ScoreRow) bool) {
		for s := range t.Scores() {
			row := xlsx.ScoreRow(s)
			row.Benchmark, row.Run, row.Metric = named(row.Benchmark), named(row.Run), named(row.Metric)
			if !yield(row) {
				return
			}
		}
	}
}
