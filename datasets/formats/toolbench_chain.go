package formats

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// tbenchNode is a node of a chain or of a search: a thought, the name of a tool, or its input
// with what it gave.
type tbenchNode struct {
	Type        string       `json:"node_type"`
	Description text         `json:"description"`
	Observation text         `json:"observation"`
	Code        number       `json:"observation_code"`
	Children    []tbenchNode `json:"children"`
}

// tbenchAnswerFile is one query's answer.
type tbenchAnswerFile struct {
	Win  *bool `json:"win"`
	Trys []struct {
		Chain []tbenchNode `json:"chain"`
	} `json:"trys"`
	Tree struct {
		Root tbenchNode `json:"tree"`
	} `json:"tree"`
	Candidates [][]tbenchNode `json:"compare_candidates"`
	Answer     struct {
		Valid  *bool           `json:"valid_data"`
		Final  json.RawMessage `json:"final_answer"`
		Finish string          `json:"finish_type"`
		Tools  json.RawMessage `json:"function"`
		Asked  number          `json:"query_count"`
		Tokens number          `json:"total_tokens"`
		Query  string          `json:"query"`
	} `json:"answer_generation"`
}

// attempt makes an attempt of all that is known of a query.
func (q *tbenchQuery) attempt() (*datasets.Trajectory, error) {
	task := q.id
	if q.group != "" {
		task = q.group + "/" + q.id
	}
	t := &datasets.Trajectory{Benchmark: "toolbench", Run: q.run, Task: task, Agent: q.search, Place: datasets.Place{File: q.path}, Available: q.tools}
	stratum(t, "split", q.group)
	q.judge(t)
	switch {
	case q.answer != nil:
		if err := q.fromAnswer(t); err != nil {
			return nil, err
		}
	case q.converted != nil:
		t.Response = tbenchFinal(q.converted.Answer.Final)
		if err := q.fromConverted(t); err != nil {
			return nil, element{Row: 1}.bad(File{Path: q.path}, q.id+".answer.answer_details", err)
		}
	}
	return t, nil
}

// fromAnswer reads the query's own file.
func (q *tbenchQuery) fromAnswer(t *datasets.Trajectory) error {
	e, err := whole(*q.answer)
	if err != nil {
		return err
	}
	var v tbenchAnswerFile
	if err := decode(*q.answer, e, &v); err != nil {
		return err
	}
	if v.Win == nil && v.Trys == nil && v.Tree.Root.Type == "" && v.Answer.Valid == nil {
		return e.bad(*q.answer, "win", errMissing)
	}
	t.Place.File = q.answer.Path
	chain := v.path()
	t.Steps = tbenchSteps(cmp.Or(v.Answer.Query, q.query), chain)
	if len(v.Tree.Root.Children) > 0 {
		calls := 0
		for _, n := range flatten(&v.Tree.Root, nil, 0) {
			if n.Type == "Action Input" && n.Code.Known {
				calls++
			}
		}
		report(t, "calls_in_search", number{datasets.Known(float64(calls))})
	}
	if t.Available == nil && len(v.Answer.Tools) > 0 && v.Answer.Tools[0] == '[' {
		if tools, err := mapping.Names(string(v.Answer.Tools)); err == nil {
			t.Available = tools
		}
	}
	t.Response = tbenchFinal(v.Answer.Final)
	report(t, "query_count", v.Answer.Asked)
	if v.Answer.Tokens.Value > 0 {
		report(t, "total_tokens", v.Answer.Tokens)
	}
	done := v.Win
	if done == nil {
		done = v.Answer.Valid
	}
	switch {
	case done == nil:
	case *done:
		t.Exit = datasets.ExitCompleted
	default:
		mapping.SetExit(t, cmp.Or(v.Answer.Finish, "no answer"))
	}
	return nil
}

// path is the chain that led to the answer: the last candidate, else the last try. A search that
// found no answer has no path; what it tried stands in the order in which it was tried.
func (v *tbenchAnswerFile) path() []tbenchNode {
	if n := len(v.Candidates); n > 0 && len(v.Candidates[n-1]) > 0 {
		return v.Candidates[n-1]
	}
	if n := len(v.Trys); n > 0 {
		return v.Trys[n-1].Chain
	}
	return flatten(&v.Tree.Root, nil, 0)
}

