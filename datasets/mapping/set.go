package mapping

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"mcpstats/datasets"
)

// The setters put one non-null cell into one field. A text that spells a missing
// value leaves the field as it is.

func setBenchmark(t *datasets.Trajectory, c Cell, _ *Field) error { return setID(&t.Benchmark, c) }
func setRun(t *datasets.Trajectory, c Cell, _ *Field) error       { return setID(&t.Run, c) }
func setTask(t *datasets.Trajectory, c Cell, _ *Field) error      { return setID(&t.Task, c) }
func setModel(t *datasets.Trajectory, c Cell, _ *Field) error     { return setID(&t.Model, c) }
func setAgent(t *datasets.Trajectory, c Cell, _ *Field) error     { return setID(&t.Agent, c) }
func setDatasetVersion(t *datasets.Trajectory, c Cell, _ *Field) error {
	return setLabel(&t.DatasetVersion, c)
}
func setTaskHash(t *datasets.Trajectory, c Cell, _ *Field) error { return setID(&t.TaskHash, c) }
func setCluster(t *datasets.Trajectory, c Cell, _ *Field) error  { return setID(&t.Cluster, c) }
func setError(t *datasets.Trajectory, c Cell, _ *Field) error    { return setLabel(&t.Error, c) }
func setResponse(t *datasets.Trajectory, c Cell, _ *Field) error { return setLabel(&t.Response, c) }
func setStateBefore(t *datasets.Trajectory, c Cell, _ *Field) error {
	return setLabel(&t.StateBefore, c)
}
func setStateAfter(t *datasets.Trajectory, c Cell, _ *Field) error { return setLabel(&t.StateAfter, c) }
func setStateGoal(t *datasets.Trajectory, c Cell, _ *Field) error  { return setLabel(&t.StateGoal, c) }
func setExpectedAnswer(t *datasets.Trajectory, c Cell, _ *Field) error {
	return setLabel(&t.ExpectedAnswer, c)
}
func setPredictedAnswer(t *datasets.Trajectory, c Cell, _ *Field) error {
	return setLabel(&t.PredictedAnswer, c)
}

func setLabel(field *string, c Cell) error {
	*field = c.String()
	return nil
}

// setID fills a field by which attempts are told apart.
func setID(field *string, c Cell) (err error) {
	*field, err = Identifier(c)
	return err
}

// joinID adds a further source to an id.
func joinID(field *string, c Cell, with string) error {
	s, err := Identifier(c)
	switch {
	case *field == "":
		*field = s
	case s != "":
		*field += with + s
	}
	return err
}

func setTrial(t *datasets.Trajectory, c Cell, f *Field) error {
	n, known, err := integer(c)
	if err != nil || !known {
		return err
	}
	t.Trial, err = Trial(n, int64(f.base))
	return err
}

// Trial is the attempt index, from 0 on, that a log counts from base on.
func Trial(n, base int64) (int, error) {
	if n < base || n-base > math.MaxInt32 {
		return 0, fmt.Errorf("%d is no trial: expected an attempt index from %d on", n, base)
	}
	return int(n - base), nil
}

func setSuccess(t *datasets.Trajectory, c Cell, _ *Field) error {
	v, known, err := Verdict(c)
	t.Success = datasets.Maybe[bool]{Value: v, Known: known}
	return err
}

func setReward(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.Reward, err = graded(c)
	return err
}

func setExit(t *datasets.Trajectory, c Cell, _ *Field) error {
	SetExit(t, c.String())
	return nil
}

func setLatency(t *datasets.Trajectory, c Cell, f *Field) error {
	v, known, err := float(c)
	t.LatencyMS = datasets.Maybe[float64]{Value: v * f.factor, Known: known}
	return err
}

func setCost(t *datasets.Trajectory, c Cell, f *Field) error {
	v, known, err := float(c)
	t.CostUSD = datasets.Maybe[float64]{Value: v * f.factor, Known: known}
	return err
}

func setPromptTokens(t *datasets.Trajectory, c Cell, _ *Field) error {
	return setCount(&t.PromptTokens, c)
}
func setCompletionTokens(t *datasets.Trajectory, c Cell, _ *Field) error {
	return setCount(&t.CompletionTokens, c)
}
func setCachedTokens(t *datasets.Trajectory, c Cell, _ *Field) error {
	return setCount(&t.CachedTokens, c)
}

func setCount(field *datasets.Maybe[int64], c Cell) error {
	v, known, err := integer(c)
	*field = datasets.Maybe[int64]{Value: v, Known: known}
	return err
}

