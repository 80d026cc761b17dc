package compose

import (
	"slices"
	"testing"

	"mcpstats/reports/internal/sample"
)

func TestJudgesBeyondKappa(t *testing.T) {
	doc := composed(t, sample.Judged())
	corrected := tableWith(t, doc, "corrected-rates")
	if got := texts(corrected)[0]; corrected.Long || !slices.Equal(got, []string{"solo", "judge-one", "stored", "110", "110", "75.0%", "92.9%", "66.7%", "70.0%", "[60.0, 82.0]"}) {
		t.Errorf("the first corrected rate is %q", got)
	}
	if got := texts(tableWith(t, doc, "panels"))[0]; !slices.Equal(got, []string{"solo", "stored", "2", "100", "100", "0.44", "[0.30, 0.57]", "0.45", "n/a", "0.60", "[0.50, 0.70]", ""}) {
		t.Errorf("the panel is %q", got) // 0.445 rounds half away from zero
	}
	agreement := tableWith(t, doc, "agreement-")
	if want := []string{"Ten attempts have no reference (all rows)."}; !slices.Equal(agreement.Notes, want) {
		t.Errorf("notes %q, want %q", agreement.Notes, want)
	}
	prose, references := proseOf(t, sample.Judged())
	for _, want := range []string{"Gwet's AC1 (Gwet, 2008)", "corrected for a judge's errors (Lang and Reiczigel, 2014; Rogan and Gladen, 1978)", "Fleiss' kappa and Krippendorff's alpha (Fleiss, 1971; Krippendorff, 2011). Fleiss' kappa has 95% BCa bootstrap intervals (Efron, 1987)."} {
		if !contains(prose, want) {
			t.Errorf("the methods do not say %q: %s", want, prose)
		}
	}
	if !contains(references, "Gwet") {
		t.Errorf("references: %s", references)
	}
	// Where the reference judged every attempt there is nothing to correct.
	res := sample.Judged()
	for i := range res.Agreement {
		res.Agreement[i].Corrected.Judged = res.Agreement[i].N
	}
	if !tableWith(t, composed(t, res), "corrected-rates").Long {
		t.Error("a table that repeats the reference's rate is not folded")
	}
}
