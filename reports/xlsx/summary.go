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
	sheet *sheet
	row   int
}

// Widths of the letter's columns in characters.
const (
	aboutWidth  = 24.0
	letterWidth = 116.0
)

// onePage is how many lines of the letter can still be read on one page.
const onePage = 110

// tall makes the current row as high as a text of the given width and size needs,
// and goes on to the next.
func (l *letter) tall(s string, width, size float64) {
	points := float64(lineHeight)
	if size > 11 {
		points = size * 1.4
	}
	l.sheet.tall(l.row, points*float64(linesOf(s, width)))
	l.row++
}

// line runs over both columns.
func (l *letter) line(s string, look style) {
	look.wrap = true
	l.sheet.text(l.row, s, look)
	l.sheet.merge(l.row, 2)
	l.tall(s, aboutWidth+letterWidth, look.size)
}

// entry says at the left what the text is about; to, where it has a sheet, is
// where that leads.
func (l *letter) entry(about, s string, to target, look style) {
	if to.sheet != "" {
		l.sheet.link(l.row, about, to)
	} else {
		l.sheet.text(l.row, about, style{tone: reports.Faint})
	}
	look.wrap = true
	l.sheet.cell(2, l.row, s, look)
	l.tall(s, letterWidth, look.size)
}

// writeSummary writes the first sheet: what was compared, what came out, how sure
// one can be, what to be careful about, and where to look next.
func (b *book) writeSummary(doc *reports.Document, head []reports.Block, sheets []string, charts []drawing) error {
	s := b.open(summarySheet, layout{widths: widths{of: []float64{aboutWidth, letterWidth}}, white: true, beside: 1, upright: true})
	l := &letter{sheet: s, row: 1}
	l.line(doc.Title, style{strong: true, size: 16})
	if doc.Subtitle != "" {
		l.line(doc.Subtitle, style{tone: reports.Faint})
	}
	for _, brief := range doc.PlainSummaries {
		l.summarize(brief, len(doc.PlainSummaries) > 1)
	}
	if len(doc.PlainSummaries) == 1 {
		l.chart(doc.PlainSummaries[0].Benchmark, charts)
	}
	l.head(doc.PlainSummaries, head)
	for _, left := range b.left {
		l.line("• "+left, style{tone: reports.Careful})
	}
	l.row++
	l.line("Where to look next", style{strong: true, size: 12})
	for _, name := range sheets {
		l.entry(name, b.aboutSheet(name), target{name, 1}, style{tone: reports.Faint})
	}
	l.row++
	note := "Cells hold unrounded numbers and show as many digits as the report prints. Shares are percent; differences of shares are points. An empty cell is a number that does not exist."
	if b.scores != nil {
		over := "sheet " + scoreSheetName
		if b.further != nil {
			over = "sheets " + scoreSheetName + " and " + furtherSheet
		}
		note += " Cells on a pale blue ground are formulas over the " + over + ": change a score there and they follow. All other numbers are values: intervals and p-values come from resampling and exact tests, and stay as they are."
	} else {
		note += " All numbers but the charts' are values: the scores that the headline metric is made of were not at hand."
	}
	note += " Each sheet is printed on one page, from its first row; sheets of scores and details are not."
	l.line(note, style{tone: reports.Faint})
	if high := 1; l.row <= onePage {
		s.do(b.file.SetPageLayout(summarySheet, &excelize.PageLayoutOptions{FitToHeight: &high}))
	}
	s.printed(2, l.row-1)
	return s.end()
}

// summarize tells one benchmark's result.
func (l *letter) summarize(brief reports.PlainSummary, several bool) {
	l.row++
	if several {
		l.line(brief.Benchmark, style{strong: true, size: 12})
	}
	for i, part := range brief.Parts() {
		if len(part) > 0 {
			l.entry(questions[i].about, strings.TrimSpace(plain(part)), target{}, questions[i].look)
		}
	}
}

// questions are what the parts of a plain summary answer, in their order.
var questions = []struct {
	about string
	look  style
}{
	{"What was compared", style{}},
	{"What came out", style{strong: true}},
	{"How sure one can be", style{}},
	{"What is missing", style{tone: reports.Careful}},
	{"Be careful", style{tone: reports.Careful}},
}

// chart draws the runs of a benchmark: the first, where there are many.
func (l *letter) chart(benchmark string, charts []drawing) {
	const most = 10
	for _, d := range charts {
		c, ok := d.(*chart)
		if !ok || c.key != "mean" || c.benchmark != benchmark {
			continue
		}
		shown := *c
		if len(c.bars) > most {
			shown.bars = c.bars[:most]
			shown.title += fmt.Sprintf(" (the first %d of %d runs)", most, len(c.bars))
		}
		markup, err := shown.markup()
		const width = 780
		l.row++
		l.sheet.chartAt(fmt.Sprintf("B%d", l.row), width, shown.height(), shown.title, markup, err)
		l.row += shown.height()/pixelsOfRow + 1
		return
	}
}

// head writes what the document says before its first heading, but for the
// results that the plain summaries tell.
func (l *letter) head(summaries []reports.PlainSummary, head []reports.Block) {
	told := func(s string) bool {
		for _, b := range summaries {
			if v := strings.TrimSpace(plain(b.Verdict)); v != "" && strings.Contains(s, v) {
				return true
			}
		}
		return false
	}
	say := func(mark string, p reports.Prose) {
		s := plain(p.Spans)
		if told(s) {
			return
		}
		look := style{tone: p.Tone, strong: p.Tone == reports.Careful && mark == ""}
		for _, span := range p.Spans {
			if to, ok := l.sheet.book.targets[span.Link]; ok {
				l.entry(to.sheet, strings.Replace(s, " below.", ".", 1), to, look)
				return
			}
		}
		l.line(mark+s, look)
	}
	l.row++
	for _, block := range head {
		switch block := block.(type) {
		case reports.Prose:
			say("", block)
		case reports.Footnote:
			say("", reports.Prose{Spans: block.Spans, Tone: reports.Faint})
		case reports.List:
			for _, item := range block.Items {
				say("• ", item)
			}
		}
	}
}

// aboutSheet says in a few words what a sheet holds.
func (b *book) aboutSheet(name string) string {
	switch name {
	case chartSheet:
		return "the runs and their differences drawn, with their intervals"
	case scoreSheetName:
		return "the headline metric of every task and attempt: what the means, differences and counts are made of"
	case furtherSheet:
		return "further metrics of every task and attempt: what their means, differences and counts are made of"
	case attemptSheet:
		return "every attempt with its failure modes, the step and what the log says there: what the failure modes are counted from"
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
