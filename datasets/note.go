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
	NoteUnit       = "unit_unknown"     // an amount whose unit is not stated
	NoteUnended    = "log_unended"      // a stream without its end, or fewer records than the log counts
	NoteHeader     = "header_differs"   // a log's own mean is not that of the records beside it
	NoteTotals     = "two_totals"       // a log states two denominators
	NoteTask       = "task_unstated"    // nothing in a log names the tasks
	NoteMixed      = "mixed_identities" // numbers and texts name the same kind of thing
	NoteEmptyCells = "empty_cells"      // cells of a wide table that say nothing
	NoteJoin       = "join_unmatched"   // attempts without a record in a second file, or the other way round
	NoteApart      = "runs_told_apart"  // one run's attempts differ from file to file
)

// Noter is a Source that notices things about its log as a whole. Its notes are asked
// for once the trajectories have been read to their end.
type Noter interface {
	Notes() []Note
}
