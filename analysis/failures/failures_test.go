package failures

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mcpstats/analysis/table"
	"mcpstats/datasets"
)

func TestTaxonomyIsSound(t *testing.T) {
	x := Taxonomy()
	if err := x.Validate(); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, m := range x {
		known[m.Name] = true
		if !strings.HasSuffix(m.Doc, ".") || strings.Contains(m.Doc, "%!") {
			t.Errorf("%s: Doc is no sentence: %q", m.Name, m.Doc)
		}
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "failure-modes.md"))
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{}
	for _, names := range regexp.MustCompile(`(?m)^\*\*([a-z_, ]+)\*\*`).FindAllStringSubmatch(string(page), -1) {
		for name := range strings.SplitSeq(names[1], ", ") {
			described[name] = true
			if !known[name] {
				t.Errorf("docs/failure-modes.md describes the rule of %s, which the taxonomy does not list", name)
			}
		}
	}
	for _, d := range Detectors() {
		if !described[d.Name] {
			t.Errorf("docs/failure-modes.md does not say what the rule of %s looks for, and its limits", d.Name)
		}
	}
	// The table of failure modes that this package was written to hold.
	for _, mode := range strings.Fields(`no_tools_called wrong_tool incorrect_parameters missing_tool_call improper_order hallucinated_tool
		extra_calls repeated_call error_not_recovered retrieval_miss retrieval_saturation query_mismatch partial_completion premature_stop
		premature_decomposition contextual_drift false_rejection false_acceptance verification_skipped side_effects strategic_defeatism
		incorrect_conclusion ungrounded_answer timeout max_turns harness_error`) {
		if !known[mode] {
			t.Errorf("no mode %s", mode)
		}
	}
}

// Every label of MCP-Atlas's two taxonomies and of LiveMCPBench's annotators is
// read as a mode.
func TestLabelsOfOtherTaxonomies(t *testing.T) {
	for label, mode := range map[string]string{
		"malformed_call": "incorrect_parameters", "wrong_tool": "wrong_tool", "no_tool_use": "no_tools_called", "err_recovery": "error_not_recovered",
		"task_misunderstanding": "misunderstood_task", "faulty_synthesis": "incorrect_conclusion", "response_misparsing": "incorrect_conclusion",
		"early_termination": "premature_stop", "hallucinated_fact": "ungrounded_answer", "logical_error": "incorrect_conclusion",
		"constraint_violation": "constraint_violation",

		"Tool Usage → No tools called": "no_tools_called", "Task Understanding → Partial task completion": "partial_completion",
		"Tool Usage → Incorrect tool parameters": "incorrect_parameters", "Response Quality → Incorrect conclusion": "incorrect_conclusion",
		"Skipped steps": "missing_tool_call", "Missing tool calls": "missing_tool_call", "Misunderstood task": "misunderstood_task",
		"Insufficient exploration": "premature_stop", "Capability discovery missing": "retrieval_miss",
		"Environment constraint violation": "constraint_violation", "Wrong tool selection": "wrong_tool",

		"Query Error": "query_mismatch", "Retrieve Error": "retrieval_miss", "Tool Error": "incorrect_parameters", "Other Error": "error_not_recovered",
		"agent_timeout": "timeout",

		"called_wrong_tool": "wrong_tool", "used_wrong_tool_argument": "incorrect_parameters", "goal_partially_completed": "partial_completion",
		"simple_function_checker:wrong_func_name": "wrong_tool", "value_error:string": "incorrect_parameters", "irrelevance_error:decoder_success": "false_acceptance",
	} {
		if m, ok := Taxonomy().OfLabel(label); !ok || m.Name != mode {
			t.Errorf("%q is %q, want %s", label, m.Name, mode)
		}
	}
	if m, ok := Taxonomy().OfLabel("something else"); ok {
		t.Errorf("an unknown label is %s", m.Name)
	}
}

// A log without anything says nothing about any mode, and a log with all columns
// empty makes no detector break.
func TestNothingKnownNothingDetected(t *testing.T) {
	for _, tr := range []*datasets.Trajectory{
		{Run: "r", Task: "t"},
		{Run: "r", Task: "t", Expected: []datasets.Need{{}}, Steps: []datasets.Step{}, Predicted: []string{}, Ranked: []datasets.Ranked{}, Available: []string{}},
		{Run: "r", Task: "t", Expected: []datasets.Need{{AnyOf: []string{"a"}, After: []int{-1, 7}}}, Steps: []datasets.Step{{Calls: []datasets.ToolCall{{}}}}},
		{Run: "r", Task: "t", StateBefore: "{", StateAfter: "{", StateGoal: "{", Response: "\xff\xfe", Steps: []datasets.Step{{Calls: []datasets.ToolCall{{Tool: "route", Result: "tool_name:"}}}}},
	} {
		for _, d := range Detectors() {
			hits, applicable := d.Detect(tr)
			if len(hits) > 0 && !applicable {
				t.Errorf("%s has hits where it is not applicable", d.Name)
			}
		}
	}
	for _, d := range Detectors() {
		if _, applicable := d.Detect(&datasets.Trajectory{Run: "r", Task: "t"}); applicable {
			t.Errorf("%s is applicable to nothing", d.Name)
		}
	}
}

