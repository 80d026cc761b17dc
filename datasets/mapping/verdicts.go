package mapping

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"mcpstats/datasets"
)

// Claims reads [{"text", "score"}]; "claim" is taken for "text". A claim without
// a score is an error: how far it is met is unknown.
func Claims(document string) ([]datasets.Claim, error) {
	list, err := elements(json.RawMessage(document))
	if list == nil || err != nil {
		return nil, err
	}
	claims := make([]datasets.Claim, len(list))
	for i, raw := range list {
		var o struct {
			Text  string          `json:"text"`
			Claim string          `json:"claim"`
			Score json.RawMessage `json:"score"`
		}
		if err := json.Unmarshal(raw, &o); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, jsonError(err))
		}
		v, known, err := Number(o.Score)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
		if !known {
			return nil, ErrNoScore(i)
		}
		claims[i] = datasets.Claim{Text: o.Text + o.Claim, Score: v}
	}
	return claims, nil
}

// ErrNoScore says that the claim at index i has no score.
func ErrNoScore(i int) error {
	return fmt.Errorf("element %d: the claim has no score: expected a number in [0, 1]", i+1)
}

// Judgments reads [{"judge", "verdict", "raw", "reference", "confidence", "error"}]. A verdict is a
// number, a bool, or a word that Verdict knows.
func Judgments(document string) ([]datasets.Judgment, error) {
	list, err := elements(json.RawMessage(document))
	if list == nil || err != nil {
		return nil, err
	}
	judgments := make([]datasets.Judgment, len(list))
	for i, raw := range list {
		var o struct {
			Judge     string          `json:"judge"`
			Verdict   json.RawMessage `json:"verdict"`
			Raw       string          `json:"raw"`
			Reference bool            `json:"reference"`

			Confidence json.RawMessage `json:"confidence"`
			Error      string          `json:"error"`
		}
		if err := json.Unmarshal(raw, &o); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, jsonError(err))
		}
		verdict, err := jsonVerdict(o.Verdict)
		if err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
		confidence, known, err := Number(o.Confidence)
		if err != nil {
			return nil, fmt.Errorf("element %d: confidence: %w", i+1, err)
		}
		if known && !IsConfidence(confidence) {
			return nil, fmt.Errorf("element %d: %w", i+1, ErrConfidence(confidence))
		}
		judgments[i] = datasets.Judgment{Judge: o.Judge, Verdict: verdict, Raw: o.Raw, Reference: o.Reference,
			Confidence: datasets.Maybe[float64]{Value: confidence, Known: known}, Error: o.Error}
	}
	return judgments, nil
}

// IsConfidence tells whether a number can be a judge's confidence.
func IsConfidence(v float64) bool { return v >= 0 && v <= 1 }

// ErrConfidence says that a number is no confidence.
func ErrConfidence(v float64) error {
	return fmt.Errorf("the confidence is %v: expected a share from 0 to 1 (90%% is 0.9)", v)
}

// jsonVerdict reads a verdict in words, a number or a bool.
func jsonVerdict(raw json.RawMessage) (datasets.Maybe[float64], error) {
	if first(raw) == '"' {
		s, err := text(raw)
		if err != nil {
			return datasets.Maybe[float64]{}, err
		}
		return graded(TextCell(s))
	}
	v, known, err := Number(raw)
	return datasets.Maybe[float64]{Value: v, Known: known}, err
}

