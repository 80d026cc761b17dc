// Package templates holds the notebooks that come with the program: reports to
// be used as they are, or copied and edited.
package templates

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.md
var files embed.FS

// Template is a notebook that comes with the program.
type Template struct {
	Name string // without the ending
	Doc  string // what it is for, a line
}

// Default is the name of the notebook that a report is made of unless another is
// asked for.
const Default = "report"

// All lists the templates, the full report first.
var All = []Template{
	{Default, "What a reader must know, and an appendix with everything else."},
	{"full", "Every section whole, one after another, without an appendix."},
	{"comparison", "Two systems against each other: verdict, tests, where they differ, how the failures moved."},
	{"leaderboard", "Who is best, how sure one can be, and what it costs."},
	{"failures", "How attempts fail, by run and by stratum, with examples to read."},
	{"judges", "Whether the judges can be trusted: agreement, confusion, contradictions with their own words."},
	{"claims", "Published numbers and what became of them."},
	{"paper-msc-bench", "Results in the form of MSC-Bench's paper: by level, by architecture and model, against plan length and retrieval breadth."},
	{"paper-mcp-atlas", "Results in the form of MCP-Atlas's paper and leaderboard: pass rate and coverage of claims, how models fail."},
	{"paper-pinepaper", "Results in the form of PinePaper-ToolBench's paper: rankings by method, tier, source, fusion weight, damping factor."},
	{"paper-complexmcp", "Results in the form of ComplexMCP's paper: success and side effects over states, tokens, paradigms, number of tools."},
	{"paper-livemcpbench", "Results in the form of LiveMCPBench's paper: use of tools, judges against people, retrieval settings, cost."},
	{"appendix", "The appendix of a paper: tables, tests, methods, and nothing that a page does not need."},
}

// Read returns a template's text.
//
// Errors: a name that no template has; the message lists those there are.
func Read(name string) ([]byte, error) {
	var names []string
	for _, t := range All {
		if t.Name == name {
			return files.ReadFile(name + ".md")
		}
		names = append(names, t.Name)
	}
	return nil, fmt.Errorf("no template %q; expected %s", name, strings.Join(names, ", "))
}
