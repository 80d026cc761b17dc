package main

import (
	"runtime/debug"
	"runtime/metrics"
)

// What is read of many attempts or scores is mostly numbers, in which the collector
// finds no pointers, so that it is soon done. From many on it runs when half as much
// again has been allocated, instead of as much again: the peak is a quarter lower.
const (
	many        = 1 << 18
	manyPercent = 50
)

// spare keeps memory near what is in use where n, counted up one by one, gets large.
func spare(n int) {
	if n == many {
		debug.SetGCPercent(manyPercent)
	}
}

// muchHeap is how much live memory, in bytes, makes a report a large one. While it is
// written the collector runs when a third as much again has been allocated, which takes
// a tenth off the peak for a twenty-fifth of the time.
const (
	muchHeap    = 96 << 20
	muchPercent = 30
)

// spareHeap is spare for a report, which is large by its document and its workbook
// rather than by what was read.
func spareHeap() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if live[0].Value.Kind() == metrics.KindUint64 && live[0].Value.Uint64() > muchHeap {
		debug.SetGCPercent(muchPercent)
	}
}
