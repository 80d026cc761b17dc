package formats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// atlasTask takes what a task states: its reference claims, the tools that were
// enabled, and the calls of its reference trajectory as one plan that works.
func atlasTask(t *datasets.Trajectory, claims, tools, gold string) (column string, err error) {
	t.ExpectedAnswer = claims
	if tools != "" {
		if t.Available, err = mapping.Names(tools); err != nil {
			return "ENABLED_TOOLS", err
		}
	}
	if gold != "" {
		var plan datasets.Trajectory
		if err := mapping.SetSteps(&plan, gold); err != nil {
			return "TRAJECTORY", err
		}
		for _, s := range plan.Steps {
			for _, c := range s.Calls {
				t.Expected = append(t.Expected, datasets.Need{AnyOf: []string{qualified(c.Server, c.Tool)}, Arguments: c.Arguments})
			}
		}
	}
	return "", nil
}

// verdict takes what the scorer and the diagnosis stored in a row.
func (r *atlasRow) verdict(t *datasets.Trajectory) (column string, err error) {
	c := r.columns
	coverage, err := r.number(c.coverage)
	if err != nil {
		return "coverage_score", err
	}
	// The stored score is rounded to three decimals, so that the pass at 0.75 may differ from one
	// by the claims themselves: both are kept, the claims as the outcome.
	if coverage.Known {
		t.Reward = coverage.Maybe
		report(t, "coverage_score", coverage)
	}
	confidence, err := r.number(c.confidence)
	if err != nil {
		return "evaluation_confidence", err
	}
	report(t, "evaluation_confidence", confidence)
	if details := r.text(c.details); details != "" {
		if err := atlasClaims(t, details, coverage.Known); err != nil {
			return "coverage_details_json", err
		}
	}
	return "diagnosis_all_failures", r.diagnosis(t)
}

// atlasClaims reads the scorer's details. Without a coverage its judge failed,
// and what it says of single claims is not a verdict.
func atlasClaims(t *datasets.Trajectory, details string, scored bool) error {
	var d struct {
		PerClaim []struct {
			Claim  string `json:"claim"`
			Score  number `json:"score"`
			Reason string `json:"reason"`
		} `json:"per_claim"`
		Explanation string `json:"explanation"`
	}
	if err := unmarshal(cleanText([]byte(details), true), &d); err != nil {
		return err
	}
	if !scored {
		attribute(t, "judge_failure", d.Explanation)
		return nil
	}
	// A claim that the judge failed on is stored as 0, like one that is not met; only its
	// reason tells.
	failed := 0
	for i, c := range d.PerClaim {
		if !c.Score.Known {
			t.Claims = nil
			return mapping.ErrNoScore(i)
		}
		// The words of evaluate_single_claim, score_claims.py, after its last retry.
		if strings.HasPrefix(c.Reason, "Evaluation failed:") {
			failed++
		}
		t.Claims = append(t.Claims, datasets.Claim{Text: c.Claim, Score: c.Score.Value})
	}
	if failed > 0 {
		attribute(t, "claims_not_judged", strconv.Itoa(failed))
	}
	return nil
}

// diagnosis takes the failure modes, the primary one first. analysis_error says
// that there was nothing to diagnose.
func (r *atlasRow) diagnosis(t *datasets.Trajectory) error {
	c := r.columns
	primary := r.text(c.mode)
	attribute(t, "diagnosis_primary_category", r.text(c.category))
	attribute(t, "diagnosis_primary_explanation", r.text(c.explanation))
	attribute(t, "diagnosis_confidence", r.text(c.certainty))
	if primary == "analysis_error" {
		attribute(t, "diagnosis", primary)
		return nil
	}
	if primary != "" {
		t.FailureLabels = append(t.FailureLabels, datasets.FailureLabel{Mode: primary, Source: "diagnosis", Root: true, Note: r.text(c.explanation)})
	}
	further := r.text(c.failures)
	if further == "" || further == "[]" {
		return nil
	}
	var list []json.RawMessage
	if err := unmarshal(cleanText([]byte(further), true), &list); err != nil {
		return err
	}
	for _, raw := range list {
		var o struct {
			Mode        string `json:"mode"`
			FailureMode string `json:"failure_mode"`
		}
		if raw[0] == '"' {
			if err := json.Unmarshal(raw, &o.Mode); err != nil {
				return err
			}
		} else if err := json.Unmarshal(raw, &o); err != nil {
			return fmt.Errorf("expected modes, or objects with a mode: %w", err)
		}
		mode := o.Mode + o.FailureMode
		if mode != "" && mode != primary && !slices.ContainsFunc(t.FailureLabels, func(l datasets.FailureLabel) bool { return l.Mode == mode }) {
			t.FailureLabels = append(t.FailureLabels, datasets.FailureLabel{Mode: mode, Source: "diagnosis"})
		}
	}
	return nil
}

// atlasConversation reads raw_conversation_history, which some exports escape
// twice (parse_conversation, extract_enriched_trajectory.py). One that cannot be
// read does not take the row's verdict with it.
func atlasConversation(t *datasets.Trajectory, history string) {
	if strings.TrimSpace(history) == "" {
		return
	}
	read := func(s string) (ok bool) { return mapping.SetSteps(t, s) == nil }
	if !read(history) && !read(strings.NewReplacer(`\\n`, `\n`, `\\"`, `\"`).Replace(history)) {
		t.Steps = nil
		attribute(t, "conversation", "not readable")
		return
	}
	for i := range t.Steps {
		for j := range t.Steps[i].Calls {
			c := &t.Steps[i].Calls[j]
			c.IsError = datasets.Known(c.IsError.Value || atlasError(c.Result))
		}
	}
}

// atlasError recognises a result that begins as an error message.
func atlasError(result string) bool {
	// The first words alone. The public diagnosis takes "error" anywhere in the first 80
	// characters (extract_enriched_trajectory.py), which a result about errors has as well.
	const most = 40
	head := strings.ToLower(strings.TrimSpace(result[:min(most, len(result))]))
	return strings.HasPrefix(head, "error") || strings.HasPrefix(head, "mcp error") || strings.HasPrefix(head, "failed to call tool")
}

// atlasExit tells how the attempt ended, by the response and the words that the
// harness leaves in errors (single_model_diagnostic.py, run health). An error of
// one tool is there too and ends nothing.
func atlasExit(t *datasets.Trajectory, errors string) {
	if e := strings.TrimSpace(errors); e != "" && e != "[]" {
		t.Error = e
	}
	message, failed := strings.CutPrefix(t.Response, "ERROR:")
	if failed && t.Error == "" {
		t.Error = strings.TrimSpace(message)
	}
	switch {
	case strings.Contains(t.Error, "max_turns_reached"), strings.Contains(t.Error, "max_tool_calls_reached"):
		t.Exit = datasets.ExitMaxTurns
	case strings.TrimSpace(t.Response) != "" && !failed:
		t.Exit = datasets.ExitCompleted
	case strings.Contains(strings.ToLower(t.Error), "timeout"), strings.Contains(strings.ToLower(t.Error), "timed out"):
		t.Exit = datasets.ExitTimeout
	case strings.Contains(t.Error, "Sandbox"), strings.Contains(t.Error, "Engine encountered"), strings.Contains(t.Error, "orchestrator error"):
		t.Exit = datasets.ExitHarnessError
	default:
		t.Exit = datasets.ExitError
	}
}
