package papers

import (
	"context"
	"strings"
	"testing"
	"time"
)

// whole reads content in a format and holds what must be true of every document: rows as
// long as the table is wide, styles within their texts, numbers within their blocks, and an
// end within seconds.
func whole(t *testing.T, name string, content []byte) {
	t.Helper()
	start := time.Now()
	d, err := Read(context.Background(), name, content, nil)
	if err != nil {
		if strings.Contains(err.Error(), "\n") {
			t.Fatalf("an error of several lines: %q", err)
		}
		return
	}
	for _, tb := range tables(d) {
		for _, row := range tb.Rows {
			if len(row) != tb.Width() {
				t.Fatalf("a row of %d cells in a table of %d columns", len(row), tb.Width())
			}
			for _, c := range row {
				for _, s := range c.Text.Styles {
					if s.From < 0 || s.To > len(c.Text.Plain) || s.From > s.To {
						t.Fatalf("style %v of %q", s, c.Text.Plain)
					}
				}
			}
		}
		if tb.HeadRows > len(tb.Rows) || tb.HeadColumns > tb.Width() {
			t.Fatalf("heads %d, %d of %d rows, %d columns", tb.HeadRows, tb.HeadColumns, len(tb.Rows), tb.Width())
		}
	}
	for _, n := range d.Numbers() {
		if n.Block < 0 || n.Block >= len(d.Blocks) {
			t.Fatalf("block %d of %d", n.Block, len(d.Blocks))
		}
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Fatalf("took %v", took)
	}
}

func FuzzLatex(f *testing.F) {
	for _, s := range []string{
		samePaper["paper.tex"], `\def\a{\a\a}\a`, `\newcommand{\x}[2][3]{#1 #2}\x[4]{5}\x{6}`, `\begin{tabular}{lc} a & 1 \\ \multirow{2}{*}{b} & 2 \\ & 3 \end{table}`,
		`\begin{tabular}{l}\begin{tabular}{c}1 & 2 \\ 3\end{tabular} & {4 \\ 5 }`, `$1^{2_{3$ \[ 4 & \verb|x \iffalse a \fi \ifx\a\b 1 \else 2 \fi`, `\multicolumn{99999999}{c}{1}`, `\section{a\footnote{b} \caption{c}`,
		`\begin{longtable}{l} h \endfirsthead h2 \endhead 1 \\ 2 \\ \end{longtable}`, `\num{1.2e3} \SI{3}{\percent} \'e \"{o}`, `\input a \input{../b}`, `\begin{document}\begin{verbatim}`, "\\\\[", "{{{{", "\\begin{a}\\begin{b}\\end{a}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { whole(t, "x.tex", []byte(s)) })
}

func FuzzHTML(f *testing.F) {
	for _, s := range []string{
		samePaper["paper.html"], `<table><tr><td rowspan=3 colspan=2>1<td>2<tr><td>3</table>`, `<table><tr><td rowspan=0>1<td colspan=100000>2`, `<p><math alttext="1^{2"><sup>a</sup>`,
		`<figure class=ltx_table><figcaption>Table 1: a</figcaption><span class=ltx_tabular><span class=ltx_tr><span class="ltx_td">1</span></span></span></figure>`, `<table><table><td><table>`, `<h1><p>2`, `<!--`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { whole(t, "x.html", []byte(s)) })
}

func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{samePaper["paper.md"], "|a|b|\n|-|-|\n|1|2|\ntext", "$1$ \\(2\\) <table>\n\n<tr><td>1\n\n</table>", "---\na: b\n---\n# x", "[^1]\n\n[^1]: 3", "```\na  1.0  2.0\nb  3.0  4.0\n```"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { whole(t, "x.md", []byte(s)) })
}

func FuzzText(f *testing.F) {
	for _, s := range []string{samePaper["paper.txt"], "a\t1\nb\t2", "a | b | c\n1 | 2 | 3", "x  1.0  2\n\ny  3.0  4\nz  1 2", "1. a\n2. b", "+---+\n| 1 |\n+---+\n| 2 |", "מודל  12.5  3.1\nאחר  11.0  2.2"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { whole(t, "x.txt", []byte(s)) })
}

func FuzzJupyter(f *testing.F) {
	f.Add(samePaper["paper.ipynb"])
	f.Add(`{"cells":[{"cell_type":"code","outputs":[{"text":["a  1.0\n","b  2.0"]}]}]}`)
	f.Fuzz(func(t *testing.T, s string) { whole(t, "x.ipynb", []byte(s)) })
}

func FuzzDocx(f *testing.F) {
	f.Add(`<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge/><w:gridSpan w:val="999999"/></w:tcPr><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`)
	f.Add(`<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>2.5</w:t></w:r></w:p></w:tc></w:tbl>`)
	f.Fuzz(func(t *testing.T, s string) {
		whole(t, "x.docx", zipped(t, map[string]string{"word/document.xml": wordDocument(s)}))
	})
}
