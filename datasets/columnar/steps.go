package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
)

// canonicalSteps reports whether a column has the canonical layout of steps,
//
//	list<struct<role, content,
//	            calls: list<struct<id, server, tool, arguments, result, error, is_error, latency_ms, labels>>>>
//
// of which role and tool must be there. Messages as chat APIs have them are another
// layout, recognised by the fields tool_calls, tool_call_id and function_call, which goes
// through the mapping: there a result is a message of its own that names its call, and
// what came of a call is known only when the whole conversation has been read.
func canonicalSteps(t arrow.DataType) bool {
	s := structOf(t)
	if s == nil || !has(s, "role", isText) || !hasOrLacks(s, "content", isText) {
		return false
	}
	for _, chat := range []string{"tool_calls", "tool_call_id", "function_call"} {
		if _, ok := s.FieldByName(chat); ok {
			return false
		}
	}
	return hasOrLacks(s, "calls", func(t arrow.DataType) bool {
		c := structOf(t)
		if c == nil || !has(c, "tool", isText) {
			return false
		}
		for _, name := range []string{"id", "server", "arguments", "result", "error"} {
			if !hasOrLacks(c, name, isText) {
				return false
			}
		}
		return hasOrLacks(c, "is_error", isNumber) && hasOrLacks(c, "latency_ms", isNumber) && hasOrLacks(c, "labels", isTextList)
	})
}

// keepSteps says which leaves of canonical steps are decoded: names and texts only where
// they are wanted, and an error's text also where there is no flag, since its presence is
// then the only sign of an error. This is where most of the reading is saved: contents,
// arguments and results are nearly all the bytes of a log of conversations, and few
// metrics look at them. is_error is always kept; it is also the leaf by whose levels
// messages and calls are counted.
func keepSteps(t arrow.DataType, want datasets.Columns) func(path []string) bool {
	texts, details := want.Has(datasets.ColStepTexts), want.Has(datasets.ColCallTexts)
	names := texts || details || want.Has(datasets.ColSteps)
	flagged := false
	if f, ok := structOf(t).FieldByName("calls"); ok {
		_, flagged = structOf(f.Type).FieldByName("is_error")
	}
	return func(path []string) bool {
		switch name := path[len(path)-1]; {
		case len(path) == 1:
			return name == "role" && names || name == "content" && texts
		case path[0] != "calls" || len(path) > 2:
			return false
		case name == "is_error":
			return true
		case name == "server", name == "tool":
			return names
		case name == "id", name == "arguments", name == "result", name == "latency_ms", name == "labels":
			return details
		default:
			return name == "error" && (details || !flagged)
		}
	}
}

// newSteps reads canonical steps; nil for any other layout.
func newSteps(slot datasets.Slot[[]datasets.Step], t arrow.DataType) filler {
	if !canonicalSteps(t) {
		return nil
	}
	return &stepsFiller{slot: slot}
}

// stepsFiller builds all messages of a batch in one slab and all their calls in another,
// field after field, as the arrays have them; a row's steps are then a part of the first, a
// message's calls a part of the second. Filling a row is one slice expression: all the
// work is in bind, over arrays that lie in memory in order.
type stepsFiller struct {
	slot datasets.Slot[[]datasets.Step]
	lists
	calls    lists
	texts    []string // of one field at a time
	labels   textList // of each call
	slab     []datasets.Step
	callSlab []datasets.ToolCall
}

func (f *stepsFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	s, err := f.structs()
	if err != nil {
		return err
	}
	f.slab = grown(f.slab, f.len())
	clear(f.slab)
	if err := f.read(s, "role", f.from, f.to, func(i int, v string) { f.slab[i].Role = v }); err != nil {
		return err
	}
	if err := f.read(s, "content", f.from, f.to, func(i int, v string) { f.slab[i].Content = v }); err != nil {
		return err
	}
	calls := member(s, "calls")
	if calls == nil {
		return nil
	}
	if f.calls, err = listsOf(calls, f.from, f.to); err != nil {
		return err
	}
	if err := f.bindCalls(); err != nil {
		return err
	}
	for i := range f.slab {
		if from, to, ok := f.calls.at(f.from + i); ok {
			f.slab[i].Calls = part(f.callSlab, from, to)
		}
	}
	return nil
}

// bindCalls fills the slab of calls.
func (f *stepsFiller) bindCalls() error {
	s, err := f.calls.structs()
	if err != nil {
		return err
	}
	slab := grown(f.callSlab, f.calls.len())
	clear(slab)
	f.callSlab = slab
	from, to := f.calls.from, f.calls.to
	for _, field := range []struct {
		name string
		put  func(i int, v string)
	}{
		{"id", func(i int, v string) { slab[i].ID = v }},
		{"server", func(i int, v string) { slab[i].Server = v }},
		{"tool", func(i int, v string) { slab[i].Tool = v }},
		{"arguments", func(i int, v string) { slab[i].Arguments = v }},
		{"result", func(i int, v string) { slab[i].Result = v }},
		{"error", func(i int, v string) { slab[i].Error = v }},
	} {
		if err := f.read(s, field.name, from, to, field.put); err != nil {
			return err
		}
	}
	flags, err := memberNumbers(s, "is_error")
	if err != nil {
		return err
	}
	latency, err := memberNumbers(s, "latency_ms")
	if err != nil {
		return err
	}
	flagged, described := member(s, "is_error") != nil, member(s, "error") != nil
	for i := range slab {
		// Without a flag, the presence of an error's text marks a call that failed; with
		// neither column, whether it failed is unknown.
		if v, known := flags.at(from + i); flagged {
			slab[i].IsError = datasets.Maybe[bool]{Value: v != 0, Known: known}
		} else {
			slab[i].IsError = datasets.Maybe[bool]{Value: slab[i].Error != "", Known: described}
		}
		if v, known := latency.at(from + i); known {
			slab[i].LatencyMS = datasets.Known(v)
		}
	}
	return f.bindLabels(member(s, "labels"))
}

// bindLabels gives each call of the slab its labels. A null among them says nothing and is
// left out.
func (f *stepsFiller) bindLabels(a arrow.Array) error {
	if a == nil {
		return nil
	}
	if err := f.labels.bindRange(a, f.calls.from, f.calls.to); err != nil {
		return err
	}
	nulls := f.labels.texts.NullN() > 0
	for i := range f.callSlab {
		from, to, ok := f.labels.at(f.calls.from + i)
		if !ok {
			continue
		}
		kept := f.labels.slab[from:from:to]
		for k := from; k < to; k++ {
			if !nulls || f.labels.texts.IsValid(f.labels.from+k) {
				kept = append(kept, f.labels.slab[k])
			}
		}
		f.callSlab[i].Labels = kept
	}
	return nil
}

// read hands the texts of a struct's field to put; nothing where the struct
// lacks it.
func (f *stepsFiller) read(s *array.Struct, name string, from, to int, put func(i int, v string)) (err error) {
	if member(s, name) == nil {
		return nil
	}
	if f.texts, err = memberTexts(f.texts, s, name, from, to); err != nil {
		return err
	}
	for i, v := range f.texts {
		put(i, v)
	}
	return nil
}

func (f *stepsFiller) fill(row int, t *datasets.Trajectory) error {
	if from, to, ok := f.at(row); ok {
		*f.slot(t) = part(f.slab, from, to)
	}
	return nil
}