// Trajectories made by hand. want is the steps of the hits in order (-1: none), nil
// where the mode is absent; missing where it is not applicable.
var missing = []int{-99}

type made struct {
	name string
	t    *datasets.Trajectory
	want []int
}

// conversation begins with the task. Where something is searched for, it is
// LiveMCPBench's, in which route is the router's.
func conversation(steps ...datasets.Step) *datasets.Trajectory {
	t := &datasets.Trajectory{Steps: append([]datasets.Step{{Role: "user", Content: "the task of 25 kilometres"}}, steps...)}
	for _, s := range steps {
		if slices.ContainsFunc(s.Calls, func(c datasets.ToolCall) bool { return c.Tool == "route" }) {
			t.Benchmark = "livemcpbench"
		}
	}
	return t
}

func answers(text string) datasets.Step { return datasets.Step{Role: "assistant", Content: text} }

func calls(calls ...datasets.ToolCall) datasets.Step {
	return datasets.Step{Role: "assistant", Calls: calls}
}

func call(tool, arguments, result string) datasets.ToolCall {
	return datasets.ToolCall{Tool: tool, Arguments: arguments, Result: result}
}

func wrong(tool, arguments, result string) datasets.ToolCall {
	c := call(tool, arguments, result)
	c.IsError = datasets.Known(true)
	return c
}

// routed is a call through a router; the tool is "server::name".
func routed(tool, params, result string) datasets.ToolCall {
	server, name, _ := strings.Cut(tool, "::")
	return call("execute-tool", `{"server_name":"`+server+`","tool_name":"`+name+`","params":`+params+`}`, result)
}

func search(query string, found ...string) datasets.ToolCall {
	var b strings.Builder
	for _, id := range found {
		server, name, _ := strings.Cut(id, "::")
		b.WriteString("- server_name: " + server + "\n  tool_name: " + name + "\n")
	}
	return call("route", `{"query":"`+query+`"}`, b.String())
}

func plan(t *datasets.Trajectory, needs ...string) *datasets.Trajectory {
	t.Expected = []datasets.Need{}
	for _, n := range needs {
		t.Expected = append(t.Expected, datasets.Need{AnyOf: strings.Split(n, "|")})
	}
	return t
}

// argued is a plan of tools and their arguments in turn.
func argued(t *datasets.Trajectory, calls ...string) *datasets.Trajectory {
	t.Expected = []datasets.Need{}
	for i := 0; i < len(calls); i += 2 {
		t.Expected = append(t.Expected, datasets.Need{AnyOf: calls[i : i+1], Arguments: calls[i+1]})
	}
	return t
}

func after(t *datasets.Trajectory, need, on int) *datasets.Trajectory {
	t.Expected[need].After = []int{on}
	return t
}

func predicted(t *datasets.Trajectory, tools ...string) *datasets.Trajectory {
	t.Predicted = append([]string{}, tools...)
	return t
}

func with(t *datasets.Trajectory, change func(*datasets.Trajectory)) *datasets.Trajectory {
	change(t)
	return t
}

