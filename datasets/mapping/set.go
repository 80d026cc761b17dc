package mapping

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"mcpstats/datasets"
)

// The setters put one cell that is not null into one field, whichever of its kind it
// is. A text that spells a missing value leaves the field as it is.

// fieldSetter makes setters for the places of fields of one type.
func fieldSetter[T any](set func(field *T, c Cell, f *Field) error) func(datasets.AnySlot) setter {
	return func(p datasets.AnySlot) setter {
		slot := p.(datasets.Slot[T])
		return func(t *datasets.Trajectory, c Cell, f *Field) error { return set(slot(t), c, f) }
	}
}

// trajectorySetter is a setter that fills more than its own field.
func trajectorySetter(set setter) func(datasets.AnySlot) setter {
	return func(datasets.AnySlot) setter { return set }
}

// documentSetter is a setter from a list or a JSON document of the given shape.
func documentSetter[T any](shape func(string) (T, error)) func(*T, Cell, *Field) error {
	return func(field *T, c Cell, _ *Field) (err error) {
		*field, err = readNested(c, shape)
		return err
	}
}

// setText keeps any scalar as text: an error code may be a number.
func setText(field *string, c Cell, _ *Field) error {
	*field = c.String()
	return nil
}

// setID fills a field that distinguishes attempts.
func setID(field *string, c Cell, _ *Field) (err error) {
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

// setTrial reads an index that counts from the field's base.
func setTrial(field *int, c Cell, f *Field) error {
	n, known, err := integer(c)
	if err != nil || !known {
		return err
	}
	*field, err = Trial(n, int64(f.base))
	return err
}

// Trial is the attempt index, from 0 on, that a log counts from base on.
func Trial(n, base int64) (int, error) {
	if n < base || n-base > math.MaxInt32 {
		return 0, fmt.Errorf("%d is not a trial: expected an attempt index from %d on", n, base)
	}
	return int(n - base), nil
}

// setVerdict reads a verdict in any spelling that Verdict knows.
func setVerdict(field *datasets.Maybe[bool], c Cell, _ *Field) error {
	v, known, err := Verdict(c)
	*field = datasets.Maybe[bool]{Value: v, Known: known}
	return err
}

// setGrade reads a number, or a verdict in words as 0 or 1.
func setGrade(field *datasets.Maybe[float64], c Cell, _ *Field) (err error) {
	*field, err = graded(c)
	return err
}

// setExit keeps a word of no known meaning among the attributes.
func setExit(t *datasets.Trajectory, c Cell, _ *Field) error {
	SetExit(t, c.String())
	return nil
}

// setAmount brings a duration or a price to the canonical unit.
func setAmount(field *datasets.Maybe[float64], c Cell, f *Field) error {
	v, known, err := float(c)
	*field = datasets.Maybe[float64]{Value: v * f.factor, Known: known}
	return err
}

// setCount reads a whole number; 3.0, as data frames write it, is 3.
func setCount(field *datasets.Maybe[int64], c Cell, _ *Field) error {
	v, known, err := integer(c)
	*field = datasets.Maybe[int64]{Value: v, Known: known}
	return err
}

// setSteps fills Unread as well.
func setSteps(t *datasets.Trajectory, c Cell, _ *Field) error {
	_, err := readNested(c, func(document string) (bool, error) { return true, SetSteps(t, document) })
	return err
}

// setJudgments reads a list of judgments, or with a key the verdict of the one judge of that
// name, which is added to those of other columns.
func setJudgments(field *[]datasets.Judgment, c Cell, f *Field) (err error) {
	if f.Key == "" {
		*field, err = readNested(c, Judgments)
		return err
	}
	v, err := graded(c)
	if err == nil && v.Known {
		*field = append(*field, datasets.Judgment{Judge: f.Key, Verdict: v, Reference: f.reference})
	}
	return err
}

// setEntry reads a whole map, or with a key one entry of it.
func setEntry(field *map[string]string, c Cell, f *Field) error {
	if f.Key == "" {
		return mergeMap(field, c, TextMap)
	}
	if *field == nil {
		*field = map[string]string{}
	}
	(*field)[f.Key] = c.String()
	return nil
}

// setMetric reads a whole map of numbers, or with a key one entry of it. A value that the log
// leaves out is left out here as well: it is not 0.
func setMetric(field *map[string]float64, c Cell, f *Field) error {
	if f.Key == "" {
		return mergeMap(field, c, NumberMap)
	}
	v, err := graded(c)
	if err != nil || !v.Known {
		return err
	}
	if *field == nil {
		*field = map[string]float64{}
	}
	(*field)[f.Key] = v.Value
	return nil
}

// mergeMap adds a cell's map to what other columns have put into the field.
func mergeMap[V any](field *map[string]V, c Cell, shape func(string) (map[string]V, error)) error {
	m, err := readNested(c, shape)
	if *field == nil {
		*field = m
		return err
	}
	maps.Copy(*field, m)
	return err
}

// readNested hands a nested cell's document to a reader of its shape.
func readNested[T any](c Cell, shape func(string) (T, error)) (v T, err error) {
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
