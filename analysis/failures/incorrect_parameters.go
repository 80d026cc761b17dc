package failures

import (
	"encoding/json"
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// parameterErrors are what servers and harnesses answer when the arguments and not
// the world are at fault, in lower case.
var parameterErrors = []string{
	"validation error", "invalid argument", "invalid param", "invalid input", "invalid value", "invalid type", "invalid_type", "invalid url", "invalid format",
	"-32602", "input should be", "is a required property", "is not of type", "is not one of", "additional properties", "does not match schema", "schema validation",
	"missing required", "required parameter", "required argument", "required positional argument", "unexpected keyword argument", "missing argument",
	"greater than or equal to", "less than or equal to", "greater than the maximum", "less than the minimum", "not a valid", "must be a ", "must be an ", "must be one of", "must be in ",
}

// incorrectParameters looks for the words only in calls that failed, because a page or a
// file that a call returned may hold the same words. Servers that answer a bad argument
// with an empty result are not seen.
func incorrectParameters() *table.Detector {
	return &table.Detector{
		Name: "incorrect_parameters", Category: toolUse,
		Doc:    "A call whose arguments are not a JSON object, or that was answered with a validation or schema error. Not applicable without a conversation.",
		Cite:   "MCP-Atlas, failure patterns: incorrect tool parameters; LiveMCPBench, arXiv:2508.01780, section 4.5, tool error; the rule is ours",
		Labels: []string{"malformed_call", "incorrect_tool_parameters", "tool_error", "invalid_parameters", "used_wrong_tool_argument", "missing_required", "unexpected_param", "value_error", "type_error", "ast_decoder"},
		Needs:  onCallTexts,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			var hits []table.Hit
			for _, c := range trace.Calls(t) {
				switch {
				case malformed(c.Logged.Arguments):
					hits = append(hits, atStep(t, c.Step, toolOf(&c), c.Logged.Arguments))
				case c.Failed && says(trace.Answer(c.Logged), parameterErrors):
					hits = append(hits, failedCall(t, &c))
				}
			}
			return hits, t.Steps != nil
		},
	}
}

// malformed tells whether arguments are there and are no JSON object.
func malformed(arguments string) bool {
	s := strings.TrimLeft(arguments, " \t\r\n")
	return s != "" && (s[0] != '{' || !json.Valid([]byte(s)))
}
