package formats

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

var errConfig = errors.New("expected a config with level and orchestrator")

// etomRecord is one evaluation: levels 1, 2 and 5 state lists of tools, levels 3
// and 4 graphs.
type etomRecord struct {
	QueryID   id              `json:"query_id"`
	Status    string          `json:"status"`
	Error     string          `json:"error_message"`
	Seconds   number          `json:"query_latency_seconds"`
	Expected  json.RawMessage `json:"ground_truth_tools"`
	Predicted json.RawMessage `json:"predicted_tools"`
	Plan      *etomGraph      `json:"predicted_graph"`

	ExactMatch         number `json:"exact_match"`
	ToolNameMatch      number `json:"tool_name_match"`
	ServerMatch        number `json:"server_match"`
	NodeSetMatch       number `json:"node_set_match"`
	GraphMatch         number `json:"graph_structure_match"`
	ParallelAwareMatch number `json:"parallel_aware_match"`
	F1                 struct {
		Precision number `json:"precision"`
		Recall    number `json:"recall"`
		F1        number `json:"f1"`
		TP        number `json:"tp"`
		FP        number `json:"fp"`
		FN        number `json:"fn"`
	} `json:"f1_metrics"`
}

// etomGraph is a plan whose nodes are [server, tool].
type etomGraph struct {
	Nodes [][]string `json:"nodes"`
}

// etomTool is a tool, with the key for its server in either spelling.
type etomTool struct {
	Server     string `json:"server"`
	ServerName string `json:"server_name"`
	Tool       string `json:"tool_name"`
	After      []int  `json:"dependencies"`
}

// name is the tool as plans write it. Evaluations call its server "server", the benchmark's
// queries "server_name".
func (t etomTool) name() string {
	server := t.ServerName
	if server == "" {
		server = t.Server
	}
	return toolID(server, t.Tool)
}

// toolID joins a server and a tool; two servers may have tools of one name.
func toolID(server, tool string) string {
	if server == "" {
		return tool
	}
	return server + "::" + tool
}

// etomGroup is one entry of the expected plan: a tool, or a list of tools any of
// which will do.
type etomGroup []etomTool

// UnmarshalJSON reads a group from a list of equal tools, or from a tool that stands alone.
func (g *etomGroup) UnmarshalJSON(b []byte) error {
	if b[0] == '[' {
		return json.Unmarshal(b, (*[]etomTool)(g))
	}
	*g = make(etomGroup, 1)
	return json.Unmarshal(b, &(*g)[0])
}

// emptyAtLevel2 is the exception that the evaluator raises, and logs, exactly when
// a system answers a level 2 query with no tool: its branch for empty results
// expects groups that are not lists, and all of level 2's are.
const emptyAtLevel2 = "'list' object has no attribute 'get'"

// trajectory makes an attempt of an evaluation. The queries' plan goes before the one that the
// evaluation repeats, which is not there at levels 3 and 4.
func (r *etomRecord) trajectory(level string, queries map[string]etomQuery) (*datasets.Trajectory, error) {
	t := &datasets.Trajectory{
		Benchmark: "etom", Task: "L" + level + "-" + r.QueryID.Name,
		Strata: map[string]string{"level": "L" + level},
		Exit:   datasets.ExitCompleted,
	}
	// The other statuses, multi_tool_error and empty_result_error, judge what the system answered
	// and are not errors of an attempt.
	if r.Status == "processing_error" {
		t.Exit, t.Error = datasets.ExitHarnessError, r.Error
	} else {
		attribute(t, "error_message", r.Error)
	}
	if r.Seconds.Known {
		t.LatencyMS = datasets.Known(r.Seconds.Value * 1000)
	}
	attribute(t, "status", r.Status)
	var err error
	if t.Predicted, err = r.predicted(level); err != nil {
		return nil, err
	}
	if q, ok := queries[r.QueryID.Name]; ok {
		t.Expected = etomNeeds(level, q.Tools)
		attribute(t, "query", q.Query)
	} else if t.Expected, err = r.expected(level); err != nil {
		return nil, err
	}
	r.report(t)
	return t, nil
}

