package papers

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mcpstats/datasets/document"
)

const projectMain = `\documentclass{article}
\newcommand{\acc}[1]{#1\%}
\newcommand{\best}[1]{\textbf{#1}}
\def\ntasks{95}
\title{A Small \emph{Paper}}
\begin{document}
\begin{abstract}
We test \ntasks\ tasks and reach \acc{78.95} (\S\ref{sec:res}, Table~\ref{tab:main}).
\end{abstract}
\section{Introduction}
Text with 44.5 $\pm$ 1.7 and $t(94) = 2.0$, $p < .001$. % not 99.9
\input{sec/results}
\input{../../etc/passwd}
\end{document}
`

const projectResults = `\section{Results}\label{sec:res}
\begin{table*}[t]
\centering
\caption{Success (\%) on \ntasks{} tasks.}
\label{tab:main}
\resizebox{\textwidth}{!}{%
\begin{tabular}{llccS[table-format=2.1]}
\toprule
\multirow{2}{*}{Family} & \multirow{2}{*}{Model} & \multicolumn{2}{c}{Accuracy} & {Cost} \\
\cmidrule(lr){3-4}
 & & Easy & Hard & (\$) \\
\midrule
\multicolumn{5}{c}{\textit{Closed models}} \\
\multirow{2}{*}{A} & A-1.5 & \best{81.2}$_{\pm 0.4}$ & 60.1\textsuperscript{*} & 1.25 \\
 & A-2 & \underline{80.0} & \cellcolor{red!20}61.0$^{\dagger}$ & 3 \\
\midrule
B & B-7B & $70.1 \pm 1.2$ & 55.5 & \num{0.5} \\[2pt]
\rowcolor{gray!10} C & C-1 & -- & $-$1.9 & 1{,}200 \\
\bottomrule
\end{tabular}}
\begin{tablenotes}
\item[*] $p < 0.05$
\end{tablenotes}
\end{table*}
As Table~\ref{tab:main} shows, A-1.5 is best with 81.2.
`

