package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
)

// metricFlag is a flag of metrics: names parted by commas, or the flag given again. A
// comma within brackets or quotes is part of a name: a judge may be called "gpt-4.1, v2".
type metricFlag struct {
	names *[]string
	given bool
}

func metricsVar(f *pflag.FlagSet, names *[]string, flag, usage string) {
	f.Var(&metricFlag{names: names}, flag, usage)
}

func (m *metricFlag) Set(text string) error {
	// The first use replaces the default, further ones add to it.
	if !m.given {
		*m.names, m.given = nil, true
	}
	*m.names = append(*m.names, splitNames(text)...)
	return nil
}

func (*metricFlag) Type() string { return "strings" }

func (m *metricFlag) String() string {
	if m.names == nil {
		return ""
	}
	return strings.Join(*m.names, ",")
}

// splitNames parts names at commas outside brackets. A name in double quotes stands as it is.
func splitNames(text string) []string {
	var out []string
	var name strings.Builder
	depth, quoted := 0, false
	end := func() {
		if name.Len() > 0 {
			out = append(out, name.String())
		}
		name.Reset()
	}
	for _, r := range text {
		switch {
		case r == '"' && depth == 0:
			quoted = !quoted
			continue
		case quoted:
		case r == '[':
			depth++
		case r == ']' && depth > 0:
			depth--
		case r == ',' && depth == 0:
			end()
			continue
		}
		name.WriteRune(r)
	}
	end()
	return out
}

// catalogFor is every declared metric, and what the plan asks for beyond them: a cut-off
// that is not listed, say. A member of a listed family is there already.
func catalogFor(plan result.Plan) table.Catalog {
	all := metrics.All()
	for _, name := range append(slices.Clone(plan.Metrics), plan.Primary) {
		m, ok := metrics.Lookup(name)
		if !ok || m.Score == nil {
			continue // of scores that were computed elsewhere, or of attempts together: Evaluate knows
		}
		if !slices.ContainsFunc(all, func(have table.Metric) bool {
			family, _, _ := strings.Cut(have.Name, "[")
			return have.Name == m.Name || have.Each != nil && strings.HasPrefix(m.Name, family+"[")
		}) {
			all = append(all, m)
		}
	}
	return all
}

// selected is the part of the catalog that scores the named metrics. Those of a task's
// attempts together, which are listed apart, are made of success.
func selected(names []string) (catalog table.Catalog, ofAttempts []string, err error) {
	var scored []string
	for _, name := range names {
		if table.OfAttempts(name) {
			ofAttempts = append(ofAttempts, name)
		} else {
			scored = append(scored, name)
		}
	}
	if len(ofAttempts) > 0 && !slices.Contains(scored, "success") {
		scored = append(scored, "success")
	}
	catalog, err = metrics.Select(scored)
	return catalog, ofAttempts, err
}