var cases = map[string][]made{
	"no_tools_called": {
		{"expected, none made", plan(conversation(answers("no idea")), "a"), []int{1}},
		{"tools were there", with(conversation(answers("no idea")), func(t *datasets.Trajectory) { t.Available = []string{"a"} }), []int{1}},
		{"searched only", plan(conversation(calls(search("x", "s::a")), answers("no")), "s::a"), []int{2}},
		{"planned none", predicted(plan(&datasets.Trajectory{}, "a")), nil}, // declined: false_rejection
		{"declined", plan(conversation(answers("I'm unable to do that.")), "a"), nil},
		{"words not logged", plan(conversation(answers("")), "a"), missing},
		{"made", plan(conversation(calls(call("a", "", ""))), "a"), nil},
		{"planned", predicted(plan(&datasets.Trajectory{}, "a"), "b"), nil},
		{"nothing expected", plan(conversation(answers("hello"))), missing},
		{"broke off", with(plan(conversation(), "a"), func(t *datasets.Trajectory) { t.Exit = datasets.ExitError }), missing},
	},
	"wrong_tool": {
		{"another", plan(conversation(calls(call("b", "", ""))), "a"), []int{1}},
		{"the right one beside", plan(conversation(calls(call("b", "", ""), call("a", "", ""))), "a"), nil},
		{"not to be had", with(plan(conversation(calls(call("b", "", ""))), "s::a"), func(t *datasets.Trajectory) { t.Available = []string{"s::b"} }), missing},
		{"none called", plan(conversation(), "a"), missing},
	},
	"missing_tool_call": {
		{"one of two", plan(conversation(calls(call("a", "", ""))), "a", "b"), []int{-1}},
		{"none met", plan(conversation(calls(call("c", "", ""))), "a", "b"), nil},
		{"both", plan(conversation(calls(call("b", "", ""), call("a", "", ""))), "a", "b"), nil},
		{"missing_write tells", argued(conversation(calls(call("get_a", "{}", "ok"))), "get_a", "{}", "cancel_b", "{}"), nil},
		{"by an equal one", plan(conversation(calls(call("c", "", ""))), "a|c"), nil},
		{"no plan", conversation(calls(call("c", "", ""))), missing},
	},
	"improper_order": {
		{"turned round", after(plan(conversation(calls(call("b", "", "")), calls(call("a", "", ""))), "a", "b"), 1, 0), []int{1}},
		{"in order", after(plan(conversation(calls(call("a", "", "")), calls(call("b", "", ""))), "a", "b"), 1, 0), nil},
		{"planned turned round", after(predicted(plan(&datasets.Trajectory{}, "a", "b"), "b", "a"), 1, 0), []int{-1}},
		{"no dependencies", plan(conversation(calls(call("b", "", "")), calls(call("a", "", ""))), "a", "b"), missing},
	},
	"extra_calls": {
		{"a distractor", plan(conversation(calls(call("a", "", "")), calls(call("z", "", ""))), "a"), []int{2}},
		{"twice", plan(conversation(calls(call("a", "", "")), calls(call("a", "", ""))), "a"), nil},
		{"a look", plan(conversation(calls(call("get_user", "", "")), calls(call("think", "", "")), calls(call("a", "", ""))), "a"), nil},
		{"none", plan(conversation(calls(call("a", "", ""))), "a"), nil},
		{"no plan", conversation(calls(call("a", "", ""))), missing},
	},
	"premature_decomposition": {
		{"three for two", predicted(plan(&datasets.Trajectory{}, "a", "b"), "a", "b", "c"), []int{-1}},
		{"two for two", predicted(plan(&datasets.Trajectory{}, "a", "b"), "x", "y"), nil},
		{"no plan of the agent", plan(conversation(calls(call("a", "", ""), call("b", "", ""))), "a"), missing},
	},
	"contextual_drift": {
		{"from the second server on", predicted(plan(&datasets.Trajectory{}, "s::a", "s::b", "r::c", "r::d"), "s::a", "s::b", "s::x"), []int{-1}},
		{"within a server", predicted(plan(&datasets.Trajectory{}, "s::a", "s::b", "r::c"), "s::a", "r::c"), nil},
		{"all met", predicted(plan(&datasets.Trajectory{}, "s::a", "r::c"), "s::a", "r::c"), nil},
		{"one server", predicted(plan(&datasets.Trajectory{}, "s::a", "s::b"), "s::a"), missing},
		{"a server that both have", predicted(plan(&datasets.Trajectory{}, "s::a|r::a", "r::b"), "s::a"), missing},
	},
	"incorrect_parameters": {
		{"validation error", conversation(calls(wrong("a", "{}", "Input validation error: 'path' is a required property"))), []int{1}},
		{"no JSON", conversation(calls(call("a", `{"x":`, ""))), []int{1}},
		{"a list", conversation(calls(call("a", `[1]`, ""))), []int{1}},
		{"the world's fault", conversation(calls(wrong("a", "{}", "404 not found"))), nil},
		{"talk of validation", conversation(calls(call("a", "{}", "an article on validation error handling"))), nil},
		{"in JSON", conversation(calls(call("a", "{}", `{"error": "invalid params: x"}`))), []int{1}},
		{"no conversation", &datasets.Trajectory{}, missing},
	},
	"hallucinated_tool": {
		{"the answer says so", conversation(calls(wrong("make_tea", "{}", "Unknown tool: make_tea"))), []int{1}},
		{"not on the list, and failed", with(conversation(calls(wrong("b", "{}", "boom"))), func(t *datasets.Trajectory) { t.Available = []string{"a"} }), []int{1}},
		{"not on the list, and worked", with(conversation(calls(call("b", "{}", "fine"))), func(t *datasets.Trajectory) { t.Available = []string{"a"} }), nil},
		{"not on the list, no answer", with(conversation(calls(call("a", "{}", "fine")), calls(call("b", "{}", ""))), func(t *datasets.Trajectory) { t.Available = []string{"a"} }), []int{2}},
		{"not on the list, answers not in the log", with(conversation(calls(call("b", "{}", ""))), func(t *datasets.Trajectory) { t.Available = []string{"a"} }), nil},
		{"a search had shown it", conversation(calls(search("tea", "kitchen::make_tea")), calls(routed("kitchen::make_tea", "{}", "Error: Unknown tool: make_tea"))), nil},
		{"no search had shown it", conversation(calls(search("tea", "kitchen::boil")), calls(routed("kitchen::make_tea", "{}", "Error: Unknown tool: make_tea"))), []int{2}},
		{"another thing not found", conversation(calls(wrong("a", "{}", "Error: payment method not found"))), nil},
		{"no conversation", &datasets.Trajectory{}, missing},
	},
	"repeated_call": {
		{"three times", conversation(calls(call("a", `{"x":1}`, "")), calls(call("a", `{"x":1}`, "")), calls(call("a", `{"x":1}`, ""))), []int{3}},
		{"twice", conversation(calls(call("a", `{"x":1}`, "")), calls(call("a", `{"x":1}`, ""))), nil},
		{"with other arguments", conversation(calls(call("a", `{"x":1}`, "")), calls(call("a", `{"x":2}`, "")), calls(call("a", `{"x":3}`, ""))), nil},
		{"no conversation", &datasets.Trajectory{}, missing},
	},
	"error_not_recovered": {
		{"the end", conversation(calls(call("a", "", "ok")), calls(wrong("b", "", "no")), answers("bye")), []int{2}},
		{"the same again", conversation(calls(wrong("a", "{}", "no")), calls(wrong("a", "{}", "no")), calls(call("b", "", "ok"))), []int{2}},
		{"another way", conversation(calls(wrong("a", "{}", "no")), calls(call("b", "", "ok"))), nil},
		{"said in JSON", conversation(calls(call("a", "{}", `{"success": false, "error": "no"}`))), []int{1}},
		{"a search between", conversation(calls(routed("s::a", "{}", "Error: no")), calls(search("x")), answers("bye")), []int{1}},
		{"no conversation", &datasets.Trajectory{}, missing},
	},
	"retrieval_miss": {
		{"not in the ranking", with(plan(&datasets.Trajectory{}, "s::a", "s::b"), func(t *datasets.Trajectory) { t.Ranked = []datasets.Ranked{{Tool: "s::b"}} }), []int{-1}},
		{"not in any search", plan(conversation(calls(search("x", "s::b")), calls(search("y", "s::c"))), "s::a"), []int{-1}},
		{"in a search", plan(conversation(calls(search("x", "s::b", "s::a"))), "s::a"), nil},
		{"three in vain", conversation(calls(search("x", "s::a")), calls(search("y", "s::a")), calls(search("z"))), []int{3}},
		{"two in vain", conversation(calls(search("x", "s::a")), calls(search("y", "s::a")), calls(search("z", "s::b")), calls(routed("s::b", "{}", "ok"))), nil},
		{"nothing was needed", plan(conversation(calls(search("x")), calls(search("y")), calls(search("z")))), missing},
		{"no retrieval", plan(conversation(calls(call("a", "", ""))), "a"), missing},
	},
	"retrieval_saturation": {
		{"some of a large set", with(plan(&datasets.Trajectory{}, "s::a", "s::b"), func(t *datasets.Trajectory) {
			t.Ranked, t.Available = []datasets.Ranked{{Tool: "s::b"}}, make([]string, 100)
		}), []int{-1}},
		{"some of a small set", with(plan(&datasets.Trajectory{}, "s::a", "s::b"), func(t *datasets.Trajectory) {
			t.Ranked, t.Available = []datasets.Ranked{{Tool: "s::b"}}, make([]string, 99)
		}), nil},
		{"none of a large set", with(plan(&datasets.Trajectory{}, "s::a"), func(t *datasets.Trajectory) {
			t.Ranked, t.Available = []datasets.Ranked{{Tool: "s::b"}}, make([]string, 100)
		}), nil},
		{"size not known", with(plan(&datasets.Trajectory{}, "s::a"), func(t *datasets.Trajectory) { t.Ranked = []datasets.Ranked{} }), missing},
	},
	"query_mismatch": {
		{"omnipotent", conversation(calls(search("find news, summarize them and send a PDF", "s::a"))), []int{1}},
		{"omnipotent and served", conversation(calls(search("find news, summarize them and send a PDF", "s::a")), calls(routed("s::a", "{}", "ok"))), nil},
		{"plain", conversation(calls(search("read a file", "s::a"))), nil},
		{"the same again", conversation(calls(search("read a file")), calls(search("read a file"))), []int{2}},
		{"something else", plan(conversation(calls(search("weather forecast", "s::a"))), "zip::unpack_archive"), []int{-1}},
		{"a word of the tool", plan(conversation(calls(search("unpack it", "s::a"))), "zip::unpack_archive"), nil},
		{"no search", conversation(calls(call("a", "", ""))), missing},
	},
	"partial_completion": {
		{"some claims", &datasets.Trajectory{Claims: []datasets.Claim{{Score: 1}, {Score: 0}}}, []int{-1}},
		{"no claim", &datasets.Trajectory{Claims: []datasets.Claim{{Score: 0}}}, nil},
		{"enough claims", &datasets.Trajectory{Claims: []datasets.Claim{{Score: 1}, {Score: 0.5}}}, nil},
		{"some needs", plan(conversation(calls(call("a", "", ""))), "a", "b"), missing}, // missing_tool_call
	},
	"premature_stop": {
		{"with needs open", plan(conversation(calls(call("a", "", "ok")), answers("done")), "a", "b"), []int{2}},
		{"after an error", plan(conversation(calls(wrong("a", "", "no")), answers("done")), "a", "b"), nil},
		{"all met", plan(conversation(calls(call("a", "", "ok")), answers("done")), "a"), nil},
		{"from outside", with(plan(conversation(calls(call("a", "", "ok"))), "a", "b"), func(t *datasets.Trajectory) { t.Exit = datasets.ExitTimeout }), missing},
		{"no plan", conversation(calls(call("a", "", "ok")), answers("done")), missing},
	},
	"false_rejection": {
		{"planned No", predicted(plan(&datasets.Trajectory{}, "a"), "No::No"), []int{-1}},
		{"planned nothing", predicted(plan(&datasets.Trajectory{}, "a")), []int{-1}},
		{"said so", plan(conversation(answers("I'm unable to do that.")), "a"), []int{1}},
		{"recorded", with(plan(conversation(answers("No.")), "a"), func(t *datasets.Trajectory) { t.Exit = datasets.ExitRefused }), []int{1}},
		{"broke off", with(predicted(plan(&datasets.Trajectory{}, "a")), func(t *datasets.Trajectory) { t.Exit = datasets.ExitError }), nil},
		{"called", plan(conversation(calls(call("b", "", "")), answers("I'm unable to do that.")), "a"), nil},
		{"nothing expected", predicted(plan(&datasets.Trajectory{}), "No"), missing},
	},
	"false_acceptance": {
		{"called", plan(conversation(calls(call("a", "", "")))), []int{1}},
		{"planned", predicted(plan(&datasets.Trajectory{}), "s::a"), []int{-1}},
		{"planned No", predicted(plan(&datasets.Trajectory{}), "No"), nil},
		{"plan not known", predicted(&datasets.Trajectory{}, "s::a"), missing},
	},
	"verification_skipped": {
		{"edit before reading", conversation(calls(call("edit_file", "{}", "ok"))), []int{1}},
		{"edit after reading", conversation(calls(call("read_file", "{}", "ok")), calls(call("edit_file", "{}", "ok"))), nil},
		{"reading failed", conversation(calls(wrong("read_file", "{}", "no")), calls(call("editFile", "{}", "ok"))), []int{2}},
		{"reading elsewhere", conversation(calls(routed("a::get_info", "{}", "ok")), calls(routed("b::delete_item", "{}", "ok"))), []int{2}},
		{"a rate of exchange", conversation(calls(call("exchange_rate", "{}", "ok"))), missing},
		{"edit that failed", conversation(calls(wrong("edit_file", "{}", "no hash"))), missing},
		{"found missing", conversation(calls(wrong("read_file", "{}", "Error: file not found")), calls(call("edit_file", "{}", "ok"))), nil},
		{"the record elsewhere", conversation(calls(routed("a::get_info", `{"id":"x17"}`, "ok")), calls(routed("b::delete_item", `{"id":"x17"}`, "ok"))), nil},
		{"handed over", conversation(calls(call("transfer_to_human_agents", "{}", "ok"))), missing},
		{"written anew", conversation(calls(call("write_file", "{}", "ok"))), missing},
	},
	"side_effects": {
		{"broke c", &datasets.Trajectory{StateBefore: `{"a":1,"c":1}`, StateAfter: `{"a":2,"c":2}`, StateGoal: `{"a":2,"c":1}`}, []int{-1}},
		{"did it", &datasets.Trajectory{StateBefore: `{"a":1}`, StateAfter: `{"a":2}`, StateGoal: `{"a":2}`}, nil},
		{"no goal", &datasets.Trajectory{StateBefore: `{"a":1}`, StateAfter: `{"a":2}`}, missing},
	},
	"strategic_defeatism": {
		{"gives up", conversation(calls(wrong("a", "{}", "no")), answers("I apologize, the tool is broken.")), []int{2}},
		{"after trying three", conversation(calls(wrong("a", "{}", "no")), calls(wrong("b", "{}", "no")), calls(wrong("c", "{}", "no")), answers("I apologize, nothing works.")), nil},
		{"delivers", conversation(calls(wrong("a", "{}", "no")), calls(call("b", "{}", "ok")), answers("Done, but I could not read the table.")), nil},
		{"goes on", conversation(calls(wrong("a", "{}", "no")), calls(call("b", "{}", "ok")), answers("Here it is.")), nil},
		{"nothing failed", conversation(calls(call("a", "{}", "ok")), answers("I apologize for the wait.")), missing},
		{"no last word", conversation(calls(wrong("a", "{}", "no"))), missing},
	},
	"incorrect_conclusion": {
		{"wrong by answer", with(argued(conversation(calls(call("get_a", `{"x":1}`, "ok")), answers("42")), "get_a", `{"x":1}`), func(t *datasets.Trajectory) { t.ExpectedAnswer, t.PredictedAnswer = "41", "42" }), []int{2}},
		{"with another argument", with(argued(conversation(calls(call("get_a", `{"x":2}`, "ok")), answers("42")), "get_a", `{"x":1}`), func(t *datasets.Trajectory) { t.ExpectedAnswer, t.PredictedAnswer = "41", "42" }), nil},
		{"right", with(argued(conversation(calls(call("get_a", "{}", "ok"))), "get_a", "{}"), func(t *datasets.Trajectory) { t.ExpectedAnswer, t.PredictedAnswer = "42", "42" }), nil},
		{"a verdict alone", with(argued(conversation(calls(call("get_a", "{}", "ok"))), "get_a", "{}"), func(t *datasets.Trajectory) { t.Success = datasets.Known(false) }), missing},
		{"no arguments", with(plan(conversation(calls(call("a", "", "ok")), answers("42")), "a"), func(t *datasets.Trajectory) { t.ExpectedAnswer, t.PredictedAnswer = "41", "42" }), missing},
	},
	"wrong_arguments": {
		{"another seat", argued(conversation(calls(call("book_seat", `{"seat":"2B"}`, "ok"))), "book_seat", `{"seat":"2A"}`), []int{1}},
		{"by value", argued(conversation(calls(call("pay", `{"to":{"b":2,"a":[1]},"sum":5.0}`, "ok"))), "pay", `{"sum":5,"to":{"a":[1.0],"b":2}}`), nil},
		{"in other words", argued(conversation(calls(call("send_mail", `{"text":"The flight leaves at seven from gate four."}`, "ok"))), "send_mail", `{"text":"the flight leaves from gate four at seven"}`), nil},
		{"mended", argued(conversation(calls(call("book_seat", `{"seat":"2B"}`, "ok")), calls(call("book_seat", `{"seat":"2A"}`, "ok"))), "book_seat", `{"seat":"2A"}`), nil},
		{"one that failed", argued(conversation(calls(wrong("book_seat", `{"seat":"2B"}`, "Error: taken"))), "book_seat", `{"seat":"2A"}`), nil},
		{"more than was planned", argued(conversation(calls(call("book_seat", `{"seat":"2A","note":"window"}`, "ok"))), "book_seat", `{"seat":"2A"}`), nil},
		{"of a look", argued(conversation(calls(call("get_seat", `{"seat":"2B"}`, ""))), "get_seat", `{"seat":"2A"}`), []int{1}},
		{"of a look beside a change", argued(conversation(calls(call("get_seat", `{"seat":"2B"}`, "ok")), calls(call("book_seat", `{"seat":"2A"}`, "ok"))), "get_seat", `{"seat":"2A"}`, "book_seat", `{"seat":"2A"}`), nil},
		{"answer not logged", argued(conversation(calls(call("book_seat", `{"seat":"2B"}`, ""))), "book_seat", `{"seat":"2A"}`), missing},
		{"no arguments in the plan", plan(conversation(calls(call("book_seat", `{"seat":"2B"}`, "ok"))), "book_seat"), missing},
	},
	"unwanted_write": {
		{"not planned", argued(conversation(calls(call("book_seat", `{"seat":"2A"}`, "ok")), calls(call("cancel_seat", `{}`, "ok"))), "book_seat", `{"seat":"2A"}`), []int{2}},
		{"twice", argued(conversation(calls(call("book_seat", `{}`, "ok")), calls(call("book_seat", `{}`, "ok"))), "book_seat", `{}`), []int{2}},
		{"nothing to be changed", with(conversation(calls(call("book_seat", `{}`, "ok"))), func(t *datasets.Trajectory) { t.ReadOnly = datasets.Known(true) }), []int{1}},
		{"looks", argued(conversation(calls(call("get_seat", `{}`, "ok")), calls(call("book_seat", `{}`, "ok"))), "book_seat", `{}`), nil},
		{"handed over", argued(conversation(calls(call("transfer_to_human_agents", `{}`, "ok")), calls(call("book_seat", `{}`, "ok"))), "book_seat", `{}`), nil},
		{"nothing to be called", plan(conversation(calls(call("book_seat", `{}`, "ok")))), missing}, // false_acceptance
		{"no plan", conversation(calls(call("book_seat", `{}`, "ok"))), missing},
	},
	"missing_write": {
		{"never made", argued(conversation(calls(call("get_seat", `{}`, "ok")), answers("Done.")), "book_seat", `{"seat":"2A"}`), []int{2}},
		{"made and failed", argued(conversation(calls(wrong("book_seat", `{"seat":"2A"}`, "Error: no")), answers("Sorry.")), "book_seat", `{"seat":"2A"}`), []int{2}},
		{"made otherwise", argued(conversation(calls(call("book_seat", `{"seat":"2B"}`, "ok"))), "book_seat", `{"seat":"2A"}`), nil}, // wrong_arguments
		{"nothing to be changed", argued(conversation(calls(call("get_seat", `{}`, "ok"))), "get_seat", `{}`), missing},
	},
	"missing_output": {
		{"not told", with(conversation(answers("It costs 1,000.")), func(t *datasets.Trajectory) { t.ExpectedAnswer = `["1000","23"]` }), []int{1}},
		{"told on the way", with(conversation(answers("23 of them."), answers("It costs 1,000.")), func(t *datasets.Trajectory) { t.ExpectedAnswer = `["1000",23]` }), nil},
		{"words not logged", with(conversation(answers("")), func(t *datasets.Trajectory) { t.ExpectedAnswer = `["1000"]` }), missing},
		{"an answer to compare", with(conversation(answers("42")), func(t *datasets.Trajectory) { t.ExpectedAnswer = "42" }), missing},
	},
	"tool_unavailable": {
		{"timed out", conversation(calls(wrong("a", "{}", "Tool call timed out."))), []int{1}},
		{"a status", conversation(calls(call("fetch", "{}", "Failed to fetch https://x.org - status code 429")), calls(call("fetch", "{}", "a page"))), []int{1}},
		{"in words", conversation(calls(call("a", "{}", "Failed to retrieve market data"))), []int{1}},
		{"a file of the task", with(conversation(calls(wrong("read_file", `{"path":"/data/trips.csv"}`, "Error: ENOENT: no such file or directory"))), func(t *datasets.Trajectory) { t.Steps[0].Content = "Sum up trips.csv." }), []int{1}},
		{"not a file", with(conversation(calls(wrong("find_user", `{"email":"ann@post.org"}`, "Error: user not found"))), func(t *datasets.Trajectory) { t.Steps[0].Content = "I am ann@post.org." }), nil},
		{"a file of its own", conversation(calls(wrong("read_file", `{"path":"/data/notes.md"}`, "Error: ENOENT: no such file or directory"))), nil},
		{"forgotten", conversation(calls(call("create_deck", "{}", `{"deck_id": "deck_7"}`)), calls(wrong("add_slide", `{"deck_id":"deck_7"}`, `{"error": "No deck is currently loaded"}`))), []int{2}},
		{"the arguments' fault", conversation(calls(wrong("a", "{}", "Input validation error: 'path' is a required property"))), nil},
		{"a refusal by the rules", conversation(calls(wrong("book_seat", "{}", "Error: not enough seats on flight 404"))), nil},
		{"a command of its own", conversation(calls(wrong("execute_bash", "{}", "Error: the tests say\n"+strings.Repeat("connection refused by the mock; ", 9)))), nil},
		{"a shell that hangs", conversation(calls(wrong("execute_bash", "{}", "The command timed out after 120 seconds."))), []int{1}},
		{"talk of time-outs", conversation(calls(call("a", "{}", "How to handle a timeout in Go"))), nil},
		{"nothing executed", conversation(answers("hello")), missing},
	},
	"broken_off": {
		{"on the user's turn", conversation(answers("Which one?"), datasets.Step{Role: "user", Content: "The second."}), []int{2}},
		{"on a call", conversation(calls(call("a", "{}", "ok")), calls(call("b", "{}", ""))), []int{2}},
		{"the user ends it", conversation(answers("Done."), datasets.Step{Role: "user", Content: "Thanks. ###STOP###"}), nil},
		{"a call that is the end", conversation(calls(call("a", "{}", "ok")), calls(call("submit", "{}", ""))), nil},
		{"the agent's word", conversation(calls(call("a", "{}", "ok")), answers("Done.")), nil},
		{"answered apart", with(conversation(calls(call("a", "{}", "ok")), calls(call("b", "{}", ""))), func(t *datasets.Trajectory) { t.Response = "Done." }), nil},
		{"no results", conversation(calls(call("a", "{}", "")), calls(call("b", "{}", ""))), missing},
		{"timed out", with(conversation(calls(call("a", "{}", "ok")), calls(call("b", "{}", ""))), func(t *datasets.Trajectory) { t.Exit = datasets.ExitTimeout }), missing},
	},
	"ungrounded_answer": {
		{"invented prices", conversation(calls(call("a", "{}", "no price")), answers("They cost 12.50, 13.75, 99.90, 120.00 and 45.60.")), []int{2}},
		{"from the result", conversation(calls(call("a", "{}", "12.5 13.75 99.9 120 45.6")), answers("They cost 12.50, 13.75, 99.90, 120.00 and 45.60.")), nil},
		{"rounded and in percent", conversation(calls(call("a", "{}", "0.12345, 1234567, 0.987, 0.5512, 31.49")), answers("12.3%, 1,234,567, 98.7%, 55.1% and 31")), nil},
		{"two of its own", conversation(calls(call("a", "{}", "nothing")), answers("25 km, so 50 km both ways, 75 with a detour")), nil},
		{"times, paths, units", conversation(calls(call("a", "{}", "nothing")), answers("10:30 and 11:45, /root/12/13, a14, 15kg, v16, #17")), nil},
		{"before a colon", conversation(calls(call("a", "{}", "nothing")), answers("Shoes $31-42: warm. Hats $53-64: red. Socks $75: thin.")), []int{2}},
		{"code", conversation(calls(call("a", "{}", "nothing")), answers("```\n10 20 30 40 50 60\n```")), nil},
		{"cut short", conversation(calls(call("a", "{}", "meta=None content=[TextContent(type='text', text='{ ...")), answers("11 12 13 14 15")), missing},
		{"nothing executed", conversation(answers("11 12 13 14 15")), missing},
	},
}

