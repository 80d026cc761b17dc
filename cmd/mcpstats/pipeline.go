package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"

	"github.com/spf13/pflag"

	"mcpstats/analysis"
	"mcpstats/analysis/metrics"
	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
	"mcpstats/datasets/open"
	"mcpstats/datasets/scorefile"
)

// reading is the command-line flags that say what to read and how.
type reading struct {
	format    string
	mapFile   string
	examples  []string
	scores    []string
	maxErrors float64
	taxonomy  analysis.Taxonomy // the failure modes to look for; nil: none, and no texts are decoded for them
}

func (r *reading) register(f *pflag.FlagSet) {
	f.StringVar(&r.format, "format", "", "read every file as this format instead of recognising it (see `mcpstats list formats`)")
	f.StringVar(&r.mapFile, "map", "", "YAML `file` that maps foreign columns to canonical ones")
	f.StringSliceVar(&r.examples, "example", nil, "read this embedded example (see `mcpstats list examples`)")
	f.Float64Var(&r.maxErrors, "max-record-errors", 0.05, "share of a file's records that may be unreadable")
}

func (r *reading) registerScores(f *pflag.FlagSet) {
	f.StringSliceVar(&r.scores, "scores", nil, "read scores that were computed elsewhere: CSV, JSONL or Parquet `file` with run, task, metric, value and optionally trial, benchmark")
}

// inputs opens the logs that the flags and paths name. Without any, it is the
// embedded examples.
func (r *reading) inputs(ctx context.Context, paths []string, need datasets.Columns) ([]*open.Input, []open.Skipped, error) {
	opt := open.Options{Format: r.format, Columns: need, MaxRecordErrors: r.maxErrors}
	if !(r.maxErrors >= 0 && r.maxErrors <= 1) {
		return nil, nil, usagef("--max-record-errors %v: expected a share from 0 to 1", r.maxErrors)
	}
	if r.maxErrors == 0 {
		opt.MaxRecordErrors = -1 // to open, 0 is the default and a negative share none
	}
	if r.mapFile != "" {
		text, err := os.ReadFile(r.mapFile)
		if err != nil {
			return nil, nil, usagef("--map: %v", err)
		}
		if opt.Map, err = mapping.Parse(r.mapFile, text); err != nil {
			return nil, nil, &usageError{err}
		}
	}
	if len(paths) == 0 && len(r.scores) > 0 && len(r.examples) == 0 {
		return nil, nil, nil
	}
	var inputs []*open.Input
	var skipped []open.Skipped
	if len(paths) > 0 {
		var err error
		if inputs, skipped, err = open.Paths(ctx, paths, opt); err != nil {
			return nil, nil, err
		}
	}
	if len(paths) == 0 || len(r.examples) > 0 {
		examples, err := open.Examples(r.examples, opt)
		if err != nil {
			return nil, nil, &usageError{err}
		}
		inputs = append(inputs, examples...)
	}
	return inputs, skipped, nil
}

// loaded is what reading the logs gives: the table, and where it came from.
type loaded struct {
	table    *analysis.Table
	catalog  analysis.Catalog
	inputs   []analysis.Input
	warnings []analysis.Warning
}

// maxListedErrors bounds the unreadable records that are named one by one.
const maxListedErrors = 10

// load reads every log, scores every attempt, and builds the table.
func (p *program) load(ctx context.Context, r *reading, paths []string, plan *analysis.Plan, catalog analysis.Catalog) (*loaded, error) {
	need := datasets.Facts | metrics.Needs(catalog) | datasets.Of(datasets.ColReported, datasets.ColFailureLabels)
	if r.taxonomy != nil {
		need |= r.taxonomy.Needs()
	}
	promoted := slices.Concat(plan.Strata, nonEmpty(plan.Cluster))
	if len(promoted) > 0 {
		need |= datasets.Of(datasets.ColAttributes)
	}
	inputs, skipped, err := r.inputs(ctx, paths, need)
	if err != nil {
		return nil, err
	}
	l := &loaded{catalog: catalog, inputs: make([]analysis.Input, len(inputs)+len(r.scores))}
	builder := analysis.NewBuilder()
	builder.Taxonomy = r.taxonomy
	errs := make([]error, len(l.inputs))
	seen := p.watch()
	each(len(l.inputs), func(i int) {
		if i < len(inputs) {
			l.inputs[i], errs[i] = scoreInput(ctx, inputs[i], i, catalog, promoted, builder, seen)
		} else {
			l.inputs[i], errs[i] = readScores(ctx, r.scores[i-len(inputs)], i, r.maxErrors, builder, seen)
		}
	})
	seen.done()
	if err := firstError(errs); err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, errInterrupted
	}
	if l.table, err = builder.Build(plan.Duplicates); err != nil {
		return nil, err
	}
	for _, in := range l.inputs {
		if in.RecordErrors > 0 {
			l.warnings = append(l.warnings, analysis.Warning{Code: "record_errors", Where: in.Path,
				Message: fmt.Sprintf("%s could not be read and are in no number; the first: %s", count(in.RecordErrors, "record", "records"), in.Errors[0])})
		}
	}
	for _, s := range skipped {
		l.warnings = append(l.warnings, analysis.Warning{Code: "file_skipped", Where: s.Path, Message: s.Reason})
	}
	return l, nil
}

