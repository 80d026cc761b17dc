package compose

import (
	"fmt"
	"strconv"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// Transcript writes one attempt as a document: how it ended and why, what was asked, the
// verdicts, what was found, the plan beside the calls, and the messages, each rule's finding
// below the message that shows it.
func Transcript(t *result.Transcript) (*reports.Document, error) {
	w := &transcriptWriter{t: t, doc: &reports.Document{Title: AttemptTitle(t)}}
	w.prose(Ending(t), EndingTone(t))
	w.prose(Whereabouts(t), reports.Faint)
	if t.Request.Text != "" {
		w.heading("task", "The task")
		w.prose(t.Request.Text, reports.Plain)
	}
	w.verdicts()
	w.findings()
	w.plan()
	if len(t.Ranked) > 0 {
		w.heading("ranking", "How the tools were ranked")
		w.prose(strings.Join(t.Ranked, ", "), reports.Plain)
	}
	w.steps()
	return w.doc, nil
}

// AttemptTitle names an attempt.
func AttemptTitle(t *result.Transcript) string {
	return fmt.Sprintf("%s, task %s, trial %d", t.Run, t.Task, t.Trial)
}

// outcomes are an attempt's outcomes in a sentence.
var outcomes = map[string]string{"success": "Succeeded", "failure": "Failed", "unknown": "No outcome in the log"}

// EndingTone is how good the end was.
func EndingTone(t *result.Transcript) reports.Tone {
	switch t.Outcome {
	case "success":
		return reports.Good
	case "failure":
		return reports.Bad
	}
	return reports.Careful
}

// Ending says how an attempt ended and why, as far as rules tell.
func Ending(t *result.Transcript) string {
	var b strings.Builder
	b.WriteString(outcomes[t.Outcome])
	if t.Reward != nil {
		fmt.Fprintf(&b, " (reward %s)", reports.FormatStatistic(*t.Reward))
	}
	b.WriteString(".")
	if t.Outcome == "failure" {
		fmt.Fprintf(&b, " Cause: %s.", t.Cause)
		if t.Primary != "" {
			fmt.Fprintf(&b, " Explained best by %s.", t.Primary)
		} else {
			b.WriteString(" No rule explains it.")
		}
		if t.FirstStep != nil {
			fmt.Fprintf(&b, " First deviating step: %d.", *t.FirstStep)
		}
		if t.LastStep != nil {
			fmt.Fprintf(&b, " Last step that could still have saved it: %d.", *t.LastStep)
		}
	}
	if t.Exit != "" {
		fmt.Fprintf(&b, " Recorded end: %s.", t.Exit)
	}
	if t.NSteps > 0 {
		fmt.Fprintf(&b, " %s with %s.", plural(t.NSteps, "step"), plural(t.NCalls, "call"))
	}
	if t.NotApplicable > 0 {
		fmt.Fprintf(&b, " %s could not look: the log lacks what they read.", plural(t.NotApplicable, "rule"))
	}
	if t.Error.Text != "" {
		b.WriteString(" Error: " + t.Error.Text)
	}
	return b.String()
}

// Whereabouts says where the log has the attempt, and what it is.
func Whereabouts(t *result.Transcript) string {
	where := t.File
	if t.Record > 0 {
		where += ", record " + strconv.Itoa(t.Record)
	}
	parts := []string{"Log: " + where}
	if t.Benchmark != "" {
		parts = append(parts, "benchmark "+t.Benchmark)
	}
	if t.Model != "" && t.Model != t.Run {
		parts = append(parts, "model "+t.Model)
	}
	if t.Agent != "" && t.Agent != t.Run {
		parts = append(parts, "agent "+t.Agent)
	}
	return strings.Join(append(parts, t.Strata...), "; ") + "."
}

type transcriptWriter struct {
	t   *result.Transcript
	doc *reports.Document
}

func (w *transcriptWriter) add(b reports.Block) { w.doc.Blocks = append(w.doc.Blocks, b) }

func (w *transcriptWriter) heading(id, text string) {
	w.add(reports.Heading{Level: 2, ID: id, Text: text})
}

func (w *transcriptWriter) prose(text string, tone reports.Tone) {
	w.add(reports.Prose{Spans: []reports.Span{{Text: reports.Visible(text)}}, Tone: tone})
}

// passageCell is a text of the log on one line, as long as the transcript has it.
func passageCell(text string) reports.Cell {
	cell := reports.Cell{Text: reports.Visible(text)}
	if cell.Text != text {
		cell.Full = text
	}
	return cell
}

func (w *transcriptWriter) verdicts() {
	t := reports.Table{ID: "verdicts", Columns: []reports.Column{{Name: "Who", Key: "who", Kind: reports.Text}, {Name: "Verdict", Key: "verdict", Kind: reports.Text}, {Name: "Words", Key: "words", Kind: reports.Text}}}
	row := func(who, verdict, words string) {
		t.Rows = append(t.Rows, []reports.Cell{reports.NameCell(who), {Text: verdict}, passageCell(words)})
	}
	for _, j := range w.t.Judgments {
		who := j.Judge
		if j.Reference {
			who += " (reference)"
		}
		row(who, Grade(j.Verdict), j.Words.Text)
	}
	for i, c := range w.t.Claims {
		row(fmt.Sprintf("claim %d", i+1), Grade(&c.Score), c.Text.Text)
	}
	for _, a := range []struct {
		who string
		p   result.Passage
	}{{"expected answer", w.t.Expected}, {"given answer", w.t.Predicted}, {"response", w.t.Response}} {
		if a.p.Text != "" {
			row(a.who, "", a.p.Text)
		}
	}
	if len(t.Rows) > 0 {
		w.heading("verdicts-section", "Verdicts")
		empty := func(c reports.Cell) bool { return c.Text == "" }
		setAside(&t, "verdict", empty)
		setAside(&t, "words", empty)
		w.add(t)
	}
}

// Grade is a verdict from 0 to 1 as a person says it.
func Grade(v *float64) string {
	switch {
	case v == nil:
		return "none"
	case *v == 1:
		return "1 (success)"
	case *v == 0:
		return "0 (failure)"
	}
	return reports.FormatStatistic(*v)
}

func (w *transcriptWriter) findings() {
	w.heading("findings-section", "What was found")
	if len(w.t.Findings) == 0 {
		w.prose("No rule found anything, and the log has no labels.", reports.Plain)
		return
	}
	t := reports.Table{ID: "findings", Columns: []reports.Column{{Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "By", Key: "source", Kind: reports.Text}, {Name: "Tool", Key: "tool", Kind: reports.Text}, {Name: "Evidence", Key: "evidence", Kind: reports.Text}}}
	for _, f := range w.t.Findings {
		mode := reports.NameCell(f.Mode)
		mode.Strong = f.Primary
		t.Rows = append(t.Rows, []reports.Cell{stepCell(f.Step), mode, reports.NameCell(FoundBy(f)), reports.NameCell(f.Tool), passageCell(f.Evidence + FindingNote(f))})
	}
	empty := func(c reports.Cell) bool { return c.Text == "" }
	setAside(&t, "tool", empty)
	setAside(&t, "evidence", empty)
	setAside(&t, "step", func(c reports.Cell) bool { return !c.HasValue })
	w.add(t)
}

// FoundBy says who found something.
func FoundBy(f result.Finding) string {
	switch f.Source {
	case result.SourceDetected:
		return "rule"
	case result.SourceRecorded:
		return "harness"
	}
	if f.Annotator != "" {
		return f.Annotator
	}
	return "label"
}

// FindingNote is what is to be said of a finding beside its evidence.
func FindingNote(f result.Finding) string {
	var notes []string
	switch {
	case f.Primary && f.Source == result.SourceDetected:
		notes = append(notes, "primary")
	case f.Primary:
		notes = append(notes, "called the root")
	}
	if f.Mended {
		notes = append(notes, "made up for later")
	}
	if f.Off {
		notes = append(notes, "not counted: the rule is off by default")
	}
	if f.More > 0 {
		notes = append(notes, fmt.Sprintf("and %s more", plural(f.More, "place")))
	}
	if len(notes) == 0 {
		return ""
	}
	return " [" + strings.Join(notes, "; ") + "]"
}

func (w *transcriptWriter) plan() {
	if len(w.t.Plan) == 0 {
		return
	}
	w.heading("plan-section", "The plan beside the calls")
	t := reports.Table{ID: "plan", Columns: []reports.Column{{Name: "Planned", Key: "planned", Kind: reports.Text}, {Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "Called", Key: "called", Kind: reports.Text}, {Name: "How", Key: "how", Kind: reports.Text}}}
	for _, l := range w.t.Plan {
		how := reports.Cell{Text: l.How, Tone: HowTone(l.How)}
		if l.Differ != "" {
			how = passageCell(l.How + ": " + l.Differ)
			how.Tone = HowTone(l.How)
		}
		made := l.Made.Text
		if l.How == "as planned" && made == l.Arguments.Text {
			made = ""
		}
		t.Rows = append(t.Rows, []reports.Cell{passageCell(toolCall(l.Planned, l.Arguments.Text)), stepCell(l.Step), passageCell(toolCall(l.Called, made)), how})
	}
	t.Notes = []string{"Calls and plan are paired one to one, equal arguments first. A call beyond the plan need not be a mistake: what is one, the findings say."}
	w.add(t)
}

// HowTone is how well a call answers its need.
func HowTone(how string) reports.Tone {
	switch how {
	case "as planned":
		return reports.Good
	case "other arguments", "never called", "failed":
		return reports.Bad
	}
	return reports.Faint
}

// toolCall is a tool with its arguments.
func toolCall(tool, arguments string) string {
	if arguments == "" {
		return tool
	}
	return tool + " " + arguments
}

func (w *transcriptWriter) steps() {
	w.heading("steps-section", "Step by step")
	if w.t.NSteps == 0 {
		w.prose("The log has no messages of this attempt.", reports.Plain)
		return
	}
	t := reports.Table{ID: "steps", Columns: []reports.Column{{Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "Who", Key: "who", Kind: reports.Text}, {Name: "What", Key: "what", Kind: reports.Text}}}
	for i := range w.t.Steps {
		w.step(&t, &w.t.Steps[i])
	}
	if w.t.Cut > 0 || len(w.t.Steps) < w.t.NSteps {
		t.Notes = append(t.Notes, cutNote(w.t)+"; --full shows all.")
	}
	w.add(t)
}

// cutNote says what a transcript leaves out.
func cutNote(t *result.Transcript) string {
	var parts []string
	if left := t.NSteps - len(t.Steps); left > 0 {
		parts = append(parts, plural(left, "step")+" left out")
	}
	if t.Cut > 0 {
		parts = append(parts, plural(t.Cut, "text")+" cut")
	}
	return capital(strings.Join(parts, ", "))
}

// step writes one message: what was said, the calls with their answers, and what was found in
// it. Further lines of a step show no number.
func (w *transcriptWriter) step(t *reports.Table, s *result.TranscriptStep) {
	if s.Skipped > 0 {
		t.Rows = append(t.Rows, []reports.Cell{{Kind: reports.Integer}, {}, {Text: "… " + plural(s.Skipped, "step") + " left out …", Tone: reports.Faint}})
	}
	first := true
	line := func(who, what string, tone reports.Tone, strong ...bool) {
		number := stepCell(&s.Step)
		if !first {
			number.Text = ""
		}
		first = false
		cell := passageCell(what)
		cell.Tone, cell.Strong = tone, len(strong) > 0
		t.Rows = append(t.Rows, []reports.Cell{number, {Text: reports.ShortName(who), Strong: cell.Strong}, cell})
	}
	switch {
	case s.Repeats:
		line(s.Role, "(the result above)", reports.Faint)
	case s.Content.Text != "" || len(s.Calls) == 0:
		line(s.Role, s.Content.Text, reports.Plain)
	}
	for _, c := range s.Calls {
		line("call", toolCall(c.Tool, c.Arguments.Text), reports.Plain)
		if c.Error.Text != "" {
			line("error", c.Error.Text, reports.Bad)
		}
		switch {
		case c.Result.Text == "" && c.Failed && c.Error.Text == "":
			line("failed", "(the log does not say how)", reports.Bad)
		case c.Result.Text != "" && c.Failed && c.Error.Text == "":
			line("failed", c.Result.Text, reports.Bad)
		case c.Result.Text != "":
			line("result", c.Result.Text, reports.Faint)
		}
	}
	for _, m := range s.Marks {
		f := w.t.Findings[m]
		line("^ "+f.Mode, FoundBy(f)+": "+f.Evidence+FindingNote(f), reports.Plain, true)
	}
	for _, p := range []struct {
		at   *int
		what string
	}{{w.t.FirstStep, "the first deviating step"}, {w.t.LastStep, "the last step that could still have saved the attempt"}} {
		if p.at != nil && *p.at == s.Step {
			line("^", p.what, reports.Plain, true)
		}
	}
}
