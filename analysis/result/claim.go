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
	Check      string       `json:"check"`      // the check, or the relation, that decided; empty: none could be made
	Computed   string       `json:"computed"`   // what the number follows from, or should be
	Arithmetic string       `json:"arithmetic"` // in one line
	Fits       string       `json:"fits,omitempty"`
	Needs      string       `json:"needs,omitempty"` // what would be needed to verify it
	Note       string       `json:"note,omitempty"`
	Known      bool         `json:"known,omitempty"` // the user says that it is known to fail
	Checks     []ClaimCheck `json:"checks,omitempty"`

	// Of a number that was read from a paper itself:
	Place   *ClaimPlace `json:"place,omitempty"`
	Against []ClaimNear `json:"against,omitempty"` // the printed numbers that it was held against
	Quote   string      `json:"quote,omitempty"`   // the sentence that it stands in
	Rule    string      `json:"rule,omitempty"`    // the relation in words, with the evidence for it
	// Strength orders findings: the digits of the chance that the relation holds by accident,
	// and 100 more where the paper itself states it.
	Strength float64 `json:"strength,omitempty"`
}

// ClaimPlace is where a paper prints a number: a line of a text or a page of a PDF, both from
// 1, and the heads of its cell where it stands in a table.
type ClaimPlace struct {
	File   string `json:"file,omitempty"` // where it is not the paper's own, as with \input
	Line   int    `json:"line,omitempty"`
	Page   int    `json:"page,omitempty"`
	Table  string `json:"table,omitempty"`
	Row    string `json:"row,omitempty"`
	Column string `json:"column,omitempty"`
}

// ClaimNear is a printed number that another was held against.
type ClaimNear struct {
	Printed string      `json:"printed"`
	Place   *ClaimPlace `json:"place"`
}

// Paper is a document whose numbers were read and held against each other.
type Paper struct {
	File      string          `json:"file"`
	Format    string          `json:"format"`
	Title     string          `json:"title,omitempty"`
	Read      int             `json:"read"`    // printed numbers
	Checked   int             `json:"checked"` // that stand in a relation that was believed
	Findings  int             `json:"findings"`
	Relations []PaperRelation `json:"relations"`
	Proposals []PaperRelation `json:"proposals"` // not believed, and not judged
	Notes     []string        `json:"notes,omitempty"`
}

// PaperRelation is a relation between printed numbers and the evidence for it.
type PaperRelation struct {
	Family  string  `json:"family"`
	Rule    string  `json:"rule"`
	Held    int     `json:"held"`
	Of      int     `json:"of"`
	Chance  float64 `json:"chance"` // that so many instances hold by chance
	Stated  bool    `json:"stated"` // the paper's own words or notation say so
	Numbers int     `json:"numbers"`
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
