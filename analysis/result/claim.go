package result

// Claim is one published number and what became of it. Of several checks the
// gravest verdict stands, with its arithmetic.
type Claim struct {
	ID         string       `json:"id"`
	Paper      string       `json:"paper,omitempty"` // the claims file's name, without its ending
	Title      string       `json:"title,omitempty"` // of the paper
	Where      string       `json:"where,omitempty"`
	Printed    string       `json:"printed"`
	Unit       string       `json:"unit,omitempty"`
	Verdict    string       `json:"verdict"`    // confirmed, consistent, consistent_by_truncation, depends, inconsistent, refuted, unverifiable
	Computed   string       `json:"computed"`   // what the number follows from, or should be
	Arithmetic string       `json:"arithmetic"` // in one line
	Fits       string       `json:"fits,omitempty"`
	Needs      string       `json:"needs,omitempty"` // what would be needed to verify it
	Note       string       `json:"note,omitempty"`
	Known      bool         `json:"known,omitempty"` // the user says that it is known to fail
	Checks     []ClaimCheck `json:"checks,omitempty"`
}

// ClaimCheck is one check of a claim.
type ClaimCheck struct {
	Check      string         `json:"check"`
	Verdict    string         `json:"verdict"`
	Computed   string         `json:"computed"`
	Arithmetic string         `json:"arithmetic"`
	Fits       string         `json:"fits,omitempty"` // what would explain a number that fails: counts, n, level, a row it was copied from
	Readings   []ClaimReading `json:"readings,omitempty"`
}

// ClaimReading is one way to recompute a claim from logs.
type ClaimReading struct {
	Benchmark string   `json:"benchmark"`
	Run       string   `json:"run"`
	Metric    string   `json:"metric"`
	Judge     string   `json:"judge,omitempty"`
	Reading   string   `json:"reading,omitempty"` // of the judge's verdicts: stored or reparsed
	Policy    string   `json:"policy,omitempty"`  // for what has no score
	Verdict   string   `json:"verdict"`
	Computed  string   `json:"computed"`
	Tasks     []string `json:"tasks,omitempty"` // where stored and re-read verdict differ
}
