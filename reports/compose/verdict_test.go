package compose

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/result"
	"mcpstats/reports"
	"mcpstats/reports/internal/sample"
)

// overclaimed is what no sentence may say of a test: a proof, a p-value of zero, a
// significance that is almost one.
var overclaimed = regexp.MustCompile(`(?i)\bprov(e|es|ed|en|ing)\b|p = 0|p = \.0+\b|marginal|\btrend|approach\w* significan|highly significant|almost significant`)

// sentences are all that a document says outside its tables' cells.
func sentences(doc *reports.Document) []string {
	var out []string
	for _, b := range doc.Blocks {
		switch b := b.(type) {
		case reports.Prose:
			out = append(out, plain(b.Spans))
		case reports.List:
			for _, item := range b.Items {
				out = append(out, plain(item.Spans))
			}
		case reports.Footnote:
			out = append(out, plain(b.Spans))
		case reports.Table:
			out = append(append(out, b.Caption), b.Notes...)
		case reports.Figure:
			out = append(out, b.Caption, b.Alt)
		}
	}
	return out
}

// drawnPair is a comparison of two runs with any outcome.
func drawnPair(t *rapid.T) *result.Results {
	res := sample.Two(true)
	c := &res.Comparisons[0]
	mean := rapid.Float64Range(0, 1)
	a, b := mean.Draw(t, "mean of a"), mean.Draw(t, "mean of b")
	half := rapid.Float64Range(0, 0.5).Draw(t, "half width")
	c.MeanA, c.MeanB, c.Difference = sample.F(a), sample.F(b), sample.F(a-b)
	c.Interval = sample.Interval(a-b-half, a-b+half, "bca")
	p := math.Pow(10, rapid.Float64Range(-12, 0).Draw(t, "log p"))
	adjusted := min(1, p*float64(rapid.IntRange(1, 20).Draw(t, "tests")))
	c.P, c.PAdjusted = &p, &adjusted
	if rapid.IntRange(0, 9).Draw(t, "untested") == 0 {
		c.P, c.PAdjusted = nil, nil
	}
	c.Significant = c.P != nil && adjusted <= 0.05
	if rapid.Bool().Draw(t, "margin") {
		margin := rapid.Float64Range(0.001, 0.2).Draw(t, "half-width")
		c.Equivalence = &result.Equivalence{Margin: margin, P: sample.F(0.01), Equivalent: math.Abs(a-b)+half < margin}
	}
	m := &res.Metrics[0]
	m.Better = rapid.SampledFrom([]string{"higher", "lower", "neither"}).Draw(t, "better")
	if name := rapid.SampledFrom([]string{"success", "plan_f1"}).Draw(t, "metric"); name != "success" {
		m.Name, c.Metric, res.Rankings[0].Metric = name, name, name
		for i := range res.Summaries {
			res.Summaries[i].Metric = name
		}
	} else {
		m.Better = "higher"
	}
	res.Summaries[0].Mean, res.Summaries[1].Mean = c.MeanA, c.MeanB
	for i := range res.Rankings[0].Runs {
		res.Rankings[0].Runs[i].Mean = res.Summaries[i].Mean
	}
	return res
}

// verdictForms are the sentences that a comparison may get. Which one it gets,
// and what it claims, is read here from the words alone.
var verdictForms = regexp.MustCompile(`^(alpha|beta) (solves more tasks than|has a higher mean [a-z0-9 ]+ than|has a lower mean [a-z0-9 ]+ than) (alpha|beta) \(|^(No difference) in [a-z0-9 ]+ is shown between|^alpha and beta are (equivalent)|^beta and alpha are (equivalent)|(was not tested) \(`)

