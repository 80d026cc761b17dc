// Package planout writes a resolved plan as plan.yaml and reads one back, so
// that a report can be repeated from it.
package planout

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml"

	"mcpstats/analysis"
)

const header = "# The plan of this report, every default filled in. Give it back to repeat the report.\n"

// Write writes the plan as YAML.
func Write(w io.Writer, plan analysis.Plan) error {
	body, err := yaml.MarshalWithOptions(plan, yaml.IndentSequence(true))
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	_, err = io.WriteString(w, header+string(body))
	return err
}

// Text is the plan as YAML.
func Text(plan analysis.Plan) (string, error) {
	var b strings.Builder
	err := Write(&b, plan)
	return b.String(), err
}

// Read reads a plan, which may leave out what has a default. A field that plans
// do not have, or a value of the wrong type, is an error that shows the line.
// The values are checked by Plan.Resolve.
func Read(r io.Reader) (analysis.Plan, error) {
	var plan analysis.Plan
	if err := yaml.NewDecoder(r, yaml.Strict()).Decode(&plan); err != nil && !errors.Is(err, io.EOF) {
		return analysis.Plan{}, fmt.Errorf("plan: %s", strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	return plan, nil
}
