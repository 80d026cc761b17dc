package modes

import (
	"math/bits"
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

// Outcome is what became of an attempt by the headline metric.
type Outcome uint8

const (
	Unsettled Outcome = iota // no value, and the policy leaves it out
	Failed                   // a value below 1, or none where the policy counts it as a failure
	Succeeded                // 1, or none where the policy is best
)

// Outcomes reads a run's headline metric by attempt: a success where it is 1. What
// has no value is what the plan's policy makes of it, for metrics in which a
// missing value means something.
func Outcomes(st *study.Study, r int) []Outcome {
	out := make([]Outcome, len(st.Bench.Logged[r].Attempts))
	without := Unsettled
	if st.Measures[st.Primary].Missing != result.Drop {
		without = map[string]Outcome{"fail": Failed, "worst": Failed, "best": Succeeded}[st.Plan.Missing]
	}
	solved, judged := Solved(st, r)
	for a := range out {
		switch {
		case !judged[a]:
			out[a] = without
		case solved[a]:
			out[a] = Succeeded
		default:
			out[a] = Failed
		}
	}
	return out
}

// Solved reads a run's headline metric by attempt: judged where it has a value,
// solved where it is 1.
func Solved(st *study.Study, r int) (solved, judged []bool) {
	run := &st.Bench.Logged[r]
	solved, judged = make([]bool, len(run.Attempts)), make([]bool, len(run.Attempts))
	for c := range run.Cells[st.Measures[st.Primary].Cells].All() {
		judged[c.Attempt] = true
		solved[c.Attempt] = c.Value >= 1
	}
	return solved, judged
}

// FailureMode names one mode within a failureSet.
type FailureMode struct {
	Category, Mode, Source string
	Detector               *table.Detector // nil where it is not detected
	Index                  uint8           // in the taxonomy, where it is detected
}

// failureSet is the modes of one source, of labels by one annotator, that a run's
// attempts can show, in the order of precedence, and which attempt shows and which
// admits which: bit m is mode m.
type failureSet struct {
	Source    string // empty for verdicts, which are of two sources
	Annotator string // who gave the labels, as FailureLabel.By names him
	Modes     []FailureMode
	Shows     []uint64
	Applies   []uint64
	first     []int8         // each attempt's primary mode, -1: none; nil where the order of modes decides
	means     map[string]int // labels: the mode of each
}

func newFailureSet(source string, attempts int) *failureSet {
	return &failureSet{Source: source, Shows: make([]uint64, attempts), Applies: make([]uint64, attempts)}
}

// add appends a mode that applies to every attempt. Beyond table.MaxModes there is none.
func (s *failureSet) add(m FailureMode, shows func(attempt int) bool) {
	if len(s.Modes) == table.MaxModes {
		return
	}
	bit := uint64(1) << len(s.Modes)
	s.Modes = append(s.Modes, m)
	for a := range s.Shows {
		s.Applies[a] |= bit
		if shows(a) {
			s.Shows[a] |= bit
		}
	}
}

// Primary is an attempt's primary mode, or -1: of labels what their annotator calls the
// root, or names first, of detected modes the one that explains the failure best (table.Course),
// else the first that it shows.
func (s *failureSet) Primary(attempt int) int {
	if s.first != nil {
		return int(s.first[attempt])
	}
	if s.Shows[attempt] == 0 {
		return -1
	}
	return bits.TrailingZeros64(s.Shows[attempt])
}

// FailureSets lists what a run's attempts can show, source by source.
func FailureSets(st *study.Study, r int) []*failureSet {
	all := append([]*failureSet{verdictModes(st, r), recordedModes(st, r)}, labelledModes(st, r)...)
	all = append(all, detectedModes(st, r, false))
	return slices.DeleteFunc(all, func(s *failureSet) bool { return len(s.Modes) == 0 })
}

// verdictModes are the harness's, the reference's and the judges' verdicts of failure.
func verdictModes(st *study.Study, r int) *failureSet {
	s := newFailureSet("", len(st.Bench.Logged[r].Attempts))
	for _, v := range verdictsOn(st, r) {
		s.add(FailureMode{Category: result.CategoryVerdict, Mode: "failed by " + v.by, Source: v.source}, func(a int) bool { return v.lost[a] })
		if v.by == byHarness {
			s.add(FailureMode{Category: result.CategoryVerdict, Mode: "no_verdict", Source: result.SourceRecorded}, func(a int) bool { return !v.known[a] })
		}
	}
	return s
}

// verdicts is what one judge says of a run's attempts.
type verdicts struct {
	source, by  string
	known, lost []bool
}

// byHarness names the harness among judges.
const byHarness = "harness"

// verdictsOn are those of the harness, the reference and every judge.
func verdictsOn(st *study.Study, r int) (out []verdicts) {
	run := &st.Bench.Logged[r]
	for i, name := range st.Bench.Metrics {
		v := verdicts{source: result.SourceLabelled, known: make([]bool, len(run.Attempts)), lost: make([]bool, len(run.Attempts))}
		switch {
		case name == "success":
			v.source, v.by = result.SourceRecorded, byHarness
		case name == table.ReferenceMetric:
			v.by = "human"
		case strings.HasPrefix(name, table.StoredFamily):
			v.by = strings.TrimSuffix(strings.TrimPrefix(name, table.StoredFamily), "]")
		default:
			continue
		}
		for c := range run.Cells[i].All() {
			v.known[c.Attempt], v.lost[c.Attempt] = true, c.Value < 1
		}
		out = append(out, v)
	}
	return out
}

// recordedModes are the ends that the harness recorded, but the ordinary one.
func recordedModes(st *study.Study, r int) *failureSet {
	run := &st.Bench.Logged[r]
	s := newFailureSet(result.SourceRecorded, len(run.Attempts))
	for _, exit := range datasets.Exits {
		if exit != datasets.ExitCompleted {
			s.add(FailureMode{Category: "harness", Mode: string(exit), Source: result.SourceRecorded}, func(a int) bool { return run.Attempts[a].Exit() == exit })
		}
	}
	if !slices.ContainsFunc(s.Shows, func(b uint64) bool { return b != 0 }) {
		return &failureSet{}
	}
	return s
}

// detectedModes are the modes that a detector looked for in at least one attempt of the
// benchmark: those that count, or with all also those of rules that are off.
func detectedModes(st *study.Study, r int, all bool) *failureSet {
	looked, run := lookedFor(st), &st.Bench.Logged[r]
	s := newFailureSet(result.SourceDetected, len(run.Attempts))
	place := make(map[uint8]uint64, len(st.Bench.Taxonomy))
	for m, mode := range st.Bench.Taxonomy {
		if looked&(1<<m) == 0 || !all && mode.Off() {
			continue
		}
		bit := uint64(1) << len(s.Modes)
		place[uint8(m)] = bit
		s.Modes = append(s.Modes, FailureMode{Category: mode.Category, Mode: mode.Name, Source: result.SourceDetected, Detector: mode.Detector, Index: uint8(m)})
		for a := range run.Attempts {
			if run.Seen.Of(a).Applicable&(1<<m) != 0 {
				s.Applies[a] |= bit
			}
		}
	}
	counted := make([]uint64, len(run.Attempts)) // what may be a primary mode
	for _, f := range run.Found.All {
		s.Shows[f.Attempt] |= place[f.Mode]
		if !st.Bench.Taxonomy[f.Mode].Off() {
			counted[f.Attempt] |= place[f.Mode]
		}
	}
	s.first = make([]int8, len(run.Attempts))
	for a := range s.first {
		if s.first[a] = -1; counted[a] != 0 {
			s.first[a] = int8(bits.TrailingZeros64(counted[a])) // records that somebody else made may not say
		}
		if p := run.Seen.Of(a).Course().Primary; p.Known && place[uint8(p.Value)] != 0 {
			s.first[a] = int8(bits.TrailingZeros64(place[uint8(p.Value)]))
		}
	}
	return s
}

// lookedFor are the modes of the taxonomy whose rule could look at some attempt of the
// benchmark, as bits.
func lookedFor(st *study.Study) (looked uint64) {
	for i := range st.Bench.Logged {
		for _, a := range st.Bench.Logged[i].Seen {
			looked |= a.Applicable
		}
	}
	return looked
}

// places are where the modes of a taxonomy stand in the set, -1: they do not.
func (s *failureSet) places() (at [table.MaxModes]int) {
	for i := range at {
		at[i] = -1
	}
	for m := range s.Modes {
		at[s.Modes[m].Index] = m
	}
	return at
}
