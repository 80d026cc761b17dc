package result

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Plan says what to compare and how: the report's only configuration. The zero
// value of a field means its default; Resolve fills the defaults in, and the
// resolved plan stands beside the results so that they can be made again.
type Plan struct {
	Baseline   string   `json:"baseline,omitempty" yaml:"baseline,omitempty"`     // compare every other run with this one; empty: all pairs
	Reference  []string `json:"reference,omitempty" yaml:"reference,omitempty"`   // runs that tables set apart, such as people beside models: names, or factor=value for all that state it
	Runs       []string `json:"runs,omitempty" yaml:"runs,omitempty"`             // the runs to compare; empty: all
	Pairs      string   `json:"pairs,omitempty" yaml:"pairs,omitempty"`           // all: every pair of runs in full, however many there are; empty: of 50 runs and more the neighbours in the ranking in full, the others in brief
	Benchmarks []string `json:"benchmarks,omitempty" yaml:"benchmarks,omitempty"` // empty: all
	Metrics    []string `json:"metrics,omitempty" yaml:"metrics,omitempty"`       // the metrics to compare; empty: the benchmark's main ones
	Also       []string `json:"also,omitempty" yaml:"also,omitempty"`             // further metrics to summarise: reported.NAME, a number that the harness stored, and formulas such as "prompt_tokens * reported.invocations"
	Primary    string   `json:"primary,omitempty" yaml:"primary,omitempty"`       // the headline metric; empty: by the order of the metric list
	Rules      []string `json:"rules,omitempty" yaml:"rules,omitempty"`           // rules that are off by default and count all the same
	Where      []string `json:"where,omitempty" yaml:"where,omitempty"`           // conditions, as "level=L4"; only what meets them all is looked at (Condition); empty: everything
	Factors    []string `json:"factors,omitempty" yaml:"factors,omitempty"`       // attributes of runs (model, k ...) that tables of runs are made by
	Crossed    []string `json:"crossed,omitempty" yaml:"crossed,omitempty"`       // pairs of facts of tasks, as "tier by source", to summarise within each pair of their values
	Ask        []string `json:"ask,omitempty" yaml:"ask,omitempty"`               // questions beyond what every report holds (Question)
	// Better states for which metrics higher values are better, lower ones, or neither;
	// it goes before what a metric declares or its name says.
	Better map[string]string `json:"better,omitempty" yaml:"better,omitempty"`
	// Labels is what names are called in what is shown, by the name that the log has: of runs,
	// metrics, strata and their values, modes, judges, tools, whatever bears the name. Results
	// keep the log's.
	Labels  map[string]string `json:"labels,omitempty" yaml:"labels,omitempty"`
	Ordinal []string          `json:"ordinal,omitempty" yaml:"ordinal,omitempty"` // metrics of ranks, such as ratings from 1 to 5: their differences mean nothing
	Strata  []string          `json:"strata,omitempty" yaml:"strata,omitempty"`   // strata to break down by; empty: those of the log; "none": no breakdown
	Cluster string            `json:"cluster,omitempty" yaml:"cluster,omitempty"` // stratum that names the cluster; empty: the log's cluster column, else the task

	Alpha      float64 `json:"alpha" yaml:"alpha"`           // level of the tests, default 0.05
	Level      float64 `json:"level" yaml:"level"`           // confidence level of intervals, default 0.95
	Correction string  `json:"correction" yaml:"correction"` // default holm
	Resamples  int     `json:"resamples" yaml:"resamples"`   // bootstrap replicates, default 10000
	Seed       uint64  `json:"seed" yaml:"seed"`             // default DefaultSeed

	Catalog string   `json:"catalog,omitempty" yaml:"catalog,omitempty"` // file that says which servers and tools there are; empty: what lies beside the logs
	Prices  string   `json:"prices,omitempty" yaml:"prices,omitempty"`   // file that says what tokens cost; empty: what lies beside the logs
	Costs   string   `json:"costs,omitempty" yaml:"costs,omitempty"`     // computed: from tokens and prices also where the log states a cost; empty: only where it does not
	Tasks   string   `json:"tasks,omitempty" yaml:"tasks,omitempty"`     // the universe: how many tasks there are, or a file of their ids; empty: as the log states, else by habit
	Trials  int      `json:"trials,omitempty" yaml:"trials,omitempty"`   // attempts that every run promised at a task; 0: as the log states, else by habit
	TaskIDs []string `json:"-" yaml:"-"`                                 // of the file that Tasks names, which the caller reads

	Missing    string  `json:"missing" yaml:"missing"`                                           // fail, drop, worst or best: what has no outcome; default fail
	Duplicates string  `json:"duplicates" yaml:"duplicates"`                                     // first, last, trials, error or auto: as the format or mapping says, else error; default auto
	Zeros      string  `json:"zeros" yaml:"zeros"`                                               // Wilcoxon zero method: pratt, wilcox or zsplit; default pratt
	Margin     float64 `json:"equivalence_margin,omitempty" yaml:"equivalence_margin,omitempty"` // half-width of the equivalence region; 0: no equivalence test
	Bayes      bool    `json:"bayes,omitempty" yaml:"bayes,omitempty"`                           // posterior probabilities of better, practically equal (within the margin) and worse beside the p-values
}

