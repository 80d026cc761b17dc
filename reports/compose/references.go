package compose

import (
	"slices"

	"mcpstats/reports"
)

// work is a publication that a methods paragraph cites.
type work struct {
	key   string
	short string // within a sentence: author and year
	full  string // in the list of references
}

// works are all that can be cited, in the order of a list of references.
var works = []work{
	{"benjamini1995", "Benjamini and Hochberg, 1995", "Benjamini, Y. and Hochberg, Y. (1995). Controlling the false discovery rate: a practical and powerful approach to multiple testing. Journal of the Royal Statistical Society B, 57(1), 289-300."},
	{"benjamini2001", "Benjamini and Yekutieli, 2001", "Benjamini, Y. and Yekutieli, D. (2001). The control of the false discovery rate in multiple testing under dependency. Annals of Statistics, 29(4), 1165-1188."},
	{"cameron2015", "Cameron and Miller, 2015", "Cameron, A. C. and Miller, D. L. (2015). A practitioner's guide to cluster-robust inference. Journal of Human Resources, 50(2), 317-372."},
	{"carter2017", "Carter, Schnepel and Steigerwald, 2017", "Carter, A. V., Schnepel, K. T. and Steigerwald, D. G. (2017). Asymptotic behavior of a t-test robust to cluster heterogeneity. Review of Economics and Statistics, 99(4), 698-709."},
	{"chamandy2012", "Chamandy, Muralidharan, Najmi and Naidu, 2012", "Chamandy, N., Muralidharan, O., Najmi, A. and Naidu, S. (2012). Estimating uncertainty for massive data streams. Technical report, Google."},
	{"cliff1993", "Cliff, 1993", "Cliff, N. (1993). Dominance statistics: ordinal analyses to answer ordinal questions. Psychological Bulletin, 114(3), 494-509."},
	{"clopper1934", "Clopper and Pearson, 1934", "Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the case of the binomial. Biometrika, 26(4), 404-413."},
	{"cochran1950", "Cochran, 1950", "Cochran, W. G. (1950). The comparison of percentages in matched samples. Biometrika, 37(3/4), 256-266."},
	{"cohen1960", "Cohen, 1960", "Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological Measurement, 20(1), 37-46."},
	{"cohen1988", "Cohen, 1988", "Cohen, J. (1988). Statistical Power Analysis for the Behavioral Sciences, 2nd edition. Lawrence Erlbaum."},
	{"demsar2006", "Demsar, 2006", "Demsar, J. (2006). Statistical comparisons of classifiers over multiple data sets. Journal of Machine Learning Research, 7, 1-30."},
	{"dunn1961", "Dunn, 1961", "Dunn, O. J. (1961). Multiple comparisons among means. Journal of the American Statistical Association, 56(293), 52-64."},
	{"edwards1948", "Edwards, 1948", "Edwards, A. L. (1948). Note on the \"correction for continuity\" in testing the significance of the difference between correlated proportions. Psychometrika, 13(3), 185-187."},
	{"efron1987", "Efron, 1987", "Efron, B. (1987). Better bootstrap confidence intervals. Journal of the American Statistical Association, 82(397), 171-185."},
	{"efron1993", "Efron and Tibshirani, 1993", "Efron, B. and Tibshirani, R. J. (1993). An Introduction to the Bootstrap. Chapman and Hall."},
	{"fagerland2013", "Fagerland, Lydersen and Laake, 2013", "Fagerland, M. W., Lydersen, S. and Laake, P. (2013). The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional. BMC Medical Research Methodology, 13, 91."},
	{"fleiss1969", "Fleiss, Cohen and Everitt, 1969", "Fleiss, J. L., Cohen, J. and Everitt, B. S. (1969). Large sample standard errors of kappa and weighted kappa. Psychological Bulletin, 72(5), 323-327."},
	{"fleiss1971", "Fleiss, 1971", "Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin, 76(5), 378-382."},
	{"friedman1937", "Friedman, 1937", "Friedman, M. (1937). The use of ranks to avoid the assumption of normality implicit in the analysis of variance. Journal of the American Statistical Association, 32(200), 675-701."},
	{"gwet2008", "Gwet, 2008", "Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high agreement. British Journal of Mathematical and Statistical Psychology, 61(1), 29-48."},
	{"hedges1981", "Hedges, 1981", "Hedges, L. V. (1981). Distribution theory for Glass's estimator of effect size and related estimators. Journal of Educational Statistics, 6(2), 107-128."},
	{"hochberg1988", "Hochberg, 1988", "Hochberg, Y. (1988). A sharper Bonferroni procedure for multiple tests of significance. Biometrika, 75(4), 800-802."},
	{"holm1979", "Holm, 1979", "Holm, S. (1979). A simple sequentially rejective multiple test procedure. Scandinavian Journal of Statistics, 6(2), 65-70."},
	{"hommel1988", "Hommel, 1988", "Hommel, G. (1988). A stagewise rejective multiple test procedure based on a modified Bonferroni test. Biometrika, 75(2), 383-386."},
	{"iman1980", "Iman and Davenport, 1980", "Iman, R. L. and Davenport, J. M. (1980). Approximations of the critical region of the Friedman statistic. Communications in Statistics - Theory and Methods, 9(6), 571-595."},
	{"kendall1945", "Kendall, 1945", "Kendall, M. G. (1945). The treatment of ties in ranking problems. Biometrika, 33(3), 239-251."},
	{"kerby2014", "Kerby, 2014", "Kerby, D. S. (2014). The simple difference formula: an approach to teaching nonparametric correlation. Comprehensive Psychology, 3, article 1."},
	{"krippendorff2011", "Krippendorff, 2011", "Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability. Annenberg School for Communication, University of Pennsylvania."},
	{"lakens2013", "Lakens, 2013", "Lakens, D. (2013). Calculating and reporting effect sizes to facilitate cumulative science: a practical primer for t-tests and ANOVAs. Frontiers in Psychology, 4, 863."},
	{"lang2014", "Lang and Reiczigel, 2014", "Lang, Z. and Reiczigel, J. (2014). Confidence limits for prevalence of disease adjusted for estimated sensitivity and specificity. Preventive Veterinary Medicine, 113(1), 13-22."},
	{"liang1986", "Liang and Zeger, 1986", "Liang, K.-Y. and Zeger, S. L. (1986). Longitudinal data analysis using generalized linear models. Biometrika, 73(1), 13-22."},
	{"mcnemar1947", "McNemar, 1947", "McNemar, Q. (1947). Note on the sampling error of the difference between correlated proportions or percentages. Psychometrika, 12(2), 153-157."},
	{"miettinen1968", "Miettinen, 1968", "Miettinen, O. S. (1968). The matched pairs design in the case of all-or-none responses. Biometrics, 24(2), 339-352."},
	{"miller2024", "Miller, 2024", "Miller, E. (2024). Adding error bars to evals: a statistical approach to language model evaluations. arXiv:2411.00640."},
	{"mogstad2024", "Mogstad et al., 2024", "Mogstad, M., Romano, J. P., Shaikh, A. M. and Wilhelm, D. (2024). Inference for ranks with applications to mobility across neighbourhoods and academic achievement across countries. Review of Economic Studies, 91(1), 476-518."},
	{"nemenyi1963", "Nemenyi, 1963", "Nemenyi, P. B. (1963). Distribution-free Multiple Comparisons. PhD thesis, Princeton University."},
	{"newcombe1998", "Newcombe, 1998", "Newcombe, R. G. (1998). Improved confidence intervals for the difference between binomial proportions based on paired data. Statistics in Medicine, 17(22), 2635-2650."},
	{"pratt1959", "Pratt, 1959", "Pratt, J. W. (1959). Remarks on zeros and ties in the Wilcoxon signed rank procedures. Journal of the American Statistical Association, 54(287), 655-667."},
	{"rogan1978", "Rogan and Gladen, 1978", "Rogan, W. J. and Gladen, B. (1978). Estimating prevalence from the results of a screening test. American Journal of Epidemiology, 107(1), 71-76."},
	{"schuirmann1987", "Schuirmann, 1987", "Schuirmann, D. J. (1987). A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability. Journal of Pharmacokinetics and Biopharmaceutics, 15(6), 657-680."},
	{"sidak1967", "Sidak, 1967", "Sidak, Z. (1967). Rectangular confidence regions for the means of multivariate normal distributions. Journal of the American Statistical Association, 62(318), 626-633."},
	{"simonsohn2020", "Simonsohn, Simmons and Nelson, 2020", "Simonsohn, U., Simmons, J. P. and Nelson, L. D. (2020). Specification curve analysis. Nature Human Behaviour, 4, 1208-1214."},
	{"student1908", "Student, 1908", "Student (1908). The probable error of a mean. Biometrika, 6(1), 1-25."},
	{"tango1998", "Tango, 1998", "Tango, T. (1998). Equivalence test and confidence interval for the difference in proportions for the paired-sample design. Statistics in Medicine, 17(8), 891-908."},
	{"vargha2000", "Vargha and Delaney, 2000", "Vargha, A. and Delaney, H. D. (2000). A critique and improvement of the CL common language effect size statistics of McGraw and Wong. Journal of Educational and Behavioral Statistics, 25(2), 101-132."},
	{"westfall1993", "Westfall and Young, 1993", "Westfall, P. H. and Young, S. S. (1993). Resampling-based multiple testing: examples and methods for p-value adjustment. Wiley."},
	{"wilcoxon1945", "Wilcoxon, 1945", "Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin, 1(6), 80-83."},
	{"wilson1927", "Wilson, 1927", "Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. Journal of the American Statistical Association, 22(158), 209-212."},
}

