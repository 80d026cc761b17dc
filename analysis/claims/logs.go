package claims

import (
	"slices"
	"strings"
)

// Metrics are the names of the metrics that the logs are scored by, each once, in the order
// in which they come.
func (l Logs) Metrics() []string {
	var out []string
	if l.Table == nil {
		return nil
	}
	for score := range l.Table.Scores() {
		if len(out) > 0 && out[len(out)-1] == score.Metric || slices.Contains(out, score.Metric) {
			continue
		}
		out = append(out, score.Metric)
	}
	return out
}

// Run is the one run of the logs that a paper's short name means: "deepseek-v3" is
// "deepseek_deepseek-chat-v3-0324". ok is false where none or several could be meant.
func (l Logs) Run(short string) (name string, ok bool) {
	if l.Table == nil || short == "" {
		return "", false
	}
	var runs []string
	for _, b := range l.Table.Benchmarks {
		for _, r := range b.Runs {
			if !slices.Contains(runs, r) {
				runs = append(runs, r)
			}
		}
	}
	name, err := match("run", short, runs)
	return name, err == nil
}

// RunNamed is the run of the logs whose name has the same words as a paper's, in the same
// order, but for a date at the end of either: "Claude Sonnet 4" is "claude-sonnet-4-20250514".
// ok is false where none or several have.
func (l Logs) RunNamed(name string) (run string, ok bool) {
	plain := func(s string) string { return strings.Join(undated(wordsOf(s)), " ") }
	want := plain(name)
	if l.Table == nil || want == "" {
		return "", false
	}
	for _, b := range l.Table.Benchmarks {
		for _, r := range b.Runs {
			switch {
			case plain(r) != want || r == run:
			case ok:
				return "", false
			default:
				run, ok = r, true
			}
		}
	}
	return run, ok
}

// undated leaves out a date at the end of a name: 20250514, or 2025 08 07.
func undated(words []string) []string {
	for n := 1; n <= min(3, len(words)-1); n++ {
		tail := strings.Join(words[len(words)-n:], "")
		if len(tail) == 8 && strings.HasPrefix(tail, "20") && strings.Trim(tail, "0123456789") == "" {
			return words[:len(words)-n]
		}
	}
	return words
}

// MetricNamed is the metric of the logs that a paper's head names, by its name or by what
// harnesses call it: "NDCG@5" is "ndcg_at_5". ok is false where none or several could be meant.
func (l Logs) MetricNamed(head string) (metric string, ok bool) {
	plain := func(s string) string { return strings.Join(wordsOf(strings.ReplaceAll(s, "@", " at ")), " ") }
	want := plain(head)
	if want == "" {
		return "", false
	}
	var found []string
	for _, name := range l.Metrics() {
		names := []string{name}
		for _, m := range l.Catalog {
			if m.Name == name {
				names = append(names, m.ReportedAs...)
			}
		}
		if slices.ContainsFunc(names, func(n string) bool { return plain(n) == want }) {
			found = append(found, name)
		}
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}
