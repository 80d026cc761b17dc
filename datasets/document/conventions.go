package document

import (
	"regexp"
	"slices"
	"strings"
)

// conventions are what a document shows of how it prints: which sign is decimal, and which
// names hold digits.
type conventions struct {
	comma  bool // a comma is decimal
	unsure bool // both or neither were seen: 1,234 may be either
	names  []string
}

var (
	commaDecimal = regexp.MustCompile(`(?:^|[\s(\[=<>≈~±+−-])(?:0,[0-9]+|[0-9]+,[0-9]{1,2}|[0-9]+,[0-9]{4,})(?:$|[\s)\]%;*])`)
	pointDecimal = regexp.MustCompile(`(?:^|[^0-9.,\p{L}])(?:0?\.[0-9]+|[0-9]+\.[0-9]{1,2}|[0-9]+\.[0-9]{4,})(?:$|[^0-9.\p{L}]|\.(?:$|\s))`)
	groupOnce    = regexp.MustCompile(`^[1-9][0-9]{0,2}[,.][0-9]{3}$`)
	groupTwice   = regexp.MustCompile(`(?:^|[^0-9.,])[1-9][0-9]{0,2}(?:,[0-9]{3}){2,}(?:$|[^0-9,])`)
	digitName    = regexp.MustCompile(`\p{L}.*[0-9]|[0-9].*\p{L}`)
)

// conventions reads the whole document once. Points decide against commas wherever both
// occur, for a list "1,2" looks as a decimal comma does.
func (d *Document) conventions() conventions {
	commas, points, groups := 0, 0, 0
	names := map[string]bool{}
	see := func(s string, cell bool) {
		if !strings.ContainsAny(s, "0123456789") {
			return
		}
		points += len(pointDecimal.FindAllStringIndex(s, -1))
		if strings.Contains(s, ",") {
			commas += len(commaDecimal.FindAllStringIndex(s, -1))
			groups += len(groupTwice.FindAllStringIndex(s, -1))
		}
	}
	for _, b := range d.Blocks {
		if b.Table == nil {
			if !bibliography.MatchString(b.Section) && b.Kind != Heading {
				see(b.Text.Plain, false)
			}
			continue
		}
		t := b.Table
		see(t.Caption.Plain, false)
		for row := range t.Rows {
			for col := range t.Rows[row] {
				cell := &t.Rows[row][col]
				if cell.Covered {
					continue
				}
				if t.IsHead(row, col) || t.IsLabel(row, col) {
					if name := headName(cell.Text.Plain); name != "" {
						names[name] = true
					}
				} else {
					see(cell.Text.Plain, true)
				}
			}
		}
	}
	c := conventions{comma: commas > 0 && commas > 4*points && groups == 0}
	c.unsure = groups == 0 && (commas > 0 && points > 0 && commas*4 > points || commas == 0 && points == 0)
	for n := range names {
		c.names = append(c.names, n)
	}
	slices.SortFunc(c.names, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return c
}

// headName is the name that a head prints, where it holds a digit and a letter, without what
// stands in brackets behind it; empty where it is none.
func headName(s string) string {
	if i := strings.IndexAny(s, "([,;:=<>±"); i >= 0 {
		s = s[:i]
	}
	s = strings.TrimSpace(s)
	if len(s) < 4 || len(s) > 60 || !digitName.MatchString(s) || strings.Contains(s, "%") || strings.Count(s, " ") > 5 {
		return ""
	}
	if noun, _ := countedNoun(strings.TrimLeft(s, "0123456789.,")); noun != "" && isDigit(s[0]) {
		return "" // "20 tasks" counts
	}
	return s
}
