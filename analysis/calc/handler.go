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
	Statistic
	run func(inputs, options json.RawMessage) (result any, ignored []string, err error)
}

// define makes a handler of a function over typed inputs and options, which are
// structs with json tags on every field.
func define[I, O any](s Statistic, compute func(in I, opt O) (any, error)) handler {
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
	return handler{Statistic: s, run: run}
}

// decodeObject decodes raw, key by key, into the struct that target points to and
// returns the keys, sorted and prefixed with name, that the struct has no field for.
// Keys are matched exactly, and an error names the key. A field tagged within is
// refused outside that range where it is given: its zero value stands for a default.
func decodeObject(name string, raw json.RawMessage, target any) ([]string, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, fmt.Errorf("%s: a JSON object is expected: %w", name, err)
	}
	object := reflect.ValueOf(target).Elem()
	for _, field := range reflect.VisibleFields(object.Type()) {
		key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		value, ok := given[key]
		if !ok || key == "" { // an embedded struct has no key of its own
			continue
		}
		delete(given, key)
		into := object.FieldByIndex(field.Index)
		if err := json.Unmarshal(value, into.Addr().Interface()); err != nil {
			return nil, decodeError(name+"."+key, err)
		}
		if string(value) != "null" && !within(field.Tag.Get("within"), reflect.Indirect(into)) {
			return nil, fmt.Errorf("%s.%s: %s is not within %s", name, key, value, field.Tag.Get("within"))
		}
	}
	ignored := make([]string, 0, len(given))
	for key := range given {
		ignored = append(ignored, name+"."+key)
	}
	slices.Sort(ignored)
	return ignored, nil
}

// decodeError names the key that is wrong, and what stands there in JSON's words.
func decodeError(name string, err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return fmt.Errorf("%s: %w", name, err)
	}
	if wrong.Field != "" {
		name += "." + wrong.Field
	}
	return fmt.Errorf("%s: a JSON %s stands where %s is expected", name, wrong.Value, wrong.Type)
}

// within tells whether v lies in a range of those the tags name.
func within(tag string, v reflect.Value) bool {
	switch tag {
	case "(0, 1)":
		return v.Float() > 0 && v.Float() < 1
	case "the whole numbers from 1":
		return v.Int() >= 1
	}
	return true
}
