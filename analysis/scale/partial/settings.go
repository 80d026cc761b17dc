package partial

import (
	"fmt"
	"slices"
	"strings"
)

// Depth is how much of its shards a partial keeps.
type Depth string

// Depths of a partial.
const (
	Attempts Depth = "attempts" // every scored attempt: the report is that of one machine
	Sums     Depth = "sums"     // sums over attempts: the size does not grow with them
)

// Depths are the names that Depth takes.
var Depths = []Depth{Attempts, Sums}

// Settings are what a partial was made with. Partials are merged only where all
// of it agrees.
type Settings struct {
	Tool     string   `json:"tool"`
	Depth    Depth    `json:"depth"`
	Metrics  []string `json:"metrics"`            // of the catalog, in its order
	Modes    []string `json:"modes"`              // of the taxonomy, in its order
	Rules    []string `json:"rules,omitempty"`    // that are off by default and were turned on
	Promoted []string `json:"promoted,omitempty"` // attributes that became strata
	Format   string   `json:"format,omitempty"`   // forced instead of recognised
	Map      string   `json:"map,omitempty"`      // SHA-256 of the mapping file
	MapName  string   `json:"map_name,omitempty"` // what the mapping file was called; it may differ
	Tasks    string   `json:"tasks,omitempty"`    // the universe of tasks that the mapping states: a number, or a file of ids
	Prices   string   `json:"prices,omitempty"`   // SHA-256 of the named table of prices
	Costs    string   `json:"costs,omitempty"`    // computed: also where logs state them

	PricesName string `json:"prices_name,omitempty"` // what the table was called; it may differ

	Sums string `json:"sums,omitempty"` // seed, replicates and what else the sums depend on
}

// differs names the first setting in which two partials disagree, and both
// values; empty where they agree.
func (s *Settings) differs(o *Settings) string {
	for _, f := range []struct {
		name, a, b string
	}{
		{"depth", string(s.Depth), string(o.Depth)},
		{"version of the program", s.Tool, o.Tool},
		{"--format", s.Format, o.Format},
		{"--map", s.Map, o.Map},
		{"--prices", s.Prices, o.Prices},
		{"--costs", s.Costs, o.Costs},
		{"strata and cluster", strings.Join(s.Promoted, ","), strings.Join(o.Promoted, ",")},
		{"sums", s.Sums, o.Sums},
	} {
		if f.a != f.b {
			return fmt.Sprintf("%s: %q and %q", f.name, f.a, f.b)
		}
	}
	if only := missing(s.Metrics, o.Metrics); only != "" {
		return "metrics: " + only
	}
	if only := missing(s.Rules, o.Rules); only != "" {
		return "--rules: " + only
	}
	if only := missing(s.Modes, o.Modes); only != "" {
		return "failure modes: " + only
	}
	return ""
}

// missing says in a few words how two lists differ.
func missing(a, b []string) string {
	if slices.Equal(a, b) {
		return ""
	}
	for _, name := range a {
		if !slices.Contains(b, name) {
			return fmt.Sprintf("only one of them has %s", name)
		}
	}
	for _, name := range b {
		if !slices.Contains(a, name) {
			return fmt.Sprintf("only one of them has %s", name)
		}
	}
	return "listed in another order"
}
