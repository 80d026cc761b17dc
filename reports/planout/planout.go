// Package planout writes a resolved plan as plan.yaml and reads one back, so
// that a report can be repeated from it.
package planout

import (
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml"

	"mcpstats/analysis/result"
)

const header = "# The plan of this report, every default filled in. Give it back to repeat the report.\n"

// Write writes the plan as YAML.
func Write(w io.Writer, plan result.Plan) error {
	body, err := yaml.MarshalWithOptions(plan, yaml.IndentSequence(true))
	if err != nil {
		return fmt.Errorf("plan: %w", err)
	}
	_, err = io.WriteString(w, header+string(body))
	return err
}

// Text is the plan as YAML.
func Text(plan result.Plan) (string, error) {
	var b strings.Builder
	err := Write(&b, plan)
	return b.String(), err
}
