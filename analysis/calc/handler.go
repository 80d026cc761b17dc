package calc

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// handler computes one value of "stat" from the JSON objects of a case.
type handler struct {
	stat string
	doc  string
	run  func(inputs, options json.RawMessage) (result any, ignored []string, err error)
}

// define makes a handler of a function over typed inputs and options, which are
// structs with json tags on every field.
func define[I, O any](stat, doc string, compute func(in I, opt O) (any, error)) handler {
	run := func(inputs, options json.RawMessage) (any, []string, error) {
		var in I
		var opt O
		ignored, err := decodeObject("inputs", inputs, &in)
		if err != nil {
			return nil, nil, err
		}
		more, err := decodeObject("options", options, &opt)
		if err != nil {
			return nil, nil, err
		}
		ignored = append(ignored, more...)
		result, err := compute(in, opt)
		return result, ignored, err
	}
	return handler{stat: stat, doc: doc, run: run}
}

// decodeObject decodes raw into the struct that target points to and returns the
// keys, sorted and prefixed with name, that the struct has no field for.
func decodeObject(name string, raw json.RawMessage, target any) ([]string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	if err := json.Unmarshal(raw, target); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) && wrong.Field != "" {
			return nil, fmt.Errorf("%s.%s: a JSON %s stands where %s is expected", name, wrong.Field, wrong.Value, wrong.Type)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeOf(target).Elem()) {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		delete(given, key)
	}
	var ignored []string
	for key := range given {
		ignored = append(ignored, name+"."+key)
	}
	slices.Sort(ignored)
	return ignored, nil
}
