package result

import "slices"

// Chosen lists the runs to compare by their places in have, the runs of a benchmark:
// in the order in which the plan names them, so that A minus B is the difference
// that was asked for, with the baseline, which need not be named. A plan that names
// none takes all as they stand.
func (p *Plan) Chosen(have []string) []int {
	var out []int
	add := func(name string) {
		if r := slices.Index(have, name); r >= 0 && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	if len(p.Runs) == 0 {
		for r := range have {
			out = append(out, r)
		}
		return out
	}
	for _, name := range p.Runs {
		add(name)
	}
	add(p.Baseline)
	return out
}
