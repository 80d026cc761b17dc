package table

import (
	"slices"

	"mcpstats/datasets"
)

// facts is what is kept of every attempt besides its scores, packed: there may be
// millions of them.
type facts struct {
	ending  uint8 // index into endings
	Errored bool  // the log carries an error message
}

// code is the facts as one number, from which factsOf makes them again.
func (f facts) code() int32 {
	code := int32(f.ending) << 1
	if f.Errored {
		code |= 1
	}
	return code
}

func factsOf(code int32) facts { return facts{ending: uint8(code >> 1), Errored: code&1 == 1} }

// endings numbers the exits.
var endings = append([]datasets.Exit{datasets.ExitUnstated}, datasets.Exits...)

// endingOf is the number of an exit; a word that no exit has is an unknown one.
func endingOf(e datasets.Exit) uint8 {
	at := slices.Index(endings, e)
	if at < 0 {
		at = slices.Index(endings, datasets.ExitUnknown)
	}
	return uint8(at)
}

func (f *facts) Exit() datasets.Exit { return endings[f.ending] }

// sighting is what detectors and labels say of an attempt.
type sighting struct {
	Applicable uint64 // modes whose detector could look at the attempt
	tools      int32  // tools that the agent could see; -1 where the log does not say
	labels     int32  // index into the run's labels, -1 where the attempt has none
	judged     int32  // index into the run's judged, -1 where no judge's error is named

	primary     int8 // the taxonomy's mode that explains the attempt best, -1: none
	cause       Cause
	conforms    bool
	first, last int32 // steps, -1: not known
}

// Course is how the attempt went wrong, if it did.
func (s sighting) Course() Course {
	known := func(v int) datasets.Maybe[int] { return datasets.Maybe[int]{Value: max(v, 0), Known: v >= 0} }
	return Course{Primary: known(int(s.primary)), Cause: s.cause, First: known(int(s.first)), Last: known(int(s.last)), Conforms: s.conforms}
}

// follow takes a course.
func (s *sighting) follow(c Course) {
	number := func(m datasets.Maybe[int]) int {
		if m.Known {
			return m.Value
		}
		return -1
	}
	s.primary, s.first, s.last = int8(number(c.Primary)), int32(number(c.First)), int32(number(c.Last))
	s.cause, s.conforms = c.Cause, c.Conforms
}

// unseen is an attempt of which they say nothing.
var unseen = sighting{tools: -1, labels: -1, judged: -1, primary: -1, first: -1, last: -1}

// Visible is how many tools the agent could see.
func (s sighting) Visible() datasets.Maybe[int] {
	if s.tools < 0 {
		return datasets.Maybe[int]{}
	}
	return datasets.Known(int(s.tools))
}

// sightings are those of a run's attempts. Beyond the last attempt of which
// something is said they are unseen and take no memory: most readings look for
// nothing.
type sightings []sighting

func (s sightings) Of(attempt int) sighting {
	if attempt >= len(s) {
		return unseen
	}
	return s[attempt]
}

// set keeps what is said of an attempt that comes after all others.
func (s *sightings) set(attempt int32, one sighting) {
	if one == unseen {
		return
	}
	for int32(len(*s)) < attempt {
		*s = append(*s, unseen)
	}
	*s = append(*s, one)
}

// source is where records come from.
type source struct {
	input        int32
	format, rule string
	own          bool
}
