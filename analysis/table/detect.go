package table

import (
	"strings"
	"unicode/utf8"

	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// Detected is what the detectors of a taxonomy found in one attempt. Modes are
// named by their index in the taxonomy. It keeps no more of the log's text than an
// excerpt a place, of MaxHits places a mode.
type Detected struct {
	Applicable uint64              // bit m: the detector of mode m could look at this attempt
	Modes      []DetectedMode      // in the order of the taxonomy
	Tools      datasets.Maybe[int] // tools that the agent could see
	Course     Course
	Usage      *trace.Usage // what it did with its tools; nil where the log does not say
}

// Course is how an attempt went wrong, if it failed: the mode that explains it best, whose
// fault that is, and the first and the last step at which things could have gone otherwise.
type Course struct {
	Primary  datasets.Maybe[int] // index into the taxonomy
	Cause    Cause
	First    datasets.Maybe[int] // the first deviating step
	Last     datasets.Maybe[int] // the last step that could still have saved the attempt
	Conforms bool                // it did all that the plan, or the state, asks for
}

// Cause is whose fault a failure is.
type Cause uint8

const (
	CauseUnknown     Cause = iota // no rule says anything
	CauseAgent                    // any mode that is not another's fault
	CauseEnvironment              // a tool, its server or the harness
	CauseJudge                    // the attempt did what the plan or the state asks for, and was judged a failure
)

// Causes names them, in the order of their numbers.
var Causes = []string{"unknown", "agent", "environment", "judge"}

func (c Cause) String() string { return Causes[c] }

// OfFailure is the cause of a failed attempt: the judge's where the attempt did all that was
// asked for and no mode explains its failure.
func (c Course) OfFailure() Cause {
	if c.Conforms && c.Cause == CauseUnknown {
		return CauseJudge
	}
	return c.Cause
}

// DetectedMode is one mode that an attempt shows.
type DetectedMode struct {
	Mode  int                     // index into the taxonomy
	Hits  int                     // places that show it
	Place datasets.Maybe[float64] // of the first place, as in Hit
	Shown []Evidence              // of the first MaxHits places, in the detector's order
}

// Evidence is what one place of an attempt shows of a mode.
type Evidence struct {
	Step    datasets.Maybe[int] // index into Steps
	Tool    string              // may be empty
	Excerpt string              // may be empty
}

// MaxExcerpt and MaxTool bound the texts of an Evidence, in bytes; MaxHits the places that
// are kept of a mode in one attempt: an agent that repeats one call ten thousand times
// needs no ten thousand lines.
const (
	MaxExcerpt = 160
	MaxTool    = 80
	MaxHits    = 20
)

// DetectFailures applies a taxonomy's detectors to one attempt. It is a pure
// function of its arguments and may run in any goroutine or process. What it
// returns keeps nothing of the trajectory's memory.
func DetectFailures(t *datasets.Trajectory, taxonomy Taxonomy) Detected {
	var d Detected
	course := courses{t: t}
	if t.Available != nil {
		d.Tools = datasets.Known(len(t.Available))
	}
	for m := range taxonomy {
		if taxonomy[m].Detector == nil {
			continue
		}
		hits, applicable := taxonomy[m].Detector.Detect(t)
		if !applicable {
			continue
		}
		d.Applicable |= 1 << m
		off := taxonomy[m].Off()
		if follow := taxonomy[m].Detector.Follow; follow != nil && !off {
			course.follow(follow(t))
		}
		if len(hits) == 0 {
			continue
		}
		if !off {
			course.see(m, taxonomy[m].Detector, hits)
		}
		found := DetectedMode{Mode: m, Hits: len(hits), Place: hits[0].Place, Shown: make([]Evidence, min(len(hits), MaxHits))}
		for i := range found.Shown {
			h := &hits[i]
			found.Shown[i] = Evidence{Step: h.Step, Tool: Excerpt(h.Tool, MaxTool), Excerpt: Excerpt(h.Excerpt, MaxExcerpt)}
		}
		d.Modes = append(d.Modes, found)
	}
	d.Course = course.end()
	if len(taxonomy) > 0 {
		d.Usage = trace.UsageOf(t, MaxUsageText)
	}
	return d
}

// Excerpt copies the start of a text onto one line of at most limit bytes.
func Excerpt(text string, limit int) string {
	var b strings.Builder
	space := false
	for i, r := range text {
		if r == ' ' || r == '\n' || r == '\r' || r == '\t' {
			space = b.Len() > 0
			continue
		}
		need := utf8.RuneLen(r)
		if space {
			need++
		}
		const more = "…"
		if b.Len()+need > limit-len(more) && len(text)-i > limit-b.Len() {
			b.WriteString(more)
			break
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}
