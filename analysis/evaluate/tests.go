package evaluate

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/stats"
)

// testedPair is what every test and effect size of a comparison is given.
type testedPair struct {
	x, y    []float64 // task values of the two runs, by position
	diff    stats.Differences
	table   stats.PairedTable // binary data only
	cluster []int             // of each pair; nil where every task is its own
	plan    *result.Plan
	seed    []string  // names the comparison where a draw's seed is derived
	memo    *pairMemo // nil: nothing is asked for twice
}

// pairTest binds a declared test of two runs on the same tasks to its function.
type pairTest struct {
	result.Method
	of func(p testedPair) (stats.Result, error)
}

// headlines names, for each scale, the test whose p-value is quoted. It is fixed
// by rule, so that nobody can shop among the others, which are shown beside it.
var headlines = map[result.Scale]string{
	result.Binary:   result.McNemarExact.Name,
	result.Interval: result.PairedT.Name,
	result.Ordinal:  result.WilcoxonSignedRank.Name,
}

// clusteredHeadline replaces the rule where tasks come in clusters: it alone of
// the tests does not take the tasks as independent.
var clusteredHeadline = result.ClusterRobustT.Name

// clusteredPermutation flips whole clusters, and so takes them alone as independent.
var clusteredPermutation = result.ClusterPermutation.Name

// byCluster tells whether a test goes by cluster.
func byCluster(test string) bool { return test == clusteredHeadline || test == clusteredPermutation }

// clusterSums are the differences summed by cluster.
func (p testedPair) clusterSums() []float64 {
	at := map[int]int{}
	var sums []float64
	for i, c := range p.cluster {
		if _, ok := at[c]; !ok {
			at[c] = len(sums)
			sums = append(sums, 0)
		}
		sums[at[c]] += p.diff.D[i]
	}
	return sums
}

// headline names the test whose p-value is quoted: by rule, and where differences that do
// not vary leave that test undefined, the sign test or, with clusters, the permutation of
// clusters, since the same difference on every one of several tasks is a finding.
func (p testedPair) headline(scale result.Scale) string {
	name, instead := headlines[scale], result.SignTest.Name
	if p.cluster != nil {
		name, instead = clusteredHeadline, clusteredPermutation
	}
	if _, err := testNamed(name).of(p); err == nil || len(p.diff.D) < 2 {
		return name
	}
	if plus, minus, _ := p.diff.Signs(); plus+minus == 0 {
		return name
	}
	if _, err := testNamed(instead).of(p); err != nil {
		return name
	}
	return instead
}

func testNamed(name string) pairTest {
	return pairTests[slices.IndexFunc(pairTests, func(t pairTest) bool { return t.Name == name })]
}

// test runs the headline test alone.
func (p testedPair) test(scale result.Scale) result.Test { return testNamed(p.headline(scale)).run(p) }

// admissible lists the tests for the scale and the sampling of the pair.
func (p testedPair) admissible(scale result.Scale) []pairTest {
	var out []pairTest
	for _, t := range pairTests {
		if slices.Contains(t.Scales, scale) && (p.cluster != nil || !byCluster(t.Name)) {
			out = append(out, t)
		}
	}
	return out
}

// pairTests lists the tests in the order in which results show them.
var pairTests = []pairTest{
	{result.ClusterRobustT, func(p testedPair) (stats.Result, error) {
		return stats.ClusterRobustT(p.diff, p.cluster)
	}},
	{result.ClusterPermutation, func(p testedPair) (stats.Result, error) {
		diff, err := stats.DifferencesOf(p.clusterSums())
		if err != nil {
			return stats.Result{}, err
		}
		r, err := stats.PermutationPairedDiff(diff, stats.PermutationOptions{
			Seed: stats.DeriveSeed(p.plan.Seed, append(p.seed, clusteredPermutation)...), Resamples: p.plan.Resamples,
		})
		// The statistic is the mean difference over tasks, whatever their clusters' sizes.
		r.Statistic = r.Sum / float64(len(p.diff.D))
		return r.Result, err
	}},
	{result.McNemarExact, func(p testedPair) (stats.Result, error) {
		return stats.McNemarExact(p.table.FirstOnly, p.table.SecondOnly)
	}},
	{result.McNemarMidP, func(p testedPair) (stats.Result, error) {
		return stats.McNemarMidP(p.table.FirstOnly, p.table.SecondOnly)
	}},
	{result.McNemarChi2, func(p testedPair) (stats.Result, error) {
		return stats.McNemarChi2(p.table.FirstOnly, p.table.SecondOnly, false)
	}},
	{result.McNemarChi2CC, func(p testedPair) (stats.Result, error) {
		return stats.McNemarChi2(p.table.FirstOnly, p.table.SecondOnly, true)
	}},
	{result.PairedT, func(p testedPair) (stats.Result, error) {
		r, err := stats.PairedTDiff(p.diff, stats.PairedTOptions{Level: p.plan.Level})
		return r.Result, err
	}},
	{result.WilcoxonSignedRank, func(p testedPair) (stats.Result, error) {
		r, err := p.wilcoxon()
		return r.Result, err
	}},
	{result.SignTest, func(p testedPair) (stats.Result, error) {
		r, err := stats.SignTestDiff(p.diff, stats.TwoSided)
		return r.Result, err
	}},
	{result.Permutation, func(p testedPair) (stats.Result, error) {
		r, err := stats.PermutationPairedDiff(p.diff, stats.PermutationOptions{
			Seed: stats.DeriveSeed(p.plan.Seed, append(p.seed, result.Permutation.Name)...), Resamples: p.plan.Resamples,
		})
		return r.Result, err
	}},
}

var zeroMethods = map[string]stats.ZeroMethod{
	"pratt": stats.Pratt, "wilcox": stats.DropZeros, "zsplit": stats.SplitZeros,
}

// takesIndependent is noted of a test that knows of no clusters where there are some.
const takesIndependent = "takes the tasks as independent, though they come in clusters"

// run makes a Test of the outcome; where the test does not exist for the data,
// its notes say why.
func (t pairTest) run(p testedPair) result.Test {
	r, err := t.of(p)
	if err != nil {
		return result.Test{Method: t.Name, Notes: []string{stats.Reason(err)}}
	}
	if p.cluster != nil && !byCluster(t.Name) {
		r.Notes = append(slices.Clone(r.Notes), takesIndependent)
	}
	return TestOf(t.Name, r)
}

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
