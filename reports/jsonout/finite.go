package jsonout

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// finite finds the first number that JSON cannot hold and names its place.
// result.Float alone may be infinite.
func finite(res *result.Results) error {
	if path, bad := walk(reflect.ValueOf(res).Elem()); path != nil {
		slices.Reverse(path)
		return fmt.Errorf("results%s is %v, which results cannot hold", strings.Join(path, ""), bad)
	}
	return nil
}

var floatType = reflect.TypeFor[result.Float]()

// walk returns the way to the first such number, from its end: names are put
// together only where there is one.
func walk(v reflect.Value) (path []string, bad float64) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			return walk(v.Elem())
		}
	case reflect.Float64:
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) && v.Type() != floatType {
			return []string{""}, f
		}
	case reflect.Slice:
		if k := v.Type().Elem().Kind(); k == reflect.String || k == reflect.Uint8 {
			return nil, 0
		}
		for i := range v.Len() {
			if path, bad = walk(v.Index(i)); path != nil {
				return append(path, fmt.Sprintf("[%d]", i)), bad
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if path, bad = walk(v.Field(i)); path != nil {
				name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
				return append(path, "."+name), bad
			}
		}
	}
	return nil, 0
}
