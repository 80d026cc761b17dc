package pdf

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/datasets/document"
	"mcpstats/internal/testlength"
)

// made is a table as it was written: the TeX of it, and what each place of its grid must read as.
type made struct {
	tex, caption string
	want         [][]string
	heads        int
	style        string
}

var modelNames = []string{"GPT-4.1", "GPT-4.1 mini", "Claude 3.5 Sonnet", "Llama-3.1-70B", "Qwen2.5-72B", "Gemini Pro", "Mistral", "o3", "DeepSeek-V3", "Phi-4", "Baseline", "Ours", "Ours + rerank", "Random", "Oracle tools"}
var metricNames = []string{"R@5", "F1", "Success", "Success (%)", "Acc.", "Pass@1", "Pass@3", "Cost", "Cost ($)", "Steps", "Latency (ms)", "EM", "Tokens", "MAE", "P", "R", "Tool calls"}
var groupNames = []string{"MCP-Atlas", "TauBench", "Retail", "Airline", "Easy tasks", "Hard", "Overall", "BFCL v3", "In-domain", "Held-out domains"}

// value writes one random number of a kind as TeX, and as it reads.
func value(r *rand.Rand, kind int) (tex, text string) {
	n := func() string { return fmt.Sprintf("%.1f", r.Float64()*100) }
	switch kind {
	case 0:
		tex = n()
	case 1:
		tex = fmt.Sprintf("%.3f", r.Float64())
	case 2:
		tex = fmt.Sprintf("%d", r.IntN(2000))
	case 3:
		tex = fmt.Sprintf("%d,%03d", 1+r.IntN(40), r.IntN(1000))
	case 4:
		a, b := n(), fmt.Sprintf("%.1f", r.Float64()*9)
		return a + ` $\pm$ ` + b, a + " ± " + b
	case 5:
		k := r.IntN(90)
		p := fmt.Sprintf("%.1f", float64(k))
		return fmt.Sprintf(`%d (%s\%%)`, k, p), fmt.Sprintf("%d (%s%%)", k, p)
	case 6:
		a := n()
		return a + `\%`, a + "%"
	case 7:
		a := fmt.Sprintf("%.2f", r.Float64()*9)
		if r.IntN(2) == 0 {
			return "$-$" + a, "−" + a
		}
		return "+" + a, "+" + a
	}
	text = tex
	switch r.IntN(8) {
	case 0:
		return `\textbf{` + tex + `}`, text
	case 1:
		return `\underline{` + tex + `}`, text
	case 2:
		return tex + `$^{*}$`, text + "∗"
	}
	return tex, text
}

