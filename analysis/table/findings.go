package table

import (
	"cmp"
	"slices"
)

// MaxEvidence bounds the attempts of a run whose text is kept as evidence of a
// mode. More than a report shows are kept, because which attempts failed is known
// only when all scores are.
const MaxEvidence = 32

// finding is one mode that an attempt shows, without texts.
type finding struct {
	Attempt        int32
	Mode           uint8
	Stepped, Sited bool
	hits, Step     int32
	Place          float32 // meaningful where sited
}

// evidence is the text that goes with a finding, and what says how clear it is.
type evidence struct {
	Attempt       int32
	hits, modes   int // places that show the mode; modes that the attempt shows
	Tool, Excerpt string
}

// findings is what was detected in a run, while records arrive and after.
type findings struct {
	All      []finding
	Evidence map[uint8][]evidence // the clearest of each mode, clearest first
}

// add takes what was detected in an attempt. before orders attempts without regard
// to the order of their arrival.
func (f *findings) add(attempt int32, d Detected, before func(a, b int32) int) {
	for _, m := range d.Modes {
		one := finding{Attempt: attempt, Mode: uint8(m.Mode), hits: int32(m.Hits)}
		if m.Step.Known {
			one.Stepped, one.Step = true, int32(m.Step.Value)
		}
		if m.Place.Known {
			one.Sited, one.Place = true, float32(m.Place.Value)
		}
		f.All = append(f.All, one)
		f.keep(one.Mode, evidence{attempt, m.Hits, len(d.Modes), m.Tool, m.Excerpt}, before)
	}
}

// keep inserts the evidence at its place, clearest first: the most places that
// show the mode, then the fewest other modes.
func (f *findings) keep(mode uint8, e evidence, before func(a, b int32) int) {
	if f.Evidence == nil {
		f.Evidence = map[uint8][]evidence{}
	}
	list := f.Evidence[mode]
	at, _ := slices.BinarySearchFunc(list, e, func(a, b evidence) int {
		return cmp.Or(cmp.Compare(b.hits, a.hits), cmp.Compare(a.modes, b.modes), before(a.Attempt, b.Attempt))
	})
	if at >= MaxEvidence {
		return
	}
	list = slices.Insert(list, at, e)
	f.Evidence[mode] = list[:min(len(list), MaxEvidence)]
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
	out := findings{Evidence: map[uint8][]evidence{}}
	for _, one := range f.All {
		if one.Attempt = number(one.Attempt); one.Attempt >= 0 {
			out.All = append(out.All, one)
		}
	}
	slices.SortFunc(out.All, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.Mode, b.Mode))
	})
	for mode, list := range f.Evidence {
		for _, e := range list {
			if e.Attempt = number(e.Attempt); e.Attempt >= 0 {
				out.Evidence[mode] = append(out.Evidence[mode], e)
			}
		}
	}
	return out
}

// Of returns what was detected in an attempt.
func (f *findings) Of(attempt int32) []finding {
	at, _ := slices.BinarySearchFunc(f.All, attempt, func(one finding, a int32) int { return cmp.Compare(one.Attempt, a) })
	end := at
	for end < len(f.All) && f.All[end].Attempt == attempt {
		end++
	}
	return f.All[at:end]
}
