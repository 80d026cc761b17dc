package result

import "slices"

// Scale tells which tests are admissible.
type Scale uint8

// Scales of measurement.
const (
	Interval Scale = iota // differences mean something
	Ordinal               // only the order does
	Binary                // 0 or 1
)

// Better tells which direction is good.
type Better uint8

// Directions.
const (
	Unknown Better = iota // nobody said which; a declared metric says
	Higher
	Lower
	Neither // a count that is neither good nor bad
)

// Missing tells what an attempt without a score means for a metric.
type Missing uint8

// Meanings of a missing score.
const (
	// Drop: the metric does not apply, or the log does not know. The attempt is
	// left out and counted.
	Drop Missing = iota
	// Fail: every expected attempt at every task has an outcome, and none is a
	// failure under the default policy, as leaderboards count.
	Fail
	// FailWhereScored: as Fail, over the tasks for which at least one run has a
	// score: the metric applies to those tasks.
	FailWhereScored
)

// String is the scale's name in results.
func (s Scale) String() string { return [...]string{"interval", "ordinal", "binary"}[s] }

// String is the direction's name in results.
func (b Better) String() string { return [...]string{"unknown", "higher", "lower", "neither"}[b] }

// String tells in a few words what a missing score means.
func (m Missing) String() string {
	return [...]string{"left out", "counts as failure", "counts as failure where the metric applies"}[m]
}

// Directions are the words that Plan.Better takes.
var Directions = map[string]Better{"higher": Higher, "lower": Lower, "neither": Neither}

// Directed tells whether one of the directions is better, so that runs can be
// ranked.
func (b Better) Directed() bool { return b == Higher || b == Lower }

// Directed tells whether one of the directions is better, so that runs can be
// ranked.
func (m MetricInfo) Directed() bool {
	return m.Better != Neither.String() && m.Better != Unknown.String()
}

// shareUnits are the units of shares, whose values print as percent and whose differences are
// points.
var shareUnits = []string{"share", "proportion", "fraction", "rate"}

// IsShare tells whether values in a unit are shares of something, from 0 to 1.
func IsShare(unit string) bool { return slices.Contains(shareUnits, unit) }
