package compose

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// headOfDoc is all that stands before the first heading.
func headOfDoc(doc *reports.Document) string {
	var b strings.Builder
	for _, block := range doc.Blocks {
		switch block := block.(type) {
		case reports.Heading:
			return b.String()
		case reports.Prose:
			b.WriteString(plain(block.Spans) + "\n")
		case reports.Footnote:
			b.WriteString(plain(block.Spans) + "\n")
		case reports.List:
			for _, item := range block.Items {
				b.WriteString(plain(item.Spans) + "\n")
			}
		}
	}
	return b.String()
}

// TestHeadHasFewWords: 15 to 150 for one benchmark, 75 a benchmark for several, small print
// included, whatever is shaky, missing and to be careful about.
func TestHeadHasFewWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		res := sample.Many(rapid.IntRange(1, 8).Draw(t, "runs"), rapid.IntRange(1, 3).Draw(t, "tied"))
		n := rapid.IntRange(1, 4).Draw(t, "benchmarks")
		for i := 1; i < n; i++ {
			sample.Add(res, fmt.Sprintf("other-%d", i), sample.Run{Name: "alpha", Mean: 0.5, Low: 0.4, Hig: 0.6}, sample.Run{Name: "beta", Mean: 0.4, Low: 0.3, Hig: 0.5})
		}
		for i := range res.Comparisons {
			c := &res.Comparisons[i]
			c.Fragile, c.Borderline = rapid.Bool().Draw(t, "fragile"), rapid.Bool().Draw(t, "borderline")
			c.Check = &result.Check{Method: "mcnemar_midp", P: sample.F(.061), PAdjusted: sample.F(.061)}
		}
		for i := range res.Ledger {
			res.Ledger[i].Missing = rapid.IntRange(0, 60).Draw(t, "missing")
		}
		long := strings.Repeat("very long words ", rapid.IntRange(0, 60).Draw(t, "length"))
		for _, code := range []string{"policy_decides_order", "policy_decides_significance", "judge_contradiction", "versions_merged"} {
			if rapid.Bool().Draw(t, code) {
				res.Warnings = append(res.Warnings, result.Warning{Code: code, Where: res.Ledger[0].Benchmark, Message: "something is wrong (" + long + "), and " + long, Decisive: true})
			}
		}
		doc, err := report(res)
		if err != nil {
			t.Fatal(err)
		}
		head := headOfDoc(doc)
		most := 150
		if n > 1 {
			most = 75 * n
		}
		if got := len(strings.Fields(head)); got < 15 || got > most {
			t.Fatalf("%d words for %d benchmarks, at most %d: %s", got, n, most, head)
		}
	})
}

// TestHeadSaysWhatIsMissing: above a tenth the head says so, with the numbers of the ledger.
func TestHeadSaysWhatIsMissing(t *testing.T) {
	for _, c := range []struct {
		missing, none int // of 100 promised by the first of two runs
		want          string
	}{
		{10, 0, ""},
		{11, 0, "11 of 100 attempts by alpha (11%) are not in the log and count as failed."},
		{8, 12, "20 of 100 attempts by alpha (20%) have no outcome and count as failed."},
	} {
		res := sample.Two(true)
		res.Ledger[0].Expected, res.Ledger[0].Missing, res.Ledger[0].NullOutcome = 100, c.missing, c.none
		res.Ledger[1].Expected, res.Ledger[1].Missing, res.Ledger[1].NullOutcome = 100, 0, 0
		res.Provenance.Plan.Missing = "fail"
		if got := plain(composed(t, res).PlainSummaries[0].Gaps); got != c.want {
			t.Errorf("%d missing, %d without outcome: got %q, want %q", c.missing, c.none, got, c.want)
		}
	}
}

// TestTermsAreExplainedWhereTheyStand: every interval and every p of the head carries its
// explanation, which the small print says again.
func TestTermsAreExplainedWhereTheyStand(t *testing.T) {
	doc := composed(t, sample.Many(6, 2))
	explained := map[string]bool{}
	for _, s := range paragraph(doc.PlainSummaries[0]) {
		if s.Gloss == "" && (strings.Contains(s.Text, "interval") || strings.Contains(s.Text, "p <") || strings.Contains(s.Text, "p =")) {
			t.Errorf("%q is not explained", s.Text)
		}
		explained[s.Gloss] = true
	}
	if len(explained) != 3 { // nothing, the interval, p
		t.Errorf("explained are %v", explained)
	}
	for gloss := range explained {
		if !strings.Contains(headOfDoc(doc), strings.TrimSuffix(strings.ToLower(gloss[:min(1, len(gloss))])+gloss[min(1, len(gloss)):], ".")) {
			t.Errorf("the small print does not say %q", gloss)
		}
	}
}
