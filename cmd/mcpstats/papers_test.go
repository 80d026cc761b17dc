package main

import (
	"encoding/csv"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"mcpstats/internal/testlength"
)

// printedCell is one number that a paper prints, and where a report in the paper's form has it
// on made-up logs of which the totals are the printed ones: in the table of that name or that begins so, in the row
// that begins with row, in the column.
type printedCell struct {
	item   string // of the paper
	table  string // the beginning of the file's name in tables/
	row    []string
	column string
	want   float64
	within float64 // half a unit of the printed digit
}

var papersMade string

// madeUpPapers makes the logs once; "" where the generator or Python is not here. Another seed
// (MCPSTATS_PAPERS_SEED) gives other attempts with the same printed totals: what is counted in the
// logs of the usual seed then differs, what papers print must not.
var madeUpPapers = sync.OnceValue(func() string {
	shared, ok := sharedData()
	if !ok {
		return ""
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		return ""
	}
	script := filepath.Join(filepath.Dir(shared), "papers", "make_logs.py")
	if _, err := os.Stat(script); err != nil {
		return ""
	}
	dir, err := os.MkdirTemp("", "mcpstats-papers-")
	papersMade = dir // removed after the last test
	args := []string{script, dir}
	if seed := os.Getenv("MCPSTATS_PAPERS_SEED"); seed != "" {
		args = append(args, "--seed", seed)
	}
	if err != nil || exec.Command(python, args...).Run() != nil {
		return ""
	}
	return dir
})

// paperReport is one report in the form of a paper.
type paperReport struct {
	name     string
	notebook string
	logs     []string
	flags    []string
	cells    []printedCell
	// computed are cells that no paper prints, made from the log's lines.
	computed func(t *testing.T, lines []paperLine) []printedCell
}

// TestPapersArePrinted: the notebooks in the form of papers find in logs with the papers' totals
// what the papers print.
func TestPapersArePrinted(t *testing.T) {
	if !testlength.Long() {
		t.Skip("made-up logs are written and reports made of them: MCPSTATS_LONG=1 does")
	}
	logs := madeUpPapers()
	if logs == "" {
		t.Skip("the made-up logs of the papers, or Python to make them, are not beside this checkout")
	}
	for _, p := range paperReports {
		t.Run(p.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "report")
			args := append([]string{"report", "-q", "--resamples", "200", "--figures", "svg", "--trajectories", "none", "--notebook", p.notebook, "-o", out}, p.flags...)
			for _, l := range p.logs {
				args = append(args, filepath.Join(logs, filepath.FromSlash(l)))
			}
			drawReport(t, args...)
			figuresStandInTables(t, out, p.notebook)
			cells := p.cells
			if p.computed != nil {
				cells = append(slices.Clone(cells), p.computed(t, paperLines(t, filepath.Join(logs, filepath.FromSlash(p.logs[0]))))...)
			}
			for _, c := range cells {
				got, ok := cellOf(t, filepath.Join(out, "tables"), c)
				if !ok || math.Abs(got-c.want) > c.within+1e-12 {
					t.Errorf("%s: %s, row %q, column %s: %v (found: %v), printed %v", c.item, c.table, c.row, c.column, got, ok, c.want)
				}
			}
		})
	}
}

