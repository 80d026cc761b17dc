// Package jsonout writes results as JSON, indented and the same at every run,
// and reads them back without loss.
package jsonout

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"mcpstats/analysis/result"
)

// ErrNotResults says that what was read is JSON of another kind, or no JSON:
// a log, perhaps.
var ErrNotResults = errors.New("no results of this program")

// Write writes the results. Lists that are empty are written as [], never null.
//
// Errors: a number that JSON cannot hold, named by where it stands.
func Write(w io.Writer, res *result.Results) error {
	if err := finite(res); err != nil {
		return err
	}
	full := complete(res)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(full); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
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
