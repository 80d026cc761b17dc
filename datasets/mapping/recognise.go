package mapping

import (
	"strings"

	"mcpstats/datasets"
)

// recognise is the first dialect whose identifying columns are all there.
func (r *resolver) recognise() *dialect {
	for i := range dialects {
		all := true
		for _, name := range dialects[i].needs {
			all = all && r.column(name) >= 0
		}
		if all {
			r.plan.Dialect = dialects[i].name
			return &dialects[i]
		}
	}
	return nil
}

// fromDialect fills a canonical column from the dialect's own column, and
// reports whether it did.
func (r *resolver) fromDialect(d *Definition) bool {
	if r.dialect == nil {
		return false
	}
	for _, s := range r.dialect.sources {
		if s.field != d.Name {
			continue
		}
		i := r.dialectColumn(s.column)
		if i < 0 || !d.Accepts.Has(r.file.Columns[i].Kind) {
			continue
		}
		f := Field{Definition: d, Sources: []int{i}, base: s.base, unit: s.unit, factor: inMilliseconds[s.unit]}
		// One score column holds verdicts or grades; a grade is not a verdict.
		f.lenient = s.column == "score_*" || d.Column == datasets.ColReward
		r.take(f, ByDialect, r.dialect.name)
		return true
	}
	return false
}

// dialectColumn is the index of a dialect's column. A name that ends in "*"
// stands for the first column that starts so. A column that the mapping has
// taken is out of reach; one that the dialect itself has taken is not: a score
// is both verdict and reward.
func (r *resolver) dialectColumn(name string) int {
	if prefix, ok := strings.CutSuffix(name, "*"); ok {
		for i, n := range r.names {
			if strings.HasPrefix(n, prefix) && !r.m.Mentions(n) {
				return i
			}
		}
		return -1
	}
	if i := r.column(name); i >= 0 && !r.m.Mentions(r.names[i]) {
		return i
	}
	return -1
}
