package formats

import (
	"bytes"
	"context"
	"fmt"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// ComplexMCP is episodes in ComplexMCP's stateful sandboxes. Its authors have published no
// log; the keys are those that the paper names, in any spelling, and a task with a
// state before and after decides. What an episode achieved and what it broke is computed from the
// states (package metrics), not taken from the log.
//
// A task is drawn again with another seed, which makes another environment of it: the seed
// is part of the task's identity, and the task without it is the cluster.
var ComplexMCP = Format{
	Name:    "complexmcp",
	Title:   "ComplexMCP",
	Meaning: "Tasks in sandboxes that are judged by the state they leave",
	Doc: "ComplexMCP, tasks in sandboxes that the state they leave judges: episodes as JSON, JSON Lines or CSV, one a record or one a file: the environment's state before and after and the goal (initial_state, final_state, goal_state; keys in any spelling, values nested or as JSON text), " +
		"the calls (or messages), tokens {prompt, generation, tool_feedback}, success, completion_rate, misbehaving_rate. The run is model (or agent, run) with the paradigm (full context, RAG) where it is given; " +
		"the task is task_id, with @SEED where a seed is given, as the seed makes the environment; the cluster is the task without its seed. " +
		"Success is the harness's own verdict where it is there; completion and misbehaviour are computed from the states. The authors have published no log: the keys are those that its paper's evaluation needs",
	Cite:   "Li et al. 2026, ComplexMCP (task M = (S, T, I, seed, G, evaluation), section on metrics)",
	Sniff:  sniffComplex,
	Joined: true,
	Loose:  true,
	Read:   readComplex,
}

var (
	complexBefore = []string{"statebefore", "initialstate", "initstate", "s0", "envbefore"}
	complexAfter  = []string{"stateafter", "finalstate", "endstate", "envafter"}
	complexGoal   = []string{"stategoal", "goalstate", "goal", "expectedstate", "targetstate", "groundtruthstate"}
	complexCalls  = []string{"calls", "toolcalls", "actions", "trajectory"}
	complexTask   = []string{"taskid", "task", "id", "episodeid", "instanceid"}
	complexLists  = []string{"episodes", "results"}
)

// sniffComplex asks for a state before and one after, which no other format has. Episodes are
// long, so that the state after may lie beyond the head.
func sniffComplex(f File) Match {
	keys := keysOf(f)
	if hasAny(keys, "run") && hasAny(keys, "task") && (hasAny(keys, "steps", "strata", "trial") || canonicalStates(f.Head)) {
		return No // canonical trajectories, whose states the same metrics read
	}
	if hasAny(keys, complexBefore...) && hasAny(keys, complexTask...) && (hasAny(keys, complexAfter...) || f.shape().Cut) {
		return Log
	}
	if hasAny(keys, "episodes") && (bytes.Contains(f.Head, []byte("_state\"")) || bytes.Contains(f.Head, []byte("\"state_"))) {
		return Log
	}
	return No
}

// canonicalStates tells whether a log calls the states as the canonical columns do: with a run
// and a task it is a canonical log, which may have any attributes besides.
func canonicalStates(head []byte) bool {
	return bytes.Contains(head, []byte("state_before")) && bytes.Contains(head, []byte("state_after"))
}

// readComplex reads the files one after another, as an episode may be a file of its own.
func readComplex(files []File, opt Options) (datasets.Source, error) {
	return source(func(_ context.Context, yield yield) {
		for _, f := range files {
			goOn, types := true, idTypes{}
			err := eachKeyed(f, complexLists, func(k keyed, err error) bool {
				var t *datasets.Trajectory
				if err == nil {
					t, err = complexEpisode(f, k, types)
				}
				if err == nil {
					t = project(t, opt.Columns)
				}
				goOn = yield(t, err)
				return goOn
			})
			if err != nil {
				yield(nil, err)
				return
			}
			if !goOn {
				return
			}
		}
	}), nil
}

// complexEpisode makes an attempt of a record. The rates of completion and misbehaviour that
// it states are kept for comparison; those that count are computed from the states.
func complexEpisode(f File, k keyed, types idTypes) (*datasets.Trajectory, error) {
	k.merge(k.raw("metadata"))
	t := &datasets.Trajectory{Benchmark: "complexmcp", Place: k.place(f), Model: k.text("model", "modelname"), Agent: k.text("agent")}
	t.Run = k.text("run", "system")
	if t.Run == "" {
		t.Run = t.Model
		if paradigm := k.text("paradigm", "mode", "setting"); paradigm != "" && t.Run != "" {
			t.Run += " " + paradigm
		}
	}
	if t.Run == "" {
		t.Run = t.Agent
	}
	if t.Run == "" {
		t.Run = f.Folder()
		if t.Run == "." {
			t.Run = f.Stem()
		}
	}
	name := idOf(k.raw(complexTask...))
	if err := types.accept(name); err != nil {
		return nil, k.bad(f, "task_id", err)
	}
	id := name.Name
	t.Task = id
	if seed := k.text("seed"); seed != "" {
		t.Task, t.Cluster = id+"@"+seed, id
		attribute(t, "seed", seed)
	}
	if err := k.trial(t); err != nil {
		return nil, k.bad(f, "trial", err)
	}
	for _, name := range []string{"difficulty", "domain", "category", "level", "split"} {
		stratum(t, name, k.text(name))
	}
	for _, s := range []struct {
		name string
		keys []string
		into *string
	}{{"initial_state", complexBefore, &t.StateBefore}, {"final_state", complexAfter, &t.StateAfter}, {"goal_state", complexGoal, &t.StateGoal}} {
		state, err := complexState(k, s.keys)
		if err != nil {
			return nil, k.bad(f, s.name, err)
		}
		*s.into = state
	}
	var err error
	if t.Success, err = k.yes("success", "issuccess", "passed", "correct"); err != nil {
		return nil, k.bad(f, "success", err)
	}
	for _, m := range []struct{ name, key string }{{"completion_rate", "completionrate"}, {"completion_rate", "rc"}, {"misbehaving_rate", "misbehavingrate"}, {"misbehaving_rate", "rb"}} {
		n, err := k.number(m.key)
		if err != nil {
			return nil, k.bad(f, m.key, err)
		}
		report(t, m.name, n)
	}
	if column, err := complexSteps(t, k); err != nil {
		return nil, k.bad(f, column, err)
	}
	if column, err := complexTokens(t, k); err != nil {
		return nil, k.bad(f, column, err)
	}
	if column, err := k.latency(t); err != nil {
		return nil, k.bad(f, column, err)
	}
	if n, err := k.number("costusd", "cost"); err == nil {
		t.CostUSD = n.Maybe
	}
	if tools := k.document("availabletools", "tools"); tools != "" {
		if t.Available, err = mapping.Names(tools); err != nil {
			return nil, k.bad(f, "tools", err)
		}
	}
	mapping.SetExit(t, k.text("exit", "exitstatus", "terminationreason", "stopreason"))
	t.Error = k.text("error", "errormessage")
	if t.Response = k.text("response", "finalanswer", "finalresponse"); t.Response == "" {
		t.Response = lastWords(t.Steps)
	}
	return t, nil
}

// complexState is a state as a JSON document. A goal in words is not a state.
func complexState(k keyed, keys []string) (string, error) {
	for _, key := range keys {
		v := k.raw(key)
		if v == nil {
			continue
		}
		if v[0] == '"' {
			v = json.RawMessage(plain(v))
		}
		if len(v) == 0 || v[0] != '{' && v[0] != '[' {
			if key == "goal" {
				continue
			}
			return "", fmt.Errorf("expected a JSON document, found %s", excerpt(v))
		}
		if err := checkJSON(v); err != nil {
			return "", err
		}
		return compact(v)
	}
	return "", nil
}

// complexSteps reads the conversation, else the calls as one message each.
func complexSteps(t *datasets.Trajectory, k keyed) (column string, err error) {
	if doc := k.raw("messages", "conversation", "steps"); doc != nil {
		if doc[0] == '"' {
			doc = json.RawMessage(plain(doc))
		}
		return "messages", mapping.SetSteps(t, string(doc))
	}
	doc := k.document(complexCalls...)
	if doc == "" {
		return "", nil
	}
	var calls []json.RawMessage
	if err := unmarshal([]byte(doc), &calls); err != nil {
		return "calls", err
	}
	t.Steps = make([]datasets.Step, len(calls))
	for i, raw := range calls {
		c, err := looseCall(raw)
		if err != nil {
			return "calls", fmt.Errorf("call %d: %w", i+1, err)
		}
		t.Steps[i] = datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{c}}
	}
	return "", nil
}

