// Beamscore scores the shards of a large log on a distributed engine and writes one
// partial a shard, for "mcpstats reduce" to merge:
//
//	beamscore --input 'gs://bucket/logs/*.parquet' --output gs://bucket/partials --runner dataflow ...
//
// The flags of Beam and of the engine (--runner, --endpoint, --project...) stand
// beside its own; docs/scale.md shows them for Flink, Spark and Dataflow. Without
// --runner it runs on this machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3" // beamx brings gs:// and local paths
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"mcpstats/analysis/beamscore"
)

func main() {
	input := flag.String("input", "", "patterns of the shards, separated by commas")
	metrics := flag.String("metrics", "", "the metrics to compute, separated by commas (default all)")
	strata := flag.String("strata", "", "attributes that become strata, separated by commas")
	mapFile := flag.String("map", "", "YAML file that maps foreign columns to canonical ones")
	var s beamscore.Scorer
	flag.StringVar(&s.Output, "output", "", "folder for the partials")
	flag.StringVar(&s.Depth, "partial", "attempts", "what partials keep: attempts or sums")
	flag.BoolVar(&s.Failures, "failures", true, "look for failure modes")
	flag.StringVar(&s.Format, "format", "", "read every shard as this format instead of recognising it")
	flag.StringVar(&s.Cluster, "cluster", "", "stratum that names the unit of sampling above the task")
	flag.Uint64Var(&s.Seed, "seed", 0, "seed of the Poisson bootstrap's weights (default fixed)")
	flag.IntVar(&s.Resamples, "resamples", 0, "replicates of the Poisson bootstrap (default 1000)")
	flag.Float64Var(&s.MaxErrors, "max-record-errors", 0, "share of a shard's records that may be unreadable (default 0.05)")
	flag.Parse()
	beamscore.Register()
	beam.Init() // in a worker, this does the work and does not return

	s.Metrics, s.Strata = list(*metrics), list(*strata)
	if err := launch(context.Background(), list(*input), *mapFile, &s); err != nil {
		fmt.Fprintln(os.Stderr, "beamscore:", err)
		os.Exit(1)
	}
}

func list(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ",")
}

func launch(ctx context.Context, patterns []string, mapFile string, s *beamscore.Scorer) error {
	if len(patterns) == 0 || s.Output == "" {
		return fmt.Errorf("expected --input PATTERN and --output FOLDER")
	}
	if mapFile != "" {
		var err error
		if s.Map, err = os.ReadFile(mapFile); err != nil {
			return err
		}
		s.MapName = mapFile
	}
	if err := s.Setup(); err != nil { // a mistake shows here rather than in a worker's log
		return err
	}
	p, root := beam.NewPipelineWithRoot()
	beamscore.Score(root, patterns, s)
	return beamx.Run(ctx, p)
}
