package result

// The tests of two runs on the same tasks. analysis/evaluate/study/tests.go binds each to
// its function and says in which order results show them.
var (
	McNemarExact = Method{
		Kind: PairedTest, Name: "mcnemar_exact", Title: "exact McNemar test",
		Meaning: "Compares two runs on pass or fail, by the tasks on which they disagree. Exact: it counts every way those disagreements could have fallen.",
		Null:    "A task that only one of the two runs solves is as likely to be solved by either.",
		Assumes: "Tasks are independent, with one verdict of each run.",
		Cites:   []string{"mcnemar1947", "fagerland2013"}, Scales: []Scale{Binary},
	}
	McNemarMidP = Method{
		Kind: PairedTest, Name: "mcnemar_midp", Title: "McNemar mid-p test",
		Meaning: "The exact McNemar test with the observed split counted half: less cautious, still close to its level.",
		Null:    "A task that only one of the two runs solves is as likely to be solved by either.",
		Assumes: "Tasks are independent, with one verdict of each run. Its level is not guaranteed, though rarely exceeded.",
		Cites:   []string{"fagerland2013"}, Scales: []Scale{Binary},
	}
	McNemarChi2 = Method{
		Kind: PairedTest, Name: "mcnemar_chi2", Title: "McNemar chi-square test",
		Meaning: "The large-sample approximation of the exact McNemar test.",
		Null:    "A task that only one of the two runs solves is as likely to be solved by either.",
		Assumes: "Tasks are independent, with one verdict of each run, and the runs disagree on many.",
		Cites:   []string{"mcnemar1947"}, Scales: []Scale{Binary},
	}
	McNemarChi2CC = Method{
		Kind: PairedTest, Name: "mcnemar_chi2_cc", Title: "McNemar chi-square test with continuity correction",
		Meaning: "The large-sample approximation of the exact McNemar test, corrected for counts being whole numbers.",
		Null:    "A task that only one of the two runs solves is as likely to be solved by either.",
		Assumes: "Tasks are independent, with one verdict of each run, and the runs disagree on many.",
		Cites:   []string{"mcnemar1947", "edwards1948"}, Scales: []Scale{Binary},
	}
	PairedT = Method{
		Kind: PairedTest, Name: "paired_t", Title: "paired t test",
		Meaning: "Asks whether the mean of the differences by task is zero, given how much they scatter.",
		Null:    "The mean difference by task is zero.",
		Assumes: "Tasks are independent; their differences are normal, or so many that their mean nearly is.",
		Cites:   []string{"student1908"}, Scales: []Scale{Interval, Binary},
	}
	WilcoxonSignedRank = Method{
		Kind: PairedTest, Name: "wilcoxon_signed_rank", Title: "Wilcoxon signed-rank test",
		Meaning: "Asks whether the differences by task are symmetric around zero, from their ranks.",
		Null:    "The differences by task are symmetric around zero.",
		Assumes: "Tasks are independent, and the sizes of differences can be ranked.",
		Cites:   []string{"wilcoxon1945"}, Scales: []Scale{Interval, Ordinal, Binary},
	}
	SignTest = Method{
		Kind: PairedTest, Name: "sign", Title: "sign test",
		Meaning: "Asks whether one run is better on half of the tasks on which the two differ.",
		Null:    "On a task on which the two runs differ, either is as likely to be the better one.",
		Assumes: "Tasks are independent.",
		Cites:   []string{"dixon1946"}, Scales: []Scale{Interval, Ordinal, Binary},
	}
	Permutation = Method{
		Kind: PairedTest, Name: "permutation", Title: "paired permutation test",
		Meaning: "Swaps the two runs' names within tasks, in every way or many times, and asks how often that alone gives a difference as large.",
		Null:    "Within a task the two runs' values could be exchanged: each difference is symmetric around zero.",
		Assumes: "Tasks are independent.",
		Cites:   []string{"fisher1935"}, Scales: []Scale{Interval, Ordinal},
	}
	ClusterPermutation = Method{
		Kind: PairedTest, Name: "cluster_permutation", Title: "permutation test by cluster",
		Meaning: "Swaps the two runs' names within whole clusters of tasks, in every way or many times, and asks how often that alone gives a difference as large.",
		Null:    "Within a cluster all values of the two runs could be exchanged together.",
		Assumes: "Clusters are independent; tasks within them need not be.",
		Cites:   []string{"gail1996"}, Scales: []Scale{Binary, Interval, Ordinal},
	}
	ClusterRobustT = Method{
		Kind: PairedTest, Name: "cluster_robust_t", Title: "cluster-robust t test",
		Meaning: "A t test of the mean difference whose standard error treats tasks of one cluster as alike: they say less than as many unrelated tasks.",
		Null:    "The mean difference by task is zero.",
		Assumes: "Clusters are independent and not few, none of them dominating; tasks within them need not be independent.",
		Cites:   []string{"liang1986", "cameron2015"}, Scales: []Scale{Binary, Interval, Ordinal},
	}
)

