package stats

// Alternative is the alternative hypothesis of a test of a against b: that the
// difference a-b is not zero, tends to be positive, or tends to be negative.
type Alternative int

// TwoSided is the default.
const (
	TwoSided Alternative = iota
	Greater
	Less
)

func (alt Alternative) check() error {
	if alt < TwoSided || alt > Less {
		return &ArgumentError{Arg: "alternative", Reason: "not one of TwoSided, Greater, Less"}
	}
	return nil
}

// levelOr returns the confidence level, 0.95 where it is left at zero.
func levelOr(level float64) (float64, error) {
	if level == 0 {
		return 0.95, nil
	}
	if !(level > 0 && level < 1) {
		return 0, &ArgumentError{Arg: "level", Reason: "a confidence level lies strictly between 0 and 1"}
	}
	return level, nil
}
