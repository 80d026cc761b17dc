package claims

import "slices"

// checks lists every check once, in the order in which pages and messages name
// them: counts, arithmetic, order, reported tests, intervals, and what needs logs.
var checks = []Check{
	checkProportion, checkMean, checkSD, checkDenominator,
	checkSum, checkPercentSum, checkDifference, checkRatio, checkProduct, checkReduction, checkWeightedMean,
	checkEquals, checkBetween, checkMaximum, checkMinimum, checkRank,
	checkPFromT, checkPFromZ, checkPFromChi2, checkPFromF, checkPFromR, checkDFromT, checkCohensD, checkCohensH, checkTFrom, checkPAdjusted, checkMcNemar,
	checkTwoProportions, checkOddsRatio, checkKendallTau, checkStandardError, checkInterval, checkMeanInterval, checkConfusion, checkRate, checkFScore, checkKappa, checkPassK,
	checkRecompute,
}

// Checks lists the checks that a claims file can ask for.
func Checks() []Check { return slices.Clone(checks) }

func checkNamed(name string) (Check, bool) {
	i := slices.IndexFunc(checks, func(c Check) bool { return c.Name == name })
	if i < 0 {
		return Check{}, false
	}
	return checks[i], true
}

func checkNames() []string {
	out := make([]string, len(checks))
	for i, c := range checks {
		out[i] = c.Name
	}
	return out
}
