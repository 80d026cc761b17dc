package main

import (
	"fmt"
	"math"
	"strings"
)

// verdict grades a cell. The first two err on the side that misleads: a test
// that rejects too often, an interval that is too short.
type verdict uint8

const (
	unsafe verdict = iota
	slightlyUnsafe
	careful
	slightlyCareful
	sound
	verdictCount // how many there are
)

// slight is the largest deviation that is called slight: one point.
const slight = 0.01

// indifferent is the deviation, a quarter of a point, that no verdict is passed on.
const indifferent = 0.0025

func (c cell) verdict() verdict {
	if c.kind == power {
		return sound
	}
	deviation := c.observed - c.nominal()
	if math.Abs(deviation) <= math.Max(3*c.se, indifferent) {
		return sound
	}
	misleads := deviation > 0
	if c.kind == coverage {
		misleads = !misleads
	}
	switch small := math.Abs(deviation) <= slight; {
	case misleads && small:
		return slightlyUnsafe
	case misleads:
		return unsafe
	case small:
		return slightlyCareful
	}
	return careful
}

func (v verdict) text(k kind) string {
	if k == coverage {
		return [...]string{"under-covers", "under-covers slightly", "over-covers", "over-covers slightly", "holds"}[v]
	}
	if k == power {
		return ""
	}
	return [...]string{"rejects too often", "rejects slightly too often", "cautious", "slightly cautious", "holds"}[v]
}

// judge sums up a row: what its cells are called, and for which n.
func judge(row []cell) string {
	var groups [verdictCount][]string
	var missing []string
	for _, c := range row {
		v := c.verdict()
		groups[v] = append(groups[v], fmt.Sprint(c.n))
		if c.undefined >= 0.005 {
			missing = append(missing, fmt.Sprintf("%.0f%% at %d", 100*c.undefined, c.n))
		}
	}
	var parts []string
	if row[0].kind == power {
		return "power: none is promised"
	}
	for v, ns := range groups {
		if len(ns) == 0 {
			continue
		}
		text := verdict(v).text(row[0].kind)
		if len(ns) < len(row) {
			text += " at " + strings.Join(ns, ", ")
		}
		parts = append(parts, text)
	}
	out := strings.Join(parts, "; ")
	if len(missing) > 0 {
		out += " (does not exist for " + strings.Join(missing, ", ") + ")"
	}
	return out
}
