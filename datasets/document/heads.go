package document

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// IsHead tells whether the cell names others: it stands in the head rows or columns, or was
// marked as a head where it stands.
func (t *Table) IsHead(row, col int) bool {
	return row < t.HeadRows || col < t.HeadColumns || t.Rows[row][col].Head
}

// RowHead is what names a row: the texts of its head columns, joined by " / " from the
// outermost, behind the nearest row above that names the rows below it.
func (t *Table) RowHead(row int) string {
	if row < t.HeadRows || row >= len(t.Rows) {
		return ""
	}
	var parts []string
	if g := t.group(row); g != "" {
		parts = append(parts, g)
	}
	for col := 0; col < t.HeadColumns && col < len(t.Rows[row]); col++ {
		parts = add(parts, t.headAt(row, col))
	}
	return strings.Join(parts, " / ")
}

// headAt is the text of a head column at a row. A name that is left out because it is that of
// the row above is that one: below a blank stand further names of the same row, and no rule
// parts the two rows.
func (t *Table) headAt(row, col int) string {
	s := t.Rows[row][col].Text.Plain
	if clean(s) != "" || col+1 >= t.HeadColumns || t.groupHead(row) != "" {
		return s
	}
	named := false
	for c := col + 1; c < t.HeadColumns; c++ {
		named = named || clean(t.Rows[row][c].Text.Plain) != ""
	}
	for r := row; named && r > t.HeadRows && !slices.Contains(t.Rules, r); {
		r--
		if t.groupHead(r) != "" || t.headRow(r) {
			break
		}
		if above := t.Rows[r][col].Text.Plain; clean(above) != "" {
			return above
		}
	}
	return s
}

// group is the text of the nearest row above that is one head over the whole table.
func (t *Table) group(row int) string {
	if t.groupHead(row) != "" {
		return ""
	}
	for r := row - 1; r >= t.HeadRows; r-- {
		if g := t.groupHead(r); g != "" {
			return g
		}
	}
	return ""
}

// groupHead is the text of a row that says one thing and stands below the head; else empty.
func (t *Table) groupHead(row int) string {
	only := ""
	for _, c := range t.Rows[row] {
		s := strings.TrimSpace(c.Text.Plain)
		if c.Covered || s == "" {
			continue
		}
		if only != "" || !c.Head {
			return ""
		}
		only = s
	}
	return clean(only)
}

// ColHead is what names a column at a row: the texts of the head rows above, joined by
// " / " from the outermost. A row of heads further down begins anew.
func (t *Table) ColHead(row, col int) string {
	first, last := 0, min(t.HeadRows, len(t.Rows))
	for r := min(row-1, len(t.Rows)-1); r >= t.HeadRows; r-- {
		if t.headRow(r) {
			first, last = r, r+1
			for first-1 >= t.HeadRows && t.headRow(first-1) {
				first--
			}
			break
		}
	}
	if row < last && row >= first { // a head's own heads are those above it
		last = row
	}
	var parts []string
	for r := first; r < last; r++ {
		if col < len(t.Rows[r]) {
			parts = add(parts, t.Rows[r][col].Text.Plain)
		}
	}
	return strings.Join(parts, " / ")
}

// headRow tells whether a row below the head is a head again: all of its cells are, and
// more than one says something.
func (t *Table) headRow(row int) bool {
	said := 0
	for _, c := range t.Rows[row] {
		if strings.TrimSpace(c.Text.Plain) == "" {
			continue
		}
		if !c.Head {
			return false
		}
		if !c.Covered {
			said++
		}
	}
	return said > 1
}

func add(parts []string, s string) []string {
	s = clean(s)
	if s == "" || len(parts) > 0 && parts[len(parts)-1] == s {
		return parts
	}
	return append(parts, s)
}

func clean(s string) string { return strings.Join(strings.Fields(s), " ") }

// Column lists the cells of a column below the head, those that spans cover included.
func (t *Table) Column(col int) []Cell {
	var out []Cell
	for r := t.HeadRows; r < len(t.Rows); r++ {
		if col < len(t.Rows[r]) {
			out = append(out, t.Rows[r][col])
		}
	}
	return out
}

// Width is the number of columns.
func (t *Table) Width() int {
	if len(t.Rows) == 0 {
		return 0
	}
	return len(t.Rows[0])
}

var labelHead = regexp.MustCompile(`(?i)^(?:#|no\.?|nr\.?|id|ids|index|idx|year|years? of publication|publication year|date|dates|published|released?|release date|version|ver\.?|ref\.?|refs\.?|reference|citation|doi|pmid|url|link|page|pages|section|s\.?no\.?|sl\.?\s?no\.?|row|line|seed|checksum|hash|commit)$`)

// IsLabel tells whether a column counts, dates or points to its rows: list numbers, years, ids.
func (t *Table) IsLabel(row, col int) bool {
	head := t.ColHead(row, col)
	if i := strings.LastIndex(head, " / "); i >= 0 {
		head = head[i+3:]
	}
	head = strings.TrimSpace(head)
	return head != "" && labelHead.MatchString(head) && !(strings.EqualFold(head, "no") && t.answers(row))
}