func setExpected(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.Expected, err = read(c, Needs)
	return err
}

func setPredicted(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.Predicted, err = read(c, Names)
	return err
}

func setRanked(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.Ranked, err = read(c, Ranking)
	return err
}

func setAvailable(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.Available, err = read(c, Names)
	return err
}

func setSteps(t *datasets.Trajectory, c Cell, _ *Field) error {
	_, err := read(c, func(document string) (bool, error) { return true, SetSteps(t, document) })
	return err
}

func setUnread(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.Unread, err = read(c, Unread)
	return err
}

func setClaims(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.Claims, err = read(c, Claims)
	return err
}

func setFailureLabels(t *datasets.Trajectory, c Cell, _ *Field) (err error) {
	t.FailureLabels, err = read(c, FailureLabels)
	return err
}

func setJudgments(t *datasets.Trajectory, c Cell, f *Field) (err error) {
	if f.Key == "" {
		t.Judgments, err = read(c, Judgments)
		return err
	}
	v, err := graded(c)
	if err == nil && v.Known {
		t.Judgments = append(t.Judgments, datasets.Judgment{Judge: f.Key, Verdict: v, Reference: f.reference})
	}
	return err
}

func setStrata(t *datasets.Trajectory, c Cell, f *Field) error {
	return setEntry(&t.Strata, c, f)
}

func setAttributes(t *datasets.Trajectory, c Cell, f *Field) error {
	return setEntry(&t.Attributes, c, f)
}

func setEntry(field *map[string]string, c Cell, f *Field) error {
	if f.Key != "" {
		if *field == nil {
			*field = map[string]string{}
		}
		(*field)[f.Key] = c.String()
		return nil
	}
	m, err := read(c, TextMap)
	if *field == nil {
		*field = m
		return err
	}
	for key, v := range m {
		(*field)[key] = v
	}
	return err
}

func setReported(t *datasets.Trajectory, c Cell, f *Field) error {
	if f.Key == "" {
		m, err := read(c, NumberMap)
		if t.Reported == nil {
			t.Reported = m
			return err
		}
		for key, v := range m {
			t.Reported[key] = v
		}
		return err
	}
	v, err := graded(c)
	if err != nil || !v.Known {
		return err
	}
	if t.Reported == nil {
		t.Reported = map[string]float64{}
	}
	t.Reported[f.Key] = v.Value
	return nil
}

// read hands a nested cell's document to a reader of its shape.
func read[T any](c Cell, shape func(string) (T, error)) (v T, err error) {
	if c.Kind != Text && c.Kind != Nested {
		return v, fmt.Errorf("expected a list or a JSON document, found %s %s", c.Kind, c.excerpt())
	}
	if isAbsent(c.Text) {
		return v, nil
	}
	return shape(string(Exact([]byte(c.Text))))
}

// float reads a cell as a number.
func float(c Cell) (v float64, known bool, err error) {
	switch c.Kind {
	case Null:
		return 0, false, nil
	case Int:
		if c.Text != "" {
			return numberText(c.Text)
		}
		return float64(c.Int), true, nil
	case Bool:
		return float64(c.Int), true, nil
	case Float:
		return c.Float, true, nil
	case Text:
		return numberText(c.Text)
	}
	return 0, false, fmt.Errorf("expected a number, found %s %s", c.Kind, c.excerpt())
}

// integer reads a cell as a whole number; 3.0 is one.
func integer(c Cell) (v int64, known bool, err error) {
	if c.Kind == Int && c.Text == "" {
		return c.Int, true, nil
	}
	if c.Kind == Text {
		if n, err := strconv.ParseInt(strings.TrimSpace(c.Text), 10, 64); err == nil {
			return n, true, nil
		}
	}
	f, known, err := float(c)
	if err != nil || !known {
		return 0, false, err
	}
	if f != math.Trunc(f) || math.Abs(f) >= 1<<63 {
		return 0, false, fmt.Errorf("expected a whole number, found %s", c.excerpt())
	}
	return int64(f), true, nil
}

// numberText reads a number from text; NaN and the spellings of a missing value
// are not known.
func numberText(s string) (v float64, known bool, err error) {
	s = strings.TrimSpace(s)
	if isAbsent(s) {
		return 0, false, nil
	}
	v, err = strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, false, fmt.Errorf("expected a number, found %s", TextCell(s).excerpt())
	}
	if math.IsInf(v, 0) {
		return 0, false, fmt.Errorf("expected a finite number, found %s", TextCell(s).excerpt())
	}
	return v, !math.IsNaN(v), nil
}
