package formats

import (
	std "encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

var errMissing = errors.New("the key is missing or empty")

var errNoIDs = errors.New("expected a list of instance ids")

// unmarshal reads a JSON value. The standard library decides what is JSON; the
// faster parser, which lets some damage pass, only decodes.
func unmarshal(b []byte, v any) error {
	if err := checkJSON(b); err != nil {
		return err
	}
	return json.Unmarshal(b, v)
}

// checkJSON says what is wrong with a JSON value, nil for nothing.
func checkJSON(b []byte) error {
	if std.Valid(b) {
		return nil
	}
	var any std.RawMessage
	return fmt.Errorf("not valid JSON: %w", std.Unmarshal(b, &any))
}

// checkRecord says what is wrong with a record: it is not JSON, or a key stands twice in it
// with different values.
func checkRecord(b []byte) error {
	if err := checkJSON(b); err != nil {
		return err
	}
	if key := mapping.RepeatedKey(b); key != "" {
		return fmt.Errorf("the key %q stands twice, with different values", key)
	}
	return nil
}

// decode reads one record into v. The error is a RecordError that names the key
// where the decoder knows it. Strings may share the memory of the record: clone
// what is kept beyond it.
func decode(f File, e element, v any) error {
	if err := checkRecord(e.Text); err != nil {
		return e.bad(f, "", err)
	}
	err := json.Unmarshal(e.Text, v)
	if wrong, ok := err.(*json.UnmarshalTypeError); ok {
		return e.bad(f, wrong.Field, fmt.Errorf("found a %s where %s is expected", wrong.Value, expected(wrong.Type)))
	}
	if err != nil {
		return e.bad(f, "", err)
	}
	return nil
}

// expected names a Go type as JSON calls it.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	default:
		return "a number"
	}
}

// bad is what is wrong with one key of an element, or with all of it.
func (e element) bad(f File, key string, err error) error {
	return &datasets.RecordError{File: f.Path, Row: e.Row, Column: key, Err: err}
}
