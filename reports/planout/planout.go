// Package planout writes a resolved plan as plan.yaml and reads one back, so
// that a report can be repeated from it.
package planout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
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
	text, err := io.ReadAll(r)
	if err != nil {
		return analysis.Plan{}, fmt.Errorf("plan: %w", err)
	}
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(&plan); err != nil && !errors.Is(err, io.EOF) {
		return analysis.Plan{}, fmt.Errorf("plan: %s", strings.TrimSpace(yaml.FormatError(err, false, true)))
	}
	return plan, refuseZeros(text, plan)
}

// zeroable finds the fields that a plan cannot have at 0, where it would mean the
// default: who writes 0 wants no default.
var zeroable = regexp.MustCompile(`^(alpha|level|resamples|seed)[ \t]*:`)

func refuseZeros(text []byte, plan analysis.Plan) error {
	zero := map[string]bool{"alpha": plan.Alpha == 0, "level": plan.Level == 0, "resamples": plan.Resamples == 0, "seed": plan.Seed == 0}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if m := zeroable.FindSubmatch(line); m != nil && zero[string(m[1])] {
			return fmt.Errorf("plan: [%d:1] %s is 0, expected a number above 0; leave the line out for the default", i+1, m[1])
		}
	}
	return nil
}
