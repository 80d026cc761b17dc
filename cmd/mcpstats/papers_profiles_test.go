package main

// What papers print of tasks, catalogs, tokens and in their main tables: the numbers are those of
// the papers' own text and tables.

var profilesOfMSCBench = []printedCell{
	{"servers", "catalog-msc-bench-made-up", []string{"servers"}, "all", 491, 0},
	{"tools", "catalog-msc-bench-made-up", []string{"tools"}, "all", 2375, 0},
	{"equal function sets", "catalog-msc-bench-made-up", []string{"equal function sets"}, "all", 95, 0},
	{"tasks", "tasks-msc-bench-made-up", []string{"tasks"}, "count", 2075, 0},
	{"tasks by level", "tasks-by-level-msc-bench-made-up", []string{"L1"}, "tasks_count", 781, 0},
	{"tasks by level", "tasks-by-level-msc-bench-made-up", []string{"L5"}, "tasks_count", 91, 0},
}

var profilesOfAtlas = []printedCell{
	{"several servers", "tasks-mcp-atlas", []string{"several_servers"}, "share", .65, 0},
	{"conditional", "tasks-by-conditional-", []string{"yes"}, "tasks_share", .40, 0},
	{"calls of a task", "tasks-mcp-atlas", []string{"needs"}, "min", 3, 0},
	{"calls of a task", "tasks-mcp-atlas", []string{"needs"}, "max", 6, 0},
	{"servers", "catalog-mcp-atlas", []string{"servers"}, "all", 40, 0},
	{"tools", "catalog-mcp-atlas", []string{"tools"}, "all", 300, 0},
}

var profilesOfPinePaper = []printedCell{
	{"cases of a tier", "tasks-by-tier-pinepaper-made-up", []string{"T1"}, "tasks_count", 117, 0},
	{"cases of a tier", "tasks-by-tier-pinepaper-made-up", []string{"T6"}, "tasks_count", 119, 0},
	{"difficulty", "tasks-by-difficulty-pinepaper-made-up", []string{"easy"}, "tasks_share", .27, .0005},
	{"most referenced tool", "catalog-tools-pinepaper-made-up", []string{"pinepaper", "pinepaper_create_item"}, "tasks", 154, 0},
	{"most referenced tool", "catalog-tools-pinepaper-made-up", []string{"pinepaper", "pinepaper_add_filter"}, "tasks", 81, 0},
	{"categories", "catalog-pinepaper-made-up", []string{"categories"}, "all", 18, 0},
	{"tools", "catalog-pinepaper-made-up", []string{"tools"}, "all", 212, 0},
}

var profilesOfComplexMCP = []printedCell{
	{"successes", "pivot-complexmcp-made-up-run-metric-interval", []string{"Gemini-3-Flash"}, "count(trajectory_correct)", 26, 0},
	{"successes of people", "pivot-complexmcp-made-up-run-metric-interval", []string{"human"}, "count(trajectory_correct)", 44, 0},
	{"feedback tokens", "pivot-complexmcp-made-up-run-metric-2", []string{"Gemini-3-Flash"}, "reported.feedback_tokens", 1750, 0},
	{"prompt tokens sent in all", "pivot-complexmcp-made-up-run-metric-3", []string{"Gemini-3-Flash"}, "prompt_tokens_*_reported.invocations", 12 * 29964, 0},
}

var profilesOfLive = []printedCell{
	{"tools wanted", "catalog-livemcpbench-made-up", []string{"tools"}, "wanted", 150, 0},
	{"tools", "catalog-livemcpbench-made-up", []string{"tools"}, "all", 527, 0},
	{"servers wanted", "catalog-livemcpbench-made-up", []string{"servers"}, "wanted", 55, 0},
	{"servers", "catalog-livemcpbench-made-up", []string{"servers"}, "all", 70, 0},
	{"tasks of a domain", "tasks-by-category-livemcpbench-made-up", []string{"Office"}, "tasks_count", 31, 0},
	{"steps", "pivot-livemcpbench-made-up-run-metric", []string{"Claude-Sonnet-4"}, "steps", 20.09, .005},
	{"tools used", "pivot-livemcpbench-made-up-run-metric", []string{"Claude-Sonnet-4"}, "distinct_tools", 2.71, .005},
}