// cellOf finds a cell in the one table whose name begins so.
func cellOf(t *testing.T, dir string, c printedCell) (float64, bool) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, c.table+".csv"))
	if len(found) == 0 {
		found, err = filepath.Glob(filepath.Join(dir, c.table+"*.csv"))
	}
	if err != nil || len(found) != 1 {
		t.Errorf("%s: %d tables are called %s*: %v", c.item, len(found), c.table, found)
		return 0, false
	}
	f, err := os.Open(found[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := -1
	for i, name := range rows[0] {
		if name == c.column {
			column = i
		}
	}
	for _, row := range rows[1:] {
		if column >= 0 && beginsSo(row, c.row) {
			x, err := strconv.ParseFloat(row[column], 64)
			return x, err == nil
		}
	}
	return 0, false
}

// beginsSo tells whether a row begins with some cells; "*" is any.
func beginsSo(row, with []string) bool {
	for i, cell := range with {
		if i >= len(row) || cell != "*" && cell != row[i] {
			return false
		}
	}
	return true
}

// Numbers within a table or a figure that papers print, and correlations that follow from what they
// print of runs.
var (
	latencyOfMSCBench = []printedCell{
		{"latency over ReAct", "ratio-", []string{"MCP-Zero Qwen3-4B"}, "ratio", 1.6, .001},
		{"latency over ReAct", "ratio-", []string{"Hybrid Qwen3-4B"}, "ratio", 4.1, .001},
		{"latency over ReAct", "ratio-", []string{"ToolShed Qwen3-4B"}, "ratio", 9.216, .001},
		{"latency over ReAct", "ratio-", []string{"MCP-Zero Llama-3-8B"}, "ratio", 2.4, .001},
		{"latency over ReAct", "ratio-", []string{"Hybrid Llama-3-8B"}, "ratio", 4.8, .001},
		{"latency over ReAct", "ratio-", []string{"ToolShed Llama-3-8B"}, "ratio", 12, .001},
		{"F1 at 2 steps", "curve-points-msc-bench-made-up-plan-length-plan-f1-level-l3", []string{"ToolShed Llama-3-8B", "2"}, "mean", .702, .0005},
		{"F1 at 7 steps", "curve-points-msc-bench-made-up-plan-length-plan-f1-level-l3", []string{"ToolShed Llama-3-8B", "7"}, "mean", .431, .0005},
		{"speed-up up to 5.76x", "largest-ratio-", []string{"Qwen3-4B", "ToolShed Qwen3-4B", "MCP-Zero Qwen3-4B"}, "ratio", 5.76, .005},
	}
	breadthOfMSCBench = []printedCell{
		{"level 2 peaks at 5", "curve-points-msc-bench-breadth-made-up-tool", []string{"L2", "5"}, "mean", .6, .0005}, {"level 2 falls by 25", "curve-points-msc-bench-breadth-made-up-tool", []string{"L2", "25"}, "mean", .4167, .0005},
		{"level 4 peaks at 20", "curve-points-msc-bench-breadth-made-up-tool", []string{"L4", "20"}, "mean", .45, .0005}, {"level 4 at 1", "curve-points-msc-bench-breadth-made-up-tool", []string{"L4", "1"}, "mean", .15, .0005},
	}
	againstOneOfPinePaper = []printedCell{
		{"against Random", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "Random"}, "statistic", 42.1, .05}, {"against Random", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "Random"}, "difference", 0.761, .0015},
		{"against Keyword", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "Keyword"}, "statistic", 3.8, .05}, {"against Keyword", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "Keyword"}, "difference", 0.054, .0015},
		{"against TF-IDF", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "TF-IDF"}, "statistic", 3.1, .05}, {"against TF-IDF", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "TF-IDF"}, "difference", 0.029, .0015},
		{"against BM25", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "BM25"}, "statistic", 2.01, .005}, {"against BM25", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "BM25"}, "difference", 0.015, .0015},
		{"against KG-Text-Only", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "KG-Text-Only"}, "statistic", 3.8, .05}, {"against KG-Text-Only", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "KG-Text-Only"}, "difference", 0.054, .0015},
		{"against KG-ToolRank", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "KG-ToolRank"}, "statistic", 7.7, .05}, {"against KG-ToolRank", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "KG-ToolRank"}, "difference", 0.167, .0015},
		{"degrees of freedom", "effect-pinepaper-made-up-run-recall-at-5", []string{"KG-Hybrid", "Random"}, "df", 581, 0},
	}
	dampingOfPinePaper = []printedCell{
		{"the lowest R@5 over lambda", "curve-points-", []string{"all runs", "0.05"}, "mean", .865, .0005}, {"the highest", "curve-points-", []string{"all runs", "0.5"}, "mean", .870, .0005},
	}
	spreadOfAtlas = []printedCell{
		{"quartiles of pass", "distribution-", []string{"pass"}, "q1", .080, .0006}, {"quartiles of pass", "distribution-", []string{"pass"}, "q3", .383, .0006},
		{"quartiles of coverage", "distribution-", []string{"coverage"}, "q1", .288, .0006}, {"quartiles of coverage", "distribution-", []string{"coverage"}, "q3", .612, .0006},
		{"coverage and pass rate are tightly related", "correlations-", []string{"runs", "pearson"}, "value", .980, .0005},
	}
	settingsOfLive = []printedCell{
		{"k 1 against 5", "effect-livemcpbench-retrieval-made-up-top-k", []string{"1", "5"}, "p", .02, .005}, {"k 5 against 10", "effect-livemcpbench-retrieval-made-up-top-k", []string{"5", "10"}, "p", 1, .005},
		{"BGE-M3", "effect-livemcpbench-retrieval-made-up-embedding", []string{"BGE-M3", "Qwen3-Embedding-0.6B"}, "p", .84, .005},
	}
	correlationsOfLive = []printedCell{
		{"tools go with success", "correlations-livemcpbench-made-up-judge-success-deepseek-v3-distinct-tools", []string{"runs", "pearson"}, "value", .894, .0005},
		{"tokens grow with steps", "correlations-livemcpbench-made-up-total-tokens-steps", []string{"runs", "pearson"}, "value", .960, .0005},
	}
)