// table draws one table: its columns, a head of one or two lines, rows in groups or not, rules of one style.
func randomTable(r *rand.Rand, number int) made {
	escape := strings.NewReplacer("%", `\%`, "$", `\$`)
	columns := 2 + r.IntN(6)
	rows := 3 + r.IntN(7)
	style := []string{"booktabs", "booktabs", "hline", "grid", "none"}[r.IntN(5)]
	grouped := r.IntN(3) == 0 && style != "none" && rows >= 4 // a second stub, of labels that span rows
	double := columns >= 4 && r.IntN(2) == 0 && style != "none"
	titles := r.IntN(4) == 0 && !grouped && style == "booktabs" && rows >= 6
	m := made{style: style, caption: fmt.Sprintf("Random results number %d of %d rows.", number, rows)}
	stubs := 1
	if grouped {
		stubs = 2
	}
	total := stubs + columns
	var spec, head1, head2, cmid strings.Builder
	bar := ""
	if style == "grid" {
		bar = "|"
	}
	spec.WriteString(bar)
	for range stubs {
		spec.WriteString("l" + bar)
	}
	kinds := make([]int, columns)
	for i := range kinds {
		kinds[i] = r.IntN(8)
		spec.WriteString([]string{"l", "c", "r", "r"}[r.IntN(4)] + bar)
	}
	// Heads.
	used := map[string]bool{}
	pick := func(from []string) string {
		for {
			if s := from[r.IntN(len(from))]; !used[s] || r.IntN(4) == 0 {
				used[s] = true
				return s
			}
		}
	}
	low := make([]string, total)
	for i := range stubs {
		low[i] = []string{"Model", "Method", "Domain", "System"}[r.IntN(4)]
	}
	for i := range columns {
		low[stubs+i] = pick(metricNames)
	}
	if double {
		top := make([]string, total)
		for range stubs {
			head1.WriteString("& ")
		}
		for c := 0; c < columns; {
			w := min(2+r.IntN(2), columns-c)
			name := pick(groupNames)
			if w == 1 && r.IntN(2) == 0 {
				name = ""
			}
			for i := c; i < c+w; i++ {
				top[stubs+i] = name
			}
			align := "c"
			if style == "grid" {
				align = "c|"
			}
			fmt.Fprintf(&head1, `\multicolumn{%d}{%s}{%s}`, w, align, name)
			if c += w; c < columns {
				head1.WriteString(" & ")
			}
			if name != "" && w > 1 {
				fmt.Fprintf(&cmid, `\cmidrule(lr){%d-%d}`, stubs+c-w+1, stubs+c)
			}
		}
		head1.WriteString(`\\`)
		m.want = append(m.want, top)
		m.heads++
	}
	m.want = append(m.want, low)
	m.heads++
	for i, s := range low {
		if i > 0 {
			head2.WriteString(" & ")
		}
		head2.WriteString(escape.Replace(s))
	}
	head2.WriteString(`\\`)
	var b strings.Builder
	rule := func(book, line string) {
		switch style {
		case "booktabs":
			b.WriteString(book + "\n")
		case "hline", "grid":
			b.WriteString(line + "\n")
		}
	}
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n", spec.String())
	rule(`\toprule`, `\hline`)
	if double {
		b.WriteString(head1.String())
		if style == "booktabs" {
			b.WriteString(cmid.String())
		} else if style == "grid" {
			b.WriteString(`\hline`)
		} else {
			b.WriteString(strings.NewReplacer(`\cmidrule(lr)`, `\cline`).Replace(cmid.String()))
		}
		b.WriteString("\n")
	}
	b.WriteString(head2.String())
	rule(`\midrule`, `\hline`)
	groupLeft, label := 0, ""
	for i := range rows {
		cells, texts := make([]string, total), make([]string, total)
		if titles && (i == 0 || i == rows/2) {
			t := []string{"Open models", "Closed models", "Agents with tools"}[r.IntN(3)]
			fmt.Fprintf(&b, "\\multicolumn{%d}{l}{\\textit{%s}}\\\\\n", total, t)
			row := make([]string, total)
			for c := range row {
				row[c] = t
			}
			m.want = append(m.want, row)
		}
		if grouped {
			if groupLeft == 0 {
				if i > 0 {
					rule(`\midrule`, `\hline`)
				}
				groupLeft = min(2+r.IntN(2), rows-i)
				if rows-i-groupLeft == 1 {
					groupLeft++
				}
				label = groupNames[r.IntN(len(groupNames))]
				cells[0] = fmt.Sprintf(`\multirow{%d}{*}{%s}`, groupLeft, label)
			}
			texts[0] = label
			groupLeft--
		}
		name := modelNames[r.IntN(len(modelNames))]
		cells[stubs-1], texts[stubs-1] = name, name
		for c := range columns {
			if r.IntN(9) == 0 && i > 0 && c > 0 {
				if r.IntN(2) == 0 {
					cells[stubs+c], texts[stubs+c] = "--", "–"
				}
				continue
			}
			cells[stubs+c], texts[stubs+c] = value(r, kinds[c])
		}
		b.WriteString(strings.Join(cells, " & ") + `\\`)
		if style == "grid" && i < rows-1 && !grouped {
			b.WriteString(`\hline`)
		}
		b.WriteString("\n")
		m.want = append(m.want, texts)
	}
	rule(`\bottomrule`, `\hline`)
	b.WriteString("\\end{tabular}")
	m.tex = b.String()
	return m
}

const filler = `We evaluate twelve models on 95 tasks and report means over 3 trials. Efficient configurations solve 44.5\% of them, which is
6.3 points more than the state-of-the-art, and the difference is significant ($p = .023$). Failures are mostly about planning, as the
next section shows in detail; none of them is explained by the length of a task. In total 1,200 runs were made between May and June. `

