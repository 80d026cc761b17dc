package formats

import (
	"slices"
	"strings"
)

// Before the GenAI conventions were written, and beside them, instrumentations chose names of
// their own. What they say is the same: this span is a model's call, an agent or a tool, with
// these messages, arguments and tokens. Each span is therefore given the conventions' attributes
// where it lacks them (adopt), and everything behind reads those alone.

// otelKinds is what a span is, by the attribute in which a convention says so. The first
// attribute that a span has decides.
var otelKinds = []struct {
	attribute string // the value is compared in lower case
	models    []string
	agents    []string
	tools     []string
}{
	// OpenInference (Arize Phoenix): a chain is a step of the program, which may be the agent, but
	// says nothing that its children do not.
	{"openinference.span.kind", []string{"llm"}, []string{"agent"}, []string{"tool"}},
	// OpenLLMetry (Traceloop). Its models' spans have llm.request.type instead.
	{"traceloop.span.kind", nil, []string{"agent", "workflow"}, []string{"tool"}},
	{"llm.request.type", []string{"chat", "completion"}, nil, nil},
	// Vercel's AI SDK. The span of the function that a program calls holds those of the model's
	// calls and of the tools'.
	{"ai.operationid", []string{"ai.generatetext.dogenerate", "ai.streamtext.dostream", "ai.generateobject.dogenerate", "ai.streamobject.dostream"},
		[]string{"ai.generatetext", "ai.streamtext", "ai.generateobject", "ai.streamobject"}, []string{"ai.toolcall"}},
	{"langsmith.span.kind", []string{"llm"}, nil, []string{"tool"}},
	{"langfuse.observation.type", []string{"generation"}, []string{"agent"}, []string{"tool"}},
	{"mlflow.spantype", []string{`"llm"`, `"chat_model"`, "llm", "chat_model"}, []string{`"agent"`, "agent"}, []string{`"tool"`, "tool"}},
}

// otelNames are the conventions' attributes, and what others call them, the most telling first.
// Values are taken as they stand.
var otelNames = []struct {
	name  string
	other []string
	only  string // of spans of this operation; "": of all
}{
	{"gen_ai.request.model", []string{"llm.model_name", "llm.request.model", "ai.model.id", "langfuse.observation.model.name"}, ""},
	{"gen_ai.response.model", []string{"llm.response.model", "ai.response.model"}, ""},
	{"gen_ai.agent.name", []string{"agent.name", "ai.telemetry.functionId", "traceloop.entity.name"}, otelAgent},
	{"gen_ai.conversation.id", []string{"session.id", "traceloop.association.properties.session_id"}, ""},
	{"gen_ai.usage.input_tokens", []string{"gen_ai.usage.prompt_tokens", "llm.token_count.prompt", "llm.usage.prompt_tokens", "ai.usage.inputTokens", "ai.usage.promptTokens"}, ""},
	{"gen_ai.usage.output_tokens", []string{"gen_ai.usage.completion_tokens", "llm.token_count.completion", "llm.usage.completion_tokens", "ai.usage.outputTokens", "ai.usage.completionTokens"}, ""},
	{"gen_ai.usage.cache_read.input_tokens", []string{"gen_ai.usage.cache_read_input_tokens", "gen_ai.usage.details.cache_read_tokens", "llm.token_count.prompt_details.cache_read", "ai.usage.cachedInputTokens"}, ""},
	{"gen_ai.usage.cost", []string{"llm.cost.total", "gen_ai.usage.total_cost"}, ""},
	{"gen_ai.tool.name", []string{"tool.name", "ai.toolCall.name", "traceloop.entity.name"}, otelTool},
	{"gen_ai.tool.call.id", []string{"tool_call.id", "tool.id", "ai.toolCall.id"}, otelTool},
	{"gen_ai.tool.call.arguments", []string{"tool_arguments", "ai.toolCall.args", "ai.toolCall.input", "tool_call.function.arguments", "gcp.vertex.agent.tool_call_args", "tool.parameters", "input.value", "traceloop.entity.input", "mlflow.spanInputs", "langfuse.observation.input"}, otelTool},
	{"gen_ai.tool.call.result", []string{"tool_response", "ai.toolCall.result", "ai.toolCall.output", "gcp.vertex.agent.tool_response", "output.value", "traceloop.entity.output", "mlflow.spanOutputs", "langfuse.observation.output"}, otelTool},
}

// The operations of the GenAI conventions that are told apart.
const (
	otelChat  = "chat"
	otelAgent = "invoke_agent"
	otelTool  = "execute_tool"
)

