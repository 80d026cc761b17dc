package prices

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// Tally computes the costs of a log's attempts, and keeps what became of them.
type Tally struct {
	Table *Table
	All   bool // also where the log states a cost

	models map[string]*Model
	runs   map[runName]*Run
	gaps   map[gapKey]*Unpriced
}

// Run is what became of one run's attempts.
type Run struct {
	Benchmark, Run string
	Computed       int      // attempts whose cost is computed
	Logged         int      // whose cost the log states, and that have it from there
	From           []string // the days of the prices that were used, in order; "" for one without a day
	Cached         bool     // some prompt tokens were counted at the price of cached ones
	ByRun          bool     // prices were looked up by the run's name, as the log names no model
}

// Unpriced is attempts without a cost, for one reason.
type Unpriced struct {
	Gap      Gap
	Model    string // as the log names it, or the run; "" where the gap is not about it
	Attempts int
	Run      string // of the first of them
	Task     string
}

type runName struct{ benchmark, run string }

type gapKey struct {
	gap   Gap
	model string
}

// mostUnpriced bounds the reasons that are kept apart by model.
const mostUnpriced = 100

// NewTally computes by a table: the costs that a log does not state, or with all those of all its
// attempts.
func NewTally(table *Table, all bool) *Tally {
	return &Tally{Table: table, All: all, models: map[string]*Model{}, runs: map[runName]*Run{}, gaps: map[gapKey]*Unpriced{}}
}

// Price gives an attempt its cost where it can be computed, and marks it so. A cost that the log
// states stays, unless all are computed: then an attempt has a computed one or none. The error is an
// *AmbiguousError.
func (t *Tally) Price(a *datasets.Trajectory) error {
	a.Priced = false
	if a.CostUSD.Known && !t.All {
		t.run(a).Logged++
		return nil
	}
	a.CostUSD = datasets.Maybe[float64]{}
	if !a.PromptTokens.Known && !a.CompletionTokens.Known {
		t.gap(a, NoTokens, "")
		return nil
	}
	name := cmp.Or(strings.TrimSpace(a.Model), a.Run)
	model, ok := t.models[name]
	if !ok {
		var err error
		if model, err = t.Table.For(name); err != nil {
			return err
		}
		name = strings.Clone(name)
		t.models[name] = model
	}
	row, gap := t.row(model, a)
	if gap != None {
		if gap != NoPrice && gap != BeforeFirst && gap != NoDate {
			name = ""
		}
		t.gap(a, gap, name)
		return nil
	}
	cached := a.CachedTokens.Value // 0 where it is not known
	a.CostUSD, a.Priced = datasets.Known(row.Cost(a.PromptTokens.Value, a.CompletionTokens.Value, cached)), true
	t.count(a, row, cached)
	return nil
}

// row is the price that counts for an attempt, or why there is none.
func (t *Tally) row(model *Model, a *datasets.Trajectory) (*Row, Gap) {
	switch {
	case model == nil && a.Model == "":
		return nil, NoModel
	case model == nil:
		return nil, NoPrice
	case !a.PromptTokens.Known || !a.CompletionTokens.Known:
		return nil, NoTokens
	case a.PromptTokens.Value <= 0 || a.CompletionTokens.Value <= 0 || a.CachedTokens.Value < 0:
		return nil, ZeroTokens
	case a.CachedTokens.Value > a.PromptTokens.Value:
		return nil, CachedAbove
	}
	var date datasets.Maybe[time.Time]
	date.Value, date.Known = mapping.Instant(a.Date)
	return model.At(date)
}

// count notes a cost that was computed.
func (t *Tally) count(a *datasets.Trajectory, row *Row, cached int64) {
	run := t.run(a)
	run.Computed++
	run.Cached = run.Cached || cached > 0 && row.Cached.Known
	run.ByRun = run.ByRun || a.Model == ""
	from := ""
	if row.From.Known {
		from = row.From.Value.Format(time.DateOnly)
	}
	if i, ok := slices.BinarySearch(run.From, from); !ok {
		run.From = slices.Insert(run.From, i, from)
	}
}

func (t *Tally) run(a *datasets.Trajectory) *Run {
	r := t.runs[runName{a.Benchmark, a.Run}]
	if r == nil {
		r = &Run{Benchmark: strings.Clone(a.Benchmark), Run: strings.Clone(a.Run)}
		t.runs[runName{r.Benchmark, r.Run}] = r
	}
	return r
}

// gap notes an attempt that has no cost.
func (t *Tally) gap(a *datasets.Trajectory, gap Gap, model string) {
	key := gapKey{gap, model}
	g := t.gaps[key]
	if g == nil && len(t.gaps) >= mostUnpriced {
		key = gapKey{gap, ""}
		g = t.gaps[key]
	}
	if g == nil {
		g = &Unpriced{Gap: gap, Model: strings.Clone(key.model), Run: strings.Clone(a.Run), Task: strings.Clone(a.Task)}
		t.gaps[gapKey{gap, g.Model}] = g
	}
	g.Attempts++
}

// Runs is what became of each run, by benchmark and name.
func (t *Tally) Runs() []Run {
	var out []Run
	for _, r := range t.runs {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b Run) int {
		return cmp.Or(strings.Compare(a.Benchmark, b.Benchmark), strings.Compare(a.Run, b.Run))
	})
	return out
}

// Unpriced is the reasons why attempts have no cost, the most frequent first. A log without any
// tokens has nothing to price, and no reason to be told of it.
func (t *Tally) Unpriced() []Unpriced {
	var out []Unpriced
	for _, g := range t.gaps {
		out = append(out, *g)
	}
	if len(out) == 1 && out[0].Gap == NoTokens && len(t.runs) == 0 {
		return nil
	}
	slices.SortFunc(out, func(a, b Unpriced) int {
		return cmp.Or(cmp.Compare(b.Attempts, a.Attempts), cmp.Compare(a.Gap, b.Gap), strings.Compare(a.Model, b.Model))
	})
	return out
}
