package evaluate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/reports/compose"
	"mcpstats/reports/markdown"
	"mcpstats/stats"
	"mcpstats/templates"
)

// TestRecipesOfATestAndAnEffectSize does what CONTRIBUTING.md says of a test and of an
// effect size: it declares both and their works, binds a function to each, and finds in
// the report what was declared, with the values that the functions gave.
func TestRecipesOfATestAndAnEffectSize(t *testing.T) {
	test := result.Method{
		Kind: result.PairedTest, Name: "trinomial", Title: "trinomial test",
		Meaning: "Counts ties, too, when it asks which run is better more often.",
		Null:    "Either run is as likely to be the better one.", Assumes: "Tasks are independent.",
		Cites: []string{"bian2011"}, Scales: []result.Scale{result.Binary},
	}
	size := result.Method{
		Kind: result.EffectMethod, Name: "yules_q", Title: "Yule's Q",
		Meaning: "How strongly two verdicts on the same tasks go together.",
		Cites:   []string{"yule1912"}, Scales: []result.Scale{result.Binary},
	}
	swap(t, &result.Works, append(slices.Clone(result.Works),
		result.Work{Key: "bian2011", Short: "Bian, McAleer and Wong, 2011", Full: "Bian, G., McAleer, M. and Wong, W.-K. (2011). A trinomial test for paired data when there are many ties. Mathematics and Computers in Simulation, 81(6), 1153-1160."},
		result.Work{Key: "yule1912", Short: "Yule, 1912", Full: "Yule, G. U. (1912). On the methods of measuring association between two attributes. Journal of the Royal Statistical Society, 75(6), 579-652."}))
	swap(t, &result.Methods, append(slices.Clone(result.Methods), test, size))
	for _, m := range []result.Method{test, size} {
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	swap(t, &study.PairTests, append(slices.Clone(study.PairTests), study.PairTest{Method: test, Of: func(study.TestedPair) (stats.Result, error) {
		return stats.Result{Statistic: 3, P: 0.0123, N: 8, NUsed: 8}, nil
	}}))
	swap(t, &study.Effects, append(slices.Clone(study.Effects), study.Effect{Method: size, Of: func(p study.TestedPair) (stats.Effect, error) {
		both, neither, discordant := float64(p.Table.Both), float64(p.Table.Neither), float64(p.Table.FirstOnly*p.Table.SecondOnly)
		return stats.Effect{Value: (both*neither - discordant) / (both*neither + discordant)}, nil
	}}))
	t.Run("lists", TestDeclaredMethodsAreBound)
	t.Run("beside the headline", func(t *testing.T) {
		report := recipeReport(t)
		// Of the eight tasks both runs solve 3, neither 2, one alone 2 and 1: (6-2)/(6+2).
		for _, want := range []string{"| trinomial test |", "| Yule's Q | 0.50 |", "Yule's Q (Yule, 1912)", "On the methods of measuring association", "**Trinomial test**: Counts ties, too", "**Yule's Q**: How strongly"} {
			if !strings.Contains(report, want) {
				t.Errorf("the report does not say %q", want)
			}
		}
	})
	t.Run("as the headline", func(t *testing.T) {
		swap(t, &study.Headlines, map[result.Scale]string{result.Binary: test.Name})
		report := recipeReport(t)
		for _, want := range []string{"by the trinomial test (Bian, McAleer and Wong, 2011)", "A trinomial test for paired data when there are many ties."} {
			if !strings.Contains(report, want) {
				t.Errorf("the report does not say %q", want)
			}
		}
		if listed := PairTests()[len(study.PairTests)-1]; listed.Title != test.Title || listed.Headline != "binary" || listed.Source() != "Bian, McAleer and Wong, 2011" {
			t.Errorf("listed as %v", listed)
		}
	})
}

// swap sets a package's list for the length of a test.
func swap[T any](t *testing.T, list *T, to T) {
	before := *list
	*list = to
	t.Cleanup(func() { *list = before })
}

// recipeReport is the report of two runs at eight tasks, as Markdown.
func recipeReport(t *testing.T) string {
	t.Helper()
	var records []table.Record
	for task, verdicts := range []string{"11", "11", "11", "10", "10", "01", "00", "00"} {
		for run, verdict := range verdicts {
			records = append(records, tabletest.Attempted(string(rune('a'+run)), fmt.Sprint("t", task), 0, float64(verdict-'0')))
		}
	}
	text, err := templates.Read(templates.Default)
	if err != nil {
		t.Fatal(err)
	}
	notebook, err := compose.ParseNotebook(templates.Default, text)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := compose.Report(evaluated(t, tabletest.Of(t, "error", records...), result.Plan{}), notebook, "")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := markdown.Render(&out, doc, nil); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
