package claims

import "slices"

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
