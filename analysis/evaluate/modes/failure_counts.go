package modes

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/stats"
)

// CountFailures counts, for each run overall and by stratum and for each source by
// itself, the modes that failed attempts show, and those that show them and
// succeeded all the same; and what the failures of the benchmark say together.
func CountFailures(st *study.Study) ([]result.Failure, []result.FailureBreakdown) {
	if st.Primary < 0 {
		return nil, nil
	}
	var out []result.Failure
	b := result.FailureBreakdown{Benchmark: st.Bench.Name, Scopes: []result.FailureScope{}, CoOccurrences: []result.CoOccurrence{}, Transitions: []result.Transition{}, Trends: []result.RetrievalTrend{}}
	parts := st.Bench.Slices(st.Strata)
	sets := make([][]*failureSet, len(st.Bench.Runs))
	ends := make([][]Outcome, len(st.Bench.Runs))
	for _, r := range st.Runs {
		sets[r], ends[r] = FailureSets(st, r), Outcomes(st, r)
		byTask := st.Bench.Logged[r].TaskStarts(len(st.Bench.Tasks))
		for _, s := range parts {
			for _, set := range sets[r] {
				c := count(st, r, set, s, ends[r], byTask)
				out = append(out, c.rows()...)
				if s.Stratum == nil && set.Source != "" {
					b.Scopes = append(b.Scopes, c.scope())
					b.CoOccurrences = append(b.CoOccurrences, c.pairs()...)
				}
			}
		}
		b.Agreements = append(b.Agreements, agreements(st, r, sets[r])...)
		b.Steps = append(b.Steps, steps(st, r, ends[r])...)
		b.Trends = append(b.Trends, retrievalTrend(st, r, sets[r])...)
	}
	b.Transitions = transitions(st, sets, ends)
	return out, []result.FailureBreakdown{b}
}

// failureCount is the counts of one set of modes over one slice of a run.
type failureCount struct {
	st       *study.Study
	r        int
	set      *failureSet
	stratum  *result.Stratum
	ends     []Outcome
	attempts []int // of the slice, in the table's order

	failed, succeeded, unknown, explained int
	modes                                 []modeCount
	none                                  int
	tallies                               []modeTally  // of the modes, then none
	clear                                 [][]clearOne // of detected modes
}

// modeCount is one mode's counts.
type modeCount struct {
	shown, of       int // among failed attempts (verdicts: all)
	shownWon, wonOf int // among those that succeeded
	primary         int
}

func count(st *study.Study, r int, set *failureSet, s table.Slice, ends []Outcome, byTask []int) *failureCount {
	c := &failureCount{st: st, r: r, set: set, stratum: s.Stratum, ends: ends, modes: make([]modeCount, len(set.Modes))}
	verdict := set.Source == ""
	for _, t := range s.Tasks {
		for a := byTask[t]; a < byTask[t+1]; a++ {
			c.attempts = append(c.attempts, a)
			switch ends[a] {
			case Failed:
				c.failed++
				if p := set.Primary(a); p >= 0 {
					c.explained++
					c.modes[p].primary++
				} else {
					c.none++
				}
			case Succeeded:
				c.succeeded++
			default:
				c.unknown++
			}
			for rest := set.Applies[a]; rest != 0; rest &= rest - 1 {
				m := &c.modes[bits.TrailingZeros64(rest)]
				shown := int(set.Shows[a] >> bits.TrailingZeros64(rest) & 1)
				switch {
				case verdict || ends[a] == Failed:
					m.of++
					m.shown += shown
				case ends[a] == Succeeded:
					m.wonOf++
					m.shownWon += shown
				}
			}
		}
	}
	c.tallies = c.tally(s.Tasks, byTask)
	if set.Source == result.SourceDetected {
		c.clear = c.clearest()
	}
	return c
}

// rows are the results of the modes that some attempt shows, in the set's order,
// then that of none.
func (c *failureCount) rows() []result.Failure {
	var out []result.Failure
	var spots [][]float64
	divided := c.set.Source != "" && c.failed > 0 // among primary modes and none
	if c.set.Source == result.SourceDetected && c.stratum == nil {
		spots = c.spots()
	}
	for m, mode := range c.set.Modes {
		n := &c.modes[m]
		if n.shown == 0 && n.shownWon == 0 {
			continue
		}
		f := c.row(mode, n, &c.tallies[m])
		f.Examples = c.examples(m)
		if spots != nil {
			f.Position = position(spots[m])
		}
		if divided && n.of > 0 {
			f.Primary = c.primary(n.primary, m)
		}
		out = append(out, f)
	}
	if len(out) > 0 && divided && c.none > 0 {
		f := c.row(FailureMode{Category: result.ModeNone, Mode: result.ModeNone, Source: c.set.Source}, &modeCount{shown: c.none, of: c.failed}, &c.tallies[len(c.modes)])
		f.Lift, f.LiftInterval = nil, nil
		f.Primary = c.primary(c.none, len(c.modes))
		f.Examples = c.examples(-1)
		out = append(out, f)
	}
	return out
}

