package papers

import (
	"regexp"
	"strings"

	"mcpstats/datasets/document"
)

var tableCaption = regexp.MustCompile(`^(?i:(Tables?|Tab\.|Supplementary Table|Extended Data Table|Tableau|Tabelle|Tabla|表))\s*((?:[A-Z]{1,2}[.-]?)?[0-9]+(?:[.-][0-9]+)*[a-z]?|[IVXL]+\b)\s*(?:[.:|–—-]|\s|$)`)
var figureCaption = regexp.MustCompile(`^(?i:Figure|Fig\.|Supplementary Figure|Extended Data Fig\.)\s*((?:[A-Z]{1,2}[.-]?)?[0-9]+(?:[.-][0-9]+)*[a-z]?)\s*[.:|–—-]`)

// captionOf reads "Table 2: ..." at the beginning of a paragraph: its label, and whether the
// paragraph is a caption rather than a sentence about a table.
func captionOf(t document.Text) (label string, ok bool) {
	m := tableCaption.FindStringSubmatch(t.Plain)
	if m == nil {
		return "", false
	}
	rest := t.Plain[len(m[0]):]
	end := m[0][len(m[0])-1:]
	if strings.ContainsAny(end, ".:|") || strings.HasSuffix(m[0], "–") || strings.HasSuffix(m[0], "—") {
		return "Table " + m[2], true
	}
	// "Table 2 presents aggregate results" is a sentence; "Table 2 Aggregate results" a caption.
	rest = strings.TrimSpace(rest)
	first, _, _ := strings.Cut(rest, " ")
	if rest == "" || first != "" && strings.ToUpper(first[:1]) == first[:1] && !strings.HasSuffix(strings.TrimSpace(first), ",") && len(first) > 1 {
		return "Table " + m[2], true
	}
	return "", false
}

// joinCaptions gives tables the captions that stand as paragraphs beside them: above, or
// below where the one above belongs to the table before. Footnotes that begin with a mark or
// "Note" and stand right below a table become its notes. Captions of figures become blocks
// of their kind.
func joinCaptions(d *document.Document) {
	gone := make([]bool, len(d.Blocks))
	caption := func(i int) (string, bool) {
		if i < 0 || i >= len(d.Blocks) || gone[i] {
			return "", false
		}
		b := &d.Blocks[i]
		if b.Kind != document.Paragraph && b.Kind != document.Heading && b.Kind != document.ListItem {
			return "", false
		}
		return captionOf(b.Text)
	}
	take := func(t *document.Table, i int, label string) {
		t.Caption, t.Label, t.Captioned = d.Blocks[i].Text, label, d.Blocks[i].Place
		gone[i] = true
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		if b.Kind == document.Paragraph {
			if m := figureCaption.FindStringSubmatch(b.Text.Plain); m != nil {
				b.Kind, b.Number = document.Caption, "Figure "+m[1]
			}
		}
		t := b.Table
		if t == nil {
			continue
		}
		if t.Caption.Plain != "" {
			if t.Label == "" {
				t.Label, _ = captionOf(t.Caption)
			}
			continue
		}
		if label, ok := caption(i - 1); ok {
			take(t, i-1, label)
		} else if label, ok := caption(i + 1); ok {
			take(t, i+1, label)
		}
	}
	for i := range d.Blocks {
		t := d.Blocks[i].Table
		if t == nil {
			continue
		}
		for k := i + 1; k < len(d.Blocks) && k < i+6; k++ {
			if gone[k] {
				continue
			}
			b := d.Blocks[k]
			if b.Kind != document.Paragraph || !noteBelow(b.Text.Plain) {
				break
			}
			t.Notes = append(t.Notes, b.Text)
			gone[k] = true
		}
	}
	var kept []document.Block
	for i, b := range d.Blocks {
		if !gone[i] {
			kept = append(kept, b)
		}
	}
	d.Blocks = kept
}

var noteMark = regexp.MustCompile(`^(?:\*{1,3}\s?[^*\s]|[†‡§¶]|[Nn]otes?[.:]|NOTES?[.:]|[*_]?Notes?[.:]|[a-c]\s[A-Z])`)

func noteBelow(s string) bool { return noteMark.MatchString(strings.TrimSpace(s)) }
