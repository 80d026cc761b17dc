package trajectories

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

//go:embed page.html.tmpl list.html.tmpl style.css list.js
var files embed.FS

// templates are parsed once: a report may have thousands of pages.
var templates = template.Must(template.New("").ParseFS(files, "page.html.tmpl", "list.html.tmpl"))

func embedded(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic("trajectories: " + err.Error()) // the file is embedded
	}
	return string(text)
}

var (
	style  = template.CSS(embedded("style.css"))
	script = template.JS(embedded("list.js"))
)

// Words are what a page says that is written elsewhere: how the attempt ended, where the log
// has it.
type Words struct {
	Title, Ending, Whereabouts string
	Tone                       reports.Tone
	Listed                     bool // there is a list beside the page
	Report                     bool // there is a report above it
}

// Page writes the page of one attempt.
func Page(w io.Writer, t *result.Transcript, words Words) error {
	v := &pageView{Style: style, Words: words, Title: visible(words.Title), Ending: visible(words.Ending), Where: visible(words.Whereabouts), Tone: tones[words.Tone]}
	if t.Request.Text != "" {
		v.Request = passageOf("", t.Request, nil)
	}
	v.verdicts(t)
	for i, f := range t.Findings {
		v.Findings = append(v.Findings, findingOf(i, f))
	}
	for _, l := range t.Plan {
		v.Plan = append(v.Plan, planLine(l))
	}
	for i := range t.Steps {
		v.Steps = append(v.Steps, stepOf(t, &t.Steps[i]))
	}
	for _, r := range t.Ranked {
		v.Ranked = append(v.Ranked, visible(r))
	}
	for _, c := range t.Foreseen {
		v.Foreseen = append(v.Foreseen, visible(c.Tool))
	}
	v.NoSteps = t.NSteps == 0
	if left := t.NSteps - len(t.Steps); left > 0 {
		v.Cut = append(v.Cut, fmt.Sprintf("%s of %s are left out", reports.FormatCount(left), reports.FormatCount(t.NSteps)+" steps"))
	}
	if t.Cut > 0 {
		v.Cut = append(v.Cut, reports.FormatCount(t.Cut)+" texts are cut")
	}
	return templates.ExecuteTemplate(w, "page.html.tmpl", v)
}

// tones are classes of the style.
var tones = map[reports.Tone]string{reports.Good: "good", reports.Bad: "bad", reports.Careful: "careful", reports.Faint: "faint"}

func visible(s string) string { return reports.Visible(s) }

// pageView is a page as its template wants it.
type pageView struct {
	Words
	Style                      template.CSS
	Title, Ending, Where, Tone string
	Request                    *passage
	Verdicts                   []verdict
	Findings                   []finding
	Plan                       []planned
	Steps                      []step
	Ranked, Foreseen           []string
	NoSteps                    bool
	Cut                        []string
}

// passage is a text with the evidence in it marked; a long one is folded, unless it holds
// evidence.
type passage struct {
	Label   string
	Class   string
	Pieces  []piece
	Folded  bool
	Open    bool
	Opening string // what a folded one shows
	Length  string
}

type piece struct {
	Text string
	Mark bool
}

// unfolded is how many characters, and unfoldedLines how many lines, of a text are shown
// without being asked for.
const (
	unfolded      = 700
	unfoldedLines = 14
	opening       = 140
)

func passageOf(label string, p result.Passage, evidence []string) *passage {
	out := &passage{Label: label, Length: reports.FormatCount(p.Length)}
	text := reports.VisibleText(p.Text)
	out.Pieces = marked(text, evidence)
	if utf8.RuneCountInString(text) > unfolded || strings.Count(text, "\n") > unfoldedLines {
		out.Folded, out.Open = true, len(out.Pieces) > 1
		out.Opening = reports.Shorten(visible(text[:min(len(text), 4*opening)]), 4*opening)
		if runes := []rune(out.Opening); len(runes) > opening {
			out.Opening = string(runes[:opening])
		}
	}
	return out
}

// marked parts a text where it holds evidence, word for word.
func marked(text string, evidence []string) []piece {
	pieces := []piece{{Text: text}}
	for _, e := range evidence {
		e = strings.TrimSuffix(reports.VisibleText(e), "…")
		if len(e) < 4 {
			continue
		}
		for i, p := range pieces {
			if p.Mark {
				continue
			}
			if before, after, ok := strings.Cut(p.Text, e); ok {
				parts := slices.DeleteFunc([]piece{{Text: before}, {e, true}, {Text: after}}, func(p piece) bool { return p.Text == "" })
				pieces = slices.Replace(pieces, i, i+1, parts...)
				break
			}
		}
	}
	return pieces
}

type verdict struct {
	Who, Verdict string
	Words        *passage
}

