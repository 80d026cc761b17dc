package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// Detector finds one failure mode in a trajectory, by a rule: a value, not a
// plug-in. It looks at successes too; how much more often failures show the mode
// is the analysis's to say.
type Detector struct {
	Name     string           // the mode, in snake case
	Category string           // tool use, retrieval, task understanding, scope, environment, response
	Doc      string           // one sentence: the signature in the log, and where it does not apply
	Cite     string           // who described the mode; "the rule is ours" where the signature is
	Labels   []string         // words of other taxonomies for the mode, as NormalLabel writes them
	Needs    datasets.Columns // what a reader must decode for it, beyond datasets.Facts

	// SeesOutcome: the rule looks at the outcome itself, so that no success can
	// show the mode; it has no lift.
	SeesOutcome bool

	// Explains: the mode can explain a failure by itself. The others accompany failures,
	// and are an attempt's primary mode only where none explains it.
	Explains bool

	// Absence: the mode is that something did not happen, a call never made or an answer
	// that lacks something. It could have been mended until the last step, and is of it.
	Absence bool

	// Environment: the fault is a tool's, its server's or the harness's, not the agent's.
	Environment bool

	// OffByDefault: the rule is wrong too often to be counted, which is less than four hits in
	// five right of at least ten that were judged; Doc says how often. Its hits are listed and
	// held against labels, but are in no count and never an attempt's primary mode, unless the
	// plan turns it on (Taxonomy.Enable).
	OffByDefault bool

	// Follow holds the attempt against what should have been done; nil: the rule does not
	// compare. It is asked where Detect applies.
	Follow func(*datasets.Trajectory) Followed

	// Detect returns where the trajectory shows the mode. applicable is false where
	// the log lacks what the rule looks at: that is not the same as its absence. It
	// is linear in the trajectory, and must not keep or change it.
	Detect func(*datasets.Trajectory) (hits []Hit, applicable bool)
}

// Followed is how an attempt kept to what should have been done.
type Followed struct {
	Departs  datasets.Maybe[int] // step of the first call that departs from it
	Breaks   datasets.Maybe[int] // step of the first failed call that was never made up for
	Compared bool                // it says whether the attempt conforms
	Conforms bool                // all of it was done, and nothing that should not have been
}

// Hit is the evidence for a mode at one place of a trajectory. Its strings may
// share the trajectory's memory: who keeps them longer clones them.
type Hit struct {
	Step    datasets.Maybe[int]     // index into Steps of the message that shows it
	Place   datasets.Maybe[float64] // how far along the conversation or the plan: 0 is its start, 1 its end
	Tool    string                  // the tool concerned; may be empty
	Excerpt string                  // of the log, as short as the evidence is; may be empty
	Mended  bool                    // the agent made up for it later, so that it explains no failure
}

// Validate reports the first reason why the detector must not be listed.
func (d Detector) Validate() error {
	switch {
	case d.Name == "":
		return fmt.Errorf("analysis: a detector without a name")
	case d.Category == "":
		return fmt.Errorf("analysis: detector %s has no Category", d.Name)
	case d.Doc == "":
		return fmt.Errorf("analysis: detector %s has no Doc", d.Name)
	case d.Cite == "":
		return fmt.Errorf("analysis: detector %s has no Cite", d.Name)
	case d.Needs == 0:
		return fmt.Errorf("analysis: detector %s needs nothing: it can detect nothing", d.Name)
	case d.Needs&^datasets.AllColumns != 0:
		return fmt.Errorf("analysis: detector %s needs columns that do not exist", d.Name)
	case d.Detect == nil:
		return fmt.Errorf("analysis: detector %s has no Detect", d.Name)
	case d.OffByDefault && !measured.MatchString(d.Doc):
		return fmt.Errorf("analysis: detector %s is off by default, and its Doc does not say how often it is right, as \"12 of 20\"", d.Name)
	}
	return nil
}

// measured is a precision as Doc states it.
var measured = regexp.MustCompile(`\d+ of \d+`)

