package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// newClaims reads list<struct<text, score>>.
func newClaims(t arrow.DataType) filler {
	if s := structOf(t); s != nil && has(s, "text", isText) && has(s, "score", isNumber) {
		return &claimsFiller{}
	}
	return nil
}

type claimsFiller struct {
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
	t.Claims = part(f.slab, from, to)
	return nil
}

// newJudgments reads list<struct<judge, verdict, raw, reference>> with numbers or
// bools as verdicts; words go through the mapping.
func newJudgments(t arrow.DataType) filler {
	isBool := func(t arrow.DataType) bool { return storage(t).ID() == arrow.BOOL }
	s := structOf(t)
	if s != nil && has(s, "judge", isText) && has(s, "verdict", isNumber) && hasOrLacks(s, "raw", isText) && hasOrLacks(s, "reference", isBool) {
		return &judgmentsFiller{}
	}
	return nil
}

type judgmentsFiller struct {
	lists
	judges, raws []string
	slab         []datasets.Judgment
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
	verdicts, err := memberNumbers(s, "verdict")
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
			Reference: reference != nil && reference.IsValid(f.from+i) && reference.Value(f.from+i)}
	}
	return nil
}

func (f *judgmentsFiller) fill(row int, t *datasets.Trajectory) error {
	if from, to, ok := f.at(row); ok {
		t.Judgments = part(f.slab, from, to)
	}
	return nil
}

// newFailureLabels reads list<struct<mode, source>>, or list<text> of modes.
func newFailureLabels(t arrow.DataType) filler {
	if s := structOf(t); s != nil && (!has(s, "mode", isText) || !hasOrLacks(s, "source", isText)) || s == nil && !isTextList(t) {
		return nil
	}
	return &labelsFiller{}
}

type labelsFiller struct {
	lists
	modes, sources []string
	slab           []datasets.FailureLabel
}

func (f *labelsFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	if texts, ok := textsOf(f.elements()); ok {
		f.modes = readTexts(f.modes, texts, f.from, f.to)
		f.sources = grown(f.sources, f.len())
		clear(f.sources)
	} else {
		s, err := f.structs()
		if err != nil {
			return err
		}
		if f.modes, err = memberTexts(f.modes, s, "mode", f.from, f.to); err != nil {
			return err
		}
		if f.sources, err = memberTexts(f.sources, s, "source", f.from, f.to); err != nil {
			return err
		}
	}
	f.slab = grown(f.slab, f.len())
	for i := range f.slab {
		f.slab[i] = datasets.FailureLabel{Mode: mapping.ExactText(f.modes[i]), Source: mapping.ExactText(f.sources[i])}
	}
	return nil
}

func (f *labelsFiller) fill(row int, t *datasets.Trajectory) error {
	if from, to, ok := f.at(row); ok {
		t.FailureLabels = part(f.slab, from, to)
	}
	return nil
}
