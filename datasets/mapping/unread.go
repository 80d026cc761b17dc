package mapping

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// metadataKeys are members of messages, blocks and calls that tools add beside what was said
// and called: who, when, how much. They hold no calls. The list was collected from the
// providers' API references and from logs; a key that is missing here costs a note in Unread,
// never a call.
var metadataKeys = set(
	"id", "uuid", "type", "object", "name", "role", "index", "step_id", "turn_idx", "turn", "seq", "sequence_number", "message_id", "parent_id", "parentId", "run_id", "session_id", "thread_id", "agent_id", "agent",
	"model", "model_name", "provider", "source", "channel", "recipient", "author", "created", "created_at", "createdAt", "timestamp", "time", "date", "start_time", "end_time", "started_at", "completed_at", "completed", "pending",
	"usage", "usage_metadata", "usageMetadata", "response_metadata", "metadata", "metrics", "cost", "latency", "duration", "token_count", "tokens", "logprobs", "stop_reason", "stop_sequence", "finish_reason", "finishReason",
	"event", "status", "phase", "example", "extra", "tags", "span_id", "working_start", "working_time",
	"cache_control", "annotations", "citations", "refusal", "audio", "reasoning", "reasoning_content", "reasoning_details", "reasoning_effort", "thinking", "thinking_blocks", "thought", "thoughts", "thoughtSignature", "thought_signature", "signature", "encrypted_content", "summary", "provider_specific_fields",
	"weight", "mask", "cutoff_date", "lc", "step", "view", "internal", "requestor", "invalid_tool_calls", "artifact", "caller", "title", "format",
)

// quietBlocks are the types of blocks and items that are neither texts nor calls: media,
// reasoning, citations, bookkeeping.
var quietBlocks = set(
	"image", "image_url", "input_image", "output_image", "audio", "input_audio", "output_audio", "file", "input_file", "document", "video", "media", "inlineData", "inline_data", "fileData", "file_data",
	"thinking", "redacted_thinking", "reasoning", "reasoning_content", "summary_text", "refusal", "thought", "cachePoint", "cache_point", "guardContent", "data", "blob", "uri", "resource", "resource_link",
	"item_reference", "compaction", "mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "container_upload", "search_result", "step-start", "source-url", "source-document",
)

func set(words ...string) map[string]bool {
	m := make(map[string]bool, len(words))
	for _, w := range words {
		m[w] = true
	}
	return m
}

// unread collects what no reader understands, by its name. Data that is dropped silently would
// turn calls into no calls; what is counted here reaches doctor and the report, and an attempt
// that may have made calls unseen is left out of the metrics that count them
// (Trajectory.CallsUnread).
type unread map[string]*datasets.Unread

// count counts one occurrence of something that no reader understands. calls says that it may
// hold tool calls.
func (u unread) count(kind, name string, calls bool) {
	const longest = 80
	if len(name) > longest {
		name = strings.ToValidUTF8(name[:longest], "") + "..."
	}
	what := kind + " " + strconv.Quote(name)
	n := u[what]
	if n == nil {
		n = &datasets.Unread{What: what}
		u[what] = n
	}
	n.Count++
	n.Calls = n.Calls || calls
}

// countUnused counts the members that no reader asked for and that hold data.
func (u unread) countUnused(kind string, o *fields) {
	for _, m := range o.members {
		if !m.used && !metadataKeys[m.key] && holdsData(m.value) {
			u.count(kind, m.key, likeCalls(m.key, m.value))
		}
	}
}

// sorted is what was collected, by name.
func (u unread) sorted() []datasets.Unread {
	if len(u) == 0 {
		return nil
	}
	out := make([]datasets.Unread, 0, len(u))
	for _, n := range u {
		out = append(out, *n)
	}
	slices.SortFunc(out, func(a, b datasets.Unread) int { return cmp.Compare(a.What, b.What) })
	return out
}

// likeCalls reports whether a value that no reader understands may hold tool calls: its name
// says so, or there is an object inside with a name and arguments, under any of their usual
// keys. It errs towards yes: a false alarm is a note, a missed call a wrong count.
func likeCalls(key string, raw json.RawMessage) bool {
	word := strings.ToLower(key)
	for _, sign := range []string{"tool", "function", "call", "action", "command", "invoke", "invocation"} {
		if strings.Contains(word, sign) {
			return true
		}
	}
	return callInside(raw, 0)
}

// callInside reports whether an object with a tool's name and arguments stands anywhere inside,
// up to four levels deep.
func callInside(raw json.RawMessage, depth int) bool {
	const deepest = 4
	if depth > deepest {
		return false
	}
	switch first(raw) {
	case '[':
		list, err := elements(raw)
		return err == nil && slices.ContainsFunc(list, func(v json.RawMessage) bool { return callInside(v, depth+1) })
	case '{':
		o := fieldsOf(raw)
		if o.callName() != "" && slices.ContainsFunc(callArguments, o.has) {
			return true
		}
		return slices.ContainsFunc(o.members, func(m part) bool { return callInside(m.value, depth+1) })
	}
	return false
}

// writtenCalls are the marks with which models write calls into their texts, where no API has
// parsed them: the chat templates of Hermes and Qwen, Llama, Mistral, and prompts such as
// Cline's.
var writtenCalls = []string{"<tool_call>", "<function_call", "<function=", "<invoke ", "[TOOL_CALLS]", "<|tool_call", "<|python_tag|>", "<use_mcp_tool>"}

// inText counts a text that holds calls as the model wrote them.
func (u unread) inText(content string) {
	for _, sign := range writtenCalls {
		if strings.Contains(content, sign) {
			u.count("text with", sign, true)
			return
		}
	}
}

// Unread reads what another reading of the log did not understand: [{what, count,
// calls}].
func Unread(document string) ([]datasets.Unread, error) {
	list, err := elements(json.RawMessage(document))
	if list == nil || err != nil {
		return nil, err
	}
	out := make([]datasets.Unread, len(list))
	for i, raw := range list {
		if err := json.Unmarshal(raw, &out[i]); err != nil {
			return nil, jsonError(err)
		}
	}
	return out, nil
}
