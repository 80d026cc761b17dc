package result

// Verdict is what can become of a published number: reports and the page on claims
// files explain it in the same words.
type Verdict struct {
	Name    string // as Claim.Verdict has it
	Title   string // in a sentence
	Meaning string // within a sentence
}

// The names of the verdicts.
const (
	Refuted      = "refuted"
	Inconsistent = "inconsistent"
	Depends      = "depends"
	ByTruncation = "consistent_by_truncation"
	Confirmed    = "confirmed"
	Consistent   = "consistent"
	Unverifiable = "unverifiable"
)

// Verdicts are the verdicts in the order of a report: what fails first.
var Verdicts = []Verdict{
	{Refuted, "refuted by the logs", "the logs give a different number"},
	{Inconsistent, "inconsistent", "no unrounded numbers can give what is printed, or another printed number contradicts it"},
	{Depends, "depends", "an unstated denominator, definition, level or rounding decides"},
	{ByTruncation, "consistent by truncation", "only digits that were cut off explain it"},
	{Confirmed, "confirmed by the logs", "recomputed, and equal at the printed precision"},
	{Consistent, "consistent", "nothing contradicts it; not recomputed"},
	{Unverifiable, "unverifiable", "nothing printed or logged to check it against"},
}
