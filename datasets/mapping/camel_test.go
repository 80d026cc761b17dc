package mapping

import "testing"

// Columns as a harness in JavaScript names them. Its count of input tokens leaves out the cache.
func TestCapitalLetters(t *testing.T) {
	columns := []Source{{Name: "instanceId", Kind: Text}, {Name: "runName", Kind: Text}, {Name: "inputTokens", Kind: Int}, {Name: "outputTokens", Kind: Int}, {Name: "cacheCreationTokens", Kind: Int}}
	for _, c := range []struct {
		columns []Source
		prompt  bool
	}{{columns, false}, {columns[:4], true}} {
		plan, err := Resolve(File{Name: "x", Columns: c.columns}, nil)
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		for _, f := range plan.Taken {
			found[f.Column] = true
		}
		if !found["task"] || !found["completion_tokens"] || found["prompt_tokens"] != c.prompt {
			t.Errorf("%+v", plan.Taken)
		}
	}
}
