package compose

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// methodProse is the methods paragraph, and what it cites.
func (c *composer) methodProse() (string, *bibliography) {
	var cited bibliography
	var s []string
	say := func(format string, args ...any) { s = append(s, fmt.Sprintf(format, args...)) }
	plan, d := c.res.Provenance.Plan, methodsUsedIn(c.res)

	say("The task is the unit of analysis.")
	if d.averaged {
		say("Several attempts of a run at one task are averaged first, so that attempts do not count as independent%s.", cited.cite("averaging"))
	}
	if d.imputed || plan.Missing == "drop" {
		say("%s", imputedWords(plan.Missing))
	}
	if d.clusters > 0 {
		say("Tasks come in %s, up to %s a benchmark; standard errors and tests are cluster-robust (CR1)%s.", c.clusterName(), reports.FormatCount(d.clusters), cited.cite("cluster_robust_t"))
	}
	if len(d.means) > 0 {
		say("Means have %s %s.", c.level(), c.intervalWords(d.means, &cited))
	}
	if len(d.headlines) > 0 {
		c.comparisonWords(d, &cited, say)
	}
	c.manyWords(d, &cited, say)
	booted := slices.ContainsFunc(slices.Concat(d.means, d.differences, d.panels), isBootstrap) || d.ranked
	switch {
	case d.sums:
		say("The %s bootstrap replicates count every task a Poisson distributed number of times, 1 on average and the same in every run (seed %s).", reports.FormatCount(plan.Resamples), reports.FormatSeed(c.res.Provenance.Seed))
		if d.effectiveClusters {
			say("Tasks come in clusters, each counted as one unit; tests use the effective number of clusters, how many of equal size would make the replicates vary as much%s.", cited.cite("effective clusters"))
		}
	case booted:
		again := "tasks"
		if d.clusters > 0 {
			again = "clusters of tasks"
		}
		say("Bootstraps draw %s again with replacement %s times (seed %s).", again, reports.FormatCount(plan.Resamples), reports.FormatSeed(c.res.Provenance.Seed))
	}
	if d.judged {
		c.judgeWords(d, &cited, say)
	}
	if len(c.res.Curves) > 0 {
		say("The leader's differences were estimated again under other choices of policy, metric, test and correction%s.", cited.cite("specification"))
	}
	if slices.ContainsFunc(c.res.Stability, func(s result.Stability) bool { return s.Tau != nil }) {
		say("Rankings under other choices are held against the stated one by Kendall's tau-b%s.", cited.cite("tau"))
	}
	if computed, ok := result.ComputedCosts(c.res.Provenance.Inputs, nil); ok {
		say("Costs (cost_usd) are %s.", reports.ComputedCosts(computed))
	}
	if tool := c.res.Provenance.Tool; tool != "" {
		say("Computed with %s.", reports.Visible(tool))
	}
	return strings.Join(s, " "), &cited
}

// judgeWords says how judges are held against the reference and one another.
func (c *composer) judgeWords(d methodsUsed, cited *bibliography, say func(string, ...any)) {
	by := []string{"their agreement", "Cohen's kappa" + cited.cite(append([]string{"kappa"}, d.kappas...)...)}
	if d.gwet {
		by = append(by, "Gwet's AC1"+cited.cite("ac1"))
	}
	biases := make([]string, 0, len(d.biases))
	for _, method := range d.biases {
		biases = append(biases, c.method(method)+cited.cite(method))
	}
	if len(biases) > 0 {
		say("Judges are compared with the reference by %s, and for bias by the %s, uncorrected.", reports.Enumerate(by, len(by)), strings.Join(biases, " or the "))
	} else {
		say("Judges are compared with the reference by %s.", reports.Enumerate(by, len(by)))
	}
	if d.byTask {
		say("Where several attempts are at one task, or tasks come in clusters, all this counts tasks or clusters: agreement by a design-adjusted score interval, coefficients and corrected rates by the cluster bootstrap, bias by the means of the tasks.")
	}
	if d.corrected {
		say("Success rates are corrected for a judge's errors%s.", cited.cite("corrected"))
	}
	if d.panel {
		say("The judges' agreement with one another is measured by Fleiss' kappa and Krippendorff's alpha%s.", cited.cite("fleiss", "krippendorff"))
		if len(d.panels) > 0 {
			say("Fleiss' kappa has %s %s.", c.level(), c.intervalWords(d.panels, cited))
		}
	}
}

// imputedWords says what a policy does.
func imputedWords(policy string) string {
	switch policy {
	case "drop":
		return "Attempts without an outcome are left out."
	case "best":
		return "Attempts without an outcome count as the best possible outcome."
	case "worst":
		return "Attempts without an outcome count as the worst possible outcome."
	}
	return "Attempts without an outcome count as failures in metrics that every attempt should have, and are left out of the others."
}

// inClusters says within a caption in how many clusters the tasks come; nothing
// where they do not.
func (c *composer) inClusters(n int) string {
	if n == 0 {
		return ""
	}
	return " in " + reports.FormatCount(n) + " " + c.clusterName()
}

// clusterName names the tasks' clusters.
func (c *composer) clusterName() string {
	c.use("cluster")
	if name := c.res.Provenance.Plan.Cluster; name != "" {
		return "clusters by " + reports.Shorten(c.names.Whole(name), reports.MaxNameRunes)
	}
	return "clusters"
}

