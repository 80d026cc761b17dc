package main

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"
)

// TestLongTables: what a page leaves out of a long table is in its CSV: the rows that the
// page holds are the first of the CSV, and the number of rows that it states is the CSV's.
func TestLongTables(t *testing.T) {
	dir := t.TempDir()
	scores, out := filepath.Join(dir, "scores.csv"), filepath.Join(dir, "report")
	if err := os.WriteFile(scores, scoreTable(12, 10, 3), 0o644); err != nil {
		t.Fatal(err)
	}
	mustRun(t, "report", "-q", "--scores", scores, "-o", out)
	page, err := os.ReadFile(filepath.Join(out, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	stated := regexp.MustCompile(`Here are the first 300 of ([0-9,]+) rows, [^<]*<a href="([^"]+)">`)
	parts := 0
	for _, figure := range strings.Split(string(page), `<figure class="table"`)[1:] {
		m := stated.FindStringSubmatch(figure)
		if m == nil {
			continue
		}
		parts++
		f, err := os.Open(filepath.Join(out, filepath.FromSlash(m[2])))
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(f).ReadAll()
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", "")); err != nil || n != len(rows)-1 {
			t.Errorf("%s: the page states %s rows, the file has %d", m[2], m[1], len(rows)-1)
		}
		_, body, _ := strings.Cut(figure, "<tbody>")
		shown := tableRows(t, body[:strings.Index(body, "</tbody>")])
		if len(shown) != 300 {
			t.Errorf("%s: %d rows on the page", m[2], len(shown))
		}
		for i, row := range shown {
			for _, text := range row {
				if !strings.Contains(strings.Join(rows[i+1], " "), text) {
					t.Fatalf("%s: row %d of the page says %q, the file %q", m[2], i+1, text, rows[i+1])
				}
			}
		}
	}
	if parts < 2 {
		t.Errorf("%d tables are shown in part; the test wants the tests and the effects at least", parts)
	}
}

// tableRows lists the texts of the text cells of rows: those without a number behind them.
func tableRows(t *testing.T, body string) (rows [][]string) {
	t.Helper()
	root, err := xhtml.Parse(strings.NewReader("<table><tbody>" + body + "</tbody></table>"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		switch {
		case n.Type != xhtml.ElementNode:
		case n.Data == "tr":
			rows = append(rows, nil)
		case n.Data == "th" || n.Data == "td":
			number := false
			for _, a := range n.Attr {
				number = number || strings.HasPrefix(a.Key, "data-") || a.Key == "title" || a.Key == "class"
			}
			if !number && n.FirstChild != nil {
				var text strings.Builder
				for part := range n.Descendants() {
					if part.Type == xhtml.TextNode {
						text.WriteString(part.Data)
					}
				}
				last := len(rows) - 1
				rows[last] = append(rows[last], strings.TrimSpace(text.String()))
			}
		}
	}
	return rows
}
