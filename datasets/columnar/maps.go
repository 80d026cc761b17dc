package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// newMap reads strata, attributes and reported metrics from a map, or from a
// struct whose fields are the keys.
func newMap(f *mapping.Field, t arrow.DataType) filler {
	switch t := storage(t).(type) {
	case *arrow.MapType:
		if !isText(t.KeyType()) {
			return nil
		}
		if f.Column == datasets.ColReported {
			if isNumber(t.ItemType()) {
				return &numberMapFiller{}
			}
			return nil
		}
		if isText(t.ItemType()) {
			m := &textMapFiller{field: func(t *datasets.Trajectory) *map[string]string { return &t.Strata }}
			if f.Column == datasets.ColAttributes {
				m.field, m.own = func(t *datasets.Trajectory) *map[string]string { return &t.Attributes }, true
			}
			return m
		}
	}
	return nil
}

// textMapFiller gives rows with the same entries the same map, unless rows may
// add entries of their own.
type textMapFiller struct {
	lists
	field        func(*datasets.Trajectory) *map[string]string
	own          bool
	keys, values []string
	valid        textColumn
	seen         map[string]map[string]string
	identity     []byte
	names        interner
	words        interner
}

func (f *textMapFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	m, ok := f.l.(*array.Map)
	if !ok {
		return errType("a map", sources[0])
	}
	keys, ok1 := textsOf(bare(m.Keys()))
	values, ok2 := textsOf(bare(m.Items()))
	if !ok1 || !ok2 {
		return errType("a map of texts", m)
	}
	f.keys = readTexts(f.keys, keys, f.from, f.to)
	f.values = readTexts(f.values, values, f.from, f.to)
	f.valid = values
	return nil
}

func (f *textMapFiller) fill(row int, t *datasets.Trajectory) error {
	from, to, ok := f.at(row)
	if !ok {
		return nil
	}
	if f.own {
		m := *f.field(t)
		if m == nil {
			m = make(map[string]string, to-from)
			*f.field(t) = m
		}
		f.put(m, from, to)
		return nil
	}
	f.identity = f.identity[:0]
	for i := from; i < to; i++ {
		if f.valid.IsValid(f.from + i) {
			f.identity = append(append(append(append(f.identity, f.keys[i]...), 0), f.values[i]...), 0)
		}
	}
	m, ok := f.seen[string(f.identity)]
	if !ok {
		m = make(map[string]string, to-from)
		f.put(m, from, to)
		if f.seen == nil {
			f.seen = map[string]map[string]string{}
		}
		if len(f.seen) < mostLabels {
			f.seen[string(f.identity)] = m
		}
	}
	*f.field(t) = m
	return nil
}

// put adds a row's entries; one with a null value is left out.
func (f *textMapFiller) put(m map[string]string, from, to int) {
	for i := from; i < to; i++ {
		if f.valid.IsValid(f.from + i) {
			m[f.names.intern(f.keys[i])] = f.words.intern(f.values[i])
		}
	}
}

type numberMapFiller struct {
	lists
	keys   []string
	values numberMember
	names  interner
}

func (f *numberMapFiller) bind(sources []arrow.Array, rows int) (err error) {
	if f.lists, err = listsOf(sources[0], 0, rows); err != nil {
		return err
	}
	m, ok := f.l.(*array.Map)
	if !ok {
		return errType("a map", sources[0])
	}
	keys, ok := textsOf(bare(m.Keys()))
	if !ok {
		return errType("a map from texts", m)
	}
	items := bare(m.Items())
	value, ok := numbersOf(items)
	if !ok {
		return errType("a map of numbers", m)
	}
	f.keys = readTexts(f.keys, keys, f.from, f.to)
	f.values = numberMember{items, value}
	return nil
}

func (f *numberMapFiller) fill(row int, t *datasets.Trajectory) error {
	from, to, ok := f.at(row)
	if !ok {
		return nil
	}
	t.Reported = make(map[string]float64, to-from)
	for i := from; i < to; i++ {
		if v, known := f.values.at(f.from + i); known {
			t.Reported[f.names.intern(f.keys[i])] = v
		}
	}
	return nil
}
