package formats

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// otelTrace is what is known of one trace so far.
type otelTrace struct {
	id    string
	cells []mapping.Cell
	from  []otelRank // where each cell was taken from

	root       *otelRoot
	start, end int64 // of all spans, where there is no root
	model      otelUsage
	agent      otelUsage
	talks      map[string]otelTalk // what was said, by the span above
	nodes      map[string]otelNode // the spans
	agents     []otelNamed         // what spans below the root say of their agent
	calls      []otelCall
	judgments  []datasets.Judgment
	labels     []string
}

// otelRank orders the places that an attribute may stand in: the more particular to the
// attempt, the later. A value gives way to one of a higher rank and to no other.
type otelRank int8

const (
	otelNowhere otelRank = iota
	otelResource
	otelSpanRank
	otelRootRank
)

// otelRoot is the span without a parent, which lasts as long as the attempt and ends as it
// ends.
type otelRoot struct {
	start, end int64
	failed     bool
	message    string
	refused    bool
}

// otelUsage is tokens over spans of one kind.
type otelUsage struct{ input, output, cached datasets.Maybe[int64] }

// add sums a span's tokens, under the conventions' present names or those of before.
func (u *otelUsage) add(s *otelSpan) {
	addTokens(&u.input, s.number("gen_ai.usage.input_tokens", "gen_ai.usage.prompt_tokens"))
	addTokens(&u.output, s.number("gen_ai.usage.output_tokens", "gen_ai.usage.completion_tokens"))
	addTokens(&u.cached, s.number("gen_ai.usage.cache_read.input_tokens"))
}

// otelCall is a tool's span. order is negative for one that only the MCP conventions describe.
type otelCall struct {
	start int64
	order int
	call  datasets.ToolCall
}

// newOTelTrace has the trace's id for a first cell, which nothing overrides.
func newOTelTrace(id string, columns int) *otelTrace {
	t := &otelTrace{id: id, cells: make([]mapping.Cell, columns), from: make([]otelRank, columns), talks: map[string]otelTalk{}, nodes: map[string]otelNode{}}
	t.cells[0], t.from[0] = mapping.TextCell(id), otelRootRank // otelTraceID
	return t
}

// add takes one span.
func (t *otelTrace) add(o *otelTable, resource otelHolder, s *otelSpan) {
	rank := otelSpanRank
	if strings.Trim(s.Parent, "0") == "" {
		rank = otelRootRank
	}
	t.take(o, s.otelHolder, rank, strings.Clone(s.ID))
	t.take(o, resource, otelResource, "")
	start, end := nanoseconds(s.Start), nanoseconds(s.End)
	if t.start == 0 || start != 0 && start < t.start {
		t.start = start
	}
	t.end = max(t.end, end)
	failed := s.Status.Code == "2" || s.Status.Code == "STATUS_CODE_ERROR" || s.text("error.type") != ""
	if rank == otelRootRank && t.root == nil {
		t.root = &otelRoot{start: start, end: end, failed: failed, message: strings.Clone(cmp.Or(s.Status.Message, s.text("error.type")))}
	}
	operation := s.text("gen_ai.operation.name")
	t.nodes[strings.Clone(s.ID)] = otelNode{strings.Clone(s.Parent), operation == "invoke_agent"}
	switch {
	case operation == "chat", operation == "text_completion", operation == "generate_content":
		t.model.add(s)
		t.conversation(s, s.Parent)
		if reasons := s.text("gen_ai.response.finish_reasons"); t.root != nil && strings.Contains(reasons, "content_filter") {
			t.root.refused = true
		}
	case operation == "invoke_agent", operation == "invoke_workflow":
		t.agent.add(s)
		t.conversation(s, s.ID)
	case operation == "execute_tool", s.text("mcp.method.name") == "tools/call":
		t.call(s, start, end, failed)
	}
	for i := range s.Events {
		t.event(&s.Events[i])
	}
}

// take keeps attributes, those of the root span before all others.
func (t *otelTrace) take(o *otelTable, h otelHolder, rank otelRank, span string) {
	for _, a := range h.Attributes {
		i, ok := o.columns[a.Key]
		if !ok || t.from[i] >= rank || a.Key == "error.type" && rank != otelRootRank {
			continue // a call that failed does not make the attempt fail
		}
		if c := a.Value.cell(); c.Kind != mapping.Null {
			c.Text = strings.Clone(c.Text)
			if rank == otelSpanRank && strings.HasPrefix(a.Key, "gen_ai.agent.") {
				t.agents = append(t.agents, otelNamed{span, i, c}) // may be a sub-agent's
				continue
			}
			t.cells[i], t.from[i] = c, rank
		}
	}
}

