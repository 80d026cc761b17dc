package compose

import (
	"cmp"
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

func casesDirective() directive {
	return directive{name: "cases", benchmark: true, asks: asksOne,
		doc: "Attempts to read, with verdicts, findings and calls: one with each label, which is the default; of each failure mode that rules find; of each way in which a judge errs (of=disagreement), in the log's words where it has some; or two runs at the task where they differ most (of=contrast), or all runs at one task (task=NAME), with claims and verdicts side by side.",
		args: []parameter{
			{name: "of", doc: "what the attempts are examples of", takes: []string{result.CasesOfLabels, result.CasesOfModes, result.CasesOfDisagreements, result.CasesOfContrasts}},
			{name: "name", doc: "only these labels, modes or reasons, separated by commas"},
			{name: "by", doc: "of labels the annotator, of disagreements the judge; by default all annotators, and the judge that agrees most with the reference"},
			{name: "task", doc: "the runs' attempts at this task"},
			{name: "runs", doc: "which runs, separated by commas; by default all, of a contrast the best two"},
			partArgument,
		},
		write: func(e *executor, c *call, v *view) error {
			return e.asked(c, v, func(a *result.Answer) error {
				blocks, _, err := e.section("", "", func() error {
					e.c.cases(v, cmp.Or(c.arg("of"), c.arg("task"), result.CasesOfLabels), a.Cases, e.level+1)
					return nil
				})
				if err == nil {
					e.emit(shown(blocks, c.arg("show"))...)
				}
				return err
			})
		}}
}

// cases writes the list of cases of a kind, what is side by side where they are of one task, and each by
// itself below a heading.
func (c *composer) cases(v *view, kind string, list []result.Case, level int) {
	id := func(part string) string { return c.names.Id(part, v.slug, kind) }
	c.add(c.caseTable(v, list, id("cases")))
	var read []*result.Transcript
	for i := range list {
		if list[i].Transcript != nil {
			read = append(read, list[i].Transcript)
		}
	}
	if list[0].Name == "" {
		if t, ok := claimsBeside(read, c.names.Show); ok {
			t.ID = id("claims")
			c.add(t)
		}
		if t, ok := verdictsBeside(read, c.names.Show); ok {
			t.ID = id("verdicts")
			c.add(t)
		}
	}
	for i := range list {
		one := &list[i]
		if one.Transcript == nil {
			continue
		}
		title := c.names.Show(one.Of.Run) + ", task " + reports.ShortName(one.Of.Task)
		if one.Name != "" {
			title = reports.ShortName(one.Name) + ": " + title
		}
		c.add(reports.Heading{Level: level, ID: id("case-section"), Text: title})
		for _, b := range caseBlocks(one, one.Name == "") {
			if t, ok := b.(reports.Table); ok {
				t.ID = id("case-" + t.ID)
				b = t
			}
			c.add(b)
		}
	}
}

// caseTable has a row a case.
func (c *composer) caseTable(v *view, list []result.Case, id string) reports.Table {
	t := reports.Table{ID: id, Caption: "Attempts to read: of those with one name the first that failed, in the order of runs and tasks. Judges with the verdict of each; calls by tool.",
		Columns: []reports.Column{{Name: "Example of", Key: "name", Kind: reports.Text}, {Name: "By", Key: "by", Kind: reports.Text}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Trial", Key: "trial", Kind: reports.Integer},
			{Name: "Outcome", Key: "outcome", Kind: reports.Text}, {Name: "Judges: success", Key: "passed_by", Kind: reports.Text}, {Name: "Judges: failure", Key: "failed_by", Kind: reports.Text}, {Name: "Calls", Key: "calls", Kind: reports.Integer}, {Name: "Tools called", Key: "tools", Kind: reports.Text}}}
	if list[0].Name == "" {
		t.Caption = "The runs' attempts at task " + reports.ShortName(list[0].Of.Task) + ": the first of each. Judges with the verdict of each; calls by tool."
	}
	for i := range list {
		one := &list[i]
		row := []reports.Cell{c.names.NameCell(one.Name), c.names.NameCell(one.By), reports.CountCell(one.Count), c.names.Cell(one.Of.Run), c.linked(c.names.NameCell(one.Of.Task), c.pages.attempt(v.name, one.Of.Run, one.Of.Task, one.Of.Trial)), trialCell(one.Of.Trial), {Text: one.Outcome}, {}, {}, reports.MissingCell(reports.Integer), {}}
		if tr := one.Transcript; tr != nil {
			row[7], row[8] = reports.TextCell(judgesSaying(tr, true)), reports.TextCell(judgesSaying(tr, false))
			row[9], row[10] = reports.CountCell(tr.NCalls), reports.TextCell(toolCounts(tr))
		}
		t.Rows = append(t.Rows, row)
	}
	empty := func(cell reports.Cell) bool { return cell.Text == "" }
	for _, key := range []string{"name", "by", "passed_by", "failed_by", "tools"} {
		setAside(&t, key, empty)
	}
	setAside(&t, "attempts", func(reports.Cell) bool { return list[0].Name == "" })
	setAside(&t, "calls", func(cell reports.Cell) bool { return !cell.HasValue })
	unsigned(&t)
	return t
}

// judgesSaying lists the judges of one verdict.
func judgesSaying(t *result.Transcript, success bool) string {
	var out []string
	for _, j := range t.Judgments {
		if j.Verdict != nil && (*j.Verdict >= 0.5) == success {
			name := reports.ShortName(j.Judge)
			if j.Reference {
				name += " (reference)"
			}
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}

// toolCounts are the tools that an attempt called, in the order of their first calls, with how
// often.
func toolCounts(t *result.Transcript) string {
	var names []string
	times := map[string]int{}
	for _, s := range t.Steps {
		for _, c := range s.Calls {
			addOnce(&names, c.Tool)
			times[c.Tool]++
		}
	}
	for i, name := range names {
		names[i] = reports.ShortName(name)
		if n := times[name]; n > 1 {
			names[i] += " × " + reports.FormatCount(n)
		}
	}
	return strings.Join(names, ", ")
}

// caseBlocks is one case in a report: what it is, the verdicts unless they stand side by side
// with others, findings and calls.
func caseBlocks(one *result.Case, beside bool) []reports.Block {
	t := one.Transcript
	w := &transcriptWriter{t: t, doc: &reports.Document{}}
	w.prose(caseWords(one), outcomeTone(one.Outcome))
	if t.Request.Text != "" {
		w.prose("The task: "+t.Request.Text, reports.Plain)
	}
	switch {
	case beside:
	case slices.ContainsFunc(t.Judgments, func(j result.JudgeVerdict) bool { return j.Words.Text != "" }) || len(t.Claims) > 0:
		w.verdicts()
	case len(t.Judgments) > 0:
		w.prose(verdictWords(t), reports.Plain)
	}
	switch bare := func(f result.Finding) bool { return f.Step == nil && f.Tool == "" }; {
	case len(t.Findings) == 0:
	case !slices.ContainsFunc(t.Findings, func(f result.Finding) bool { return !bare(f) }):
		w.prose(findingWords(t), reports.Plain)
	default:
		w.findings()
	}
	w.calls()
	if t.Response.Text != "" && beside {
		w.prose("The answer: "+t.Response.Text, reports.Plain)
	}
	what := reports.ShortName(one.Of.Run) + " at task " + reports.ShortName(one.Of.Task)
	captions := map[string]string{"verdicts": "What judges and checks say of " + what + ".", "findings": "What labels and rules say of " + what + ".", "calls": "Calls of " + what + "; steps are messages of the conversation, the first being 0."}
	var out []reports.Block
	for _, b := range w.doc.Blocks {
		switch b := b.(type) {
		case reports.Heading:
			continue
		case reports.Table:
			b.Caption, b.Long = captions[b.ID], true
			out = append(out, b)
		default:
			out = append(out, b)
		}
	}
	return out
}

// verdictWords are the judges' verdicts in a sentence.
func verdictWords(t *result.Transcript) string {
	var out []string
	for _, side := range []struct {
		word    string
		success bool
	}{{"Success", true}, {"Failure", false}} {
		if who := judgesSaying(t, side.success); who != "" {
			out = append(out, side.word+" by "+who+".")
		}
	}
	return strings.Join(out, " ")
}

// findingWords are findings that have no place, in a sentence.
func findingWords(t *result.Transcript) string {
	var out []string
	for _, f := range t.Findings {
		what := f.Mode
		if f.Evidence != "" {
			what += ": " + f.Evidence
		}
		out = append(out, what+" ("+FoundBy(f)+")"+FindingNote(f))
	}
	return "Said of it: " + strings.Join(out, "; ") + "."
}

// caseWords say what an attempt is an example of, and how it ended.
func caseWords(one *result.Case) string {
	out := map[string]string{result.OutcomeFailed: "Failed", result.OutcomeSucceeded: "Succeeded"}[one.Outcome]
	if out == "" {
		out = "No outcome"
	}
	out += ", trial " + reports.FormatCount(one.Of.Trial) + "."
	if one.Count > 0 {
		out += " One of " + plural(one.Count, "attempt") + " with " + reports.Visible(one.Name)
		if one.By != "" {
			out += " by " + reports.Visible(one.By)
		}
		out += "."
	}
	if n := one.Transcript.NSteps; n > 0 {
		out += " " + plural(n, "step") + " with " + plural(one.Transcript.NCalls, "call") + "."
	}
	return out
}

func outcomeTone(outcome string) reports.Tone {
	switch outcome {
	case result.OutcomeFailed:
		return reports.Bad
	case result.OutcomeSucceeded:
		return reports.Good
	}
	return reports.Careful
}

// calls lists an attempt's calls with their answers and the labels on them.
func (w *transcriptWriter) calls() {
	t := reports.Table{ID: "calls", Columns: []reports.Column{{Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "Call", Key: "call", Kind: reports.Text}, {Name: "Answer", Key: "answer", Kind: reports.Text}, {Name: "Labels", Key: "labels", Kind: reports.Text}}}
	for i := range w.t.Steps {
		s := &w.t.Steps[i]
		for k := range s.Calls {
			c := &s.Calls[k]
			answer, tone := c.Result.Text, reports.Faint
			if c.Failed {
				answer, tone = "failed: "+c.Error.Text, reports.Bad
				if c.Error.Text == "" {
					answer = strings.TrimSuffix("failed: "+c.Result.Text, ": ")
				}
			}
			cell := passageCell(answer)
			cell.Tone = tone
			t.Rows = append(t.Rows, []reports.Cell{stepCell(&s.Step), passageCell(toolCall(c.Tool, c.Arguments.Text)), cell, reports.TextCell(strings.Join(c.Labels, ", "))})
		}
	}
	if left := w.t.NCalls - len(t.Rows); left > 0 {
		t.Notes = append(t.Notes, plural(left, "more call")+"; `mcpstats show` has them.")
	}
	if len(t.Rows) == 0 {
		return
	}
	for _, key := range []string{"answer", "labels"} {
		setAside(&t, key, func(c reports.Cell) bool { return c.Text == "" })
	}
	w.heading("calls-section", "Calls")
	w.add(t)
}
