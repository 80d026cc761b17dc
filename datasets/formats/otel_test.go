package formats

import (
	"errors"
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

// Without a mapping nothing says what a task is: the error names the attributes.
func TestOpenTelemetryNeedsMap(t *testing.T) {
	_, err := OpenTelemetry.Read(onDisk(t, "testdata/otel/spans.jsonl"), Options{})
	var fe *datasets.FileError
	if !errors.As(err, &fe) || !strings.Contains(err.Error(), `no column "task"`) || !strings.Contains(err.Error(), "eval.task.id") || !strings.Contains(err.Error(), "--map") {
		t.Error(err)
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
