package formats

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"mcpstats/datasets"
)

// fuzz checks a reader against any bytes: it neither panics nor hangs, says
// what is wrong as a RecordError or a FileError, and names a task wherever it
// delivers a trajectory. The seeds are the hand-made logs.
func fuzz(f *testing.F, format Format, seeds ...string) {
	for _, glob := range seeds {
		paths, err := filepath.Glob(filepath.Join("testdata", filepath.FromSlash(glob)))
		if err != nil || len(paths) == 0 {
			f.Fatal(glob, err)
		}
		for _, path := range paths {
			b, err := os.ReadFile(path)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b)
			f.Add(b[:len(b)/2])
		}
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		file := inMemory("x/level_1.json", string(b))
		format.Sniff(file)
		Describe(file)
		src, err := format.Read([]File{file}, Options{})
		if err != nil {
			return
		}
		for tr, err := range src.Trajectories(t.Context()) {
			if err == nil {
				if tr.Task == "" {
					t.Errorf("no task: %+v", tr)
				}
				continue
			}
			switch err.(type) {
			case *datasets.RecordError, *datasets.FileError:
			default:
				t.Errorf("%T: %v", err, err)
			}
		}
	})
}

func FuzzLiveMCPBench(f *testing.F) {
	fuzz(f, LiveMCPBench, "livemcpbench/*/*.json", "livemcpbench/*/*/*.json", "livemcpbench/*.json")
}
func FuzzTauBench(f *testing.F)  { fuzz(f, TauBench, "tau-bench/*.json") }
func FuzzETOM(f *testing.F)      { fuzz(f, ETOM, "etom/*/*.json") }
func FuzzCSV(f *testing.F)       { fuzz(f, CSV, "csv/*.csv") }
func FuzzJSONLines(f *testing.F) { fuzz(f, JSONLines, "jsonl/*.jsonl") }
func FuzzJSONList(f *testing.F)  { fuzz(f, JSONList, "tau-bench/*.json") }

// Whatever the sizes of the reads, the scanner finds the same elements; where
// the text is JSON, they are those that encoding/json finds.
func FuzzElements(f *testing.F) {
	f.Add([]byte(`[1, "a\"]", {"x": [null, {}]}, -2.5e3, true]`))
	f.Add([]byte("[{\"a\": \"b\n}, {\"c\": 1]}, 5"))
	f.Fuzz(func(t *testing.T, b []byte) {
		whole, err1 := texts(bytes.NewReader(b))
		single, err2 := texts(iotest.OneByteReader(bytes.NewReader(b)))
		if d := cmp.Diff(whole, single); d != "" || (err1 == nil) != (err2 == nil) {
			t.Errorf("in one read (-) and byte by byte (+):\n%s%v, %v", d, err1, err2)
		}
		var want []json.RawMessage
		if json.Unmarshal(b, &want) != nil || want == nil {
			return
		}
		if err1 != nil || len(want) != len(whole) {
			t.Fatalf("%d elements, not %d: %v", len(whole), len(want), err1)
		}
		for i := range want {
			if got := whole[i]; got != string(cleanText(want[i], false)) {
				t.Errorf("element %d: %q, not %q", i, got, want[i])
			}
		}
	})
}

func texts(r io.Reader) (out []string, last error) {
	for e, err := range elements(newScanner(r, 1<<20), "") {
		if err != nil {
			return out, err
		}
		out = append(out, string(e.Text))
	}
	return out, nil
}

// The member that elements are read from is found wherever it stands, and what
// is beside it makes no difference.
func TestElementsOfMember(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(
			rapid.Map(rapid.String(), func(s string) any { return s }),
			rapid.Map(rapid.Float64Range(-1e9, 1e9), func(v float64) any { return v }),
			rapid.Map(rapid.SliceOf(rapid.MapOf(rapid.String(), rapid.Bool())), func(v []map[string]bool) any { return v }),
		)
		list := rapid.SliceOf(value).Draw(t, "list")
		if list == nil {
			list = []any{}
		}
		object := map[string]any{"list": list}
		for _, key := range rapid.SliceOf(rapid.StringMatching(`[a-z"\\é]{1,6}x`)).Draw(t, "keys") {
			object[key] = value.Draw(t, key)
		}
		b, err := json.MarshalIndent(object, "", rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for e, err := range elements(newScanner(iotest.HalfReader(bytes.NewReader(b)), 1<<20), "list") {
			if err != nil {
				t.Fatal(err)
			}
			var got, want any
			text, err := json.Marshal(list[i])
			if err != nil {
				t.Fatal(err)
			}
			if json.Unmarshal(e.Text, &got) != nil || json.Unmarshal(text, &want) != nil || !cmp.Equal(got, want) {
				t.Fatalf("element %d: %s, not %s", i, e.Text, text)
			}
			i++
		}
		if i != len(list) {
			t.Fatalf("%d elements, not %d", i, len(list))
		}
	})
}

