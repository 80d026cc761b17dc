package papers

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/datasets/document"
)

// drawn writes a table as a person would note it: a line a row, heads with #, cells that
// another one covers with <, bold with b, underlined with u.
func drawn(t *document.Table) string {
	var b strings.Builder
	b.WriteString(t.Label + "|" + t.Caption.Plain + "\n")
	for _, row := range t.Rows {
		for c, cell := range row {
			if c > 0 {
				b.WriteString(" | ")
			}
			if cell.Head {
				b.WriteString("#")
			}
			if cell.Covered {
				b.WriteString("<")
			}
			b.WriteString(cell.Text.Plain)
			if all(cell.Text, document.Bold) && !cell.Head {
				b.WriteString(" b")
			}
			if all(cell.Text, document.Underlined) {
				b.WriteString(" u")
			}
		}
		b.WriteString("\n")
	}
	for _, n := range t.Notes {
		b.WriteString("note: " + n.Plain + "\n")
	}
	return b.String()
}

func tables(d *document.Document) []*document.Table {
	var out []*document.Table
	for _, b := range d.Blocks {
		if b.Table != nil {
			out = append(out, b.Table)
		}
	}
	return out
}

func read(t *testing.T, name, content string) *document.Document {
	t.Helper()
	d, err := Read(context.Background(), name, []byte(content), nil)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return d
}

// The same small paper in every format of text: the model must be the same, but for places.
var samePaper = map[string]string{
	"paper.tex": `\documentclass{article}
\begin{document}
\section{Results}
We ran 95 tasks. The best model solves 78.9\% ($p < .001$).
\begin{table}
\caption{Success by model.}
\begin{tabular}{lcc}
\toprule
Model & Pass (\%) & Cost (\$) \\
\midrule
Alpha-2 & \textbf{78.9} & 1.25 \\
Beta 7B & 44.5 $\pm$ 1.7 & 0.50 \\
\bottomrule
\end{tabular}
\end{table}
\end{document}
`,
	"paper.md": `# 1 Results

We ran 95 tasks. The best model solves 78.9% ($p < .001$).

**Table 1:** Success by model.

| Model | Pass (%) | Cost ($) |
|:--|--:|--:|
| Alpha-2 | **78.9** | 1.25 |
| Beta 7B | 44.5 ± 1.7 | 0.50 |
`,
	"paper.html": `<!doctype html><html><body><h1>1 Results</h1>
<p>We ran 95 tasks. The best model solves 78.9% (p &lt; .001).</p>
<table><caption>Table 1: Success by model.</caption>
<thead><tr><th>Model<th>Pass (%)<th>Cost ($)</thead>
<tr><td>Alpha-2<td><b>78.9</b><td>1.25
<tr><td>Beta 7B<td>44.5 ± 1.7<td>0.50
</table></body></html>
`,
	"paper.txt": `1 Results

We ran 95 tasks. The best model solves 78.9%
(p < .001).

Table 1: Success by model.

Model      Pass (%)      Cost ($)
Alpha-2    **78.9**      1.25
Beta 7B    44.5 ± 1.7    0.50
`,
	"paper.ipynb": `{"cells": [
 {"cell_type": "markdown", "metadata": {}, "source": ["# 1 Results\n", "\n", "We ran 95 tasks. The best model solves 78.9% (p < .001).\n"]},
 {"cell_type": "markdown", "metadata": {}, "source": ["Table 1: Success by model."]},
 {"cell_type": "code", "metadata": {}, "source": ["x"], "outputs": [{"output_type": "execute_result", "data": {"text/html": [
  "<table><thead><tr><th>Model</th><th>Pass (%)</th><th>Cost ($)</th></tr></thead>\n",
  "<tr><td>Alpha-2</td><td><b>78.9</b></td><td>1.25</td></tr>\n",
  "<tr><td>Beta 7B</td><td>44.5 ± 1.7</td><td>0.50</td></tr></table>"], "text/plain": ["..."]}}]}
], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
`,
}

