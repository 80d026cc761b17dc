package columnar

import (
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// newDirect is a filler that goes straight from a column to the field, nil where the column is
// not of the field's own type and its cells must be interpreted. The choice follows from the
// type of the field's slot and the column's type alone; a type without a line here is read cell
// by cell, correctly and several times slower.
//
// What is refused here, and why cells are needed for it: a bool or a duration for a number (one
// is a verdict, the other brings a unit), a uint64 or a dictionary of numbers for a count, a
// text that holds a number or a verdict, a nested layout that is not the canonical one.
func newDirect(f *mapping.Field, t arrow.DataType) filler {
	number := isNumber(t) && !isBool(t) && storage(t).ID() != arrow.DURATION
	whole := isNumber(t) && kindOf(t) == mapping.Int && storage(t).ID() != arrow.UINT64
	switch slot := f.Slot.(type) {
	case datasets.Slot[string]:
		if isText(t) {
			text := &textFiller{slot: slot, required: f.Required}
			if datasets.Facts.Has(f.Column) {
				text.kept = &interner{}
			}
			return text
		}
	case datasets.Slot[datasets.Exit]:
		if isText(t) {
			return &exitFiller{}
		}
	case datasets.Slot[int]:
		if whole {
			return &trialFiller{slot: slot, base: int64(f.Base())}
		}
	case datasets.Slot[datasets.Maybe[float64]]:
		if number {
			return &numberFiller{slot: slot, factor: f.Factor()}
		}
	case datasets.Slot[datasets.Maybe[int64]]:
		if whole {
			return &countFiller{slot: slot}
		}
	case datasets.Slot[datasets.Maybe[bool]]:
		if isBool(t) {
			return &verdictFiller{slot: slot}
		}
	case datasets.Slot[[]string]:
		if isTextList(t) {
			return &namesFiller{slot: slot}
		}
	case datasets.Slot[[]datasets.Need]:
		return newNeeds(slot, t)
	case datasets.Slot[[]datasets.Ranked]:
		return newRanking(slot, t)
	case datasets.Slot[[]datasets.Step]:
		return newSteps(slot, t)
	case datasets.Slot[[]datasets.Claim]:
		return newClaims(slot, t)
	case datasets.Slot[[]datasets.Judgment]:
		return newJudgments(slot, t)
	case datasets.Slot[[]datasets.FailureLabel]:
		return newFailureLabels(slot, t)
	case datasets.Slot[map[string]string]:
		return newTextMap(slot, f.Kind, t)
	case datasets.Slot[map[string]float64]:
		return newNumberMap(slot, t)
	}
	return nil
}

// textFiller fills a text. Where consumers only look at the text, it shares the batch's
// memory; labels, which tables keep, get memory of their own, or one kept name would keep
// a batch of conversations. Where the column is a dictionary, a label is interned once a
// batch and not once a row: prepared holds the result by dictionary index.
type textFiller struct {
	slot     datasets.Slot[string]
	required func(string) error
	kept     *interner // nil where texts may share the batch's memory
	texts    textColumn
	nulls    bool             // some rows of texts are null
	labels   *dictionaryTexts // texts, where it is a small dictionary of labels; else nil
	prepared []string         // by index into labels: the interned label; empty: not used yet
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

// fill leaves a null unknown, which is an error for a required field: a run or a task must be
// named.
func (f *textFiller) fill(row int, t *datasets.Trajectory) error {
	if f.nulls && f.texts.IsNull(row) {
		return f.required("")
	}
	s := f.value(row)
	*f.slot(t) = s
	return f.required(s)
}

// value is the row's text, interned where it is kept.
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

// withNulls is a where it may have nulls, else nil: most columns have none, and a nil check is
// cheaper than a look at a bitmap for each row.
func withNulls(a arrow.Array) arrow.Array {
	if _, ok := a.(masked); ok || a.NullN() > 0 {
		return a
	}
	return nil
}

// numberFiller fills a number. It takes NaN, by which data frames write a missing number, as
// unknown; factor is the mapping's conversion of units.
type numberFiller struct {
	slot   datasets.Slot[datasets.Maybe[float64]]
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
		*f.slot(t) = datasets.Known(v * f.factor)
	}
	return nil
}

// countFiller fills a count from a column of integers. A count in a column of floats (pandas
// makes one of every integer column with a gap) goes through the mapping, which takes 3.0 and
// refuses 2.5.
type countFiller struct {
	slot   datasets.Slot[datasets.Maybe[int64]]
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
		*f.slot(t) = datasets.Known(f.value(row))
	}
	return nil
}

// verdictFiller fills a verdict from a column of bools; a null is unknown, which is neither
// failure nor success.
type verdictFiller struct {
	slot   datasets.Slot[datasets.Maybe[bool]]
	values *array.Boolean
}

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
		*f.slot(t) = datasets.Known(f.values.Value(row))
	}
	return nil
}

// trialFiller fills an attempt's index from integers that count from base. One that is not
// an attempt index (negative, or too large) is the mapping's error, with its message.
type trialFiller struct {
	slot   datasets.Slot[int]
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
	*f.slot(t) = n
	return err
}

// exitFiller fills an exit from a word. Equal words in consecutive rows are interpreted once; a
// word that the mapping does not know is kept in the attributes of each row, and is therefore
// interpreted for each.
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
	if t.Exit != datasets.ExitUnknown {
		f.last, f.exit = f.kept.last, t.Exit
	}
	return nil
}
