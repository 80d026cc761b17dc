package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
	"mcpstats/datasets/open"
)

// mappingInForce is how a log's columns are understood, as --map takes it. A native
// format has no columns of its own: what its reader fills in stands for itself, and
// is there to be overridden.
func mappingInForce(in *open.Input, survey *table.Survey) string {
	own := in.Mapping()
	if own != "" && !in.Own() {
		return own
	}
	var b strings.Builder
	b.WriteString("# filled in by the reader of " + in.Format + "; name another of these, an attribute or a constant to override one\n")
	overridden := map[string]bool{}
	for line := range strings.Lines(own) {
		field, _, _ := strings.Cut(line, ":")
		overridden[field] = true
	}
	b.WriteString(own)
	there := map[string]bool{"run": true, "task": true, "trial": true}
	for _, f := range survey.Coverage() {
		there[f.Field] = true
	}
	if len(survey.Values("benchmark")) > 0 {
		there["benchmark"] = true
	}
	for _, d := range mapping.Definitions {
		if there[d.Name] && !overridden[d.Name] && mapping.Overridable(d.Name) {
			b.WriteString(d.Name + ": " + d.Name + "\n")
		}
	}
	var strata []string
	for _, field := range survey.Fields() {
		if name, ok := strings.CutPrefix(field, "strata."); ok && !overridden["strata"] {
			strata = append(strata, mapping.Quoted(name)+": "+mapping.Quoted("strata."+name))
		}
	}
	if len(strata) > 0 {
		b.WriteString("strata: {" + strings.Join(strata, ", ") + "}\n")
	}
	return b.String()
}

// canonicalUnits are the units in which amounts are understood.
var canonicalUnits = map[string]string{"latency_ms": "ms", "cost_usd": "USD"}

// loggedAmounts are the times and prices of a log with their first values.
func loggedAmounts(in *open.Input, survey *table.Survey) []result.LoggedAmount {
	var out []result.LoggedAmount
	amounts := in.Amounts()
	for _, field := range []string{"latency_ms", "cost_usd", mapping.LatencyAsLogged, mapping.CostAsLogged} {
		v, known := survey.First(field)
		if known && !slices.ContainsFunc(amounts, func(a mapping.Amount) bool { return a.Field == field }) {
			amounts = append(amounts, mapping.Amount{Field: field, From: "the reader of " + in.Format, Unit: canonicalUnits[field], Factor: 1})
		}
		for _, a := range amounts {
			if a.Field != field {
				continue
			}
			l := result.LoggedAmount{Column: field, From: a.From, Unit: a.Unit}
			if known {
				l.Logged = strings.TrimSpace(short(v/a.Factor) + " " + a.Unit)
				l.Understood = strings.TrimSpace(short(v) + " " + cmp.Or(canonicalUnits[field], "as logged, unit unknown"))
				if a.Unit == "timestamps" {
					l.Logged = "two timestamps"
				}
			}
			out = append(out, l)
		}
	}
	return out
}

// short is a number in as many digits as a reader checks.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 12, 64) }

// bases tell what each metric that the logs allow rests on.
func bases(found []result.MetricInfo, catalog table.Catalog) []result.MetricBasis {
	out := []result.MetricBasis{}
	for _, m := range found {
		if slices.ContainsFunc(out, func(b result.MetricBasis) bool { return b.Metric == m.Name }) {
			continue
		}
		b := result.MetricBasis{Metric: m.Name, Better: m.Better, BetterFrom: m.BetterFrom, Missing: m.Missing, Columns: []string{}}
		family, _, _ := strings.Cut(m.Name, "[")
		for _, declared := range catalog {
			name, _, _ := strings.Cut(declared.Name, "[")
			if name == family {
				b.Columns = columnNames(declared.Needs)
			}
		}
		if mapping.IsCanonical(m.Name) && len(b.Columns) == 0 {
			b.Columns = []string{m.Name}
		}
		out = append(out, b)
	}
	return out
}

// columnNames are the canonical columns of a set.
func columnNames(set datasets.Columns) []string {
	names := []string{}
	for _, d := range mapping.Definitions {
		if set.Has(d.Column) || d.Name == "steps" && set.Conversation() {
			names = append(names, d.Name)
		}
	}
	return names
}

// noteWarnings tells what a reader noticed about a whole log.
func noteWarnings(in result.Input) []result.Warning {
	var ws []result.Warning
	for _, n := range in.Notes {
		ws = append(ws, result.Warning{Code: n.Code, Where: in.Path, Message: n.Message, Decisive: n.Decisive})
	}
	return ws
}
