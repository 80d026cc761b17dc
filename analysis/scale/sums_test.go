package scale

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/internal/tabletest"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

var testSettings = SumsSettings{Seed: result.DefaultSeed, Replicates: 400, Duplicates: "error"}

func sumsOf(t *testing.T, records []table.Record) *Sums {
	t.Helper()
	s, err := SumTable(tabletest.Of(t, "error", records...), testSettings, tabletest.ShareCatalog)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// agree tells whether two numbers are the same up to the rounding of a sum.
func agree(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Abs(*a-*b) <= 1e-13*math.Max(1, math.Abs(*b))
}

// Every number that sums give is the one that Evaluate computes of all scores, up to
// the rounding of its sums; medians within 1/128.
func TestSumsAgreeWithAllScores(t *testing.T) {
	for _, trials := range []int{1, 3} {
		records := tabletest.ManyRuns(trials)
		for _, policy := range result.Policies {
			name := fmt.Sprintf("%d trials, %s", trials, policy)
			plan := result.Plan{Missing: policy, Resamples: 200}
			all, err := evaluate.Evaluate(tabletest.Of(t, "error", records...), plan, tabletest.ShareCatalog)
			if err != nil {
				t.Fatal(err)
			}
			got, err := sumsOf(t, records).Evaluate(plan, tabletest.ShareCatalog)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]result.Summary{}
			for _, s := range all.Summaries {
				want[fmt.Sprint(s.Run, s.Metric, s.Stratum)] = s
			}
			for _, s := range got.Summaries {
				w, ok := want[fmt.Sprint(s.Run, s.Metric, s.Stratum)]
				if !ok {
					t.Errorf("%s: %s of %s %v is in no results of all scores", name, s.Metric, s.Run, s.Stratum)
					continue
				}
				if s.NTasks != w.NTasks || s.NAttempts != w.NAttempts || s.Imputed != w.Imputed || !agree(s.Mean, w.Mean) || !agree(s.SD, w.SD) || !agree(s.SE, w.SE) {
					t.Errorf("%s: %s of %s %v:\n%s\nof all scores:\n%s", name, s.Metric, s.Run, s.Stratum, asJSON(t, s), asJSON(t, w))
				}
				if s.Median != nil && math.Abs(*s.Median-*w.Median) > *w.Median/128+1e-12 {
					t.Errorf("%s: median %s of %s %v, exactly %v", name, s.Metric, s.Run, *s.Median, *w.Median)
				}
				if s.Interval == nil {
					t.Errorf("%s: %s of %s %v has no interval", name, s.Metric, s.Run, s.Stratum)
				}
			}
			if passes := 3 * 4 * 2 * trials; trials == 1 && len(got.Summaries) != len(all.Summaries) || trials > 1 && len(got.Summaries) != len(all.Summaries)-passes {
				t.Errorf("%s: %d summaries, of all scores %d", name, len(got.Summaries), len(all.Summaries))
			}
			for i, c := range got.Comparisons {
				w := all.Comparisons[i]
				if c.A != w.A || c.B != w.B || c.Metric != w.Metric || fmt.Sprint(c.Stratum) != fmt.Sprint(w.Stratum) {
					continue // in another order where the measures differ
				}
				if c.Unpaired == 0 && w.Unpaired == 0 && c.NTasks == w.NTasks && !agree(c.Difference, w.Difference) {
					t.Errorf("%s: %s, %s against %s: difference %v, of all scores %v", name, c.Metric, c.A, c.B, *c.Difference, *w.Difference)
				}
			}
			for i, row := range got.Ledger {
				w := all.Ledger[i]
				for k := range row.Policies {
					if row.Policies[k].N != w.Policies[k].N || !agree(row.Policies[k].Mean, w.Policies[k].Mean) {
						t.Errorf("%s: ledger of %s, %v, of all scores %v", name, row.Run, row.Policies[k], w.Policies[k])
					}
					if row.Policies[k].Policy == policy {
						if diff := cmp.Diff(summary(t, got, row.Run, "success").Interval, row.Policies[k].Interval); diff != "" {
							t.Errorf("%s: ledger of %s, interval (-summary +ledger):\n%s", name, row.Run, diff)
						}
					}
				}
				row.Policies, w.Policies = nil, nil
				if diff := cmp.Diff(w, row); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
		}
	}
}

// However the tasks are dealt to shards, and in whatever order the shards' sums are
// merged, the results are the same to the last bit.
func TestSumsOfShardsMergeInAnyOrder(t *testing.T) {
	records := tabletest.ManyRuns(2)
	want, err := sumsOf(t, records).Evaluate(result.Plan{}, tabletest.ShareCatalog)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 6 {
		shards := make([][]table.Record, 1+rng.IntN(20))
		home := map[string]int{}
		for _, r := range records {
			key := r.Attempt.Run + " " + r.Attempt.Task // all attempts at a task in one shard
			if _, ok := home[key]; !ok {
				home[key] = rng.IntN(len(shards))
			}
			shards[home[key]] = append(shards[home[key]], r)
		}
		// Merge random pairs until one is left.
		var parts []*Sums
		for _, s := range shards {
			parts = append(parts, sumsOf(t, s))
		}
		for len(parts) > 1 {
			i := rng.IntN(len(parts))
			part := parts[i]
			parts = append(parts[:i], parts[i+1:]...)
			if err := parts[rng.IntN(len(parts))].Merge(part); err != nil {
				t.Fatal(err)
			}
		}
		got, err := parts[0].Evaluate(result.Plan{}, tabletest.ShareCatalog)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(asJSON(t, want), asJSON(t, got)); diff != "" {
			t.Fatalf("round %d, %d shards: %s", round, len(shards), diff)
		}
	}
}

// The standard error of a paired difference is that of the differences, sd/sqrt(n),
// within five of its own Monte Carlo errors, 1/sqrt(2B): runs that follow each other
// have a small one though each of them varies much.
func TestSumsKeepThePairing(t *testing.T) {
	const tasks = 400
	rng := rand.New(rand.NewPCG(5, 6))
	var a, b []table.Record
	var d []float64
	for task := range tasks {
		base := rng.NormFloat64()
		x, y := base+0.1*rng.NormFloat64(), base+0.1*rng.NormFloat64()
		d = append(d, x-y)
		for _, v := range []struct {
			run   string
			value float64
			to    *[]table.Record
		}{{"a", x, &a}, {"b", y, &b}} {
			r := tabletest.Attempted(v.run, fmt.Sprint(task), 0, -1)
			r.Values = []table.Value{{Metric: "grade", Value: v.value}}
			*v.to = append(*v.to, r)
		}
	}
	sums := sumsOf(t, a) // each run in a shard of its own: no table holds a pair
	if err := sums.Merge(sumsOf(t, b)); err != nil {
		t.Fatal(err)
	}
	res, err := sums.Evaluate(result.Plan{}, tabletest.ShareCatalog)
	if err != nil {
		t.Fatal(err)
	}
	c := res.Comparisons[0]
	mean, ss := 0.0, 0.0
	for _, v := range d {
		mean += v / tasks
	}
	for _, v := range d {
		ss += (v - mean) * (v - mean)
	}
	want := math.Sqrt(ss / (tasks - 1) / tasks) // the test undoes the bootstrap's factor (n-1)/n
	got := *c.Difference / float64(*c.Tests[0].Statistic)
	if tolerance := 5 / math.Sqrt(2*float64(testSettings.Replicates)); math.Abs(got/want-1) > tolerance {
		t.Errorf("standard error %v, of the differences %v", got, want)
	}
	if c.Metric != "grade" || c.NTasks != tasks || c.Unpaired != 0 || c.Interval.Method != "poisson_percentile" {
		t.Errorf("%s", asJSON(t, c))
	}
}

func TestSumsSayWhereTasksDiffer(t *testing.T) {
	a, b := sumsOf(t, []table.Record{tabletest.Attempted("a", "1", 0, 1), tabletest.Attempted("a", "2", 0, 0)}), sumsOf(t, []table.Record{tabletest.Attempted("b", "1", 0, 1), tabletest.Attempted("b", "3", 0, 0)})
	if err := a.Merge(b); err != nil {
		t.Fatal(err)
	}
	res, err := a.Evaluate(result.Plan{}, tabletest.ShareCatalog)
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for _, w := range res.Warnings {
		codes[w.Code] = true
	}
	if !codes["sums_not_paired"] || !codes["sums_only"] {
		t.Errorf("warnings %v", res.Warnings)
	}
}

// Attempts 0 and 1 of a task in two shards would count as two tasks.
func TestSumsRefuseSplitTasks(t *testing.T) {
	_, err := SumTable(tabletest.Of(t, "error", tabletest.Attempted("a", "1", 1, 1)), testSettings, tabletest.ShareCatalog)
	var split *SplitTaskError
	if !errors.As(err, &split) || split.Task != "1" || split.Attempt != 1 || split.Lacks != 0 || !strings.Contains(err.Error(), "deal the shards by task") {
		t.Errorf("%v", err)
	}
}

// A stratum of 40 values divides nothing, though no shard sees more than ten of
// them; the order of merging does not matter.
func TestSumsDropWideStrata(t *testing.T) {
	var shards [4]*Sums
	for i := range shards {
		var records []table.Record
		for task := range 10 {
			r := tabletest.Attempted("a", fmt.Sprint(i, " ", task), 0, 1)
			r.Attempt.Strata = map[string]string{"wide": fmt.Sprint(10*i + task), "level": fmt.Sprint(task % 2)}
			records = append(records, r)
		}
		shards[i] = sumsOf(t, records)
	}
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 1, 0, 2}} {
		all := &Sums{Settings: testSettings}
		for _, i := range order {
			if err := all.Merge(shards[i]); err != nil {
				t.Fatal(err)
			}
		}
		res, err := all.Evaluate(result.Plan{}, tabletest.ShareCatalog)
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]int{}
		for _, s := range res.Summaries {
			if s.Stratum != nil {
				names[s.Stratum.Name]++
			}
		}
		if diff := cmp.Diff(map[string]int{"level": 2}, names); diff != "" {
			t.Errorf("order %v: %s", order, diff)
		}
	}
}