// paperReports are the reports, with what the papers print and what their logs hold.
var paperReports = []paperReport{
	{name: "MSC-Bench", notebook: "paper-msc-bench", logs: []string{"msc-bench/runs.jsonl", "msc-bench/catalog.json"}, cells: join(profilesOfMSCBench, tablesOfMSCBench, latencyOfMSCBench), computed: loggedByLevel},
	{name: "MSC-Bench, breadth", notebook: "paper-msc-bench", logs: []string{"msc-bench/breadth.jsonl"}, cells: breadthOfMSCBench, computed: loggedBreadth},
	{name: "MSC-Bench, components", notebook: "paper-msc-bench", logs: []string{"msc-bench/components.jsonl"}, computed: loggedComponents},
	{name: "MCP-Atlas", notebook: "paper-mcp-atlas", logs: []string{"mcp-atlas/runs.jsonl", "mcp-atlas/catalog.json"}, flags: []string{"--ask", "cases task=a0000 runs=GPT-4o,GPT-5"},
		cells: join(profilesOfAtlas, labelsOfAtlas, tablesOfAtlas, claimsOfAtlas, spreadOfAtlas), computed: loggedRanks},
	{name: "PinePaper", notebook: "paper-pinepaper", logs: []string{"pinepaper/track-a.jsonl", "pinepaper/catalog.json"}, cells: join(profilesOfPinePaper, tablesOfPinePaper, againstOneOfPinePaper), computed: loggedTiers},
	{name: "PinePaper, ablation", notebook: "paper-pinepaper", logs: []string{"pinepaper/ablation.jsonl"}, cells: ablationOfPinePaper},
	{name: "PinePaper, fusion weight", notebook: "paper-pinepaper", logs: []string{"pinepaper/alpha.jsonl"}, cells: alphaOfPinePaper},
	{name: "PinePaper, damping factor", notebook: "paper-pinepaper", logs: []string{"pinepaper/lambda.jsonl"}, cells: dampingOfPinePaper},
	{name: "PinePaper, track B", notebook: "paper-pinepaper", logs: []string{"pinepaper/track-b.jsonl"}, cells: trackBOfPinePaper},
	{name: "ComplexMCP", notebook: "paper-complexmcp", logs: []string{"complexmcp/models.jsonl"}, cells: join(profilesOfComplexMCP, tablesOfComplexMCP), computed: loggedLabels},
	{name: "ComplexMCP, paradigms", notebook: "paper-complexmcp", logs: []string{"complexmcp/paradigms.jsonl"}, computed: loggedParadigms},
	{name: "ComplexMCP, number of tools", notebook: "paper-complexmcp", logs: []string{"complexmcp/action-space.jsonl"}, computed: loggedActionSpace},
	{name: "LiveMCPBench", notebook: "paper-livemcpbench", logs: []string{"livemcpbench/agents.jsonl", "livemcpbench/catalog.json"}, flags: []string{"--primary", "judge_success[deepseek-v3]"},
		cells: join(profilesOfLive, labelsOfLive, tablesOfLive, correlationsOfLive), computed: loggedCases},
	{name: "LiveMCPBench, key points", notebook: "paper-livemcpbench", logs: []string{"livemcpbench/key-points.jsonl"}, cells: labelsOfKeyPoints},
	{name: "LiveMCPBench, retrieval", notebook: "paper-livemcpbench", logs: []string{"livemcpbench/retrieval.jsonl"}, cells: settingsOfLive},
}
