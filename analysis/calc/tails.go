package calc

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mcpstats/stats"
)

var tailsHandlers = []handler{
	define(Statistic{Name: "tails", What: "distribution functions", Takes: "options dist, fn: " + tailNames()}, tails),
}

// tailFunction is one distribution function and the names of its arguments among
// the inputs. A name ending in # is a whole number.
type tailFunction struct {
	dist, fn string
	args     string
	value    func(v []float64) float64
}

var tailFunctions = []tailFunction{
	{"normal", "sf", "x", func(v []float64) float64 { return stats.NormalSF(v[0]) }},
	{"normal", "cdf", "x", func(v []float64) float64 { return stats.NormalCDF(v[0]) }},
	{"normal", "isf", "p", func(v []float64) float64 { return stats.NormalISF(v[0]) }},
	{"normal", "ppf", "p", func(v []float64) float64 { return stats.NormalQuantile(v[0]) }},
	{"t", "sf", "t df", func(v []float64) float64 { return stats.StudentTSF(v[0], v[1]) }},
	{"t", "cdf", "t df", func(v []float64) float64 { return stats.StudentTSF(-v[0], v[1]) }},
	{"t", "isf", "p df", func(v []float64) float64 { return stats.StudentTISF(v[0], v[1]) }},
	{"t", "ppf", "p df", func(v []float64) float64 { return stats.StudentTQuantile(v[0], v[1]) }},
	{"chi2", "sf", "x df", func(v []float64) float64 { return stats.ChiSquareSF(v[0], v[1]) }},
	{"chi2", "cdf", "x df", func(v []float64) float64 { return stats.ChiSquareCDF(v[0], v[1]) }},
	{"chi2", "isf", "p df", func(v []float64) float64 { return stats.ChiSquareISF(v[0], v[1]) }},
	{"chi2", "ppf", "p df", func(v []float64) float64 { return stats.ChiSquareQuantile(v[0], v[1]) }},
	{"f", "sf", "f d1 d2", func(v []float64) float64 { return stats.FSF(v[0], v[1], v[2]) }},
	{"f", "cdf", "f d1 d2", func(v []float64) float64 { return stats.FCDF(v[0], v[1], v[2]) }},
	{"f", "isf", "p d1 d2", func(v []float64) float64 { return stats.FISF(v[0], v[1], v[2]) }},
	{"f", "ppf", "p d1 d2", func(v []float64) float64 { return 1 / stats.FISF(v[0], v[2], v[1]) }},
	{"binomial", "sf", "k# n# p", func(v []float64) float64 { return stats.BinomialSF(int(v[0]), int(v[1]), v[2]) }},
	{"binomial", "cdf", "k# n# p", func(v []float64) float64 { return stats.BinomialCDF(int(v[0]), int(v[1]), v[2]) }},
	{"binomial", "pmf", "k# n# p", func(v []float64) float64 { return stats.BinomialPMF(int(v[0]), int(v[1]), v[2]) }},
	{"noncentral_t", "sf", "t df delta", func(v []float64) float64 { return stats.NoncentralTSF(v[0], v[1], v[2]) }},
	{"noncentral_t", "cdf", "t df delta", func(v []float64) float64 { return stats.NoncentralTCDF(v[0], v[1], v[2]) }},
	{"studentized_range", "sf", "q k#", func(v []float64) float64 { return stats.StudentizedRangeSF(v[0], int(v[1])) }},
	{"studentized_range", "isf", "p k#", func(v []float64) float64 { return stats.StudentizedRangeISF(v[0], int(v[1])) }},
}

func tailNames() string {
	names := make([]string, len(tailFunctions))
	for i, f := range tailFunctions {
		names[i] = fmt.Sprintf("%s %s(%s)", f.dist, f.fn, strings.ReplaceAll(strings.ReplaceAll(f.args, "#", ""), " ", ", "))
	}
	return strings.Join(names, "; ")
}

type tailsInputs struct {
	X     *number `json:"x"`
	T     *number `json:"t"`
	F     *number `json:"f"`
	Q     *number `json:"q"`
	K     *number `json:"k"`
	N     *number `json:"n"`
	P     *number `json:"p"`
	DF    *number `json:"df"`
	D1    *number `json:"d1"`
	D2    *number `json:"d2"`
	Delta *number `json:"delta"`
}

// named returns the argument of a name, nil where it is not given.
func (in tailsInputs) named(name string) *number {
	return map[string]*number{
		"x": in.X, "t": in.T, "f": in.F, "q": in.Q, "k": in.K, "n": in.N, "p": in.P,
		"df": in.DF, "d1": in.D1, "d2": in.D2, "delta": in.Delta,
	}[name]
}

type tailsOptions struct {
	Dist string `json:"dist"`
	Fn   string `json:"fn"`
}

type tailsResult struct {
	Value number `json:"value"`
}

// tails computes one function. A NaN is an argument outside its domain, and an error.
func tails(in tailsInputs, opt tailsOptions) (any, error) {
	i := slices.IndexFunc(tailFunctions, func(f tailFunction) bool { return f.dist == opt.Dist && f.fn == opt.Fn })
	if i < 0 {
		return nil, fmt.Errorf("options.dist, options.fn: %q %q is not one of %s", opt.Dist, opt.Fn, tailNames())
	}
	f := tailFunctions[i]
	var values []float64
	for _, arg := range strings.Fields(f.args) {
		name, whole := strings.CutSuffix(arg, "#")
		given := in.named(name)
		if given == nil {
			return nil, fmt.Errorf("inputs.%s: missing; %s %s takes %s", name, f.dist, f.fn, strings.ReplaceAll(f.args, "#", ""))
		}
		v := float64(*given)
		if whole && (v != math.Trunc(v) || math.Abs(v) > 1<<53) {
			return nil, fmt.Errorf("inputs.%s: %v is not a whole number", name, v)
		}
		values = append(values, v)
	}
	value := f.value(values)
	if math.IsNaN(value) {
		return nil, fmt.Errorf("inputs: outside the domain of %s %s(%s)", f.dist, f.fn, strings.ReplaceAll(f.args, "#", ""))
	}
	return tailsResult{Value: number(value)}, nil
}
