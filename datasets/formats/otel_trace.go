package formats

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

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
	start, end int64               // of all spans, where there is no root
	spent      []otelSpent         // by the model's calls
	agent      otelUsage           // by the agents' own count
	talks      map[string]otelTalk // what was said, by the span above
	nodes      map[string]otelNode // the spans
	agents     []otelNamed         // what spans below the root say of their agent and its model
	spoken     []otelSpoken        // messages in events of their own
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

// otelCall is a tool's span. order is negative for one that only the MCP conventions describe.
type otelCall struct {
	start int64
	order int
	span  string
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
	if rank == otelRootRank && t.root == nil {
		t.root = &otelRoot{start: start, end: end, failed: s.failed(), message: s.message()}
	}
	operation := s.operation()
	t.nodes[strings.Clone(s.ID)] = otelNode{strings.Clone(s.Parent), operation == otelAgent}
	switch {
	case operation == otelChat:
		spent := otelSpent{span: strings.Clone(s.ID)}
		spent.add(s)
		t.spent = append(t.spent, spent)
		t.conversation(s.text("gen_ai.input.messages"), s.text("gen_ai.output.messages"), s.Parent)
		if reasons := s.text("gen_ai.response.finish_reasons"); t.root != nil && strings.Contains(reasons, "content_filter") {
			t.root.refused = true
		}
	case operation == otelAgent:
		t.agent.add(s)
		t.conversation(s.text("gen_ai.input.messages"), s.text("gen_ai.output.messages"), s.ID)
	case operation == otelTool, s.text("mcp.method.name") == "tools/call":
		t.call(s, start, end, s.failed())
	}
	for i := range s.Events {
		s.Events[i].Span = s.ID
		t.event(&s.Events[i])
	}
}

// about reports whether any span was one of an agent, a model or a tool.
func (t *otelTrace) about() bool {
	for _, n := range t.nodes {
		if n.agent {
			return true
		}
	}
	return len(t.spent)+len(t.calls) > 0
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
			if rank == otelSpanRank && otelOfAgent(a.Key) {
				t.agents = append(t.agents, otelNamed{span, i, c, a.Key}) // may be a sub-agent's
				continue
			}
			t.cells[i], t.from[i] = c, rank
		}
	}
}

// call takes a tool's span. A call that the conventions of both generative AI
// and MCP describe stands twice; its id or its times tell.
func (t *otelTrace) call(s *otelSpan, start, end int64, failed bool) {
	name := strings.TrimPrefix(strings.TrimPrefix(s.Name, "tools/call "), "execute_tool ")
	server, tool := mapping.SplitTool(strings.Clone(cmp.Or(s.text("gen_ai.tool.name"), name)))
	c := datasets.ToolCall{
		ID: s.text("gen_ai.tool.call.id"), Server: server, Tool: tool, IsError: datasets.Known(failed),
		Arguments: s.text("gen_ai.tool.call.arguments"), Result: s.text("gen_ai.tool.call.result"),
	}
	if failed {
		c.Error = s.message()
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
	t.calls = append(t.calls, otelCall{start, order, strings.Clone(s.ID), c})
}

// mcp reports whether a call is known from a span of the MCP conventions alone.
func (c *otelCall) mcp() bool { return c.order < 0 }

// event takes an evaluation, or a message.
func (t *otelTrace) event(ev *otelEvent) {
	if m, answer := ev.message(); m != nil {
		t.spoken = append(t.spoken, otelSpoken{strings.TrimPrefix(strings.Clone(ev.Span), "0x"), answer, m})
		return
	}
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
	usage := t.used()
	if !usage.counted() {
		usage = t.agent
	}
	// An instrumentation that knows no price for the model writes 0.
	if usage.cost.Value > 0 || !usage.counted() {
		out.CostUSD = firstKnown(out.CostUSD, usage.cost)
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
	t.once()
	t.overheard()
	// Spans stand in any order; when its calls began tells how the attempt went.
	slices.SortStableFunc(t.calls, func(a, b otelCall) int { return cmp.Compare(a.start, b.start) })
	if err := t.steps(out); err != nil {
		return err
	}
	out.Response = cmp.Or(out.Response, lastWords(out.Steps))
	attribute(out, otelTraceID, t.id)
	return nil
}

// nanoseconds is a time of OTLP, a number in quotes, or an instant as the SDKs' consoles print
// it; 0 where there is none.
func nanoseconds(s text) int64 {
	n, err := strconv.ParseInt(string(s), 10, 64)
	if err != nil {
		at, err := time.Parse(time.RFC3339Nano, string(s))
		if err != nil || at.Year() < 1970 || at.Year() > 2261 {
			return 0
		}
		n = at.UnixNano()
	}
	return max(n, 0)
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
