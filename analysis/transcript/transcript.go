package transcript

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"mcpstats/analysis/failures"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// Of is an attempt's transcript. It keeps no memory of the attempt.
func Of(t *datasets.Trajectory, taxonomy table.Taxonomy, limits Limits) *result.Transcript {
	w := &writer{t: t, taxonomy: taxonomy, passages: passages{limits: limits}, out: &result.Transcript{
		Benchmark: strings.Clone(t.Benchmark), Run: strings.Clone(t.Run), Task: strings.Clone(t.Task), Trial: t.Trial,
		Model: strings.Clone(t.Model), Agent: strings.Clone(t.Agent), File: strings.Clone(t.Place.File), Record: t.Place.Row,
		Outcome: outcome(t), Reward: pointer(t.Reward), Exit: strings.Clone(string(t.Exit)), NSteps: len(t.Steps),
		Findings: []result.Finding{}, Steps: []result.TranscriptStep{},
	}}
	for _, name := range slices.Sorted(maps.Keys(t.Strata)) {
		w.out.Strata = append(w.out.Strata, name+": "+t.Strata[name])
	}
	w.findings()
	// The verdicts come before the messages: of a budget that both share they need little.
	w.verdicts()
	w.plan()
	w.foreseen()
	w.steps()
	w.out.Cut = w.cut
	return w.out
}

// writer makes a transcript.
type writer struct {
	passages
	t        *datasets.Trajectory
	taxonomy table.Taxonomy
	out      *result.Transcript
	marks    map[int][]int // by step: findings
}

func outcome(t *datasets.Trajectory) string {
	switch {
	case !t.Success.Known:
		return "unknown"
	case t.Success.Value:
		return "success"
	}
	return "failure"
}

func pointer[T any](m datasets.Maybe[T]) *T {
	if !m.Known {
		return nil
	}
	v := m.Value
	return &v
}

// findings asks every rule, and takes over what the harness recorded and people noted.
func (w *writer) findings() {
	d := table.DetectFailures(w.t, w.taxonomy)
	failed := w.t.Success.Known && !w.t.Success.Value
	if failed {
		w.out.Cause = d.Course.OfFailure().String()
		w.out.FirstStep, w.out.LastStep = pointer(d.Course.First), pointer(d.Course.Last)
	}
	for m := range w.taxonomy {
		mode := &w.taxonomy[m]
		if slices.Contains(mode.Exits, w.t.Exit) && w.t.Exit != datasets.ExitUnstated {
			w.out.Findings = append(w.out.Findings, result.Finding{Mode: mode.Name, Source: result.SourceRecorded})
		}
		if mode.Detector == nil {
			continue
		}
		hits, applicable := mode.Detector.Detect(w.t)
		if !applicable {
			w.out.NotApplicable++
			continue
		}
		primary := failed && d.Course.Primary.Known && d.Course.Primary.Value == m
		if primary {
			w.out.Primary = mode.Name
		}
		shown := hits
		if most := w.limits.Hits; most > 0 && len(hits) > most {
			shown = hits[:most]
		}
		for i, h := range shown {
			f := result.Finding{Mode: mode.Name, Source: result.SourceDetected, Step: pointer(h.Step), Tool: table.Excerpt(h.Tool, table.MaxTool),
				Evidence: table.Excerpt(h.Excerpt, table.MaxExcerpt), Primary: primary && i == 0, Mended: h.Mended, Off: mode.Off()}
			if i == len(shown)-1 {
				f.More = len(hits) - len(shown)
			}
			w.out.Findings = append(w.out.Findings, f)
		}
	}
	for i := range w.t.FailureLabels[:atMost(len(w.t.FailureLabels), 10*w.limits.Hits)] {
		l := &w.t.FailureLabels[i]
		mode := strings.Clone(l.Mode)
		if m, ok := w.taxonomy.OfLabel(l.Mode); ok {
			mode = m.Name
		}
		note := l.Note
		if mode != l.Mode { // what is counted under another name keeps its own word
			note = strings.TrimSuffix(l.Mode+": "+note, ": ")
		}
		w.out.Findings = append(w.out.Findings, result.Finding{Mode: mode, Source: result.SourceLabelled, Annotator: strings.Clone(l.By()), Step: pointer(l.Step),
			Evidence: table.Excerpt(note, table.MaxExcerpt), Primary: l.Root})
	}
	w.marks = map[int][]int{}
	for i, f := range w.out.Findings {
		if f.Step != nil {
			w.marks[*f.Step] = append(w.marks[*f.Step], i)
		}
	}
}