func FuzzInspect(f *testing.F) {
	f.Add(zipped(f, "inspect/eval"))
	f.Add(zipped(f, "inspect/eval", "header.json", "summaries.json"))
	fuzz(f, Inspect, "inspect/json/*.json")
}

func FuzzTau2(f *testing.F) { fuzz(f, Tau2, "tau2/*/*.json", "tau2/*/*/*.json") }

func FuzzMCPAtlas(f *testing.F) { fuzz(f, MCPAtlas, "mcp-atlas/*.csv") }

func FuzzSWEBench(f *testing.F) {
	fuzz(f, SWEBench, "swe-bench/*.json", "swe-bench/*/*/*.json", "swe-bench/evaluation/*/results/*.json", "swe-bench/logs/*/*/*/*/*.json")
}
func FuzzLMEval(f *testing.F) { fuzz(f, LMEval, "lm-eval/*/*.json*") }
func FuzzBFCL(f *testing.F)   { fuzz(f, BFCL, "bfcl/result/m1/*/*.json", "bfcl/score/m1/*/*.json") }

func FuzzPinePaper(f *testing.F)  { fuzz(f, PinePaper, "pinepaper/*.*", "pinepaper/data/*.json") }
func FuzzComplexMCP(f *testing.F) { fuzz(f, ComplexMCP, "complexmcp/*") }

func FuzzTerminalBench(f *testing.F) {
	fuzz(f, TerminalBench, "terminal-bench/*/*.json", "terminal-bench/*/*/*/*.json")
}
func FuzzHarbor(f *testing.F) { fuzz(f, Harbor, "harbor/*/*/*/*.json", "harbor/*/*/*/agent/*.json") }
func FuzzATIF(f *testing.F)   { fuzz(f, ATIF, "atif/*.json", "atif/*/*.json") }

func FuzzMCPMark(f *testing.F) {
	fuzz(f, MCPMark, "mcpmark/*/*.json", "mcpmark/*/*/*.json", "mcpmark/*/*/*/*/*.json")
}

func FuzzMCPBench(f *testing.F) { fuzz(f, MCPBench, "mcp-bench/*.json") }

func FuzzToolathlon(f *testing.F) {
	fuzz(f, Toolathlon, "toolathlon/*.jsonl", "toolathlon/trajs/*.json", "toolathlon/*/*/*/*/*.json")
}

func FuzzMCPEval(f *testing.F) { fuzz(f, MCPEval, "mcpeval/*/*/*.json", "mcpeval/*/*/*/*/*.json") }

func FuzzAgentDojo(f *testing.F) {
	fuzz(f, AgentDojo, "agentdojo/runs/*/*/*/*/*.json", "agentdojo/other/*/*/*.json", "agentdojo/other/*.jsonl")
}

func FuzzPromptfoo(f *testing.F) { fuzz(f, Promptfoo, "promptfoo/*") }

func FuzzHELM(f *testing.F) { fuzz(f, HELM, "helm/*/*/*/*.json") }

func FuzzEveryEvalEver(f *testing.F) { fuzz(f, EveryEvalEver, "every-eval-ever/*") }
func FuzzChatMessages(f *testing.F)  { fuzz(f, ChatMessages, "chat/*.jsonl") }
func FuzzOpenTelemetry(f *testing.F) { fuzz(f, OpenTelemetry, "otel/*") }

func FuzzSWEAgent(f *testing.F) { fuzz(f, SWEAgent, "swe-agent/*/*.traj", "swe-agent/*/*/*.traj") }
func FuzzMiniSWEAgent(f *testing.F) {
	fuzz(f, MiniSWEAgent, "mini-swe-agent/*/*.traj.json", "mini-swe-agent/*/*/*.traj.json")
}
func FuzzOpenHands(f *testing.F) { fuzz(f, OpenHands, "openhands/*/*/*/*.jsonl") }

func FuzzToolBench(f *testing.F) { fuzz(f, ToolBench, "toolbench/*/*/*.*", "toolbench/*/*/*/*.json") }

func FuzzAppWorld(f *testing.F) { fuzz(f, AppWorld, "appworld/*/*/*/*.json", "appworld/*/*/*/*/*/*") }