// sources are the works behind a method, by the name that results give it.
var sources = map[string][]string{
	"mcnemar_exact": {"mcnemar1947", "fagerland2013"}, "mcnemar_midp": {"fagerland2013"},
	"mcnemar_chi2": {"mcnemar1947"}, "mcnemar_chi2_cc": {"mcnemar1947", "edwards1948"},
	"paired_t": {"student1908"}, "wilcoxon_signed_rank": {"wilcoxon1945"},
	"cluster_robust_t": {"liang1986", "cameron2015"}, "cluster_robust_t interval": {"liang1986", "cameron2015"},
	"cochran_q": {"cochran1950"}, "friedman": {"friedman1937"}, "iman_davenport": {"friedman1937", "iman1980"},
	"nemenyi": {"nemenyi1963", "demsar2006"}, "tost": {"schuirmann1987"}, "tost_paired": {"schuirmann1987"},
	"wilson": {"wilson1927"}, "clopper_pearson": {"clopper1934"}, "newcombe": {"newcombe1998"}, "newcombe10": {"newcombe1998"}, "tango": {"tango1998"},
	"bca": {"efron1987"}, "percentile": {"efron1993"}, "basic": {"efron1993"}, "studentized": {"efron1993"}, "poisson_percentile": {"chamandy2012"}, "poisson_bootstrap_t": {"chamandy2012"}, "effective clusters": {"carter2017"}, "t": {"student1908"},
	"holm": {"holm1979"}, "hochberg": {"hochberg1988"}, "hommel": {"hommel1988"}, "bonferroni": {"dunn1961"},
	"sidak": {"sidak1967"}, "holm_sidak": {"holm1979", "sidak1967"}, "BH": {"benjamini1995"}, "BY": {"benjamini2001"}, "max-t": {"westfall1993"}, "max_t": {"westfall1993"}, "rank_set": {"mogstad2024"},
	"cohen_dz": {"cohen1988", "lakens2013"}, "hedges_gz": {"hedges1981"}, "cohen_dav": {"lakens2013"}, "cohens_g": {"cohen1988"},
	"rank_biserial": {"kerby2014"}, "cliffs_delta": {"cliff1993"}, "vargha_delaney_a": {"vargha2000"},
	"kappa": {"cohen1960"}, "fleiss_cohen_everitt": {"fleiss1969"}, "tau": {"kendall1945"}, "specification": {"simonsohn2020"},
	"ac1": {"gwet2008"}, "corrected": {"rogan1978", "lang2014"}, "fleiss": {"fleiss1971"}, "krippendorff": {"krippendorff2011"},
	"pratt": {"pratt1959"}, "averaging": {"miller2024"},
	"power mcnemar_exact": {"miettinen1968"}, "power paired_t": {"cohen1988"}, "power cluster_robust_t": {"cohen1988"},
}

// bibliography gathers what a text cites.
type bibliography struct{ cited []string }

// cite returns the works behind the named methods in brackets, to stand behind
// them, and notes them; empty where there are none.
func (b *bibliography) cite(methods ...string) string {
	var keys []string
	for _, m := range methods {
		for _, key := range sources[m] {
			addOnce(&keys, key)
			addOnce(&b.cited, key)
		}
	}
	out := ""
	for _, w := range works {
		if slices.Contains(keys, w.key) {
			if out != "" {
				out += "; "
			}
			out += w.short
		}
	}
	if out == "" {
		return ""
	}
	return " (" + out + ")"
}

// list is the list of references of what was cited.
func (b *bibliography) list() reports.List {
	var out reports.List
	for _, w := range works {
		if slices.Contains(b.cited, w.key) {
			out.Items = append(out.Items, reports.Prose{Spans: []reports.Span{text("%s", w.full)}})
		}
	}
	return out
}
