package formats

import (
	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// report keeps a number that the harness computed.
func report(t *datasets.Trajectory, name string, v number) {
	if !v.Known {
		return
	}
	if t.Reported == nil {
		t.Reported = map[string]float64{}
	}
	t.Reported[name] = v.Value
}

// attribute keeps a fact that no canonical column names.
func attribute(t *datasets.Trajectory, name, value string) {
	if value == "" {
		return
	}
	if t.Attributes == nil {
		t.Attributes = map[string]string{}
	}
	t.Attributes[name] = value
}

// stratum keeps a scalar fact of a task: under its own name where reports slice
// by it unasked, else as an attribute.
func stratum(t *datasets.Trajectory, name, value string) {
	if value == "" {
		return
	}
	if !mapping.IsStratum(name) {
		attribute(t, name, value)
		return
	}
	if t.Strata == nil {
		t.Strata = map[string]string{}
	}
	t.Strata[name] = value
}

// addTokens adds a count to a sum, which is known once one count is.
func addTokens(sum *datasets.Maybe[int64], n number) {
	if n.Known && n.Value >= 0 && n.Value < 1<<53 {
		*sum = datasets.Known(sum.Value + int64(n.Value))
	}
}

// isStratum reports whether a member of a task's record is a stratum: a scalar
// of a stratum's name.
func isStratum(key string, value []byte) bool {
	k := kindOf(value)
	return mapping.IsStratum(key) && k != mapping.Nested && k != mapping.Null
}
