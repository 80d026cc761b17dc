package table

import (
	"slices"
	"strings"
	"sync"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
)

// Builder collects records and makes the Table. Records may be added in any
// order and from several goroutines: what Build returns depends only on the
// records and on the origin that each was added with.
type Builder struct {
	// Taxonomy is the failure modes that the records were searched for, and by
	// which their labels are read. Set it before the first Add.
	Taxonomy Taxonomy

	// Attributes names those that are kept of every attempt, for slices by them. Set it
	// before the first Add.
	Attributes []string

	mu         sync.Mutex
	benchmarks map[string]*gathering
	promises   map[string][]statedPromise    // by benchmark
	catalogs   map[int]*datasets.ToolCatalog // by input
}

// Origin places a record: the input it stands in, and its number within it.
// First and last attempts are first and last in this order. Format tells one
// kind of log from another: the same attempt told by two logs of different
// formats is one attempt told twice, not a retry, and the telling of the
// benchmark's own log counts. Rule is what the format or a
// mapping says of repeated attempts: one of DuplicateRules, or empty.
type Origin struct {
	Input  int
	Record int
	Format string
	Own    bool // a benchmark's own log, which knows more than a table made of it
	Rule   string
}

// gathering is one benchmark while records arrive; ids are in order of arrival
// and mean nothing outside.
type gathering struct {
	sources              map[source]int32
	origins              []source // by number; last is that of the latest record
	last                 int32
	runs, tasks, metrics index
	perRun               []*runGathering
	perTask              []taskFacts
	hashes               index               // of tasks
	values               index               // of attributes
	offered              map[string]struct{} // tools that some attempt could see
}

type runGathering struct {
	attempts packed[rawAttempt, attemptBlock]
	cells    []cellList       // by metric; shorter where the run has none of the last
	known    attemptIndex     // attempts that score rows have named so far
	versions map[string]bool  // dataset versions
	hashes   map[int32]string // of tasks, by attempt
	labels   [][]datasets.FailureLabel
	judged   [][]JudgeError
	seen     sightings
	found    findings
	used     Usages

	attributes [][]int32 // by attribute and attempt: index into the gathering's values, or -1
}

type taskFacts struct {
	strata   map[string]string
	clusters []string // distinct values seen; more than one is a conflict
	clashes  map[string][]string
	lengths  []int // distinct plan lengths seen; more than one is a conflict
	offer    taskOffer
}

// NewBuilder returns an empty Builder.
func NewBuilder() *Builder { return &Builder{benchmarks: map[string]*gathering{}} }

// AddTrajectory scores one attempt and takes it: Add of what ScoreTrajectory and
// DetectFailures return, without the copies that a record on its own needs.
func (b *Builder) AddTrajectory(o Origin, t *datasets.Trajectory, metrics []Metric) {
	var buffer [64]Value
	b.add(o, &Record{
		Attempt:  b.attemptOf(t),
		Values:   scores(buffer[:0], t, metrics),
		Reported: reported(t.Reported),
		Detected: DetectFailures(t, b.Taxonomy),
	})
}

func (b *Builder) attemptOf(t *datasets.Trajectory) Attempt {
	a := attemptOf(t)
	a.Attributes = attributesOf(t, b.Attributes)
	return a
}

// Add takes one scored attempt. It keeps no memory of the record.
func (b *Builder) Add(o Origin, r Record) { b.add(o, &r) }

func (b *Builder) add(o Origin, r *Record) {
	b.mu.Lock()
	defer b.mu.Unlock()
	g := b.benchmark(r.Attempt.Benchmark)
	run := g.run(r.Attempt.Run)
	task := g.task(r.Attempt.Task)
	id := int32(run.attempts.N)
	run.attempts.add(rawAttempt{
		task: task, trial: int32(r.Attempt.Trial), record: int32(o.Record), from: g.source(o),
		facts: facts{ending: endingOf(r.Attempt.Exit), Errored: r.Attempt.Errored},
	}, packAttempts)
	seen := unseen
	seen.Applicable = r.Detected.Applicable
	if r.Detected.Tools.Known {
		seen.tools = int32(r.Detected.Tools.Value)
	}
	seen.follow(r.Detected.Course)
	if len(r.Attempt.Labels) > 0 {
		seen.labels = int32(len(run.labels))
		run.labels = append(run.labels, keptLabels(r.Attempt.Labels))
	}
	if len(r.Attempt.JudgeErrors) > 0 {
		seen.judged = int32(len(run.judged))
		run.judged = append(run.judged, keptErrors(r.Attempt.JudgeErrors))
	}
	run.seen.set(id, seen)
	g.keepAttributes(run, id, r.Attempt.Attributes)
	if r.Attempt.Hash != "" {
		run.hashes[id] = g.hashes.kept(r.Attempt.Hash)
	}
	run.found.add(id, r.Detected)
	run.used.add(id, r.Detected.Usage)
	if v := r.Attempt.Version; v != "" && !run.versions[v] {
		run.versions[strings.Clone(v)] = true
	}
	g.perTask[task].merge(r.Attempt.Strata, r.Attempt.Cluster)
	if n := r.Attempt.PlanLength; n >= 0 && !slices.Contains(g.perTask[task].lengths, n) {
		g.perTask[task].lengths = append(g.perTask[task].lengths, n)
	}
	g.perTask[task].offer.take(&r.Attempt, g.offered)
	for _, v := range r.Values {
		g.cell(run, v.Metric, id, v.Value)
	}
	for _, v := range r.Reported {
		g.cell(run, ReportedPrefix+v.Metric, id, v.Value)
	}
}

