package result

// Sources of a failure mode, never mixed.
const (
	SourceRecorded = "recorded" // the harness's own exit
	SourceLabelled = "labelled" // a label or a judge's verdict that came with the log
	SourceDetected = "detected" // found in the trajectory by a rule
)

// CategoryVerdict sets verdicts apart: they are counted over all attempts, since
// a verdict of failure is the outcome itself.
const CategoryVerdict = "verdict"

// ModeNone names the failed attempts that show no mode of a source.
const ModeNone = "none"