var testMethods = []Method{
	McNemarExact,
	McNemarMidP,
	McNemarChi2,
	McNemarChi2CC,
	PairedT,
	WilcoxonSignedRank,
	{
		Kind: OtherTest, Name: "poisson_bootstrap_t", Title: "t test on the Poisson bootstrap's standard error",
		Meaning: "Asks whether the difference is zero, by the scatter of its Poisson bootstrap replicates and Student's distribution.",
		Null:    "The two runs' means over tasks are equal.",
		Assumes: "Tasks, or clusters of them, are independent and many.",
		Cites:   []string{"chamandy2012"},
	},
	SignTest,
	Permutation,
	ClusterPermutation,
	{
		Kind: OtherTest, Name: "max_t_sign_flips", Title: "max-t test by flips of signs",
		Meaning: "Swaps the two runs' names within tasks, in all comparisons together, and asks how often that alone makes the largest of their t statistics as large as this one.",
		Null:    "Within a task, or a cluster, the runs' values could be exchanged: each difference is symmetric around zero.",
		Assumes: "Tasks, or clusters of them, are independent.",
		Cites:   []string{"westfall1993"},
	},
	ClusterRobustT,
	{
		Kind: OtherTest, Name: "nemenyi", Title: "Nemenyi test",
		Meaning: "Compares the average ranks of all pairs of runs at once. What it finds between two runs depends on which others are in the comparison.",
		Null:    "Two runs have the same average rank over the tasks.",
		Assumes: "Tasks are independent and not few.",
		Cites:   []string{"nemenyi1963", "demsar2006"},
	},
	{
		Kind: OtherTest, Name: "tost", Title: "two one-sided tests for equivalence",
		Meaning: "Rejects every difference as large as the margin: only then two runs are called equivalent.",
		Null:    "The mean difference is at least as large as the margin, one way or the other.",
		Assumes: "The margin was chosen beforehand; otherwise as the paired t test or, with clusters, the cluster-robust one.",
		Cites:   []string{"schuirmann1987"},
	},
	{
		Kind: OtherTest, Name: "tost_paired", Title: "two one-sided paired t tests for equivalence",
		Meaning: "Rejects every mean difference as large as the margin, by a t test against each of its ends.",
		Null:    "The mean difference is at least as large as the margin, one way or the other.",
		Assumes: "The margin was chosen beforehand; otherwise as the paired t test.",
		Cites:   []string{"schuirmann1987"},
	},
	{
		Kind: OtherTest, Name: "tost_clustered", Title: "two one-sided cluster-robust t tests for equivalence",
		Meaning: "Rejects every mean difference as large as the margin, by a cluster-robust t test against each of its ends.",
		Null:    "The mean difference is at least as large as the margin, one way or the other.",
		Assumes: "The margin was chosen beforehand; otherwise as the cluster-robust t test.",
		Cites:   []string{"schuirmann1987", "cameron2015"},
	},
	{
		Kind: OtherTest, Name: "cochran_q", Title: "Cochran's Q test",
		Meaning: "Asks whether more than two runs solve the same share of tasks, before pairs are looked at.",
		Null:    "All runs solve a task with the same probability.",
		Assumes: "Tasks are independent, and those on which the runs disagree are not few.",
		Cites:   []string{"cochran1950"},
	},
	{
		Kind: OtherTest, Name: "friedman", Title: "Friedman test",
		Meaning: "Asks whether more than two runs rank alike over the tasks, before pairs are looked at.",
		Null:    "On every task each order of the runs is as likely as any other.",
		Assumes: "Tasks are independent and not few.",
		Cites:   []string{"friedman1937"},
	},
	{
		Kind: OtherTest, Name: "iman_davenport", Title: "Iman-Davenport test",
		Meaning: "The Friedman test with a better approximation to its distribution.",
		Null:    "On every task each order of the runs is as likely as any other.",
		Assumes: "Tasks are independent.",
		Cites:   []string{"friedman1937", "iman1980"},
	},
	{
		Kind: OtherTest, Name: "hotelling_t2", Title: "Hotelling's T-squared test",
		Meaning: "Asks whether one factor of the runs does more at some levels of another: the differences of differences, seen together on every task.",
		Null:    "Each difference of differences has the mean zero.",
		Assumes: "Tasks are independent; the contrasts are jointly normal, or tasks so many that their means nearly are.",
		Cites:   []string{"hotelling1931"},
	},
	{
		Kind: OtherTest, Name: "kendall_tau_b", Title: "Kendall tau-b test",
		Meaning: "Asks whether two orders go together, by the pairs on which they agree and disagree, ties allowed for.",
		Null:    "The two orders are independent.",
		Assumes: "What is ordered is independent of one another.",
		Cites:   []string{"kendall1945"},
	},
	{
		Kind: OtherTest, Name: "kendall_w", Title: "test of Kendall's W",
		Meaning: "Asks whether several raters order the same items alike.",
		Null:    "Every rater orders the items at random.",
		Assumes: "Raters are independent, and items not few.",
		Cites:   []string{"kendall1939"},
	},
	{
		Kind: OtherTest, Name: "two_proportions", Title: "test of two proportions",
		Meaning: "Compares two shares of unrelated tasks, by the normal approximation.",
		Null:    "The two shares are equal.",
		Assumes: "All tasks are independent, those of the one run of those of the other, and not few.",
		Cites:   []string{"fleiss1981"},
	},
}
