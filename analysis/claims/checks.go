package claims

// checkKind is one declared check.
type checkKind struct {
	name     string
	operands string // as shown where one is missing
	bare     bool   // takes one value or a list instead of a map
	read     func(*args) func(*inquiry) outcome
}

// checkKinds lists every check, in the order of the format's description.
var checkKinds = []checkKind{
	{name: "proportion", operands: "{n}", read: readProportion},
	{name: "mean", operands: "{n, step?}", read: readMean},
	{name: "denominator", operands: "{of: [shares], between?: [low, high]}", read: readDenominator},
	{name: "sum", operands: "{of: [parts], scale?}", read: readSum},
	{name: "percent_sum", operands: "{of: [shares], total?}", read: readPercentSum},
	{name: "difference", operands: "{of: [a, b], scale?}", read: readDifference},
	{name: "ratio", operands: "{of: [a, b], scale?}", read: readRatio},
	{name: "product", operands: "{of: [factors], scale?}", read: readProduct},
	{name: "reduction", operands: "{of: [before, after], scale?}", read: readReduction},
	{name: "weighted_mean", operands: "{of: [parts], weights: [...]}", read: readWeightedMean},
	{name: "equals", operands: "a claim's id, a number, or a list of them", bare: true, read: readEquals},
	{name: "between", operands: "{low?, high?}", read: readBetween},
	{name: "maximum", operands: "{of: [numbers]}", read: readMaximum},
	{name: "minimum", operands: "{of: [numbers]}", read: readMinimum},
	{name: "rank", operands: "{of: [numbers], rank?, value?, order?}", read: readRank},
	{name: "p_from_t", operands: "{t, df, tails?}", read: readPFromT},
	{name: "p_from_z", operands: "{z, tails?}", read: readPFromZ},
	{name: "p_from_chi2", operands: "{chi2, df}", read: readPFromChi2},
	{name: "d_from_t", operands: "{t, n, definition?}", read: readDFromT},
	{name: "t_from", operands: "{mean, sd, n} or {mean, se}", read: readTFrom},
	{name: "p_adjusted", operands: "{method, of: [p-values], position} or {method, t: [...], df, tails?, position}", read: readPAdjusted},
	{name: "mcnemar", operands: "{a, b, n, p?, test?}", read: readMcNemar},
	{name: "kendall_tau", operands: "{x: [...], y: [...], part?}", read: readKendallTau},
	{name: "interval", operands: "{estimate, n, level?, method?}", read: readInterval},
	{name: "confusion", operands: "{n, f1?, precision?, recall?, agreement?, specificity?, predicted?, actual?}", read: readConfusion},
	{name: "recompute", operands: "{metric, run?, benchmark?, judge?, reading?, stratum?, policy?, aggregate?, definitions?, scale?}", read: readRecompute},
}

func kindOf(name string) *checkKind {
	for i := range checkKinds {
		if checkKinds[i].name == name {
			return &checkKinds[i]
		}
	}
	return nil
}

func checkNames() []string {
	out := make([]string, len(checkKinds))
	for i, k := range checkKinds {
		out[i] = k.name
	}
	return out
}
