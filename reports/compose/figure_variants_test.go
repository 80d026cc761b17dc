package compose

import (
	"strings"
	"testing"

	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// TestVariants: what a figure can be switched to is what the tables of the same
// document say, run by run, and every benchmark's heading names its runs.
func TestVariants(t *testing.T) {
	doc := composed(t, sample.Full())
	cells := map[string]string{} // of the mean, by what is varied, what is chosen and the run
	var figures []reports.Figure
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case reports.Heading:
			if b.Level == 1 && b.Text == "bench" && strings.Join(b.Runs, " ") == "" {
				t.Error("the benchmark's heading names no runs")
			}
		case reports.Figure:
			figures = append(figures, b)
		case reports.Table:
			for _, row := range b.Rows {
				switch {
				case strings.HasPrefix(b.ID, "strata-"):
					cells["By level|"+row[0].Text+"|"+row[1].Text] = row[4].Text + " " + row[5].Text
				case b.ID == "policies-bench":
					for k := 3; k < len(row); k += 2 { // mean and interval
						cells["Attempts without an outcome|"+b.Columns[k].Name+"|"+row[0].Text] = row[k].Text + " " + row[k+1].Text
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
			for _, e := range v.Chart.(reports.Forest).Rows {
				want, ok := cells[v.Group+"|"+v.Label+"|"+e.Label]
				want = strings.TrimSuffix(want, " "+reports.MissingText)
				if !ok || e.Note != want {
					t.Errorf("%s, %s: %s is %q, the table says %q", v.Group, v.Label, e.Label, e.Note, want)
				}
				if e.HasInterval != strings.Contains(want, "[") {
					t.Errorf("%s, %s: %s has an interval: %t, the table says %q", v.Group, v.Label, e.Label, e.HasInterval, want)
				}
				seen++
			}
			if v.Group != "By level" && !strings.Contains(v.Caption, "95% Wilson intervals.") {
				t.Errorf("%s: the caption does not name the intervals: %s", v.Label, v.Caption)
			}
			if bound := strings.Contains(v.Caption, "bounds what is missing"); bound != (v.Label == "Worst case") {
				t.Errorf("%s: the caption says that it is a bound: %t", v.Label, bound)
			}
		}
	}
	if seen != len(cells) || seen == 0 {
		t.Errorf("%d marks in the variants, %d means in the tables", seen, len(cells))
	}
}

// Results of before intervals were kept under every policy say that there are none.
func TestVariantsWithoutIntervals(t *testing.T) {
	res := sample.Full()
	for i := range res.Ledger {
		for k := range res.Ledger[i].Policies {
			p := &res.Ledger[i].Policies[k]
			p.Interval, p.NTasks = nil, 0
		}
	}
	doc := composed(t, res)
	for _, b := range doc.Blocks {
		f, ok := b.(reports.Figure)
		if !ok || f.ID != "leaderboard-figure-bench" {
			continue
		}
		for _, v := range f.Variants {
			if v.Group == "By level" {
				continue
			}
			if !strings.Contains(v.Caption, "The results hold no intervals under this policy.") {
				t.Errorf("%s: the caption does not say what is lacking: %s", v.Label, v.Caption)
			}
			for _, e := range v.Chart.(reports.Forest).Rows {
				if told := strings.Join(e.Hover, " "); e.HasInterval || !strings.HasSuffix(told, " attempts") {
					t.Errorf("%s, %s: an interval: %t, told %q", v.Label, e.Label, e.HasInterval, told)
				}
			}
		}
	}
	for _, c := range tableWith(t, doc, "policies").Columns {
		if c.Kind == reports.Interval {
			t.Errorf("the table has a column %q of nothing", c.Name)
		}
	}
}

// What repeats an earlier policy's column stands in the CSV alone.
func TestPolicyTableLeavesOutRepetitions(t *testing.T) {
	table := tableWith(t, composed(t, sample.Full()), "policies")
	var all, shown []string
	for _, c := range table.Columns {
		all = append(all, c.Key)
	}
	for _, c := range table.Shown().Columns {
		shown = append(shown, c.Key)
	}
	if got, want := strings.Join(all, " "), "run fail fail_interval drop drop_interval worst worst_interval"; got != want {
		t.Errorf("columns %s, want %s", got, want)
	}
	if got, want := strings.Join(shown, " "), "run fail fail_interval drop drop_interval"; got != want {
		t.Errorf("shown %s, want %s", got, want)
	}
	if notes := strings.Join(table.Notes, " "); !strings.Contains(notes, "Worst case: the same as the column As failed.") {
		t.Errorf("the notes do not say what is left out: %s", notes)
	}
}

// TestVariantIDs: no variant has the ID of another, or of a figure, in any sample.
func TestVariantIDs(t *testing.T) {
	for name, doc := range documents(t) {
		taken := map[string]bool{}
		for _, b := range doc.Blocks {
			f, ok := b.(reports.Figure)
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
