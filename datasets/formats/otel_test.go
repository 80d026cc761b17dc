package formats

import (
	"strconv"
	"strings"
	"testing"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

func otelMap(t testing.TB) *mapping.Mapping {
	t.Helper()
	m, err := mapping.Parse("otel.yaml", []byte("benchmark: eval.suite\ntask: eval.task.id\ntrial: eval.attempt\nstrata: {level: eval.level}\n"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Without a mapping each trace is a task of its own, and a note says how to name a better one;
// traces of anything but agents are no attempts then. An attribute that is called as tasks are
// is the task.
func TestOpenTelemetryWithoutMap(t *testing.T) {
	src, err := OpenTelemetry.Read(onDisk(t, "testdata/otel/conventions.jsonl"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range src.Trajectories(t.Context()) {
		n++
	}
	notes := src.(datasets.Noter).Notes()
	if n != 3 || len(notes) != 2 || !strings.Contains(notes[0].Message, "--map 'task: ATTRIBUTE'") || !strings.Contains(notes[0].Message, "service.name") || !strings.Contains(notes[1].Message, "1 of its 4 traces") {
		t.Error(n, notes)
	}
	named := `{"resourceSpans": [{"scopeSpans": [{"spans": [` + otelSpanOf("r", "", "invoke_agent", "", 0, "task_id", "t7", "gen_ai.agent.name", "a") + `]}]}]}`
	if tasks, bad := readAll(t, OpenTelemetry, "x.json", named); strings.Join(tasks, " ") != "t7" || len(bad) > 0 {
		t.Error(tasks, bad)
	}
	if _, err := OpenTelemetry.Read([]File{inMemory("x.jsonl", `{"resourceLogs": []}`)}, Options{}); err == nil || !strings.Contains(err.Error(), "no spans") {
		t.Error(err)
	}
}

func TestOpenTelemetryDamage(t *testing.T) {
	span := func(trace, attributes string) string {
		return `{"resourceSpans": [{"resource": {}, "scopeSpans": [{"spans": [{"traceId": "` + trace + `", "spanId": "1", "name": "x", "attributes": [` + attributes + `]}]}]}]}`
	}
	task := func(id string) string {
		return `{"key": "eval.task.id", "value": {"stringValue": "` + id + `"}}, {"key": "eval.suite", "value": {"stringValue": "s"}}, {"key": "eval.attempt", "value": {"intValue": "0"}}, {"key": "eval.level", "value": {"intValue": 1}}`
	}
	good := span("t1", task("a"))
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":     {good + "\n" + good[:80], "a", "record 2"},
		"another key":   {good + "\n" + `{"resourceSqans": []}` + "\n" + `{"resourceMetrics": []}`, "a", "record 2"},
		"wrong types":   {good + "\n" + `{"resourceSpans": {"resource": 5}}`, "a", "record 2"},
		"no task":       {good + "\n" + span("t2", ""), "a", `column "eval.task.id"`},
		"messages":      {good + "\n" + span("t2", task("b")+`, {"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, {"key": "gen_ai.input.messages", "value": {"stringValue": "[5]"}}`), "a", "trace t2"},
		"task twice":    {good + "\n" + span("t2", task("a")), "a a", ""},
		"NaN, no UTF-8": {span("t1", task("\xff")+`, {"key": "gen_ai.usage.input_tokens", "value": {"doubleValue": NaN}}`), "", "is not UTF-8"},
		"one document":  {strings.ReplaceAll(good, "{\"traceId\"", "\n{\"traceId\""), "a", ""},
	} {
		src, err := OpenTelemetry.Read([]File{inMemory("x.jsonl", test.text)}, Options{Map: otelMap(t)})
		if err != nil {
			t.Fatal(name, err)
		}
		var tasks []string
		var bad []error
		for tr, err := range src.Trajectories(t.Context()) {
			if err != nil {
				bad = append(bad, err)
				continue
			}
			tasks = append(tasks, tr.Task)
		}
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}

// A source can be read again.
// What stands between two documents and belongs to neither ends the file with a sentence;
// a reader that waits for it to go away would wait for ever.
func TestOpenTelemetryBetweenDocuments(t *testing.T) {
	const spans = `{"resourceSpans": [{"resource": {}, "scopeSpans": [{"spans": [{"traceId": "t1", "spanId": "1", "name": "x", "attributes": [{"key": "eval.task.id", "value": {"stringValue": "a"}}]}]}]}]}`
	for _, between := range []string{",\n", "]\n", ":\n", ",]\n"} {
		_, err := OpenTelemetry.Read([]File{inMemory("x.jsonl", spans+between+spans)}, Options{Map: otelMap(t)})
		if err == nil || !strings.Contains(err.Error(), "x.jsonl: at record 2: unexpected") {
			t.Errorf("%q: %v", between, err)
		}
	}
}

func TestOpenTelemetryTwice(t *testing.T) {
	src, err := OpenTelemetry.Read(onDisk(t, "testdata/otel/spans.jsonl"), Options{Map: otelMap(t)})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		n := 0
		for range src.Trajectories(t.Context()) {
			n++
		}
		if n != 4 {
			t.Error(n)
		}
	}
}

// otelSpanOf is a span by hand: its attributes are key, value pairs.
func otelSpanOf(id, parent, operation, status string, start int, attributes ...string) string {
	out := `{"traceId": "t", "spanId": "` + id + `", "parentSpanId": "` + parent + `", "name": "n", "startTimeUnixNano": "` + strconv.Itoa(start) + `000000", "endTimeUnixNano": "` + strconv.Itoa(start+1) + `000000", "status": {"code": "` + status + `"}, "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue": "` + operation + `"}}`
	for i := 0; i < len(attributes); i += 2 {
		out += `, {"key": "` + attributes[i] + `", "value": {"stringValue": ` + strconv.Quote(attributes[i+1]) + `}}`
	}
	return out + "]}"
}

// An agent that hands a part of its task to a sub-agent: the sub-agent's conversation
// is the longer one. The calls of both are kept in their order, with the error of the
// one that failed, the conversation is the upper agent's, and so is the run.
func TestOpenTelemetrySubAgents(t *testing.T) {
	const call, id, name, in, out = "execute_tool", "gen_ai.tool.call.id", "gen_ai.tool.name", "gen_ai.input.messages", "gen_ai.output.messages"
	request := `{"role": "user", "parts": [{"type": "text", "content": "q"}]}`
	asks := `{"role": "assistant", "parts": [{"type": "tool_call", "id": "1", "name": "task", "arguments": {}}]}`
	answered := `{"role": "tool", "parts": [{"type": "tool_call_response", "id": "1", "response": "found"}]}`
	long := `[{"role": "user", "parts": [{"type": "text", "content": "` + strings.Repeat("look ", 100) + `"}]}]`
	spans := []string{
		otelSpanOf("v", "s", call, "", 3, id, "2", name, "view"), otelSpanOf("w", "s", call, "2", 4, id, "3", name, "view"),
		otelSpanOf("c", "s", "chat", "", 5, in, long, out, "[]", "gen_ai.usage.input_tokens", "7"),
		otelSpanOf("s", "k", "invoke_agent", "", 2, "gen_ai.agent.name", "explorer"), otelSpanOf("k", "r", call, "", 1, id, "1", name, "task"),
		otelSpanOf("d", "r", "chat", "", 6, in, "["+request+","+asks+","+answered+"]", out, `[{"role": "assistant", "parts": [{"type": "text", "content": "done"}]}]`, "gen_ai.usage.input_tokens", "5"),
		otelSpanOf("r", "", "invoke_agent", "", 0, "gen_ai.request.model", "m"),
	}
	var documents strings.Builder
	for _, s := range spans { // pretty-printed, one document after another
		documents.WriteString("{\n  \"resource\": {},\n  \"scopeSpans\": [{\"spans\": [\n" + s + "\n]}]\n}\n")
	}
	m, err := mapping.Parse("m.yaml", []byte("task: trace_id\n"))
	if err != nil {
		t.Fatal(err)
	}
	f := inMemory("x.jsonl", documents.String())
	if sniffOTel(f) != Log {
		t.Fatal("not recognised")
	}
	all, bad := collect(t, OpenTelemetry, []File{f}, Options{Map: m})
	if len(all) != 1 || len(bad) > 0 {
		t.Fatal(len(all), bad)
	}
	var got []string
	for _, s := range all[0].Steps {
		line := s.Role + ":" + s.Content
		for _, c := range s.Calls {
			line += " " + c.ID + map[bool]string{true: "!"}[c.IsError.Value]
		}
		got = append(got, line)
	}
	if want := "user:q|assistant: 1|tool:found|assistant: 2|assistant: 3!|assistant:done"; strings.Join(got, "|") != want {
		t.Errorf("%s, want %s", strings.Join(got, "|"), want)
	}
	if tr := all[0]; tr.Run != "m" || tr.Task != "t" || tr.PromptTokens.Value != 12 || tr.Exit != datasets.ExitCompleted {
		t.Errorf("run %q, task %q, %d tokens, %s", tr.Run, tr.Task, tr.PromptTokens.Value, tr.Exit)
	}
}

// Spans as the SDKs' consoles and other exporters print them are damaged in ways of their own:
// the good trace beside them is read.
func TestOpenTelemetryDamagedSpans(t *testing.T) {
	good := `{"traceId": "g", "spanId": "1", "name": "x", "attributes": {"gen_ai.operation.name": "chat", "gen_ai.usage.input_tokens": 3}}`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"plain attributes": {good, "g", ""},
		"a list":           {"[" + good + "]", "g", ""},
		"over lines":       {strings.ReplaceAll(good, ", ", ",\n"), "g", ""},
		"circle":           {good + "\n" + `{"traceId": "c", "spanId": "1", "parentSpanId": "1", "attributes": {"gen_ai.operation.name": "invoke_agent", "gen_ai.request.model": "m"}}`, "g c", ""},
		"attributes":       {good + "\n" + `{"traceId": "c", "spanId": "1", "attributes": 5}`, "g", "record 2"},
		"times":            {good + "\n" + `{"context": {"trace_id": "0xc", "span_id": "0x1"}, "start_time": "soon", "end_time": "9999-01-01T00:00:00Z", "attributes": {"openinference.span.kind": "LLM", "llm.token_count.prompt": "many"}}`, "g c", ""},
		"numbered":         {good + "\n" + `{"traceId": "c", "spanId": "1", "attributes": {"openinference.span.kind": "LLM", "llm.input_messages.x.message.role": "user", "llm.input_messages.99999999999999999999.message.role": "user", "llm.input_messages.1.message.tool_calls.y.tool_call.id": 5}}`, "g c", ""},
		"events":           {good + "\n" + `{"traceId": "c", "spanId": "1", "attributes": {"gen_ai.operation.name": "chat"}, "events": [{"name": "gen_ai.choice", "attributes": {"gen_ai.event.content": "{"}}]}`, "g c", ""},
		"calls alike":      {good + "\n" + `{"traceId": "c", "spanId": "2", "parentSpanId": "3", "attributes": {"openinference.span.kind": "TOOL", "tool.name": "f"}}` + "\n" + `{"traceId": "c", "spanId": "3", "parentSpanId": "2", "attributes": {"openinference.span.kind": "TOOL", "tool.name": "f"}}`, "g c", ""},
	} {
		tasks, bad := readAll(t, OpenTelemetry, "x.jsonl", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}