// predicted is the plan in the order of the log; nil where the record says
// nothing about it.
func (r *etomRecord) predicted(level string) ([]string, error) {
	switch {
	case r.Plan != nil:
		return r.Plan.tools(), nil
	case r.Predicted != nil:
		return etomTools(r.Predicted)
	case level == "2" && r.Error == emptyAtLevel2:
		return []string{}, nil
	}
	return nil, nil
}

// etomTools reads predicted tools: objects, the same serialised to strings, or
// names.
func etomTools(raw json.RawMessage) ([]string, error) {
	var items []json.RawMessage
	if bytes.HasPrefix(raw, []byte("[")) {
		if err := json.Unmarshal(raw, &items); err != nil {
			return nil, err
		}
	} else if string(raw) != "null" {
		items = []json.RawMessage{raw}
	}
	if items == nil {
		return nil, nil
	}
	names := make([]string, len(items))
	for i, item := range items {
		var s string
		if json.Unmarshal(item, &s) == nil {
			if names[i] = s; len(s) == 0 || s[0] != '{' {
				continue
			}
			item = json.RawMessage(s)
		}
		var tool etomTool
		if err := json.Unmarshal(item, &tool); err != nil {
			return nil, fmt.Errorf("predicted_tools, element %d: expected a tool, found %s", i+1, excerpt(item))
		}
		names[i] = tool.name()
	}
	return names, nil
}

// etomNeeds is the plan that the paper asks for. The groups of a level 2 query
// together are the equal function set of its one step; elsewhere a group is a
// step.
func etomNeeds(level string, groups []etomGroup) []datasets.Need {
	needs := make([]datasets.Need, 0, len(groups))
	for _, group := range groups {
		if level != "2" || len(needs) == 0 {
			needs = append(needs, datasets.Need{})
		}
		need := &needs[len(needs)-1]
		for _, tool := range group {
			if name := tool.name(); !slices.Contains(need.AnyOf, name) {
				need.AnyOf = append(need.AnyOf, name)
			}
			if level == "2" {
				continue
			}
			for _, d := range tool.After {
				if !slices.Contains(need.After, d) {
					need.After = append(need.After, d)
				}
			}
		}
		slices.Sort(need.After)
	}
	return needs
}

// expected is the plan as far as the evaluation itself repeats it: the lists of
// levels 1, 2 and 5. The graphs of levels 3 and 4 do not replace the
// queries: they leave out which tools stand for each other, and every dependency
// on a later step (13 queries of level 3 have one).
func (r *etomRecord) expected(level string) ([]datasets.Need, error) {
	if r.Expected == nil {
		return nil, nil
	}
	var groups []etomGroup
	if err := json.Unmarshal(r.Expected, &groups); err != nil {
		return nil, fmt.Errorf("ground_truth_tools: %w", err)
	}
	return etomNeeds(level, groups), nil
}

// tools lists the nodes in the log's order. A node of one element is a tool without a server.
func (g *etomGraph) tools() []string {
	names := make([]string, len(g.Nodes))
	for i, node := range g.Nodes {
		switch len(node) {
		case 0:
		case 1:
			names[i] = node[0]
		default:
			names[i] = toolID(node[0], node[1])
		}
	}
	return names
}

// report keeps the evaluator's figures, to be held against ours. Its counts cannot be summed
// over records: a processing_error has fn = 1 where an empty answer at level 1 has tp = fp =
// fn = 0 (eval/eval.py).
func (r *etomRecord) report(t *datasets.Trajectory) {
	for _, v := range []struct {
		name  string
		value number
	}{
		{"exact_match", r.ExactMatch},
		{"tool_name_match", r.ToolNameMatch},
		{"server_match", r.ServerMatch},
		{"node_set_match", r.NodeSetMatch},
		{"graph_structure_match", r.GraphMatch},
		{"parallel_aware_match", r.ParallelAwareMatch},
		{"precision", r.F1.Precision},
		{"recall", r.F1.Recall},
		{"f1", r.F1.F1},
		{"tp", r.F1.TP},
		{"fp", r.F1.FP},
		{"fn", r.F1.FN},
	} {
		report(t, "evaluator_"+v.name, v.value)
	}
}