// verdicts takes over what says how good the attempt was, and the judges' words.
func (w *writer) verdicts() {
	w.out.Error = w.take(w.t.Error)
	for i := range w.t.Steps {
		if s := &w.t.Steps[i]; s.Role == "user" && s.Content != "" {
			w.out.Request = w.take(s.Content)
			break
		}
	}
	w.out.Expected, w.out.Predicted = w.take(w.t.ExpectedAnswer), w.take(w.t.PredictedAnswer)
	if n := len(w.t.Steps); n == 0 || w.t.Steps[n-1].Content != w.t.Response {
		w.out.Response = w.take(w.t.Response, w.evidence(-1)...)
	}
	for _, c := range w.t.Claims[:atMost(len(w.t.Claims), w.limits.Steps)] {
		w.out.Claims = append(w.out.Claims, result.ClaimVerdict{Text: w.take(c.Text), Score: c.Score})
	}
	for _, j := range w.t.Judgments[:atMost(len(w.t.Judgments), w.limits.Steps)] {
		w.out.Judgments = append(w.out.Judgments, result.JudgeVerdict{Judge: strings.Clone(j.Judge), Verdict: pointer(j.Verdict), Reference: j.Reference,
			Confidence: pointer(j.Confidence), Words: w.take(j.Raw)})
	}
}

// atMost is n within a limit; 0 is none.
func atMost(n, limit int) int {
	if limit > 0 {
		return min(n, limit)
	}
	return n
}

// hows are the words for how a call answers a need.
var hows = map[failures.Meeting]string{
	failures.AsPlanned: "as planned", failures.OtherArguments: "other arguments", failures.CallFailed: "failed",
	failures.NeverCalled: "never called", failures.NotPlanned: "not in the plan",
}

// mostPlanned bounds the lines of the plan beside the calls.
const mostPlanned = 500

func (w *writer) plan() {
	lines := failures.PlanBeside(w.t)
	if lines == nil { // the plan by itself
		for i := range w.t.Expected {
			lines = append(lines, failures.Beside{Need: i, How: failures.NeverCalled})
		}
	}
	known := (w.t.Steps != nil || w.t.Predicted != nil) && !w.t.CallsUnread()
	for i, l := range lines {
		if w.limits.Steps > 0 && i == mostPlanned {
			w.out.Plan = append(w.out.Plan, result.PlannedCall{How: fmt.Sprintf("%d more lines are left out", len(lines)-i)})
			break
		}
		line := result.PlannedCall{How: hows[l.How], Differ: table.Excerpt(l.Differ, 4*table.MaxExcerpt)}
		if !known {
			line.How = "calls not known"
		}
		if l.Need >= 0 {
			n := &w.t.Expected[l.Need]
			line.Planned, line.Arguments = table.Excerpt(strings.Join(n.AnyOf, " or "), 2*table.MaxTool), w.take(n.Arguments)
			if len(n.AnyOf) == 0 {
				line.Planned = "(a need that no tool meets)"
			}
		}
		if c := l.Call; c != nil {
			if step := c.Step; step >= 0 {
				line.Step = &step
			}
			line.Called, line.Made = toolName(c.Server, c.Tool), w.take(c.Arguments)
		}
		w.out.Plan = append(w.out.Plan, line)
	}
}

func toolName(server, tool string) string {
	if server != "" {
		tool = server + "::" + tool
	}
	return table.Excerpt(tool, 2*table.MaxTool)
}