func (v *pageView) verdicts(t *result.Transcript) {
	add := func(who, grade string, p result.Passage) {
		one := verdict{Who: visible(who), Verdict: grade}
		if p.Text != "" {
			one.Words = passageOf("", p, nil)
		}
		v.Verdicts = append(v.Verdicts, one)
	}
	for _, j := range t.Judgments {
		who := j.Judge
		if j.Reference {
			who += " (reference)"
		}
		add(who, grade(j.Verdict), j.Words)
	}
	for i, c := range t.Claims {
		add(fmt.Sprintf("claim %d", i+1), grade(&c.Score), c.Text)
	}
	for _, a := range []struct {
		who string
		p   result.Passage
	}{{"expected answer", t.Expected}, {"given answer", t.Predicted}, {"response", t.Response}, {"error", t.Error}} {
		if a.p.Text != "" {
			add(a.who, "", a.p)
		}
	}
}

func grade(v *float64) string {
	if v == nil {
		return "none"
	}
	return reports.FormatStatistic(*v)
}

type finding struct {
	Mode, By, Tool, Evidence string
	Step                     string // number, empty: no step
	Notes                    []string
	Primary                  bool
}

func findingOf(_ int, f result.Finding) finding {
	out := finding{Mode: visible(f.Mode), Tool: visible(f.Tool), Evidence: visible(f.Evidence), Primary: f.Primary}
	switch {
	case f.Source == result.SourceDetected:
		out.By = "rule"
	case f.Source == result.SourceRecorded:
		out.By = "harness"
	case f.Annotator != "":
		out.By = "label by " + visible(f.Annotator)
	default:
		out.By = "label"
	}
	if f.Step != nil {
		out.Step = fmt.Sprint(*f.Step)
	}
	if f.Primary {
		out.Notes = append(out.Notes, map[bool]string{true: "explains the failure best", false: "called the root"}[f.Source == result.SourceDetected])
	}
	if f.Mended {
		out.Notes = append(out.Notes, "made up for later")
	}
	if f.Off {
		out.Notes = append(out.Notes, "not counted: the rule is off by default")
	}
	if f.More > 0 {
		out.Notes = append(out.Notes, reports.FormatCount(f.More)+" more places")
	}
	return out
}

type planned struct {
	Planned, Arguments, Step, Called, Made, How, Differ, Tone string
}

func planLine(l result.PlannedCall) planned {
	out := planned{Planned: visible(l.Planned), Arguments: visible(l.Arguments.Text), Called: visible(l.Called), Made: visible(l.Made.Text), How: l.How, Differ: visible(l.Differ)}
	switch l.How {
	case "as planned":
		out.Tone = "good"
	case "other arguments", "never called", "failed":
		out.Tone = "bad"
	default:
		out.Tone = "faint"
	}
	if l.Step != nil {
		out.Step = fmt.Sprint(*l.Step)
	}
	return out
}

type step struct {
	Number, Skipped string
	Role            string
	Content         *passage
	Repeats         bool
	Calls           []call
	CallsLeft       string
	Findings        []finding
	First, Last     bool
}

type call struct {
	Tool, Took                 string
	Failed                     bool
	Arguments, Result, Trouble *passage
}

func stepOf(t *result.Transcript, s *result.TranscriptStep) step {
	out := step{Number: fmt.Sprint(s.Step), Role: visible(s.Role), Repeats: s.Repeats}
	if s.Skipped > 0 {
		out.Skipped = reports.FormatCount(s.Skipped)
	}
	if s.CallsLeft > 0 {
		out.CallsLeft = reports.FormatCount(s.CallsLeft)
	}
	var evidence []string
	for _, m := range s.Marks {
		evidence = append(evidence, t.Findings[m].Evidence)
		out.Findings = append(out.Findings, findingOf(m, t.Findings[m]))
	}
	if s.Content.Text != "" {
		out.Content = passageOf("", s.Content, evidence)
	}
	for _, c := range s.Calls {
		one := call{Tool: visible(c.Tool), Failed: c.Failed}
		if c.LatencyMS != nil {
			one.Took = reports.FormatNumber(*c.LatencyMS/1000, 1) + " s"
		}
		for _, part := range []struct {
			to    **passage
			label string
			p     result.Passage
		}{{&one.Arguments, "arguments", c.Arguments}, {&one.Result, "result", c.Result}, {&one.Trouble, "error", c.Error}} {
			if part.p.Text != "" {
				*part.to = passageOf(part.label, part.p, evidence)
			}
		}
		out.Calls = append(out.Calls, one)
	}
	out.First = t.FirstStep != nil && *t.FirstStep == s.Step
	out.Last = t.LastStep != nil && *t.LastStep == s.Step
	return out
}
