package formats

import "mcpstats/datasets"

// promising is a source whose log states what its runs set out to do. promises is
// called after the trajectories have been read.
type promising struct {
	datasets.Source
	promises func() []datasets.Promise
}

// Promises makes datasets.Promiser of a source with a function.
func (p promising) Promises() []datasets.Promise { return p.promises() }