// Tasks of one cluster share their weights: the standard error of a mean is the
// cluster-robust one, of stats.ClusterRobustMean, within five Monte Carlo errors and
// the 1/(2G) between the two.
func TestSumsWeighClusters(t *testing.T) {
	const clusters, each = 60, 5
	rng := rand.New(rand.NewPCG(9, 10))
	var records []table.Record
	var x []float64
	var of []int
	for c := range clusters {
		base := rng.NormFloat64()
		for k := range each {
			v := base + 0.3*rng.NormFloat64()
			r := tabletest.Attempted("a", fmt.Sprint(c, "-", k), 0, -1)
			r.Attempt.Cluster = fmt.Sprint("cluster ", c)
			r.Values = []table.Value{{Metric: "grade", Value: v}}
			records, x, of = append(records, r), append(x, v), append(of, c)
		}
	}
	want, err := stats.ClusterRobustMean(x, of, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	// Clusters are divided among shards: weights do not depend on where a task lies.
	sums := sumsOf(t, records[:151])
	if err := sums.Merge(sumsOf(t, records[151:])); err != nil {
		t.Fatal(err)
	}
	res, err := sums.Evaluate(result.Plan{}, tabletest.ShareCatalog)
	if err != nil {
		t.Fatal(err)
	}
	s := res.Summaries[0]
	if s.Metric != "grade" || s.SE == nil || math.Abs(*s.SE/want.SECR1-1) > 5/math.Sqrt(2*float64(testSettings.Replicates))+0.5/clusters {
		t.Errorf("%s; cluster-robust standard error %v", asJSON(t, s), want.SECR1)
	}
	if naive := *s.SD / math.Sqrt(clusters*each); *s.SE < 1.5*naive {
		t.Errorf("standard error %v, as if tasks were unrelated %v", *s.SE, naive)
	}
}

// Two hundred tasks in eight clusters are eight units: the test of a difference has
// about seven degrees of freedom, not 199, and the t of the cluster-robust test within
// five Monte Carlo errors of the standard error (18%) and its rounding of the units.
func TestSumsTestByClusters(t *testing.T) {
	const clusters, each = 8, 25
	rng := rand.New(rand.NewPCG(11, 12))
	var records []table.Record
	var x []float64
	var of []int
	for c := range clusters {
		base := 0.8 + rng.NormFloat64()
		for k := range each {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			x, of = append(x, a+base-b), append(of, c)
			for run, v := range []float64{a + base, b} {
				r := tabletest.Attempted(string(rune('a'+run)), fmt.Sprint(c, "-", k), 0, -1)
				r.Attempt.Cluster = fmt.Sprint("cluster ", c)
				r.Values = []table.Value{{Metric: "grade", Value: v}}
				records = append(records, r)
			}
		}
	}
	want, err := stats.ClusterRobustMean(x, of, 0.95)
	if err != nil {
		t.Fatal(err)
	}
	res, err := sumsOf(t, records).Evaluate(result.Plan{}, tabletest.ShareCatalog)
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Comparisons) == 0 || len(res.Comparisons[0].Tests) != 1 || res.Comparisons[0].P == nil {
		t.Fatal(asJSON(t, res.Comparisons))
	}
	// 5 sqrt(2/replicates) of 8, and half a unit of rounding.
	got := res.Comparisons[0].Tests[0]
	if df := got.DF[0]; math.Abs(df-(clusters-1)) > 0.5+5*clusters*math.Sqrt(2/float64(testSettings.Replicates)) {
		t.Errorf("%v degrees of freedom for %d clusters", df, clusters)
	}
	if ratio := float64(*got.Statistic) / (want.Mean / want.SECR1); math.Abs(ratio-1) > 0.2 {
		t.Errorf("t = %v, cluster-robust %v", float64(*got.Statistic), want.Mean/want.SECR1)
	}
}