// scoreInput reads one log to its end.
func scoreInput(ctx context.Context, in *open.Input, number int, catalog []analysis.Metric, promoted []string, b *analysis.Builder, seen *progress) (analysis.Input, error) {
	out, err := identify(in)
	if err != nil {
		return out, err
	}
	err = readLog(ctx, in, number, &out, seen, func(o analysis.Origin, t *datasets.Trajectory) {
		promote(t, promoted)
		scored := analysis.ScoreTrajectory(t, catalog)
		scored.Detected = analysis.DetectFailures(t, b.Taxonomy)
		b.Add(o, scored)
	})
	return out, err
}

// readLog hands every attempt of a log on with its origin, and counts in found
// what was read and what could not be.
func readLog(ctx context.Context, in *open.Input, number int, found *analysis.Input, seen *progress, each func(analysis.Origin, *datasets.Trajectory)) error {
	record := 0
	for t, err := range in.Trajectories(ctx) {
		record++
		seen.add()
		var bad *datasets.RecordError
		switch {
		case errors.As(err, &bad):
			noteError(found, bad)
		case err != nil:
			return err
		default:
			found.Trajectories++
			each(analysis.Origin{Input: number, Record: record, Format: in.Format, Own: in.Own(), Rule: in.Duplicates()}, t)
		}
	}
	return nil
}

// identify names an input by its content.
func identify(in *open.Input) (analysis.Input, error) {
	out := analysis.Input{Path: in.Name, Format: in.Format}
	digests, err := in.Digests()
	if err != nil {
		return out, err
	}
	if len(digests) == 1 {
		out.SHA256 = digests[0].SHA256
		return out, nil
	}
	list := sha256.New()
	for _, d := range digests {
		fmt.Fprintf(list, "%s  %s\n", d.SHA256, d.Path)
		out.Files = append(out.Files, analysis.File{Path: d.Path, SHA256: d.SHA256})
	}
	out.SHA256 = hex.EncodeToString(list.Sum(nil))
	return out, nil
}

func noteError(in *analysis.Input, bad *datasets.RecordError) {
	in.RecordErrors++
	if len(in.Errors) < maxListedErrors {
		in.Errors = append(in.Errors, oneLine(bad))
	}
}

// promote makes strata of the attributes that the plan breaks down by.
func promote(t *datasets.Trajectory, names []string) {
	for _, name := range names {
		if _, ok := t.Strata[name]; ok {
			continue
		}
		if v, ok := t.Attributes[name]; ok && v != "" {
			if t.Strata == nil {
				t.Strata = map[string]string{}
			}
			t.Strata[name] = v
		}
	}
}

// readScores adds a file of scores that somebody else computed.
func readScores(ctx context.Context, path string, number int, maxErrors float64, b *analysis.Builder, seen *progress) (analysis.Input, error) {
	out := analysis.Input{Path: path, Format: "scores"}
	digest, err := open.DigestOf(path)
	if err != nil {
		return out, err
	}
	out.SHA256 = digest.SHA256
	rows := 0
	for row, err := range scorefile.Read(ctx, path) {
		rows++
		seen.add()
		var bad *datasets.RecordError
		switch {
		case errors.As(err, &bad):
			noteError(&out, bad)
		case err != nil:
			return out, err
		default:
			out.Trajectories++
			b.AddScore(analysis.Origin{Input: number, Record: rows, Format: "scores"}, analysis.Score{
				Benchmark: row.Benchmark, Run: row.Run, Task: row.Task, Trial: row.Trial, Metric: row.Metric, Value: row.Value,
			}, row.Known)
		}
	}
	if float64(out.RecordErrors) > maxErrors*float64(rows) {
		return out, &datasets.FileError{File: path, Err: fmt.Errorf("%d of %d rows could not be read; the first: %s", out.RecordErrors, rows, out.Errors[0]),
			Hint: "mend the file, or allow more with --max-record-errors"}
	}
	if rows == 0 {
		return out, &datasets.FileError{File: path, Err: errors.New("no scores below the header")}
	}
	return out, nil
}

// each calls f for every i in [0, n), as many at a time as there are processors.
func each(n int, f func(i int)) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			f(i)
		})
	}
	wg.Wait()
}

// firstError is the error of the first input in order, whichever failed first.
func firstError(errs []error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func nonEmpty(s string) []string {
	if s == "" {
		return nil
	}
	return []string{s}
}
