package papers

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestBrokenTeX: sources that end in the middle, or define themselves, are read to what can be
// read. The sizes are such that time by their square, or worse, meets the test's deadline.
func TestBrokenTeX(t *testing.T) {
	doublings := `\def\a0{1.5 }`
	for i := range 40 {
		doublings += fmt.Sprintf(`\newcommand{\x%s}{\x%s\x%s}`, strings.Repeat("a", i+2), strings.Repeat("a", i+1), strings.Repeat("a", i+1))
	}
	const table = `\begin{table}\caption{Scores.}\begin{tabular}{lrr}\toprule A & B & C \\ \midrule x & 1.5 & 2.5 \\ y & 3.5 & 4.5 \\ `
	for what, tex := range map[string]string{
		"doublings":            `\documentclass{a}\newcommand{\xa}{1.5 }` + doublings + `\begin{document}\x` + strings.Repeat("a", 41) + `\end{document}`,
		"braces":               `\documentclass{a}\begin{document}` + strings.Repeat("{", 200_000) + "1.5",
		"closing braces":       `\documentclass{a}\begin{document}` + strings.Repeat("}", 200_000) + "1.5",
		"environments":         `\documentclass{a}\begin{document}` + strings.Repeat(`\begin{itemize}\item `, 20_000) + "1.5",
		"tables in tables":     `\documentclass{a}\begin{document}` + strings.Repeat(`\begin{tabular}{l}`, 5_000) + "1.5",
		"math":                 `\documentclass{a}\begin{document}` + strings.Repeat(`$1^{2_{3`, 1_000),
		"conditionals":         `\documentclass{a}\begin{document}` + strings.Repeat(`\iftrue `, 20_000) + "1.5",
		"ampersands":           `\documentclass{a}\begin{document}\begin{tabular}{l}` + strings.Repeat("1&", 100_000) + `\end{tabular}`,
		"an end in the middle": `\documentclass{a}\begin{document}` + table,
		"itself":               `\documentclass{a}\def\a{\b}\def\b{\a}\begin{document}\a 1.5`,
		"arguments":            `\documentclass{a}\newcommand{\a}[9]{#1#2#3#4#5#6#7#8#9}\begin{document}\a\a\a\a\a\a{1}`,
		"columns":              `\documentclass{a}\begin{document}\begin{tabular}{*{1000000000}{c}} 1 & 2 \\ \end{tabular}`,
	} {
		t.Run(what, func(t *testing.T) { whole(t, "x.tex", []byte(tex)) })
	}
	d, err := Read(context.Background(), "x.tex", []byte(`\documentclass{a}\begin{document}`+table), nil)
	if err != nil {
		t.Fatal(err)
	}
	if ns := d.Numbers(); len(ns) < 4 {
		t.Errorf("%d numbers of a table without an end", len(ns))
	}
}

// TestBrokenWord: archives that unpack to much, or nest without end, are refused or read to
// what can be read.
func TestBrokenWord(t *testing.T) {
	cell := func(s string) string { return "<w:tbl><w:tr><w:tc>" + s + "</w:tc></w:tr></w:tbl>" }
	nested := para("1.5")
	for range 200 {
		nested = cell(nested)
	}
	for what, parts := range map[string]map[string]string{
		"paragraphs":     {"word/document.xml": wordDocument(strings.Repeat(para("1.5"), 50_000))},
		"tables":         {"word/document.xml": wordDocument(nested)},
		"open elements":  {"word/document.xml": wordDocument(strings.Repeat("<w:tbl><w:tr><w:tc>", 50_000))},
		"a wide cell":    {"word/document.xml": wordDocument("<w:tbl><w:tr>" + strings.Repeat(`<w:tc><w:tcPr><w:gridSpan w:val="100000"/></w:tcPr>`+para("1")+"</w:tc>", 100) + "</w:tr></w:tbl>")},
		"entities":       {"word/document.xml": `<!DOCTYPE a [<!ENTITY a "1.5 1.5"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>` + wordDocument(para("&c;"))},
		"bombs of notes": {"word/document.xml": wordDocument(para("1.5")), "word/footnotes.xml": strings.Repeat(" ", largestPart+10), "word/styles.xml": strings.Repeat(" ", largestPart+10), "word/endnotes.xml": strings.Repeat("<a>", 1_000_000)},
	} {
		t.Run(what, func(t *testing.T) { whole(t, "x.docx", zipped(t, parts)) })
	}
	b := zipped(t, map[string]string{"word/document.xml": wordDocument(para("1.5"))})
	for cut := range len(b) {
		whole(t, "x.docx", b[:cut])
	}
}

// TestRightToLeft: numbers among words that run from right to left are those that are printed,
// whatever marks of direction stand beside them.
func TestRightToLeft(t *testing.T) {
	const hebrew, arabic = "הדיוק של המודל", "دقة النموذج"
	for name, content := range map[string]string{
		"x.txt":  hebrew + " \u200f78.95%\u200f, " + arabic + " \u202b64.21%\u202c (n = 95).\n\n" + arabic + " \u206752.6%\u2069.\n",
		"x.html": `<html dir="rtl"><body><p>` + hebrew + " &rlm;78.95%&rlm;, " + arabic + " <bdo dir=ltr>64.21%</bdo> (n = 95).</p><p>" + arabic + " <bdi>52.6%</bdi>.</p></body></html>",
		"x.md":   hebrew + " \u200f78.95%, " + arabic + " 64.21%\u200f (n = 95).\n\n" + arabic + " 52.6%.\n",
		"x.tex":  `\documentclass{article}\begin{document}` + hebrew + ` 78.95\%, ` + arabic + ` \LR{64.21\%} (n = 95). ` + arabic + " 52.6\\%.\\end{document}",
	} {
		d, err := Read(context.Background(), name, []byte(content), nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for _, n := range d.Numbers() {
			got = append(got, n.Printed+n.Unit)
		}
		if strings.Join(got, " ") != "78.95% 64.21% 95 52.6%" {
			t.Errorf("%s: %q", name, got)
		}
	}
	// A table's columns stand in the order of the source, on whichever side they are shown.
	d, err := Read(context.Background(), "x.html", []byte(`<table dir=rtl><tr><th>מודל<th>דיוק<th>עלות<tr><td>אלפא<td>78.9<td>1.2<tr><td>ביתא<td>64.2<td>0.9</table>`), nil)
	if err != nil {
		t.Fatal(err)
	}
	if ns := d.Numbers(); len(ns) != 4 || ns[0].ColHead != "דיוק" || ns[0].RowHead != "אלפא" || ns[3].Printed != "0.9" {
		t.Errorf("%+v", ns)
	}
}
