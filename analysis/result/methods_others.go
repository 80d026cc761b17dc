package result

// The corrections, in the order in which a plan lists them, and the interval that
// belongs to the one of them that makes any.
var correctionMethods = []Method{
	{Kind: CorrectionMethod, Name: "holm", Title: "Holm correction", Cites: []string{"holm1979"},
		Meaning: "Raises p-values for the number of comparisons made, so that the chance of any false finding in the family stays below alpha."},
	{Kind: CorrectionMethod, Name: "hochberg", Title: "Hochberg correction", Cites: []string{"hochberg1988"},
		Meaning: "Like Holm's, stepping up; a little stronger where tests are independent or positively dependent."},
	{Kind: CorrectionMethod, Name: "hommel", Title: "Hommel correction", Cites: []string{"hommel1988"},
		Meaning: "Like Hochberg's and a little stronger."},
	{Kind: CorrectionMethod, Name: "bonferroni", Title: "Bonferroni correction", Cites: []string{"dunn1961"},
		Meaning: "Multiplies every p-value by the number of comparisons."},
	{Kind: CorrectionMethod, Name: "sidak", Title: "Sidak correction", Cites: []string{"sidak1967"},
		Meaning: "Like Bonferroni's, exact for independent tests."},
	{Kind: CorrectionMethod, Name: "holm_sidak", Title: "Holm-Sidak correction", Cites: []string{"holm1979", "sidak1967"},
		Meaning: "Like Holm's, exact for independent tests."},
	{Kind: CorrectionMethod, Name: "BH", Title: "Benjamini-Hochberg correction", Cites: []string{"benjamini1995"},
		Meaning: "Bounds the expected share of false findings among the findings, not the chance of any."},
	{Kind: CorrectionMethod, Name: "BY", Title: "Benjamini-Yekutieli correction", Cites: []string{"benjamini2001"},
		Meaning: "Like Benjamini-Hochberg's, for any dependence between the tests."},
	{Kind: CorrectionMethod, Name: MaxT, Title: "max-t correction", Cites: []string{"westfall1993"},
		Meaning: "Holds every comparison against the largest of all, over tasks drawn again for all of them together, so that the chance of any false finding in the family stays near alpha; its intervals hold together."},
	{Kind: IntervalMethod, Name: "max_t", Title: "simultaneous max-t interval", Cites: []string{"westfall1993"},
		Meaning: "Intervals of all comparisons of a family that hold together: the mean plus and minus one multiple of each one's standard error, taken from the largest deviation over tasks drawn again."},
	{Kind: CorrectionMethod, Name: "none", Title: "no correction", Obvious: true, Cites: []string{"rothman1990"},
		Meaning: "Every p-value as its own test gives it: the more comparisons, the more of them fall below alpha by chance."},
}

// Corrections are the names that Plan.Correction takes.
var Corrections = namesOf(correctionMethods, CorrectionMethod)

func namesOf(methods []Method, kind MethodKind) []string {
	var names []string
	for _, m := range methods {
		if m.Kind == kind {
			names = append(names, m.Name)
		}
	}
	return names
}

// The effect sizes of two runs on the same tasks. analysis/evaluate/study/effects.go binds
// each to its function. Those of signed differences are positive where A's values are
// the larger ones.
var (
	CohenDz = Method{
		Kind: EffectMethod, Name: "cohen_dz", Title: "Cohen's d_z",
		Meaning: "The mean difference by task in units of the standard deviation of those differences.",
		Cites:   []string{"cohen1988", "lakens2013"}, Scales: []Scale{Interval, Binary},
	}
	HedgesGz = Method{
		Kind: EffectMethod, Name: "hedges_gz", Title: "Hedges' g",
		Meaning: "Cohen's d_z without its bias in small samples.",
		Cites:   []string{"hedges1981"}, Scales: []Scale{Interval},
	}
	CohenDav = Method{
		Kind: EffectMethod, Name: "cohen_dav", Title: "Cohen's d_av",
		Meaning: "The mean difference in units of the average standard deviation of the two runs.",
		Cites:   []string{"lakens2013"}, Scales: []Scale{Interval},
	}
	RankBiserial = Method{
		Kind: EffectMethod, Name: "rank_biserial", Title: "matched-pairs rank-biserial correlation",
		Meaning: "The share of rank sums in favour of A less that in favour of B: 1 where A is better on every task that differs.",
		Cites:   []string{"kerby2014"}, Scales: []Scale{Interval, Ordinal},
	}
	CliffsDelta = Method{
		Kind: EffectMethod, Name: "cliffs_delta", Title: "Cliff's delta",
		Meaning: "How much more often a task's value of A exceeds one of B than the other way round, over all pairs of tasks.",
		Cites:   []string{"cliff1993"}, Scales: []Scale{Interval, Ordinal},
	}
	VarghaDelaneyA = Method{
		Kind: EffectMethod, Name: "vargha_delaney_a", Title: "Vargha-Delaney A",
		Meaning: "How often a task's value of A exceeds one of B, ties counted half: 0.5 is no difference.",
		Cites:   []string{"vargha2000"}, Scales: []Scale{Interval, Ordinal},
	}
	OddsRatio = Method{
		Kind: EffectMethod, Name: "odds_ratio", Title: "odds ratio of the discordant tasks",
		Meaning: "Tasks that A alone solves for each that B alone solves.",
		Cites:   []string{"breslow1980"}, Scales: []Scale{Binary},
	}
	CohensG = Method{
		Kind: EffectMethod, Name: "cohens_g", Title: "Cohen's g",
		Meaning: "The share of discordant tasks that A solves, less one half.",
		Cites:   []string{"cohen1988"}, Scales: []Scale{Binary},
	}
)

