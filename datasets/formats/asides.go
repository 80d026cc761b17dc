package formats

import (
	"bytes"
	"slices"
	"strconv"

	"mcpstats/datasets/mapping"
)

// Aside is a kind of file that lies beside logs and is none: the answers that a run sent in,
// the tasks that it was given, somebody's table of totals. Its records have ids, and often the
// same ids as a log's tasks, so that a reader of tables would make a run of it: one without a
// verdict, under the file's name. A file that is known for what it is never becomes a run.
type Aside struct {
	Name string // what one file is, as a sentence names it: "SWE-bench predictions", "a SWE-bench task set"
	Many string // what several are, behind their number: "SWE-bench predictions", "SWE-bench task sets"
	Use  string // what to give instead, or what it is good for
	is   func(keys keySet, f File) bool
}

// CatalogAside is a catalog of tools, as Asides call it.
const CatalogAside = "a catalog of tools"

// Asides lists the kinds, the most telling first. Each is known by the keys of its first
// record; the name of the file decides nothing, as people rename files and keep keys.
var Asides = []Aside{
	{"SWE-bench predictions", "SWE-bench predictions",
		"the verdicts are in the report that the evaluation writes of them; give that",
		func(k keySet, _ File) bool {
			// SWE-agent and mini-swe-agent write the patch before the model in some versions, and a
			// patch may be longer than the head.
			return k.all("model_patch") && (k.any("instance_id", "model_name_or_path") || k.cut) || k.all("org", "repo", "number", "fix_patch")
		}},
	{"a SWE-bench task set", "SWE-bench task sets",
		"it holds the tasks and the right patches, and nobody's attempts",
		func(k keySet, _ File) bool {
			return k.all("instance_id") && k.any("problem_statement", "base_commit") && k.any("fail_to_pass", "test_patch", "patch", "hints_text")
		}},
	{"an AppWorld leaderboard", "AppWorld leaderboards",
		"it holds totals; an experiment's outputs folder holds its attempts",
		func(k keySet, f File) bool {
			return k.all("method", "llm") && (k.any("test_normal", "test_challenge") || k.cut) && bytes.Contains(f.Head, []byte(`"task_goal_completion"`))
		}},
	{"BFCL questions", "BFCL questions",
		"they are the tests; the result and score folders hold a model's attempts",
		func(k keySet, _ File) bool { return k.all("id", "question", "function") }},
	{"a list of right answers", "lists of right answers",
		"it holds the tests' solutions, and nobody's attempts",
		func(k keySet, _ File) bool { return k.all("id", "ground_truth") && len(k.keys) == 2 }},
	{"ToolBench queries", "ToolBench queries",
		"they are the tasks; the answers and the pass_rate results hold a method's attempts",
		func(k keySet, _ File) bool {
			return k.all("query", "query_id") && k.any("api_list", "relevant APIs")
		}},
	{"an Inspect log without samples", "Inspect logs without samples",
		"it holds totals, which cannot be recomputed; save the log with its samples",
		func(k keySet, _ File) bool { return k.all("eval", "plan", "status") && !k.has("samples") && !k.cut }},
	{CatalogAside, "catalogs of tools",
		"as catalog.json in the folder of logs it says which tools write",
		func(k keySet, f File) bool {
			return len(f.shape().Keys) > 0 && !f.shape().List && !mapping.NamesTask(k.keys) && (k.has("servers") || k.keys[0] == "tools" || k.has("jsonrpc") && k.has("result")) && bytes.Contains(f.Head, []byte(`"name"`))
		}},
	{"a stream of a harness' events", "streams of a harness' events",
		"one line is an event, not an attempt; the harness' results hold the attempts",
		func(k keySet, _ File) bool {
			return k.all("event_id") && k.any("event_type", "event") && k.any("timestamp", "time", "ts", "payload")
		}},
}

// AsideOf finds the kind of a file that is no log. A verdict, a reward or a conversation in
// its records makes it one again, whatever else stands there: tables that join an attempt with
// its task are logs.
func AsideOf(f File) (Aside, bool) {
	keys := keySetOf(f)
	if keys.attempts() {
		return Aside{}, false
	}
	for _, a := range Asides {
		if a.is(keys, f) {
			return a, true
		}
	}
	return Aside{}, false
}

// keySet is the keys of a file's first record, whatever their spelling (plainKey).
type keySet struct {
	keys []string
	cut  bool // there may be more behind the head
}

// keySetOf reads the keys of a record in a list, in a line, in a row, or behind its id: the
// newer files of predictions are {id: {...}, ...}.
func keySetOf(f File) keySet {
	s := f.shape()
	if len(s.Keys) == 0 && sniffCSV(f) != No {
		s.Keys, _, _ = csvNames(f)
	}
	// On one line it may as well be a record that begins with an object: there the id must be
	// repeated inside.
	if !s.List && len(s.Keys) > 0 && (sniffLines(f) == No || bytes.Count(f.Head, []byte(strconv.Quote(s.Keys[0]))) > 1) {
		if inner := sniffInside(f.Head); len(inner.Keys) > 0 {
			s = inner
		}
	}
	k := keySet{cut: s.Cut}
	for _, key := range s.Keys {
		k.keys = append(k.keys, plainKey(key))
	}
	return k
}

// sniffInside is the shape of an object's first value, where that is an object whose key it
// repeats: {"a__b-1": {"instance_id": "a__b-1"}}.
func sniffInside(head []byte) shape {
	i := bytes.IndexByte(head, '{')
	if i < 0 {
		return shape{}
	}
	j := bytes.IndexByte(head[i+1:], '{')
	if j < 0 || bytes.Count(head[i+1:i+1+j], []byte{'"'}) != 2 {
		return shape{} // something stands between the key and the object
	}
	inner := sniffJSON(head[i+1+j:])
	if inner.has("instance_id") || inner.has("model_patch") {
		return inner
	}
	return shape{}
}

func (k keySet) has(key string) bool { return slices.Contains(k.keys, plainKey(key)) }

// all and any report whether all, or any, of the keys are there.
func (k keySet) all(keys ...string) bool {
	return !slices.ContainsFunc(keys, func(s string) bool { return !k.has(s) })
}
func (k keySet) any(keys ...string) bool { return slices.ContainsFunc(keys, k.has) }

// attempts reports whether any key holds what only an attempt has.
func (k keySet) attempts() bool {
	for i := range mapping.Definitions {
		d := &mapping.Definitions[i]
		if !slices.Contains([]string{"success", "reward", "steps", "judgments"}, d.Name) {
			continue
		}
		if k.has(d.Name) || k.any(d.Aliases...) {
			return true
		}
	}
	return k.any("test_result", "result", "report", "evaluation", "history")
}
