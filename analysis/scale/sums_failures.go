package scale

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/modes"
	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/stats"
)

// SumsFailure counts one failure mode of one run, overall. Counts stand by what
// became of the attempt, so that the policy can be chosen after merging: no outcome,
// failed, succeeded.
type SumsFailure struct {
	Benchmark, Run         string
	Set                    string // the source whose modes exclude one another as primary ones; empty for verdicts
	Annotator              string // who gave the labels of the set
	Order                  int    // of the mode within the set
	Source, Category, Mode string
	Lift                   bool   // successes can show the mode
	Shown, Of, Primary     [3]int // attempts that show it, that could, and whose primary mode it is
}

func (a *SumsFailure) compare(b *SumsFailure) int {
	return cmp.Or(strings.Compare(a.Benchmark, b.Benchmark), strings.Compare(a.Run, b.Run), cmp.Compare(setOrder(a.Set), setOrder(b.Set)),
		result.CompareNatural(a.Annotator, b.Annotator), cmp.Compare(a.Order, b.Order), result.CompareNatural(a.Mode, b.Mode))
}

func setOrder(set string) int {
	return slices.Index([]string{"", result.SourceRecorded, result.SourceLabelled, result.SourceDetected}, set)
}

func (a *SumsFailure) merge(b *SumsFailure) {
	for k := range a.Of {
		a.Shown[k] += b.Shown[k]
		a.Of[k] += b.Of[k]
		a.Primary[k] += b.Primary[k]
	}
}

// mergeFailures adds the counts of other tables.
func (s *Sums) mergeFailures(o *Sums) {
	for i := range o.Failures {
		f := &o.Failures[i]
		at, ok := slices.BinarySearchFunc(s.Failures, f, func(a SumsFailure, b *SumsFailure) int { return a.compare(b) })
		if ok {
			s.Failures[at].merge(f)
		} else {
			s.Failures = slices.Insert(s.Failures, at, *f)
		}
	}
}

// failures counts the modes that a run's attempts show, and what became of all of
// them by the headline metric.
func (a *summing) failures(st *study.Study, r int, out *SumsRun) {
	if st.Primary < 0 {
		return
	}
	out.Primary = st.Measures[st.Primary].Name
	solved, judged := modes.Solved(st, r)
	became := make([]modes.Outcome, len(solved))
	for i := range became {
		switch {
		case !judged[i]:
		case solved[i]:
			became[i] = modes.Succeeded
		default:
			became[i] = modes.Failed
		}
		out.Outcomes[became[i]]++
	}
	for _, set := range modes.FailureSets(st, r) {
		counts := make([]SumsFailure, len(set.Modes))
		for i, became := range became {
			for rest := set.Applies[i]; rest != 0; rest &= rest - 1 {
				m := bits.TrailingZeros64(rest)
				counts[m].Of[became]++
				counts[m].Shown[became] += int(set.Shows[i] >> m & 1)
			}
			if p := set.Primary(i); p >= 0 {
				counts[p].Primary[became]++
			}
		}
		for m, mode := range set.Modes {
			f := counts[m]
			f.Benchmark, f.Run, f.Set, f.Annotator, f.Order = a.bench.Name, a.bench.Runs[r], set.Source, set.Annotator, a.modeOrder(set.Source, mode)
			f.Source, f.Category, f.Mode = mode.Source, mode.Category, mode.Mode
			f.Lift = mode.Category != result.CategoryVerdict && (mode.Detector == nil || !mode.Detector.SeesOutcome)
			a.sums.Failures = append(a.sums.Failures, f)
		}
	}
}

// modeOrder is the place of a mode among all that a source can have: which of them a
// shard shows must not move it.
func (a *summing) modeOrder(set string, mode modes.FailureMode) int {
	switch set {
	case result.SourceRecorded:
		return slices.Index(datasets.Exits, datasets.Exit(mode.Mode))
	case result.SourceDetected:
		return int(mode.Index)
	case result.SourceLabelled:
		if at := slices.IndexFunc(a.bench.Taxonomy, func(m table.FailureMode) bool { return m.Name == mode.Mode }); at >= 0 {
			return at
		}
		return table.MaxModes
	}
	return slices.Index([]string{"failed by human", "failed by harness", "no_verdict"}, mode.Mode)
}