var effectMethods = []Method{CohenDz, HedgesGz, CohenDav, RankBiserial, CliffsDelta, VarghaDelaneyA, OddsRatio, CohensG}

// What is said of judges and of rankings.
var coefficientMethods = []Method{
	{Kind: CoefficientMethod, Name: "tau", Title: "Kendall's tau-b", Cites: []string{"kendall1945"},
		Meaning: "How alike two rankings are: 1 where they agree on every pair of runs, -1 where they disagree on every pair, ties allowed for."},
	{Kind: CoefficientMethod, Name: "kappa", Title: "kappa", Cites: []string{"cohen1960"},
		Meaning: "Agreement beyond what two judges with the same shares of success would reach by chance: 1 is full agreement, 0 is chance."},
	{Kind: CoefficientMethod, Name: "ac1", Title: "AC1", Cites: []string{"gwet2008"},
		Meaning: "Gwet's agreement beyond chance, which does not fall, as kappa does, where nearly all verdicts are alike."},
	{Kind: CoefficientMethod, Name: "fleiss", Title: "Fleiss' kappa", Cites: []string{"fleiss1971"},
		Meaning: "Agreement of several judges beyond chance, each attempt judged by as many of them."},
	{Kind: CoefficientMethod, Name: "krippendorff", Title: "Krippendorff's alpha", Cites: []string{"krippendorff2011"},
		Meaning: "Agreement of several judges beyond chance, where some judged only a part."},
	{Kind: CoefficientMethod, Name: "corrected", Title: "corrected success", Cites: []string{"rogan1978", "lang2014"},
		Meaning: "What the share of successes would be were the judge right: its own share, put right by how often it says success of successes (sensitivity) and failure of failures (specificity). The interval is wide where there are few references."},
}

// Planning, and the steps that a methods paragraph tells of beside the tests.
var procedureMethods = []Method{
	{Kind: PowerMethod, Name: "power mcnemar_exact", Title: "power of the exact McNemar test", Cites: []string{"miettinen1968"},
		Meaning: "The chance that the exact McNemar test finds a true difference, over how many tasks the runs disagree on and how those split."},
	{Kind: PowerMethod, Name: "power paired_t", Title: "power of the paired t test", Cites: []string{"cohen1988"},
		Meaning: "The chance that the paired t test finds a true mean difference, by the noncentral t distribution."},
	{Kind: PowerMethod, Name: "power cluster_robust_t", Title: "power of the cluster-robust t test", Cites: []string{"cohen1988"},
		Meaning: "The chance that the cluster-robust t test finds a true mean difference, clusters counting as the independent units."},
	{Kind: ProcedureMethod, Name: "averaging", Title: "averaging over attempts", Cites: []string{"miller2024"},
		Meaning: "Several attempts of a run at one task are averaged first, so that tasks and not attempts are counted."},
	{Kind: ProcedureMethod, Name: "pratt", Title: "Pratt's rule for zeros", Cites: []string{"pratt1959"},
		Meaning: "In Wilcoxon's test zero differences are ranked with the others and then dropped."},
	{Kind: ProcedureMethod, Name: "effective clusters", Title: "effective number of clusters", Cites: []string{"carter2017"},
		Meaning: "How many clusters of one size would make the estimate vary as much as these do."},
	{Kind: ProcedureMethod, Name: "specification", Title: "specification curve", Cites: []string{"simonsohn2020"},
		Meaning: "The same difference under every sane choice of policy, metric, test and correction."},
}
