package columnar

import (
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// newDirect is a filler for a scalar whose column has the field's own type; nil
// where a cell must be interpreted.
func newDirect(f *mapping.Field, t arrow.DataType) filler {
	switch kindOf(t) {
	case mapping.Text:
		if f.Name == "exit" && isText(t) {
			return &exitFiller{}
		}
		if field := textField(f.Name); field != nil && isText(t) {
			text := &textFiller{field: field, required: f.Required}
			if datasets.Facts.Has(f.Column) {
				text.kept = &interner{}
			}
			return text
		}
	case mapping.Float, mapping.Int:
		whole := kindOf(t) == mapping.Int && t.ID() != arrow.UINT64 // which can be beyond int64
		if f.Name == "trial" && whole {
			return &trialFiller{base: int64(f.Base())}
		}
		if field := numberField(f.Name); field != nil && t.ID() != arrow.DURATION {
			return &numberFiller{field: field, factor: f.Factor()}
		}
		if field := countField(f.Name); field != nil && whole {
			return &countFiller{field: field}
		}
	case mapping.Bool:
		if f.Name == "success" {
			return &verdictFiller{}
		}
	}
	return nil
}

// textField is where a text goes that is taken as it stands. A run or a task has
// to be there, which the mapping sees to.
func textField(name string) func(*datasets.Trajectory) *string {
	switch name {
	case "benchmark":
		return func(t *datasets.Trajectory) *string { return &t.Benchmark }
	case "run":
		return func(t *datasets.Trajectory) *string { return &t.Run }
	case "task":
		return func(t *datasets.Trajectory) *string { return &t.Task }
	case "model":
		return func(t *datasets.Trajectory) *string { return &t.Model }
	case "agent":
		return func(t *datasets.Trajectory) *string { return &t.Agent }
	case "dataset_version":
		return func(t *datasets.Trajectory) *string { return &t.DatasetVersion }
	case "task_hash":
		return func(t *datasets.Trajectory) *string { return &t.TaskHash }
	case "cluster":
		return func(t *datasets.Trajectory) *string { return &t.Cluster }
	case "error":
		return func(t *datasets.Trajectory) *string { return &t.Error }
	case "response":
		return func(t *datasets.Trajectory) *string { return &t.Response }
	case "state_before":
		return func(t *datasets.Trajectory) *string { return &t.StateBefore }
	case "state_after":
		return func(t *datasets.Trajectory) *string { return &t.StateAfter }
	case "state_goal":
		return func(t *datasets.Trajectory) *string { return &t.StateGoal }
	case "expected_answer":
		return func(t *datasets.Trajectory) *string { return &t.ExpectedAnswer }
	case "predicted_answer":
		return func(t *datasets.Trajectory) *string { return &t.PredictedAnswer }
	}
	return nil
}

func numberField(name string) func(*datasets.Trajectory) *datasets.Maybe[float64] {
	switch name {
	case "reward":
		return func(t *datasets.Trajectory) *datasets.Maybe[float64] { return &t.Reward }
	case "latency_ms":
		return func(t *datasets.Trajectory) *datasets.Maybe[float64] { return &t.LatencyMS }
	case "cost_usd":
		return func(t *datasets.Trajectory) *datasets.Maybe[float64] { return &t.CostUSD }
	}
	return nil
}

func countField(name string) func(*datasets.Trajectory) *datasets.Maybe[int64] {
	switch name {
	case "prompt_tokens":
		return func(t *datasets.Trajectory) *datasets.Maybe[int64] { return &t.PromptTokens }
	case "completion_tokens":
		return func(t *datasets.Trajectory) *datasets.Maybe[int64] { return &t.CompletionTokens }
	case "cached_tokens":
		return func(t *datasets.Trajectory) *datasets.Maybe[int64] { return &t.CachedTokens }
	}
	return nil
}

type textFiller struct {
	field    func(*datasets.Trajectory) *string
	required func(string) error
	kept     *interner // nil where texts may share the batch's memory
	texts    textColumn
	nulls    bool             // texts has some
	labels   *dictionaryTexts // texts, where they are few labels that are to be kept
	prepared []string         // of labels: in memory of their own, empty where not used yet
}

func (f *textFiller) bind(sources []arrow.Array, rows int) error {
	texts, ok := textsOf(bare(sources[0]))
	if !ok {
		return errType("text", sources[0])
	}
	f.texts, f.labels, f.nulls = texts, nil, texts.NullN() > 0
	if d, ok := texts.(*dictionaryTexts); ok && f.kept != nil && d.labels != nil {
		f.labels = d
		f.prepared = grown(f.prepared, len(d.labels))
		clear(f.prepared)
	}
	return nil
}

func (f *textFiller) fill(row int, t *datasets.Trajectory) error {
	if f.nulls && f.texts.IsNull(row) {
		return f.required("")
	}
	s := f.value(row)
	*f.field(t) = s
	return f.required(s)
}

func (f *textFiller) value(row int) string {
	switch {
	case f.labels != nil:
		i := f.labels.index(row)
		if f.prepared[i] == "" {
			f.prepared[i] = f.kept.intern(f.labels.labels[i])
		}
		return f.prepared[i]
	case f.kept != nil:
		return f.kept.intern(f.texts.Value(row))
	default:
		return f.texts.Value(row)
	}
}

// withNulls is an array that may have nulls, nil for one that has none.
func withNulls(a arrow.Array) arrow.Array {
	if _, ok := a.(masked); ok || a.NullN() > 0 {
		return a
	}
	return nil
}

// numberFiller takes NaN, the way data frames write a missing number, as
// unknown.
type numberFiller struct {
	field  func(*datasets.Trajectory) *datasets.Maybe[float64]
	factor float64
	source arrow.Array // nil where no row is null
	value  func(row int) float64
}

func (f *numberFiller) bind(sources []arrow.Array, rows int) error {
	value, ok := numbersOf(bare(sources[0]))
	if !ok {
		return errType("numbers", sources[0])
	}
	f.source, f.value = withNulls(sources[0]), value
	return nil
}

func (f *numberFiller) fill(row int, t *datasets.Trajectory) error {
	if f.source != nil && f.source.IsNull(row) {
		return nil
	}
	if v := f.value(row); !math.IsNaN(v) {
		*f.field(t) = datasets.Known(v * f.factor)
	}
	return nil
}

type countFiller struct {
	field  func(*datasets.Trajectory) *datasets.Maybe[int64]
	source arrow.Array // nil where no row is null
	value  func(row int) int64
}

func (f *countFiller) bind(sources []arrow.Array, rows int) error {
	value, ok := integersOf(bare(sources[0]))
	if !ok {
		return errType("integers", sources[0])
	}
	f.source, f.value = withNulls(sources[0]), value
	return nil
}

func (f *countFiller) fill(row int, t *datasets.Trajectory) error {
	if f.source == nil || f.source.IsValid(row) {
		*f.field(t) = datasets.Known(f.value(row))
	}
	return nil
}

type verdictFiller struct{ values *array.Boolean }

func (f *verdictFiller) bind(sources []arrow.Array, rows int) error {
	values, ok := bare(sources[0]).(*array.Boolean)
	if !ok {
		return errType("bools", sources[0])
	}
	f.values = values
	return nil
}

func (f *verdictFiller) fill(row int, t *datasets.Trajectory) error {
	if f.values.IsValid(row) {
		t.Success = datasets.Known(f.values.Value(row))
	}
	return nil
}

// trialFiller leaves a trial that is no attempt index to the mapping's own
// message.
type trialFiller struct {
	base   int64
	source arrow.Array // nil where no row is null
	value  func(row int) int64
}

func (f *trialFiller) bind(sources []arrow.Array, rows int) error {
	value, ok := integersOf(bare(sources[0]))
	if !ok {
		return errType("integers", sources[0])
	}
	f.source, f.value = withNulls(sources[0]), value
	return nil
}

func (f *trialFiller) fill(row int, t *datasets.Trajectory) error {
	if f.source != nil && f.source.IsNull(row) {
		return nil
	}
	n, err := mapping.Trial(f.value(row), f.base)
	t.Trial = n
	return err
}

// exitFiller reads a word once where it stands in many rows after each other.
type exitFiller struct {
	kept  interner
	last  string
	exit  datasets.Exit
	texts textColumn
}

func (f *exitFiller) bind(sources []arrow.Array, rows int) error {
	texts, ok := textsOf(bare(sources[0]))
	if !ok {
		return errType("text", sources[0])
	}
	f.texts = texts
	return nil
}

func (f *exitFiller) fill(row int, t *datasets.Trajectory) error {
	if f.texts.IsNull(row) {
		return nil
	}
	word := f.texts.Value(row)
	if word == f.last {
		t.Exit = f.exit
		return nil
	}
	mapping.SetExit(t, f.kept.intern(word))
	if t.Exit != datasets.ExitUnknown { // whose own word is kept in each row
		f.last, f.exit = f.kept.last, t.Exit
	}
	return nil
}
