package evaluate

import (
	"slices"
	"strings"

	"mcpstats/analysis/evaluate/study"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/parallel"
)

// maxCrossed bounds the cells of a table by two facts of tasks: more can nobody read, and each
// takes a summary of every run by every metric.
const maxCrossed = 2500

// crossings summarises the tasks by pairs of their facts (Plan.Crossed), and by single ones
// that the plan's factors name and that are neither strata nor constant within runs. Nothing is
// resampled: intervals are Wilson's or Student's, as those within strata of metrics that are not
// compared.
func crossings(st *study.Study) (out []result.Crossing, said []result.Warning) {
	var asked [][]table.StratumColumn
	for _, name := range st.Plan.Factors {
		if slices.ContainsFunc(st.Strata, func(c table.StratumColumn) bool { return c.Name == name }) || ofRuns(st, name) {
			continue
		}
		if col, ok := st.Bench.FactOfTasks(name); ok {
			asked = append(asked, []table.StratumColumn{col})
		}
	}
	for _, pair := range st.Plan.Crossed {
		a, b, _ := strings.Cut(pair, result.By)
		one, ok := st.Bench.FactOfTasks(a)
		other, both := st.Bench.FactOfTasks(b)
		if ok && both && !ofRuns(st, a) && !ofRuns(st, b) {
			asked = append(asked, []table.StratumColumn{one, other})
		}
	}
	for _, columns := range asked {
		parts, cells := crossed(columns), 1
		var names []string
		for _, c := range columns {
			cells *= len(c.Values)
			names = append(names, c.Name)
		}
		if cells > maxCrossed {
			said = append(said, st.Warn("pivot_too_large", "", false, "a table by %s would have %d cells, and at most %d are made: slice the report by one of them (where), or take a field with fewer values.", strings.Join(names, " and "), cells, maxCrossed))
			continue
		}
		found := make([][]result.Crossing, len(parts))
		plain := *st
		plain.Bootstrapped = false
		parallel.For(len(parts), func(i int) {
			for m := range st.Measures {
				for _, r := range st.Runs {
					if v, ok := study.Register(&plain, parts[i].Slice, m, r, nil); ok {
						one := study.Summarize(&plain, parts[i].Slice, study.Gather(&plain, parts[i].Slice, v))
						one.Stratum = nil
						found[i] = append(found[i], result.Crossing{Summary: one, Strata: parts[i].strata})
					}
				}
			}
		})
		out = append(out, slices.Concat(found...)...)
	}
	return out, said
}

// ofRuns tells whether an attribute is one fact of every run, so that it parts runs and not
// tasks.
func ofRuns(st *study.Study, name string) bool {
	at := slices.IndexFunc(st.Bench.Attributes, func(a table.AttributeColumn) bool { return a.Name == name })
	if at < 0 {
		return false
	}
	for _, r := range st.Runs {
		if _, clash := st.Bench.Attributes[at].OfRun(r); clash {
			return false
		}
	}
	return true
}

// crossedPart is the tasks that have one value of each column.
type crossedPart struct {
	table.Slice
	strata []result.Stratum
}

func crossed(columns []table.StratumColumn) []crossedPart {
	parts := []crossedPart{{}}
	for _, col := range columns {
		var finer []crossedPart
		for _, p := range parts {
			for _, value := range col.Values {
				finer = append(finer, crossedPart{strata: append(slices.Clone(p.strata), result.Stratum{Name: col.Name, Value: value})})
			}
		}
		parts = finer
	}
	for i := range parts {
		// A slice of tasks says that it is one by its stratum; this one's names all values.
		of := &result.Stratum{}
		for _, s := range parts[i].strata {
			of.Name, of.Value = of.Name+"\x00"+s.Name, of.Value+"\x00"+s.Value
		}
		parts[i].Stratum = of
	}
	for t := range columns[0].Of {
		at := 0
		for _, col := range columns {
			if of := int(col.Of[t]); of < 0 || at < 0 {
				at = -1
			} else {
				at = at*len(col.Values) + of
			}
		}
		if at >= 0 {
			parts[at].Tasks = append(parts[at].Tasks, int32(t))
		}
	}
	return slices.DeleteFunc(parts, func(p crossedPart) bool { return len(p.Tasks) == 0 })
}
