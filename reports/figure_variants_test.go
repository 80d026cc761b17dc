package reports

import (
	"strings"
	"testing"

	"mcpstats/reports/internal/sample"
)

// TestVariants: what a figure can be switched to is what the tables of the same
// document say, run by run, and every benchmark's heading names its runs.
func TestVariants(t *testing.T) {
	doc := compose(t, sample.Full())
	cells := map[string]string{} // of the mean, by what is varied, what is chosen and the run
	var figures []Figure
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case Heading:
			if b.Level == 1 && b.Text == "bench" && strings.Join(b.Runs, " ") == "" {
				t.Error("the benchmark's heading names no runs")
			}
		case Figure:
			figures = append(figures, b)
		case Table:
			for _, row := range b.Rows {
				switch {
				case strings.HasPrefix(b.ID, "strata-"):
					cells["By level|"+row[0].Text+"|"+row[1].Text] = row[4].Text + " " + row[5].Text
				case b.ID == "policies-bench":
					for k := 2; k < len(row); k++ {
						cells["Attempts without an outcome|"+b.Columns[k].Name+"|"+row[0].Text] = row[k].Text
					}
				}
			}
		}
	}
	seen := 0
	for _, f := range figures {
		if f.ID != "leaderboard-figure-bench" {
			continue
		}
		for _, v := range f.Variants {
			for _, e := range v.Chart.(Forest).Rows {
				want, ok := cells[v.Group+"|"+v.Label+"|"+e.Label]
				want = strings.TrimSuffix(want, " "+missingText)
				if !ok || e.Note != want {
					t.Errorf("%s, %s: %s is %q, the table says %q", v.Group, v.Label, e.Label, e.Note, want)
				}
				if e.HasInterval != strings.Contains(want, "[") {
					t.Errorf("%s, %s: %s has an interval: %t, the table says %q", v.Group, v.Label, e.Label, e.HasInterval, want)
				}
				seen++
			}
			if v.Group != "By level" && !strings.Contains(v.Caption, "no intervals") {
				t.Errorf("%s: the caption does not say what is lacking: %s", v.Label, v.Caption)
			}
		}
	}
	if seen != len(cells) || seen == 0 {
		t.Errorf("%d marks in the variants, %d means in the tables", seen, len(cells))
	}
}

// TestVariantIDs: no variant has the ID of another, or of a figure, in any sample.
func TestVariantIDs(t *testing.T) {
	for name, doc := range documents(t) {
		taken := map[string]bool{}
		for _, b := range doc.Blocks {
			f, ok := b.(Figure)
			if !ok {
				continue
			}
			ids := []string{f.ID}
			for _, v := range f.Variants {
				ids = append(ids, v.ID)
				if v.Label == "" || v.Group == "" || v.Caption == "" || v.Alt == "" || v.Chart == nil {
					t.Errorf("%s: variant %s lacks what it is", name, v.ID)
				}
			}
			for _, id := range ids {
				if taken[id] {
					t.Errorf("%s: two figures are %s", name, id)
				}
				taken[id] = true
			}
		}
	}
}
