package compose

import (
	"strings"

	"mcpstats/reports"
)

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
	{"poisson_bootstrap_t", "t test on the Poisson bootstrap's standard error", "Asks whether the difference is zero, by the scatter of its Poisson bootstrap replicates and Student's distribution."},
	{"sign", "sign test", "Asks whether one run is better on half of the tasks on which the two differ."},
	{"permutation", "paired permutation test", "Swaps the two runs' names within tasks, in every way or many times, and asks how often that alone gives a difference as large."},
	{"cluster_permutation", "permutation test by cluster", "Swaps the two runs' names within whole clusters of tasks, in every way or many times, and asks how often that alone gives a difference as large."},
	{"max_t_sign_flips", "max-t test by flips of signs", "Swaps the two runs' names within tasks, in all comparisons together, and asks how often that alone makes the largest of their t statistics as large as this one."},
	{"cluster_robust_t", "cluster-robust t test", "A t test of the mean difference whose standard error treats tasks of one cluster as alike: they say less than as many unrelated tasks."},
	{"nemenyi", "Nemenyi test", "Compares the average ranks of all pairs of runs at once. What it finds between two runs depends on which others are in the comparison."},
	{"tost", "two one-sided tests for equivalence", "Rejects every difference as large as the margin: only then two runs are called equivalent."},
	{"cochran_q", "Cochran's Q test", "Asks whether more than two runs solve the same share of tasks, before pairs are looked at."},
	{"friedman", "Friedman test", "Asks whether more than two runs rank alike over the tasks, before pairs are looked at."},
	{"iman_davenport", "Iman-Davenport test", "The Friedman test with a better approximation to its distribution."},
	{"wilson", "Wilson interval", "An interval of a share that stays within 0 and 100% and holds for small n."},
	{"wilson_effective", "design-adjusted Wilson interval", "Wilson's interval after the counts are divided by the design effect, since attempts at one task, or at tasks of one cluster, end alike: it is wider than that of as many unrelated attempts."},
	{"clopper_pearson", "Clopper-Pearson interval", "An exact, cautious interval of a share."},
	{"wilson_bonferroni", "Bonferroni-Wilson interval", "Wilson intervals of several shares that hold together, each at its part of the error: wider than one alone."},
	{"wilson_effective_bonferroni", "design-adjusted Bonferroni-Wilson interval", "Design-adjusted Wilson intervals of several shares that hold together, each at its part of the error and with its own design effect."},
	{"goodman", "Goodman simultaneous interval", "Intervals of several shares of one whole that hold together: each is wider than it would be alone."},
	{"koopman", "Koopman score interval", "An interval of the ratio of two shares that inverts a score test; it has no upper end where the lower share is 0."},
	{"bca", "BCa bootstrap interval", "Tasks are drawn again with replacement many times; the middle of the resulting means, corrected for bias and skew, is the interval."},
	{"percentile", "percentile bootstrap interval", "Tasks are drawn again with replacement many times; the middle of the resulting means is the interval."},
	{"poisson_percentile", "Poisson bootstrap percentile interval", "Every task is counted a random number of times, 1 on average, the same in every run; the middle of the resulting means is the interval."},
	{"studentized", "studentized bootstrap interval", "Tasks are drawn again with replacement many times; every resulting mean is held against its own standard error."},
	{"basic", "basic bootstrap interval", "The percentile bootstrap interval, mirrored at the mean."},
	{"cluster_robust_t interval", "cluster-robust t interval", "Mean plus and minus a multiple of a standard error that treats tasks of one cluster as alike."},
	{"lang_reiczigel", "Lang-Reiczigel interval", "An interval of a corrected share that allows for how little is known of the judge's errors."},
	{"t", "t interval", "Mean plus and minus a multiple of its standard error."},
	{"newcombe", "Newcombe score interval", "An interval of the difference of two paired shares, made of Wilson intervals."},
	{"newcombe10", "Newcombe score interval", "An interval of the difference of two paired shares, made of Wilson intervals."},
	{"tango", "Tango score interval", "An interval of the difference of two paired shares that inverts a score test."},
	{"holm", "Holm correction", "Raises p-values for the number of comparisons made, so that the chance of any false finding in the family stays below alpha."},
	{"hochberg", "Hochberg correction", "Like Holm's, stepping up; a little stronger where tests are independent or positively dependent."},
	{"hommel", "Hommel correction", "Like Hochberg's and a little stronger."},
	{"bonferroni", "Bonferroni correction", "Multiplies every p-value by the number of comparisons."},
	{"sidak", "Sidak correction", "Like Bonferroni's, exact for independent tests."},
	{"holm_sidak", "Holm-Sidak correction", "Like Holm's, exact for independent tests."},
	{"BH", "Benjamini-Hochberg correction", "Bounds the expected share of false findings among the findings, not the chance of any."},
	{"BY", "Benjamini-Yekutieli correction", "Like Benjamini-Hochberg's, for any dependence between the tests."},
	{"max-t", "max-t correction", "Holds every comparison against the largest of all, over tasks drawn again for all of them together, so that the chance of any false finding in the family stays near alpha; its intervals hold together."},
	{"max_t", "simultaneous max-t interval", "Intervals of all comparisons of a family that hold together: the mean plus and minus one multiple of each one's standard error, taken from the largest deviation over tasks drawn again."},
	{"none", "no correction", ""},
}

