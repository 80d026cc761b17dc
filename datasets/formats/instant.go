package formats

import (
	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// elapsed is the time between two instants in milliseconds, unknown where either is not
// there or cannot be read, or where they stand the wrong way round.
func elapsed(from, to string) datasets.Maybe[float64] {
	ms, known, err := mapping.ElapsedMS(mapping.TextCell(from), mapping.TextCell(to))
	return datasets.Maybe[float64]{Value: ms, Known: known && err == nil}
}