// complexTokens takes the tokens: of the prompts, of what was generated, and of
// what the tools answered, which is part of later prompts.
func complexTokens(t *datasets.Trajectory, k keyed) (column string, err error) {
	if raw := k.raw("tokens", "usage", "tokenusage"); len(raw) > 0 && raw[0] == '{' {
		k.merge(raw)
	}
	for _, n := range []struct {
		keys []string
		take func(number)
	}{
		{[]string{"prompttokens", "inputtokens", "prompt", "input"}, func(n number) { addTokens(&t.PromptTokens, n) }},
		{[]string{"completiontokens", "outputtokens", "generationtokens", "generation", "completion", "output"}, func(n number) { addTokens(&t.CompletionTokens, n) }},
		{[]string{"cachedtokens", "cached"}, func(n number) { addTokens(&t.CachedTokens, n) }},
		{[]string{"toolfeedbacktokens", "toolfeedback", "tool"}, func(n number) { report(t, "tool_feedback_tokens", n) }},
	} {
		for _, key := range n.keys {
			raw := k.raw(key)
			if raw == nil || raw[0] == '"' && key == "prompt" { // the prompt itself, not its length
				continue
			}
			v, err := k.number(key)
			if err != nil {
				return key, err
			}
			n.take(v)
			break
		}
	}
	return "", nil
}
