package jsonout

import (
	"fmt"
	"math"
	"reflect"
	"strings"

	"mcpstats/analysis"
)

// finite finds the first number that JSON cannot hold and names its place.
// analysis.Float alone may be infinite.
func finite(res *analysis.Results) error {
	return walk(reflect.ValueOf(res).Elem(), "results")
}

var floatType = reflect.TypeFor[analysis.Float]()

func walk(v reflect.Value, path string) error {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return walk(v.Elem(), path)
	case reflect.Float64:
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) && v.Type() != floatType {
			return fmt.Errorf("%s is %v, which is no number that results may hold", path, f)
		}
	case reflect.Slice:
		for i := range v.Len() {
			if err := walk(v.Index(i), fmt.Sprintf("%s[%d]", path, i)); err != nil {
				return err
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			if err := walk(v.Field(i), path+"."+name); err != nil {
				return err
			}
		}
	}
	return nil
}
