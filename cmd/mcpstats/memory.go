package main

import (
	"runtime/debug"

	"mcpstats/analysis"
)

// A table of largeTable scores takes about 50 MB. From there on the collector, which
// finds no pointers in it and is done at once, runs when half as much again has been
// allocated, instead of as much again: the peak is a quarter lower.
const (
	largeTable   = 1 << 20
	largePercent = 50
)

// spare keeps the memory of an evaluation near what the table takes.
func spare(t *analysis.Table) {
	if t.Len() >= largeTable {
		debug.SetGCPercent(largePercent)
	}
}