func TestSumsRefuseScoresWithoutSquares(t *testing.T) {
	for _, v := range []float64{math.Inf(1), math.NaN(), 1e200, -1e200} {
		r := tabletest.Attempted("a", "1", 0, -1)
		r.Values = []table.Value{{Metric: "grade", Value: v}}
		if s, err := SumTable(tabletest.Of(t, "error", r), testSettings, tabletest.ShareCatalog); err == nil {
			t.Errorf("a score of %v is no error: %+v", v, s.Cells)
		}
	}
}

// The log's cluster column may be named; the sums then are of clusters.
func TestSumsOfTheLogsClusters(t *testing.T) {
	var records []table.Record
	for i := range 12 {
		for r, run := range []string{"a", "b"} {
			rec := tabletest.Attempted(run, fmt.Sprint("t", i), 0, float64((i*(r+2)/3)%2))
			rec.Attempt.Cluster = fmt.Sprint("c", i%4)
			records = append(records, rec)
		}
	}
	settings := testSettings
	settings.Cluster = "cluster"
	sums, err := SumTable(tabletest.Of(t, "error", records...), settings, tabletest.Catalog)
	if err != nil {
		t.Fatal(err)
	}
	if !sums.Runs[0].Clustered {
		t.Errorf("sums are not of clusters: %+v", sums.Runs)
	}
}

