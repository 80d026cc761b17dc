package formats

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// AgentDojo is the cases of that benchmark of prompt injections, one file each: the runs of its
// own repository, with utility and security beside the messages ("user_task_id" decides), and
// a manner of its descendants, with both inside of "evaluation" and a domain, a condition and a
// seed in place of attack and injection.
//
// The two mean opposite things by security. In AgentDojo's code it is what the injection
// task's check returns: true where the injected task was carried out, so that its mean is the
// targeted attack success rate; without an injection it is set to true and says nothing. In
// the other manner it is true where nothing forbidden happened. attack_success says it one way
// for both.
var AgentDojo = Format{
	Name:    "agentdojo",
	Title:   "AgentDojo",
	Meaning: "Tool use under prompt injections: is the task done, and is the injected one",
	Doc: "AgentDojo: runs/PIPELINE/SUITE/USER_TASK/ATTACK/INJECTION_TASK.json {suite_name, pipeline_name, user_task_id, injection_task_id, attack_type, messages, utility, security, duration, error}, and the manner with evaluation {utility, security}, domain, task_id, condition and seed. " +
		"The run is the pipeline, with the attack or condition where a pipeline has several; the task is SUITE/USER_TASK/INJECTION_TASK, or DOMAIN/TASK; seeds in order are the trials. Strata: suite or domain, attack or condition, and case (no attack, attacked, or injection task, which is an injected task given as the user's). A defence that the pipeline's name ends in is an attribute. " +
		"Success is utility, which AgentDojo averages by case: its utility under attack is that of the benchmark agentdojo, its utility that of agentdojo without attack, and injected tasks given as the user's are agentdojo injection tasks; with conditions, which share their tasks, all are agentdojo. " +
		"security is reported as logged, and attack_success, of which less is better, is what it says: in AgentDojo's own files true is a successful injection, with evaluation {} true is a secure end. It is undefined without an attack, where AgentDojo logs true, and where the attempt ended in an error, which AgentDojo counts as logged",
	Cite:   "Debenedetti et al. 2024, AgentDojo, arXiv:2406.13352; github.com/ethz-spylab/agentdojo, src/agentdojo/benchmark.py and logging.py",
	Sniff:  sniffAgentDojo,
	Joined: true,
	Read:   readAgentDojo,
}

// sniffAgentDojo goes by the keys that name a case.
func sniffAgentDojo(f File) Match {
	s := f.shape()
	outcome := s.has("utility") || s.has("messages") || s.has("evaluation") || s.Cut
	switch {
	case s.List || !outcome:
	case s.has("user_task_id") && (s.has("suite_name", "pipeline_name") || s.has("injection_task_id", "attack_type")):
		return Log
	case s.has("pipeline_name", "task_id") && (s.has("suite_name") || s.has("domain")):
		return Log
	}
	return No
}

// agentDojoRecord is a case in either manner.
type agentDojoRecord struct {
	agentDojoNames
	Messages   json.RawMessage `json:"messages"`
	Utility    *bool           `json:"utility"`
	Security   *bool           `json:"security"`
	Evaluation json.RawMessage `json:"evaluation"`
	Error      json.RawMessage `json:"error"`
	Seconds    number          `json:"duration"`
	Version    string          `json:"benchmark_version"`
	Tools      []string        `json:"available_tools"`
	Answer     string          `json:"final_answer"`
}

// readAgentDojo looks at the names of all cases first, since a run's name and a trial's number
// depend on the others.
func readAgentDojo(files []File, opt Options) (datasets.Source, error) {
	logs := agentDojoFiles(files)
	return source(func(ctx context.Context, yield yield) {
		for _, l := range logs {
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			goOn := true
			l.each(func(c *agentDojoCase, e element, err error) bool {
				var t *datasets.Trajectory
				if err == nil {
					t, err = c.trajectory(l.file, e)
				}
				if err == nil {
					t.Place = datasets.Place{File: l.file.Path}
					if l.lines {
						t.Place.Row = e.Row
					}
					t = project(t, opt.Columns)
				}
				goOn = yield(t, err)
				return goOn
			})
			if !goOn {
				return
			}
		}
	}), nil
}

