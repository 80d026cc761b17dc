// Package trace reads facts off one trajectory that metrics and failure
// detectors share: what was executed behind a router, which calls failed and
// how, how calls meet a plan, what differs between two states. Every function is
// pure and linear in what it is given, and nothing it returns outlives the
// trajectory's memory.
package trace
