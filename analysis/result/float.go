package result

import (
	"encoding/json"
	"fmt"
	"math"
)

// Float is a number that may be infinite. JSON has no word for that, so it is
// written as the string "Infinity" or "-Infinity"; NaN is refused.
type Float float64

// MarshalJSON writes the shortest decimal that reads back as the same double.
func (f Float) MarshalJSON() ([]byte, error) {
	switch v := float64(f); {
	case math.IsNaN(v):
		return nil, fmt.Errorf("analysis: NaN has no place in results")
	case math.IsInf(v, 1):
		return []byte(`"Infinity"`), nil
	case math.IsInf(v, -1):
		return []byte(`"-Infinity"`), nil
	default:
		return json.Marshal(v)
	}
}

// UnmarshalJSON reads what MarshalJSON writes.
func (f *Float) UnmarshalJSON(b []byte) error {
	switch string(b) {
	case `"Infinity"`:
		*f = Float(math.Inf(1))
		return nil
	case `"-Infinity"`:
		*f = Float(math.Inf(-1))
		return nil
	}
	var v float64
	if err := json.Unmarshal(b, &v); err != nil {
		return fmt.Errorf("analysis: %s is not a number", b)
	}
	*f = Float(v)
	return nil
}

// Number is v, or nil where it is not a finite number.
func Number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}