// steps takes over the messages; of more than fit, those that are marked, the first and the
// last.
func (w *writer) steps() {
	shown := w.shownSteps()
	skipped, calls := 0, 0
	for i := range w.t.Steps {
		s := &w.t.Steps[i]
		w.out.NCalls += len(s.Calls)
		if shown != nil && !shown[i] {
			skipped++
			continue
		}
		evidence := w.evidence(i)
		step := result.TranscriptStep{Step: i, Role: strings.Clone(s.Role), Marks: w.marks[i], Skipped: skipped}
		if step.Repeats = w.repeats(i); !step.Repeats {
			step.Content = w.take(s.Content, evidence...)
		}
		skipped = 0
		for j := range s.Calls {
			if w.limits.Calls > 0 && calls == w.limits.Calls {
				step.CallsLeft = len(s.Calls) - j
				break
			}
			calls++
			c := &s.Calls[j]
			step.Calls = append(step.Calls, result.TranscriptCall{Tool: toolName(c.Server, c.Tool), Arguments: w.take(c.Arguments, evidence...),
				Result: w.take(c.Result, evidence...), Error: w.take(c.Error, evidence...), Failed: trace.Failed(c), LatencyMS: pointer(c.LatencyMS), Labels: cloned(c.Labels), Same: same(c)})
		}
		w.out.Steps = append(w.out.Steps, step)
	}
}

// cloned are texts in memory of their own: a transcript outlives the batch that it was read from.
func cloned(texts []string) (out []string) {
	for _, s := range texts {
		out = append(out, strings.Clone(s))
	}
	return out
}

// repeats tells whether a message only carries the result of a call of the message that the
// agent sent last: many logs have both.
func (w *writer) repeats(step int) bool {
	text := w.t.Steps[step].Content
	if w.t.Steps[step].Role != "tool" || text == "" {
		return false
	}
	for i := step - 1; i >= 0; i-- {
		if w.t.Steps[i].Role == "tool" {
			continue
		}
		return slices.ContainsFunc(w.t.Steps[i].Calls, func(c datasets.ToolCall) bool { return c.Result == text || c.Error == text })
	}
	return false
}

// foreseen takes over what the agent meant to call, where the log has no messages, and how a
// retriever ranked the tools.
func (w *writer) foreseen() {
	if w.t.Steps == nil {
		for _, item := range w.t.Predicted {
			item = trace.PlannedTool(item)
			w.out.Foreseen = append(w.out.Foreseen, result.TranscriptCall{Tool: table.Excerpt(item, 2*table.MaxTool), Same: item})
		}
	}
	const most = 10
	for _, r := range w.t.Ranked[:min(most, len(w.t.Ranked))] {
		w.out.Ranked = append(w.out.Ranked, table.Excerpt(r.Tool, 2*table.MaxTool))
	}
}

// shownSteps is nil where all are shown.
func (w *writer) shownSteps() map[int]bool {
	n, most := len(w.t.Steps), w.limits.Steps
	if most == 0 || n <= most {
		return nil
	}
	shown := map[int]bool{0: true, n - 1: true}
	show := func(i int) {
		if len(shown) < most && i >= 0 && i < n {
			shown[i] = true
		}
	}
	for _, p := range []*int{w.out.FirstStep, w.out.LastStep} {
		if p != nil {
			show(*p)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(w.marks)) { // what was marked, with what led to it
		if len(shown) < most/2 {
			show(i)
			show(i - 1)
			show(i + 1)
		}
	}
	for i := 0; len(shown) < most; i++ {
		show(i)
		show(n - 1 - i)
	}
	return shown
}

// evidence is what rules and labels saw at a step; -1 stands for all steps.
func (w *writer) evidence(step int) []string {
	var out []string
	for _, f := range w.out.Findings {
		if f.Evidence != "" && (step < 0 || f.Step != nil && *f.Step == step) {
			out = append(out, f.Evidence)
		}
	}
	return out
}

// same is equal for two calls of one tool with arguments of equal value: 1 and 1.0, and keys
// in any order. Arguments that are not known are equal here, as there is nothing to tell the
// calls apart by.
func same(c *datasets.ToolCall) string {
	arguments := c.Arguments
	if v, ok := trace.DecodeJSON(arguments); ok {
		if b, err := json.Marshal(v); err == nil {
			arguments = string(b)
		}
	}
	digest := sha256.Sum256([]byte(arguments)) // arguments may be megabytes
	return c.Server + "\x00" + c.Tool + "\x00" + string(digest[:])
}
