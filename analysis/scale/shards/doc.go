// Package shards reads logs into scored attempts, the same way on one machine and
// in a distributed engine's worker: identify an input by its content, read it to
// its end, score every attempt, and either hand the attempts on or write them as a
// partial.
package shards
