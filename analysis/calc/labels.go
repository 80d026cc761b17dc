package calc

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"mcpstats/stats"
)

// label is a category: a JSON number, string or boolean.
type label struct {
	number float64
	text   string
	isText bool
}

// UnmarshalJSON reads true and false as 1 and 0, so that verdicts of both kinds agree. null
// and "NaN" are refused: whether a missing label is a category is not for calc to decide.
func (l *label) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "false", "true":
		*l = label{}
		if string(data) == "true" {
			l.number = 1
		}
		return nil
	}
	if len(data) > 0 && data[0] == '"' {
		l.isText = true
		if err := json.Unmarshal(data, &l.text); err != nil || l.text != "NaN" {
			return err
		}
	}
	if string(data) == "null" || l.isText {
		return fmt.Errorf("a label is %s; leave out items without a label", data)
	}
	return json.Unmarshal(data, &l.number)
}

// compareLabels orders numbers before texts.
func compareLabels(a, b label) int {
	if a.isText != b.isText {
		if b.isText {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.text, b.text))
}

// categories numbers the labels of both lists in ascending order. Lists of 0 and 1
// alone have both categories even where one does not occur.
func categories(x, y []label) (xs, ys []int, values []label) {
	values = slices.Concat(x, y)
	binary := !slices.ContainsFunc(values, func(l label) bool { return l.isText || l.number != 0 && l.number != 1 })
	if binary {
		values = append(values, label{number: 0}, label{number: 1})
	}
	slices.SortFunc(values, compareLabels)
	values = slices.Compact(values)
	index := func(list []label) []int {
		out := make([]int, len(list))
		for i, l := range list {
			out[i], _ = slices.BinarySearchFunc(values, l, compareLabels)
		}
		return out
	}
	return index(x), index(y), values
}

// confusionTable counts pairs of labels.
func confusionTable(names string, x, y []label) (table [][]int, values []label, err error) {
	if len(x) == 0 || len(x) != len(y) {
		return nil, nil, fmt.Errorf("inputs.%s: %d and %d labels; give two lists of equal length, at least one item", names, len(x), len(y))
	}
	xs, ys, values := categories(x, y)
	table, err = stats.PairTable(xs, ys, len(values))
	return table, values, err
}