// By stands between the two names of Plan.Crossed.
const By = " by "

// DefaultSeed seeds every draw unless the plan says otherwise.
const DefaultSeed uint64 = 20260101

// maxResamples bounds the memory of a bootstrap. Its Monte Carlo error is a tenth of
// that of the default.
const maxResamples = 1_000_000

// A universe is held in memory task by task.
const (
	maxTasks  = 10_000_000
	maxTrials = 100_000
)

// TaskNumber is the number that Tasks states; 0 where it names a file, -1 where it is
// a number that no universe has.
func (p *Plan) TaskNumber() int {
	n, err := strconv.Atoi(p.Tasks)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && (n < 1 || n > maxTasks):
		return -1
	case err != nil || len(p.TaskIDs) > 0:
		return 0
	}
	return n
}

// TasksFile is the file of ids that Tasks names; empty where it states a number, or
// nothing.
func (p *Plan) TasksFile() string {
	if p.Tasks == "" || p.TaskNumber() != 0 {
		return ""
	}
	return p.Tasks
}

// Policies are the names that Plan.Missing takes.
var Policies = []string{"fail", "drop", "worst", "best"}

// DuplicateRules are the names that Plan.Duplicates takes.
var DuplicateRules = []string{DuplicatesAuto, "error", "first", "last", "trials"}

// DuplicatesAuto leaves the rule to the log's format or mapping; where that says
// nothing, duplicates are an error.
const DuplicatesAuto = "auto"

// AllPairs is the value of Plan.Pairs that compares every pair in full.
const AllPairs = "all"

// ComputedCost is the value of Plan.Costs that computes every cost from tokens.
const ComputedCost = "computed"

// ZeroMethods are the names that Plan.Zeros takes.
var ZeroMethods = []string{"pratt", "wilcox", "zsplit"}