// call takes a tool's span. A call that the conventions of both generative AI
// and MCP describe stands twice; its id or its times tell.
func (t *otelTrace) call(s *otelSpan, start, end int64, failed bool) {
	server, tool := mapping.SplitTool(strings.Clone(cmp.Or(s.text("gen_ai.tool.name"), strings.TrimPrefix(s.Name, "tools/call "))))
	c := datasets.ToolCall{
		ID: s.text("gen_ai.tool.call.id"), Server: server, Tool: tool, IsError: datasets.Known(failed),
		Arguments: s.text("gen_ai.tool.call.arguments"), Result: s.text("gen_ai.tool.call.result"),
	}
	if failed {
		c.Error = strings.Clone(cmp.Or(s.Status.Message, s.text("error.type")))
	}
	if end > start && start > 0 {
		c.LatencyMS = datasets.Known(float64(end-start) / 1e6)
	}
	for i := range t.calls {
		known := &t.calls[i].call
		same := c.ID != "" && known.ID == c.ID
		inside := known.Tool == c.Tool && (c.ID == "" || known.ID == "") && t.calls[i].start <= end && start <= t.calls[i].start+int64(known.LatencyMS.Value*1e6) &&
			(s.text("mcp.method.name") != "") != t.calls[i].mcp()
		if !same && !inside {
			continue
		}
		known.ID, known.Server = cmp.Or(known.ID, c.ID), cmp.Or(known.Server, c.Server)
		known.Arguments, known.Result, known.Error = cmp.Or(known.Arguments, c.Arguments), cmp.Or(known.Result, c.Result), cmp.Or(known.Error, c.Error)
		known.IsError = datasets.Known(known.IsError.Value || failed)
		return
	}
	order := len(t.calls)
	if s.text("mcp.method.name") != "" && s.text("gen_ai.operation.name") == "" {
		order = ^order
	}
	t.calls = append(t.calls, otelCall{start, order, c})
}

// mcp reports whether a call is known from a span of the MCP conventions alone.
func (c *otelCall) mcp() bool { return c.order < 0 }

// event takes an evaluation.
func (t *otelTrace) event(ev *otelEvent) {
	if ev.Name != "gen_ai.evaluation.result" && ev.Event != "gen_ai.evaluation.result" {
		return
	}
	j := datasets.Judgment{Judge: cmp.Or(ev.text("gen_ai.evaluation.name"), "evaluation"), Raw: ev.text("gen_ai.evaluation.explanation")}
	label := ev.text("gen_ai.evaluation.score.label")
	if n := ev.number("gen_ai.evaluation.score.value"); n.Known {
		j.Verdict = n.Maybe
	} else if yes, known, err := mapping.Verdict(mapping.TextCell(label)); err == nil && known {
		j.Verdict = datasets.Known(map[bool]float64{true: 1}[yes])
	}
	t.judgments = append(t.judgments, j)
	t.labels = append(t.labels, label)
}

// fill adds to what the columns gave a trajectory what the spans mean.
func (t *otelTrace) fill(out *datasets.Trajectory) error {
	// An agent's span may repeat the tokens of its model's calls: the sum of both would count them
	// twice.
	usage := t.model
	if !usage.input.Known && !usage.output.Known {
		usage = t.agent
	}
	out.PromptTokens, out.CompletionTokens, out.CachedTokens = firstKnown(out.PromptTokens, usage.input), firstKnown(out.CompletionTokens, usage.output), firstKnown(out.CachedTokens, usage.cached)
	start, end := t.start, t.end
	if t.root != nil {
		start, end = t.root.start, t.root.end
	}
	if !out.LatencyMS.Known && start > 0 && end >= start {
		out.LatencyMS = datasets.Known(float64(end-start) / 1e6)
	}
	if out.Exit == datasets.ExitUnstated && t.root != nil {
		switch {
		case t.root.refused:
			out.Exit = datasets.ExitRefused
		case t.root.failed:
			out.Exit, out.Error = datasets.ExitError, cmp.Or(out.Error, t.root.message)
		default:
			out.Exit = datasets.ExitCompleted
		}
	}
	out.Judgments = append(out.Judgments, t.judgments...)
	// Of several evaluations, which one is the verdict is not stated.
	if len(t.labels) == 1 && !out.Success.Known {
		if yes, known, err := mapping.Verdict(mapping.TextCell(t.labels[0])); err == nil && known {
			out.Success = datasets.Known(yes)
		}
	}
	// Spans stand in any order; when its calls began tells how the attempt went.
	slices.SortStableFunc(t.calls, func(a, b otelCall) int { return cmp.Compare(a.start, b.start) })
	if err := t.steps(out); err != nil {
		return err
	}
	out.Response = cmp.Or(out.Response, lastWords(out.Steps))
	attribute(out, otelTraceID, t.id)
	return nil
}

// nanoseconds is a time of OTLP, a number in quotes; 0 where there is none.
func nanoseconds(s text) int64 {
	n, err := strconv.ParseInt(string(s), 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// find is an attribute's value; nil where it is not there.
func (h otelHolder) find(key string) *otelValue {
	for i := range h.Attributes {
		if h.Attributes[i].Key == key {
			return &h.Attributes[i].Value
		}
	}
	return nil
}

// text is the first of the attributes that is there, as text; nested values are
// JSON.
func (h otelHolder) text(keys ...string) string {
	for _, key := range keys {
		v := h.find(key)
		if v == nil {
			continue
		}
		if v.nested() {
			b, err := json.Marshal(v.plain(0))
			if err == nil {
				return string(b)
			}
			continue
		}
		return strings.Clone(v.cell().String()) // not to hold the whole line
	}
	return ""
}

// number is the first of the attributes that is there, as a number; unknown where it is not
// one.
func (h otelHolder) number(keys ...string) (n number) {
	if s := h.text(keys...); s != "" {
		_ = n.UnmarshalJSON([]byte(strconv.Quote(s)))
	}
	return n
}
