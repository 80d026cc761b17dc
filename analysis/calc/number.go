package calc

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// number is a float64 whose JSON form may be the string "NaN", "Infinity" or
// "-Infinity". null reads as NaN.
type number float64

// MarshalJSON writes what JSON has no number for as a string.
func (x number) MarshalJSON() ([]byte, error) {
	switch v := float64(x); {
	case math.IsNaN(v):
		return []byte(`"NaN"`), nil
	case math.IsInf(v, 1):
		return []byte(`"Infinity"`), nil
	case math.IsInf(v, -1):
		return []byte(`"-Infinity"`), nil
	default:
		return json.Marshal(v)
	}
}

// UnmarshalJSON refuses what a float64 does not hold, such as 1e999, instead of making it
// infinite.
func (x *number) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"NaN"`, "null":
		*x = number(math.NaN())
		return nil
	case `"Infinity"`:
		*x = number(math.Inf(1))
		return nil
	case `"-Infinity"`:
		*x = number(math.Inf(-1))
		return nil
	}
	v, err := strconv.ParseFloat(string(data), 64)
	if err != nil {
		return fmt.Errorf(`%s is not a number (nor "NaN", "Infinity", "-Infinity") that a float64 holds`, data)
	}
	*x = number(v)
	return nil
}

// orNaN returns the number, NaN where none is given, so that the statistic refuses it
// by name.
func (x *number) orNaN() float64 {
	if x == nil {
		return math.NaN()
	}
	return float64(*x)
}

// numbers is a list of float64 in the same notation.
type numbers []float64

// MarshalJSON writes a list, an empty one where there is none.
func (xs numbers) MarshalJSON() ([]byte, error) {
	list := make([]number, len(xs))
	for i, x := range xs {
		list[i] = number(x)
	}
	return json.Marshal(list)
}

// UnmarshalJSON keeps null apart from an empty list: the former is an input that was not
// given.
func (xs *numbers) UnmarshalJSON(data []byte) error {
	var list []number
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	*xs = nil
	if list != nil {
		*xs = make(numbers, len(list))
	}
	for i, x := range list {
		(*xs)[i] = float64(x)
	}
	return nil
}
