package datasets

// Exit is how an attempt ended. It is a fact apart from success: an agent can
// run into its time limit with the task solved.
type Exit string

// The exits that reports know. A log's own word that maps to none of them is
// kept as ExitUnknown with the word in Attributes["exit"].
const (
	ExitUnstated     Exit = "" // the log does not say
	ExitCompleted    Exit = "completed"
	ExitTimeout      Exit = "timeout"
	ExitMaxTurns     Exit = "max_turns"
	ExitError        Exit = "error"
	ExitRefused      Exit = "refused"
	ExitHarnessError Exit = "harness_error"
	ExitUnknown      Exit = "unknown"
)

// Exits lists the stated exits in the order in which reports show them.
var Exits = []Exit{ExitCompleted, ExitTimeout, ExitMaxTurns, ExitError, ExitRefused, ExitHarnessError, ExitUnknown}
