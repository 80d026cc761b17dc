package analysis

import (
	"slices"

	"mcpstats/datasets"
)

// facts is what is kept of an attempt besides its scores, packed: there may be
// millions of them.
type facts struct {
	applicable uint64 // modes whose detector could look at the attempt
	tools      int32  // tools that the agent could see; -1 where the log does not say
	labels     int32  // index into the run's labels, -1 where the attempt has none
	ending     uint8  // index into endings
	errored    bool   // the log carries an error message
}

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

func (f *facts) exit() datasets.Exit { return endings[f.ending] }

// visible is how many tools the agent could see.
func (f *facts) visible() datasets.Maybe[int] {
	if f.tools < 0 {
		return datasets.Maybe[int]{}
	}
	return datasets.Known(int(f.tools))
}

// source is where records come from.
type source struct {
	input        int32
	format, rule string
	own          bool
}
