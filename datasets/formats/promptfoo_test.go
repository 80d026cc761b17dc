package formats

import (
	"errors"
	"strings"
	"testing"

	"mcpstats/datasets"
)

func TestPromptfooDamage(t *testing.T) {
	const head, tail = `{"results": {"version": 3, "timestamp": "t", "results": [`, `]}, "config": {}}`
	good := `{"provider": {"id": "p"}, "vars": {"q": "a"}, "success": true}`
	for name, test := range map[string]struct {
		text, tasks, says string
		file              bool
	}{
		"truncated":      {head + good + `, {"provider": {"id`, "a", "ends inside record 2", true},
		"cut behind":     {head + good + `]`, "a", "", true},
		"wrong types":    {head + `{"provider": {"id": "p"}, "vars": {"q": "b"}, "success": "yes"}, ` + good + tail, "a", "record 1", false},
		"no provider":    {head + `{"vars": {"q": "b"}, "success": true}, ` + good + tail, "a", `column "provider"`, false},
		"latency a word": {head + `{"provider": "p", "vars": {"q": "b"}, "latencyMs": "fast"}, ` + good + tail, "a", "fast", false},
		"no list":        {`{"results": {"version": 3, "timestamp": "t", "results": 5}, "config": {}}`, "", "does not hold", true},
		"no results":     {`{"results": {"version": 3, "timestamp": "t", "prompts": []}, "config": {}}`, "", `no key "results"`, true},
		"a second one":   {head + good + tail + "{}", "a", "second JSON document", true},
		"NaN, no UTF-8":  {head + "{\"provider\": \"p\", \"vars\": {\"q\": \"a\"}, \"score\": NaN, \"error\": \"\xff\"}" + tail, "a", "", false},
	} {
		tasks, bad := readAll(t, Promptfoo, "x.json", test.text)
		var fe *datasets.FileError
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "" || test.file) || len(bad) > 0 && (!strings.Contains(bad[0].Error(), test.says) || errors.As(bad[0], &fe) != test.file) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
	// "results" alone says nothing.
	for _, text := range []string{`{"results": [], "config": {}}`, `{"results": {"a": 1}, "config": {}}`, `{"results": {"acc": {}}, "version": 3}`} {
		if got := Promptfoo.Sniff(inMemory("x.json", text)); got != No {
			t.Errorf("%s is taken as %v", text, got)
		}
	}
}

// The numbers of the file's own stats and results.
func TestWildPromptfoo(t *testing.T) {
	all, bad := collect(t, Promptfoo, below(t, sharedData(t, "wild", "promptfoo")), Options{})
	var right, failed int
	var ms, cost float64
	var prompt, completion int64
	for _, tr := range all {
		if tr.Run != "openai:chat:gpt-4o-mini" || tr.Exit != datasets.ExitCompleted || tr.Error != "" {
			t.Errorf("%+v", tr)
		}
		if right += intOf(tr.Success.Value); tr.Success.Known && !tr.Success.Value {
			failed++
		}
		ms, cost = ms+tr.LatencyMS.Value, cost+tr.CostUSD.Value
		prompt, completion = prompt+tr.PromptTokens.Value, completion+tr.CompletionTokens.Value
	}
	if len(all) != 3 || right != 2 || failed != 1 || ms != 2339 || int(cost*1e8+.5) != 2070 || prompt != 126 || completion != 3 || len(bad) > 0 {
		t.Error(len(all), right, failed, ms, cost, prompt, completion, bad)
	}
}
