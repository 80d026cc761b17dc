package papers

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mcpstats/datasets/document"
)

// noResults are digits of a line that name, date or point to something. The counter below
// knows nothing of how the program reads a text.
var noResults = []*regexp.Regexp{
	regexp.MustCompile(`https?://\S+|\b(?:19|20)\d\d-\d\d-\d\d\b|\b(?:19|20)\d\d[–-](?:19|20)\d\d\b|\b\d{4}\.\d{5}\b`),
	regexp.MustCompile(`\((?:[^()]*[ ,])?(?:19|20)\d\d(?:[;,][^()]*)?\)|\[[^\]]*(?:19|20)\d\d\]|\b(?:a|in|started) (?:19|20)\d\d\b|\b[A-Z][a-z]+ \d+, \d{4}`),
	regexp.MustCompile(`(?i)\b(?:sections?|tables?|figures?|levels?|phase|algorithm|mechanism|question|experiment|appendix|ubuntu)\s\d+(?:\.\d+)?(?:[-–]\d+)?`),
	regexp.MustCompile(`^\s*(?:#+ .*|[-•]?\s*(?:\d+\.|\(\d+\)|\(\d+\)\.?)\s|\|?\s*\(\d+\)\s*\|?\s*$|\d+(?:\.\d+)*\.? [A-Z][^.|\t]*$)`),
	regexp.MustCompile(`[^\d]\(\d\)(?: [a-z*]|\s*\$?\\textbf)`), // (1) first, (2) second
	regexp.MustCompile(`\b\d-(?:step|dimensional|character)\b|=\s*\d+ \(main\)|\+ =\d+`),
	regexp.MustCompile(`\$\$.*\$\$|\\mathbf|\\times .*\$`),
	regexp.MustCompile(`\[0, ?1\]|\\mathbf\{0\}|\(1 - |\(3\+\)`),
	regexp.MustCompile(`\b[A-Za-z][\w.]*(?:-[\w.]+)+(?:/\d+B)?|\bthe (?:19|20)\d\d\b`), // names of models
}

var (
	plainNumber = regexp.MustCompile(`\d[\d,]*(?:\.\d+)?`)
	references  = regexp.MustCompile(`^#* ?References\s*$`)
	appendix    = regexp.MustCompile(`^(?:Appendix )?A [A-Z]`)
	notLetter   = regexp.MustCompile(`[\p{L}\p{N}_.@/]$|[\p{L}][-–]$|\d[.,]$`)
)

// plainly are the numbers of results on a line by a plain regular expression; cells beside
// heads is what parts the line's first cell, which names it, from the others.
func plainly(line string) []string {
	for _, r := range noResults {
		line = r.ReplaceAllString(line, " ")
	}
	for _, sep := range []string{"\t", "|"} {
		line = strings.TrimPrefix(line, "|")
		if parts := strings.Split(line, sep); len(parts) >= 3 {
			line = strings.Join(parts[1:], sep) // the first cell names the row
			break
		}
	}
	var out []string
	for _, at := range plainNumber.FindAllStringIndex(line, -1) {
		after := line[at[1]:]
		if notLetter.MatchString(line[:at[0]]) || after != "" && regexp.MustCompile(`^(?:[\p{L}_]|-\p{L})`).MatchString(after) && !regexp.MustCompile(`^[MkKBx](?:\W|$)`).MatchString(after) {
			continue
		}
		out = append(out, strings.TrimRight(strings.ReplaceAll(line[at[0]:at[1]], ",", ""), "."))
	}
	return out
}

// TestNumbersAtTheirLine counts how many numbers of results of the shared papers, by a plain
// regular expression, are listed at their line, and how many of those in rows of tables with
// the heads of their row and column.
func TestNumbersAtTheirLine(t *testing.T) {
	paths, _ := filepath.Glob(filepath.Join("..", "..", "..", "shared", "papers", "*.txt"))
	if len(paths) == 0 {
		t.Skip("no shared papers beside the repository")
	}
	all, found, cells, named := 0, 0, 0, 0
	for _, path := range paths {
		doc, err := Open(context.Background(), path)
		if err != nil {
			t.Fatal(err)
		}
		at := map[int][]document.Number{}
		for _, n := range doc.Numbers() {
			at[n.Place.Line] = append(at[n.Place.Line], n)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		skip := false
		for i, line := range strings.Split(string(text), "\n") {
			skip = references.MatchString(line) || skip && !appendix.MatchString(line)
			if skip {
				continue
			}
			inTable := strings.Count(line, "\t") >= 2 || strings.Count(line, " | ") >= 2
			for _, want := range plainly(line) {
				n, ok := take(at, i+1, want)
				all++
				if !ok {
					t.Logf("%s:%d: %s is not listed: %.80s", filepath.Base(path), i+1, want, line)
					continue
				}
				found++
				if inTable {
					cells++
					if n.Cell && n.RowHead != "" && n.ColHead != "" {
						named++
					}
				}
			}
		}
	}
	t.Logf("%d of %d numbers at their line, %d of %d in rows of tables with both heads", found, all, named, cells)
	if all < 700 || found*100 < all*98 {
		t.Errorf("%d of %d numbers are listed at their line; expected 98%% of some 800", found, all)
	}
	if named*100 < cells*90 {
		t.Errorf("%d of %d numbers of tables have the heads of row and column; expected 90%%", named, cells)
	}
}

// take takes a number with these digits from those of a line.
func take(at map[int][]document.Number, line int, want string) (document.Number, bool) {
	for k, n := range at[line] {
		if digitsAlone(n.Printed) == want {
			at[line] = append(at[line][:k:k], at[line][k+1:]...)
			return n, true
		}
	}
	return document.Number{}, false
}

func digitsAlone(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '.' {
			return r
		}
		return -1
	}, s)
}
