package figures

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mcpstats/reports"
)

// TestPDFText reads the PDFs of the longest names with poppler: every font is
// embedded, and the letters of Latin, Greek and Cyrillic come out as they went in.
func TestPDFText(t *testing.T) {
	if testing.Short() {
		t.Skip("draws the longest names")
	}
	for _, tool := range []string{"pdffonts", "pdftotext"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(tool + " is not installed (Debian: poppler-utils)")
		}
	}
	dir := t.TempDir()
	for _, w := range []Width{Page, Single} {
		for _, chart := range longNamed(2) {
			files, err := draw(mustFaces(t), reports.Figure{ID: "long", Chart: chart}, []string{"pdf"}, w)
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, "long.pdf")
			if err := os.WriteFile(path, files[0], 0o644); err != nil {
				t.Fatal(err)
			}
			fonts, err := exec.Command("pdffonts", path).Output()
			if err != nil {
				t.Fatal(err)
			}
			for _, line := range strings.Split(strings.TrimSpace(string(fonts)), "\n")[2:] {
				// emb, sub and uni stand before the object's two numbers.
				if f := strings.Fields(line); len(f) < 5 || f[len(f)-5] != "yes" {
					t.Errorf("%T at the width %s: a font is not embedded: %s", chart, w, line)
				}
			}
			text, err := exec.Command("pdftotext", "-raw", path, "-").Output()
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(text), "équipe-0") || !strings.Contains(string(text), "ель-Ω") && !strings.Contains(string(text), "Ωmega") {
				t.Errorf("%T at the width %s: the names do not come out:\n%s", chart, w, text)
			}
		}
	}
}
