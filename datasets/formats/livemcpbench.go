package formats

import (
	"context"
	"strconv"
	"strings"

	"github.com/goccy/go-json"

	"mcpstats/datasets"
)

// LiveMCPBench is that benchmark's own output: trajectories (run_conversation.py), human
// labels, judges' verdicts on the same trajectories, and the catalog of tools. A list of
// {task_id, Question, messages} decides, or {task_id, judge, judge_reason}.
//
// The three kinds of file repeat each other: annotation/ and evaluator/ carry the whole
// trajectory again. One of them is the base of a run, and the others add verdicts to it.
// What the harness stores of a judge is its own reading of the judge's text, which is wrong
// now and then; both are kept (Judgment.Verdict, Judgment.Raw). The harness gives no verdict
// of its own, and logs an exception as one more assistant message (liveExit).
var LiveMCPBench = Format{
	Name:    "livemcpbench",
	Title:   "LiveMCPBench",
	Meaning: "Everyday tasks over real MCP servers, with human labels and judges' verdicts",
	Doc: "output/RUN.json (trajectories), annotation/RUN.json (the same with task_success: the human label), " +
		"evaluator/JUDGE/RUN.json (the same with the judge's text and the stored reward), tools.json (the catalog, with what its annotations say of a tool's effect), all_annotations.json (tasks); " +
		"any part of it. The run is the file's name, the judge its folder. Success stays unknown: the harness gives no verdict of its own. " +
		"Calls are kept as logged, execute-tool with the real server and tool in its arguments",
	Cite:   "Mo et al. 2025, LiveMCPBench, arXiv:2508.01780; github.com/icip-cas/LiveMCPBench",
	Sniff:  sniffLive,
	Joined: true,
	Read:   readLive,
}

// sniffLive decides by the first element. The files of tasks and of tools are recognised as
// companions, by keys that the trajectories lack or that stand before theirs.
func sniffLive(f File) Match {
	s := f.shape()
	switch {
	case !s.List:
		return No
	case s.has("name", "config", "tools") || s.has("name", "description", "web", "config"):
		return Companion
	case s.has("task_id", "judge", "judge_reason"):
		return Log
	case s.has("task_id", "Question") && (s.has("messages") || s.has("response") || s.Cut):
		return Log
	case s.has("task_id", "Question", "Annotator Metadata"):
		return Companion
	}
	return No
}

// liveRecord is one element of any of the three kinds of log.
type liveRecord struct {
	TaskID   id              `json:"task_id"`
	Category text            `json:"category"`
	Response string          `json:"response"`
	Messages json.RawMessage `json:"messages"`
	Metadata struct {
		Steps text `json:"Number of steps"`
		Tools text `json:"Number of tools"`
	} `json:"Annotator Metadata"`
	liveVerdict
}

// readLive joins trajectories, verdicts and catalog, and yields one attempt a trajectory.
func readLive(files []File, opt Options) (datasets.Source, error) {
	log, err := liveFiles(files)
	if err != nil {
		return nil, err
	}
	return source(func(_ context.Context, yield yield) {
		for _, run := range log.runs {
			if !log.readRun(run, opt, yield) {
				return
			}
		}
	}), nil
}

// readRun reads one run: first the verdicts on it, without their conversations,
// then the trajectories, one at a time.
func (l *liveLog) readRun(run liveRun, opt Options, yield yield) bool {
	given, err := run.judgments(yield)
	if err != nil {
		yield(nil, err)
		return false
	}
	types := idTypes{}
	ok := records(run.Base, "", func(e element) (*datasets.Trajectory, error) {
		t, err := liveTrajectory(run.Base, e, types)
		if err != nil {
			return nil, err
		}
		t.Judgments = given.take(t.Task)
		// The whole catalog, which every run of the benchmark retrieves from.
		t.Available = l.tools
		if len(l.effects) > 0 {
			t.ToolEffects = l.effects
		}
		if name := l.categories[t.Task]; name != t.Strata["category"] {
			attribute(t, "annotated_category", name)
		}
		return project(t, opt.Columns), nil
	}, yield)
	return ok && given.unclaimed(run.Base, yield)
}

// liveTrajectory makes an attempt of one element, without verdicts: those of its own file
// stand among the judgments too, and are read from there.
func liveTrajectory(f File, e element, types idTypes) (*datasets.Trajectory, error) {
	var r liveRecord
	if err := decode(f, e, &r); err != nil {
		return nil, err
	}
	if err := types.accept(r.TaskID); err != nil {
		return nil, e.bad(f, "task_id", err)
	}
	t := &datasets.Trajectory{
		Benchmark: "livemcpbench", Run: f.Stem(), Task: r.TaskID.Name, Response: r.Response,
	}
	if r.Category != "" {
		t.Strata = map[string]string{"category": string(r.Category)}
	}
	var err error
	if err = setSteps(t, r.Messages, liveError); err != nil {
		return nil, e.bad(f, "messages", err)
	}
	t.Exit, t.Error = liveExit(t)
	if _, err := strconv.Atoi(string(r.Metadata.Steps)); err == nil {
		attribute(t, "annotated_steps", string(r.Metadata.Steps))
	}
	if _, err := strconv.Atoi(string(r.Metadata.Tools)); err == nil {
		attribute(t, "annotated_tools", string(r.Metadata.Tools))
	}
	return t, nil
}

// liveExit tells how the attempt ended. The harness logs an exception as one
// more assistant message and as the response "Error: <message>"
// (run_conversation.py); an assistant that still calls a tool at the end did not
// come to one.
func liveExit(t *datasets.Trajectory) (datasets.Exit, string) {
	if len(t.Steps) == 0 {
		return datasets.ExitUnstated, ""
	}
	last := t.Steps[len(t.Steps)-1]
	if message, ok := strings.CutPrefix(t.Response, "Error: "); ok && last.Role == "assistant" && last.Content == message {
		return datasets.ExitError, message
	}
	if last.Role != "assistant" || len(last.Calls) > 0 {
		return datasets.ExitUnstated, ""
	}
	return datasets.ExitCompleted, ""
}

// liveError reads the printed MCP result that the harness logs, "meta=... content=[...]
// isError=True"; a call that was given up has the harness's own words instead. The
// result is the router's; what the tool behind it answered stands in its text as
// JSON, printed with two spaces, with an isError of its own: in the public run 14
// answers of the router are errors and 90 of the tools'. A result that the harness
// cut off states nothing.
func liveError(result string) (bool, string) {
	if strings.HasPrefix(result, "Tool call timed out") {
		return true, result
	}
	return strings.HasSuffix(result, " isError=True") || strings.Contains(result, `\n  "isError": true`), ""
}