// failuresOfSums are the counts under the plan's policy. Attempts at one task, or at
// tasks of one cluster, fail alike, and sums do not tell how much: where there are
// such, shares have no intervals.
func (e *sumsStudy) failuresOfSums(s *Sums) []result.Failure {
	if e.Primary < 0 {
		return nil
	}
	without := modes.Unsettled
	if e.Measures[e.Primary].Missing != result.Drop {
		without = map[string]modes.Outcome{"fail": modes.Failed, "worst": modes.Failed, "best": modes.Succeeded}[e.Plan.Missing]
	}
	count := func(n [3]int, o modes.Outcome) int {
		if o != modes.Unsettled && o == without {
			return n[o] + n[modes.Unsettled]
		}
		return n[o]
	}
	var out []result.Failure
	for _, r := range e.Runs {
		run := &e.sums[r]
		if run.Primary != e.Measures[e.Primary].Name {
			continue // the shards took another metric for the headline: their successes are not ours
		}
		var rows []result.Failure // of one set
		explained := 0
		for i := range s.Failures {
			f := &s.Failures[i]
			if f.Benchmark != e.Bench.Name || f.Run != run.Run {
				continue
			}
			shown, of := count(f.Shown, modes.Failed), f.Of
			if f.Set != result.SourceDetected {
				of = run.Outcomes // it applies to every attempt, also in shards where none shows it
			}
			row := result.Failure{Benchmark: f.Benchmark, Run: f.Run, Category: f.Category, Mode: f.Mode, Source: f.Source, Annotator: f.Annotator, Count: shown, Of: count(of, modes.Failed),
				Successes: count(f.Shown, modes.Succeeded), SuccessesOf: count(of, modes.Succeeded), Examples: []result.Example{}}
			failures := count(run.Outcomes, modes.Failed)
			if f.Set == "" {
				row.Count, row.Of, row.Successes, row.SuccessesOf = f.Shown[0]+f.Shown[1]+f.Shown[2], of[0]+of[1]+of[2], 0, 0
			} else if failures > 0 {
				n := count(f.Primary, modes.Failed)
				explained += n
				row.Primary = &result.PrimaryShare{Count: n, Of: failures, Share: study.Ratio(n, failures)}
			}
			if row.Count > 0 || row.Successes > 0 {
				rows = append(rows, e.shared(row, run, f.Lift))
			}
			if last := i == len(s.Failures)-1; !last && s.Failures[i+1].Run == f.Run && s.Failures[i+1].Set == f.Set && s.Failures[i+1].Annotator == f.Annotator && s.Failures[i+1].Benchmark == f.Benchmark {
				continue
			}
			if none := failures - explained; f.Set != "" && len(rows) > 0 && none > 0 {
				row := result.Failure{Benchmark: f.Benchmark, Run: f.Run, Category: result.ModeNone, Mode: result.ModeNone, Source: f.Source, Annotator: f.Annotator, Count: none, Of: failures, Examples: []result.Example{},
					Primary: &result.PrimaryShare{Count: none, Of: failures, Share: study.Ratio(none, failures)}}
				rows = append(rows, e.shared(row, run, false))
			}
			out = append(out, rows...)
			rows, explained = nil, 0
		}
	}
	return out
}

// shared adds to a row its share and, where attempts are independent, the intervals
// of the share and of the lift.
func (e *sumsStudy) shared(row result.Failure, run *SumsRun, lift bool) result.Failure {
	row.Share = study.Ratio(row.Count, row.Of)
	if e.Bench.Trials > 1 || run.Clustered {
		return row
	}
	row.OfTasks = row.Of
	if w, err := stats.Wilson(row.Count, row.Of, e.Plan.Level); err == nil {
		i := study.Estimate(w)
		row.Interval = &i
	}
	if !lift {
		return row
	}
	r, err := stats.RiskRatioKoopman(float64(row.Count), float64(row.Of), float64(row.Successes), float64(row.SuccessesOf), e.Plan.Level)
	if err == nil {
		i := study.Estimate(r.Interval)
		row.Lift, row.LiftInterval = result.Number(r.Value), &i
	}
	return row
}