func TestDetectorsByHand(t *testing.T) {
	for _, d := range Detectors() {
		var present, absent, inapplicable bool
		for _, c := range cases[d.Name] {
			hits, applicable := d.Detect(c.t)
			var got []int
			for _, h := range hits {
				step := -1
				if h.Step.Known {
					step = h.Step.Value
					if step < 0 || step >= len(c.t.Steps) {
						t.Errorf("%s: %s: step %d of %d", d.Name, c.name, step, len(c.t.Steps))
					}
				}
				if h.Place.Known && (h.Place.Value < 0 || h.Place.Value > 1) {
					t.Errorf("%s: %s: place %v", d.Name, c.name, h.Place.Value)
				}
				got = append(got, step)
			}
			if !applicable {
				got = missing
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%s: %s: %v, want %v", d.Name, c.name, got, c.want)
			}
			inapplicable = inapplicable || slices.Equal(c.want, missing)
			absent = absent || c.want == nil
			present = present || c.want != nil && !slices.Equal(c.want, missing)
		}
		if !present || !absent || !inapplicable {
			t.Errorf("%s: a case is lacking (present %v, absent %v, not applicable %v)", d.Name, present, absent, inapplicable)
		}
	}
	for mode := range cases {
		if !slices.ContainsFunc(Detectors(), func(d *table.Detector) bool { return d.Name == mode }) {
			t.Errorf("cases of %s, which is no detector", mode)
		}
	}
}
