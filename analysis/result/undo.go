package result

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
)

// Undo takes out of the results every number that JSON cannot hold (NaN, and an infinity
// where no infinity is meant, which Float alone may be), whatever computed it: one
// value goes, with its reason, never the report. A pointer becomes nil; what has the number
// in itself, such as an interval with a bound, goes as a whole, as the nearest pointer to it
// or as an element of its list. The nearest Notes say what is gone, and a warning counts.
func (res *Results) Undo() {
	u := &undoing{}
	u.visit(reflect.ValueOf(res).Elem(), "results")
	if u.gone == nil {
		return
	}
	names := slices.Compact(slices.Sorted(slices.Values(u.gone)))
	const named = 3
	list := strings.Join(names[:min(named, len(names))], ", ")
	if n := len(names) - named; n > 0 {
		list += fmt.Sprintf(" and %d more", n)
	}
	res.Warnings = append(res.Warnings, Warning{Code: "not_computed",
		Message: fmt.Sprintf("%s left out, being beyond what a double holds: %s.", Plural(len(u.gone), "value"), list),
	})
}

type undoing struct{ gone []string }

var floatType = reflect.TypeFor[Float]()

// visit undoes what is under v, and reports whether v itself cannot stay.
func (u *undoing) visit(v reflect.Value, name string) bool {
	switch v.Kind() {
	case reflect.Float64:
		f := v.Float()
		return math.IsNaN(f) || math.IsInf(f, 0) && v.Type() != floatType
	case reflect.Pointer:
		if !v.IsNil() && u.visit(v.Elem(), name) {
			v.SetZero()
			u.gone = append(u.gone, name)
		}
	case reflect.Slice:
		return u.elements(v, name)
	case reflect.Struct:
		return u.fields(v)
	}
	return false
}

// elements takes the elements that cannot stay out of a list; a list of numbers, whose
// places mean something, cannot stay as a whole.
func (u *undoing) elements(v reflect.Value, name string) bool {
	switch v.Type().Elem().Kind() {
	case reflect.String, reflect.Uint8, reflect.Int, reflect.Int32, reflect.Bool:
		return false
	}
	kept := 0
	for i := range v.Len() {
		if u.visit(v.Index(i), name) {
			if v.Type().Elem().Kind() == reflect.Float64 {
				return true
			}
			u.gone = append(u.gone, name)
			continue
		}
		if kept < i {
			v.Index(kept).Set(v.Index(i))
		}
		kept++
	}
	if kept < v.Len() {
		v.SetLen(kept)
	}
	return false
}

func (u *undoing) fields(v reflect.Value) bool {
	before, bad := len(u.gone), false
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !u.visit(v.Field(i), name) {
			continue
		}
		if field.Type.Kind() == reflect.Slice {
			v.Field(i).SetZero()
			u.gone = append(u.gone, name)
		} else {
			bad = true
		}
	}
	if notes := v.FieldByName("Notes"); len(u.gone) > before && notes.IsValid() && notes.Type() == reflect.TypeFor[[]string]() {
		for _, name := range slices.Compact(slices.Clone(u.gone[before:])) {
			notes.Set(reflect.Append(notes, reflect.ValueOf(name+" is left out: beyond what a double holds")))
		}
	}
	return bad
}
