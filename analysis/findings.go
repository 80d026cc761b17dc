package analysis

import (
	"cmp"
	"slices"
)

// maxEvidence bounds the attempts of a run whose text is kept as evidence of a
// mode. More than a report shows are kept, because which attempts failed is known
// only when all scores are.
const maxEvidence = 32

// finding is one mode that an attempt shows, without texts.
type finding struct {
	attempt        int32
	mode           uint8
	stepped, sited bool
	hits, step     int32
	place          float32 // meaningful where sited
}

// evidence is the text that goes with a finding, and what says how clear it is.
type evidence struct {
	attempt       int32
	hits, modes   int // places that show the mode; modes that the attempt shows
	tool, excerpt string
}

// findings is what was detected in a run, while records arrive and after.
type findings struct {
	all      []finding
	evidence map[uint8][]evidence // the clearest of each mode, clearest first
}

// add takes what was detected in an attempt. before orders attempts without regard
// to the order of their arrival.
func (f *findings) add(attempt int32, d Detected, before func(a, b int32) int) {
	for _, m := range d.Modes {
		one := finding{attempt: attempt, mode: uint8(m.Mode), hits: int32(m.Hits)}
		if m.Step.Known {
			one.stepped, one.step = true, int32(m.Step.Value)
		}
		if m.Place.Known {
			one.sited, one.place = true, float32(m.Place.Value)
		}
		f.all = append(f.all, one)
		f.keep(one.mode, evidence{attempt, m.Hits, len(d.Modes), m.Tool, m.Excerpt}, before)
	}
}

// keep inserts the evidence at its place, clearest first: the most places that
// show the mode, then the fewest other modes.
func (f *findings) keep(mode uint8, e evidence, before func(a, b int32) int) {
	if f.evidence == nil {
		f.evidence = map[uint8][]evidence{}
	}
	list := f.evidence[mode]
	at, _ := slices.BinarySearchFunc(list, e, func(a, b evidence) int {
		return cmp.Or(cmp.Compare(b.hits, a.hits), cmp.Compare(a.modes, b.modes), before(a.attempt, b.attempt))
	})
	if at >= maxEvidence {
		return
	}
	list = slices.Insert(list, at, e)
	f.evidence[mode] = list[:min(len(list), maxEvidence)]
}

// freeze renumbers the attempts; -1 are those that were resolved away, and nil leaves all
// as they are.
func (f *findings) freeze(final []int32) findings {
	number := func(attempt int32) int32 {
		if final == nil {
			return attempt
		}
		return final[attempt]
	}
	out := findings{evidence: map[uint8][]evidence{}}
	for _, one := range f.all {
		if one.attempt = number(one.attempt); one.attempt >= 0 {
			out.all = append(out.all, one)
		}
	}
	slices.SortFunc(out.all, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.attempt, b.attempt), cmp.Compare(a.mode, b.mode))
	})
	for mode, list := range f.evidence {
		for _, e := range list {
			if e.attempt = number(e.attempt); e.attempt >= 0 {
				out.evidence[mode] = append(out.evidence[mode], e)
			}
		}
	}
	return out
}

// of returns what was detected in an attempt.
func (f *findings) of(attempt int32) []finding {
	at, _ := slices.BinarySearchFunc(f.all, attempt, func(one finding, a int32) int { return cmp.Compare(one.attempt, a) })
	end := at
	for end < len(f.all) && f.all[end].attempt == attempt {
		end++
	}
	return f.all[at:end]
}
