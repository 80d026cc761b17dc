package table

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// AttributeColumn is one attribute's value for every attempt, where a plan speaks of it:
// what differs between runs at one task (a number of tools offered, a model) is no stratum,
// which is a fact of the task.
type AttributeColumn struct {
	Name   string
	Values []string  // sorted
	Of     [][]int32 // by run and attempt: index into Values, or -1 where the log does not say
}

// attributesOf are the values of the attributes that are kept of an attempt, in the order of
// names. Model and agent are columns of their own, and attributes here.
func attributesOf(t *datasets.Trajectory, names []string) []string {
	if len(names) == 0 {
		return nil
	}
	out := make([]string, len(names))
	for i, name := range names {
		v, ok := t.Attributes[name]
		switch {
		case ok:
		case name == "model":
			v = t.Model
		case name == "agent":
			v = t.Agent
		}
		out[i] = v
	}
	return out
}

// OfRun is the value that the attribute has in every attempt of a run that says it. clash
// tells whether they disagree, in which case there is none.
func (col *AttributeColumn) OfRun(run int) (value string, clash bool) {
	at := int32(-1)
	for _, of := range col.Of[run] {
		switch {
		case of < 0 || of == at:
		case at < 0:
			at = of
		default:
			return "", true
		}
	}
	if at < 0 {
		return "", false
	}
	return col.Values[at], false
}

// keepAttributes takes an attempt's values, if any are kept. Empty is what the log does not
// say; attempts before it of which nothing was said have none.
func (g *gathering) keepAttributes(run *runGathering, attempt int32, values []string) {
	if len(run.attributes) == 0 && len(values) > 0 {
		run.attributes = make([][]int32, len(values))
	}
	for i, v := range values {
		id := int32(-1)
		if v != "" {
			id = g.values.id(v)
		}
		for int32(len(run.attributes[i])) < attempt {
			run.attributes[i] = append(run.attributes[i], -1)
		}
		run.attributes[i] = append(run.attributes[i], id)
	}
}

// freezeAttributes makes a column of each attribute that some attempt has.
func (bench *Benchmark) freezeAttributes(names []string, values []string) {
	for i, name := range names {
		used := map[int32]bool{}
		for r := range bench.Logged {
			for _, of := range bench.Logged[r].attribute(i) {
				if of >= 0 {
					used[of] = true
				}
			}
		}
		if len(used) == 0 {
			continue
		}
		col := AttributeColumn{Name: name}
		for of := range used {
			col.Values = append(col.Values, values[of])
		}
		slices.SortFunc(col.Values, result.CompareNatural)
		at := make([]int32, len(values))
		for of := range used {
			place, _ := slices.BinarySearchFunc(col.Values, values[of], result.CompareNatural)
			at[of] = int32(place)
		}
		for r := range bench.Logged {
			mine := make([]int32, len(bench.Logged[r].Attempts))
			logged := bench.Logged[r].attribute(i)
			for a := range mine {
				mine[a] = -1
				if a < len(logged) && logged[a] >= 0 {
					mine[a] = at[logged[a]]
				}
			}
			col.Of = append(col.Of, mine)
		}
		bench.Attributes = append(bench.Attributes, col)
	}
	for r := range bench.Logged {
		bench.Logged[r].attributes = nil // the columns have them
	}
}

func (r *RunTable) attribute(i int) []int32 {
	if i < len(r.attributes) {
		return r.attributes[i]
	}
	return nil
}

// stratum is the attribute as a fact of the task, where no two attempts at a task disagree
// on it.
func (col *AttributeColumn) stratum(b *Benchmark) (StratumColumn, bool) {
	out := StratumColumn{Name: col.Name, Values: col.Values, Of: slices.Repeat([]int32{-1}, len(b.Tasks))}
	for r := range b.Logged {
		for a, of := range col.Of[r] {
			t := b.Logged[r].Attempts[a].Task
			switch {
			case of < 0:
			case out.Of[t] < 0:
				out.Of[t] = of
			case out.Of[t] != of:
				return StratumColumn{}, false
			}
		}
	}
	return out, true
}

// ToolsOffered is how many tools the agent of an attempt could see; false where the log does
// not say.
func (r *RunTable) ToolsOffered(attempt int) (n int, ok bool) {
	n = int(r.Seen.Of(attempt).tools)
	return n, n >= 0
}
