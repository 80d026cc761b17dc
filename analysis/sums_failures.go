package analysis

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"

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
		CompareNatural(a.Annotator, b.Annotator), cmp.Compare(a.Order, b.Order), CompareNatural(a.Mode, b.Mode))
}

func setOrder(set string) int {
	return slices.Index([]string{"", SourceRecorded, SourceLabelled, SourceDetected}, set)
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
func (a *summing) failures(e *evaluation, r int, out *SumsRun) {
	if e.primary < 0 {
		return
	}
	out.Primary = e.measures[e.primary].Name
	solved, judged := e.solved(r)
	became := make([]outcome, len(solved))
	for i := range became {
		switch {
		case !judged[i]:
		case solved[i]:
			became[i] = succeeded
		default:
			became[i] = failed
		}
		out.Outcomes[became[i]]++
	}
	for _, set := range e.failureSets(r) {
		counts := make([]SumsFailure, len(set.modes))
		for i, became := range became {
			for rest := set.applies[i]; rest != 0; rest &= rest - 1 {
				m := bits.TrailingZeros64(rest)
				counts[m].Of[became]++
				counts[m].Shown[became] += int(set.shows[i] >> m & 1)
			}
			if p := set.primary(i); p >= 0 {
				counts[p].Primary[became]++
			}
		}
		for m, mode := range set.modes {
			f := counts[m]
			f.Benchmark, f.Run, f.Set, f.Annotator, f.Order = a.bench.Name, a.bench.Runs[r], set.source, set.annotator, a.modeOrder(set.source, mode)
			f.Source, f.Category, f.Mode = mode.source, mode.category, mode.mode
			f.Lift = mode.category != categoryVerdict && (mode.detector == nil || !mode.detector.SeesOutcome)
			a.sums.Failures = append(a.sums.Failures, f)
		}
	}
}

// modeOrder is the place of a mode among all that a source can have: which of them a
// shard shows must not move it.
func (a *summing) modeOrder(set string, mode failureMode) int {
	switch set {
	case SourceRecorded:
		return slices.Index(datasets.Exits, datasets.Exit(mode.mode))
	case SourceDetected:
		return int(mode.index)
	case SourceLabelled:
		if at := slices.IndexFunc(a.bench.taxonomy, func(m FailureMode) bool { return m.Name == mode.mode }); at >= 0 {
			return at
		}
		return maxModes
	}
	return slices.Index([]string{"failed by human", "failed by harness", "no_verdict"}, mode.mode)
}

// failuresOfSums are the counts under the plan's policy. Attempts at one task, or at
// tasks of one cluster, fail alike, and sums do not tell how much: where there are
// such, shares have no intervals.
func (e *sumsEvaluation) failuresOfSums(s *Sums) []Failure {
	if e.primary < 0 {
		return nil
	}
	without := unsettled
	if e.measures[e.primary].Missing != Drop {
		without = map[string]outcome{"fail": failed, "worst": failed, "best": succeeded}[e.plan.Missing]
	}
	count := func(n [3]int, o outcome) int {
		if o != unsettled && o == without {
			return n[o] + n[unsettled]
		}
		return n[o]
	}
	var out []Failure
	for _, r := range e.runs {
		run := &e.sums[r]
		if run.Primary != e.measures[e.primary].Name {
			continue // the shards took another metric for the headline: their successes are not ours
		}
		var rows []Failure // of one set
		explained := 0
		for i := range s.Failures {
			f := &s.Failures[i]
			if f.Benchmark != e.bench.Name || f.Run != run.Run {
				continue
			}
			shown, of := count(f.Shown, failed), f.Of
			if f.Set != SourceDetected {
				of = run.Outcomes // it applies to every attempt, also in shards where none shows it
			}
			row := Failure{Benchmark: f.Benchmark, Run: f.Run, Category: f.Category, Mode: f.Mode, Source: f.Source, Annotator: f.Annotator, Count: shown, Of: count(of, failed),
				Successes: count(f.Shown, succeeded), SuccessesOf: count(of, succeeded), Examples: []Example{}}
			failures := count(run.Outcomes, failed)
			if f.Set == "" {
				row.Count, row.Of, row.Successes, row.SuccessesOf = f.Shown[0]+f.Shown[1]+f.Shown[2], of[0]+of[1]+of[2], 0, 0
			} else if failures > 0 {
				n := count(f.Primary, failed)
				explained += n
				row.Primary = &PrimaryShare{Count: n, Of: failures, Share: ratio(n, failures)}
			}
			if row.Count > 0 || row.Successes > 0 {
				rows = append(rows, e.shared(row, run, f.Lift))
			}
			if last := i == len(s.Failures)-1; !last && s.Failures[i+1].Run == f.Run && s.Failures[i+1].Set == f.Set && s.Failures[i+1].Annotator == f.Annotator && s.Failures[i+1].Benchmark == f.Benchmark {
				continue
			}
			if none := failures - explained; f.Set != "" && len(rows) > 0 && none > 0 {
				row := Failure{Benchmark: f.Benchmark, Run: f.Run, Category: ModeNone, Mode: ModeNone, Source: f.Source, Annotator: f.Annotator, Count: none, Of: failures, Examples: []Example{},
					Primary: &PrimaryShare{Count: none, Of: failures, Share: ratio(none, failures)}}
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
func (e *sumsEvaluation) shared(row Failure, run *SumsRun, lift bool) Failure {
	row.Share = ratio(row.Count, row.Of)
	if e.bench.Trials > 1 || run.Clustered {
		return row
	}
	row.OfTasks = row.Of
	if w, err := stats.Wilson(row.Count, row.Of, e.plan.Level); err == nil {
		i := estimate(w)
		row.Interval = &i
	}
	if !lift {
		return row
	}
	r, err := stats.RiskRatioKoopman(float64(row.Count), float64(row.Of), float64(row.Successes), float64(row.SuccessesOf), e.plan.Level)
	if err == nil {
		i := estimate(r.Interval)
		row.Lift, row.LiftInterval = Number(r.Value), &i
	}
	return row
}
