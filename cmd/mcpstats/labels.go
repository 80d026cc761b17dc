package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/internal/spelling"
	"mcpstats/reports"
)

// labelsFrom reads what --label states, "old=new" each. Which "=" parts a name from its label is seen
// when the names are known (settle); until then it is the first.
func labelsFrom(stated []string) (map[string]string, error) {
	out := map[string]string{}
	for _, one := range stated {
		name, label, ok := strings.Cut(one, "=")
		if !ok || name == "" || strings.TrimSpace(label) == "" {
			return nil, usagef("--label %q: expected a name as the log has it, =, and what it is to be called, as in --label 'gpt-4o-2024-08-06=GPT-4o'", one)
		}
		if have, twice := out[name]; twice && have != label {
			return nil, usagef("--label: %q is called both %q and %q: leave one of them out", name, have, label)
		}
		out[name] = label
	}
	return out, nil
}

// layLabels lays labels over those of a plan, name by name.
func layLabels(to, from *result.Plan) {
	if len(from.Labels) > 0 {
		both := map[string]string{}
		maps.Copy(both, to.Labels)
		maps.Copy(both, from.Labels)
		to.Labels = both
	}
}

// settle holds a plan's labels against the names that results and table bear, and keeps them in the
// results, over those of an earlier report. The table is nil where there is none. Refused are a label of
// a name that nothing bears, and labels that would make two names of one kind look the same.
//
// A plan serves all commands, and not every command reads all that has a name: unless all is set, only
// labels that a flag states must be borne.
func (p *planning) settle(res *result.Results, t *table.Table, labels map[string]string, all bool) error {
	plan := res.Provenance.Plan
	layLabels(&plan, &result.Plan{Labels: labels})
	labels = plan.Labels
	if len(labels) == 0 {
		return nil
	}
	shown := res.Borne()
	borne := append(shown[:len(shown):len(shown)], notShown(t)...)
	bears := func(name string) bool {
		return slices.ContainsFunc(borne, func(n result.Names) bool { return slices.Contains(n.Names, name) })
	}
	settled := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		old, label := name, labels[name]
		if !bears(name) { // a name may have "=" in it: "k=5=five"
			for at, r := range name + "=" + label {
				if r == '=' && bears((name + "=" + label)[:at]) {
					old, label = (name + "=" + label)[:at], (name + "=" + label)[at+1:]
				}
			}
		}
		if _, stated := p.plan.Labels[name]; !bears(old) && !stated && !all {
			continue
		}
		if !bears(old) {
			return usagef("label %q: no run, metric, stratum, mode, judge or tool in these results is called so; %s", name, nearestBorne(name, borne))
		}
		if strings.TrimSpace(label) == "" {
			return usagef("label %q: has nothing behind its last =, expected what it is to be called", name)
		}
		settled[old] = label
	}
	for _, kind := range shown {
		called := map[string]string{}
		for _, name := range kind.Names {
			shown := cmp.Or(settled[name], name)
			if other, twice := called[shown]; twice {
				return usagef("labels: the %s %q and the %s %q would both be called %q; give one of them another label", kind.Kind, other, kind.Kind, name, shown)
			}
			called[shown] = name
		}
	}
	res.Provenance.Plan.Labels = settled
	return nil
}

// notShown are names that a command need not show and that a plan may label all the same, since it
// serves them all: runs and strata that are left out, modes that were not looked for, metrics that
// nobody asked for.
func notShown(t *table.Table) []result.Names {
	var runs, strata, values, modes, scored []string
	if t != nil {
		for _, b := range t.Benchmarks {
			runs = append(runs, b.Runs...)
			for _, s := range b.Strata {
				strata, values = append(strata, s.Name), append(values, s.Values...)
			}
		}
	}
	for _, d := range failures.Taxonomy() {
		modes = append(modes, d.Name)
	}
	for _, m := range metrics.All() {
		scored = append(scored, m.Name)
	}
	return []result.Names{{Kind: "run", Names: runs}, {Kind: "stratum", Names: strata}, {Kind: "value of a stratum", Names: values}, {Kind: "mode", Names: modes}, {Kind: "metric", Names: scored}}
}

// nearestBorne is the hint for a name that nothing bears.
func nearestBorne(name string, borne []result.Names) string {
	var all []string
	kinds := map[string]result.NameKind{}
	for _, kind := range borne {
		for _, n := range kind.Names {
			all = append(all, n)
			kinds[n] = cmp.Or(kinds[n], kind.Kind)
		}
	}
	if near := spelling.Nearest(name, all); near != "" {
		return fmt.Sprintf("did you mean the %s %q?", kinds[near], near)
	}
	for _, kind := range borne {
		if kind.Kind == "run" && len(kind.Names) > 0 {
			return "the runs are " + reports.Enumerate(kind.Names, 6)
		}
	}
	return "the results name nothing"
}
