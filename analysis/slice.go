package analysis

// slice is a part of a benchmark's tasks: all of them, or one stratum.
type slice struct {
	stratum *Stratum
	tasks   []int32 // ascending
}

// key names the slice where a seed is derived from it.
func (s slice) key() string {
	if s.stratum == nil {
		return ""
	}
	return s.stratum.Name + "=" + s.stratum.Value
}

// slices lists the whole benchmark first, then every stratum of the named
// columns with at least one task.
func (b *Benchmark) slices(columns []StratumColumn) []slice {
	all := make([]int32, len(b.Tasks))
	for t := range all {
		all[t] = int32(t)
	}
	out := []slice{{tasks: all}}
	for _, col := range columns {
		parts := make([]slice, len(col.Values))
		for v, value := range col.Values {
			parts[v].stratum = &Stratum{Name: col.Name, Value: value}
		}
		for t, v := range col.Of {
			if v >= 0 {
				parts[v].tasks = append(parts[v].tasks, int32(t))
			}
		}
		out = append(out, parts...)
	}
	return out
}

// maxStratumValues bounds what is a stratum: a column with more values than
// this, or with one value only, does not divide a benchmark into parts that a
// reader could compare.
const maxStratumValues = 24

// strataColumns picks the columns to break down by: those that the plan names,
// or else every column that divides the tasks into 2 to maxStratumValues parts.
func (b *Benchmark) strataColumns(names []string) []StratumColumn {
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
		if len(col.Values) >= 2 && len(col.Values) <= maxStratumValues {
			out = append(out, col)
		}
	}
	return out
}
