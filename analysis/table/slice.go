package table

import (
	"mcpstats/analysis/result"
)

// Slice is a part of a benchmark's tasks: all of them, or one stratum.
type Slice struct {
	Stratum *result.Stratum
	Tasks   []int32 // ascending
}

// Key names the slice where a seed is derived from it.
func (s Slice) Key() string {
	if s.Stratum == nil {
		return ""
	}
	return s.Stratum.Name + "=" + s.Stratum.Value
}

// Slices lists the whole benchmark first, then every stratum of the named
// columns with at least one task.
func (b *Benchmark) Slices(columns []StratumColumn) []Slice {
	all := make([]int32, len(b.Tasks))
	for t := range all {
		all[t] = int32(t)
	}
	out := []Slice{{Tasks: all}}
	for _, col := range columns {
		parts := make([]Slice, len(col.Values))
		for v, value := range col.Values {
			parts[v].Stratum = &result.Stratum{Name: col.Name, Value: value}
		}
		for t, v := range col.Of {
			if v >= 0 {
				parts[v].Tasks = append(parts[v].Tasks, int32(t))
			}
		}
		out = append(out, parts...)
	}
	return out
}

// MaxStratumValues bounds what is a stratum: a column with more values than
// this, or with one value only, does not divide a benchmark into parts that a
// reader could compare.
const MaxStratumValues = 24

// StrataColumns picks the columns to break down by: those that the plan names,
// or else every column that divides the tasks into 2 to MaxStratumValues parts.
func (b *Benchmark) StrataColumns(names []string) []StratumColumn {
	var out []StratumColumn
	for _, col := range b.Strata {
		if len(names) > 0 {
			for _, name := range names {
				if name == col.Name {
					out = append(out, col)
				}
			}
			continue
		}
		if len(col.Values) >= 2 && len(col.Values) <= MaxStratumValues {
			out = append(out, col)
		}
	}
	return out
}
