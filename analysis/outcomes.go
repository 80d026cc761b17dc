package analysis

import (
	"math/bits"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// Sources of a failure mode, never mixed.
const (
	SourceRecorded = "recorded" // the harness's own exit
	SourceLabelled = "labelled" // a label or a judge's verdict that came with the log
	SourceDetected = "detected" // found in the trajectory by a rule
)

// categoryVerdict sets verdicts apart: they are counted over all attempts, since
// a verdict of failure is the outcome itself.
const categoryVerdict = "verdict"

// outcome is what became of an attempt by the headline metric.
type outcome uint8

const (
	unsettled outcome = iota // no value, and the policy leaves it out
	failed
	succeeded
)

// outcomes reads a run's headline metric by attempt: a success where it is 1. What
// has no value is what the plan's policy makes of it, for metrics in which a
// missing value means something.
func (e *evaluation) outcomes(r int) []outcome {
	out := make([]outcome, len(e.bench.logged[r].attempts))
	without := unsettled
	if e.measures[e.primary].Missing != Drop {
		without = map[string]outcome{"fail": failed, "worst": failed, "best": succeeded}[e.plan.Missing]
	}
	solved, judged := e.solved(r)
	for a := range out {
		switch {
		case !judged[a]:
			out[a] = without
		case solved[a]:
			out[a] = succeeded
		default:
			out[a] = failed
		}
	}
	return out
}

// solved reads a run's headline metric by attempt: judged where it has a value,
// solved where it is 1.
func (e *evaluation) solved(r int) (solved, judged []bool) {
	run := &e.bench.logged[r]
	solved, judged = make([]bool, len(run.attempts)), make([]bool, len(run.attempts))
	for c := range run.cells[e.measures[e.primary].cells].all() {
		judged[c.attempt] = true
		solved[c.attempt] = c.value >= 1
	}
	return solved, judged
}

// failureMode names one mode within a failureSet.
type failureMode struct {
	category, mode, source string
	detector               *Detector // nil where it is not detected
	index                  uint8     // in the taxonomy, where it is detected
}

// failureSet is the modes of one source, of labels by one annotator, that a run's
// attempts can show, in the order of precedence, and which attempt shows and which
// admits which: bit m is mode m.
type failureSet struct {
	source    string // empty for verdicts, which are of two sources
	annotator string // who gave the labels, as FailureLabel.By names him
	modes     []failureMode
	shows     []uint64
	applies   []uint64
	first     []int8         // labels: each attempt's primary mode; nil where the order of modes decides
	means     map[string]int // labels: the mode of each
}

func newFailureSet(source string, attempts int) *failureSet {
	return &failureSet{source: source, shows: make([]uint64, attempts), applies: make([]uint64, attempts)}
}

// add appends a mode that applies to every attempt. Beyond maxModes there is none.
func (s *failureSet) add(m failureMode, shows func(attempt int) bool) {
	if len(s.modes) == maxModes {
		return
	}
	bit := uint64(1) << len(s.modes)
	s.modes = append(s.modes, m)
	for a := range s.shows {
		s.applies[a] |= bit
		if shows(a) {
			s.shows[a] |= bit
		}
	}
}

// primary is the first mode that an attempt shows, or -1; of labels what their annotator
// calls the root, or names first.
func (s *failureSet) primary(attempt int) int {
	if s.first != nil {
		return int(s.first[attempt])
	}
	if s.shows[attempt] == 0 {
		return -1
	}
	return bits.TrailingZeros64(s.shows[attempt])
}

// failureSets lists what a run's attempts can show, source by source.
func (e *evaluation) failureSets(r int) []*failureSet {
	all := append([]*failureSet{e.verdictModes(r), e.recordedModes(r)}, e.labelledModes(r)...)
	all = append(all, e.detectedModes(r))
	return slices.DeleteFunc(all, func(s *failureSet) bool { return len(s.modes) == 0 })
}

// verdictModes are the harness's, the reference's and the judges' verdicts of failure.
func (e *evaluation) verdictModes(r int) *failureSet {
	run := &e.bench.logged[r]
	s := newFailureSet("", len(run.attempts))
	for i, name := range e.bench.metrics {
		source, by := SourceLabelled, ""
		switch {
		case name == "success":
			source, by = SourceRecorded, "harness"
		case name == referenceMetric:
			by = "human"
		case strings.HasPrefix(name, storedFamily):
			by = strings.TrimSuffix(strings.TrimPrefix(name, storedFamily), "]")
		default:
			continue
		}
		known, lost := make([]bool, len(run.attempts)), make([]bool, len(run.attempts))
		for c := range run.cells[i].all() {
			known[c.attempt], lost[c.attempt] = true, c.value < 1
		}
		s.add(failureMode{category: categoryVerdict, mode: "failed by " + by, source: source}, func(a int) bool { return lost[a] })
		if by == "harness" {
			s.add(failureMode{category: categoryVerdict, mode: "no_verdict", source: SourceRecorded}, func(a int) bool { return !known[a] })
		}
	}
	return s
}

// recordedModes are the ends that the harness recorded, but the ordinary one.
func (e *evaluation) recordedModes(r int) *failureSet {
	run := &e.bench.logged[r]
	s := newFailureSet(SourceRecorded, len(run.attempts))
	for _, exit := range datasets.Exits {
		if exit != datasets.ExitCompleted {
			s.add(failureMode{category: "harness", mode: string(exit), source: SourceRecorded}, func(a int) bool { return run.attempts[a].exit() == exit })
		}
	}
	if !slices.ContainsFunc(s.shows, func(b uint64) bool { return b != 0 }) {
		return &failureSet{}
	}
	return s
}

// detectedModes are the modes that a detector looked for in at least one attempt of the
// benchmark.
func (e *evaluation) detectedModes(r int) *failureSet {
	looked := uint64(0)
	for i := range e.bench.logged {
		for _, a := range e.bench.logged[i].seen {
			looked |= a.applicable
		}
	}
	run := &e.bench.logged[r]
	s := newFailureSet(SourceDetected, len(run.attempts))
	place := make(map[uint8]uint64, len(e.bench.taxonomy))
	for m, mode := range e.bench.taxonomy {
		if looked&(1<<m) == 0 {
			continue
		}
		bit := uint64(1) << len(s.modes)
		place[uint8(m)] = bit
		s.modes = append(s.modes, failureMode{category: mode.Category, mode: mode.Name, source: SourceDetected, detector: mode.Detector, index: uint8(m)})
		for a := range run.attempts {
			if run.seen.of(a).applicable&(1<<m) != 0 {
				s.applies[a] |= bit
			}
		}
	}
	for _, f := range run.found.all {
		s.shows[f.attempt] |= place[f.mode]
	}
	return s
}
