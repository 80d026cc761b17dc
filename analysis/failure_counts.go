package analysis

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"mcpstats/stats"
)

// maxExamples bounds the attempts that a failure mode names.
const maxExamples = 3

// ModeNone names the failed attempts that show no mode of a source.
const ModeNone = "none"

// failures counts, for each run overall and by stratum and for each source by
// itself, the modes that failed attempts show, and those that show them and
// succeeded all the same; and what the failures of the benchmark say together.
func (e *evaluation) failures() ([]Failure, []FailureBreakdown) {
	if e.primary < 0 {
		return nil, nil
	}
	var out []Failure
	b := FailureBreakdown{Benchmark: e.bench.Name, Scopes: []FailureScope{}, CoOccurrences: []CoOccurrence{}, Transitions: []Transition{}, Trends: []RetrievalTrend{}}
	parts := e.bench.slices(e.strata)
	sets := make([][]*failureSet, len(e.bench.Runs))
	ends := make([][]outcome, len(e.bench.Runs))
	for _, r := range e.runs {
		sets[r], ends[r] = e.failureSets(r), e.outcomes(r)
		byTask := e.bench.logged[r].taskStarts(len(e.bench.Tasks))
		for _, s := range parts {
			for _, set := range sets[r] {
				c := e.count(r, set, s, ends[r], byTask)
				out = append(out, c.rows()...)
				if s.stratum == nil && set.source != "" {
					b.Scopes = append(b.Scopes, c.scope())
					b.CoOccurrences = append(b.CoOccurrences, c.pairs()...)
				}
			}
		}
		b.Trends = append(b.Trends, e.retrievalTrend(r, sets[r])...)
	}
	b.Transitions = e.transitions(sets, ends)
	return out, []FailureBreakdown{b}
}

// failureCount is the counts of one set of modes over one slice of a run.
type failureCount struct {
	e        *evaluation
	r        int
	set      *failureSet
	stratum  *Stratum
	ends     []outcome
	attempts []int // of the slice, in the table's order

	failed, succeeded, unknown, explained int
	modes                                 []modeCount
	none                                  int
	tallies                               []modeTally // of the modes, then none
}

// modeCount is one mode's counts.
type modeCount struct {
	shown, of       int // among failed attempts (verdicts: all)
	shownWon, wonOf int // among those that succeeded
	primary         int
}

func (e *evaluation) count(r int, set *failureSet, s slice, ends []outcome, byTask []int) *failureCount {
	c := &failureCount{e: e, r: r, set: set, stratum: s.stratum, ends: ends, modes: make([]modeCount, len(set.modes))}
	verdict := set.source == ""
	for _, t := range s.tasks {
		for a := byTask[t]; a < byTask[t+1]; a++ {
			c.attempts = append(c.attempts, a)
			switch ends[a] {
			case failed:
				c.failed++
				if p := set.primary(a); p >= 0 {
					c.explained++
					c.modes[p].primary++
				} else {
					c.none++
				}
			case succeeded:
				c.succeeded++
			default:
				c.unknown++
			}
			for rest := set.applies[a]; rest != 0; rest &= rest - 1 {
				m := &c.modes[bits.TrailingZeros64(rest)]
				shown := int(set.shows[a] >> bits.TrailingZeros64(rest) & 1)
				switch {
				case verdict || ends[a] == failed:
					m.of++
					m.shown += shown
				case ends[a] == succeeded:
					m.wonOf++
					m.shownWon += shown
				}
			}
		}
	}
	c.tallies = c.tally(s.tasks, byTask)
	return c
}

// rows are the results of the modes that some attempt shows, in the set's order,
// then that of none.
func (c *failureCount) rows() []Failure {
	var out []Failure
	var spots [][]float64
	divided := c.set.source != "" && c.failed > 0 // among primary modes and none
	if c.set.source == SourceDetected && c.stratum == nil {
		spots = c.spots()
	}
	for m, mode := range c.set.modes {
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
		f := c.row(failureMode{category: ModeNone, mode: ModeNone, source: c.set.source}, &modeCount{shown: c.none, of: c.failed}, &c.tallies[len(c.modes)])
		f.Lift, f.LiftInterval = nil, nil
		f.Primary = c.primary(c.none, len(c.modes))
		f.Examples = c.examples(-1)
		out = append(out, f)
	}
	return out
}

