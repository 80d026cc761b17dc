package main

import "runtime/debug"

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