func TestTheSamePaperInEveryFormat(t *testing.T) {
	// Bold is noted where the cell's whole text is.
	const want = `Table 1|Success by model.
#Model | #Pass (%) | #Cost ($)
#Alpha-2 | 78.9 b | 1.25
#Beta 7B | 44.5 ± 1.7 | 0.50
`
	// By hand: printed, unit, role, row and column head; "95 tasks" and 78.9% and p in the sentence.
	const numbers = `95 tasks value
78.9 % value
<.001 p
78.9 % value Alpha-2 Pass (%)
1.25 $ value Alpha-2 Cost ($)
44.5 % value Beta 7B Pass (%)
1.7 % plusminus Beta 7B Pass (%)
0.50 $ value Beta 7B Cost ($)
`
	papers := map[string][]byte{"paper.docx": sameDocx(t)}
	for name, s := range samePaper {
		papers[name] = []byte(s)
	}
	for name, content := range papers {
		t.Run(name, func(t *testing.T) {
			d, err := Read(context.Background(), name, content, nil)
			if err != nil {
				t.Fatal(err)
			}
			ts := tables(d)
			if len(ts) != 1 {
				t.Fatalf("%d tables", len(ts))
			}
			got := strings.Replace(drawn(ts[0]), "Table 1: ", "", 1)
			if got != want {
				t.Errorf("table\n%s\nwant\n%s", got, want)
			}
			var b strings.Builder
			for _, n := range d.Numbers() {
				b.WriteString(strings.Join(strings.Fields(strings.Join([]string{n.Printed, n.Unit, n.Role, n.RowHead, n.ColHead}, " ")), " ") + "\n")
			}
			if b.String() != numbers {
				t.Errorf("numbers\n%s\nwant\n%s", b.String(), numbers)
			}
			if len(d.Notes) > 0 {
				t.Errorf("notes: %v", d.Notes)
			}
			for _, n := range d.Numbers() {
				if name != "paper.docx" && n.Place.Line == 0 {
					t.Errorf("%s has no line", n.Printed)
				}
			}
		})
	}
}

// Lines are those of the file: each number of the paper stands, in the file, on the line
// that it is said to stand on.
func TestLines(t *testing.T) {
	for name, s := range samePaper {
		lines := strings.Split(s, "\n")
		for _, n := range read(t, name, s).Numbers() {
			digits := strings.TrimLeft(n.Printed, "<")
			if !strings.Contains(lines[n.Place.Line-1], digits) {
				t.Errorf("%s: %s is not on line %d: %s", name, n.Printed, n.Place.Line, lines[n.Place.Line-1])
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct{ content, want string }{
		{"\x89PNG\r\n\x1a\n\x00\x00", "a PNG image"},
		{"", "an empty file"},
		{"PK\x03\x04....xl/workbook.xml", "an Excel workbook"},
		{"PAR1\x00\x00", "a Parquet file"},
		{"\x00\x01\x02\x03", "bytes that are no text"},
		{"PK\x03\x04....word/document.xml", "a Word file that is broken"},
		{"{\"cells\": [{\"cell_type\": \"code\"", "no JSON"},
	} {
		_, err := Read(context.Background(), "x.bin", []byte(c.content), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v; want one line with %q", c.content, err, c.want)
		}
	}
	dir := t.TempDir()
	if _, err := Open(context.Background(), dir); err == nil || !strings.Contains(err.Error(), "a folder") {
		t.Errorf("folder: %v", err)
	}
	large := filepath.Join(dir, "large.txt")
	f, err := os.Create(large)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(100 << 20); err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("A text, 12.5 and more. "), 0); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := Open(context.Background(), large); err == nil || !strings.Contains(err.Error(), "100 MB") {
		t.Errorf("100 MB: %v", err)
	}
}

func TestEncodings(t *testing.T) {
	const text = "The mean was 12.5 ± 0.3 points.\n"
	utf16 := "\xff\xfe"
	for _, c := range text {
		utf16 += string([]byte{byte(c), byte(c >> 8)})
	}
	for name, s := range map[string]string{"UTF-8 with mark": "\xef\xbb\xbf" + text, "UTF-16": utf16, "CRLF": strings.ReplaceAll(text, "\n", "\r\n")} {
		ns := read(t, "x.txt", s).Numbers()
		if len(ns) != 2 || ns[0].Printed != "12.5" || ns[0].PlusMinus == nil {
			t.Errorf("%s: %+v", name, ns)
		}
	}
	d := read(t, "x.txt", "The mean was 12.5 \xb1 0.3.\n")
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Text, "1 byte") {
		t.Errorf("a Latin-1 byte is not said: %v", d.Notes)
	}
}