// answers tells whether a row's columns are called yes and no, so that "No" counts nothing.
func (t *Table) answers(row int) bool {
	for col := range t.Width() {
		head := t.ColHead(row, col)
		if strings.EqualFold(strings.TrimSpace(head[strings.LastIndex(head, "/")+1:]), "yes") {
			return true
		}
	}
	return false
}

// tableUnits is what a table's heads and caption say of the units of its cells.
type tableUnits struct {
	comma   map[int]bool // columns whose decimal sign is a comma
	caption string
}

var (
	percentages = regexp.MustCompile(`(?i)\((?:in\s+)?%\)|\bin\s+(?:%|percent|percentages?)|\bpercentages?\b|\ball\s+(?:values|numbers|scores|results)[^.]*(?:%|percent)|\(%\)|\[%\]`)
	inBrackets  = regexp.MustCompile(`[(\[{]([^()\[\]{}]+)[)\]}]`)
	unitWord    = regexp.MustCompile(`^(?:in\s+)?(%|percent|percentage|pct|pp|percentage points|points|ms|s|sec|secs|seconds|min|mins|minutes|h|hrs?|hours|days|weeks|months|years|yrs?|tokens|k tokens|[kKMB]|USD|US\$|\$|€|£|EUR|GB|MB|KB|TB|GiB|MiB|x|×|kg|mg|g|ml|mL|mm|cm|m|km|mmHg|Hz|kHz|MHz|GHz|W|kW|J|kJ|fps|req/s|ops/s|tok/s|tokens/s|dB|°C|bits|bytes|µs|μs|us|ns|ns/op|million|billion|thousand)\.?$`)
	unitTail    = regexp.MustCompile(`(?:,|/|:)\s*(%|percent|ms|s|seconds|minutes|hours|years|yrs|kg|cm|mm|mmHg|GB|MB|\$|USD|tokens)\s*$`)
)

func (t *Table) units() tableUnits {
	u := tableUnits{comma: map[int]bool{}}
	if percentages.MatchString(t.Caption.Plain) {
		u.caption = "%"
	}
	for col := range t.Width() {
		commas, points := 0, 0
		for _, c := range t.Column(col) {
			if c.Covered {
				continue
			}
			commas += len(commaDecimal.FindAllStringIndex(c.Text.Plain, -1))
			points += len(pointDecimal.FindAllStringIndex(c.Text.Plain, -1))
		}
		u.comma[col] = commas > 0 && points == 0 && !listed(t.Column(col))
	}
	return u
}

// listed tells whether the commas of a column part a list's members: "1, 2", "3,4,5".
func listed(cells []Cell) bool {
	for _, c := range cells {
		if strings.Count(c.Text.Plain, ",") > 1 && !groupTwice.MatchString(c.Text.Plain) && !strings.ContainsAny(c.Text.Plain, "[(±") {
			return true
		}
	}
	return false
}

// of is the unit that a cell without one gets from the heads over or beside it, else from
// the caption, and which of them.
func (u tableUnits) of(t *Table, row, col int) (unit, from string) {
	for _, head := range []string{t.ColHead(row, col), t.RowHead(row)} {
		if unit := headUnit(head); unit != "" {
			return unit, "head"
		}
	}
	if u.caption != "" {
		return u.caption, "caption"
	}
	return "", ""
}

// headUnit is the unit that a head prints: "Latency (ms)", "Accuracy [%]", "Age, years".
func headUnit(head string) string {
	for _, m := range inBrackets.FindAllStringSubmatch(head, -1) {
		for _, part := range strings.FieldsFunc(m[1], func(c rune) bool { return c == ',' || c == ';' }) {
			part = strings.Map(func(c rune) rune {
				if strings.ContainsRune("↑↓▲▼", c) {
					return -1
				}
				return c
			}, part)
			if unit := unitWord.FindStringSubmatch(strings.TrimSpace(part)); unit != nil {
				return canonicalUnit(unit[1])
			}
		}
	}
	if m := unitTail.FindStringSubmatch(head); m != nil {
		return canonicalUnit(m[1])
	}
	trimmed := strings.TrimRightFunc(head, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("↑↓▲▼*", c) })
	switch {
	case strings.HasSuffix(trimmed, "%"), strings.HasPrefix(strings.TrimSpace(head), "% "), strings.Contains(head, " / % "):
		return "%"
	}
	if i := strings.LastIndex(head, " / "); i >= 0 {
		head = head[i+3:]
	}
	switch strings.ToLower(strings.TrimSpace(head)) {
	case "percent", "percentage", "pct", "percent (%)":
		return "%"
	}
	return ""
}

func canonicalUnit(u string) string {
	switch u {
	case "percent", "percentage", "pct":
		return "%"
	case "percentage points":
		return "pp"
	case "×":
		return "x"
	case "US$":
		return "$"
	}
	return u
}