// isBootstrap tells the intervals that draw again.
func isBootstrap(method string) bool {
	return slices.Contains([]string{"bca", "percentile", "basic", "studentized", poissonInterval}, method)
}

// intervalWords lists intervals with their sources; Wilson's is for one kind of
// data alone.
func (c *composer) intervalWords(names []string, cited *bibliography) string {
	var out []string
	for _, name := range names {
		words := c.interval(name) + "s" + cited.works(intervalNamed(name))
		switch {
		case name == "wilson" && len(names) > 1:
			words += " for pass or fail at single attempts"
		case name == "percentile" && slices.Contains(names, "bca"):
			words += " where BCa is undefined"
		}
		out = append(out, words)
	}
	return reports.Enumerate(out, len(out))
}

// headlineData says for which data a test is the headline.
var headlineData = map[string]string{
	"mcnemar_exact":        " for pass or fail at single attempts",
	"paired_t":             " for graded outcomes and means of several attempts",
	"wilcoxon_signed_rank": " for ordinal outcomes",
	"cluster_robust_t":     " where tasks come in clusters",
}

// comparisonWords says how two runs are compared.
func (c *composer) comparisonWords(d methodsUsed, cited *bibliography, say func(string, ...any)) {
	plan := c.res.Provenance.Plan
	var tests []string
	for _, name := range d.headlines {
		words := theTest(c.method(name)) + cited.cite(name)
		if len(d.headlines) > 1 {
			words += headlineData[name]
		}
		tests = append(tests, words)
	}
	with := "Two runs are compared"
	if plan.Baseline != "" {
		with = "Every run is compared with " + c.names.Show(plan.Baseline)
	}
	on := "on the tasks that both have"
	if d.sums {
		on = "by the difference of their means over tasks"
	}
	say("%s %s, two-sided, by %s.", with, on, reports.Enumerate(tests, len(tests)))
	if d.unpaired && !d.sums {
		say("Tasks that only one of two runs has are left out of their comparison.")
	}
	if slices.Contains(d.headlines, "wilcoxon_signed_rank") && plan.Zeros == "pratt" {
		say("Zero differences are ranked and then dropped%s.", cited.cite("pratt"))
	}
	if len(d.differences) > 0 {
		say("Differences have %s %s.", c.level(), c.intervalWords(d.differences, cited))
	}
	if plan.Correction == "none" {
		say("p-values are not corrected for the number of comparisons; alpha is %s.", strings.TrimPrefix(reports.FormatStatistic(plan.Alpha), "0"))
	} else {
		c.use("family")
		say("p-values are adjusted by the %s%s over a family: one metric of one benchmark, all compared pairs, overall or over all values of one stratum; alpha is %s.",
			c.method(plan.Correction), cited.cite(plan.Correction), strings.TrimPrefix(reports.FormatStatistic(plan.Alpha), "0"))
	}
	if len(d.effects) > 0 {
		var sizes []string
		for _, name := range d.effects {
			sizes = append(sizes, c.method(name)+cited.cite(name))
		}
		say("Effect sizes are %s.", reports.Enumerate(sizes, len(sizes)))
	}
	if d.equivalence {
		say("Two runs are called equivalent where %s%s reject every difference of %s or more in the metric's own unit, at alpha, uncorrected.", c.method("tost"), cited.cite("tost"), reports.FormatStatistic(plan.Margin))
	}
	if len(d.posteriors) > 0 {
		what := "better or worse at all"
		if plan.Margin > 0 {
			what = "better or worse by more than " + reports.FormatStatistic(plan.Margin) + " in the metric's own unit, or practically equal"
		}
		say("Beside the tests stand posterior probabilities that a run is %s%s: %s.", what, cited.cite(d.posteriors...), d.posteriorWords())
	}
	if d.trials {
		say("The variances between tasks and between trials are restricted maximum-likelihood estimates of a one-way model with random effects of tasks%s.", cited.cite("variance_components"))
	}
	if d.power > 0 {
		say("Power is stated as the smallest true difference that the headline test shows with a probability of %s, before correction%s.", reports.FormatLevel(d.power), cited.cite(d.powerTests...))
	}
}

// theTest puts the article before a test's title, unless it begins with a name's
// genitive.
func theTest(title string) string {
	if first, _, _ := strings.Cut(title, " "); strings.HasSuffix(first, "'s") {
		return title
	}
	return "the " + title
}

// manyWords says how more than two runs are compared and ranked.
func (c *composer) manyWords(d methodsUsed, cited *bibliography, say func(string, ...any)) {
	if len(d.omnibus) > 0 {
		var tests []string
		for _, name := range d.omnibus {
			words := theTest(c.method(name)) + cited.cite(name)
			if name == "cochran_q" && len(d.omnibus) > 1 {
				words += " for pass or fail"
			}
			tests = append(tests, words)
		}
		say("More than two runs are first compared all at once, by %s.", reports.Enumerate(tests, len(tests)))
	}
	if c.ranksDrawn {
		say("Average ranks are compared by the %s%s.", c.method("nemenyi"), cited.cite("nemenyi"))
	}
	if d.ranked {
		if d.rankSets {
			say("Rank intervals are the ranks that the comparisons of all pairs, after correction, leave possible%s; those of all runs hold together.", cited.cite("rank_set"))
		} else {
			say("Rank ranges are the ranks that the comparisons of all pairs leave possible; they have no confidence level.")
		}
	}
}
