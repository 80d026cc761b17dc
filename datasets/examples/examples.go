// Package examples holds small logs of real runs inside the program: facts only,
// that is ids, numbers, labels and names of tools. PROVENANCE.md says where they
// come from and what was left out; make/ is the program that made them.
package examples

import (
	"embed"
	"fmt"
	"slices"
	"strings"
)

//go:generate go run ./make -o . -maps ../../docs/maps ../../../shared/data

// Example is one embedded log of canonical trajectories (Parquet).
type Example struct {
	Name       string
	Title      string
	Benchmark  string
	File       string // the file's name within this folder
	Doc        string // what is in it and what it shows
	Source     string
	Licence    string
	Duplicates string // which of several records of one attempt counts; see mapping.Mapping
}

// All lists the examples.
var All = []Example{
	{
		Name: "livemcpbench", Title: "LiveMCPBench: one run, one human, six judges", Benchmark: "livemcpbench", File: "livemcpbench.parquet",
		Doc: "Claude-Sonnet-4 at 95 tasks over 70 MCP servers: every message's role, every call's server and tool, the human label and the six " +
			"stored verdicts with the status that the judge's text ends with, which contradicts some of them",
		Source: "github.com/icip-cas/LiveMCPBench", Licence: "Apache-2.0",
	},
	{
		Name: "etom", Title: "ETOM (MSC-Bench): three retrieval baselines", Benchmark: "etom", File: "etom.parquet",
		Doc: "random, keyword and BM25 retrieval at 2,075 queries in five levels: expected plans with their equal function sets and dependencies, " +
			"predicted plans, rankings of ten tools, latency, and the public evaluator's own numbers",
		Source: "github.com/snooow1029/ETOM (queries and evaluator; the runs were made for this project)", Licence: "MIT",
	},
	{
		Name: "terminal-bench", Title: "Terminal-Bench: six agents, five attempts", Benchmark: "terminal-bench", File: "terminal-bench.parquet",
		Doc: "six agents at 80 tasks, five attempts each, as the leaderboard has them: verdicts that are null, attempts that are missing or there twice, " +
			"and attempts that ran out of time with the task solved",
		Source: "github.com/laude-institute/terminal-bench-leaderboard", Licence: "public results", Duplicates: "first",
	},
	{
		Name: "tau-bench", Title: "tau-bench: gpt-4o on airline, four trials", Benchmark: "tau-bench", File: "tau-bench.parquet",
		Doc:    "50 tasks, four trials each: reward, every message's role, every call by name, and the expected actions; pass^k falls with k",
		Source: "github.com/sierra-research/tau-bench", Licence: "MIT",
	},
}

// Files holds the examples' files.
//
//go:embed *.parquet
var Files embed.FS

// Lookup finds an example by name; the error lists the names.
func Lookup(name string) (Example, error) {
	i := slices.IndexFunc(All, func(e Example) bool { return e.Name == name })
	if i < 0 {
		return Example{}, fmt.Errorf("no example %q; the examples are %s", name, strings.Join(Names(), ", "))
	}
	return All[i], nil
}

// Names lists the examples' names.
func Names() []string {
	names := make([]string, len(All))
	for i, e := range All {
		names[i] = e.Name
	}
	return names
}
