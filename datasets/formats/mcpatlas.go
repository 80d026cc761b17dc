package formats

import (
	"context"
	"strconv"
	"strings"

	"mcpstats/datasets"
	"mcpstats/datasets/mapping"
)

// MCPAtlas is the CSV files of MCP-Atlas's three services: completions, the same rows with
// the claims that a judge scored, and the same again with diagnoses. The task's column with
// a response, a coverage or a diagnosis decides (atlasColumns); a file of tasks completes
// them.
//
// Each file repeats the rows of the one before, so that the first is the attempts and the
// later ones add to them (stage). The stored coverage is rounded to three decimals before it
// is compared with 0.75, and a judge that failed leaves it empty, on which the public scorer
// drops the task from its denominator; here such a task keeps its place and has no verdict.
var MCPAtlas = Format{
	Name:    "mcp-atlas",
	Title:   "MCP-Atlas",
	Meaning: "Tasks over real MCP servers whose answers a judge scores claim by claim",
	Doc: "MCP-Atlas, tasks over real MCP servers whose answers a judge scores claim by claim: the CSV files of its three services, alone or together: the completion file (TASK or task_id, the response, raw_conversation_history), scored_MODEL.csv (the same rows with coverage_score and coverage_details_json), " +
		"diagnosis_MODEL_JUDGE_TIME.csv (the same with diagnosis_primary_mode); a file of tasks (TASK, PROMPT, GTFA_CLAIMS) completes them. " +
		"The run is the response column's prefix (MODEL_response), else the file's name without scored_ or diagnosis_; the task is TASK. " +
		"The harness gives no verdict: success stays unknown, the claims with their scores (1, 0.5, 0) are the outcome, and the reward is the coverage_score that the scorer stored, rounded to three decimals. " +
		"An empty response or one that begins with ERROR: has every claim scored 0 and exit error; where the judge failed altogether (coverage_score empty) the claims are unknown, and a single claim that it could not judge is stored as 0 (attribute claims_not_judged). " +
		"Tasks of a file of tasks without a completion are promised and missing (the public scorer drops them). A call counts as failed where its result begins as an error; the public diagnosis takes any result with \"error\" in its first 80 characters. " +
		"The published tasks as Parquet are read as a table of their reference trajectories",
	Cite:   "Scale AI 2025, MCP-Atlas; github.com/scaleapi/mcp-atlas, services/mcp_eval, services/scoring, services/diagnostics",
	Sniff:  sniffAtlas,
	Joined: true,
	Read:   readAtlas,
}

// sniffAtlas asks for two of the benchmark's own columns: a table with a task and a response
// may be anybody's.
func sniffAtlas(f File) Match {
	if sniffCSV(f) == No {
		return No
	}
	names, _, err := csvNames(f)
	if err != nil {
		return No
	}
	c := atlasColumns(names)
	switch {
	case c.task < 0:
	case c.coverage >= 0 && c.details >= 0, c.mode >= 0:
		return Log
	case c.response >= 0 && (c.conversation >= 0 || c.claims >= 0):
		return Log
	case c.claims >= 0 && c.prompt >= 0:
		return Companion
	}
	return No
}

// atlasIndex is where the columns of a file stand; -1: it has none.
type atlasIndex struct {
	task, prompt, claims, tools, gold, split         int
	response, conversation, errors, seconds, retries int
	coverage, details, confidence                    int
	mode, category, explanation, failures, certainty int
	model                                            string // prefix of the response column
}

// atlasColumns finds the columns by their exact names, of which several have two spellings.
func atlasColumns(names []string) atlasIndex {
	at := func(wanted ...string) int {
		for _, want := range wanted {
			for i, name := range names {
				if name == want {
					return i
				}
			}
		}
		return -1
	}
	c := atlasIndex{
		task: at("TASK", "task_id"), prompt: at("PROMPT", "prompt"), claims: at("GTFA_CLAIMS"), tools: at("ENABLED_TOOLS"), gold: at("TRAJECTORY"), split: at("SPLIT"),
		response: -1, conversation: at("raw_conversation_history"), errors: at("errors"), seconds: at("trajectory_time"), retries: at("num_retry"),
		coverage: at("coverage_score"), details: at("coverage_details_json"), confidence: at("evaluation_confidence"),
		mode: at("diagnosis_primary_mode"), category: at("diagnosis_primary_category"), explanation: at("diagnosis_primary_explanation"),
		failures: at("diagnosis_all_failures"), certainty: at("diagnosis_confidence"),
	}
	for i, name := range names {
		// MODEL_response names the run; script_model_response and model_response are the harness's
		// fixed names and name none.
		if model, ok := strings.CutSuffix(name, "_response"); ok && model != "script_model" && model != "model" && model != "" {
			c.response, c.model = i, model
			break
		}
	}
	if c.response < 0 {
		c.response = at("script_model_response", "model_response", "response")
	}
	return c
}

// atlasRow is one row of a file by the columns' meaning.
type atlasRow struct {
	element
	columns *atlasIndex
	cells   []mapping.Cell
}

// text is a cell; the spellings of a missing value that pandas writes are empty.
func (r *atlasRow) text(column int) string {
	if column < 0 {
		return ""
	}
	switch s := r.cells[column].Text; s {
	case "nan", "NaN", "None", "null":
		return ""
	default:
		return s
	}
}

// number is a cell as a number, unknown where the cell is empty.
func (r *atlasRow) number(column int) (number, error) {
	s := strings.TrimSpace(r.text(column))
	if s == "" {
		return number{}, nil
	}
	var n number
	err := n.UnmarshalJSON([]byte(strconv.Quote(s)))
	return n, err
}

// readAtlas joins the services' files into runs. Damaged tasks are reported before the first
// attempt, since all runs lack them.
func readAtlas(files []File, opt Options) (datasets.Source, error) {
	log, err := atlasFiles(files)
	if err != nil {
		return nil, err
	}
	return promising{source(func(_ context.Context, yield yield) {
		for _, err := range log.bad {
			if !yield(nil, err) {
				return
			}
		}
		for _, run := range log.runs {
			if !log.readRun(run, opt, yield) {
				return
			}
		}
	}), log.promises}, nil
}

// attempt makes a trajectory of a row: what the completion, the scorer and the
// diagnosis say, as far as the row has it.
func (l *atlasLog) attempt(run string, f File, r *atlasRow, opt Options) (*datasets.Trajectory, error) {
	c := r.columns
	t := &datasets.Trajectory{Benchmark: "mcp-atlas", Run: run, Model: c.model, Task: r.text(c.task), Place: r.place(f)}
	if t.Task == "" {
		return nil, r.bad(f, "TASK", errMissing)
	}
	t.Response = r.text(c.response)
	if s := r.text(c.split); s != "" {
		t.Strata = map[string]string{"split": s}
	}
	if column, err := atlasTask(t, r.text(c.claims), r.text(c.tools), r.text(c.gold)); err != nil {
		return nil, r.bad(f, column, err)
	}
	l.complete(t)
	seconds, err := r.number(c.seconds)
	if err != nil {
		return nil, r.bad(f, "trajectory_time", err)
	}
	if seconds.Known {
		t.LatencyMS = datasets.Known(seconds.Value * 1e3)
	}
	attribute(t, "num_retry", r.text(c.retries))
	if column, err := r.verdict(t); err != nil {
		return nil, r.bad(f, column, err)
	}
	if c.conversation >= 0 {
		atlasConversation(t, r.text(c.conversation))
	}
	if c.response >= 0 {
		atlasExit(t, r.text(c.errors))
	}
	return project(t, opt.Columns), nil
}
