package study

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// Ranked tells whether a run answers for the benchmark's core of tasks. The mean of
// one that does not is of other tasks: it stands below the ranking.
func (st *Study) Ranked(r int) bool {
	return !st.Bench.Promised[r].Unranked && !st.Bench.Promised[r].Open
}

// WithoutRate tells whether a measure of a run is a share of tasks that the log does not
// count: it names what was solved, say, and not of how many. A metric that the lack of an
// outcome lowers is such a share.
func WithoutRate(st *Study, m *table.Measure, r int) bool {
	return st.Bench.Promised[r].WithoutRate(m)
}

// RankedName is Study.Ranked of a run by its name.
func RankedName(st *Study, run string) bool {
	return st.Ranked(slices.Index(st.Bench.Runs, run))
}

// AnyRanked tells whether one of the runs compared is ranked.
func AnyRanked(st *Study) bool { return slices.ContainsFunc(st.Runs, st.Ranked) }

// subsets puts the unranked runs below each ranking, beside the ranked runs' means
// over the same tasks.
func subsets(st *Study, rankings []result.Ranking, summaries []result.Summary) {
	whole := st.Bench.Slices(nil)[0]
	for i := range rankings {
		ranking := &rankings[i]
		m := slices.IndexFunc(st.Measures, func(m table.Measure) bool { return m.Name == ranking.Metric })
		for _, s := range summaries {
			r := slices.Index(st.Bench.Runs, s.Run)
			if s.Metric != ranking.Metric || s.Stratum != nil || s.Mean == nil || st.Ranked(r) {
				continue
			}
			sub := result.SubsetRun{Run: s.Run, NTasks: s.NTasks, Mean: s.Mean, Common: []result.CommonMean{}}
			for _, other := range ranking.Runs {
				p := st.Match(whole, slices.Index(st.Bench.Runs, other.Run), r,
					&st.Columns[m][slices.Index(st.Bench.Runs, other.Run)], &st.Columns[m][r])
				if a, b := Mean(p.X), Mean(p.Y); a != nil && b != nil {
					sub.Common = append(sub.Common, result.CommonMean{Run: other.Run, NTasks: len(p.Tasks), Mean: *a, SubsetMean: *b})
				}
			}
			ranking.Subsets = append(ranking.Subsets, sub)
		}
	}
}
