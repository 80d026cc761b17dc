package evaluate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// Pairs of labels count the attempts that both sources gave them, out of those with the outer
// one that the inner source labelled at all, and the failed ones out of all that failed.
func TestCrossedLabelsAgainstBruteForce(t *testing.T) {
	answered, test := 0, t
	rapid.Check(t, func(t *rapid.T) {
		type attempt struct {
			run          string
			failed       bool
			outer, inner []string
		}
		var list []attempt
		var records []table.Record
		words := rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y", "z"}), 0, 2)
		for _, run := range []string{"a", "b"} {
			for task := range rapid.IntRange(1, 6).Draw(t, "tasks") {
				one := attempt{run: run, failed: rapid.Bool().Draw(t, "failed"), outer: words.Draw(t, "outer"), inner: words.Draw(t, "inner")}
				score := 1.0
				if one.failed {
					score = 0
				}
				rec := tabletest.Attempted(run, fmt.Sprint("t", task), 0, score)
				for by, list := range map[string][]string{"category": one.outer, "pattern": one.inner} {
					for _, word := range list {
						rec.Attempt.Labels = append(rec.Attempt.Labels, datasets.FailureLabel{Mode: word, Source: by})
					}
				}
				list, records = append(list, one), append(records, rec)
			}
		}
		res, err := Evaluate(failureTable(test, records), result.Plan{Resamples: 100, Ask: []string{"crosslabels outer=category inner=pattern"}}, tabletest.Catalog)
		if err != nil {
			t.Fatal(err)
		}
		x := res.Answers[0].CrossedLabels
		if x == nil {
			for _, one := range list {
				if len(one.outer) > 0 && len(one.inner) > 0 {
					t.Fatalf("not answered: %s", res.Answers[0].Unanswered)
				}
			}
			return
		}
		answered++
		seen := 0
		for _, p := range x.Pairs {
			var sum, n float64
			for _, c := range p.Counts {
				both, of, failed, failedOf := 0, 0, 0, 0
				for _, one := range list {
					if c.Run != "" && c.Run != one.run || !slices.ContainsFunc(x.Scopes, func(s result.CrossedScope) bool { return s.Run == one.run }) {
						continue
					}
					has := slices.Contains(one.outer, p.Outer) && len(one.inner) > 0
					pair := has && slices.Contains(one.inner, p.Inner)
					if has {
						of++
					}
					if one.failed {
						failedOf++
					}
					if pair {
						both++
						if one.failed {
							failed++
						}
					}
				}
				if c.Attempts != both || c.Of != of || c.Failed != failed || c.FailedOf != failedOf {
					t.Fatalf("%s > %s of %q: %+v, want %d of %d and %d of %d", p.Outer, p.Inner, c.Run, c, both, of, failed, failedOf)
				}
				if c.Run == "" || len(p.Counts) == 1 {
					seen += both
				}
				if c.Run != "" && failedOf > 0 {
					sum, n = sum+float64(failed)/float64(failedOf), n+1
				}
			}
			if p.Range != nil && math.Abs(p.Range.Mean-sum/n) > 1e-12 {
				t.Fatalf("%s > %s: the mean over the runs is %v, want %v", p.Outer, p.Inner, p.Range.Mean, sum/n)
			}
		}
		want := 0
		for _, one := range list {
			distinct := func(words []string) int { return len(slices.Compact(slices.Sorted(slices.Values(words)))) }
			if slices.ContainsFunc(x.Scopes, func(s result.CrossedScope) bool { return s.Run == one.run }) {
				want += distinct(one.outer) * distinct(one.inner)
			}
		}
		if seen != want {
			t.Fatalf("pairs count %d, want %d", seen, want)
		}
	})
	if answered == 0 {
		t.Error("nothing was answered")
	}
}

// Sources that are not there are named, with those that are.
func TestCrossedLabelsSayWhatIsMissing(t *testing.T) {
	res, err := Evaluate(failureTable(t, twoAnnotators()), result.Plan{Resamples: 100, Ask: []string{`crosslabels outer="ann (human)" inner=carl`, `crosslabels outer="ann (human)" inner="ann (human)"`, `crosslabels outer="ann (human)" inner="bob (human)"`}}, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"no label is by carl; labels are by ann (human), bob (human)", "outer and inner are both ann (human)", ""} {
		if got := res.Answers[i].Unanswered; got != want {
			t.Errorf("%s: %q, want %q", res.Answers[i].Question, got, want)
		}
	}
	// Of ann's zebras at a t1, a t2, a t3 and b t2 bob read t1 and t3: said_so and first at one, zebra at the other.
	x := res.Answers[2].CrossedLabels
	got := map[string]int{}
	for _, p := range x.Pairs {
		got[p.Outer+" > "+p.Inner] = p.Counts[len(p.Counts)-1].Attempts
	}
	for pair, n := range map[string]int{"zebra > said_so": 1, "zebra > first": 1, "zebra > zebra": 1, "apple > said_so": 1, "apple > zebra": 1} {
		if got[pair] != n {
			t.Errorf("%s at %d attempts, want %d: %v", pair, got[pair], n, got)
		}
	}
	if len(x.Unmet) != 1 || x.Unmet[0].Annotator != "ann (human)" {
		t.Errorf("attempts that one alone labelled: %+v", x.Unmet)
	}
}
