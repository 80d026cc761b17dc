package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/spf13/pflag"

	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/scale/shards"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/labelfile"
	"mcpstats/datasets/mapping"
	"mcpstats/datasets/open"
	"mcpstats/datasets/scorefile"
)

// reading is the command-line flags that say what to read and how.
//
// Every command that reads logs goes the same way: the flags become a reading, the plan
// says which metrics and strata are wanted and so which columns must be decoded, load
// reads and scores every input into one table, and evaluate makes results of the table.
// What a renderer shows is decided after that.
type reading struct {
	format    string
	mapFile   string
	include   []string
	exclude   []string
	examples  []string
	scores    []string
	labelFile string
	maxErrors float64
	limits    datasets.Limits
	catalog   string // the plan's catalog of tools; empty: what lies beside the logs
	prices    string // the plan's table of prices; empty: what lies beside the logs
	reprice   bool   // costs are computed also where logs state them

	opened       open.Options // how inputs were opened
	out          string       // the file that will be written, which no log may be; empty: none
	verifyInputs string       // an earlier report whose inputs these must be; empty: none

	labels       *labelfile.Labels // failure labels from outside; nil: none
	taxonomy     table.Taxonomy    // the failure modes to look for; nil: none, and no texts are decoded for them
	texts        textsSeen         // which logs hold texts
	withoutTexts bool              // no text of the log goes into the results
	bare         bool              // nothing but scores is wanted: no strata or labels of attempts, no digests of files
}

func (r *reading) register(f *pflag.FlagSet) {
	f.Var((*formatName)(&r.format), "format", "read every file as this format instead of recognising it (see \"mcpstats list formats\")")
	f.StringVar(&r.mapFile, "map", "", "YAML `mapping` of foreign columns to canonical ones: a file, or the text itself, as in 'task: id, latency_ms: {column: took, unit: s}'")
	f.StringSliceVar(&r.include, "include", nil, "of the files in a folder, read those whose path ends like this `pattern` only, as '**/result.json' (*, ? and **)")
	f.StringSliceVar(&r.exclude, "exclude", nil, "leave out the files and folders whose path ends like this `pattern`")
	f.StringSliceVar(&r.examples, "example", nil, "read this embedded example (see \"mcpstats list examples\")")
	f.Float64Var(&r.maxErrors, "max-record-errors", 0.05, "share of a file's records that may be unreadable")
	r.registerLimits(f)
}

// named tells whether flags name what to read.
func (r *reading) named() bool { return len(r.scores) > 0 || len(r.examples) > 0 }

func (r *reading) registerScores(f *pflag.FlagSet) {
	f.StringSliceVar(&r.scores, "scores", nil, "read scores that were computed elsewhere: CSV, JSONL or Parquet `file` with run, task, metric, value and optionally trial, benchmark")
}

func (r *reading) registerLabels(f *pflag.FlagSet) {
	f.StringVar(&r.labelFile, "labels", "", "add failure labels that stand beside the logs: CSV or JSONL `file` with run, task, mode and optionally trial, annotator, step, root, note")
}

// readLabels reads the labels of --labels.
func (r *reading) readLabels() (err error) {
	if r.labelFile != "" {
		r.labels, err = labelfile.Read(r.labelFile)
	}
	return err
}

// label gives an attempt the labels that stand beside its log.
func (r *reading) label(t *datasets.Trajectory) {
	if r.labels == nil {
		return
	}
	steps := -1
	if t.Steps != nil {
		steps = len(t.Steps)
	}
	t.FailureLabels = r.labels.Of(t, steps)
}

// labelWarnings name the labels that no attempt took.
func (r *reading) labelWarnings() []result.Warning {
	if r.labels == nil {
		return nil
	}
	unused := r.labels.Unused()
	if len(unused) == 0 {
		return nil
	}
	w := result.Warning{Code: "labels_unused", Where: r.labels.Path,
		Message: fmt.Sprintf("%s not used; the first: line %d %s", count(len(unused), "label was", "labels were"), unused[0].Line, unused[0].Why)}
	return []result.Warning{w}
}

// beside takes what the plan says of files that lie beside logs.
func (r *reading) beside(plan *result.Plan) {
	r.catalog, r.prices, r.reprice = plan.Catalog, plan.Prices, plan.Costs == result.ComputedCost
}

