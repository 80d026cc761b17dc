package beamscore

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Register makes the pipeline's functions known to the engine's workers. Call it
// before beam.Init, in the program that is both launcher and worker.
func Register() {
	register.DoFn3x1[Context, fileio.FileMetadata, func(Scored), error](&Scorer{})
	register.Emitter1[Scored]()
	beam.RegisterType(reflect.TypeFor[Scored]())
}

// Score adds the scoring of every file that the patterns match to a pipeline, and
// returns a collection of Scored, one a shard. A pattern that matches nothing fails
// the pipeline.
func Score(s beam.Scope, patterns []string, scorer *Scorer) beam.PCollection {
	s = s.Scope("mcpstats.Score")
	shards := fileio.MatchAll(s, beam.CreateList(s, patterns), fileio.MatchEmptyDisallow())
	// Without this, the engine would score all shards where it matched the patterns.
	shards = beam.Reshuffle(s, shards)
	return beam.ParDo(s, scorer, shards)
}
