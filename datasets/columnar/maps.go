package columnar

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"

	"mcpstats/datasets"
)

// newTextMap reads map<text, text>, nil for any other type. A map is a list of structs of
// key and value (Arrow columnar format, "Map Layout"). Keys may repeat, for the format
// leaves their uniqueness to the writer; the last one counts, as in most readers of JSON.
// A struct with a field for each key, which pandas makes of dicts, is not a map: its fields
// are offered as columns instead (columns.go).
func newTextMap(slot datasets.Slot[map[string]string], kind datasets.Kind, t arrow.DataType) filler {
	if m, ok := storage(t).(*arrow.MapType); ok && isText(m.KeyType()) && isText(m.ItemType()) {
		return &textMapFiller{slot: slot, own: kind == datasets.KindAttributes}
	}
	return nil
}

// newNumberMap reads map<text, number>.
func newNumberMap(slot datasets.Slot[map[string]float64], t arrow.DataType) filler {
	if m, ok := storage(t).(*arrow.MapType); ok && isText(m.KeyType()) && isNumber(m.ItemType()) {
		return &numberMapFiller{slot: slot}
	}
	return nil
}

// textMapFiller gives rows with the same entries the same map, unless rows may add entries
// of their own (own, which attributes do). Strata have few combinations, and a map of its
// own would be the most expensive part of a row of outcomes. A consumer must therefore not
// write to a trajectory's strata.
type textMapFiller struct {
	lists
	slot         datasets.Slot[map[string]string]
	own          bool // every row gets a map of its own, to which other columns may add
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
		m := *f.slot(t)
		if m == nil {
			m = make(map[string]string, to-from)
			*f.slot(t) = m
		}
		f.put(m, from, to)
		return nil
	}
	// The identity is the entries in their order, each text ended by a zero byte. Two
	// orders of one content give two equal maps, which costs only memory.
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
	*f.slot(t) = m
	return nil
}

// put adds a row's entries; one with a null value is left out, as not known.
func (f *textMapFiller) put(m map[string]string, from, to int) {
	for i := from; i < to; i++ {
		if f.valid.IsValid(f.from + i) {
			m[f.names.intern(f.keys[i])] = f.words.intern(f.values[i])
		}
	}
}

// numberMapFiller fills a map of numbers. Entries that are null or NaN are left out: a
// metric that the harness could not compute is unknown, not 0.
type numberMapFiller struct {
	slot datasets.Slot[map[string]float64]
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
	m := make(map[string]float64, to-from)
	*f.slot(t) = m
	for i := from; i < to; i++ {
		if v, known := f.values.at(f.from + i); known {
			m[f.names.intern(f.keys[i])] = v
		}
	}
	return nil
}
