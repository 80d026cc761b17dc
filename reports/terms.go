package reports

import "strings"

// term is the title of a method as prose has it, and what the glossary says.
type term struct {
	name  string // as results spell it
	title string // within a sentence
	gloss string // plain words; empty: no glossary entry
}

// methods are the tests and intervals that results name.
var methods = []term{
	{"mcnemar_exact", "exact McNemar test", "Compares two runs on pass or fail, by the tasks on which they disagree. Exact: it counts every way those disagreements could have fallen."},
	{"mcnemar_midp", "McNemar mid-p test", "The exact McNemar test with the observed split counted half: less cautious, still close to its level."},
	{"mcnemar_chi2", "McNemar chi-square test", "The large-sample approximation of the exact McNemar test."},
	{"mcnemar_chi2_cc", "McNemar chi-square test with continuity correction", "The large-sample approximation of the exact McNemar test, corrected for counts being whole numbers."},
	{"paired_t", "paired t test", "Asks whether the mean of the differences by task is zero, given how much they scatter."},
	{"wilcoxon_signed_rank", "Wilcoxon signed-rank test", "Asks whether the differences by task are symmetric around zero, from their ranks."},
	{"sign", "sign test", "Asks whether one run is better on half of the tasks on which the two differ."},
	{"permutation", "paired permutation test", "Swaps the two runs' names within tasks, in every way or many times, and asks how often that alone gives a difference as large."},
	{"tost", "two one-sided tests for equivalence", "Rejects every difference as large as the margin: only then two runs are called equivalent."},
	{"cochran_q", "Cochran's Q test", "Asks whether more than two runs solve the same share of tasks, before pairs are looked at."},
	{"friedman", "Friedman test", "Asks whether more than two runs rank alike over the tasks, before pairs are looked at."},
	{"iman_davenport", "Iman-Davenport test", "The Friedman test with a better approximation to its distribution."},
	{"wilson", "Wilson interval", "An interval of a share that stays within 0 and 100% and holds for small n."},
	{"clopper_pearson", "Clopper-Pearson interval", "An exact, cautious interval of a share."},
	{"bca", "BCa bootstrap interval", "Tasks are drawn again with replacement many times; the middle of the resulting means, corrected for bias and skew, is the interval."},
	{"percentile", "percentile bootstrap interval", "Tasks are drawn again with replacement many times; the middle of the resulting means is the interval."},
	{"t", "t interval", "Mean plus and minus a multiple of its standard error."},
	{"newcombe", "Newcombe score interval", "An interval of the difference of two paired shares, made of Wilson intervals."},
	{"newcombe10", "Newcombe score interval", "An interval of the difference of two paired shares, made of Wilson intervals."},
	{"tango", "Tango score interval", "An interval of the difference of two paired shares that inverts a score test."},
	{"holm", "Holm correction", "Raises p-values for the number of comparisons made, so that the chance of any false finding in the family stays below alpha."},
	{"hochberg", "Hochberg correction", "Like Holm's, stepping up; a little stronger where tests are independent or positively dependent."},
	{"hommel", "Hommel correction", "Like Hochberg's and a little stronger."},
	{"bonferroni", "Bonferroni correction", "Multiplies every p-value by the number of comparisons."},
	{"sidak", "Sidak correction", "Like Bonferroni's, exact for independent tests."},
	{"holm-sidak", "Holm-Sidak correction", "Like Holm's, exact for independent tests."},
	{"bh", "Benjamini-Hochberg correction", "Bounds the expected share of false findings among the findings, not the chance of any."},
	{"by", "Benjamini-Yekutieli correction", "Like Benjamini-Hochberg's, for any dependence between the tests."},
	{"none", "no correction", ""},
}

// concepts are the other words that the glossary explains.
var concepts = []term{
	{"task", "task", "The unit of analysis. Several attempts of a run at one task are averaged first and never counted as independent."},
	{"interval", "interval", "The range of values that are compatible with the data at the stated level. It is about which tasks might have been drawn, not about every way a benchmark can mislead."},
	{"p", "p", "How often chance alone would give a difference at least as large, were there none. A large p shows nothing; it does not show that two runs are equal."},
	{"separated", "separated", "Two runs whose difference is significant after correction. Not separated means that the data do not tell which is better."},
	{"equivalent", "equivalent", "Not the same as no difference shown: every difference as large as the stated margin was rejected."},
	{"tie group", "tie group", "Runs that share a letter are not separated from each other."},
	{"rank interval", "rank interval", "The ranks a run takes when tasks are drawn again many times."},
	{"rank ub", "rank (UB)", "One plus the number of runs whose interval lies wholly above this run's."},
	{"family", "family", "The comparisons that share one correction."},
	{"policy", "policy", "What is assumed of an attempt without an outcome: a failure (fail), nothing (drop), or the worst or best that could have been (worst, best)."},
	{"kappa", "kappa", "Agreement beyond what two judges with the same shares of success would reach by chance: 1 is full agreement, 0 is chance."},
	{"re-read", "re-read", "The verdict that the judge's own text ends with, read again, in place of the one the log stores."},
	{"lift", "lift", "How much more often a failure mode shows among failures than among successes. 1 means that it explains nothing."},
	{"points", "points", "Percentage points: from 50% to 58% is 8 points."},
	{"discordant", "wins, ties, losses", "Tasks on which A does better than B, the same, or worse."},
}

// lookup finds a term by its name.
func lookup(list []term, name string) (term, bool) {
	for _, t := range list {
		if t.name == name {
			return t, true
		}
	}
	return term{}, false
}

// method returns the title of a test, an interval or a correction, and notes it
// for the glossary. A name without a title is shown with spaces.
func (c *composer) method(name string) string {
	if t, ok := lookup(methods, name); ok {
		c.use(name)
		return t.title
	}
	return methodTitle(name)
}

// methodTitle is method outside a document.
func methodTitle(name string) string {
	if t, ok := lookup(methods, name); ok {
		return t.title
	}
	return strings.ReplaceAll(Visible(name), "_", " ")
}
