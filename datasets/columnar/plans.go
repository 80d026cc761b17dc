package columnar

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// newNeeds reads an expected plan from list<struct<any_of, after, arguments>>, from
// list<list<text>>, whose inner lists are needs, or from list<text>, whose texts
// are needs that one tool meets.
func newNeeds(slot datasets.Slot[[]datasets.Need], t arrow.DataType) filler {
	e := elementOf(t)
	switch s := structOf(t); {
	case e == nil:
		return nil
	case s != nil:
		if has(s, "any_of", isTextList) && hasOrLacks(s, "after", isIntegerList) && hasOrLacks(s, "arguments", isText) {
			return &needsFiller{slot: slot}
		}
	case isTextList(e), isText(e):
		return &needsFiller{slot: slot}
	}
	return nil
}

// isIntegerList reports whether a type is a list of integers of any width.
func isIntegerList(t arrow.DataType) bool {
	e := elementOf(t)
	return e != nil && kindOf(e) == mapping.Int && !isDictionary(e)
}

// needsFiller fills a plan. It has one slab of needs, one of tools and one of indices for
// the batch. The rows of the inner lists (tools, after) are the elements of the outer one,
// so they are asked by element numbers. Whether indices point into the plan, and not in a
// circle, is mapping.CheckPlan's to say, for every reader alike.
type needsFiller struct {
	slot datasets.Slot[[]datasets.Need]
	lists
	tools    textList // of each need
	single   bool     // one tool a need: the elements themselves are the texts
	after    lists
	hasAfter bool
	indices  []int
	args     []string
	slab     []datasets.Need
}

func (f *needsFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	f.hasAfter, f.single = false, false
	f.args = grown(f.args, f.len())
	clear(f.args)
	f.slab = grown(f.slab, f.len())
	switch e := f.elements(); e.DataType().ID() {
	case arrow.STRUCT:
		s, err := f.structs()
		if err != nil {
			return err
		}
		tools := member(s, "any_of")
		if tools == nil {
			return errType("structs with any_of", e)
		}
		if err := f.tools.bindRange(tools, f.from, f.to); err != nil {
			return err
		}
		if after := member(s, "after"); after != nil {
			if err := f.bindAfter(after); err != nil {
				return err
			}
		}
		if f.args, err = memberTexts(f.args, s, "arguments", f.from, f.to); err != nil {
			return err
		}
	case arrow.LIST, arrow.LARGE_LIST, arrow.FIXED_SIZE_LIST: // list<list<text>>
		return f.tools.bindRange(e, f.from, f.to)
	default:
		f.single = true
		return f.tools.bindRange(sources[0], 0, rows)
	}
	return nil
}

// bindAfter reads the indices of the needs that each need depends on.
func (f *needsFiller) bindAfter(a arrow.Array) (err error) {
	if f.after, err = listsOf(a, f.from, f.to); err != nil {
		return err
	}
	values, ok := integersOf(f.after.elements())
	if !ok {
		return errType("a list of integers", a)
	}
	f.indices = grown(f.indices, f.after.len())
	for i := range f.indices {
		f.indices[i] = int(values(f.after.from + i))
	}
	f.hasAfter = true
	return nil
}

func (f *needsFiller) fill(row int, t *datasets.Trajectory) error {
	if f.single {
		tools, err := f.tools.list(row)
		if tools == nil || err != nil {
			return err
		}
		from, to, _ := f.at(row)
		plan := part(f.slab, from, to)
		for i := range plan {
			plan[i] = datasets.Need{AnyOf: part(tools, i, i+1)}
		}
		*f.slot(t) = plan
		return nil
	}
	from, to, ok := f.at(row)
	if !ok {
		return nil
	}
	plan := part(f.slab, from, to)
	for i := range plan {
		tools, err := f.tools.list(f.from + from + i)
		if err != nil {
			return fmt.Errorf("element %d: %w", i+1, err)
		}
		plan[i] = datasets.Need{AnyOf: tools, Arguments: f.args[from+i]}
		if f.hasAfter {
			if a, b, ok := f.after.at(f.from + from + i); ok {
				plan[i].After = part(f.indices, a, b)
			}
		}
	}
	*f.slot(t) = plan
	return mapping.CheckPlan(plan)
}

// newRanking reads a ranking from list<struct<tool, score>> or list<text>. A ranking whose
// scores stand in a second column goes through the mapping.
func newRanking(slot datasets.Slot[[]datasets.Ranked], t arrow.DataType) filler {
	if s := structOf(t); s != nil {
		if has(s, "tool", isText) && hasOrLacks(s, "score", isNumber) {
			return &rankingFiller{slot: slot}
		}
		return nil
	}
	if isTextList(t) {
		return &rankingFiller{slot: slot}
	}
	return nil
}

// rankingFiller fills a ranking. Tools without scores get 0: the order is the ranking.
type rankingFiller struct {
	slot datasets.Slot[[]datasets.Ranked]
	lists
	tools []string
	slab  []datasets.Ranked
}

func (f *rankingFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	var scores numberMember
	if f.elements().DataType().ID() == arrow.STRUCT {
		s, err := f.structs()
		if err != nil {
			return err
		}
		if f.tools, err = memberTexts(f.tools, s, "tool", f.from, f.to); err != nil {
			return err
		}
		if scores, err = memberNumbers(s, "score"); err != nil {
			return err
		}
	} else {
		texts, ok := textsOf(f.elements())
		if !ok {
			return errType("a list of tools", sources[0])
		}
		f.tools = readTexts(f.tools, texts, f.from, f.to)
	}
	f.slab = grown(f.slab, f.len())
	for i := range f.slab {
		v, _ := scores.at(f.from + i)
		f.slab[i] = datasets.Ranked{Tool: f.tools[i], Score: v}
	}
	return nil
}

func (f *rankingFiller) fill(row int, t *datasets.Trajectory) error {
	if from, to, ok := f.at(row); ok {
		*f.slot(t) = part(f.slab, from, to)
	}
	return nil
}
