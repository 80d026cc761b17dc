package formats

import "mcpstats/datasets"

// promising is a source whose log states what its runs set out to do. promises is
// called after the trajectories have been read.
type promising struct {
	datasets.Source
	promises func() []datasets.Promise
}

func (p promising) Promises() []datasets.Promise { return p.promises() }