// operation is what a span is: otelChat, otelAgent, otelTool, or "" for anything else. Where
// nothing says it, a span of a model is known by the tokens that it used, and one of a tool by
// the tool's name.
func (s *otelSpan) operation() string {
	switch s.text("gen_ai.operation.name") {
	case "chat", "text_completion", "generate_content":
		return otelChat
	case "invoke_agent", "invoke_workflow":
		return otelAgent
	case "execute_tool":
		return otelTool
	case "":
	default: // embeddings, create_agent, retrieval
		return ""
	}
	if s.find("mcp.method.name") != nil {
		return "" // MCP's own conventions, which describe a call a second time (otelTrace.call)
	}
	for _, k := range otelKinds {
		for _, a := range s.Attributes {
			if strings.ToLower(a.Key) != k.attribute {
				continue
			}
			switch value := strings.ToLower(a.Value.cell().String()); {
			case slices.Contains(k.models, value):
				return otelChat
			case slices.Contains(k.agents, value):
				return otelAgent
			case slices.Contains(k.tools, value):
				return otelTool
			}
		}
	}
	switch {
	case s.find("gen_ai.tool.name") != nil && s.find("gen_ai.usage.input_tokens") == nil:
		return otelTool
	case s.find("gen_ai.request.model") != nil && (s.find("gen_ai.usage.input_tokens") != nil || s.find("gen_ai.usage.prompt_tokens") != nil):
		return otelChat
	}
	return ""
}

// adopt adds the GenAI conventions' attributes to a span that has those of another. A model's
// span that has neither stays as it is.
func (s *otelSpan) adopt() {
	for i := range s.Events { // 2026: the content as an event of its own
		if s.Events[i].Name == "gen_ai.client.inference.operation.details" {
			s.Attributes = append(s.Attributes, s.Events[i].Attributes...)
		}
	}
	kind := s.operation()
	if kind == "" {
		return
	}
	if s.find("gen_ai.operation.name") == nil {
		s.set("gen_ai.operation.name", kind)
	}
	for _, n := range otelNames {
		if n.only != "" && n.only != kind || s.find(n.name) != nil {
			continue
		}
		for _, other := range n.other {
			if v := s.find(other); v != nil {
				s.Attributes = append(s.Attributes, otelAttribute{n.name, *v})
				break
			}
		}
	}
	if kind == otelTool {
		return
	}
	if asked := s.askedElsewhere(); asked != "" && s.find("gen_ai.input.messages") == nil {
		s.set("gen_ai.input.messages", asked)
	}
	if answered := s.answeredElsewhere(); answered != "" && s.find("gen_ai.output.messages") == nil {
		s.set("gen_ai.output.messages", answered)
	}
}

// set adds an attribute.
func (s *otelSpan) set(key, value string) {
	s.Attributes = append(s.Attributes, otelAttribute{key, otelValue{String: &value}})
}

// otelContent are the attributes that hold content, however many of them there are: they are
// read by their meaning and are not facts of an attempt.
var otelContent = []string{
	"gen_ai.input.", "gen_ai.output.", "gen_ai.system_instructions", "gen_ai.tool.", "gen_ai.usage.", "gen_ai.response.id", "gen_ai.evaluation.",
	"gen_ai.prompt", "gen_ai.completion", "llm.input_messages", "llm.output_messages", "llm.prompts", "llm.tools", "llm.functions", "llm.request.functions", "llm.token_count.", "llm.cost.", "llm.usage.",
	"input.value", "output.value", "message.", "retrieval.documents", "embedding.", "tool.parameters", "tool_call.",
	"traceloop.entity.input", "traceloop.entity.output", "ai.prompt", "ai.response.", "ai.toolCall.", "ai.usage.", "ai.values", "ai.embedding",
	"mlflow.spanInputs", "mlflow.spanOutputs", "langfuse.observation.input", "langfuse.observation.output", "gcp.vertex.agent.", "tool_arguments", "tool_response", "all_messages_events", "pydantic_ai.all_messages",
}

// otelNative reports whether an attribute is content.
func otelNative(key string) bool {
	return slices.ContainsFunc(otelContent, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}

// otelOwn reports whether an attribute is a convention's own, and not one in which a program
// could have put its task.
func otelOwn(key string) bool {
	own := []string{"gen_ai.", "llm.", "ai.model.", "ai.settings.", "ai.operationId", "openinference.", "traceloop.span.", "traceloop.entity.", "agent.", "tool.", "mcp.", "jsonrpc.", "operation.", "resource.", "telemetry.", "process.", "host.", "os.", "server.", "client.", "network.", "error.", "input.", "output."}
	return slices.ContainsFunc(own, func(prefix string) bool { return strings.HasPrefix(key, prefix) })
}
