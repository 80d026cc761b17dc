package metrics

import (
	"fmt"
	"strconv"
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/internal/spelling"
)

// Lookup finds a metric by name. Besides the listed names it knows the members
// of families that are not listed one by one: a single judge
// ("judge_success[gpt-4.1]"), any cut-off of a ranking metric ("recall_at_7"),
// any threshold of coverage in percent ("pass_80"), and a family by its bare name ("judge_success").
func Lookup(name string) (table.Metric, bool) {
	for _, m := range All() {
		if m.Name == name {
			return m, true
		}
	}
	for _, f := range judgeFamilies() {
		if name == f.name {
			return f.metric(), true
		}
		judge, ok := strings.CutPrefix(name, f.name+"[")
		judge, closed := strings.CutSuffix(judge, "]")
		if ok && closed && judge != "" {
			return f.member(judge), true
		}
	}
	if m, ok := passThreshold(name); ok {
		return m, true
	}
	return rankingAt(name)
}

// Select finds several metrics, in the order of the names, each once. The error
// names the first unknown metric and the listed one nearest to it.
func Select(names []string) ([]table.Metric, error) {
	var out []table.Metric
	seen := map[string]bool{}
	for _, name := range names {
		m, ok := Lookup(name)
		if !ok {
			near := ""
			if listed := spelling.Nearest(name, listedNames()); listed != "" {
				near = fmt.Sprintf("the nearest is %q; ", listed)
			}
			return nil, fmt.Errorf("metrics: no metric is called %q; %s`mcpstats list metrics` shows all", name, near)
		}
		if !seen[m.Name] {
			seen[m.Name] = true
			out = append(out, m)
		}
	}
	return out, nil
}

// rankingAt resolves "recall_at_7" and the like.
func rankingAt(name string) (table.Metric, bool) {
	family, cut, ok := strings.Cut(name, "_at_")
	if !ok {
		return table.Metric{}, false
	}
	k, err := strconv.Atoi(cut)
	if err != nil || k < 1 || strconv.Itoa(k) != cut {
		return table.Metric{}, false
	}
	for _, r := range cutOffs() {
		if r.name == family {
			return r.at(k), true
		}
	}
	return table.Metric{}, false
}

// listedNames are the listed metrics, the more important first.
func listedNames() []string {
	var out []string
	for _, m := range All() {
		out = append(out, m.Name)
	}
	return out
}
