package study

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// TestedPair is what every test and effect size of a comparison is given.
type TestedPair struct {
	x, y    []float64 // task values of the two runs, by position
	diff    stats.Differences
	Table   stats.PairedTable // binary data only
	Cluster []int             // of each pair; nil where every task is its own
	plan    *result.Plan
	seed    []string  // names the comparison where a draw's seed is derived
	memo    *pairMemo // nil: nothing is asked for twice
}

// PairTest binds a declared test of two runs on the same tasks to its function.
type PairTest struct {
	result.Method
	Of func(p TestedPair) (stats.Result, error)
}

// Headlines names, for each scale, the test whose p-value is quoted. It is fixed
// by rule, so that nobody can shop among the others, which are shown beside it.
var Headlines = map[result.Scale]string{
	result.Binary:   result.McNemarExact.Name,
	result.Interval: result.PairedT.Name,
	result.Ordinal:  result.WilcoxonSignedRank.Name,
}

// ClusteredHeadline replaces the rule where tasks come in clusters: it alone of
// the tests does not take the tasks as independent.
var ClusteredHeadline = result.ClusterRobustT.Name

// ClusteredPermutation flips whole clusters, and so takes them alone as independent.
var ClusteredPermutation = result.ClusterPermutation.Name

// byCluster tells whether a test goes by cluster.
func byCluster(test string) bool { return test == ClusteredHeadline || test == ClusteredPermutation }

// clusterSums are the differences summed by cluster.
func (p TestedPair) clusterSums() []float64 {
	at := map[int]int{}
	var sums []float64
	for i, c := range p.Cluster {
		if _, ok := at[c]; !ok {
			at[c] = len(sums)
			sums = append(sums, 0)
		}
		sums[at[c]] += p.diff.D[i]
	}
	return sums
}

// Headline names the test whose p-value is quoted: by rule, and where differences that do
// not vary leave that test undefined, the sign test or, with clusters, the permutation of
// clusters, since the same difference on every one of several tasks is a finding.
func (p TestedPair) Headline(scale result.Scale) string {
	name, instead := Headlines[scale], result.SignTest.Name
	if p.Cluster != nil {
		name, instead = ClusteredHeadline, ClusteredPermutation
	}
	if _, err := TestNamed(name).Of(p); err == nil || len(p.diff.D) < 2 {
		return name
	}
	if plus, minus, _ := p.diff.Signs(); plus+minus == 0 {
		return name
	}
	if _, err := TestNamed(instead).Of(p); err != nil {
		return name
	}
	return instead
}

// TestNamed is the declared test of that name.
func TestNamed(name string) PairTest {
	return PairTests[slices.IndexFunc(PairTests, func(t PairTest) bool { return t.Name == name })]
}

// Test runs the headline test alone.
func (p TestedPair) Test(scale result.Scale) result.Test { return TestNamed(p.Headline(scale)).Run(p) }

// admissible lists the tests for the scale and the sampling of the pair.
func (p TestedPair) admissible(scale result.Scale) []PairTest {
	var out []PairTest
	for _, t := range PairTests {
		if slices.Contains(t.Scales, scale) && (p.Cluster != nil || !byCluster(t.Name)) {
			out = append(out, t)
		}
	}
	return out
}

// PairTests lists the tests in the order in which results show them.
var PairTests = []PairTest{
	{result.ClusterRobustT, func(p TestedPair) (stats.Result, error) {
		return stats.ClusterRobustT(p.diff, p.Cluster)
	}},
	{result.ClusterPermutation, func(p TestedPair) (stats.Result, error) {
		diff, err := stats.DifferencesOf(p.clusterSums())
		if err != nil {
			return stats.Result{}, err
		}
		r, err := stats.PermutationPaired(diff, stats.PermutationOptions{
			Seed: stats.DeriveSeed(p.plan.Seed, append(p.seed, ClusteredPermutation)...), Resamples: p.plan.Resamples,
		})
		// The statistic is the mean difference over tasks, whatever their clusters' sizes.
		r.Statistic = r.Sum / float64(len(p.diff.D))
		return r.Result, err
	}},
	{result.McNemarExact, func(p TestedPair) (stats.Result, error) {
		return stats.McNemarExact(p.Table.FirstOnly, p.Table.SecondOnly)
	}},
	{result.McNemarMidP, func(p TestedPair) (stats.Result, error) {
		return stats.McNemarMidP(p.Table.FirstOnly, p.Table.SecondOnly)
	}},
	{result.McNemarChi2, func(p TestedPair) (stats.Result, error) {
		return stats.McNemarChi2(p.Table.FirstOnly, p.Table.SecondOnly, false)
	}},
	{result.McNemarChi2CC, func(p TestedPair) (stats.Result, error) {
		return stats.McNemarChi2(p.Table.FirstOnly, p.Table.SecondOnly, true)
	}},
	{result.PairedT, func(p TestedPair) (stats.Result, error) {
		r, err := stats.PairedT(p.diff, stats.PairedTOptions{Level: p.plan.Level})
		return r.Result, err
	}},
	{result.WilcoxonSignedRank, func(p TestedPair) (stats.Result, error) {
		r, err := p.wilcoxon()
		return r.Result, err
	}},
	{result.SignTest, func(p TestedPair) (stats.Result, error) {
		r, err := stats.SignTest(p.diff, stats.TwoSided)
		return r.Result, err
	}},
	{result.Permutation, func(p TestedPair) (stats.Result, error) {
		r, err := stats.PermutationPaired(p.diff, stats.PermutationOptions{
			Seed: stats.DeriveSeed(p.plan.Seed, append(p.seed, result.Permutation.Name)...), Resamples: p.plan.Resamples,
		})
		return r.Result, err
	}},
}

var zeroMethods = map[string]stats.ZeroMethod{
	"pratt": stats.Pratt, "wilcox": stats.DropZeros, "zsplit": stats.SplitZeros,
}

// TakesIndependent is noted of a test that knows of no clusters where there are some.
const TakesIndependent = "takes the tasks as independent, though they come in clusters"

// Run makes a Test of the outcome; where the test does not exist for the data,
// its notes say why.
func (t PairTest) Run(p TestedPair) result.Test {
	r, err := t.Of(p)
	if err != nil {
		return result.Test{Method: t.Name, Notes: []string{stats.Reason(err)}}
	}
	if p.Cluster != nil && !byCluster(t.Name) {
		r.Notes = append(slices.Clone(r.Notes), TakesIndependent)
	}
	return TestOf(t.Name, r)
}

// TestOf is a test's outcome as results hold it.
func TestOf(name string, r stats.Result) result.Test {
	statistic := result.Float(r.Statistic)
	return result.Test{Method: name, Statistic: &statistic, DF: r.DF, P: result.Number(r.P), NUsed: r.NUsed, Exact: r.Exact, Notes: r.Notes}
}

// pairedTable counts 0/1 outcomes by pair.
func pairedTable(x, y []float64) stats.PairedTable {
	var t stats.PairedTable
	for i := range x {
		switch {
		case x[i] == 1 && y[i] == 1:
			t.Both++
		case x[i] == 1:
			t.FirstOnly++
		case y[i] == 1:
			t.SecondOnly++
		default:
			t.Neither++
		}
	}
	return t
}
