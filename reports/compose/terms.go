package compose

import "mcpstats/analysis/result"

// term is a word that the glossary explains, by the name that composers note it with.
type term struct{ name, title, gloss string }

// concepts are the words that the glossary explains before the methods that the document
// names.
var concepts = []term{
	{"task", "task", "The unit of analysis. Several attempts of a run at one task are averaged first and never counted as independent."},
	{"interval", "interval", "The range of values that are compatible with the data at the stated level. It is about which tasks might have been drawn, not about every way a benchmark can mislead."},
	{"p", "p", "How often chance alone would give a difference at least as large if there were none. A large p shows nothing; it does not show that two runs are equal."},
	{"separated", "separated", "Two runs whose difference is significant after correction. Not separated means that the data do not tell which is better."},
	{"equivalent", "equivalent", "Not the same as no difference shown: every difference as large as the stated margin was rejected."},
	{"tie group", "tie group", "Runs that share a letter are not separated from each other."},
	{"rank interval", "rank interval", "The ranks that the comparisons of all pairs, after correction, leave a run: from 1 + the runs that are shown to be better, to all runs less those that are shown to be worse. The intervals of all runs hold together, and agree with the letters."},
	{"rank range", "rank range", "The ranks that the comparisons of all pairs leave a run. The correction in use does not bound the chance of any false finding, so these are not confidence intervals."},
	{"fragile", "fragile", "Another sane test of the same values, after the same correction, decides otherwise: the mid-p test beside McNemar's exact one, the permutation test beside the t and signed-rank tests."},
	{"borderline", "borderline", "McNemar's exact test, before correction, and Tango's interval disagree about whether the difference is zero: the evidence is on the edge."},
	{"rank ub", "rank (UB)", "One plus the number of runs whose interval lies wholly above this run's."},
	{"average rank", "average rank", "On every task the runs are ranked, the best first and ties sharing the mean rank; the average is over the tasks."},
	{"choice", "choice", "One sane way to analyse the same logs: a policy for attempts without an outcome, a metric for the same question, a test, a correction."},
	coefficient("tau"),
	{"cluster", "cluster", "Tasks that belong together, such as those of one repository, and so are less informative than as many unrelated ones."},
	{"family", "family", "The comparisons that share one correction."},
	{"policy", "policy", "What is assumed of an attempt without an outcome: a failure (fail), nothing (drop), or the worst or best that could have been (worst, best)."},
	coefficient("kappa"),
	coefficient("ac1"),
	coefficient("corrected"),
	{"re-read", "re-read", "The verdict that the judge's own text ends with, read again, in place of the one the log stores."},
	{"primary mode", "primary mode", "Of the failure modes that an attempt shows, the one that explains it best: of those that can explain a failure by themselves the one that comes first in the attempt, else the first in a fixed order. Of recorded ends and labels, the first in that order, or the one called the root."},
	{"design effect", "design effect", "How much less several attempts at one task say than as many tasks would: counts are divided by it before an interval is made of them."},
	{"lift", "lift", "How much more often a failure mode shows among failures than among successes. 1 means that it explains nothing."},
	{"points", "points", "Percentage points: from 50% to 58% is 8 points."},
	{"discordant", "wins, ties, losses", "Tasks on which A does better than B, the same, or worse; higher, equal or lower where neither direction is known to be better."},
}

// coefficient is a glossary word that is a declared method.
func coefficient(name string) term {
	m := named(name, result.CoefficientMethod)
	return term{name, m.Title, m.Meaning}
}
