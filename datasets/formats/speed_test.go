package formats

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
)

// talk is a conversation of about the given size as chat APIs have it, with code
// and escapes as tool results are.
func talk(size int) string {
	var messages []map[string]any
	line := "func main() {\n\tfmt.Println(\"ok\", 12345)\n}\n// results: {\"rows\": [1, 2, 3]}\n"
	for n := 0; n < size; n += 4200 {
		id := fmt.Sprint("call_", n)
		messages = append(messages,
			map[string]any{"role": "assistant", "content": "Let me look.", "tool_calls": []any{map[string]any{"id": id, "type": "function", "function": map[string]any{"name": "read_file", "arguments": `{"path": "main.go", "lines": 40}`}}}},
			map[string]any{"role": "tool", "tool_call_id": id, "content": strings.Repeat(line, 4000/len(line))})
	}
	b, err := json.Marshal(messages)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// stream is a file made of copies of a record as it is read.
type stream struct {
	before, record, between, after string
	n                              int
}

func (s stream) size() int64 {
	return int64(len(s.before) + s.n*len(s.record) + (s.n-1)*len(s.between) + len(s.after))
}

func (s stream) file(path string) File {
	open := func() (io.ReadCloser, error) {
		parts := make([]io.Reader, 0, 2*s.n+2)
		parts = append(parts, strings.NewReader(s.before))
		for i := range s.n {
			if i > 0 {
				parts = append(parts, strings.NewReader(s.between))
			}
			parts = append(parts, strings.NewReader(s.record))
		}
		return io.NopCloser(io.MultiReader(append(parts, strings.NewReader(s.after))...)), nil
	}
	head := s.before + s.record
	return File{Path: path, Open: open, Head: []byte(head[:min(len(head), HeadSize)])}
}

// streams are large logs of each kind of reader: lists, members of objects, lines
// and rows.
func streams(records int) map[string]struct {
	format Format
	stream stream
	path   string
} {
	messages := talk(40_000)
	quoted, err := json.Marshal(messages)
	if err != nil {
		panic(err)
	}
	type log = struct {
		format Format
		stream stream
		path   string
	}
	return map[string]log{
		"tau-bench": {TauBench, stream{"[", `{"task_id": 1, "reward": 1.0, "trial": 0, "info": {"task": {"actions": []}}, "traj": ` + messages + "}", ",\n", "]", records}, "x.json"},
		"tau2": {Tau2, stream{`{"info": {"num_trials": 1, "agent_info": {"llm": "m"}}, "tasks": [], "simulations": [`,
			`{"id": "s", "task_id": "1", "trial": 0, "termination_reason": "user_stop", "reward_info": {"reward": 1.0}, "messages": ` + strings.ReplaceAll(strings.ReplaceAll(messages, `"tool_call_id"`, `"id"`), `"function":{"arguments":"{\"path\": \"main.go\", \"lines\": 40}","name":"read_file"}`, `"name":"read_file","arguments":{}`) + "}",
			",\n", "]}", records}, "x.json"},
		"inspect": {Inspect, stream{`{"version": 2, "status": "success", "eval": {"task": "t", "task_id": "x", "model": "m"}, "samples": [`,
			`{"id": 1, "epoch": 1, "input": "q", "target": "t", "messages": ` + messages + `, "scores": {"match": {"value": "C"}}, "events": [{"event": "model", "input": ` + messages + `}], "attachments": {}}`,
			",\n", "]}", records / 2}, "x.json"},
		"mcp-atlas": {MCPAtlas, stream{"TASK,script_model_response,raw_conversation_history,coverage_score,coverage_details_json\n",
			`t,answer,"` + strings.ReplaceAll(messages, `"`, `""`) + `",1.0,"{""per_claim"": [{""claim"": ""a"", ""score"": 1.0}]}"`, "\n", "\n", records}, "scored_m.csv"},
		"jsonl":   {JSONLines, stream{"", `{"run": "m", "task": "a", "success": true, "steps": ` + messages + "}", "\n", "\n", records}, "x.jsonl"},
		"bfcl":    {BFCL, stream{"", `{"id": "a", "result": ` + string(quoted) + `, "input_token_count": 5, "latency": 1}`, "\n", "\n", records}, "result/m/BFCL_v4_x_result.json"},
		"lm-eval": {LMEval, stream{"", `{"doc_id": 1, "doc": {}, "target": "x", "resps": [[` + string(quoted) + `]], "filtered_resps": ["x"], "filter": "none", "metrics": ["acc"], "doc_hash": "h", "acc": 1}`, "\n", "\n", records}, "m/samples_x.jsonl"},
		"otel":    {OpenTelemetry, stream{"", `{"resourceSpans": [{"resource": {"attributes": [{"key": "task", "value": {"stringValue": "a"}}]}, "scopeSpans": [{"spans": [{"traceId": "t1", "spanId": "1", "name": "x", "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue": "execute_tool"}}, {"key": "gen_ai.tool.call.result", "value": {"stringValue": ` + string(quoted) + `}}]}]}]}]}`, "\n", "\n", records / 8}, "x.jsonl"},
	}
}

// BenchmarkReaders reads conversations of 40 KB; the target is 60 MB/s.
func BenchmarkReaders(b *testing.B) {
	for name, log := range streams(200) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(log.stream.size())
			b.ReportAllocs()
			for b.Loop() {
				src, err := log.format.Read([]File{log.stream.file(log.path)}, Options{})
				if err != nil {
					b.Fatal(err)
				}
				n := 0
				for _, err := range src.Trajectories(b.Context()) {
					if err != nil {
						b.Fatal(err)
					}
					n++
				}
				if n == 0 {
					b.Fatal("nothing read")
				}
			}
		})
	}
}

// BenchmarkInspectArchive reads the archive form: half of it events that nobody
// asks for, as compressed as such logs are.
func BenchmarkInspectArchive(b *testing.B) {
	messages := talk(40_000)
	sample := `{"id": 1, "epoch": 1, "input": "q", "target": "t", "messages": ` + messages + `, "scores": {"match": {"value": "C"}}, "events": [{"event": "model", "input": ` + messages + `}], "attachments": {}}`
	files := map[string]string{"header.json": `{"version": 2, "status": "success", "eval": {"task": "t", "task_id": "x", "model": "m"}}`}
	for i := range 50 {
		files[fmt.Sprintf("samples/%03d_epoch_1.json", i)] = sample
	}
	for _, method := range []uint16{8, 93} {
		f := inMemory("x.eval", string(packed(b, method, files)))
		b.Run(fmt.Sprint("method", method), func(b *testing.B) {
			b.SetBytes(int64(50 * len(sample)))
			for b.Loop() {
				if tasks, bad := readAll(b, Inspect, "x.eval", string(mustRead(b, f))); len(tasks) != 50 || len(bad) > 0 {
					b.Fatal(len(tasks), bad)
				}
			}
		})
	}
}

func mustRead(t testing.TB, f File) []byte {
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}
