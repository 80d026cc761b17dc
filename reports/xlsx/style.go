package xlsx

import (
	"strings"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// style is the look of a cell; equal looks share one style of the workbook.
type style struct {
	format string // Excel's number format; empty: General
	tone   reports.Tone
	strong bool
	wrap   bool
	right  bool
	inset  bool // text beside a column of numbers
	link   bool
	header bool
	mono   bool
	live   bool    // a formula
	given  bool    // a number that formulas are made of
	size   float64 // points; 0: the default
}

const (
	inkFaint   = "5C6066"
	inkGood    = "00704F"
	inkBad     = "A84300"
	inkCareful = "A84300"
	inkLink    = "0060A0"
	inkGiven   = "0000C0"
	fillLive   = "EEF4FB"
	inkRule    = "C9CCD1"
)

// id is the workbook's number of a style, made on first use.
func (b *book) id(s style) (int, error) {
	if id, ok := b.styles[s]; ok {
		return id, nil
	}
	font := &excelize.Font{Bold: s.strong || s.header, Size: s.size, Family: "Calibri"}
	if s.size == 0 {
		font.Size = 11
	}
	if s.mono {
		font.Family, font.Size = "Consolas", 10
	}
	switch s.tone {
	case reports.Good:
		font.Color = inkGood
	case reports.Bad:
		font.Color = inkBad
	case reports.Careful:
		font.Color = inkCareful
	case reports.Faint:
		font.Color = inkFaint
	}
	if s.given {
		font.Color = inkGiven
	}
	if s.link {
		font.Color, font.Underline = inkLink, "single"
	}
	out := &excelize.Style{Font: font, Alignment: &excelize.Alignment{Vertical: "top", WrapText: s.wrap}}
	switch {
	case s.right:
		out.Alignment.Horizontal = "right"
	case s.inset:
		out.Alignment.Horizontal, out.Alignment.Indent = "left", 1
	}
	if s.header {
		out.Alignment.Vertical = "bottom"
		out.Border = []excelize.Border{{Type: "bottom", Style: 1, Color: inkRule}}
	}
	if s.live {
		out.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{fillLive}}
	}
	if s.format != "" {
		out.CustomNumFmt = &s.format
	}
	id, err := b.file.NewStyle(out)
	if err != nil {
		return 0, err
	}
	b.styles[s] = id
	return id, nil
}

// numberFormat shows a number of a kind with the given digits as reports prints
// it. A p-value has no digit before the point; formatOf has those below a bound.
func numberFormat(kind reports.Kind, decimals int) string {
	fraction := ""
	if decimals > 0 {
		fraction = "." + strings.Repeat("0", min(decimals, 15))
	}
	switch kind {
	case reports.Integer:
		return "#,##0"
	case reports.Percent:
		return "0" + fraction + "%"
	case reports.Points:
		return "+0" + fraction + ";-0" + fraction + ";0" + fraction
	case reports.PValue:
		if fraction != "" {
			return fraction
		}
		return "0"
	}
	return "#,##0" + fraction
}

// formatOf is the number format of a cell. What prints as a bound, "<.001", has
// the bound as its format: not every program that opens workbooks knows formats
// with conditions.
func formatOf(kind reports.Kind, e reports.Cell) string {
	if kind == reports.PValue && strings.HasPrefix(e.Text, "<") {
		return `"` + strings.ReplaceAll(e.Text, `"`, "") + `"`
	}
	return measured(numberFormat(kind, e.Decimals), e.Measure)
}

// measured gives a number format what stands before and behind an amount of a measure.
func measured(format string, m reports.Measure) string {
	before, after := m.Affixes()
	if before != "" {
		format = `"` + before + `"` + format
	}
	if after != "" {
		format += `"` + after + `"`
	}
	return format
}
