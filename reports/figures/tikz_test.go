package figures

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"mcpstats/internal/testlength"
	"mcpstats/reports"
)

// TestTikZCompiles sets every kind of chart, with names of strangers too, at the
// widths of a journal in one document with pdfLaTeX: no error, no character missing, and every picture as
// wide as its column. With FIGURES_OUT set the document is kept there.
func TestTikZCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("compiling takes seconds")
	}
	if _, err := exec.LookPath("pdflatex"); err != nil {
		t.Skip("pdflatex is not installed (Debian: texlive-latex-recommended texlive-pictures)")
	}
	dir := t.TempDir()
	if out := os.Getenv("FIGURES_OUT"); out != "" {
		dir = out
	}
	small, widths := &reports.Document{}, []Width{Single}
	if testlength.Long() {
		widths = append(widths, Double)
	}
	for _, b := range gallery().Blocks {
		id := b.(reports.Figure).ID
		if slices.Contains(typeset, id) || testlength.Long() && (slices.Contains(typical, id) || strings.HasPrefix(id, "long-") && strings.HasSuffix(id, "-2")) {
			small.Blocks = append(small.Blocks, b)
		}
	}
	var doc strings.Builder
	doc.WriteString("\\documentclass{article}\\usepackage[margin=5mm,paperwidth=200mm,paperheight=900mm]{geometry}\\usepackage{tikz}\\begin{document}\n")
	for _, w := range widths {
		assets, err := Options{Width: w, Kinds: []string{"tikz"}}.Render(small)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range small.Blocks {
			id := b.(reports.Figure).ID
			path := reports.FigurePath(id, "tikz")
			file := w.String() + "-" + filepath.Base(path)
			if err := os.WriteFile(filepath.Join(dir, file), assets[path], 0o644); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&doc, "\\setbox1=\\hbox{\\input{%s}}\\typeout{WIDTH %s \\the\\wd1}\\noindent\\box1\\par\n", file, file)
		}
	}
	doc.WriteString("\\end{document}\n")
	if err := os.WriteFile(filepath.Join(dir, "gallery.tex"), []byte(doc.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, "pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "gallery.tex")
	c.Dir = dir
	c.Env = append(os.Environ(), "openout_any=p", "openin_any=p", "max_print_line=1000")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-3000):])
	}
	log, err := os.ReadFile(filepath.Join(dir, "gallery.log"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := regexp.MustCompile(`(?m)^(Missing character|LaTeX Warning).*$`).FindAll(log, 5); lines != nil {
		t.Errorf("%s", bytes.Join(lines, []byte("\n")))
	}
	// TeX's points are 72.27 to the inch.
	want := map[string]string{"single": "242.1", "double": "505.8"}
	measured := regexp.MustCompile(`WIDTH (single|double)-(\S+) ([0-9]+\.[0-9])`).FindAllSubmatch(log, -1)
	if len(measured) != len(widths)*len(small.Blocks) {
		t.Errorf("%d pictures were measured, want %d", len(measured), len(widths)*len(small.Blocks))
	}
	for _, m := range measured {
		if string(m[3]) != want[string(m[1])] {
			t.Errorf("%s is %spt wide in a column of %spt", m[2], m[3], want[string(m[1])])
		}
	}
}

// typeset are the figures that TeX has time for where only a sample is tried: all
// marks, areas, curves and turned texts are in them.
var typeset = []string{"forest-6", "bars-2-3", "matrix-6", "ranks-6", "hostile", "lines-hostile", "bootstrap-6"}

// TestEscapeTeX: what a stranger's name holds prints, and does nothing.
func TestEscapeTeX(t *testing.T) {
	for in, want := range map[string]string{
		"plain 1":     "plain 1",
		`\input{x}`:   `\textbackslash{}input\{x\}`,
		"50% & $x_1$": `50\% \& \$x\_1\$`,
		"a--b":        "a-{}-{}b",
		"^^M~#":       `\textasciicircum{}\textasciicircum{}M\textasciitilde{}\#`,
		"éüç":         `\'{e}\"{u}\c{c}`,
		"Ωß":          `\ensuremath{\Omega}\ss{}`,
	} {
		if got := escapeTeX(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"模型": "[U+6A21 578B]", "модель": "[U+043C 043E 0434 0435 043B 044C]", "ę": "e", "é": "é"} {
		if got := coverage(inTeX).spell(in); got != want {
			t.Errorf("%q is spelled %q, want %q", in, got, want)
		}
	}
}
