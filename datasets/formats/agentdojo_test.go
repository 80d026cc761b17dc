package formats

import (
	"strings"
	"testing"
)

func TestAgentDojoDamage(t *testing.T) {
	const names = `"suite_name": "s", "pipeline_name": "p", "user_task_id": "u"`
	for name, test := range map[string]struct{ text, tasks, says string }{
		"truncated":      {`{` + names + `, "messages": [{"role"`, "", "ends inside"},
		"wrong types":    {`{` + names + `, "messages": [], "utility": "yes"}`, "", "utility"},
		"name a number":  {`{"suite_name": "s", "pipeline_name": "p", "user_task_id": 5, "utility": true}`, "", "user_task_id"},
		"no task":        {`{"suite_name": "s", "pipeline_name": "p", "user_task_id": "", "utility": true}`, "", `column "user_task_id"`},
		"no messages":    {`{` + names + `, "messages": 5, "utility": true}`, "", `column "messages"`},
		"verdict a word": {`{"suite_name": "s", "pipeline_name": "p", "task_id": "t", "evaluation": {"utility": "fine"}}`, "", `found "fine"`},
		"evaluation":     {`{"suite_name": "s", "pipeline_name": "p", "task_id": "t", "evaluation": []}`, "", `column "evaluation"`},
		"a second one":   {`{` + names + `, "utility": true}` + " {}", "", "second JSON document"},
		"lines, one bad": {`{` + names + `, "utility": true}` + "\n{\n" + `{"suite_name": "s", "pipeline_name": "p", "user_task_id": "v", "utility": true}` + "\n", "s/u s/v", "record 2"},
		"NaN, no UTF-8":  {"{" + names + ", \"utility\": null, \"duration\": NaN, \"error\": \"\xff\"}", "s/u", ""},
	} {
		tasks, bad := readAll(t, AgentDojo, "x.json", test.text)
		if strings.Join(tasks, " ") != test.tasks || (len(bad) > 0) != (test.says != "") || len(bad) > 0 && !strings.Contains(bad[0].Error(), test.says) {
			t.Errorf("%s: tasks %q, errors %v", name, tasks, bad)
		}
	}
}

// The counts of the raw files; the three cases in which the provider failed have no verdict on
// an attack that never reached a model.
func TestWildAgentDojo(t *testing.T) {
	all, bad := collect(t, AgentDojo, below(t, sharedData(t, "wild", "agentdojo")), Options{})
	var utility, secure, messages, calls, attacked, succeeded int
	domains := map[string]bool{}
	for _, tr := range all {
		domains[tr.Strata["domain"]] = true
		if tr.Run != "gpt-5.6-luna" || !tr.Success.Known || tr.Unread != nil {
			t.Errorf("%+v", tr)
		}
		utility += intOf(tr.Success.Value)
		secure += int(tr.Reported["security"])
		messages += len(tr.Steps)
		for _, s := range tr.Steps {
			calls += len(s.Calls)
		}
		if v, ok := tr.Reported["attack_success"]; ok {
			attacked++
			succeeded += int(v)
		}
	}
	if len(all) != 20 || utility != 9 || secure != 18 || messages != 153 || calls != 55 || len(domains) != 10 || attacked != 17 || succeeded != 2 || len(bad) > 0 {
		t.Error(len(all), utility, secure, messages, calls, len(domains), attacked, succeeded, bad)
	}
}
