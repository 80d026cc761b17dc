package prices

import (
	"fmt"
	"strconv"
)

// AmbiguousError is a model that two patterns fit equally well: which price is meant only the user
// knows. It is no fault of a log, so that reading goes on without none of them.
type AmbiguousError struct {
	Path       string
	Model      string
	One, Other Row
}

// Error names the two rows and the one that would decide.
func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%s: two patterns fit the model %q equally well: %q (row %d) and %q (row %d); add a row for it: %s,,%s,%s",
		e.Path, e.Model, e.One.Pattern, e.One.Number, e.Other.Pattern, e.Other.Number, e.Model, number(e.One.Prompt), number(e.One.Completion))
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
