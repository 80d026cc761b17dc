package stats

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Adjustment names a correction of p-values for multiple comparisons.
type Adjustment string

// The corrections, with what each controls. FWER is the chance of any false
// rejection, FDR the expected share of false ones among the rejections.
const (
	Holm       Adjustment = "holm"       // FWER, any dependence; Holm (1979)
	Hochberg   Adjustment = "hochberg"   // FWER, independent or positively dependent; Hochberg (1988)
	Hommel     Adjustment = "hommel"     // FWER, as Hochberg and never weaker; Hommel (1988)
	Bonferroni Adjustment = "bonferroni" // FWER, any dependence
	Sidak      Adjustment = "sidak"      // FWER, independent; Sidak (1967)
	HolmSidak  Adjustment = "holm_sidak" // FWER, independent; step-down Sidak
	BH         Adjustment = "BH"         // FDR, independent or positively dependent; Benjamini & Hochberg (1995)
	BY         Adjustment = "BY"         // FDR, any dependence; Benjamini & Yekutieli (2001)
)

// Adjustments lists all corrections.
func Adjustments() []Adjustment {
	return []Adjustment{Holm, Hochberg, Hommel, Bonferroni, Sidak, HolmSidak, BH, BY}
}

// adjustmentNames lists all corrections in a message.
func adjustmentNames() string {
	var names []string
	for _, method := range Adjustments() {
		names = append(names, string(method))
	}
	return strings.Join(names, ", ")
}

// Adjust returns adjusted p-values, to be compared with the overall level, in the order of p
// and clipped at 1. NaN stands for a test that is undefined: it stays NaN and does not count
// among the m comparisons, as in R's p.adjust.
//
// Errors: *ArgumentError for an unknown method or a p outside [0, 1].
func Adjust(method Adjustment, p []float64) ([]float64, error) {
	if !slices.Contains(Adjustments(), method) {
		return nil, &ArgumentError{Arg: "method", Reason: fmt.Sprintf("%q is not one of %s", method, adjustmentNames())}
	}
	adjusted := slices.Clone(p)
	var order []int // defined p-values, ascending
	for i, v := range p {
		if v < 0 || v > 1 {
			return nil, &ArgumentError{Arg: "p", Reason: fmt.Sprintf("value %d is %v; a p-value lies between 0 and 1", i, v)}
		}
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case p[i] < p[j]:
			return -1
		case p[i] > p[j]:
			return 1
		}
		return 0
	})
	sorted := make([]float64, len(order))
	for k, i := range order {
		sorted[k] = p[i]
	}
	for k, v := range adjustSorted(method, sorted) {
		adjusted[order[k]] = math.Min(v, 1)
	}
	return adjusted, nil
}

// adjustSorted adjusts ascending p-values.
func adjustSorted(method Adjustment, p []float64) []float64 {
	m := float64(len(p))
	switch method {
	case Bonferroni:
		return each(p, func(_ int, v float64) float64 { return m * v })
	case Sidak:
		return each(p, func(_ int, v float64) float64 { return sidak(v, m) })
	case Holm:
		return stepDown(each(p, func(k int, v float64) float64 { return (m - float64(k)) * v }))
	case HolmSidak:
		return stepDown(each(p, func(k int, v float64) float64 { return sidak(v, m-float64(k)) }))
	case Hochberg:
		return stepUp(each(p, func(k int, v float64) float64 { return (m - float64(k)) * v }))
	case BH:
		return stepUp(each(p, func(k int, v float64) float64 { return m / float64(k+1) * v }))
	case BY:
		harmonic := 0.0
		for i := len(p); i > 0; i-- {
			harmonic += 1 / float64(i)
		}
		return stepUp(each(p, func(k int, v float64) float64 { return harmonic * m / float64(k+1) * v }))
	default:
		return hommel(p)
	}
}

func each(p []float64, f func(k int, v float64) float64) []float64 {
	out := make([]float64, len(p))
	for k, v := range p {
		out[k] = f(k, v)
	}
	return out
}

// sidak returns 1-(1-p)^m without loss at small p.
func sidak(p, m float64) float64 { return -math.Expm1(m * math.Log1p(-p)) }

func stepDown(p []float64) []float64 {
	for k := 1; k < len(p); k++ {
		p[k] = math.Max(p[k], p[k-1])
	}
	return p
}

func stepUp(p []float64) []float64 {
	for k := len(p) - 2; k >= 0; k-- {
		p[k] = math.Min(p[k], p[k+1])
	}
	return p
}