func (c *failureCount) row(mode failureMode, n *modeCount, tally *modeTally) Failure {
	f := Failure{Benchmark: c.e.bench.Name, Run: c.e.bench.Runs[c.r], Stratum: c.stratum,
		Category: mode.category, Mode: mode.mode, Source: mode.source, Annotator: c.set.annotator,
		Count: n.shown, Of: n.of, OfTasks: tally.shown.Clusters, Share: ratio(n.shown, n.of), Successes: n.shownWon, SuccessesOf: n.wonOf, Examples: []Example{}}
	f.Interval = c.shareInterval(tally.shown, 1)
	f.DesignEffect = designEffect(tally.shown)
	if c.set.source != "" {
		f.Simultaneous = c.shareInterval(tally.shown, c.family())
	}
	if mode.category == categoryVerdict || mode.detector != nil && mode.detector.SeesOutcome {
		return f
	}
	if lift, err := c.lift(tally); err == nil {
		i := estimate(lift.Interval)
		f.LiftInterval = &i
		if !math.IsInf(lift.Value, 1) {
			f.Lift = Number(lift.Value)
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
	return Number(share.DesignEffect)
}

func (c *failureCount) primary(count, at int) *PrimaryShare {
	return &PrimaryShare{Count: count, Of: c.failed, Share: ratio(count, c.failed), Interval: c.shareInterval(c.tallies[at].primary, c.family())}
}

// scope is the run as the set's source sees it.
func (c *failureCount) scope() FailureScope {
	s := FailureScope{Run: c.e.bench.Runs[c.r], Source: c.set.source, Annotator: c.set.annotator, Failed: c.failed, Succeeded: c.succeeded, Unknown: c.unknown,
		Explained: c.explained, Absent: []string{}, NotApplicable: []string{}}
	for m := range c.tallies {
		if d := designEffect(c.tallies[m].shown); d != nil && c.tallies[m].shown.K > 0 && (s.DesignEffect == nil || *d > *s.DesignEffect) {
			s.DesignEffect = d
		}
	}
	if c.set.source != SourceDetected {
		return s
	}
	looked := map[string]bool{}
	for m, mode := range c.set.modes {
		looked[mode.mode] = c.modes[m].of > 0
		if c.modes[m].of > 0 && c.modes[m].shown == 0 {
			s.Absent = append(s.Absent, mode.mode)
		}
	}
	for _, mode := range c.e.bench.taxonomy {
		if mode.Detector != nil && !looked[mode.Name] {
			s.NotApplicable = append(s.NotApplicable, mode.Name)
		}
	}
	return s
}

// pairs counts the modes that failed attempts show together, most frequent first.
func (c *failureCount) pairs() []CoOccurrence {
	var out []CoOccurrence
	for i := range c.set.modes {
		for j := i + 1; j < len(c.set.modes); j++ {
			if c.modes[i].shown == 0 || c.modes[j].shown == 0 {
				continue
			}
			pair := CoOccurrence{Run: c.e.bench.Runs[c.r], Source: c.set.source, Annotator: c.set.annotator, A: c.set.modes[i].mode, B: c.set.modes[j].mode}
			for _, a := range c.attempts {
				if c.ends[a] != failed || c.set.applies[a]>>i&1 == 0 || c.set.applies[a]>>j&1 == 0 {
					continue
				}
				switch has := [2]bool{c.set.shows[a]>>i&1 == 1, c.set.shows[a]>>j&1 == 1}; has {
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
	slices.SortStableFunc(out, func(a, b CoOccurrence) int { return cmp.Compare(b.Both, a.Both) })
	return out
}
