package mapping

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"mcpstats/datasets"
)

// One conversation in every shape: a request, two parallel calls with their
// results, one of them an error where the shape can say so, and the answer. The
// shapes are those of the vendors' API references.
var shapes = []struct {
	name, document string
	marks          bool // the shape marks failed calls
}{
	{"OpenAI chat", `[{"role":"user","content":"q"},
		{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"add","arguments":"{\"a\":1}"}},{"id":"2","type":"function","function":{"name":"get","arguments":"{\"k\":\"x\"}"}}]},
		{"role":"tool","tool_call_id":"1","content":"2"},{"role":"tool","tool_call_id":"2","content":"boom"},{"role":"assistant","content":"done"}]`, false},
	{"OpenAI Responses", `[{"type":"message","role":"user","content":[{"type":"input_text","text":"q"}]},{"type":"reasoning","id":"rs","summary":[]},
		{"type":"function_call","id":"fc1","call_id":"1","name":"add","arguments":"{\"a\":1}","status":"completed"},{"type":"function_call","call_id":"2","name":"get","arguments":"{\"k\":\"x\"}"},
		{"type":"function_call_output","call_id":"1","output":"2"},{"type":"function_call_output","call_id":"2","output":"boom"},
		{"type":"message","role":"assistant","content":[{"type":"output_text","text":"done","annotations":[]}]}]`, false},
	{"Anthropic", `[{"role":"user","content":"q"},
		{"role":"assistant","content":[{"type":"thinking","thinking":"...","signature":"s"},{"type":"tool_use","id":"1","name":"add","input":{"a":1}},{"type":"tool_use","id":"2","name":"get","input":{"k":"x"}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","content":"2"},{"type":"tool_result","tool_use_id":"2","content":[{"type":"text","text":"boom"}],"is_error":true}]},
		{"role":"assistant","content":[{"type":"text","text":"done"}]}]`, true},
	{"Bedrock", `[{"role":"user","content":[{"text":"q"}]},
		{"role":"assistant","content":[{"toolUse":{"toolUseId":"1","name":"add","input":{"a":1}}},{"toolUse":{"toolUseId":"2","name":"get","input":{"k":"x"}}}]},
		{"role":"user","content":[{"toolResult":{"toolUseId":"1","content":[{"text":"2"}],"status":"success"}},{"toolResult":{"toolUseId":"2","content":[{"text":"boom"}],"status":"error"}}]},
		{"role":"assistant","content":[{"text":"done"}]}]`, true},
	{"LangChain", `[{"type":"human","content":"q","additional_kwargs":{}},
		{"type":"ai","content":"","tool_calls":[{"name":"add","args":{"a":1},"id":"1","type":"tool_call"},{"name":"get","args":{"k":"x"},"id":"2","type":"tool_call"}],"invalid_tool_calls":[],
		 "additional_kwargs":{"tool_calls":[{"id":"1","function":{"name":"add","arguments":"{\"a\":1}"}},{"id":"2","function":{"name":"get","arguments":"{}"}}]}},
		{"type":"tool","content":"2","tool_call_id":"1","status":"success"},{"type":"tool","content":"boom","tool_call_id":"2","status":"error"},{"type":"ai","content":"done"}]`, true},
	{"LangChain messages_to_dict", `[{"type":"human","data":{"content":"q"}},
		{"type":"ai","data":{"content":[{"type":"tool_use","id":"1","name":"add","input":{"a":1}}],"tool_calls":[{"name":"add","args":{"a":1},"id":"1"},{"name":"get","args":{"k":"x"},"id":"2"}]}},
		{"type":"tool","data":{"content":"2","tool_call_id":"1","status":"success"}},{"type":"tool","data":{"content":"boom","tool_call_id":"2","status":"error"}},{"type":"ai","data":{"content":"done"}}]`, true},
	{"LangChain serialised", `[{"lc":1,"type":"constructor","id":["langchain","schema","messages","HumanMessage"],"kwargs":{"content":"q"}},
		{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"","tool_calls":[{"name":"add","args":{"a":1},"id":"1"},{"name":"get","args":{"k":"x"},"id":"2"}]}},
		{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"2","tool_call_id":"1","status":"success"}},
		{"lc":1,"type":"constructor","id":["langchain","schema","messages","ToolMessage"],"kwargs":{"content":"boom","tool_call_id":"2","status":"error"}},
		{"lc":1,"type":"constructor","id":["langchain","schema","messages","AIMessage"],"kwargs":{"content":"done"}}]`, true},
	{"Gemini", `[{"role":"user","parts":[{"text":"q"}]},{"role":"model","parts":[{"text":"hm","thought":true},{"functionCall":{"name":"add","args":{"a":1}}},{"functionCall":{"name":"get","args":{"k":"x"}}}]},
		{"role":"user","parts":[{"functionResponse":{"name":"add","response":"2"}},{"functionResponse":{"name":"get","response":"boom"}}]},{"role":"model","parts":[{"text":"done"}]}]`, false},
	{"OpenTelemetry", `[{"role":"user","parts":[{"type":"text","content":"q"}]},
		{"role":"assistant","parts":[{"type":"tool_call","id":"1","name":"add","arguments":{"a":1}},{"type":"tool_call","id":"2","name":"get","arguments":{"k":"x"}}]},
		{"role":"tool","parts":[{"type":"tool_call_response","id":"1","response":"2"}]},{"role":"tool","parts":[{"type":"tool_call_response","id":"2","result":"boom"}]},
		{"role":"assistant","parts":[{"type":"text","content":"done"}]}]`, false},
	{"AI SDK", `[{"role":"user","content":"q"},{"role":"assistant","content":[{"type":"tool-call","toolCallId":"1","toolName":"add","input":{"a":1}},{"type":"tool-call","toolCallId":"2","toolName":"get","args":{"k":"x"}}]},
		{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","toolName":"add","output":"2"},{"type":"tool-result","toolCallId":"2","toolName":"get","result":"boom","isError":true}]},{"role":"assistant","content":"done"}]`, true},
	{"Inspect", `[{"id":"m","role":"user","source":"input","content":"q"},
		{"role":"assistant","source":"generate","content":"","tool_calls":[{"id":"1","function":"add","arguments":{"a":1},"type":"function"},{"id":"2","function":"get","arguments":{"k":"x"}}]},
		{"role":"tool","content":"2","tool_call_id":"1","function":"add"},{"role":"tool","content":"","tool_call_id":"2","function":"get","error":{"type":"unknown","message":"boom"}},{"role":"assistant","content":"done"}]`, true},
	{"Inspect events", `[{"event":"sample_init","sample":{"input":"q"}},{"event":"user","role":"user","content":"q"},
		{"event":"model","output":{"choices":[{"message":{"role":"assistant","content":"","tool_calls":[{"id":"1","function":"add","arguments":{"a":1}},{"id":"2","function":"get","arguments":{"k":"x"}}]}}]}},
		{"event":"tool","id":"1","function":"add","arguments":{"a":1},"result":"2"},{"event":"tool","id":"2","function":"get","arguments":{"k":"x"},"result":"","error":{"type":"unknown","message":"boom"}},
		{"event":"model","output":{"choices":[{"message":{"role":"assistant","content":"done"}}]}}]`, true},
	{"ATIF", `[{"step_id":1,"source":"user","message":"q"},
		{"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"1","function_name":"add","arguments":{"a":1}},{"tool_call_id":"2","function_name":"get","arguments":{"k":"x"}}],
		 "observation":{"results":[{"source_call_id":"1","content":"2"},{"source_call_id":"2","content":"boom"}]},"metrics":{"prompt_tokens":5}},
		{"step_id":3,"source":"agent","message":"old","is_copied_context":true},{"step_id":3,"source":"agent","message":"done"}]`, false},
	{"canonical", `[{"role":"user","content":"q"},{"role":"assistant","calls":[{"id":"1","tool":"add","arguments":{"a":1},"result":"2","is_error":false},{"id":"2","tool":"get","arguments":{"k":"x"},"result":"boom","is_error":true}]},
		{"role":"tool","content":"2"},{"role":"tool","content":"boom"},{"role":"assistant","content":"done"}]`, true},
}

