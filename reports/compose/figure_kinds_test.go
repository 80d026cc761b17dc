package compose

import (
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

func idsOf(doc *reports.Document) []string {
	var out []string
	for _, b := range doc.Blocks {
		if f, ok := b.(reports.Figure); ok {
			out = append(out, f.ID)
		}
	}
	return out
}

// TestFiguresHaveAKind: whatever a report draws can be asked for.
func TestFiguresHaveAKind(t *testing.T) {
	known := map[string]bool{}
	for _, k := range reports.FigureKinds {
		known[k.Name] = true
	}
	for _, res := range []*result.Results{sample.Full(), sample.Many(20, 6)} {
		for _, b := range composed(t, res).Blocks {
			if f, ok := b.(reports.Figure); ok && !known[f.Kind] {
				t.Errorf("figure %s is of the kind %q", f.ID, f.Kind)
			}
		}
	}
}

func TestKeepFigures(t *testing.T) {
	all := idsOf(composed(t, sample.Full()))
	for _, tt := range []struct {
		asked []string
		keep  func(id string) bool
	}{
		{[]string{"leaderboard"}, func(id string) bool { return strings.HasPrefix(id, "leaderboard-") }},
		{[]string{"leaderboard", "failures"}, func(id string) bool {
			return strings.HasPrefix(id, "leaderboard-") || strings.HasPrefix(id, "failures-")
		}},
		{[]string{"*-figure-*"}, func(id string) bool { return strings.Contains(id, "-figure-") }},
		{[]string{all[0]}, func(id string) bool { return id == all[0] }},
		{[]string{"matrix"}, func(string) bool { return false }}, // a kind that these results have not
	} {
		doc := composed(t, sample.Full())
		before := len(doc.Blocks)
		if err := reports.KeepFigures(doc, tt.asked); err != nil {
			t.Fatal(err)
		}
		want := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return !tt.keep(id) })
		if got := idsOf(doc); !slices.Equal(got, want) {
			t.Errorf("%v keeps %v, want %v", tt.asked, got, want)
		}
		if gone := before - len(doc.Blocks); gone != len(all)-len(want) {
			t.Errorf("%v took %d blocks, want %d", tt.asked, gone, len(all)-len(want))
		}
	}
	err := reports.KeepFigures(composed(t, sample.Full()), []string{"leaderbord"})
	if err == nil || !strings.Contains(err.Error(), `no figure "leaderbord"; kinds: leaderboard, differences,`) || !strings.Contains(err.Error(), all[0]) {
		t.Errorf("error is %v, want one that tells what there is", err)
	}
}

// TestMatricesOfManyPairs: p-values are alike on both sides of the diagonal, and a
// pair's wins on one side are its losses on the other.
func TestMatricesOfManyPairs(t *testing.T) {
	res := sample.Many(8, 1)
	var p, wins reports.Matrix
	for _, b := range composed(t, res).Blocks {
		if f, ok := b.(reports.Figure); ok {
			switch m, _ := f.Chart.(reports.Matrix); {
			case strings.HasPrefix(f.ID, "p-values-matrix"):
				p = m
			case strings.HasPrefix(f.ID, "wins-matrix"):
				wins = m
			}
		}
	}
	if len(p.Rows) != 8 || len(wins.Rows) != 8 {
		t.Fatalf("matrices of %d and %d runs, want 8", len(p.Rows), len(wins.Rows))
	}
	for i := range p.Rows {
		for k := range p.Cols {
			if p.Values[i][k] != p.Values[k][i] || p.Values[i][k] < 0 || p.Values[i][k] > p.High {
				t.Errorf("the p-value at %d, %d has the shade %v, the other way %v", i, k, p.Values[i][k], p.Values[k][i])
			}
		}
	}
	for _, c := range res.Comparisons {
		a, b := slices.Index(wins.Rows, c.A), slices.Index(wins.Rows, c.B)
		if c.Stratum == nil && a >= 0 && b >= 0 && (wins.Text[a][b] != reports.FormatCount(c.Wins) || wins.Text[b][a] != reports.FormatCount(c.Losses)) {
			t.Errorf("%s against %s: %s and %s in the matrix, %d wins and %d losses in the results", c.A, c.B, wins.Text[a][b], wins.Text[b][a], c.Wins, c.Losses)
		}
	}
}
