package compose

import (
	"fmt"
	"strconv"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// SideBySide is two attempts at one task, their calls aligned.
type SideBySide struct {
	A, B  *result.Transcript
	Lines []SideLine
	Whole bool // calls are shown whole
}

// SideLine is one line of the two: a call of either or of both.
type SideLine struct {
	A, B         *result.TranscriptCall // nil: that attempt has no call here
	StepA, StepB int
}

// Transcripts writes two attempts side by side: how each ended, what was found, and the calls.
func Transcripts(s SideBySide) (*reports.Document, error) {
	doc := &reports.Document{Title: fmt.Sprintf("Task %s: %s and %s", s.A.Task, reports.ShortName(s.A.Run), reports.ShortName(s.B.Run))}
	w := &transcriptWriter{doc: doc}
	for _, side := range []struct {
		letter string
		t      *result.Transcript
	}{{"A", s.A}, {"B", s.B}} {
		w.prose(fmt.Sprintf("%s is %s, trial %d. %s", side.letter, side.t.Run, side.t.Trial, Ending(side.t)), EndingTone(side.t))
		w.prose(Whereabouts(side.t), reports.Faint)
	}
	if request := s.A.Request.Text; request != "" {
		w.heading("task", "The task")
		w.prose(request, reports.Plain)
		if other := s.B.Request.Text; other != request && other != "" {
			w.prose("B was asked in other words: "+other, reports.Plain)
		}
	}
	both := []*result.Transcript{s.A, s.B}
	if t, ok := claimsBeside(both, reports.ShortName); ok {
		w.heading("claims-section", "Claims side by side")
		w.add(t)
	}
	if t, ok := verdictsBeside(both, reports.ShortName); ok {
		w.heading("judges-section", "Verdicts side by side")
		w.add(t)
	}
	w.heading("calls-section", "Calls side by side")
	if len(s.Lines) == 0 {
		w.prose("The log has no calls of either.", reports.Plain)
	} else {
		w.add(sideTable(s))
	}
	w.heading("findings-section", "What was found")
	t := reports.Table{ID: "findings", Columns: []reports.Column{{Name: "Of", Key: "of", Kind: reports.Text}, {Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "By", Key: "source", Kind: reports.Text}, {Name: "Evidence", Key: "evidence", Kind: reports.Text}}}
	for i, side := range both {
		for _, f := range side.Findings {
			t.Rows = append(t.Rows, []reports.Cell{{Text: string(rune('A' + i))}, stepCell(f.Step), reports.NameCell(f.Mode), reports.NameCell(FoundBy(f)), passageCell(f.Evidence + FindingNote(f))})
		}
	}
	if len(t.Rows) == 0 {
		w.prose("No rule found anything in either, and the log has no labels.", reports.Plain)
		return doc, nil
	}
	w.add(t)
	return doc, nil
}

// sideTable is the calls of both, one line where they meet.
func sideTable(s SideBySide) reports.Table {
	t := reports.Table{ID: "calls", Caption: "=: the same call with equal arguments. ~: the same tool with others. <, >: only A, only B. !: the call failed.",
		Columns: []reports.Column{{Name: "Step", Key: "step_a", Kind: reports.Text}, {Name: "A", Key: "call_a", Kind: reports.Text}, {Name: "", Key: "same", Kind: reports.Text}, {Name: "Step", Key: "step_b", Kind: reports.Text}, {Name: "B", Key: "call_b", Kind: reports.Text}}}
	for _, l := range s.Lines {
		mark := meeting(l)
		row := []reports.Cell{{}, {}, {Text: mark, Strong: mark != "="}, {}, {}}
		if l.A != nil {
			row[0], row[1] = sideStep(l.StepA), s.callCell(l.A, toolCall(l.A.Tool, l.A.Arguments.Text))
		}
		if l.B != nil {
			what := toolCall(l.B.Tool, l.B.Arguments.Text)
			if mark == "=" {
				what = l.B.Tool
			}
			row[3], row[4] = sideStep(l.StepB), s.callCell(l.B, what)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// sideStep is a step's number; a call that was planned and not made has none.
func sideStep(step int) reports.Cell {
	if step < 0 {
		return reports.Cell{}
	}
	return reports.Cell{Text: strconv.Itoa(step)}
}

func meeting(l SideLine) string {
	switch {
	case l.B == nil:
		return "<"
	case l.A == nil:
		return ">"
	case l.A.Same == l.B.Same:
		return "="
	}
	return "~"
}

func (s SideBySide) callCell(c *result.TranscriptCall, what string) reports.Cell {
	if c.Failed {
		answer := c.Error.Text
		if answer == "" {
			answer = c.Result.Text
		}
		what = "! " + what
		if answer != "" {
			what += " → " + answer
		}
	}
	cell := passageCell(what)
	if !s.Whole {
		cell = reports.CutCell(what, 2*reports.MaxNameRunes)
	}
	cell.Strong = c.Failed
	return cell
}