func TestLatexProject(t *testing.T) {
	d, err := Read(context.Background(), "dir/main.tex", []byte(projectMain), fstest.MapFS{"sec/results.tex": {Data: []byte(projectResults)}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `Table 1|Success (%) on 95 tasks.
#Family | #Model | #Accuracy | #<Accuracy | #Cost
#<Family | #<Model | #Easy | #Hard | #($)
#Closed models | #<Closed models | #<Closed models | #<Closed models | #<Closed models
#A | #A-1.5 | 81.2±0.4 | 60.1* | 1.25
#<A | #A-2 | 80.0 u | 61.0† | 3
#B | #B-7B | 70.1±1.2 | 55.5 | 0.5
#C | #C-1 | – | -1.9 | 1,200
note: * p<0.05
`
	if got := drawn(tables(d)[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// By hand: file, line, printed, marks, what stands beside it, heads.
	var got []string
	for _, n := range d.Numbers() {
		if !n.Cell {
			continue
		}
		s := n.Printed + n.Marks + " " + n.RowHead + " : " + n.ColHead
		if n.Bold {
			s += " bold"
		}
		if n.Under {
			s += " under"
		}
		if n.PlusMinus != nil {
			s += " ±" + n.PlusMinus.Printed
		}
		line := strings.Split(projectResults, "\n")[n.Place.Line-1]
		if n.Place.File != "dir/sec/results.tex" || !strings.Contains(line, strings.TrimLeft(strings.ReplaceAll(n.Printed, ",", "{,}"), "-")) {
			t.Errorf("%s is said to stand in %s on line %d", n.Printed, n.Place.File, n.Place.Line)
		}
		got = append(got, s)
	}
	wantNumbers := `81.2 Closed models / A / A-1.5 : Accuracy / Easy bold ±0.4
0.4 Closed models / A / A-1.5 : Accuracy / Easy
60.1* Closed models / A / A-1.5 : Accuracy / Hard
1.25 Closed models / A / A-1.5 : Cost / ($)
80.0 Closed models / A / A-2 : Accuracy / Easy under
61.0† Closed models / A / A-2 : Accuracy / Hard
3 Closed models / A / A-2 : Cost / ($)
70.1 Closed models / B / B-7B : Accuracy / Easy ±1.2
1.2 Closed models / B / B-7B : Accuracy / Easy
55.5 Closed models / B / B-7B : Accuracy / Hard
0.5 Closed models / B / B-7B : Cost / ($)
-1.9 Closed models / C / C-1 : Accuracy / Hard
1,200 Closed models / C / C-1 : Cost / ($)`
	if strings.Join(got, "\n") != wantNumbers {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), wantNumbers)
	}
	ns := d.Numbers()
	if note := ns[len(ns)-2]; note.Printed != "<0.05" || note.Place.Line != 22 || note.Table != "t1" {
		t.Errorf("the table's note: %+v", note)
	}
	if d.Title != "A Small Paper" || d.Blocks[0].Kind != document.Abstract || d.Blocks[0].Text.Plain != "We test 95 tasks and reach 78.95% (§2, Table 1)." {
		t.Errorf("title %q, abstract %+v", d.Title, d.Blocks[0])
	}
	if len(d.Notes) != 1 || !strings.Contains(d.Notes[0].Text, "outside of the project's folder") {
		t.Errorf("notes %v", d.Notes)
	}
}

// What a cell of a table says, for TeX that papers write.
func TestLatexCells(t *testing.T) {
	for tex, want := range map[string]string{
		`34--52\%`:                       "34–52%",
		`1\,200`:                         "1\u2009200",
		`\SI{3.4}{\milli\second}`:        "3.4 ms",
		`\qty{12}{\percent}`:             "12 %",
		`\num{1.2e-3}`:                   "1.2e-3",
		`$2.1\times10^{-3}$`:             "2.1×10-3",
		`\makecell{12.5\\(0.3)}`:         "12.5 (0.3)",
		`{\bf 12}`:                       "12",
		`\textcolor{red}{$\uparrow$1.5}`: "↑1.5",
		`Kr\"oger et~al.`:                "Kröger et al.",
		`\iffalse 1 \else 2 \fi`:         "2",
		`12.5\footnote{Of 47.}`:          "12.5",
		`$\mathbf{12.5}_{(0.3)}$`:        "12.5(0.3)",
		`\unknown{12.5}`:                 "12.5",
		`\cite{a,b} 12`:                  "12",
	} {
		d := read(t, "x.tex", "\\begin{tabular}{ll}\na & b \\\\\n\\hline\nrow & "+tex+" \\\\\n\\end{tabular}\n")
		ts := tables(d)
		if len(ts) != 1 || len(ts[0].Rows) != 2 || len(ts[0].Rows[1]) != 2 {
			t.Errorf("%s: %d tables", tex, len(ts))
			continue
		}
		if got := ts[0].Rows[1][1].Text.Plain; got != want {
			t.Errorf("%s: %q, want %q", tex, got, want)
		}
	}
}

// A formula's raised exponent is the number's, not a number.
func TestLatexPowers(t *testing.T) {
	ns := read(t, "x.tex", `\section{A} We find $p = 2.1\times10^{-3}$ and $10^{-4}$ of $x_1^2$.`).Numbers()
	if len(ns) != 2 || ns[0].Plain != "2.1e-3" || ns[1].Plain != "1e-4" {
		t.Errorf("%+v", ns)
	}
}

// TeX that never ends, or is broken, ends within a second, and what was given up is said.
func TestLatexWithinBounds(t *testing.T) {
	loop := fstest.MapFS{"main.tex": {Data: []byte(`\input{a}`)}, "a.tex": {Data: []byte(`before \input{main} 12.5 after`)}}
	for name, c := range map[string]struct{ tex, note string }{
		"a macro that doubles itself": {`\def\a{\a\a} 1.5 \a`, "beyond bounds"},
		"macros that double":          {`\def\a{xxxxxxxxxx}\def\b{\a\a\a\a\a\a\a\a\a\a}\def\c{\b\b\b\b\b\b\b\b\b\b}\def\d{\c\c\c\c\c\c\c\c\c\c}\def\e{\d\d\d\d\d\d\d\d\d\d}\def\f{\e\e\e\e\e\e\e\e\e\e}\f\f`, ""},
		"a file that names itself":    {`\input{a}`, "names itself"},
		"a table that does not end":   {`\section{A}\begin{table}\begin{tabular}{lc} a & b \\ \hline x & 12.5 \\ \end{table} 3.5`, "not ended"},
		"a formula that does not end": {"\\section{A}$12.5\n\nNext 3.5.", "not ended"},
		"a table that is a picture":   {`\section{A}\begin{table}\includegraphics{t}\caption{Results.}\end{table}`, "picture"},
		"a file that is not there":    {`\section{A}\input{tables/main}`, "not there"},
		"braces":                      {`\section{A}` + strings.Repeat("{", 100000) + "12.5", "nested"},
		"environments":                {`\section{A}` + strings.Repeat(`\begin{center}`, 5000) + "12.5", "nested"},
	} {
		start := time.Now()
		d, err := Read(context.Background(), "main.tex", []byte(c.tex), loop)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if took := time.Since(start); took > 10*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		found := c.note == ""
		for _, n := range d.Notes {
			found = found || strings.Contains(n.Text, c.note)
		}
		if !found {
			t.Errorf("%s: notes %v", name, d.Notes)
		}
	}
}
