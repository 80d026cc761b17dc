// Package xlsx renders a document as an Excel workbook for readers who will go
// on working with the numbers: a first sheet in plain words, a sheet a section
// with its tables as Excel tables, and the scores of every attempt.
//
// Cells hold numbers, unrounded, and number formats that show them as the report
// prints them. Shares are kept as fractions under a percent format. Differences
// of shares are kept in points, a hundred times the fraction, because a percent
// format would print them as percent. Intervals take two columns. A number that
// does not exist is an empty cell; an infinite one is the text "inf". Text stays
// text, whatever sign it begins with.
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

// Render writes the document as a workbook, and the scores, where they are not
// nil, as one sheet a benchmark: a line an attempt, a column a metric. The rows
// of a benchmark must come one after another. The bytes depend on the arguments
// alone.
//
// Errors: a table row with more or fewer cells than the table has columns; what
// excelize refuses; w's.
func Render(w io.Writer, doc *reports.Document, scores iter.Seq[ScoreRow]) error {
	f := excelize.NewFile().SetZipWriter(func(w io.Writer) excelize.ZipWriter { return &archive{w: w} })
	defer f.Close()
	b := &book{file: f, styles: map[style]int{}, tables: map[string]bool{}}
	if err := b.write(doc, scores); err != nil {
		return fmt.Errorf("xlsx: %w", err)
	}
	out, err := f.WriteToBuffer()
	if err != nil {
		return fmt.Errorf("xlsx: %w", err)
	}
	_, err = out.WriteTo(w)
	return err
}

// book is the workbook while it is written.
type book struct {
	file    *excelize.File
	styles  map[style]int
	tables  map[string]bool // names of Excel tables, lower case
	sheets  []*sheet
	targets map[string]target // where the block of an ID stands
}

// target is a cell that a link leads to.
type target struct {
	sheet string
	row   int
}

func (b *book) write(doc *reports.Document, scores iter.Seq[ScoreRow]) error {
	// Dates of the file: fixed, so that the same report is the same file.
	const epoch = "1970-01-01T00:00:00Z"
	if err := b.file.SetDocProps(&excelize.DocProperties{Title: clip(doc.Title, 250), Creator: "mcpstats", LastModifiedBy: "mcpstats", Created: epoch, Modified: epoch}); err != nil {
		return err
	}
	names := newSheetNames()
	if err := b.file.SetSheetName("Sheet1", names.take("Summary")); err != nil {
		return err
	}
	var head []reports.Block
	head, b.sheets = split(doc, names)
	b.place()
	for _, s := range b.sheets {
		if _, err := b.file.NewSheet(s.name); err != nil {
			return err
		}
	}
	for _, s := range b.sheets {
		if err := b.writeSheet(s); err != nil {
			return fmt.Errorf("sheet %q: %w", s.name, err)
		}
	}
	var written []scoreSheet
	if scores != nil {
		var err error
		if written, err = b.writeScores(scores, names); err != nil {
			return fmt.Errorf("scores: %w", err)
		}
	}
	if err := b.writeSummary(doc, head, written); err != nil {
		return fmt.Errorf("sheet Summary: %w", err)
	}
	return nil
}