// FailureMode is one entry of a taxonomy: a mode, and the ways in which a log can
// tell of it.
type FailureMode struct {
	Name, Category, Doc, Cite string
	Exits                     []datasets.Exit // recorded ends that mean it
	Labels                    []string        // labels of humans and models that mean it, as NormalLabel writes them
	Detector                  *Detector       // nil: no rule finds it
}

// Taxonomy is the failure modes in the order of precedence: of the modes that an
// attempt shows, the first is its primary one. The zero value knows no mode.
type Taxonomy []FailureMode

// MaxModes bounds a taxonomy: an attempt's modes are kept as the bits of a word.
const MaxModes = 64

// Validate reports the first reason why the taxonomy must not be used.
func (x Taxonomy) Validate() error {
	if len(x) > MaxModes {
		return fmt.Errorf("analysis: a taxonomy of %d failure modes; at most %d fit", len(x), MaxModes)
	}
	seen := map[string]string{}
	for _, m := range x {
		if m.Name == "" || m.Category == "" || m.Doc == "" || m.Cite == "" {
			return fmt.Errorf("analysis: failure mode %q lacks a name, category, doc or source", m.Name)
		}
		if seen["mode "+m.Name] != "" {
			return fmt.Errorf("analysis: failure mode %s is listed twice", m.Name)
		}
		seen["mode "+m.Name] = m.Name
		for _, l := range m.Labels {
			if l != NormalLabel(l) {
				return fmt.Errorf("analysis: failure mode %s: label %q is not written as %q", m.Name, l, NormalLabel(l))
			}
			if other := seen["label "+l]; other != "" {
				return fmt.Errorf("analysis: label %q means both %s and %s", l, other, m.Name)
			}
			seen["label "+l] = m.Name
		}
		if m.Detector == nil {
			continue
		}
		if err := m.Detector.Validate(); err != nil {
			return err
		}
		if m.Detector.Name != m.Name || m.Detector.Category != m.Category {
			return fmt.Errorf("analysis: failure mode %s holds the detector %s of category %s", m.Name, m.Detector.Name, m.Detector.Category)
		}
	}
	return nil
}

// Off tells whether the mode has a rule, and that is listed but not counted.
func (m *FailureMode) Off() bool { return m.Detector != nil && m.Detector.OffByDefault }

// Enable is the taxonomy with these rules on, which may be off by default. Error: a name
// that is no rule's.
func (x Taxonomy) Enable(rules []string) (Taxonomy, error) {
	out := slices.Clone(x)
	for _, name := range rules {
		at := slices.IndexFunc(out, func(m FailureMode) bool { return m.Detector != nil && m.Name == name })
		if at < 0 {
			var have []string
			for _, m := range out {
				if m.Detector != nil {
					have = append(have, m.Name)
				}
			}
			return nil, fmt.Errorf("plan: rules: %q is none; the rules are %s", name, strings.Join(have, ", "))
		}
		on := *out[at].Detector
		on.OffByDefault = false
		out[at].Detector = &on
	}
	return out, nil
}

// Needs is what a reader must decode for the detectors, datasets.Facts included.
func (x Taxonomy) Needs() datasets.Columns {
	needs := datasets.Facts | datasets.Of(datasets.ColFailureLabels)
	for _, m := range x {
		if m.Detector != nil {
			needs |= m.Detector.Needs
		}
	}
	return needs
}

// OfLabel finds the mode that a label of the log means. Of a path of labels
// ("Tool Usage → No tools called", "irrelevance_error:decoder_success") the first
// part that means one decides.
func (x Taxonomy) OfLabel(label string) (FailureMode, bool) {
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(label, "->", "→"), func(r rune) bool { return r == '→' || r == '/' || r == ':' }) {
		normal := NormalLabel(part)
		for _, m := range x {
			if m.Name == normal || slices.Contains(m.Labels, normal) {
				return m, true
			}
		}
	}
	return FailureMode{}, false
}

// NormalLabel writes a label as taxonomies list it: in lower case, its words joined
// by underscores.
func NormalLabel(label string) string {
	words := strings.FieldsFunc(strings.ToLower(label), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, "_")
}