// FailureLabels reads [{"mode", "source", "annotator", "step", "root", "note"}], of which
// only the mode must be there, or a list of modes. Steps are messages, from 0.
func FailureLabels(document string) ([]datasets.FailureLabel, error) {
	list, err := elements(json.RawMessage(document))
	if list == nil || err != nil {
		return nil, err
	}
	labels := make([]datasets.FailureLabel, len(list))
	for i, raw := range list {
		if first(raw) == '{' {
			var o struct {
				Mode      string          `json:"mode"`
				Source    string          `json:"source"`
				Annotator json.RawMessage `json:"annotator"`
				Step      json.RawMessage `json:"step"`
				Root      json.RawMessage `json:"root"`
				Note      string          `json:"note"`
			}
			if err := json.Unmarshal(raw, &o); err != nil {
				return nil, fmt.Errorf("element %d: %w", i+1, jsonError(err))
			}
			l := datasets.FailureLabel{Mode: o.Mode, Source: o.Source, Note: o.Note}
			if l.Annotator, err = text(o.Annotator); err != nil {
				return nil, fmt.Errorf("element %d: annotator: %w", i+1, err)
			}
			step, known, err := Number(o.Step)
			if err == nil && known {
				l.Step, err = LabelStep(step)
			}
			if err != nil {
				return nil, fmt.Errorf("element %d: step: %w", i+1, err)
			}
			root, known, err := Number(o.Root)
			if err == nil && known && root != 0 && root != 1 {
				err = fmt.Errorf("expected true or false, found %s", TextCell(string(o.Root)).excerpt())
			}
			if err != nil {
				return nil, fmt.Errorf("element %d: root: %w", i+1, err)
			}
			l.Root = root == 1
			labels[i] = l
			continue
		}
		if labels[i].Mode, err = text(raw); err != nil {
			return nil, fmt.Errorf("element %d: %w", i+1, err)
		}
	}
	return labels, nil
}

// LabelStep is the message that a label names: a whole number from 0.
func LabelStep(v float64) (datasets.Maybe[int], error) {
	if v != math.Trunc(v) || v < 0 || v > math.MaxInt32 {
		return datasets.Maybe[int]{}, fmt.Errorf("expected the number of a message, from 0, or null, found %v", v)
	}
	return datasets.Known(int(v)), nil
}

// object reads a JSON object, nil for null.
func object(document string) (map[string]json.RawMessage, error) {
	if absent(json.RawMessage(document)) {
		return nil, nil
	}
	if first(json.RawMessage(document)) != '{' {
		return nil, fmt.Errorf("expected a JSON object, found %s", TextCell(document).excerpt())
	}
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(document), &m); err != nil {
		return nil, jsonError(err)
	}
	return m, nil
}

// TextMap reads a JSON object into texts; nulls are left out.
func TextMap(document string) (map[string]string, error) {
	o, err := object(document)
	if o == nil || err != nil {
		return nil, err
	}
	m := make(map[string]string, len(o))
	for key, raw := range o {
		if absent(raw) {
			continue
		}
		if m[key], err = text(raw); err != nil {
			return nil, fmt.Errorf("key %q: %w", key, err)
		}
	}
	return m, nil
}

// NumberMap reads a JSON object of numbers and bools; nulls are left out.
func NumberMap(document string) (map[string]float64, error) {
	o, err := object(document)
	if o == nil || err != nil {
		return nil, err
	}
	m := make(map[string]float64, len(o))
	for key, raw := range o {
		v, known, err := Number(raw)
		if err != nil {
			return nil, fmt.Errorf("key %q: %w", key, err)
		}
		if known {
			m[key] = v
		}
	}
	return m, nil
}

// graded reads a cell as a graded verdict: a number, or a word that Verdict
// knows as 1 or 0, or Inspect's "P", a partially correct answer, as 0.5
// (inspect_ai.scorer.value_to_float).
func graded(c Cell) (datasets.Maybe[float64], error) {
	switch c.Kind {
	case Int:
		v, known, err := float(c)
		return datasets.Maybe[float64]{Value: v, Known: known}, err
	case Float:
		if math.IsInf(c.Float, 0) {
			return datasets.Maybe[float64]{}, errors.New("expected a finite number, found an infinite one")
		}
		return datasets.Known(c.Float), nil
	case Text:
		word := strings.Trim(c.Text, " \t\r\n\"")
		if word == "P" {
			return datasets.Known(0.5), nil
		}
		if v, known, err := numberText(word); err == nil {
			return datasets.Maybe[float64]{Value: v, Known: known}, nil
		}
	}
	v, known, err := Verdict(c)
	if err != nil {
		return datasets.Maybe[float64]{}, fmt.Errorf(`%s is not a graded verdict: expected a finite number, a bool, or a word such as "correct"`, c.excerpt())
	}
	if !known {
		return datasets.Maybe[float64]{}, nil
	}
	return datasets.Known(float64(BoolCell(v).Int)), nil
}
