package result

import "slices"

// Kinds of cases, the values of the argument "of".
const (
	CasesOfLabels        = "label"
	CasesOfModes         = "mode"
	CasesOfDisagreements = "disagreement"
	CasesOfContrasts     = "contrast"
)

// MaxCases is how many cases one question has.
const MaxCases = 60

// Case is one attempt that is worth reading, and what for: it has a label, it shows a failure
// mode, a judge and the reference disagree on it, or it is a run's attempt at the task that was
// asked for or at which two runs differ most.
type Case struct {
	Name  string     `json:"name,omitempty"`  // the label, mode or reason; of attempts at one task empty
	By    string     `json:"by,omitempty"`    // the annotator or the judge
	Count int        `json:"count,omitempty"` // attempts with this name by him, the case among them
	Of    AttemptKey `json:"attempt"`
	// Outcome is what the headline metric says of the attempt.
	Outcome string `json:"outcome"`
	File    string `json:"file,omitempty"` // the log
	Record  int    `json:"record"`         // number of the attempt in it, from 1
	Input   int    `json:"-"`              // of the log, among the inputs
	// Transcript is what is read; nil where the log was not at hand.
	Transcript *Transcript `json:"transcript,omitempty"`
}

// Cases are those of all answers, which whoever has the logs at hand adds transcripts to.
func (r *Results) Cases() []*Case {
	var out []*Case
	for i := range r.Answers {
		for k := range r.Answers[i].Cases {
			out = append(out, &r.Answers[i].Cases[k])
		}
	}
	return out
}

// LooksForModes tells whether some question asks for cases of failure modes, which have to be
// looked for while the log is read.
func (p *Plan) LooksForModes() bool {
	questions, err := p.Questions()
	return err == nil && slices.ContainsFunc(questions, func(q Question) bool { return q.Kind == "cases" && q.Get("of") == CasesOfModes })
}
