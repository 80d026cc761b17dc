package shards

import (
	"context"
	"encoding/json"
	"io"

	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// Job is what a worker does with its shards.
type Job struct {
	Settings partial.Settings // what the partial says of itself; Metrics, Modes and Promoted follow from the fields below
	Catalog  table.Catalog
	Taxonomy table.Taxonomy
	Promoted []string           // attributes that become strata
	Sums     scale.SumsSettings // of a partial of sums

	// Rename, where set, changes what an input is called: a worker reads a copy of
	// an object under another name.
	Rename func(name string) string
	// Seen, where set, is called for every record.
	Seen func()
}

// Columns is what a reader must decode for metrics, failure modes and promoted
// attributes.
func Columns(catalog table.Catalog, taxonomy table.Taxonomy, promoted []string) datasets.Columns {
	need := datasets.Facts | metrics.Needs(catalog) | datasets.Of(datasets.ColReported, datasets.ColMetrics, datasets.ColFailureLabels)
	if taxonomy != nil {
		need |= taxonomy.Needs()
	}
	if len(promoted) > 0 {
		need |= datasets.Of(datasets.ColAttributes)
	}
	return need
}

// Score reads the inputs one after the other and writes their partial. The same
// inputs give the same bytes. It stops at the first input that cannot be used.
func (j *Job) Score(ctx context.Context, inputs []*open.Input, skipped []open.Skipped, w io.Writer) error {
	settings, err := j.settings()
	if err != nil {
		return err
	}
	out, err := partial.NewWriter(w, settings)
	if err != nil {
		return err
	}
	for _, s := range skipped {
		out.Skip(partial.Skipped{Path: j.name(s.Path), Reason: s.Reason, Kind: s.Kind})
	}
	keep, builder := out.Add, table.NewBuilder()
	builder.Taxonomy = j.Taxonomy
	if j.Settings.Depth == partial.Sums {
		keep = nil
	}
	attempts := 0
	for number, in := range inputs {
		id, err := Identify(in)
		if err != nil {
			return err
		}
		shard := partial.Shard{Input: id, Own: in.Own(), Rule: in.Duplicates()}
		out.Input(shard)
		var failed error
		err = Read(ctx, in, number, &shard.Input, j.seen, func(o table.Origin, t *datasets.Trajectory) {
			if failed != nil {
				return
			}
			Promote(t, j.Promoted)
			r := table.ScoreTrajectory(t, j.Catalog)
			r.Detected = table.DetectFailures(t, j.Taxonomy)
			attempts++
			if keep != nil {
				failed = keep(o.Input, o.Record, &r)
			} else {
				builder.Add(o, r)
			}
		})
		if err == nil {
			err = failed
		}
		if err != nil {
			return err
		}
		shard.Promises = in.Promises()
		builder.AddPromises(number, shard.Promises)
		shard.Catalog = in.Catalog()
		builder.AddCatalog(number, shard.Catalog)
		j.rename(&shard.Input)
		out.SetInput(number, shard)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if keep == nil {
		if err := j.sum(builder, attempts, out); err != nil {
			return err
		}
	}
	return out.Close()
}

// sum writes the sums of the attempts that a builder holds.
func (j *Job) sum(b *table.Builder, attempts int, out *partial.Writer) error {
	table, err := b.Build(j.Sums.Duplicates)
	if err != nil {
		return err
	}
	sums, err := scale.SumTable(table, j.Sums, j.Catalog)
	if err != nil {
		return err
	}
	return out.AddSums(sums, attempts)
}

// settings completes what the partial says of itself.
func (j *Job) settings() (partial.Settings, error) {
	s := j.Settings
	s.Metrics, s.Modes, s.Promoted = []string{}, []string{}, j.Promoted
	for _, m := range j.Catalog {
		s.Metrics = append(s.Metrics, m.Name)
	}
	for _, m := range j.Taxonomy {
		s.Modes = append(s.Modes, m.Name)
	}
	if s.Depth == partial.Sums {
		text, err := json.Marshal(j.Sums)
		if err != nil {
			return s, err
		}
		s.Sums = string(text)
	}
	return s, nil
}

func (j *Job) seen() {
	if j.Seen != nil {
		j.Seen()
	}
}

func (j *Job) name(s string) string {
	if j.Rename == nil {
		return s
	}
	return j.Rename(s)
}

// rename gives an input, its files and its errors the names that they have outside
// of the worker.
func (j *Job) rename(in *result.Input) {
	in.Path = j.name(in.Path)
	if in.Prices != nil {
		in.Prices.Path = j.name(in.Prices.Path)
	}
	for i := range in.Files {
		in.Files[i].Path = j.name(in.Files[i].Path)
	}
	for i := range in.Errors {
		in.Errors[i] = j.name(in.Errors[i])
	}
}