// flatten lists a tree's nodes, each before those below it.
func flatten(n *tbenchNode, out []tbenchNode, depth int) []tbenchNode {
	const deepest = 1000
	if depth > deepest {
		return out
	}
	if depth > 0 {
		alone := *n
		alone.Children = nil
		out = append(out, alone)
	}
	for i := range n.Children {
		out = flatten(&n.Children[i], out, depth+1)
	}
	return out
}

// tbenchSteps makes a conversation of a chain. A thought and the action behind it are one turn
// of the model.
func tbenchSteps(query string, chain []tbenchNode) []datasets.Step {
	steps := []datasets.Step{}
	if query != "" {
		steps = append(steps, datasets.Step{Role: "user", Content: query})
	}
	turn := -1 // the model's turn that is not over
	open := func() *datasets.Step {
		if turn < 0 {
			steps = append(steps, datasets.Step{Role: "assistant"})
			turn = len(steps) - 1
		}
		return &steps[turn]
	}
	for i := range chain {
		n := &chain[i]
		switch n.Type {
		case "Thought":
			turn = -1
			open().Content = string(n.Description)
		case "Action":
			if turn >= 0 && len(steps[turn].Calls) > 0 {
				turn = -1
			}
			s := open()
			server, tool := mapping.SplitTool(string(n.Description))
			s.Calls = append(s.Calls, datasets.ToolCall{Server: server, Tool: tool})
		case "Action Input":
			if turn < 0 || len(steps[turn].Calls) == 0 {
				continue // the root of a search
			}
			c := &steps[turn].Calls[len(steps[turn].Calls)-1]
			c.Arguments, c.Result = string(n.Description), string(n.Observation)
			if n.Code.Known {
				c.IsError = datasets.Known(n.Code.Value != 0 && n.Code.Value != 3 && n.Code.Value != 4)
			}
			steps = append(steps, datasets.Step{Role: "tool", Content: c.Result})
			turn = -1
		}
	}
	return steps
}

// tbenchConvertedNode is a node of a converted prediction; next are those behind it.
type tbenchConvertedNode struct {
	Role    string                `json:"role"`
	Message json.RawMessage       `json:"message"`
	Next    []tbenchConvertedNode `json:"next"`
}

// fromConverted reads the path of a converted prediction.
func (q *tbenchQuery) fromConverted(t *datasets.Trajectory) error {
	if !stated(q.converted.Answer.Details) {
		return nil
	}
	var next []tbenchConvertedNode
	if err := json.Unmarshal(q.converted.Answer.Details, &next); err != nil {
		return err
	}
	t.Steps = []datasets.Step{}
	for len(next) > 0 {
		n := next[len(next)-1]
		next = n.Next
		said := plain(n.Message)
		switch n.Role {
		case "tool":
			var call struct {
				Name      string          `json:"name"`
				Arguments json.RawMessage `json:"arguments"`
				Response  json.RawMessage `json:"response"`
			}
			if err := json.Unmarshal(n.Message, &call); err != nil {
				return err
			}
			server, tool := mapping.SplitTool(call.Name)
			c := datasets.ToolCall{Server: server, Tool: tool, Arguments: plain(call.Arguments), Result: plain(call.Response)}
			t.Steps = append(t.Steps, datasets.Step{Role: "assistant", Calls: []datasets.ToolCall{c}}, datasets.Step{Role: "tool", Content: c.Result})
		case "user":
			if said == "" {
				said = q.query
			}
			t.Steps = append(t.Steps, datasets.Step{Role: "user", Content: said})
		default:
			if said != "" {
				t.Steps = append(t.Steps, datasets.Step{Role: n.Role, Content: said})
			}
		}
	}
	return nil
}

// tbenchFinal is the answer's text, which the model gives as the argument of its last call.
func tbenchFinal(raw json.RawMessage) string {
	s := plain(raw)
	var inner struct {
		Answer json.RawMessage `json:"final_answer"`
	}
	if strings.HasPrefix(strings.TrimSpace(s), "{") && unmarshal([]byte(s), &inner) == nil && stated(inner.Answer) {
		return plain(inner.Answer)
	}
	return s
}

// sortNatural sorts names, numbers by their size.
func sortNatural(names []string) {
	slices.SortFunc(names, func(a, b string) int {
		x, errX := strconv.Atoi(a)
		y, errY := strconv.Atoi(b)
		if errX == nil && errY == nil {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a, b)
	})
}