// Resolve returns the plan with every default filled in, or an error that names
// the field, its value and what it takes.
func (p Plan) Resolve() (Plan, error) {
	fill := func(s *string, def string) {
		if *s == "" {
			*s = def
		}
	}
	if p.Alpha == 0 {
		p.Alpha = 0.05
	}
	if p.Level == 0 {
		p.Level = 0.95
	}
	if p.Resamples == 0 {
		p.Resamples = 10000
	}
	if p.Seed == 0 {
		p.Seed = DefaultSeed
	}
	fill(&p.Correction, "holm")
	fill(&p.Missing, "fail")
	fill(&p.Duplicates, DuplicatesAuto)
	fill(&p.Zeros, "pratt")
	switch {
	case !(p.Alpha > 0 && p.Alpha < 1):
		return p, fmt.Errorf("plan: alpha is %v, expected a number between 0 and 1", p.Alpha)
	case !(p.Level > 0 && p.Level < 1):
		return p, fmt.Errorf("plan: level is %v, expected a number between 0 and 1", p.Level)
	case p.Resamples < 100:
		return p, fmt.Errorf("plan: resamples is %d, expected at least 100", p.Resamples)
	case p.Resamples > maxResamples:
		return p, fmt.Errorf("plan: resamples is %d, expected at most %d: more sharpen no interval and fill the memory", p.Resamples, maxResamples)
	case p.Trials < 0 || p.Trials > maxTrials:
		return p, fmt.Errorf("plan: trials is %d, expected a number of attempts from 1 to %d", p.Trials, maxTrials)
	case p.Tasks != "" && p.TaskNumber() <= 0 && len(p.TaskIDs) == 0:
		return p, fmt.Errorf("plan: tasks is %q, expected how many tasks there are, from 1 to %d, or a file of their ids", p.Tasks, maxTasks)
	case !(p.Margin >= 0) || math.IsInf(p.Margin, 1):
		return p, fmt.Errorf("plan: equivalence_margin is %v, expected a finite number, 0 or more", p.Margin)
	}
	for _, f := range []struct {
		name, value string
		takes       []string
	}{
		{"pairs", cmp.Or(p.Pairs, AllPairs), []string{AllPairs}},
		{"costs", cmp.Or(p.Costs, ComputedCost), []string{ComputedCost}},
		{"correction", p.Correction, Corrections},
		{"missing", p.Missing, Policies},
		{"duplicates", p.Duplicates, DuplicateRules},
		{"zeros", p.Zeros, ZeroMethods},
	} {
		if !slices.Contains(f.takes, f.value) {
			return p, fmt.Errorf("plan: %s is %q, expected one of %s", f.name, f.value, strings.Join(f.takes, ", "))
		}
	}
	for _, pair := range p.Crossed {
		if a, b, ok := strings.Cut(pair, By); !ok || a == "" || b == "" || a == b {
			return p, fmt.Errorf("plan: crossed: %q, expected two names, as in \"tier by source\"", pair)
		}
	}
	conditions, err := p.Conditions()
	if err != nil {
		return p, fmt.Errorf("plan: %w", err)
	}
	p.Where = nil
	for _, c := range conditions {
		p.Where = append(p.Where, c.String())
	}
	questions, err := p.Questions()
	if err != nil {
		return p, fmt.Errorf("plan: %w", err)
	}
	p.Ask = nil
	for _, q := range questions {
		if text := q.String(); !slices.Contains(p.Ask, text) {
			p.Ask = append(p.Ask, text)
		}
	}
	for _, metric := range slices.Sorted(maps.Keys(p.Better)) {
		if _, ok := Directions[p.Better[metric]]; !ok {
			return p, fmt.Errorf("plan: better: %s is %q, expected higher, lower or neither", metric, p.Better[metric])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.Labels)) {
		if strings.TrimSpace(p.Labels[name]) == "" {
			return p, fmt.Errorf("plan: labels: %q has no label, expected what it is to be called, as in %q: NAME", name, name)
		}
	}
	return p, nil
}

// ReferenceFactors are the factors that Reference speaks of.
func (p *Plan) ReferenceFactors() []string {
	var out []string
	for _, entry := range p.Reference {
		if name, _, ok := strings.Cut(entry, "="); ok && name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// MaxT is the correction that takes the dependence between comparisons into account:
// of all comparisons of a family the tasks are drawn again together, and each is held
// against the largest. It gives simultaneous intervals beside adjusted p-values.
const MaxT = "max-t"

// Elsewhere is the correction of p-values that come without paired values: Holm's where
// the plan's own is of values.
func (p *Plan) Elsewhere() string {
	if p.Correction == MaxT {
		return "holm"
	}
	return p.Correction
}
