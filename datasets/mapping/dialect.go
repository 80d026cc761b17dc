package mapping

// dialect is a set of columns that some tool writes, recognised by its
// identifying columns together.
type dialect struct {
	name    string
	needs   []string // all of these are there
	sources []dialectSource
}

// dialectSource is a canonical column and the dialect's name for it. Where
// several stand for one canonical column, the first that the file has is taken.
type dialectSource struct {
	field, column string
	base          int    // of a trial
	unit          string // of a latency
}

var dialects = []dialect{
	// Inspect Scout's transcript database (its docs/db_schema.qmd). Epochs count
	// from 1.
	{name: "Inspect Scout transcripts", needs: []string{"transcript_id"}, sources: []dialectSource{
		{field: "benchmark", column: "task_set"},
		{field: "task", column: "task_id"}, {field: "task", column: "transcript_id"},
		{field: "trial", column: "task_repeat", base: 1},
		{field: "reward", column: "score"},
		{field: "exit", column: "limit"},
		{field: "latency_ms", column: "total_time", unit: "s"},
		{field: "steps", column: "messages"},
	}},
	// Spans of OpenTelemetry's semantic conventions for generative AI, one trace a
	// row. They name neither tasks nor trials.
	{name: "OpenTelemetry GenAI", needs: []string{"gen_ai.operation.name"}, sources: []dialectSource{
		{field: "model", column: "gen_ai.request.model"}, {field: "model", column: "gen_ai.response.model"},
		{field: "agent", column: "gen_ai.agent.name"},
	}},
	// The published tasks of MCP-Atlas with their reference trajectories.
	{name: "MCP-Atlas tasks", needs: []string{"TASK", "ENABLED_TOOLS", "GTFA_CLAIMS", "TRAJECTORY"}, sources: []dialectSource{
		{field: "expected_answer", column: "GTFA_CLAIMS"},
	}},
	// nebius/SWE-agent-trajectories: target is whether the instance was resolved.
	{name: "SWE-agent trajectories", needs: []string{"instance_id", "target", "trajectory", "exit_status"}, sources: []dialectSource{
		{field: "success", column: "target"},
	}},
	// Inspect's samples_df (inspect_ai/analysis/_dataframe/samples/columns.py):
	// sample_id is unique to an attempt, id is the task's.
	{name: "Inspect samples", needs: []string{"sample_id", "eval_id", "id", "epoch"}, sources: []dialectSource{
		{field: "benchmark", column: "task_name"},
		{field: "run", column: "model"}, {field: "run", column: "eval_id"},
		{field: "task", column: "id"},
		{field: "trial", column: "epoch", base: 1},
		{field: "expected_answer", column: "target"},
		{field: "exit", column: "limit"},
		{field: "latency_ms", column: "total_time", unit: "s"},
		{field: "success", column: "score_*"},
		{field: "reward", column: "score_*"},
	}},
}
