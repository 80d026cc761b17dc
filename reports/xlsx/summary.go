package xlsx

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// letter writes the first sheet line by line: a narrow column that says what a
// line is about, and a wide one.
type letter struct {
	b   *book
	row int
}

// Widths of the letter's columns in characters.
const (
	aboutWidth  = 24.0
	letterWidth = 116.0
)

// onePage is how many lines of the letter can still be read on one page.
const onePage = 60

// tall makes the current row as high as a text of the given width and size needs,
// and goes on to the next.
func (l *letter) tall(s string, width, size float64) error {
	points := float64(lineHeight)
	if size > 11 {
		points = size * 1.4
	}
	l.row++
	return l.b.file.SetRowHeight(summarySheet, l.row-1, points*float64(linesOf(s, width)))
}

// line runs over both columns.
func (l *letter) line(s string, look style) error {
	look.wrap = true
	if err := l.b.text(summarySheet, l.row, s, look); err != nil {
		return err
	}
	if err := l.b.file.MergeCell(summarySheet, fmt.Sprintf("A%d", l.row), fmt.Sprintf("B%d", l.row)); err != nil {
		return err
	}
	return l.tall(s, aboutWidth+letterWidth, look.size)
}

// entry says at the left what the text is about; to, where it has a sheet, is
// where that leads.
func (l *letter) entry(about, s string, to target, look style) error {
	var err error
	if to.sheet != "" {
		err = l.b.link(summarySheet, fmt.Sprintf("A%d", l.row), about, to)
	} else {
		err = l.b.text(summarySheet, l.row, about, style{tone: reports.Faint})
	}
	if err != nil {
		return err
	}
	look.wrap = true
	if err := l.b.cell(summarySheet, 2, l.row, s, look); err != nil {
		return err
	}
	return l.tall(s, letterWidth, look.size)
}

// writeSummary writes the first sheet: what was compared, what came out, how sure
// one can be, what to be careful about, and where to look next.
func (b *book) writeSummary(doc *reports.Document, head []reports.Block, sheets []string) error {
	columns := widths{of: []float64{aboutWidth, letterWidth}}
	if err := columns.set(b.file, summarySheet); err != nil {
		return err
	}
	gridLines := false
	if err := b.file.SetSheetView(summarySheet, 0, &excelize.ViewOptions{ShowGridLines: &gridLines}); err != nil {
		return err
	}
	l := &letter{b: b, row: 1}
	if err := l.line(doc.Title, style{strong: true, size: 16}); err != nil {
		return err
	}
	if doc.Subtitle != "" {
		if err := l.line(doc.Subtitle, style{tone: reports.Faint}); err != nil {
			return err
		}
	}
	for _, brief := range doc.Briefs {
		if err := l.brief(brief, len(doc.Briefs) > 1); err != nil {
			return err
		}
	}
	if err := l.head(doc.Briefs, head); err != nil {
		return err
	}
	for _, s := range b.left {
		if err := l.line("• "+s, style{tone: reports.Careful}); err != nil {
			return err
		}
	}
	l.row++
	if err := l.line("Where to look next", style{strong: true, size: 12}); err != nil {
		return err
	}
	for _, name := range sheets {
		if err := l.entry(name, b.aboutSheet(name), target{name, 1}, style{tone: reports.Faint}); err != nil {
			return err
		}
	}
	l.row++
	note := "Cells hold unrounded numbers and show as many digits as the report prints. Shares are percent; differences of shares are points. An empty cell is a number that does not exist."
	if b.scores != nil {
		note += " Cells on a pale blue ground are formulas over the sheet Scores: change a score there and they follow. All other numbers are values: intervals and p-values come from resampling and exact tests, and stay as they are."
	} else {
		note += " All numbers but the charts' are values: the scores that the headline metric is made of were not at hand."
	}
	if err := l.line(note, style{tone: reports.Faint}); err != nil {
		return err
	}
	if err := b.paper(summarySheet, 1, 0, ""); err != nil {
		return err
	}
	if high := 1; l.row <= onePage {
		if err := b.file.SetPageLayout(summarySheet, &excelize.PageLayoutOptions{FitToHeight: &high}); err != nil {
			return err
		}
	}
	return b.printed(summarySheet, 2, l.row-1)
}

// brief tells one benchmark's result.
func (l *letter) brief(brief reports.Brief, several bool) error {
	l.row++
	if several {
		if err := l.line(brief.Benchmark, style{strong: true, size: 12}); err != nil {
			return err
		}
	}
	if err := l.entry("What was compared", brief.Compared, target{}, style{}); err != nil {
		return err
	}
	if err := l.entry("What came out", plain(brief.Verdict), target{}, style{strong: true}); err != nil {
		return err
	}
	if len(brief.Sure) > 0 {
		if err := l.entry("How sure one can be", strings.Join(brief.Sure, " "), target{}, style{}); err != nil {
			return err
		}
	}
	if len(brief.Careful) > 0 {
		return l.entry("What is missing", strings.Join(brief.Careful, " "), target{}, style{tone: reports.Careful})
	}
	return nil
}

// head writes what the document says before its first heading, but for the
// results that the briefs tell.
func (l *letter) head(briefs []reports.Brief, head []reports.Block) error {
	told := func(s string) bool {
		for _, b := range briefs {
			if v := plain(b.Verdict); len(v) > 1 && strings.Contains(s, v[1:]) {
				return true
			}
		}
		return false
	}
	say := func(mark string, p reports.Prose) error {
		s := plain(p.Spans)
		if told(s) {
			return nil
		}
		look := style{tone: p.Tone, strong: p.Tone == reports.Careful && mark == ""}
		for _, span := range p.Spans {
			if to, ok := l.b.targets[span.Link]; ok {
				return l.entry(to.sheet, strings.Replace(s, " below.", ".", 1), to, look)
			}
		}
		return l.line(mark+s, look)
	}
	l.row++
	for _, block := range head {
		var err error
		switch block := block.(type) {
		case reports.Prose:
			err = say("", block)
		case reports.Footnote:
			err = say("", reports.Prose{Spans: block.Spans, Tone: reports.Faint})
		case reports.List:
			for _, item := range block.Items {
				if err = say("• ", item); err != nil {
					break
				}
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// aboutSheet says in a few words what a sheet holds.
func (b *book) aboutSheet(name string) string {
	switch name {
	case chartSheet:
		return "the runs and their differences drawn, with their intervals"
	case scoreSheetName:
		return "the headline metric of every task and attempt: what the means, differences and counts are made of"
	case allScoresSheet:
		return "every metric of every attempt"
	}
	for _, p := range b.pages {
		if p.name == name {
			return p.about
		}
	}
	return ""
}
