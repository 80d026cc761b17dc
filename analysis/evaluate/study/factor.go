package study

import (
	"regexp"
	"slices"
	"strings"

	"mcpstats/analysis/table"
)

// Factor is a property of runs (a model, an agent, a number of tools): its value of every run.
type Factor struct {
	Name    string
	Of      []string // by run, an index into Bench.Runs; empty where it is not known
	Varies  []string // runs whose attempts disagree on it
	Without []string // runs of which nothing says it
}

// RunFactor is the factor that every run has a value of its own of: its name.
const RunFactor = "run"

// inName finds "k=5" in the name of a run.
var inName = regexp.MustCompile(`(?:^|[^\pL\pN])([\pL_][\pL\pN_-]*)=([^\s,;/|@&]+)`)

// Factor reads a factor of every run compared: an attribute that all its attempts agree on, or
// else what the run's name says of it, as in "planner k=5".
func (st *Study) Factor(name string) Factor {
	f := Factor{Name: name, Of: make([]string, len(st.Bench.Runs))}
	if name == RunFactor {
		copy(f.Of, st.Bench.Runs)
		return f
	}
	at := slices.IndexFunc(st.Bench.Attributes, func(a table.AttributeColumn) bool { return a.Name == name })
	for _, r := range st.Runs {
		value, clash := "", false
		if at >= 0 {
			value, clash = st.Bench.Attributes[at].OfRun(r)
		}
		if value == "" && !clash {
			for _, m := range inName.FindAllStringSubmatch(st.Bench.Runs[r], -1) {
				if m[1] == name {
					value = m[2]
				}
			}
		}
		switch {
		case clash:
			f.Varies = append(f.Varies, st.Bench.Runs[r])
		case value == "":
			f.Without = append(f.Without, st.Bench.Runs[r])
		default:
			f.Of[r] = value
		}
	}
	return f
}

// Referenced tells whether a run is one that the plan sets apart (Plan.Reference): its name, or
// factor=value of what it states.
func (st *Study) Referenced(run int) bool {
	return slices.ContainsFunc(st.Plan.Reference, func(entry string) bool {
		name, value, ok := strings.Cut(entry, "=")
		return entry == st.Bench.Runs[run] || ok && value != "" && st.Factor(name).Of[run] == value
	})
}

// Known tells whether some run has a value of the factor.
func (f *Factor) Known() bool {
	return slices.ContainsFunc(f.Of, func(v string) bool { return v != "" })
}

// Held are the factors that a comparison by one of them holds the same: those that are named,
// or else the plan's others with agent and model, as far as some run states them.
func (st *Study) Held(by string, named []string) []Factor {
	if by == RunFactor {
		return nil
	}
	names := slices.Clone(named)
	if len(names) == 0 {
		names = append(slices.Clone(st.Plan.Factors), "agent", "model")
	}
	var out []Factor
	seen := map[string]bool{by: true}
	for _, name := range names {
		if seen[name] {
			continue
		}
		seen[name] = true
		if f := st.Factor(name); f.Known() {
			out = append(out, f)
		}
	}
	return out
}

// Agree tells whether two runs have the same value of all factors; neither may lack it where
// the other has one.
func Agree(factors []Factor, a, b int) bool {
	for i := range factors {
		if factors[i].Of[a] != factors[i].Of[b] {
			return false
		}
	}
	return true
}

// NamesOf lists what factors are called.
func NamesOf(factors []Factor) []string {
	var out []string
	for _, f := range factors {
		out = append(out, f.Name)
	}
	return out
}