// A verdict claims a difference only where the adjusted p-value shows one, in the
// direction of the means; everything else has a sentence of its own.
func TestVerdictsClaimWhatTheTestsShow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		res := drawnPair(t)
		p := res.Comparisons[0]
		said := headlineOf(t, res)
		m := verdictForms.FindStringSubmatch(said)
		if m == nil {
			t.Fatalf("no form of a verdict: %s", said)
		}
		claims := m[1] != ""
		if want := p.Significant && *p.Difference != 0; claims != want {
			t.Fatalf("a difference is claimed: %v, shown: %v: %s", claims, want, said)
		}
		if claims {
			means := map[string]float64{"alpha": *p.MeanA, "beta": *p.MeanB}
			if first, second := means[m[1]], means[m[3]]; (first > second) == strings.Contains(m[2], "lower") {
				t.Fatalf("%g and %g: %s", first, second, said)
			}
			lower := res.Metrics[0].Better == "lower"
			if strings.Contains(m[2], "lower") != lower {
				t.Fatalf("the better run does not stand first: %s", said)
			}
		}
		same := m[5] != "" || m[6] != ""
		if want := p.P != nil && !claims && p.Equivalence != nil && p.Equivalence.Equivalent; same != want {
			t.Fatalf("equivalence is claimed: %v, shown: %v: %s", same, want, said)
		}
		if (m[7] != "") != (p.P == nil) {
			t.Fatalf("tested: %v: %s", p.P != nil, said)
		}
	})
}

func TestNoSentenceOverclaims(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		res := drawnPair(t)
		for _, compose := range []func(*result.Results) (*reports.Document, error){
			func(r *result.Results) (*reports.Document, error) { return report(r) }, Comparisons, Closing,
		} {
			doc, err := compose(res)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range sentences(doc) {
				if bad := overclaimed.FindString(s); bad != "" {
					t.Fatalf("%q: %s", bad, s)
				}
			}
		}
	})
	for name, doc := range documents(t) {
		for _, s := range sentences(doc) {
			if bad := overclaimed.FindString(s); bad != "" {
				t.Errorf("%s: %q: %s", name, bad, s)
			}
		}
	}
}

// The leader is said to be better only than the runs of which the adjusted
// p-value shows it.
func TestLeadCountsWhatIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 8).Draw(t, "runs")
		res := sample.Many(n, 1)
		shown := 0
		for i := range res.Comparisons {
			c := &res.Comparisons[i]
			p := rapid.SampledFrom([]float64{1e-9, 0.004, 0.049, 0.051, 0.6, 1}).Draw(t, "p")
			c.P, c.PAdjusted, c.Significant = &p, &p, p <= 0.05
			if c.A == "run-01" && c.Significant {
				shown++
			}
		}
		said := headlineOf(t, res)
		want := "more often than " + reports.FormatCount(shown) + " of the " + reports.FormatCount(n-1) + " others"
		switch shown {
		case 0:
			want = "no difference from any of the " + reports.FormatCount(n-1) + " others is shown"
		case n - 1:
			want = "more often than each of the " + reports.FormatCount(n-1) + " others"
		}
		if !strings.Contains(said, want) {
			t.Fatalf("expected %q in: %s", want, said)
		}
	})
}

func headlineOf(t *rapid.T, res *result.Results) string {
	doc, err := report(res)
	if err != nil {
		t.Fatal(err)
	}
	return plain(doc.PlainSummaries[0].Verdict)
}

// A grade from 1 to 7 that is called success is no share: 7 is not 700%.
func TestValuesAboveOneAreNoShares(t *testing.T) {
	res := sample.Two(true)
	c := &res.Comparisons[0]
	c.MeanA, c.MeanB, c.Difference, c.Interval = sample.F(6.5), sample.F(3), sample.F(3.5), sample.Interval(2, 5, "bca")
	res.Summaries[0].Mean, res.Summaries[0].Interval = sample.F(6.5), sample.Interval(6, 7, "bca")
	res.Summaries[1].Mean, res.Summaries[1].Interval = sample.F(3), sample.Interval(2, 4, "bca")
	want := "alpha has a higher mean success than beta (6.5 against 3.0 on 100 tasks; difference 3.5, 95% interval 2.0 to 5.0; exact McNemar test, Holm-adjusted p = .012)."
	if got := headline(t, res); got != want {
		t.Errorf("got %s", got)
	}
}