// Every shape reads as the same conversation, and nothing of it is left over.
func TestShapes(t *testing.T) {
	for _, shape := range shapes {
		var got datasets.Trajectory
		if err := SetSteps(&got, shape.document); err != nil {
			t.Errorf("%s: %v", shape.name, err)
			continue
		}
		var said []string
		var calls []datasets.ToolCall
		for _, s := range got.Steps {
			said = append(said, s.Role+":"+s.Content)
			for _, c := range s.Calls {
				if len(s.Calls) != 2 {
					t.Errorf("%s: parallel calls stand apart", shape.name)
				}
				c.ID = ""
				calls = append(calls, c)
			}
		}
		wantSaid := []string{"user:q", "assistant:", "tool:2", "tool:boom", "assistant:done"}
		want := []datasets.ToolCall{{Tool: "add", Arguments: `{"a":1}`, Result: "2"}, {Tool: "get", Arguments: `{"k":"x"}`, Result: "boom"}}
		if shape.marks {
			want[0].IsError, want[1].IsError = datasets.Known(false), datasets.Known(true)
		}
		if len(calls) == 2 && calls[1].Error == "boom" { // Inspect has the error in the result's place
			want[1].Result, want[1].Error, wantSaid[3] = "", "boom", "tool:"
		}
		if d := cmp.Diff(wantSaid, said) + cmp.Diff(want, calls); d != "" {
			t.Errorf("%s (-want +got):\n%s", shape.name, d)
		}
		if got.Unread != nil {
			t.Errorf("%s: not read: %+v", shape.name, got.Unread)
		}
	}
}

