package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/analysis/scale"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/scale/shards"
	"mcpstats/analysis/table"
	"mcpstats/datasets/open"
)

// scorePartial scores the shards that the paths name into one partial.
func (p *program) scorePartial(ctx context.Context, r *reading, paths []string, plan result.Plan, catalog table.Catalog, depth, out string) error {
	if !slices.Contains(partial.Depths, partial.Depth(depth)) {
		return usagef("score: --partial=%s: expected attempts or sums", depth)
	}
	if !strings.HasSuffix(out, partialEnding) {
		return usagef("score: --partial: -o %s: expected a name ending in %s", out, partialEnding)
	}
	for i, path := range paths {
		// A flag that may stand without a value takes none after a space: "--partial sums"
		// names a log called sums.
		if slices.Contains(partial.Depths, partial.Depth(path)) && (i == 0 || !exists(path)) {
			return usagef("score: the depth is joined to its flag: --partial=%s", path)
		}
	}
	if len(plan.Where) > 0 {
		return usagef("score: --where: a partial holds all attempts; give --where to mcpstats reduce")
	}
	promoted := shards.Promoted(plan.Strata, plan.Cluster)
	r.beside(&plan)
	inputs, skipped, err := r.inputs(ctx, paths, shards.Columns(catalog, r.taxonomy, promoted))
	if err != nil {
		return err
	}
	job := shards.Job{Catalog: catalog, Taxonomy: r.taxonomy, Promoted: promoted}
	if partial.Depth(depth) == partial.Sums {
		job.Sums = scale.SumsSettings{Seed: plan.Seed, Replicates: plan.Resamples, Strata: plan.Strata, Cluster: plan.Cluster, Duplicates: plan.Duplicates}
	}
	job.Settings = partial.Settings{Tool: tool, Rules: result.UniqueNatural(plan.Rules), Depth: partial.Depth(depth), Format: r.format}
	if r.mapFile != "" {
		digest, err := open.DigestOf(r.mapFile)
		if err != nil {
			return err
		}
		job.Settings.Map, job.Settings.MapName = digest.SHA256, r.mapFile
		if given, err := readMapping(r.mapFile); err == nil {
			job.Settings.Tasks = given.Tasks
		}
	}
	if plan.Prices != "" {
		digest, err := open.DigestOf(plan.Prices)
		if err != nil {
			return err
		}
		job.Settings.Prices, job.Settings.PricesName = digest.SHA256, plan.Prices
	}
	job.Settings.Costs = plan.Costs
	seen := p.watch()
	job.Seen = seen.add
	defer seen.done()
	err = p.writeFile(out, func(w io.Writer) error { return job.Score(ctx, inputs, skipped, w) })
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	p.warn(leftOut(skipped))
	if p.quiet {
		return nil
	}
	_, err = fmt.Fprintf(p.stderr, "mcpstats: %s scored into %s\n", count(len(inputs), "shard", "shards"), out)
	return err
}
