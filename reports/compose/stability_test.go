package compose

import (
	"strings"
	"testing"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// sectionText is the text of the paragraphs, lists and captions under a heading.
func sectionText(t *testing.T, doc *reports.Document, prefix string) string {
	t.Helper()
	var b strings.Builder
	level := 0
	for _, block := range doc.Blocks {
		if h, ok := block.(reports.Heading); ok {
			if level > 0 && h.Level <= level {
				break
			}
			if strings.HasPrefix(h.ID, prefix) {
				level = h.Level
			}
			continue
		}
		if level == 0 {
			continue
		}
		switch block := block.(type) {
		case reports.Prose:
			b.WriteString(plain(block.Spans) + "\n")
		case reports.Footnote:
			b.WriteString(plain(block.Spans) + "\n")
		case reports.List:
			for _, item := range block.Items {
				b.WriteString(plain(item.Spans) + "\n")
			}
		case reports.Figure:
			b.WriteString(block.Caption + "\n")
		case reports.Table:
			b.WriteString(block.Caption + "\n" + strings.Join(block.Notes, "\n") + "\n")
		}
	}
	if level == 0 {
		t.Fatalf("no section %s", prefix)
	}
	return b.String()
}

// The counts are those of sample.Curve, by hand: of six choices four hold, one is
// equal and one reversed.
func TestStabilitySaysNoMoreThanTheChoices(t *testing.T) {
	doc := composed(t, sample.Full())
	got := sectionText(t, doc, "stability-section")
	for _, want := range []string{
		"The leader, run-01, is compared again with 2 of the 5 runs below it under other choices of what an attempt without an outcome counts as and correction.",
		"The report's own choice: attempts without an outcome left out, the metric success, exact McNemar test, Holm correction.",
		"Above run-02: the order holds in 4 of 6 choices (equal in 1, reversed in 1), significantly in 2; run-02 is significantly better in 1.\n",
		"Above run-06: the order holds in all 6 choices, significantly in all of them.\n",
		"the first place stays with the same run in 1 of them, and the order is the same in 1. Kendall's tau-b with the stated ranking is at least 0.87.",
		"The same in all: metric success; test exact McNemar test.",
	} {
		if !contains(got, want) {
			t.Errorf("the section does not say %q:\n%s", want, got)
		}
	}
	figures := 0
	for _, b := range doc.Blocks {
		f, ok := b.(reports.Figure)
		if !ok {
			continue
		}
		if chart, ok := f.Chart.(reports.Specifications); ok {
			figures++
			if len(chart.Choices) != 6 || len(chart.Dimensions) != 2 || !chart.Choices[3].Stated || !chart.Choices[3].Hollow || chart.Choices[0].Value != -0.02 {
				t.Errorf("the curve is %+v", chart)
			}
		}
	}
	if figures != 1 { // the second pair's choices all say the same
		t.Errorf("%d curves are drawn, want 1", figures)
	}
	table := tableWith(t, doc, "specifications-")
	if len(table.Rows) != 12 || !table.Long {
		t.Errorf("the table has %d rows", len(table.Rows))
	}
}

// Differences of different units share no axis.
func TestCurveOfTwoUnitsIsNotDrawn(t *testing.T) {
	res := sample.Full()
	res.Curves[0].Choices[2].Metric = "cost_usd"
	for _, b := range composed(t, res).Blocks {
		if f, ok := b.(reports.Figure); ok {
			if _, ok := f.Chart.(reports.Specifications); ok {
				t.Errorf("%s is drawn", f.ID)
			}
		}
	}
}

func TestAverageRanks(t *testing.T) {
	drawn := func(res *result.Results) (reports.CriticalDifference, string) {
		for _, b := range composed(t, res).Blocks {
			if f, ok := b.(reports.Figure); ok {
				if chart, ok := f.Chart.(reports.CriticalDifference); ok {
					return chart, f.Caption
				}
			}
		}
		return reports.CriticalDifference{}, ""
	}
	chart, caption := drawn(sample.Full())
	if len(chart.Runs) != 6 || chart.Runs[5].Value != 6 || len(chart.Groups) != 5 || chart.Groups[4].Last != 5 || chart.CD != 1.45 {
		t.Errorf("the diagram is %+v", chart)
	}
	for _, want := range []string{"of 6 runs over the 100 tasks", "critical difference (CD) of 1.45", "Nemenyi test at .05", "Cochran's Q test over all runs, p < .001", "depends on which others"} {
		if !contains(caption, want) {
			t.Errorf("the caption does not say %q: %s", want, caption)
		}
	}
	res := sample.Full()
	for i := range res.Summaries {
		res.Summaries[i].Clusters = 9
	}
	if _, caption := drawn(res); !contains(caption, "takes the tasks as independent, though they come in clusters") {
		t.Errorf("the caption is silent on the clusters: %s", caption)
	}
	res = sample.Full()
	res.Rankings[0].Omnibus.P = sample.F(0.2)
	if chart, _ := drawn(res); chart.Runs != nil {
		t.Error("ranks are compared though the omnibus test shows no difference")
	}
	if methods, _ := proseOf(t, res); contains(methods, "Nemenyi") {
		t.Error("the methods name a test that was not made")
	}
	res = sample.Full()
	res.Rankings[0].Nemenyi.TiedRows = 0.74
	if got := sectionText(t, composed(t, res), "differences-section"); !contains(got, "On 74.0% of these tasks all runs tie and ranks say nothing") {
		t.Errorf("ties are not told: %s", got)
	}
}

// proseOf is the methods paragraph and its references.
func proseOf(t *testing.T, res *result.Results) (prose, references string) {
	t.Helper()
	doc := composed(t, res)
	all := sectionText(t, doc, "methods")
	prose, _, _ = strings.Cut(all, "\n")
	for i, b := range doc.Blocks {
		if h, ok := b.(reports.Heading); ok && h.ID == "references" {
			for _, item := range doc.Blocks[i+1].(reports.List).Items {
				references += plain(item.Spans) + "\n"
			}
		}
	}
	return prose, references
}

// The methods tell what was done and cite it, and nothing else.
func TestMethodsTellWhatWasDone(t *testing.T) {
	prose, references := proseOf(t, sample.Two(true))
	want := "The task is the unit of analysis. Means have 95% Wilson intervals (Wilson, 1927). " +
		"Two runs are compared on the tasks that both have, two-sided, by the exact McNemar test (Fagerland, Lydersen and Laake, 2013; McNemar, 1947). " +
		"Differences have 95% Newcombe score intervals (Newcombe, 1998). " +
		"p-values are adjusted by the Holm correction (Holm, 1979) over a family: one metric of one benchmark, all compared pairs, overall or over all values of one stratum; alpha is .05. " +
		"Rank intervals are the ranks that the comparisons of all pairs, after correction, leave possible (Mogstad et al., 2024); those of all runs hold together. " +
		"Bootstraps draw tasks again with replacement 10,000 times (seed 20260101). Computed with mcpstats test."
	if prose != want {
		t.Errorf("got  %s\nwant %s", prose, want)
	}
	if n := strings.Count(references, "\n"); n != 6 {
		t.Errorf("%d references, want 6: %s", n, references)
	}

	res := sample.Two(true)
	for i := range res.Summaries {
		res.Summaries[i].Clusters, res.Summaries[i].Interval.Method = 12, "bca"
	}
	res.Provenance.Plan.Cluster, res.Provenance.Plan.Correction, res.Provenance.Plan.Margin = "repo", "BH", 0.05
	res.Comparisons[0].Headline, res.Comparisons[0].Clusters = "cluster_robust_t", 12
	res.Comparisons[0].Equivalence = &result.Equivalence{Margin: 0.05}
	prose, references = proseOf(t, res)
	for _, want := range []string{
		"Tasks come in clusters by repo, up to 12 a benchmark; standard errors and tests are cluster-robust (CR1) (Cameron and Miller, 2015; Liang and Zeger, 1986).",
		"by the cluster-robust t test", "Bootstraps draw clusters of tasks again", "Benjamini-Hochberg correction (Benjamini and Hochberg, 1995)",
		"two one-sided tests for equivalence (Schuirmann, 1987) reject every difference of 0.05 or more",
	} {
		if !contains(prose, want) {
			t.Errorf("the methods do not say %q: %s", want, prose)
		}
	}
	if contains(references, "McNemar") || !contains(references, "Liang") {
		t.Errorf("references: %s", references)
	}
	board := sectionText(t, composed(t, res), "leaderboard-section")
	if !contains(board, "the mean over 100 tasks in 12 clusters by repo; 95% BCa bootstrap intervals") {
		t.Errorf("the captions do not name the clusters: %s", board)
	}
	if got := sectionText(t, composed(t, res), "differences-section"); !contains(got, "paired by task, 100 tasks in 12 clusters by repo; 95% Newcombe score interval; cluster-robust t test; Benjamini-Hochberg correction") {
		t.Errorf("the captions do not name the clusters: %s", got)
	}
}

// Of sums over shards the methods tell of weights, not of draws, and of clusters where
// the tests count fewer units than tasks.
func TestMethodsOfSums(t *testing.T) {
	for _, units := range []int{100, 40} {
		res := sample.Two(true)
		p := 0.01
		for i := range res.Comparisons {
			c := &res.Comparisons[i]
			c.Headline, c.NTasks, c.P, c.Unpaired = "poisson_bootstrap_t", 100, &p, 3
			c.Tests = []result.Test{{Method: c.Headline, P: &p, NUsed: units}}
		}
		prose, references := proseOf(t, res)
		for _, want := range []string{
			"Two runs are compared by the difference of their means over tasks, two-sided, by the t test on the Poisson bootstrap's standard error (Chamandy, Muralidharan, Najmi and Naidu, 2012).",
			"The 10,000 bootstrap replicates count every task a Poisson distributed number of times, 1 on average and the same in every run (seed 20260101).",
		} {
			if !contains(prose, want) {
				t.Errorf("the methods do not say %q: %s", want, prose)
			}
		}
		for _, wrong := range []string{"with replacement", "on the tasks that both have", "left out of their comparison"} {
			if contains(prose, wrong) {
				t.Errorf("the methods say %q: %s", wrong, prose)
			}
		}
		clustered := contains(prose, "tests use the effective number of clusters") && contains(references, "Review of Economics and Statistics, 99(4), 698-709")
		if clustered != (units < 100) {
			t.Errorf("%d units of 100 tasks: %s", units, prose)
		}
	}
}
