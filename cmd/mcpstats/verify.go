package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/claims"
	"mcpstats/analysis/metrics"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/datasets/examples"
	"mcpstats/reports/compose"
)

// verifying is the command-line flags of verify.
type verifying struct {
	paper   string
	papers  bool
	noLogs  bool
	all     bool
	allow   []string
	output  string
	extract string
	write   string
	out     string
	logs    []string
}

func (p *program) verifyCommand() *cobra.Command {
	var v verifying
	var r reading
	c := &cobra.Command{
		Use:   "verify PAPER...|CLAIMS.yaml [PATH...]",
		Short: "Check a paper's numbers against each other and against logs",
		Long: `verify reads a paper (PDF, LaTeX, HTML, Word, Markdown, Jupyter or plain text), finds
how its numbers hang together, and says which cannot be as printed, with one line of
arithmetic for each. A relation, such as that a column is the mean of others, is
believed where nearly all of its rows bear it out, and its exceptions are findings;
what is not believed is listed apart and not judged. Several papers, or a folder of
them, end in a table.

Of a claims file, the numbers of a paper with what is asked of each, it says which
hold, which cannot be, and which the logs refute. PATH is a log to recompute numbers
from; without one, the logs that the claims file names are read. --paper checks one of
the embedded papers, --papers all of them.

--write claims.yaml writes what was understood of a paper, one line a number. Add a
check or take one out and run the same command again: lines are kept by their id, and
the verdicts are those of the file. --extract prints such a file. --out DIR makes what
a reviewer hands on: findings.md, the paper's own tables and sentences with their
verdicts as a page, a workbook and JSON. --logs recomputes cells from logs.

The exit code is 1 where a number is inconsistent or refuted; --allow takes the ids
of those that are known.

What a claims file can ask of a number; "mcpstats list checks" says what each takes,
with an example:
` + checkLines(),
		RunE: func(c *cobra.Command, args []string) error {
			if v.extract != "" {
				return p.extractClaims(c.Context(), &v, args)
			}
			if v.paper == "" && !v.papers && len(args) > 0 && !isClaimsFile(args[0]) {
				return p.verifyPapers(c.Context(), &v, &r, args)
			}
			if v.write != "" || v.out != "" || len(v.logs) > 0 {
				return usagef("--write, --out and --logs belong to a paper; a claims file takes its logs as arguments")
			}
			files, paths, err := v.files(args)
			if err != nil {
				return err
			}
			logs, inputs, warnings, err := p.claimLogs(c.Context(), &v, &r, files, paths)
			if err != nil {
				return err
			}
			res := &result.Results{Version: result.Version}
			res.Provenance.Tool, res.Provenance.Inputs, res.Warnings = tool, inputs, warnings
			for _, f := range files {
				res.Claims = append(res.Claims, claims.Verify(f, logs)...)
			}
			// Before anything is printed: a mistyped id must not look like an answer.
			if err := allowClaims(res.Claims, v.allow); err != nil {
				return err
			}
			p.warn(warnings)
			write := compose.Claims
			switch {
			case v.output == "csv":
				write = compose.ClaimList
			case v.output == "table" && !v.all:
				write = compose.ClaimFindings
			}
			if err := p.print(v.output, res, write); err != nil {
				return err
			}
			return claimsAnswer(res.Claims)
		},
	}
	f := c.Flags()
	f.StringVar(&v.paper, "paper", "", "check this embedded paper: "+strings.Join(claims.Papers(), ", "))
	f.BoolVar(&v.papers, "papers", false, "check all embedded papers")
	f.BoolVar(&v.noLogs, "no-logs", false, "recompute nothing: check the printed numbers against each other only")
	f.BoolVar(&v.all, "all", false, "list every number in the terminal, not only the findings")
	f.StringArrayVar(&v.allow, "allow", nil, "`ids` of claims that are known to fail: ID or PAPER/ID, with commas in between")
	f.StringVar(&v.extract, "extract", "", "print the claims file that this paper's `file` amounts to")
	f.StringVar(&v.write, "write", "", "write what was understood of the paper to this claims `file`, keeping its corrections")
	f.StringVar(&v.out, "out", "", "write findings.md, paper.html, numbers.xlsx and numbers.json to this `directory`")
	f.StringSliceVar(&v.logs, "logs", nil, "logs to recompute the paper's cells from: `paths` or names of examples")
	r.register(f)
	registerOutput(f, &v.output)
	return c
}

