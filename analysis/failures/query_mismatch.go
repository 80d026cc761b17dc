package failures

import (
	"encoding/json"
	"strings"

	"mcpstats/analysis/table"
	"mcpstats/analysis/trace"
	"mcpstats/datasets"
)

// queryMismatch compares words, not meanings: a search that describes a tool in other
// words than its name's counts as not having asked for it.
func queryMismatch() *table.Detector {
	return &table.Detector{
		Name: "query_mismatch", Category: retrieval,
		Doc: "A search asked for one omnipotent tool (it names at least three kinds of action) and found nothing that was ever executed, or the same words were searched for again; with a known plan, " +
			"also: no search shares a word with any tool of a need. Not applicable without searches, or where the log does not hold what they asked for.",
		Cite:   "LiveMCPBench, arXiv:2508.01780, section 4.5, query error; the rule is ours",
		Labels: []string{"query_error"},
		Needs:  onPlan,
		Detect: func(t *datasets.Trajectory) ([]table.Hit, bool) {
			calls := trace.Calls(t)
			searches := searchesOf(calls)
			if len(searches) == 0 || !trace.ArgumentsLogged(searches) {
				return nil, false
			}
			// Only what a search found can excuse a broad query, so that without it broad
			// queries are not judged.
			found := trace.ResultsLogged(searches) && trace.Identified(executions(calls))
			executed := map[string]bool{}
			for _, c := range executions(calls) {
				executed[c.Server+"::"+c.Tool] = true
			}
			var hits []table.Hit
			asked := map[string]bool{}
			words := map[string]bool{}
			for _, c := range searches {
				if c.Logged.Arguments == "" || trace.IsDigest(c.Logged.Arguments) {
					continue
				}
				q := query(c.Arguments)
				eachWord(q, func(w string) { words[w] = true })
				used := false
				trace.EachSurfaced(c.Logged.Result, func(server, tool string) { used = used || executed[server+"::"+tool] })
				if asked[q] || found && !used && kindsOfAction(q) >= 3 {
					hits = append(hits, atStep(t, c.Step, "", q))
				}
				asked[q] = true
			}
			return append(hits, unasked(t, words)...), true
		},
	}
}

// unasked are the needs of the plan whose tools share no word with what was
// searched for.
func unasked(t *datasets.Trajectory, asked map[string]bool) []table.Hit {
	var hits []table.Hit
	for j, n := range t.Expected {
		shared := len(n.AnyOf) == 0
		for _, id := range n.AnyOf {
			eachWord(id, func(w string) { shared = shared || asked[w] })
		}
		if !shared {
			hits = append(hits, table.Hit{Place: place(j, len(t.Expected)), Tool: n.AnyOf[0], Excerpt: "no search names a word of this tool"})
		}
	}
	return hits
}

// query is the text that was searched for: the argument "query", or all of them.
// Of a request in LiveMCPBench's notation, only what is asked of the tool.
func query(arguments string) string {
	var a struct {
		Query string `json:"query"`
	}
	q := arguments
	if json.Unmarshal([]byte(arguments), &a) == nil && a.Query != "" {
		q = a.Query
	}
	if _, tool, ok := strings.Cut(q, "\ntool:"); ok {
		q = tool
	}
	q, _, _ = strings.Cut(q, "</tool_assistant>")
	return strings.TrimSpace(q)
}

// actions are the kinds of action that a search can ask for, by the verbs and
// nouns that name them. Creating, writing, drawing and saving are one kind: they
// are ways of asking for the same tool.
var actions = map[string]int{
	"read": 1, "get": 1, "fetch": 1, "retrieve": 1, "retrieval": 1, "load": 1, "open": 1, "download": 1, "lookup": 1,
	"search": 2, "find": 2, "discover": 2, "browse": 2,
	"create": 3, "creation": 3, "write": 3, "save": 3, "generate": 3, "generation": 3, "make": 3, "build": 3, "add": 3, "insert": 3, "store": 3,
	"export": 3, "plot": 3, "draw": 3,
	"convert": 4, "conversion": 4, "transform": 4, "translate": 4,
	"analyze": 5, "analyse": 5, "analysis": 5, "compare": 5, "calculate": 5, "compute": 5, "summarize": 5, "estimate": 5,
	"visualize": 6, "visualization": 6,
	"send": 7, "email": 7, "post": 7, "upload": 7, "publish": 7,
	"execute": 8, "run": 8, "book": 8, "buy": 8,
	"recommend": 9, "recommendation": 9, "recommendations": 9, "plan": 9, "planning": 9,
}

func kindsOfAction(q string) int {
	kinds := map[int]bool{}
	eachWord(q, func(w string) {
		if kind := actions[w]; kind > 0 {
			kinds[kind] = true
		}
	})
	return len(kinds)
}

// eachWord visits the words of a text or an identifier in lower case, of letters
// and digits, at least three bytes long.
func eachWord(text string, visit func(string)) {
	for w := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	}) {
		if len(w) >= 3 {
			visit(w)
		}
	}
}
