package analysis

import "slices"

// ranked tells whether a run answers for the benchmark's core of tasks. The mean of
// one that does not is of other tasks: it stands below the ranking.
func (e *evaluation) ranked(r int) bool {
	return !e.bench.promised[r].unranked && !e.bench.promised[r].open
}

// withoutRate tells whether a measure of a run is a share of tasks that the log does not
// count: it names what was solved, say, and not of how many. A metric that the lack of an
// outcome lowers is such a share.
func (e *evaluation) withoutRate(m *measure, r int) bool { return e.bench.promised[r].withoutRate(m) }

func (e *evaluation) rankedName(run string) bool {
	return e.ranked(slices.Index(e.bench.Runs, run))
}

// anyRanked tells whether one of the runs compared is ranked.
func (e *evaluation) anyRanked() bool { return slices.ContainsFunc(e.runs, e.ranked) }

// subsets puts the unranked runs below each ranking, beside the ranked runs' means
// over the same tasks.
func (e *evaluation) subsets(rankings []Ranking, summaries []Summary) {
	whole := e.bench.slices(nil)[0]
	for i := range rankings {
		ranking := &rankings[i]
		m := slices.IndexFunc(e.measures, func(m measure) bool { return m.Name == ranking.Metric })
		for _, s := range summaries {
			r := slices.Index(e.bench.Runs, s.Run)
			if s.Metric != ranking.Metric || s.Stratum != nil || s.Mean == nil || e.ranked(r) {
				continue
			}
			sub := SubsetRun{Run: s.Run, NTasks: s.NTasks, Mean: s.Mean, Common: []CommonMean{}}
			for _, other := range ranking.Runs {
				p := e.match(whole, slices.Index(e.bench.Runs, other.Run), r,
					&e.columns[m][slices.Index(e.bench.Runs, other.Run)], &e.columns[m][r])
				if a, b := mean(p.x), mean(p.y); a != nil && b != nil {
					sub.Common = append(sub.Common, CommonMean{Run: other.Run, NTasks: len(p.tasks), Mean: *a, SubsetMean: *b})
				}
			}
			ranking.Subsets = append(ranking.Subsets, sub)
		}
	}
}
