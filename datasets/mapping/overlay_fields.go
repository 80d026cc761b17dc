package mapping

import (
	"slices"
	"strings"

	"mcpstats/datasets"
)

// stated is what an attempt states under a name.
func stated(t *datasets.Trajectory, name string) (Cell, bool) {
	if c, ok := scalarOf(t, name); ok {
		return c, true
	}
	family, key, dotted := strings.Cut(name, ".")
	for _, in := range []struct {
		family string
		values map[string]string
	}{{"strata", t.Strata}, {"attributes", t.Attributes}} {
		if v, ok := in.values[name]; ok {
			return TextCell(v), v != ""
		}
		if v, ok := in.values[key]; ok && dotted && family == in.family {
			return TextCell(v), v != ""
		}
	}
	if v, ok := t.Reported[name]; ok {
		return FloatCell(v), true
	}
	if v, ok := t.Reported[key]; ok && dotted && family == "reported" {
		return FloatCell(v), true
	}
	return Cell{}, false
}

// States reports whether an attempt has a value under a name: of a canonical column, or of one
// of the log's own metrics.
func States(t *datasets.Trajectory, name string) bool {
	if _, ok := t.Metrics[name]; ok {
		return true
	}
	_, ok := scalarOf(t, name)
	return ok
}

// Overridable reports whether a canonical column of a native format can be read by
// its name.
func Overridable(field string) bool {
	d := define(field)
	if d == nil {
		return false
	}
	_, _, scalar := scalarIn(&datasets.Trajectory{}, d)
	return scalar
}

// scalarOf is a canonical scalar of an attempt; ok is false where the attempt does not
// state it, and for any other name.
func scalarOf(t *datasets.Trajectory, name string) (c Cell, ok bool) {
	d := define(name)
	if d == nil {
		return Cell{}, false
	}
	c, known, scalar := scalarIn(t, d)
	return c, known && scalar
}

// clearField makes a field of an attempt unknown, or one key of a keyed one.
func clearField(t *datasets.Trajectory, d *Definition, key string) {
	if key != "" {
		switch slot := d.Slot.(type) {
		case datasets.Slot[map[string]string]:
			delete(*slot(t), key)
			return
		case datasets.Slot[map[string]float64]:
			delete(*slot(t), key)
			return
		case datasets.Slot[[]datasets.Judgment]:
			all := slot(t)
			*all = slices.DeleteFunc(slices.Clone(*all), func(j datasets.Judgment) bool { return j.Judge == key })
			return
		}
	}
	d.Slot.Clear(t)
}

// scalarIn is a field of an attempt as a cell. Only scalars have one: a list, a map or
// a document is not a single value that a rule could rename or put elsewhere.
func scalarIn(t *datasets.Trajectory, d *Definition) (c Cell, known, scalar bool) {
	switch slot := d.Slot.(type) {
	case datasets.Slot[string]:
		v := *slot(t)
		return TextCell(v), v != "", d.Kind != datasets.KindDocument
	case datasets.Slot[datasets.Exit]:
		v := string(*slot(t))
		return TextCell(v), v != "", true
	case datasets.Slot[int]:
		return IntCell(int64(*slot(t))), true, true
	case datasets.Slot[datasets.Maybe[bool]]:
		v := *slot(t)
		return BoolCell(v.Value), v.Known, true
	case datasets.Slot[datasets.Maybe[float64]]:
		v := *slot(t)
		return FloatCell(v.Value), v.Known, true
	case datasets.Slot[datasets.Maybe[int64]]:
		v := *slot(t)
		return IntCell(v.Value), v.Known, true
	}
	return Cell{}, false, false
}
