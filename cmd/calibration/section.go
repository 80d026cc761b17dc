package main

import (
	"slices"

	"mcpstats/reports"
)

// section is a part of the page: what is measured, and how it is told.
type section struct {
	id, title string
	intro     string // how it was measured
	n         string // what n counts
	reading   string // what the numbers say
	measure   func(seed uint64, runs float64) ([]cell, error)
	figures   func(cells []cell) ([]reports.Figure, error)
}

// sections are the parts of the page in order.
var sections = []section{
	{id: "mcnemar", title: "McNemar's tests and the sign test", n: "tasks", measure: mcnemarCells, figures: mcnemarFigures,
		reading: "The exact tests never reject too often, and pay for it where few tasks are discordant: there the mid-p test, which stays at or below its level here too, has more power. The chi-square test without correction exceeds its level a little at times; with the correction it is more cautious than the exact test.",
		intro:   "Two runs that solve tasks equally often disagree on a share of the tasks, and each disagreement falls either way with equal probability. Every possible table was enumerated: these numbers are exact."},
	{id: "paired", title: "Tests of two runs on the same tasks", n: "tasks", measure: pairedTestCells, figures: pairedTestFigures,
		reading: "The t test holds for graded scores, 0/1 outcomes and heavy tails. With skewed differences, as of tokens or cost, it rejects too often below a hundred tasks. The signed-rank, sign and permutation tests are exact given the ties and zeros that are there, which makes them cautious with few tasks or many zeros. Splitting zeros (Wilcoxon) is cautious beyond 200 non-zero differences, where the normal approximation takes over. The test of equivalence looks at one tail alone, so that skew hurts it most, with hundreds of tasks still.",
		intro:   "Differences by task of two runs that are equally good, drawn from five populations: normal; graded scores, each the mean of four attempts at a task whose difficulty varies; 0/1 outcomes of one attempt; heavy tails; and skewed differences, whose mean is zero but whose median is not (there only the test of the mean has a true null hypothesis). The test of equivalence is put to two runs that differ by exactly the margin (half a unit): calling them equivalent is the error."},
	{id: "many", title: "Tests of more than two runs, and corrections for many comparisons", n: "tasks", measure: manyCells, figures: familyFigures,
		reading: "The omnibus tests hold. Nemenyi's test makes no allowance for ties and is far too cautious on graded scores. Ten comparisons without correction find something in more than a quarter of the families; every correction prevents it.",
		intro:   "Five runs that are equally good. For a correction the error is to reject anything at all among the ten pairwise paired t tests; Benjamini-Hochberg and Benjamini-Yekutieli promise less in general (a share of false findings), but where nothing is there to be found the promise is the same."},
	{id: "ranks", title: "Ranges of ranks", n: "tasks", measure: rankCells,
		reading: "Rank sets hold the true ranks of all runs at once at least as often as they say; for near-tied runs, where no pair can be told apart, nearly always. The middle 95% of bootstrapped ranks are no 95% interval: for near-tied runs they miss the rank of the best run in one study of five, and in a third of the studies that of some run. A report gives rank sets.",
		intro:   "Five runs whose true means are apart by equal small steps; scores by task share the task's difficulty. Rank sets come from paired t tests of all pairs with Holm's correction, bootstrapped ranks from 500 resamples of the tasks. The true rank of a run is its place among the true means."},
	{id: "rank", title: "Correlation", n: "pairs of values", measure: correlationCells,
		reading: "With five values, such as the ranks of five runs, Spearman's t approximation rejects too often; counting all orders does not, and from ten values on the approximation holds. Kendall's test is cautious with five values, as so few orders leave it no level near 5%.",
		intro:   "Two columns that have nothing to do with each other, and for Pearson's interval two that correlate by .5."},
	{id: "rate", title: "Intervals of one success rate", n: "tasks", measure: proportionCells, figures: rateFigures,
		reading: "On average over rates Wilson's and Jeffreys' intervals come nearest to 95%; at unlucky rates every approximate interval falls below it, Wilson's by two to three points with 30 to 95 tasks. Clopper-Pearson never does, and is wider for it. Wald's interval fails near 0 and 100% even with a hundred tasks.",
		intro:   "The coverage of an interval of a rate jumps up and down with the rate, as counts are whole numbers. It was computed exactly at 999 rates; the table tells its average over rates from 1% to 99% and its lowest value from 5% to 95%."},
	{id: "difference", title: "Intervals of the difference of two success rates on the same tasks", n: "tasks", measure: pairedRateCells, figures: differenceFigures,
		reading: "Newcombe's method 10 and Bonett and Price's interval hold or over-cover throughout. Tango's dips below once, where few tasks are discordant. Newcombe's method 8 and above all Wald's interval are too short with few tasks.",
		intro:   "Four populations of tasks. Up to 95 tasks every table was enumerated; beyond, 10,000 studies were simulated for each."},
	{id: "mean", title: "Intervals of a mean", n: "tasks", measure: meanCells, figures: meanFigures,
		reading: "Read this table before trusting an interval from few tasks. With ten tasks no bootstrap holds throughout, and with 30 normal values the usual ones still fall about a point short, where the t interval is right. For skewed quantities, such as tokens, cost or time, every interval is too short: the BCa interval covers about 88% with 30 tasks and 92% with 95; the studentized one is the least bad. A success rate near 0 or 100% should have Wilson's interval: of ten tasks of which nine in ten are solved, a third of the studies see nothing but successes, and no interval made from their spread exists or has any width.",
		intro:   "Values by task of one run. The bootstraps draw tasks with replacement, 2,000 times here, 10,000 times in a report."},
	{id: "few", title: "Headline intervals of few tasks", n: "tasks", measure: fewCells,
		reading: "With normal values Student's interval holds from three tasks on, where BCa's covers 73% with three, 90% with ten and still two points too little with 20. For graded scores both hold from ten tasks on. Skewed quantities have no interval that holds with few tasks, and neither method is to be preferred there.",
		intro:   "A report's headline interval of a mean is Student's below 20 tasks and BCa's from 20 on; of a difference it is always that of its test, so that the two cannot contradict each other. Values by task of one run, as above; single pass-or-fail attempts are left out, which have Wilson's interval at any size."},
	{id: "equivalence", title: "Equivalence of two runs, skewed differences", n: "tasks", measure: equivalenceCells,
		reading: "The error is one of a single tail. Where the long tail points away from zero, few tasks show it, the mean looks smaller and its error shorter than they are, and two runs that differ by the margin are called equivalent too often: with differences as skewed as those of tokens or cost in 16% of the studies at 30 tasks, in 7% still at 1,000. At the other margin the test is cautious. Do not rest an equivalence of tokens, cost or time on fewer than a thousand tasks.",
		intro:   "Two runs that differ by exactly the margin, half a standard deviation, either way. The differences have a long tail to the right, which at the upper margin points away from zero and at the lower one towards it."},
	{id: "gate", title: "A gate that is looked at after every task", n: "tasks, each followed by a look", measure: gateCells,
		reading: "However often one looks, the betting test passes a run that is worse by the margin, and fails one that is not worse by more, in fewer than 5% of the streams. The t test that passes at one look in 5% does so at any of a thousand looks in two fifths of them: it must not be asked again and again. Being right at every look costs power: the betting test needs some two to three times the tasks of one look whose number was chosen beforehand; it is for jobs that stop early where the answer is clear. Where a loss is rare and total no test is safe before one has been seen: the t test passes too often with 300 tasks, the betting test does not.",
		intro:   "Differences by task between a new run and a base, with a margin of 5 points. Where the new run is worse by exactly the margin, to pass it and to fail it are both wrong; where the runs are equal, passing is right. The betting test is looked at after every task, 100,000 streams of tasks each; beside it the one-sided paired t test, looked at once after n tasks as it should be, and at every look from the tenth task on, as it should not."},
	{id: "simultaneous", title: "Rank sets and simultaneous intervals of many runs", n: "runs", measure: simultaneousCells,
		reading: "Rank sets hold the true ranks of all runs in nearly every study, more so the more runs there are: where runs are nearly tied few pairs are separated, and the sets are wide. Those of max-t are hardly narrower. The simultaneous intervals of all differences, up to 1,225 of them over the same hundred tasks, hold at both levels.",
		intro:   "Five to fifty near-tied runs over a hundred tasks, whose true means are apart by a fifth of a point each. A study counts as right where the rank sets of all runs hold the true ranks, or where the intervals of all pairwise differences hold the true ones, at 95% and at 99%. Max-t draws 1,000 resamples."},
	{id: "cluster", title: "Tasks in clusters", n: "clusters", measure: clusterCells, figures: clusterFigures,
		reading: "Ignoring clusters misleads at any number of clusters; more data do not heal it. The cluster-robust t test and interval, with the factor G/(G-1) and G-1 degrees of freedom, hold from ten clusters of equal size on, and so does the studentized bootstrap. Where clusters differ much in size the t test rejects too often below a hundred clusters, 13% at ten; the permutation of whole clusters holds throughout, and stands beside it: where the two disagree, believe the permutation. The other bootstraps and the z interval need about a hundred clusters.",
		intro:   "Normal values in clusters of five tasks, any two of one cluster correlated by .3, as of tasks that share a server or a template; for the tests, also clusters of 1, 1, 2, 6 and 15 tasks. n counts clusters."},
	{id: "judge", title: "Judges", n: "attempts judged", measure: judgeCells, figures: judgeFigures,
		reading: "The intervals of kappa and AC1 are large-sample ones: with rates near 0 or 100%, or near-perfect agreement, they need several hundred attempts or more, and with fewer they are much too short. The corrected success rate holds. An interval that ignores the judge's errors is centred on the wrong rate: the more attempts, the surer it misses.",
		intro:   "A judge and a reference that call the same share of attempts a success; and a success rate measured by a judge whose errors are known from a calibration sample."},
	{id: "bytask", title: "Judges and failure shares by task", n: "tasks", measure: byTaskCells,
		reading: "Taken as independent, repeated attempts make intervals of a share or of kappa that miss the truth in a quarter of the studies, and a test of bias that rejects an unbiased judge four times too often, however many tasks there are. By task the t test of bias holds, and so does the design-adjusted Wilson interval of shares from 20 to 80%; it misses the truth less often throughout than the t interval of the same standard error. Shares near 0 or 100% need some hundreds of tasks: with 30 or 80, the few tasks that differ do not show how much attempts are alike. The bootstrap of kappa is about a point short.",
		intro:   "Five attempts at each task, which end alike: half of the tasks have the same outcome in all attempts, those of the others are independent. A judge errs at half of the tasks, in two attempts of five, and never at the others. For the test of bias each task misleads it one way, either way as often."},
	{id: "share", title: "Shares of failure modes", n: "tasks", measure: shareCells,
		reading: "Attempts at one task that are taken for independent ones give an interval that covers 60 to 81%, however many tasks there are. The score interval with the share's own design effect holds from 30 tasks on where tasks have equal numbers of attempts and the share is near a half, from about a hundred for a share of 10%. Where a few tasks have most of the attempts no interval holds with few tasks: the mode is seen at a handful of them. It is never worse than the t interval by more than chance.",
		intro:   "The share of attempts that show a failure mode, where any two attempts at a task correlate by .5: five attempts at every task, or ten at one task in five and one at the others."},
	{id: "effect", title: "Intervals of effect sizes", n: "tasks", measure: effectCells,
		reading: "The intervals of Cohen's d_z, Cliff's delta and Vargha and Delaney's A hold. Hodges and Lehmann's holds for continuous differences; with ties and zeros it over-covers by far.",
		intro:   "Populations whose effect is known. Hodges and Lehmann's estimate is put to the symmetric populations of the paired tests."},
}

// lines draws the cells that keep wants against n, a line a method (or, where
// bySetting, a line a setting), with twice the Monte-Carlo standard error.
func lines(cells []cell, label, n string, low, high float64, bySetting bool, keep func(cell) bool) reports.Lines {
	chart := reports.Lines{
		LogX: true, Bars: true,
		XAxis: reports.Axis{Label: "Number of " + n},
		Axis:  reports.Axis{Label: label, Percent: true, Min: low, Max: high, Fixed: true},
	}
	var names []string
	for _, c := range cells {
		if !keep(c) {
			continue
		}
		name := c.method
		if bySetting {
			name = c.setting
		}
		at := slices.Index(names, name)
		if at < 0 {
			at = len(names)
			names = append(names, name)
			chart.Series = append(chart.Series, reports.Line{Name: name, Series: at})
			if at == 0 {
				chart.References = append(chart.References, reports.Reference{At: c.nominal(), Label: "nominal"})
			}
		}
		chart.Series[at].Points = append(chart.Series[at].Points, reports.LinePoint{
			X: float64(c.n), Y: c.observed, Low: c.observed - 2*c.se, High: c.observed + 2*c.se, HasInterval: c.se > 0,
		})
	}
	return chart
}
