package main

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/datasets"
	"mcpstats/datasets/examples"
	"mcpstats/datasets/formats"
	"mcpstats/reports/figures"
	"mcpstats/templates"
)

// completer lists what a shell may offer, each with a description after a tab.
type completer func(*cobra.Command, []string) []string

// flagValues are the flags whose values are known beforehand, or can be looked up
// in the logs that the command line names.
var flagValues = []struct {
	flag   string
	values completer
}{
	{"metrics", metricNames},
	{"primary", metricNames},
	{"higher", metricNames},
	{"lower", metricNames},
	{"format", formatNames},
	{"correction", fixed(result.Corrections...)},
	{"pairs", fixed(result.AllPairs)},
	{"missing", fixed(result.Policies...)},
	{"duplicates", fixed(result.DuplicateRules...)},
	{"zeros", fixed(result.ZeroMethods...)},
	{"output", fixed("table", "json", "csv", "markdown")},
	{"figures", fixed(figureWords()...)},
	{"width", fixed(figures.Widths()...)},
	{"example", exampleNames},
	{"paper", func(*cobra.Command, []string) []string { return claims.Papers() }},
	{"test", func(*cobra.Command, []string) []string { return powerTestNames() }},
	{"strata", func(c *cobra.Command, args []string) []string {
		return append([]string{"none\tno breakdown"}, peek(c, args).strata...)
	}},
	{"cluster", func(c *cobra.Command, args []string) []string { return peek(c, args).strata }},
	{"runs", func(c *cobra.Command, args []string) []string { return peek(c, args).runs }},
	{"baseline", func(c *cobra.Command, args []string) []string { return peek(c, args).runs }},
	{"reference", func(c *cobra.Command, args []string) []string { return peek(c, args).runs }},
	{"benchmarks", func(c *cobra.Command, args []string) []string { return peek(c, args).benchmarks }},
}

// flagFiles are the flags whose value is a file, and the endings to offer.
var flagFiles = map[string][]string{
	"map": {"yaml", "yml"}, "plan": {"yaml", "yml"}, "scores": {"csv", "jsonl", "parquet"},
}

// complete teaches the shells what the flags of a command can be.
func complete(c *cobra.Command) {
	for _, f := range flagValues {
		flag := c.Flags().Lookup(f.flag)
		if flag == nil {
			continue
		}
		list := strings.HasSuffix(flag.Value.Type(), "Slice") || flag.Value.Type() == (*metricFlag)(nil).Type()
		// An error says that the flag is not defined, or has values already.
		_ = c.RegisterFlagCompletionFunc(f.flag, func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			values := f.values(c, args)
			if list {
				values = afterCommas(typed, values)
			}
			return values, cobra.ShellCompDirectiveNoFileComp
		})
	}
	for flag, endings := range flagFiles {
		if c.Flags().Lookup(flag) != nil {
			_ = c.MarkFlagFilename(flag, endings...)
		}
	}
	if c.Flags().Lookup("notebook") != nil {
		_ = c.RegisterFlagCompletionFunc("notebook", namesOrFiles(notebookNames))
	}
	if c.Flags().Lookup("claims") != nil {
		_ = c.RegisterFlagCompletionFunc("claims", namesOrFiles(claims.Papers))
	}
}

// twoRunsThenFiles completes arguments that are the names of two runs and then
// logs. The runs are known only where the logs are: of an embedded example.
func twoRunsThenFiles(c *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) >= 2 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return peek(c, nil).runs, cobra.ShellCompDirectiveDefault
}

// namesOrFiles offers names, and files beside them.
func namesOrFiles(names func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveDefault
	}
}

// afterCommas offers the values of a list behind those that are typed already.
func afterCommas(typed string, values []string) []string {
	at := strings.LastIndexByte(typed, ',') + 1
	given := strings.Split(typed[:at], ",")
	var out []string
	for _, v := range values {
		if name, _, _ := strings.Cut(v, "\t"); !slices.Contains(given, name) {
			out = append(out, typed[:at]+v)
		}
	}
	return out
}

func fixed(values ...string) completer {
	return func(*cobra.Command, []string) []string { return values }
}

func metricNames(*cobra.Command, []string) []string {
	var out []string
	for _, m := range metrics.All() {
		if m.Score != nil { // a family needs its parameter
			out = append(out, described(m.Name, m.Doc))
		}
	}
	for _, m := range evaluate.AttemptMetrics() {
		out = append(out, described(m.Name, m.Doc))
	}
	return out
}

func formatNames(*cobra.Command, []string) []string {
	out := []string{"parquet", "arrow"}
	for _, f := range formats.All {
		out = append(out, described(f.Name, f.Doc))
	}
	return out
}

func exampleNames(*cobra.Command, []string) []string {
	var out []string
	for _, e := range examples.All {
		out = append(out, described(e.Name, e.Title))
	}
	return out
}

func notebookNames() []string {
	var out []string
	for _, t := range templates.All {
		out = append(out, described(t.Name, t.Doc))
	}
	return out
}

// described puts a description behind a name, as far as a line of a menu has room.
func described(name, doc string) string {
	doc, _, _ = strings.Cut(doc, ": ")
	doc, _, _ = strings.Cut(doc, "; ")
	return name + "\t" + strings.TrimSuffix(doc, ".")
}

// peeked is what the beginning of logs tells.
type peeked struct{ runs, benchmarks, strata []string }

// peekFor is how long a person may wait for a completion.
const peekFor = 300 * time.Millisecond

// peek reads the beginning of the logs that the command line names so far: the
// embedded examples, or what of its arguments can be opened. What cannot be read is
// passed over: a completion has nowhere to complain.
func peek(c *cobra.Command, args []string) peeked {
	var found peeked
	r := reading{maxErrors: 1}
	if f := c.Flags().Lookup("example"); f != nil && f.Changed {
		r.examples, _ = c.Flags().GetStringSlice("example")
	}
	if f := c.Flags().Lookup("map"); f != nil {
		r.mapFile = f.Value.String()
	}
	_, paths, _ := pairAndPaths(c.Name(), args, r.named()) // without one there is nothing to complete from
	if len(paths) == 0 && len(r.examples) == 0 {
		return found
	}
	inputs, _, err := r.inputs(context.Background(), paths, datasets.Facts)
	if err != nil {
		return found
	}
	ctx, stop := context.WithTimeout(context.Background(), peekFor)
	defer stop()
	for _, in := range inputs {
		for t, err := range in.Trajectories(ctx) {
			if err != nil || ctx.Err() != nil {
				break
			}
			found.add(t)
		}
	}
	for _, list := range []*[]string{&found.runs, &found.benchmarks, &found.strata} {
		slices.Sort(*list)
	}
	return found
}

// add keeps the names that an attempt brings, none of which could break a completion's lines.
func (p *peeked) add(t *datasets.Trajectory) {
	add := func(list *[]string, name string) {
		if name != "" && !slices.Contains(*list, name) && !strings.ContainsAny(name, "\t\n") {
			*list = append(*list, name)
		}
	}
	add(&p.runs, t.Run)
	add(&p.benchmarks, t.Benchmark)
	for name := range t.Strata {
		add(&p.strata, name)
	}
}
