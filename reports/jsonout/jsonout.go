// Package jsonout writes results as JSON, indented and the same at every run,
// and reads them back without loss.
package jsonout

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"

	"mcpstats/analysis/result"
)

// ErrNotResults says that what was read is JSON of another kind, or no JSON:
// a log, perhaps.
var ErrNotResults = errors.New("no results of this program")

// Write writes the results. Lists that are empty are written as [], never null. Lists are
// written element by element: the comparisons of two hundred runs are a hundred megabytes,
// which need not stand in memory a second time.
//
// Errors: a number that JSON cannot hold, named by where it stands.
func Write(w io.Writer, res *result.Results) error {
	if err := finite(res); err != nil {
		return err
	}
	out := bufio.NewWriter(w) // whose errors Flush returns
	fmt.Fprint(out, "{\n")
	value := reflect.ValueOf(complete(res)).Elem()
	first := true
	for i := range value.NumField() {
		name, options, _ := strings.Cut(value.Type().Field(i).Tag.Get("json"), ",")
		field := value.Field(i)
		if options == "omitempty" && (field.Kind() == reflect.Slice && field.Len() == 0 || field.Kind() == reflect.Pointer && field.IsNil()) {
			continue
		}
		if !first {
			fmt.Fprint(out, ",\n")
		}
		first = false
		fmt.Fprintf(out, " %q: ", name)
		if err := writeField(out, field); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	fmt.Fprint(out, "\n}\n")
	return out.Flush()
}

// writeField writes one of the values of results, which stand one space in.
func writeField(out *bufio.Writer, field reflect.Value) error {
	if field.Kind() != reflect.Slice || field.Len() == 0 {
		return encode(out, field, " ")
	}
	for i := range field.Len() {
		if i == 0 {
			fmt.Fprint(out, "[\n  ")
		} else {
			fmt.Fprint(out, ",\n  ")
		}
		if err := encode(out, field.Index(i), "  "); err != nil {
			return err
		}
	}
	fmt.Fprint(out, "\n ]")
	return nil
}

// encode writes a value whose lines after the first begin with the prefix.
func encode(out *bufio.Writer, v reflect.Value, prefix string) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent(prefix, " ")
	if err := e.Encode(v.Addr().Interface()); err != nil {
		return err
	}
	_, err := out.Write(bytes.TrimSuffix(text.Bytes(), []byte("\n")))
	return err
}

// Read reads what Write wrote.
//
// Errors: ErrNotResults, wrapped, for anything else; results that are cut short or of another version;
// a value of the wrong type, named by its key.
func Read(r io.Reader) (*result.Results, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var head struct {
		Version    *int            `json:"version"`
		Provenance json.RawMessage `json:"provenance"`
		Summaries  json.RawMessage `json:"summaries"`
	}
	err = json.Unmarshal(text, &head)
	if err != nil && !json.Valid(text) && beginsAsResults(text) {
		return nil, fmt.Errorf("results: cut short or damaged (%w): make them again from the logs", err)
	}
	if err != nil || head.Version == nil || head.Provenance == nil || head.Summaries == nil {
		return nil, fmt.Errorf("%w: expected an object with the keys version, provenance and summaries", ErrNotResults)
	}
	if *head.Version != result.Version {
		return nil, fmt.Errorf("results: version is %d, expected %d: make them again from the logs with this program", *head.Version, result.Version)
	}
	res := &result.Results{}
	if err := json.Unmarshal(text, res); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("results: %s is a %s, expected %s", wrong.Field, wrong.Value, wrong.Type)
		}
		return nil, fmt.Errorf("results: %w", err)
	}
	return res, nil
}
