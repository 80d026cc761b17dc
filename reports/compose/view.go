package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// view is one benchmark's part of the results, indexed for the sections.
type view struct {
	name      string
	slug      string // prefix of its block IDs
	anchor    string // ID of its heading
	metrics   []result.MetricInfo
	primary   *result.MetricInfo // nil where no metric was scored
	ranking   *result.Ranking    // of the primary metric; nil where there is none, or no run is ranked
	subsets   []result.SubsetRun // runs that answer for other tasks, unranked
	runs      []string           // best first by the primary metric, the rest in the order of the log
	ledger    []result.LedgerRow
	summaries map[summaryKey]*result.Summary
	pairs     map[[2]string]*result.Comparison // overall, by the primary metric; A and B as compared
	scales    map[string]reports.Scale         // by metric
	shares    reports.Scale                    // for shares that are no metric's values
	ids       map[string]string
	series    map[string]int // colour by run
	shared    reports.Shared // what tables and figures leave out of its runs' names
}

type summaryKey struct {
	run, metric string
	stratum     result.Stratum // zero: overall
}

// stratumOf returns the stratum, or the zero value for overall.
func stratumOf(s *result.Stratum) result.Stratum {
	if s == nil {
		return result.Stratum{}
	}
	return *s
}

// benchmarkNames lists the benchmarks in the order of the ledger, then of
// whatever else names one.
func benchmarkNames(res *result.Results) []string {
	var out []string
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, r := range res.Ledger {
		add(r.Benchmark)
	}
	for _, r := range res.Summaries {
		add(r.Benchmark)
	}
	for _, r := range res.Agreement {
		add(r.Benchmark)
	}
	for _, r := range res.Failures {
		add(r.Benchmark)
	}
	return out
}

func newView(c *composer, name string) *view {
	res := c.res
	v := &view{
		name: name, slug: c.names.Id(name),
		summaries: map[summaryKey]*result.Summary{}, pairs: map[[2]string]*result.Comparison{}, scales: map[string]reports.Scale{}, ids: map[string]string{},
	}
	v.anchor = c.names.Id("benchmark", v.slug)
	for i, m := range res.Metrics {
		if m.Benchmark == name {
			v.metrics = append(v.metrics, m)
			if m.Primary {
				v.primary = &res.Metrics[i]
			}
		}
	}
	for i := range res.Summaries {
		if s := &res.Summaries[i]; s.Benchmark == name {
			v.summaries[summaryKey{s.Run, s.Metric, stratumOf(s.Stratum)}] = s
		}
	}
	for i := range res.Comparisons {
		if p := &res.Comparisons[i]; v.primary != nil && p.Benchmark == name && p.Metric == v.primary.Name && p.Stratum == nil {
			v.pairs[[2]string{p.A, p.B}] = p
		}
	}
	for _, r := range res.Ledger {
		if r.Benchmark == name {
			v.ledger = append(v.ledger, r)
		}
	}
	if v.primary != nil {
		for i := range res.Rankings {
			if r := &res.Rankings[i]; r.Benchmark == name && r.Metric == v.primary.Name {
				if v.subsets = r.Subsets; len(r.Runs) > 0 {
					v.ranking = r
				}
			}
		}
	}
	v.orderRuns(res)
	v.chooseScales(res)
	return v
}

func (v *view) orderRuns(res *result.Results) {
	add := func(run string) {
		if !slices.Contains(v.runs, run) {
			v.runs = append(v.runs, run)
		}
	}
	if v.ranking != nil {
		for _, r := range v.ranking.Runs {
			add(r.Run)
		}
	}
	for _, r := range v.ledger {
		add(r.Run)
	}
	for i := range res.Summaries {
		if res.Summaries[i].Benchmark == v.name {
			add(res.Summaries[i].Run)
		}
	}
	for _, f := range res.Failures {
		if f.Benchmark == v.name {
			add(f.Run)
		}
	}
}

// chooseScales fixes the digits of every metric. Shares have the digits of the primary
// metric if that is one, all the same in a benchmark. Columns of shares with different
// digits would look as if one were more precise.
func (v *view) chooseScales(res *result.Results) {
	v.shares = reports.NewScale("share", nil, nil)
	if v.primary != nil {
		if s := v.scaleOf(v.primary.Name, v.primary.Unit); s.Share {
			v.shares = s
		}
	}
	for _, m := range v.metrics {
		s := v.scaleOf(m.Name, m.Unit)
		if s.Share {
			s.Decimals = v.shares.Decimals
		}
		v.scales[m.Name] = s
	}
}

func (v *view) scaleOf(metric, unit string) reports.Scale {
	var intervals []*result.IntervalEstimate
	var values []float64
	for _, run := range v.runs {
		s := v.summary(run, metric)
		if s == nil {
			continue
		}
		if s.Interval != nil {
			intervals = append(intervals, s.Interval)
		}
		if s.Mean != nil {
			values = append(values, *s.Mean)
		}
	}
	return reports.NewScale(unit, intervals, values)
}

// summary returns a run's overall summary by a metric, or nil.
func (v *view) summary(run, metric string) *result.Summary {
	return v.summaries[summaryKey{run: run, metric: metric}]
}

// metric returns what is known of a metric.
func (v *view) metric(name string) result.MetricInfo {
	for _, m := range v.metrics {
		if m.Name == name {
			return m
		}
	}
	return result.MetricInfo{Benchmark: v.name, Name: name}
}

// scale returns how a metric's values print.
func (v *view) scale(metric string) reports.Scale {
	if s, ok := v.scales[metric]; ok {
		return s
	}
	return v.scaleOf(metric, v.metric(metric).Unit)
}

// id returns the block ID for a part of the benchmark, the same at every call,
// so that a section can link to a table that is added later.
func (c *composer) id(v *view, part string) string {
	if id, ok := v.ids[part]; ok {
		return id
	}
	id := c.names.Id(part, v.slug)
	v.ids[part] = id
	return id
}
