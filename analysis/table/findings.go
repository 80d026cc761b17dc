package table

import (
	"cmp"
	"slices"

	"mcpstats/datasets"
)

// finding is one mode that an attempt shows. The places that show it are kept apart, since
// most modes have one and some have twenty.
type finding struct {
	Attempt     int32
	Mode        uint8
	shown       uint8 // places that are kept, at most MaxHits
	Sited       bool
	Hits, first int32 // places that show it; the first of the kept ones
	Place       float32
}

// place is one place that shows a mode: its step, -1 where it has none, and its texts as
// numbers, since agents fail with the same words again and again.
type place struct{ step, tool, excerpt int32 }

// findings is what was detected in a run, while records arrive and after.
type findings struct {
	All    []finding
	places []place
	texts  index
}

// add takes what was detected in an attempt.
func (f *findings) add(attempt int32, d Detected) {
	for i := range d.Modes {
		m := &d.Modes[i]
		shown := m.Shown[:min(len(m.Shown), MaxHits)]
		one := finding{Attempt: attempt, Mode: uint8(m.Mode), shown: uint8(len(shown)), Hits: int32(m.Hits), first: int32(len(f.places))}
		if m.Place.Known {
			one.Sited, one.Place = true, float32(m.Place.Value)
		}
		f.All = append(f.All, one)
		for _, e := range shown {
			at := place{step: -1, tool: f.texts.id(e.Tool), excerpt: f.texts.id(e.Excerpt)}
			if e.Step.Known {
				at.step = int32(e.Step.Value)
			}
			f.places = append(f.places, at)
		}
	}
}

// Evidence is what is kept of a finding: no more than Hits places, and none where somebody
// else made the record.
func (f *findings) Evidence(one *finding) []Evidence {
	out := make([]Evidence, one.shown)
	for i, p := range f.places[one.first:][:one.shown] {
		out[i] = Evidence{Tool: f.texts.names[p.tool], Excerpt: f.texts.names[p.excerpt]}
		if p.step >= 0 {
			out[i].Step = datasets.Known(int(p.step))
		}
	}
	return out
}

// freeze renumbers the attempts; -1 are those that were resolved away, and nil leaves all
// as they are.
func (f *findings) freeze(final []int32) findings {
	out := findings{places: f.places, texts: index{names: f.texts.names}}
	for _, one := range f.All {
		if final != nil {
			one.Attempt = final[one.Attempt]
		}
		if one.Attempt >= 0 {
			out.All = append(out.All, one)
		}
	}
	slices.SortFunc(out.All, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Attempt, b.Attempt), cmp.Compare(a.Mode, b.Mode))
	})
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

// ByAttempt hands on the findings of every attempt that has some, in the order of the
// table: those of one attempt together, in the order of the taxonomy.
func (f *findings) ByAttempt(yield func(attempt int, found []finding) bool) {
	for lo := 0; lo < len(f.All); {
		hi := lo + 1
		for hi < len(f.All) && f.All[hi].Attempt == f.All[lo].Attempt {
			hi++
		}
		if !yield(int(f.All[lo].Attempt), f.All[lo:hi]) {
			return
		}
		lo = hi
	}
}