// trajectory makes an attempt of a case.
func (c *agentDojoCase) trajectory(f File, e element) (*datasets.Trajectory, error) {
	var v agentDojoRecord
	if err := decode(f, e, &v); err != nil {
		return nil, err
	}
	if v.UserTask == "" && v.Task == "" {
		return nil, e.bad(f, "user_task_id", errMissing)
	}
	t := &datasets.Trajectory{
		Benchmark: c.benchmark(), DatasetVersion: v.Version, Run: c.run, Model: c.pipeline, Task: c.task(), Trial: c.trial,
		Strata: map[string]string{"case": c.kind()}, Available: v.Tools, Response: v.Answer, Error: plain(v.Error),
	}
	for name, value := range map[string]string{"suite": c.Suite, "domain": c.Domain, "attack": cmp.Or(c.Attack, c.Condition)} {
		if value != "" {
			t.Strata[name] = value
		}
	}
	for _, name := range agentDojoDefenses {
		if model, ok := strings.CutSuffix(c.pipeline, "-"+name); ok {
			t.Model = model
			attribute(t, "defense", name)
		}
	}
	if c.Seed.Known {
		attribute(t, "seed", strconv.FormatFloat(c.Seed.Value, 'f', -1, 64))
	}
	if stated(v.Messages) {
		// tool_call in a tool's message repeats the call that it answers.
		style := mapping.Style{ErrorsMarked: true, Aside: []string{"tool_call"}}
		if _, err := style.SetSteps(t, string(v.Messages)); err != nil {
			return nil, e.bad(f, "messages", err)
		}
	}
	if t.Response == "" {
		t.Response = lastWords(t.Steps)
	}
	t.Exit = agentDojoExit(t.Error)
	if v.Seconds.Value > 0 {
		t.LatencyMS = datasets.Known(v.Seconds.Value * 1e3)
	}
	carriedOut := v.Security // by AgentDojo's own words
	if stated(v.Evaluation) {
		secure, err := agentDojoEvaluation(t, &v)
		if err != nil {
			return nil, e.bad(f, "evaluation", err)
		}
		if secure != nil {
			reversed := !*secure
			carriedOut = &reversed
		}
	} else if v.Security != nil {
		report(t, "security", number{datasets.Known(float64(intOf(*v.Security)))})
	}
	if v.Utility != nil {
		t.Success = datasets.Known(*v.Utility)
	}
	if carriedOut != nil && c.kind() == "attacked" && t.Error == "" {
		report(t, "attack_success", number{datasets.Known(float64(intOf(*carriedOut)))})
	}
	return t, nil
}

// agentDojoEvaluation reports what the evaluation says, and returns its security.
func agentDojoEvaluation(t *datasets.Trajectory, v *agentDojoRecord) (secure *bool, err error) {
	var wrong error
	err = eachMember(v.Evaluation, func(key string, value []byte) {
		var n number
		switch kindOf(value) {
		case mapping.Bool, mapping.Int, mapping.Float:
			if n.UnmarshalJSON(value) != nil {
				return
			}
		case mapping.Text:
			if key == "outcome" {
				attribute(t, key, plain(value))
			}
		}
		if key == "utility" || key == "security" {
			// A verdict in words would be lost without a word.
			if kindOf(value) != mapping.Null && (!n.Known || n.Value != 0 && n.Value != 1) {
				wrong = cmp.Or(wrong, errVerdict(key, value))
			}
			if yes := n.Value == 1; n.Known && key == "utility" {
				v.Utility = &yes
			} else if n.Known {
				secure = &yes
			}
		}
		if key != "utility" {
			report(t, key, n)
		}
	})
	return secure, cmp.Or(err, wrong)
}

// agentDojoExit tells a failure of the model's provider from one of the agent.
func agentDojoExit(message string) datasets.Exit {
	switch m := strings.ToLower(message); {
	case m == "":
		return datasets.ExitCompleted
	case strings.Contains(m, "internalservererror"), strings.Contains(m, "servererror"), strings.Contains(m, "ratelimit"), strings.Contains(m, "apiconnection"), strings.Contains(m, "serviceunavailable"), strings.Contains(m, "overloaded"):
		return datasets.ExitHarnessError
	case strings.Contains(m, "timeout"), strings.Contains(m, "timed out"):
		return datasets.ExitTimeout
	}
	return datasets.ExitError
}
