package main

import (
	"context"
	"fmt"
	"slices"

	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// etom joins the two forms in which the runs are kept: the evaluator's own files
// with the queries state plans with their dependencies and all of the evaluator's
// numbers, the tables state rankings, and the latency where the evaluator crashed.
func etom(ctx context.Context, folder string) ([]*datasets.Trajectory, error) {
	type key struct{ run, task string }
	tables := map[key]*datasets.Trajectory{}
	var out []*datasets.Trajectory
	inputs, _, err := open.Paths(ctx, []string{folder}, open.Options{})
	if err != nil {
		return nil, err
	}
	for _, in := range inputs {
		for t, err := range in.Trajectories(ctx) {
			if err != nil {
				return nil, err
			}
			kept := common(t)
			if in.Format != "etom" {
				kept.Ranked = slices.Clone(t.Ranked)
				tables[key{t.Run, t.Task}] = kept
				continue
			}
			kept.Expected = slices.Clone(t.Expected)
			kept.Attributes = map[string]string{"status": t.Attributes["status"]}
			out = append(out, kept)
		}
	}
	for _, t := range out {
		table := tables[key{t.Run, t.Task}]
		if table == nil {
			return nil, fmt.Errorf("%s, %s: not in the tables", t.Run, t.Task)
		}
		t.LatencyMS = table.LatencyMS
		t.Ranked = table.Ranked[:min(10, len(table.Ranked))]
	}
	return out, nil
}
