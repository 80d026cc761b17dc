package analysis

import (
	"fmt"
	"math"

	"mcpstats/stats"
)

// correct adjusts the headline p-values of one benchmark's comparisons. A family
// is one metric over all compared pairs: overall, or over all values of one
// stratum together. Comparisons whose p is undefined are left out of the family.
func (e *evaluation) correct(comparisons []Comparison) error {
	type key struct{ metric, stratum string }
	var order []key
	families := map[key][]int{}
	for i, c := range comparisons {
		k := key{metric: c.Metric}
		if c.Stratum != nil {
			k.stratum = c.Stratum.Name
		}
		if families[k] == nil {
			order = append(order, k)
		}
		families[k] = append(families[k], i)
	}
	for _, k := range order {
		members := families[k]
		p := make([]float64, len(members))
		defined := 0
		for i, c := range members {
			p[i] = math.NaN()
			if v := comparisons[c].P; v != nil {
				p[i] = *v
				defined++
			}
		}
		adjusted := p
		if e.plan.Correction != "none" {
			var err error
			if adjusted, err = stats.Adjust(stats.Adjustment(e.plan.Correction), p); err != nil {
				return err
			}
		}
		name := e.familyName(k.metric, k.stratum, defined, len(members)-defined)
		for i, c := range members {
			comparisons[c].Family = name
			if comparisons[c].P == nil {
				continue
			}
			comparisons[c].PAdjusted = number(adjusted[i])
			comparisons[c].Significant = adjusted[i] <= e.plan.Alpha
		}
	}
	return nil
}

func (e *evaluation) familyName(metric, stratum string, defined, undefined int) string {
	pairs := "all pairs"
	if e.baseline >= 0 {
		pairs = "every run against " + e.bench.Runs[e.baseline]
	}
	where := ""
	if stratum != "" {
		where = " in every " + stratum
	}
	name := fmt.Sprintf("%s, %s%s: %s", metric, pairs, where, plural(defined, "test"))
	if undefined > 0 {
		name += fmt.Sprintf(" (%d undefined, left out)", undefined)
	}
	return name
}