// AddScore takes one score that somebody else computed. known is false where
// the row names an attempt without a value: an outcome that is not known.
func (b *Builder) AddScore(o Origin, s result.Score, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	g := b.benchmark(s.Benchmark)
	run := g.run(s.Run)
	task, trial := g.task(s.Task), int32(s.Trial)
	id, isNew := run.known.id(task, trial, int32(run.attempts.N))
	if isNew {
		run.attempts.add(rawAttempt{task: task, trial: trial, record: int32(o.Record), from: g.source(o)}, packAttempts)
	}
	if known && isFinite(s.Value) {
		g.cell(run, s.Metric, id, s.Value)
	} else {
		g.metrics.id(s.Metric)
	}
}

// ReportedPrefix sets the harness's own numbers apart from the metrics, so that
// one can never be taken for the other.
const ReportedPrefix = "reported:"

func (b *Builder) benchmark(name string) *gathering {
	g := b.benchmarks[name]
	if g == nil {
		g = &gathering{offered: map[string]struct{}{}}
		b.benchmarks[strings.Clone(name)] = g
	}
	return g
}

func (g *gathering) run(name string) *runGathering {
	id := g.runs.id(name)
	if int(id) == len(g.perRun) {
		g.perRun = append(g.perRun, &runGathering{
			versions: map[string]bool{}, hashes: map[int32]string{},
		})
	}
	return g.perRun[id]
}

// source numbers a record's origin.
func (g *gathering) source(o Origin) int32 {
	key := source{input: int32(o.Input), format: o.Format, rule: o.Rule, own: o.Own}
	if len(g.origins) > 0 && g.origins[g.last] == key {
		return g.last
	}
	id, ok := g.sources[key]
	if !ok {
		id = int32(len(g.origins))
		g.origins = append(g.origins, key)
		if g.sources == nil {
			g.sources = map[source]int32{}
		}
		g.sources[key] = id
	}
	g.last = id
	return id
}

// inputs are those of the origins, by number.
func (g *gathering) inputs() []int32 {
	out := make([]int32, len(g.origins))
	for i := range g.origins {
		out[i] = g.origins[i].input
	}
	return out
}

func (g *gathering) task(name string) int32 {
	id := g.tasks.id(name)
	if int(id) == len(g.perTask) {
		g.perTask = append(g.perTask, taskFacts{})
	}
	return id
}

func (g *gathering) cell(run *runGathering, metric string, attempt int32, value float64) {
	m := int(g.metrics.id(metric))
	for len(run.cells) <= m {
		run.cells = append(run.cells, cellList{})
	}
	run.cells[m].add(rawCell{Attempt: attempt, Value: value})
}

// merge adds what one attempt says of its task. Where attempts disagree, every
// value is kept, to be resolved without regard to the order of arrival.
func (f *taskFacts) merge(strata map[string]string, cluster string) {
	if cluster != "" && !slices.Contains(f.clusters, cluster) {
		f.clusters = append(f.clusters, strings.Clone(cluster))
	}
	for name, value := range strata {
		old, ok := f.strata[name]
		switch {
		case !ok:
			if f.strata == nil {
				f.strata = make(map[string]string, len(strata))
			}
			f.strata[strings.Clone(name)] = strings.Clone(value)
		case old != value && !slices.Contains(f.clashes[name], value):
			if f.clashes == nil {
				f.clashes = map[string][]string{}
			}
			f.clashes[name] = append(f.clashes[name], strings.Clone(value))
		}
	}
}
