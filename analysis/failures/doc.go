// Package failures holds the failure modes that mcpstats knows: one detector per
// file, each a declared value over one trajectory, and in failures.go the taxonomy,
// their explicit order. docs/failure-modes.md says how precise each detector was on
// real trajectories that were read by hand.
package failures