func (c *failureCount) row(mode FailureMode, n *modeCount, tally *modeTally) result.Failure {
	f := result.Failure{Benchmark: c.st.Bench.Name, Run: c.st.Bench.Runs[c.r], Stratum: c.stratum,
		Category: mode.Category, Mode: mode.Mode, Source: mode.Source, Annotator: c.set.Annotator,
		Count: n.shown, Of: n.of, OfTasks: tally.shown.Clusters, Share: study.Ratio(n.shown, n.of), Successes: n.shownWon, SuccessesOf: n.wonOf, Examples: []result.Example{}}
	f.Interval = c.shareInterval(tally.shown, 1)
	f.DesignEffect = designEffect(tally.shown)
	if c.set.Source != "" {
		f.Simultaneous = c.shareInterval(tally.shown, c.family())
	}
	if mode.Category == result.CategoryVerdict || mode.Detector != nil && mode.Detector.SeesOutcome {
		return f
	}
	if lift, err := c.lift(tally); err == nil {
		i := study.Estimate(lift.Interval)
		f.LiftInterval = &i
		if !math.IsInf(lift.Value, 1) {
			f.Lift = result.Number(lift.Value)
		}
	}
	return f
}

// designEffect is nil where attempts are at different tasks.
func designEffect(counts stats.ClusterCounts) *float64 {
	if counts.Clusters == counts.N {
		return nil
	}
	share, _ := counts.Share()
	return result.Number(share.DesignEffect)
}

func (c *failureCount) primary(count, at int) *result.PrimaryShare {
	return &result.PrimaryShare{Count: count, Of: c.failed, Share: study.Ratio(count, c.failed), Interval: c.shareInterval(c.tallies[at].primary, c.family())}
}

// scope is the run as the set's source sees it.
func (c *failureCount) scope() result.FailureScope {
	s := result.FailureScope{Run: c.st.Bench.Runs[c.r], Source: c.set.Source, Annotator: c.set.Annotator, Failed: c.failed, Succeeded: c.succeeded, Unknown: c.unknown,
		Explained: c.explained, Absent: []string{}, NotApplicable: []string{}}
	for m := range c.tallies {
		if d := designEffect(c.tallies[m].shown); d != nil && c.tallies[m].shown.K > 0 && (s.DesignEffect == nil || *d > *s.DesignEffect) {
			s.DesignEffect = d
		}
	}
	if c.set.Source != result.SourceDetected {
		return s
	}
	s.Causes = c.causes()
	looked := map[string]bool{}
	for m, mode := range c.set.Modes {
		looked[mode.Mode] = c.modes[m].of > 0
		if c.modes[m].of > 0 && c.modes[m].shown == 0 {
			s.Absent = append(s.Absent, mode.Mode)
		}
	}
	somewhere := lookedFor(c.st)
	for m, mode := range c.st.Bench.Taxonomy {
		switch {
		case mode.Off() && somewhere>>m&1 == 1:
			s.Off = append(s.Off, mode.Name)
		case mode.Detector != nil && !mode.Off() && !looked[mode.Name]:
			s.NotApplicable = append(s.NotApplicable, mode.Name)
		}
	}
	return s
}

// causes are those of the failed attempts.
func (c *failureCount) causes() *result.Causes {
	var out result.Causes
	count := map[table.Cause]*int{table.CauseUnknown: &out.Unknown, table.CauseAgent: &out.Agent, table.CauseEnvironment: &out.Environment, table.CauseJudge: &out.Judge}
	for _, a := range c.attempts {
		if c.ends[a] == Failed {
			*count[c.st.Bench.Logged[c.r].Seen.Of(a).Course().OfFailure()]++
		}
	}
	return &out
}

// pairs counts the modes that failed attempts show together, most frequent first.
func (c *failureCount) pairs() []result.CoOccurrence {
	var out []result.CoOccurrence
	for i := range c.set.Modes {
		for j := i + 1; j < len(c.set.Modes); j++ {
			if c.modes[i].shown == 0 || c.modes[j].shown == 0 {
				continue
			}
			pair := result.CoOccurrence{Run: c.st.Bench.Runs[c.r], Source: c.set.Source, Annotator: c.set.Annotator, A: c.set.Modes[i].Mode, B: c.set.Modes[j].Mode}
			for _, a := range c.attempts {
				if c.ends[a] != Failed || c.set.Applies[a]>>i&1 == 0 || c.set.Applies[a]>>j&1 == 0 {
					continue
				}
				switch has := [2]bool{c.set.Shows[a]>>i&1 == 1, c.set.Shows[a]>>j&1 == 1}; has {
				case [2]bool{true, true}:
					pair.Both++
				case [2]bool{true, false}:
					pair.OnlyA++
				case [2]bool{false, true}:
					pair.OnlyB++
				default:
					pair.Neither++
				}
			}
			if pair.Both == 0 {
				continue
			}
			n := pair.Both + pair.OnlyA + pair.OnlyB + pair.Neither
			pair.Expected = float64(pair.Both+pair.OnlyA) * float64(pair.Both+pair.OnlyB) / float64(n)
			out = append(out, pair)
		}
	}
	slices.SortStableFunc(out, func(a, b result.CoOccurrence) int { return cmp.Compare(b.Both, a.Both) })
	return out
}
