package calc

import (
	"encoding/json"
	"fmt"
	"slices"
)

// withNamedCases turns inputs {"cases": [name, ...]}, which refer to other cases of
// the document, into {"queries": [their inputs]}. Other inputs stay as they are.
func withNamedCases(inputs json.RawMessage, cases []Case) (json.RawMessage, error) {
	var named struct {
		Cases []string `json:"cases"`
	}
	if json.Unmarshal(inputs, &named) != nil || named.Cases == nil {
		return inputs, nil
	}
	var all struct {
		Queries []json.RawMessage `json:"queries"`
	}
	for _, name := range named.Cases {
		i := slices.IndexFunc(cases, func(c Case) bool { return c.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("inputs.cases: no case of this document is named %q", name)
		}
		all.Queries = append(all.Queries, cases[i].Inputs)
	}
	return json.Marshal(all)
}
