package datasets

// Note is something that a reader noticed about a whole log and that no single
// record shows: a column whose unit is not stated, a stream without its end, an
// archive that holds fewer samples than it counts.
type Note struct {
	Code     string `json:"code"` // a warning's, as result.WarningCodes lists them
	Message  string `json:"message"`
	Decisive bool   `json:"decisive,omitempty"` // it can change a conclusion
}

// Codes of notes.
const (
	NoteUnit    = "unit_unknown"     // an amount whose unit is not stated
	NoteUnended = "log_unended"      // a stream without its end, or fewer records than the log counts
	NoteMixed   = "mixed_identities" // numbers and texts name the same kind of thing
)

// Noter is a Source that notices things about its log as a whole. Its notes are asked
// for once the trajectories have been read to their end.
type Noter interface {
	Notes() []Note
}
