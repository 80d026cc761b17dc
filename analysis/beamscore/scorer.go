package beamscore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/scale/shards"
	"mcpstats/analysis/table"
	"mcpstats/datasets/mapping"
	"mcpstats/datasets/open"
)

// Context is what Beam hands to a function.
type Context = context.Context

// Scorer scores one shard at a time. Its fields travel to the workers as JSON.
type Scorer struct {
	Output    string   `json:"output"`    // folder of the partials; local, or of an object store
	Depth     string   `json:"depth"`     // attempts or sums; empty: attempts
	Metrics   []string `json:"metrics"`   // to compute; empty: all
	Failures  bool     `json:"failures"`  // look for failure modes
	Format    string   `json:"format"`    // of every shard; empty: recognised
	Map       []byte   `json:"map"`       // content of a mapping file; empty: none
	MapName   string   `json:"map_name"`  // what errors call it
	Strata    []string `json:"strata"`    // attributes that become strata
	Cluster   string   `json:"cluster"`   // stratum that names the unit of sampling
	Seed      uint64   `json:"seed"`      // of sums; 0: result.DefaultSeed
	Resamples int      `json:"resamples"` // of sums; 0: scale.SumsReplicates
	MaxErrors float64  `json:"max_record_errors"`

	job     shards.Job
	options open.Options
}

// Scored is one shard that has been scored.
type Scored struct {
	Shard   string `beam:"shard"`
	Partial string `beam:"partial"`
	Bytes   int    `beam:"bytes"` // of the partial
}

// Setup prepares a worker. Errors: a depth, metric or mapping that there is not.
func (s *Scorer) Setup() error {
	plan, err := result.Plan{Strata: s.Strata, Cluster: s.Cluster, Seed: s.Seed}.Resolve()
	if err != nil {
		return err
	}
	depth := partial.Depth(s.Depth)
	if depth == "" {
		depth = partial.Attempts
	}
	catalog := table.Catalog(metrics.All())
	if len(s.Metrics) > 0 {
		if catalog, err = metrics.Select(s.Metrics); err != nil {
			return err
		}
	}
	s.job = shards.Job{Catalog: catalog, Settings: partial.Settings{Tool: result.Tool, Depth: depth, Format: s.Format}}
	s.job.Promoted = shards.Promoted(s.Strata, s.Cluster)
	if s.Failures {
		s.job.Taxonomy = failures.Taxonomy()
	}
	switch depth {
	case partial.Attempts:
	case partial.Sums:
		s.job.Sums = scale.SumsSettings{Seed: plan.Seed, Replicates: s.Resamples, Strata: s.Strata, Cluster: s.Cluster, Duplicates: plan.Duplicates}
		if s.Resamples == 0 {
			s.job.Sums.Replicates = scale.SumsReplicates
		}
	default:
		return fmt.Errorf("beamscore: depth %q: expected attempts or sums", s.Depth)
	}
	s.options = open.Options{Format: s.Format, MaxRecordErrors: s.MaxErrors, Columns: shards.Columns(catalog, s.job.Taxonomy, s.job.Promoted)}
	if len(s.Map) > 0 {
		digest := sha256.Sum256(s.Map)
		s.job.Settings.Map, s.job.Settings.MapName = hex.EncodeToString(digest[:]), s.MapName
		if s.options.Map, err = mapping.Parse(s.MapName, s.Map); err != nil {
			return err
		}
	}
	return nil
}

// ProcessElement scores a shard and writes its partial. It may be run any number of
// times for one shard, also at the same time. Errors: a shard that cannot be used,
// named; the engine tries again as often as it is told to, then fails the job.
func (s *Scorer) ProcessElement(ctx Context, shard fileio.FileMetadata, emit func(Scored)) error {
	file, release, err := local(ctx, shard.Path)
	if err != nil {
		return err
	}
	defer release()
	inputs, skipped, err := open.Paths(ctx, []string{file}, s.options)
	if err != nil {
		return fmt.Errorf("%s", strings.ReplaceAll(err.Error(), file, shard.Path))
	}
	job := s.job
	job.Rename = func(name string) string { return strings.ReplaceAll(name, file, shard.Path) }
	var n counter
	name := s.name(shard.Path)
	err = write(ctx, name, func(w io.Writer) error { return job.Score(ctx, inputs, skipped, io.MultiWriter(w, &n)) })
	if err != nil {
		return fmt.Errorf("%s", strings.ReplaceAll(err.Error(), file, shard.Path))
	}
	beam.NewCounter("mcpstats", "shards").Inc(ctx, 1)
	emit(Scored{Shard: shard.Path, Partial: name, Bytes: int(n)})
	return nil
}

// counter counts the bytes written to it.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// name is the partial's: the shard's own, and what tells it from shards of that name
// in other folders.
func (s *Scorer) name(shard string) string {
	digest := sha256.Sum256([]byte(shard))
	return strings.TrimSuffix(s.Output, "/") + "/" + path.Base(shard) + "-" + hex.EncodeToString(digest[:6]) + ".partial"
}

// local returns a shard as a file on disk: itself, or a copy of an object, which
// release removes.
func local(ctx context.Context, shard string) (file string, release func(), err error) {
	if !strings.Contains(shard, "://") {
		return shard, func() {}, nil
	}
	fs, err := filesystem.New(ctx, shard)
	if err != nil {
		return "", nil, err
	}
	defer fs.Close()
	r, err := fs.OpenRead(ctx, shard)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", shard, err)
	}
	defer r.Close()
	dir, err := os.MkdirTemp("", "beamscore")
	if err != nil {
		return "", nil, err
	}
	release = func() { os.RemoveAll(dir) }
	file = filepath.Join(dir, path.Base(shard)) // formats look at the name's ending
	if err := fill(file, r); err != nil {
		release()
		return "", nil, fmt.Errorf("%s: %w", shard, err)
	}
	return file, release, nil
}

func fill(file string, r io.Reader) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, r); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
