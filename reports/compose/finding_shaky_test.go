package compose

import (
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// TestHeadSaysWhatIsShaky: what another test decides otherwise, and what stands at the
// edge, is in the sentence of the finding, which every output begins with.
func TestHeadSaysWhatIsShaky(t *testing.T) {
	res := sample.Two(true)
	c := &res.Comparisons[0]
	c.Fragile, c.Borderline = true, true
	c.Check = &result.Check{Method: "mcnemar_midp", P: sample.F(.061), PAdjusted: sample.F(.061)}
	for name, compose := range map[string]func(*result.Results) (*reports.Document, error){
		"report":  func(r *result.Results) (*reports.Document, error) { return report(r) },
		"compare": Comparisons,
	} {
		doc, err := compose(res)
		if err != nil {
			t.Fatal(err)
		}
		first := ""
		for _, b := range doc.Blocks {
			if p, ok := b.(reports.Prose); ok {
				first = plain(p.Spans)
				break
			}
		}
		for _, want := range []string{
			"This is fragile: the McNemar mid-p test shows none (Holm-adjusted p = .061).",
			"It is borderline: McNemar's exact test shows a difference, Tango's interval contains zero.",
		} {
			if !strings.Contains(first, want) {
				t.Errorf("%s begins %q, without %q", name, first, want)
			}
		}
	}
}