// options are what the flags say of how logs are opened.
func (r *reading) options(need datasets.Columns) (open.Options, error) {
	opt := open.Options{Format: r.format, Columns: need, MaxRecordErrors: r.maxErrors, Limits: r.limits, Catalog: r.catalog, Prices: r.prices, Reprice: r.reprice}
	if !(r.maxErrors >= 0 && r.maxErrors <= 1) {
		return opt, usagef("--max-record-errors %v: expected a share from 0 to 1", r.maxErrors)
	}
	if r.maxErrors == 0 {
		opt.MaxRecordErrors = -1 // to open, 0 is the default and a negative share none
	}
	if r.mapFile != "" {
		var err error
		if opt.Map, err = readMapping(r.mapFile); err != nil {
			return opt, &usageError{err}
		}
	}
	for _, list := range []struct {
		flag  string
		texts []string
		to    *[]*mapping.Glob
	}{{"--include", r.include, &opt.Include}, {"--exclude", r.exclude, &opt.Exclude}} {
		for _, text := range list.texts {
			glob, err := mapping.ParseGlob(text)
			if err != nil {
				return opt, usagef("%s: %v", list.flag, err)
			}
			*list.to = append(*list.to, glob)
		}
	}
	return opt, nil
}

// inputs opens the logs that the flags and paths name. Without any, it is the
// embedded examples.
func (r *reading) inputs(ctx context.Context, paths []string, need datasets.Columns) ([]*open.Input, []open.Skipped, error) {
	opt, err := r.options(need)
	if err != nil {
		return nil, nil, err
	}
	if len(paths) == 0 && len(r.scores) > 0 && len(r.examples) == 0 {
		return nil, nil, nil
	}
	r.opened = opt
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
	return inputs, skipped, r.refuseOverwrite(inputs)
}

// readMapping reads the mapping of --map: a file, or where no file is called so and
// it has a colon, the text itself, in block or in flow style.
func readMapping(given string) (*mapping.Mapping, error) {
	if _, err := os.Stat(given); errors.Is(err, fs.ErrNotExist) && strings.Contains(given, ":") || err != nil && strings.ContainsAny(given, "{\n") {
		text := strings.TrimSpace(given)
		if !strings.HasPrefix(text, "{") && !strings.Contains(text, "\n") {
			text = strings.Join(mapping.Entries(text), "\n")
		}
		return mapping.Parse("--map", []byte(text))
	}
	text, err := readConfig(given)
	if err != nil {
		return nil, fmt.Errorf("--map: %s: %w", given, err)
	}
	return mapping.Parse(given, text)
}

// refuseOverwrite refuses to write over one of the logs.
func (r *reading) refuseOverwrite(inputs []*open.Input) error {
	to, err := os.Stat(r.out)
	if err != nil {
		return nil // nothing is there
	}
	for _, in := range inputs {
		for _, path := range in.Files {
			if from, err := os.Stat(path); err == nil && os.SameFile(from, to) {
				return usagef("-o %s: is one of the logs; name another file", r.out)
			}
		}
	}
	return nil
}

// loaded is what reading the logs gives: the table, and where it came from.
type loaded struct {
	table    *table.Table
	catalog  table.Catalog
	inputs   []result.Input
	warnings []result.Warning
}

// load reads every log, scores every attempt, and builds the table. Inputs are read side
// by side, but each carries its place on the command line into the table: what depends on
// an order, such as which of two duplicates counts, depends on that one and on no clock.
func (p *program) load(ctx context.Context, r *reading, paths []string, plan *result.Plan, catalog table.Catalog) (*loaded, error) {
	promoted := shards.Promoted(plan.Strata, plan.Cluster)
	conditions := plan.AllConditions()
	var err error
	if r.taxonomy == nil && plan.LooksAtCalls() {
		if r.taxonomy, err = taxonomy(plan); err != nil {
			return nil, err
		}
	}
	if plan.AsksPositions() {
		catalog = append(slices.Clone(catalog), metrics.NeedMet())
	}
	chosen := plan.Attributes() // what the plan's slices, questions and tables of runs may be by
	columns := shards.Columns(catalog, r.taxonomy, slices.Concat(promoted, chosen))
	if r.bare && len(conditions) == 0 {
		columns = datasets.Outcome | datasets.Of(datasets.ColMetrics)
		for _, m := range catalog {
			columns |= m.Needs
		}
	}
	r.beside(plan)
	if r.taxonomy != nil { // a report says what tasks want and are offered
		columns |= datasets.Of(datasets.ColExpected, datasets.ColAvailable)
	}
	inputs, skipped, err := r.inputs(ctx, paths, columns)
	if err != nil {
		return nil, err
	}
	if err := r.unchanged(inputs); err != nil {
		return nil, err
	}
	if err := r.readLabels(); err != nil {
		return nil, err
	}
	l := &loaded{catalog: catalog}
	var builder *table.Builder
	for round := 0; ; round++ {
		l.inputs = make([]result.Input, len(inputs)+len(r.scores))
		if r.labels != nil {
			r.labels.Forget() // what an earlier round took
		}
		builder = table.NewBuilder()
		builder.Taxonomy, builder.Attributes = r.taxonomy, chosen
		errs := make([]error, len(l.inputs))
		seen := p.watch()
		each(len(l.inputs), func(i int) {
			if i < len(inputs) {
				l.inputs[i], errs[i] = r.score(ctx, inputs[i], i, catalog, promoted, builder, seen)
			} else {
				l.inputs[i], errs[i] = readScores(ctx, r.scores[i-len(inputs)], i, r.maxErrors, builder, seen)
			}
		})
		seen.done()
		rest, bad := withoutBad(ctx, inputs, errs)
		if bad == nil {
			if err := firstError(errs); err != nil {
				return nil, err
			}
			if ctx.Err() != nil {
				return nil, errInterrupted
			}
			l.table, err = builder.Build(plan.Duplicates)
			if err == nil {
				break
			}
			if rest, bad, err = r.settle(ctx, inputs, plan.Duplicates, round, err); err != nil {
				return nil, err
			}
		}
		inputs, skipped = rest, append(skipped, bad...)
	}
	l.warnings = slices.Concat(readingWarnings(l.inputs), r.labelWarnings(), leftOut(skipped))
	return l, nil
}