func summary(t *testing.T, res *result.Results, run, metric string) result.Summary {
	t.Helper()
	for _, s := range res.Summaries {
		if s.Run == run && s.Metric == metric && s.Stratum == nil {
			return s
		}
	}
	t.Fatalf("no summary of %s, %s", run, metric)
	return result.Summary{}
}

// A habit of fewer than nine tenths of the tasks is no clear promise: of ten tasks six
// have one attempt and four two, the first of each solved. If one was meant the mean is
// (6 + 4 x 1/2)/10 = .8, if two (6 x 1/2 + 4 x 1/2)/10 = .5. With sums, too.
func TestUnclearPromise(t *testing.T) {
	var records []table.Record
	for i := range 10 {
		records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 0, 1))
		if i < 4 {
			records = append(records, tabletest.Attempted("a", fmt.Sprint("t", i), 1, 0))
		}
	}
	res, err := sumsOf(t, records).Evaluate(result.Plan{}, tabletest.ShareCatalog)
	if err != nil {
		t.Fatal(err)
	}
	u := res.Ledger[0].Unclear
	if u == nil || u.Commonest != 1 || u.Largest != 2 || u.Tasks != 6 || math.Abs(*u.MeanCommonest-.8) > 1e-12 || math.Abs(*u.MeanLargest-.5) > 1e-12 {
		t.Errorf("%+v", u)
	}
	at := slices.IndexFunc(res.Warnings, func(w result.Warning) bool { return w.Code == "unclear_promise" })
	if at < 0 || !res.Warnings[at].Decisive {
		t.Errorf("nothing is said: %+v", res.Warnings)
	}
}
