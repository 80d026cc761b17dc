package columnar

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// canonicalClaims reports whether a column is list<struct<text, score>>.
func canonicalClaims(t arrow.DataType) bool {
	s := structOf(t)
	return s != nil && has(s, "text", isText) && has(s, "score", isNumber)
}

// newClaims reads canonical claims; nil for any other layout.
func newClaims(slot datasets.Slot[[]datasets.Claim], t arrow.DataType) filler {
	if canonicalClaims(t) {
		return &claimsFiller{slot: slot}
	}
	return nil
}

// claimsFiller fills claims. A claim without a score is an error of its row: bind, which
// sees all rows, leaves it to fill, so that the other rows are not lost.
type claimsFiller struct {
	slot datasets.Slot[[]datasets.Claim]
	lists
	texts  []string
	scores numberMember
	slab   []datasets.Claim
}

func (f *claimsFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	s, err := f.structs()
	if err != nil {
		return err
	}
	if f.texts, err = memberTexts(f.texts, s, "text", f.from, f.to); err != nil {
		return err
	}
	if f.scores, err = memberNumbers(s, "score"); err != nil {
		return err
	}
	f.slab = grown(f.slab, f.len())
	for i := range f.slab {
		v, _ := f.scores.at(f.from + i)
		f.slab[i] = datasets.Claim{Text: f.texts[i], Score: v}
	}
	return nil
}

func (f *claimsFiller) fill(row int, t *datasets.Trajectory) error {
	from, to, ok := f.at(row)
	if !ok {
		return nil
	}
	for i := from; i < to; i++ {
		if _, known := f.scores.at(f.from + i); !known {
			return mapping.ErrNoScore(i - from)
		}
	}
	*f.slot(t) = part(f.slab, from, to)
	return nil
}

// newJudgments reads list<struct<judge, verdict, raw, reference, confidence, error>> with numbers or bools as
// verdicts; nil for any other layout. Verdicts in words go through the mapping, which knows
// what "C" means.
func newJudgments(slot datasets.Slot[[]datasets.Judgment], t arrow.DataType) filler {
	s := structOf(t)
	if s != nil && has(s, "judge", isText) && has(s, "verdict", isNumber) && hasOrLacks(s, "raw", isText) && hasOrLacks(s, "reference", isBool) &&
		hasOrLacks(s, "confidence", isNumber) && hasOrLacks(s, "error", isText) {
		return &judgmentsFiller{slot: slot}
	}
	return nil
}

// judgmentsFiller fills judgments. A null verdict is unknown, as after a judge that answered
// nothing usable: Raw keeps the answer, from which it can be read again.
type judgmentsFiller struct {
	slot datasets.Slot[[]datasets.Judgment]
	lists
	judges, raws, errors []string
	slab                 []datasets.Judgment
}

func (f *judgmentsFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	s, err := f.structs()
	if err != nil {
		return err
	}
	if f.judges, err = memberTexts(f.judges, s, "judge", f.from, f.to); err != nil {
		return err
	}
	if f.raws, err = memberTexts(f.raws, s, "raw", f.from, f.to); err != nil {
		return err
	}
	if f.errors, err = memberTexts(f.errors, s, "error", f.from, f.to); err != nil {
		return err
	}
	verdicts, err := memberNumbers(s, "verdict")
	if err != nil {
		return err
	}
	confidences, err := memberNumbers(s, "confidence")
	if err != nil {
		return err
	}
	reference, _ := member(s, "reference").(*array.Boolean)
	f.slab = grown(f.slab, f.len())
	for i := range f.slab {
		v, known := verdicts.at(f.from + i)
		if !known {
			v = 0
		}
		f.slab[i] = datasets.Judgment{Judge: mapping.ExactText(f.judges[i]), Raw: f.raws[i], Verdict: datasets.Maybe[float64]{Value: v, Known: known},
			Reference: reference != nil && reference.IsValid(f.from+i) && reference.Value(f.from+i), Error: f.errors[i]}
		if c, known := confidences.at(f.from + i); known {
			f.slab[i].Confidence = datasets.Known(c)
		}
	}
	return nil
}

func (f *judgmentsFiller) fill(row int, t *datasets.Trajectory) error {
	from, to, ok := f.at(row)
	if !ok {
		return nil
	}
	list := part(f.slab, from, to)
	for i := range list {
		if c := list[i].Confidence; c.Known && !mapping.IsConfidence(c.Value) {
			return fmt.Errorf("element %d: %w", i+1, mapping.ErrConfidence(c.Value))
		}
	}
	*f.slot(t) = list
	return nil
}

// newFailureLabels reads list<struct<mode, source, annotator, step, root, note>>, of which
// only the mode must be there, or list<text> of modes; nil for any other layout. Modes are
// the log's own words, which no reader renames or merges.
func newFailureLabels(slot datasets.Slot[[]datasets.FailureLabel], t arrow.DataType) filler {
	s := structOf(t)
	if s == nil && !isTextList(t) || s != nil && !has(s, "mode", isText) {
		return nil
	}
	if s != nil {
		for _, name := range []string{"source", "annotator", "note"} {
			if !hasOrLacks(s, name, isText) {
				return nil
			}
		}
		if !hasOrLacks(s, "step", isNumber) || !hasOrLacks(s, "root", isBool) {
			return nil
		}
	}
	return &labelsFiller{slot: slot}
}

// labelTexts are the texts of a label, in the order of labelsFiller.texts.
var labelTexts = [4]string{"mode", "source", "annotator", "note"}

// labelsFiller fills failure labels. A step that is not an index of a message is an error of
// its row.
type labelsFiller struct {
	slot datasets.Slot[[]datasets.FailureLabel]
	lists
	texts [4][]string // by labelTexts
	steps numberMember
	slab  []datasets.FailureLabel
}

func (f *labelsFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	f.steps = numberMember{}
	var root *array.Boolean
	if modes, ok := textsOf(f.elements()); ok {
		for k := range f.texts {
			f.texts[k] = grown(f.texts[k], f.len())
			clear(f.texts[k])
		}
		f.texts[0] = readTexts(f.texts[0], modes, f.from, f.to)
	} else {
		s, err := f.structs()
		if err != nil {
			return err
		}
		for k, name := range labelTexts {
			if f.texts[k], err = memberTexts(f.texts[k], s, name, f.from, f.to); err != nil {
				return err
			}
		}
		if f.steps, err = memberNumbers(s, "step"); err != nil {
			return err
		}
		root, _ = member(s, "root").(*array.Boolean)
	}
	f.slab = grown(f.slab, f.len())
	for i := range f.slab {
		f.slab[i] = datasets.FailureLabel{Mode: mapping.ExactText(f.texts[0][i]), Source: mapping.ExactText(f.texts[1][i]),
			Annotator: mapping.ExactText(f.texts[2][i]), Note: f.texts[3][i],
			Root: root != nil && root.IsValid(f.from+i) && root.Value(f.from+i)}
	}
	return nil
}

func (f *labelsFiller) fill(row int, t *datasets.Trajectory) error {
	from, to, ok := f.at(row)
	if !ok {
		return nil
	}
	for i := from; i < to; i++ {
		if step, known := f.steps.at(f.from + i); known {
			var err error
			if f.slab[i].Step, err = mapping.LabelStep(step); err != nil {
				return fmt.Errorf("element %d: step: %w", i-from+1, err)
			}
		}
	}
	*f.slot(t) = part(f.slab, from, to)
	return nil
}