// document writes a paper with tables in the style of a seed.
func randomPaper(r *rand.Rand, n int) (string, []made, string) {
	class := []string{`\documentclass{article}`, `\documentclass[11pt,a4paper]{article}\usepackage{times}`, `\documentclass[twocolumn]{article}`, `\documentclass[10pt,twocolumn]{article}\usepackage{times}\usepackage[margin=2cm]{geometry}`}[r.IntN(4)]
	size := []string{"", `\small`, `\footnotesize`, `\scriptsize`}[r.IntN(4)]
	sep := 3 + r.IntN(5)
	above := r.IntN(2) == 0
	two := strings.Contains(class, "twocolumn")
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\\usepackage{booktabs,multirow}\\setlength{\\tabcolsep}{%dpt}\\renewcommand{\\arraystretch}{%.1f}\\begin{document}\\title{Random Results}\\author{Nobody}\\maketitle\n\\section{Results}\n", class, sep, 1+float64(r.IntN(3))/10)
	var all []made
	for i := range n {
		m := randomTable(r, i+1)
		all = append(all, m)
		env := "table"
		if two {
			env = "table*"
		}
		b.WriteString(strings.Repeat(filler, 1+r.IntN(4)) + "\n\n" + strings.Repeat(filler, 2))
		fmt.Fprintf(&b, "\\begin{%s}[t]\\centering%s\n", env, size)
		if above {
			fmt.Fprintf(&b, "\\caption{%s}\n", m.caption)
		}
		b.WriteString(m.tex)
		if !above {
			fmt.Fprintf(&b, "\n\\caption{%s}", m.caption)
		}
		fmt.Fprintf(&b, "\\end{%s}\n", env)
	}
	b.WriteString(filler + "\\end{document}\n")
	return b.String(), all, fmt.Sprintf("%s %s sep %d above %v", class, size, sep, above)
}

// pdflatex makes a PDF of TeX, or skips the test where there is no TeX.
func pdflatex(t *testing.T, tex string) []byte {
	t.Helper()
	program, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "paper.tex"), []byte(tex), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-interaction=batchmode", "-halt-on-error", "paper.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		log, _ := os.ReadFile(filepath.Join(dir, "paper.log"))
		t.Fatalf("%v: %s\n%s", err, out, log[max(0, len(log)-2000):])
	}
	b, err := os.ReadFile(filepath.Join(dir, "paper.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Random tables that pdflatex sets are read back as they were written, cell by cell: the source is the oracle.
// A table that is read is read whole. One without rules, of which nothing but white space says where its
// columns are, may stay text where that is not clear enough, as a wrong grid is worse: one in a hundred does.
func TestRandomTables(t *testing.T) {
	papers := 1
	if testlength.Long() {
		papers = 60
	}
	whole, left, all := 0, 0, 0
	for seed := range papers {
		r := rand.New(rand.NewPCG(uint64(seed), 17))
		tex, tables, style := randomPaper(r, 12)
		doc, err := Read(context.Background(), "paper.pdf", pdflatex(t, tex))
		if err != nil {
			t.Fatal(err)
		}
		byCaption := map[string]*document.Table{}
		for _, b := range doc.Blocks {
			if b.Table != nil {
				byCaption[b.Table.Caption.Plain] = b.Table
			}
		}
		for i, m := range tables {
			all++
			got := byCaption[fmt.Sprintf("Table %d: %s", i+1, m.caption)]
			if got == nil && m.style == "none" {
				left++
			} else if diff := differs(got, m); diff != "" {
				t.Errorf("seed %d, table %d (%s; %s): %s\n%s", seed, i+1, m.style, style, diff, m.tex)
			} else {
				whole++
			}
		}
	}
	if 100*left > all {
		t.Errorf("%d of %d tables stayed text, more than one in a hundred", left, all)
	}
	t.Logf("%d of %d tables came back whole", whole, all)
}

// differs says where a table that was read is not the one that was written.
func differs(got *document.Table, m made) string {
	if got == nil {
		return "not found"
	}
	if got.HeadRows != m.heads {
		return fmt.Sprintf("%d head rows, not %d\n%s", got.HeadRows, m.heads, drawn(got))
	}
	if len(got.Rows) != len(m.want) {
		return fmt.Sprintf("%d rows, not %d\n%s", len(got.Rows), len(m.want), drawn(got))
	}
	for i, row := range got.Rows {
		if len(row) != len(m.want[i]) {
			return fmt.Sprintf("%d columns, not %d\n%s", len(row), len(m.want[i]), drawn(got))
		}
		for c, cell := range row {
			if cell.Text.Plain != m.want[i][c] {
				return fmt.Sprintf("row %d, column %d is %q, not %q\n%s", i, c, cell.Text.Plain, m.want[i][c], drawn(got))
			}
		}
	}
	return ""
}

// drawn is a table as a failing test shows it.
func drawn(t *document.Table) string {
	var b strings.Builder
	for _, row := range t.Rows {
		for _, c := range row {
			b.WriteString(c.Text.Plain + " | ")
		}
		b.WriteString("\n")
	}
	return b.String()
}
