package calc

import (
	"encoding/json"
	"errors"
	"fmt"
)

// maxCount keeps the sums of any table that fits in memory whole numbers.
const maxCount = 1 << 40

// counts is a list of whole numbers, none of them null.
type counts []int

// UnmarshalJSON refuses null, which Go would read as 0.
func (c *counts) UnmarshalJSON(data []byte) error {
	var list []*int
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*c = make(counts, len(list))
	for i, n := range list {
		if n == nil {
			return errors.New("a count is null; give a whole number")
		}
		if *n > maxCount {
			return fmt.Errorf("a count of %d; give at most %d", *n, maxCount)
		}
		(*c)[i] = *n
	}
	return nil
}

func plainCounts(rows []counts) [][]int {
	out := make([][]int, len(rows))
	for i, r := range rows {
		out[i] = r
	}
	return out
}

// countPair is two whole numbers, where Go's own decoding would fill up or cut.
type countPair [2]int

func (p *countPair) UnmarshalJSON(data []byte) error {
	var c counts
	if err := json.Unmarshal(data, &c); err != nil {
		return err
	}
	if len(c) != 2 {
		return fmt.Errorf("%d counts stand where 2 are expected", len(c))
	}
	*p = countPair(c)
	return nil
}

// table2x2 is [[a, b], [c, d]].
type table2x2 [2]countPair

func (t *table2x2) UnmarshalJSON(data []byte) error {
	var rows []countPair
	if err := json.Unmarshal(data, &rows); err != nil {
		return err
	}
	if len(rows) != 2 {
		return fmt.Errorf("%d rows stand where 2 are expected", len(rows))
	}
	*t = table2x2(rows)
	return nil
}