// effects are the effect sizes that results name.
var effects = []term{
	{"cohen_dz", "Cohen's d_z", "The mean difference by task in units of the standard deviation of those differences."},
	{"hedges_gz", "Hedges' g", "Cohen's d_z without its bias in small samples."},
	{"cohen_dav", "Cohen's d_av", "The mean difference in units of the average standard deviation of the two runs."},
	{"rank_biserial", "matched-pairs rank-biserial correlation", "The share of rank sums in favour of A less that in favour of B: 1 where A is better on every task that differs."},
	{"cliffs_delta", "Cliff's delta", "How much more often a task's value of A exceeds one of B than the other way round, over all pairs of tasks."},
	{"vargha_delaney_a", "Vargha-Delaney A", "How often a task's value of A exceeds one of B, ties counted half: 0.5 is no difference."},
	{"odds_ratio", "odds ratio of the discordant tasks", "Tasks that A alone solves for each that B alone solves."},
	{"cohens_g", "Cohen's g", "The share of discordant tasks that A solves, less one half."},
}

// concepts are the other words that the glossary explains.
var concepts = []term{
	{"task", "task", "The unit of analysis. Several attempts of a run at one task are averaged first and never counted as independent."},
	{"interval", "interval", "The range of values that are compatible with the data at the stated level. It is about which tasks might have been drawn, not about every way a benchmark can mislead."},
	{"p", "p", "How often chance alone would give a difference at least as large, were there none. A large p shows nothing; it does not show that two runs are equal."},
	{"separated", "separated", "Two runs whose difference is significant after correction. Not separated means that the data do not tell which is better."},
	{"equivalent", "equivalent", "Not the same as no difference shown: every difference as large as the stated margin was rejected."},
	{"tie group", "tie group", "Runs that share a letter are not separated from each other."},
	{"rank interval", "rank interval", "The ranks that the comparisons of all pairs, after correction, leave a run: from 1 + the runs that are shown to be better, to all runs less those that are shown to be worse. The intervals of all runs hold together, and agree with the letters."},
	{"rank range", "rank range", "The ranks that the comparisons of all pairs leave a run. The correction in use does not bound the chance of any false finding, so that these are no confidence intervals."},
	{"fragile", "fragile", "Another sane test of the same values, after the same correction, decides otherwise: the mid-p test beside McNemar's exact one, the permutation test beside the t and signed-rank tests."},
	{"borderline", "borderline", "McNemar's exact test, before correction, and Tango's interval disagree about whether the difference is zero: the evidence stands at the edge."},
	{"rank ub", "rank (UB)", "One plus the number of runs whose interval lies wholly above this run's."},
	{"average rank", "average rank", "On every task the runs are ranked, the best first and ties sharing the mean rank; the average is over the tasks."},
	{"choice", "choice", "One sane way to analyse the same logs: a policy for attempts without an outcome, a metric for the same question, a test, a correction."},
	{"tau", "Kendall's tau-b", "How alike two rankings are: 1 where they agree on every pair of runs, -1 where they disagree on every pair, ties allowed for."},
	{"cluster", "cluster", "Tasks that belong together, such as those of one repository, and so are less informative than as many unrelated ones."},
	{"family", "family", "The comparisons that share one correction."},
	{"policy", "policy", "What is assumed of an attempt without an outcome: a failure (fail), nothing (drop), or the worst or best that could have been (worst, best)."},
	{"kappa", "kappa", "Agreement beyond what two judges with the same shares of success would reach by chance: 1 is full agreement, 0 is chance."},
	{"ac1", "AC1", "Gwet's agreement beyond chance, which does not fall, as kappa does, where nearly all verdicts are alike."},
	{"corrected", "corrected success", "What the share of successes would be were the judge right: its own share, put right by how often it says success of successes (sensitivity) and failure of failures (specificity). The interval is wide where there are few references."},
	{"re-read", "re-read", "The verdict that the judge's own text ends with, read again, in place of the one the log stores."},
	{"primary mode", "primary mode", "Of the failure modes that an attempt shows, the first in a fixed order: what decides by itself before what agents often recover from."},
	{"design effect", "design effect", "How much less several attempts at one task say than as many tasks would: counts are divided by it before an interval is made of them."},
	{"lift", "lift", "How much more often a failure mode shows among failures than among successes. 1 means that it explains nothing."},
	{"points", "points", "Percentage points: from 50% to 58% is 8 points."},
	{"discordant", "wins, ties, losses", "Tasks on which A does better than B, the same, or worse; higher, equal or lower where neither direction is known to be better."},
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

// methodTitle is method outside a document.
func methodTitle(name string) string {
	if t, ok := lookup(methods, name); ok {
		return t.title
	}
	return reports.ShortName(strings.ReplaceAll(name, "_", " "))
}
