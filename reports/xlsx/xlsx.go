package xlsx

import (
	"fmt"
	"io"
	"iter"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// ScoreRow is one value of one metric for one attempt.
type ScoreRow struct {
	Benchmark, Run, Task string
	Trial                int
	Metric               string
	Value                float64
}

// Scores are what the results were computed from. The zero value is a workbook
// of values alone.
type Scores struct {
	Headline []reports.Scorecard // the headline metrics, for the sheet Scores and the formulas
	Further  []reports.Scorecard // further metrics, for the sheet Other scores and more formulas
	// All lists every score; nil: there is no such sheet. It is read twice, and
	// the rows of one run of one benchmark must come one after another.
	All iter.Seq[ScoreRow]
	// Attempts are listed on a sheet of their own; nil: there is none.
	Attempts *reports.Listing
}

// Render writes the document as a workbook. The bytes depend on the arguments
// alone.
//
// Errors: a table row with more or fewer cells than the table has columns; what
// excelize refuses; w's.
func Render(w io.Writer, doc *reports.Document, scores Scores) error {
	replaced := map[string][]byte{}
	// The archive goes to w itself: excelize's buffer would hold a large one twice.
	f := excelize.NewFile().SetZipWriter(func(io.Writer) excelize.ZipWriter { return &archive{w: w, replaced: replaced} })
	defer f.Close()
	b := &book{file: f, styles: map[style]int{}, tables: map[string]bool{}, replaced: replaced}
	if err := b.write(doc, scores); err != nil {
		return fmt.Errorf("xlsx: %w", err)
	}
	if _, err := f.WriteToBuffer(); err != nil {
		return fmt.Errorf("xlsx: %w", err)
	}
	return nil
}

// book is the workbook while it is written.
type book struct {
	file     *excelize.File
	styles   map[style]int
	tables   map[string]bool // names of Excel tables, lower case
	pages    []*page
	several  bool              // benchmarks: rows name theirs
	targets  map[string]target // where the block of an ID stands
	replaced map[string][]byte // parts of the file that are written otherwise than by excelize
	drawn    int               // charts
	scores   *scoreSheet       // of the headline metrics; nil where there are no scores
	further  *scoreSheet       // of further metrics; nil where there are none
	left     []string          // what the workbook does not hold, a sentence each
}

// target is a cell that a link leads to.
type target struct {
	sheet string
	row   int
}

const (
	summarySheet   = "Summary"
	chartSheet     = "Charts"
	scoreSheetName = "Scores"
	furtherSheet   = "Other scores"
	allScoresSheet = "All scores"
	attemptSheet   = "Attempts"
)

func (b *book) write(doc *reports.Document, scores Scores) error {
	// Dates of the file: fixed, so that the same report is the same file.
	const epoch = "1970-01-01T00:00:00Z"
	if err := b.file.SetDocProps(&excelize.DocProperties{Title: clip(doc.Title, 250), Creator: "mcpstats", LastModifiedBy: "mcpstats", Created: epoch, Modified: epoch}); err != nil {
		return err
	}
	names := newSheetNames(summarySheet, chartSheet, scoreSheetName, furtherSheet, allScoresSheet, attemptSheet)
	if err := b.file.SetSheetName("Sheet1", summarySheet); err != nil {
		return err
	}
	var head []reports.Block
	head, b.pages = b.arrange(doc)
	b.scores = planScores(scoreSheetName, false, scores.Headline)
	b.further = planScores(furtherSheet, true, scores.Further)
	b.addScored()
	charts := b.planCharts()
	order := b.order(names, len(charts) > 0, scores.All != nil, scores.Attempts != nil)
	b.place()
	for _, name := range order {
		if _, err := b.file.NewSheet(name); err != nil {
			return err
		}
	}
	for _, p := range b.pages {
		if err := b.writePage(p); err != nil {
			return err
		}
	}
	if err := b.writeCharts(charts); err != nil {
		return err
	}
	if scores.Attempts != nil {
		if err := b.writeListing(attemptSheet, scores.Attempts, mostListed); err != nil {
			return err
		}
	}
	for _, s := range []*scoreSheet{b.scores, b.further} {
		if err := b.writeScores(s); err != nil {
			return err
		}
	}
	if scores.All != nil {
		if err := b.writeAllScores(scores.All); err != nil {
			return err
		}
	}
	return b.writeSummary(doc, head, order, charts)
}

// order names the pages and lists the sheets behind the first: the charts, the
// results, the scores, then what closes the report.
func (b *book) order(names *sheetNames, charts, all, attempts bool) []string {
	var out, closing []string
	if charts {
		out = append(out, chartSheet)
	}
	for _, p := range b.pages {
		p.name = names.take(p.title)
		if p.closing {
			closing = append(closing, p.name)
		} else {
			out = append(out, p.name)
		}
	}
	if attempts {
		out = append(out, attemptSheet)
	}
	if b.scores != nil {
		out = append(out, scoreSheetName)
	}
	if b.further != nil {
		out = append(out, furtherSheet)
	}
	if all {
		out = append(out, allScoresSheet)
	}
	return append(out, closing...)
}