// readingWarnings tells of records that could not be read, of what readers noticed
// about whole logs, and of logs without any attempt.
func readingWarnings(inputs []result.Input) []result.Warning {
	var ws []result.Warning
	for _, in := range inputs {
		if in.RecordErrors > 0 {
			ws = append(ws, result.Warning{Code: "record_errors", Where: in.Path,
				Message: fmt.Sprintf("%s left out; the first: %s", count(in.RecordErrors, "record could not be read and was", "records could not be read and were"), in.Errors[0])})
		}
		ws = append(ws, noteWarnings(in)...)
		if in.RecordErrors == 0 && in.Trajectories == 0 {
			ws = append(ws, result.Warning{Code: "file_skipped", Where: in.Path, Message: "holds no attempt"})
		}
		ws = append(ws, unreadWarnings(in)...)
	}
	return append(ws, priceWarnings(inputs)...)
}

// score reads one log to its end.
func (r *reading) score(ctx context.Context, in *open.Input, number int, catalog []table.Metric, promoted []string, b *table.Builder, seen *progress) (result.Input, error) {
	out := result.Input{Path: in.Name, Format: in.Format}
	if !r.bare {
		var err error
		if out, err = shards.Identify(in); err != nil {
			return out, err
		}
	}
	texts := false
	err := shards.Read(ctx, in, number, &out, seen.add, func(o table.Origin, t *datasets.Trajectory) {
		texts = texts || r.taxonomy != nil && textual(t)
		r.label(t)
		shards.Promote(t, promoted)
		b.AddTrajectory(o, t, catalog)
		spare(out.Trajectories)
	})
	b.AddPromises(number, in.Promises())
	b.AddCatalog(number, in.Catalog())
	r.texts.note(in.Name, texts)
	return out, err
}

// readScores adds a file of scores that somebody else computed.
func readScores(ctx context.Context, path string, number int, maxErrors float64, b *table.Builder, seen *progress) (result.Input, error) {
	out := result.Input{Path: path, Format: "scores"}
	stamp := open.StampOf(path)
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
			shards.NoteError(&out, bad)
		case err != nil:
			return out, err
		default:
			out.Trajectories++
			spare(out.Trajectories)
			b.AddScore(table.Origin{Input: number, Record: rows, Format: "scores"}, result.Score{
				Benchmark: row.Benchmark, Run: row.Run, Task: row.Task, Trial: row.Trial, Metric: row.Metric, Value: row.Value,
			}, row.Known)
		}
	}
	if err := stamp.Check(); err != nil {
		return out, err
	}
	if float64(out.RecordErrors) > maxErrors*float64(rows) {
		return out, &datasets.FileError{File: path, Err: fmt.Errorf("%d of %d rows could not be read; the first: %s", out.RecordErrors, rows, out.Errors[0]),
			Hint: "repair the file, or allow more with --max-record-errors"}
	}
	if rows == 0 {
		return out, &datasets.FileError{File: path, Err: errors.New("no scores below the header")}
	}
	return out, nil
}

// each calls f for every i in [0, n), as many at a time as there are processors. The goroutines
// are few and stay: one that is new for each of many small files would grow its stack each time.
func each(n int, f func(i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
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
