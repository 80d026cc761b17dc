package claims

import (
	"fmt"
	"slices"
	"strings"

	"mcpstats/analysis/result"
)

// inquiry is one check of one claim under way.
type inquiry struct {
	claim *Claim
	file  *File
	logs  *scoreIndex
}

// outcome is what a check found.
type outcome struct {
	verdict    string
	computed   string // what the printed number should be, or was found to be
	arithmetic string // one line that a reader can paste
	fits       string // what would explain a printed number that fails, or which values fit
	readings   []result.ClaimReading
}

// unverifiable is the outcome of a check that cannot be made, and why.
func unverifiable(format string, v ...any) outcome {
	return outcome{verdict: Unverifiable, arithmetic: fmt.Sprintf(format, v...)}
}

// Verify checks every claim of the file, in its order.
func Verify(f *File, logs Logs) []result.Claim {
	index := newScoreIndex(logs)
	out := make([]result.Claim, len(f.Claims))
	for i := range f.Claims {
		out[i] = verify(f, &f.Claims[i], index)
	}
	return out
}

// verify asks all questions of one claim. The claim carries the verdict and the arithmetic
// of the gravest answer, the first of equally grave ones.
func verify(f *File, c *Claim, logs *scoreIndex) result.Claim {
	out := result.Claim{
		ID: c.ID, Printed: c.Printed.Text, Paper: f.Short(), Title: f.Paper.Title, Where: c.Where, Unit: string(c.Unit), Needs: c.Needs, Note: c.Note,
		Verdict: Unverifiable, Checks: []result.ClaimCheck{},
	}
	best := -1
	for _, k := range c.Questions {
		o := k.judge(&inquiry{claim: c, file: f, logs: logs})
		out.Checks = append(out.Checks, result.ClaimCheck{
			Check: k.Check, Verdict: o.verdict, Computed: o.computed, Arithmetic: o.arithmetic, Fits: o.fits, Readings: o.readings,
		})
		if at := slices.Index(gravity, o.verdict); best < 0 || at < best {
			best = at
			out.Verdict, out.Check, out.Computed, out.Arithmetic, out.Fits = o.verdict, k.Check, o.computed, o.arithmetic, o.fits
		}
	}
	if out.Verdict == Unverifiable && out.Needs == "" {
		out.Needs = "a second number to hold it against, or the logs"
	}
	if out.Arithmetic == "" && out.Verdict == Unverifiable {
		out.Arithmetic = "not checked: needs " + out.Needs
	}
	return out
}

// Short is the file's name without folders and ending.
func (f *File) Short() string {
	name := f.Name[strings.LastIndexAny(f.Name, `/\`)+1:]
	return strings.TrimSuffix(strings.TrimSuffix(name, ".yaml"), ".yml")
}

// Metrics lists the metrics that logs must be scored by to recompute the claims,
// each once.
func (f *File) Metrics() []string {
	var out []string
	for _, c := range f.Claims {
		for _, k := range c.Questions {
			for _, m := range k.metrics {
				if !slices.Contains(out, m) {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// own is what the claim's number stands for.
func (q *inquiry) own(r reading) span { return q.claim.Printed.span(r, q.claim.Unit) }

// first is the first of the rules under which f holds; ok is false where none does.
func first(rules []reading, f func(reading) bool) (reading, bool) {
	for _, r := range rules {
		if f(r) {
			return r, true
		}
	}
	return 0, false
}

// verdictOf is what it means that a rule of rounding is needed.
func verdictOf(r reading) string {
	switch r {
	case truncated:
		return ByTruncation
	case mixed, twice, rough, roughDown:
		return Depends
	}
	return Consistent
}

// because says which rounding is needed, where it is not the plain one.
func because(r reading) string {
	switch r {
	case truncated:
		return "only if digits were cut off, not rounded"
	case mixed:
		return "only if one number was cut off and another rounded"
	case twice:
		return "only if rounded twice, first to one digit more"
	case rough, roughDown:
		return "only if rounded at its last digit that is not zero"
	}
	return ""
}

// standsFor says which values the printed number can stand for.
func (q *inquiry) standsFor() string {
	return fmt.Sprintf("printed %s stands for %s", q.claim.Printed.Text, q.own(mixed).show())
}

// leastCopied is how many digits a number must have for its second print to be a
// hint: "10" stands in many places.
const leastCopied = 3

// copies names other claims of the file that print the same number in the same
// unit elsewhere: the row it was perhaps copied from.
func (q *inquiry) copies() string {
	if len(digitsOf(q.claim.Printed.Text)) < leastCopied {
		return ""
	}
	var out []string
	for i := range q.file.Claims {
		c := &q.file.Claims[i]
		if c == q.claim || c.Unit != q.claim.Unit || c.Printed.value == nil || section(c.Where) == section(q.claim.Where) ||
			c.Printed.digit.Cmp(q.claim.Printed.digit) != 0 || c.Printed.value.Cmp(q.claim.Printed.value) != 0 {
			continue
		}
		place := c.ID
		if c.Where != "" {
			place += " (" + c.Where + ")"
		}
		out = append(out, place)
		if len(out) == 3 {
			break
		}
	}
	if len(out) == 0 {
		return ""
	}
	return "the same number is at " + strings.Join(out, ", ")
}

// section is the first part of a place: "Table 4" of "Table 4, BM25".
func section(where string) string {
	if i := strings.IndexAny(where, ",(;:"); i >= 0 {
		where = where[:i]
	}
	return strings.TrimSpace(where)
}

// sentence joins parts that are not empty.
func sentence(parts ...string) string {
	parts = slices.DeleteFunc(slices.Clone(parts), func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}