// What no reader knows is named, and told from what cannot hold calls.
func TestUnread(t *testing.T) {
	for name, c := range map[string]struct {
		document string
		want     []datasets.Unread
		unknown  bool // no call was understood, and there may be some
	}{
		"a block":           {`[{"role":"assistant","content":[{"type":"computer_step","name":"click","input":{"x":1}},{"type":"text","text":"a"}]}]`, []datasets.Unread{{What: `block "computer_step"`, Count: 1, Calls: true}}, true},
		"a key with calls":  {`[{"role":"assistant","content":"a","plugins":[{"name":"f","args":{}}]},{"role":"assistant","plugins":[{"name":"g","args":{}}]}]`, []datasets.Unread{{What: `key "plugins"`, Count: 2, Calls: true}}, true},
		"a key with data":   {`[{"role":"assistant","content":"a","commentary":"b","score":0.5,"flag":true,"none":null,"empty":[]}]`, []datasets.Unread{{What: `key "commentary"`, Count: 1}}, false},
		"known beside":      {`[{"role":"assistant","tool_calls":[{"name":"f","args":{}}],"actions":["g"]}]`, []datasets.Unread{{What: `key "actions"`, Count: 1, Calls: true}}, false},
		"calls in a text":   {`[{"role":"assistant","content":"<tool_call>{\"name\": \"f\"}</tool_call>"}]`, []datasets.Unread{{What: `text with "<tool_call>"`, Count: 1, Calls: true}}, true},
		"an answer alone":   {`[{"role":"tool","tool_call_id":"9","content":"x"}]`, []datasets.Unread{{What: `an answer to a call "9"`, Count: 1, Calls: true}}, true},
		"a type of message": {`[{"type":"tool_batch","invocations":[{"tool":"f","input":{}}]}]`, []datasets.Unread{{What: `message of type "tool_batch"`, Count: 1, Calls: true}}, true},
		"actions as texts":  {`[{"thought":"t","action":"ls","observation":"a.txt","response":"r"}]`, []datasets.Unread{{What: `key "action"`, Count: 1, Calls: true}, {What: `key "observation"`, Count: 1}, {What: `key "response"`, Count: 1}}, true},
		"pictures":          {`[{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}},{"inlineData":{"data":"x"}}]}]`, nil, false},
	} {
		var got datasets.Trajectory
		if err := SetSteps(&got, c.document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if d := cmp.Diff(c.want, got.Unread); d != "" || got.CallsUnread() != c.unknown {
			t.Errorf("%s: calls may be unread: %v (-want +got)\n%s", name, got.CallsUnread(), d)
		}
	}
}

// What the log does not say of a call is unknown, and an answer finds its call
// without an id where only one can be meant.
func TestUnknownOfCalls(t *testing.T) {
	for name, c := range map[string]struct {
		document string
		want     []datasets.ToolCall
	}{
		"names alone":          {`[{"role":"assistant","tool_calls":["s::f",{"name":"g"}]}]`, []datasets.ToolCall{{Server: "s", Tool: "f"}, {Tool: "g"}}},
		"no arguments":         {`[{"role":"assistant","tool_calls":[{"name":"g","args":{}}]}]`, []datasets.ToolCall{{Tool: "g", Arguments: "{}"}}},
		"one open":             {`[{"role":"assistant","tool_calls":[{"name":"g"}]},{"role":"tool","content":"r"}]`, []datasets.ToolCall{{Tool: "g", Result: "r"}}},
		"two open":             {`[{"role":"assistant","tool_calls":[{"name":"g"},{"name":"h"}]},{"role":"tool","content":"r"}]`, []datasets.ToolCall{{Tool: "g"}, {Tool: "h"}}},
		"by name":              {`[{"role":"assistant","function_call":{"name":"g","arguments":"{}"}},{"role":"function","name":"g","content":"r"}]`, []datasets.ToolCall{{Tool: "g", Arguments: "{}", Result: "r"}}},
		"a marked one":         {`[{"role":"assistant","tool_calls":[{"id":"1","name":"g"},{"id":"2","name":"h"},{"id":"3","name":"i"}]},{"role":"tool","tool_call_id":"1","content":"r"},{"role":"tool","tool_call_id":"2","content":"r","is_error":true}]`, []datasets.ToolCall{{ID: "1", Tool: "g", Result: "r", IsError: datasets.Known(false)}, {ID: "2", Tool: "h", Result: "r", IsError: datasets.Known(true)}, {ID: "3", Tool: "i"}}},
		"called by the server": {`[{"type":"web_search_call","id":"w","action":{"query":"q"}},{"type":"mcp_call","id":"m","server_label":"s","name":"f","arguments":"{}","output":"o","error":null}]`, []datasets.ToolCall{{ID: "w", Tool: "web_search", Arguments: `{"query":"q"}`}, {ID: "m", Server: "s", Tool: "f", Arguments: "{}", Result: "o", IsError: datasets.Known(false)}}},
		"a struct of nulls":    {`[{"role":"user","content":"q","tool_calls":null,"function_call":{"name":null,"arguments":null},"tool_call_id":null}]`, nil},
	} {
		var got datasets.Trajectory
		if err := SetSteps(&got, c.document); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var calls []datasets.ToolCall
		for _, s := range got.Steps {
			calls = append(calls, s.Calls...)
		}
		if d := cmp.Diff(c.want, calls); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// No document makes the reader panic, and what it reads can be read again.
func FuzzSetSteps(f *testing.F) {
	for _, s := range shapes {
		f.Add(s.document)
	}
	f.Add(`{"messages":[{"data":{"data":{"data":{"data":{}}}},"type":"message"}]}`)
	f.Add(`[{"kwargs":{"lc":1,"kwargs":{}},"lc":1,"id":[null]}]`)
	f.Add(`[{"role":"tool","content":[{"type":"tool_result","content":{}}],"tool_calls":[[]]}]`)
	f.Fuzz(func(t *testing.T, document string) {
		var once, twice datasets.Trajectory
		if SetSteps(&once, document) != nil {
			return
		}
		if err := SetSteps(&twice, document); err != nil || !cmp.Equal(once, twice) {
			t.Errorf("%q reads differently: %v", document, err)
		}
	})
}