// files parses the claims files that the arguments name; the rest are logs.
func (v *verifying) files(args []string) (files []*claims.File, paths []string, err error) {
	switch {
	case v.papers && v.paper != "":
		return nil, nil, usagef("--paper and --papers are given together; give one of them")
	case v.papers:
		for _, name := range claims.Papers() {
			f, err := claims.ReadPaper(name)
			if err != nil {
				return nil, nil, err
			}
			files = append(files, f)
		}
		return files, args, nil
	case v.paper != "":
		f, err := claims.ReadPaper(v.paper)
		if err != nil {
			return nil, nil, &usageError{err}
		}
		return []*claims.File{f}, args, nil
	case len(args) == 0:
		return nil, nil, usagef("name a paper or a claims file, or give --paper NAME or --papers; the papers are %s", strings.Join(claims.Papers(), ", "))
	}
	f, err := readClaims(args[0])
	if err != nil {
		return nil, nil, err
	}
	return []*claims.File{f}, args[1:], nil
}

func readClaims(path string) (*claims.File, error) {
	text, err := readConfig(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return claims.Parse(path, text)
}

// claimsFor checks the claims of files, or of embedded papers by name, against
// the logs of a report; table is nil where its results were read without them.
func claimsFor(names []string, table *table.Table) ([]result.Claim, error) {
	var out []result.Claim
	logs := claims.Logs{Table: table, Catalog: metrics.All()}
	for _, name := range names {
		var f *claims.File
		var err error
		if slices.Contains(claims.Papers(), name) {
			f, err = claims.ReadPaper(name)
		} else {
			f, err = readClaims(name)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, claims.Verify(f, logs)...)
	}
	return out, nil
}

// claimLogs reads the logs that the claims are recomputed from: those of the
// command line, else those that the claims files name, where there is a claim to
// recompute at all.
func (p *program) claimLogs(ctx context.Context, v *verifying, r *reading, files []*claims.File, paths []string) (claims.Logs, []result.Input, []result.Warning, error) {
	var wanted []string
	for _, f := range files {
		wanted = append(wanted, f.Metrics()...)
	}
	if v.noLogs || len(wanted) == 0 {
		return claims.Logs{}, nil, nil, nil
	}
	if len(paths) == 0 && len(r.examples) == 0 {
		for _, f := range files {
			for _, l := range f.Logs {
				for _, path := range l.Paths {
					if slices.Contains(examples.Names(), path) {
						if !slices.Contains(r.examples, path) {
							r.examples = append(r.examples, path)
						}
						continue
					}
					if !filepath.IsAbs(path) {
						path = filepath.Join(filepath.Dir(f.Name), path)
					}
					paths = append(paths, path)
				}
			}
		}
		if len(paths) == 0 && len(r.examples) == 0 {
			return claims.Logs{}, nil, nil, nil
		}
	}
	plan, err := result.Plan{}.Resolve()
	if err != nil {
		return claims.Logs{}, nil, nil, err
	}
	l, err := p.load(ctx, r, paths, &plan, metricsOf(wanted))
	if err != nil {
		return claims.Logs{}, nil, nil, err
	}
	return claims.Logs{Table: l.table, Catalog: l.catalog}, l.inputs, l.warnings, nil
}

// metricsOf is the part of the catalog that the named metrics need; all of it
// where a name is not declared.
func metricsOf(names []string) table.Catalog {
	var out table.Catalog
	for _, name := range names {
		m, ok := metrics.Lookup(name)
		if !ok || m.Score == nil && m.Each == nil {
			return metrics.All()
		}
		if !slices.ContainsFunc(out, func(have table.Metric) bool { return have.Name == m.Name }) {
			out = append(out, m)
		}
	}
	return out
}

// allowClaims marks the claims that the user knows of. An id that no claim has is
// a mistake.
func allowClaims(cs []result.Claim, lists []string) error {
	known := func(id string) bool {
		found := false
		for i := range cs {
			if cs[i].ID == id || cs[i].Paper+"/"+cs[i].ID == id {
				cs[i].Known, found = true, true
			}
		}
		return found
	}
	for _, list := range lists {
		if known(list) { // an address holds commas itself
			continue
		}
		for id := range strings.SplitSeq(list, ",") {
			if !known(id) {
				return usagef("--allow %s: no claim has that id", id)
			}
		}
	}
	return nil
}

// claimsAnswer is "no" where a number fails that is not known to.
func claimsAnswer(cs []result.Claim) error {
	failed := map[string]int{}
	for _, c := range cs {
		if !c.Known {
			failed[c.Verdict]++
		}
	}
	refuted, inconsistent := failed[claims.Refuted], failed[claims.Inconsistent]
	if refuted+inconsistent == 0 {
		return nil
	}
	return &noError{fmt.Sprintf("%d of %d numbers are refuted by the logs, %d are inconsistent", refuted, len(cs), inconsistent)}
}
