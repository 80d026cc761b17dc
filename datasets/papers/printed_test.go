package papers

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mcpstats/datasets/document"
	"mcpstats/internal/testlength"
)

// texPaper has what results sections are made of: a table with columns of siunitx and notes
// below, and one that goes over pages.
func texPaper() string {
	var b strings.Builder
	b.WriteString(`\documentclass{article}
\usepackage{booktabs,siunitx,threeparttable,longtable}
\begin{document}
\section{Results}
We compare four systems on 95 tasks.
\begin{table}[h]
\centering
\caption{Success and cost.}
\begin{threeparttable}
\begin{tabular}{l S[table-format=2.2] S[table-format=1.3] S[table-format=4.0]}
\toprule
{System} & {Success (\%)} & {F1} & {Tokens} \\
\midrule
Alpha-7B & 78.95 & 0.812 & 1250 \\
Beta-13B & 64.21\tnote{a} & 0.745 & 980 \\
Gamma-70B & 52.63 & 0.691 & 2310 \\
Delta-8B & 9.47 & 0.102 & 75 \\
\bottomrule
\end{tabular}
\begin{tablenotes}
\item[a] Without the last server.
\end{tablenotes}
\end{threeparttable}
\end{table}

\begin{longtable}{lrrr}
\caption{All tasks.}\\
\toprule
Task & Steps & Calls & Score \\
\midrule
\endfirsthead
\toprule
Task & Steps & Calls & Score \\
\midrule
\endhead
\bottomrule
\endlastfoot
`)
	for i := range 130 {
		fmt.Fprintf(&b, "%s & %d & %d & %.3f \\\\\n", taskName(i), 3+i%17, 1+i%9, .5+float64(i)*.0031)
	}
	b.WriteString("\\end{longtable}\n\\end{document}\n")
	return b.String()
}

func taskName(i int) string { return fmt.Sprintf("open-%c%c", 'a'+i/26, 'a'+i%26) }

// htmlPaper is a page with a table of spans, and one of more rows than a page of paper has.
func htmlPaper() string {
	var b strings.Builder
	b.WriteString(`<!DOCTYPE html><html><head><meta charset="utf-8"><title>Systems</title><style>table{border-collapse:collapse}th,td{border:1px solid #000;padding:3px 8px}</style></head><body>
<h1>Systems</h1><p>We compare four systems on 95 tasks.</p>
<table><caption>Table 1: Success and cost.</caption><thead><tr><th>System</th><th>Success (%)</th><th>F1</th><th>Tokens</th></tr></thead><tbody>
<tr><td>Alpha-7B</td><td>78.95</td><td>0.812</td><td>1250</td></tr><tr><td>Beta-13B</td><td>64.21</td><td>0.745</td><td>980</td></tr>
<tr><td>Gamma-70B</td><td>52.63</td><td>0.691</td><td>2310</td></tr><tr><td>Delta-8B</td><td>9.47</td><td>0.102</td><td>75</td></tr></tbody></table>
<p>The table below lists the tasks one by one.</p>
<table><caption>Table 2: All tasks.</caption><thead><tr><th>Task</th><th>Steps</th><th>Calls</th><th>Score</th></tr></thead><tbody>
`)
	for i := range 60 {
		fmt.Fprintf(&b, "<tr><td>%s</td><td>%d</td><td>%d</td><td>%.4f</td></tr>\n", taskName(i), 3+i%17, 1+i%9, .5013+float64(i)*.003) // Calc prints no zeros at the end
	}
	b.WriteString("</tbody></table></body></html>\n")
	return b.String()
}

// cellsOf are the numbers of a document's tables with their heads.
func cellsOf(d *document.Document) []string {
	var out []string
	for _, n := range d.Numbers() {
		if n.Cell {
			out = append(out, fmt.Sprintf("%s[%s, %s] %s %s", n.Table, n.RowHead, n.ColHead, n.Printed, n.Unit))
		}
	}
	return out
}

// sameTables reads a source and the PDF that a program makes of it, and holds the cells of the
// one against those of the other.
func sameTables(t *testing.T, name, source string, print func(dir, file string) error) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := print(dir, file); err != nil {
		t.Skipf("the PDF was not made: %v", err)
	}
	printed := strings.TrimSuffix(file, filepath.Ext(file)) + ".pdf"
	if _, err := os.Stat(printed); err != nil {
		t.Skip("the program prints nothing: a part of it is not installed")
	}
	want, err := Open(context.Background(), file)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Open(context.Background(), printed)
	if err != nil {
		t.Fatal(err)
	}
	a, b := cellsOf(want), cellsOf(got)
	if len(a) < 150 {
		t.Fatalf("the source has %d cells", len(a))
	}
	if !slices.Equal(a, b) {
		shown := 0
		for i := range max(len(a), len(b)) {
			if i >= len(a) || i >= len(b) || a[i] != b[i] {
				t.Errorf("source %q, PDF %q", at(a, i), at(b, i))
				if shown++; shown == 5 {
					break
				}
			}
		}
		t.Errorf("%d cells of the source, %d of the PDF; notes %v", len(a), len(b), got.Notes)
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// made runs a program, for a minute at most.
func made(dir, program string, args ...string) error {
	path, err := exec.LookPath(program)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, path, args...)
	c.Dir = dir
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", program, err, out[max(0, len(out)-300):])
	}
	return nil
}

// TestPrintedByLatex: a compiled paper has the tables of its source.
func TestPrintedByLatex(t *testing.T) {
	sameTables(t, "paper.tex", texPaper(), func(dir, _ string) error {
		for range 2 { // the widths of a long table are known at the second run
			if err := made(dir, "pdflatex", "-interaction=batchmode", "-halt-on-error", "paper.tex"); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestPrintedByBrowsers: a printed page has the tables of its source.
func TestPrintedByBrowsers(t *testing.T) {
	if !testlength.Long() {
		t.Skip("browsers take seconds to start: MCPSTATS_LONG=1 starts them")
	}
	t.Run("Chromium", func(t *testing.T) {
		sameTables(t, "paper.html", htmlPaper(), func(dir, file string) error {
			return made(dir, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+filepath.Join(dir, "profile"), "--no-pdf-header-footer", "--print-to-pdf="+filepath.Join(dir, "paper.pdf"), "file://"+file)
		})
	})
	for name, filter := range map[string]string{"Writer": "HTML (StarWriter)", "Calc": "HTML (StarCalc)"} {
		t.Run(name, func(t *testing.T) {
			sameTables(t, "paper.html", htmlPaper(), func(dir, file string) error {
				return made(dir, "soffice", "-env:UserInstallation=file://"+filepath.Join(dir, "profile"), "--headless", "--infilter="+filter, "--convert-to", "pdf", "--outdir", dir, file)
			})
		})
	}
}
