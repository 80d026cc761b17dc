package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"mcpstats/analysis/result"
	"mcpstats/analysis/scale/partial"
	"mcpstats/analysis/table"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// partialEnding is how the files that score --partial writes are called.
const partialEnding = ".partial"

func (p *program) reduceCommand() *cobra.Command {
	var plans planning
	var o reportOutput
	var manifest string
	var expect int
	c := &cobra.Command{
		Use:   "reduce PARTIAL...",
		Short: "Merge what workers scored, and report as from one machine",
		Long: `reduce merges the files that "mcpstats score --partial" (or the Beam pipeline) wrote
for the shards of a large log, whatever their order, and writes the report directory
that "mcpstats report" on all shards writes. PARTIAL is a file, or a folder that
holds files ending in .partial.

Of partials of attempts the report is that of one machine, byte for byte. Of
partials of sums it holds summaries, differences and rankings; what needs every
score in one place is absent, and a warning says so. See docs/scale.md.

A partial that is not complete, is damaged, was made with other settings, or holds
some of another's shards is refused by name. One that is given twice counts once.
With -o FILE.partial the partials become one partial instead, to be merged again.`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, paths []string) error {
			if o.out == "-" || o.out == "" {
				return usagef("reduce: -o %q: a report is a directory; name one, or a file ending in %s", o.out, partialEnding)
			}
			merge := strings.HasSuffix(o.out, partialEnding)
			if !merge {
				if err := replaceable(o.out); err != nil { // before the work, not after it
					return err
				}
			}
			for _, name := range append([]string{"prices", "costs"}, readingFlags...) {
				if c.Flags().Changed(name) {
					return usagef("reduce: --%s says how logs are read; give it to mcpstats score --partial", name)
				}
			}
			if err := o.read(); err != nil {
				return err
			}
			plans.notebook = o.shows
			plan, err := plans.resolve(c)
			if err != nil {
				return err
			}
			set, err := gatherPartials(paths, expect, manifest)
			if err != nil {
				return err
			}
			for _, f := range []struct{ name, given, made string }{{"prices", plan.Prices, set.Settings.PricesName}, {"costs", plan.Costs, set.Settings.Costs}} {
				if f.given != "" && f.given != f.made {
					return usagef("reduce: the plan's %s is %q, and the shards were scored with %q; give the plan to mcpstats score --partial", f.name, f.given, f.made)
				}
			}
			rules := set.Settings.Rules
			if len(plan.Rules) > 0 && !slices.Equal(result.UniqueNatural(plan.Rules), rules) {
				return usagef("--rules: the shards were searched with other rules on (%s); give the flag to mcpstats score --partial", cmp.Or(strings.Join(rules, ", "), "none"))
			}
			plan.Rules, plan.Prices, plan.Costs = rules, set.Settings.PricesName, set.Settings.Costs
			if plan.Tasks == "" {
				stateTasks(&plan, set.Settings.Tasks, set.Settings.MapName)
				if err := plans.readTasks(&plan); err != nil {
					return err
				}
			}
			if merge {
				p.warn(repeatWarnings(set))
				return p.writeFile(o.out, func(w io.Writer) error { return mergePartials(set, w) })
			}
			res, table, err := p.reduce(c.Context(), set, plan)
			if err != nil {
				return err
			}
			if err := plans.settle(res, table, plan.Labels, true); err != nil {
				return err
			}
			if set.Settings.Depth == partial.Sums { // what the logs alone make is another report
				res.Provenance.Command = repeatCommand(c, "reduce", []string{"PARTIAL..."})
				return p.writeReport(c, &o, res, table, false)
			}
			// One machine reads the logs as the partials say they were read.
			for i, value := range []string{set.Settings.MapName, set.Settings.Format} {
				if value != "" {
					if err := c.Flags().Set(readingFlags[i], value); err != nil {
						return err
					}
				}
			}
			res.Provenance.Command = repeatCommand(c, "report", inputWords(res.Provenance.Inputs))
			return p.writeReport(c, &o, res, table, false)
		},
	}
	plans.register(c.Flags())
	plans.registerAsk(c.Flags())
	plans.registerRules(c.Flags())
	o.register(c, "the `directory` to write (an earlier report there is replaced), or one FILE.partial")
	for _, name := range readingFlags {
		c.Flags().String(name, "", "")
		c.Flags().Lookup(name).Hidden = true
	}
	c.Flags().IntVar(&expect, "expect", 0, "the number of shards there must be; fewer or more is an error")
	c.Flags().StringVar(&manifest, "manifest", "", "`file` that lists the shards there must be, one path or file name per line; any that is missing is named")
	return c
}

// readingFlags are the flags of score that reduce knows from the partials.
var readingFlags = []string{"map", "format"}

// gatherPartials opens the partials and holds them against what was expected.
func gatherPartials(paths []string, expect int, manifest string) (*partial.Set, error) {
	if expect < 0 {
		return nil, usagef("--expect %d: expected a number of shards above 0", expect)
	}
	var names []string
	if manifest != "" {
		var err error
		if names, err = readManifest(manifest); err != nil {
			return nil, err
		}
	}
	files, err := partialFiles(paths)
	if err != nil {
		return nil, err
	}
	set, err := partial.Gather(files)
	if err != nil {
		return nil, err
	}
	// Two versions may score differently, and nothing in merged scores would tell.
	if made := set.Settings.Tool; made != tool {
		return nil, &datasets.FileError{File: set.Files[0].Path, Err: fmt.Errorf("was made by %s; this is %s", made, tool), Hint: "score the shards again with this version"}
	}
	if absent := set.Absent(names); len(absent) > 0 {
		return nil, fmt.Errorf("%s of %s missing: %s; score them, or leave them out of the manifest",
			count(len(absent), "shard", "shards"), manifest, strings.Join(absent[:min(10, len(absent))], ", "))
	}
	if have := len(set.Inputs); expect > 0 && have != expect {
		return nil, fmt.Errorf("the partials hold %s, --expect says %d; --manifest FILE tells which are missing", count(have, "shard", "shards"), expect)
	}
	return set, nil
}

// partialFiles lists the partials that the paths name, folders by what is in them.
func partialFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path) // a file that is not there is refused where it is opened
			continue
		}
		found, err := filepath.Glob(filepath.Join(escapeGlob(path), "*"+partialEnding))
		if err != nil {
			return nil, usagef("%s: %v", path, err)
		}
		// What a killed worker left is no partial, and one that still works is not done.
		found = slices.DeleteFunc(found, func(name string) bool { return unfinishedName.MatchString(filepath.Base(name)) })
		if len(found) == 0 {
			return nil, &datasets.FileError{File: path, Err: fmt.Errorf("holds no file ending in %s", partialEnding)}
		}
		files = append(files, found...)
	}
	return files, nil
}

// escapeGlob makes a pattern that matches the path alone.
func escapeGlob(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

func readManifest(path string) ([]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, usagef("--manifest: %v", err)
	}
	defer f.Close()
	var names []string
	for lines := bufio.NewScanner(f); ; {
		if !lines.Scan() {
			if err := lines.Err(); err != nil {
				return nil, usagef("--manifest: %s: %v", path, err)
			}
			return names, nil
		}
		if name := strings.TrimSpace(lines.Text()); name != "" {
			names = append(names, name)
		}
	}
}

func mergePartials(set *partial.Set, w io.Writer) error {
	out, err := partial.NewWriter(w, set.Settings)
	if err != nil {
		return err
	}
	if err := set.Merge(out); err != nil {
		return err
	}
	return out.Close()
}

// reduce evaluates the plan over merged partials. Of sums there is no table.
func (p *program) reduce(ctx context.Context, set *partial.Set, plan result.Plan) (*result.Results, *table.Table, error) {
	catalog := catalogFor(plan)
	var err error
	var res *result.Results
	var table *table.Table
	if set.Settings.Depth == partial.Sums {
		res, err = evaluateSums(set, plan, catalog)
	} else if table, err = buildTable(set, plan); err == nil {
		res, err = evaluateOrStop(ctx, table, plan, catalog)
	}
	if err != nil {
		return nil, nil, err
	}
	res.Provenance.Tool = tool
	res.MadeFrom(set.Inputs)
	res.Warnings = append(res.Warnings, readingWarnings(set.Inputs)...)
	skipped := make([]open.Skipped, len(set.Skipped))
	for i, s := range set.Skipped {
		skipped[i] = open.Skipped(s)
	}
	res.Warnings = append(res.Warnings, leftOut(skipped)...)
	res.Warnings = append(res.Warnings, repeatWarnings(set)...)
	return res, table, nil
}

// buildTable puts the attempts of all partials together, with the origins that they
// would have on one machine.
func buildTable(set *partial.Set, plan result.Plan) (*table.Table, error) {
	builder := table.NewBuilder()
	taxonomy, err := taxonomy(&plan)
	if err != nil {
		return nil, err
	}
	if slices.EqualFunc(set.Settings.Modes, taxonomy, func(name string, m table.FailureMode) bool { return name == m.Name }) {
		builder.Taxonomy = taxonomy
	} else if len(set.Settings.Modes) > 0 {
		return nil, &datasets.FileError{File: set.Files[0].Path, Err: fmt.Errorf("was searched for other failure modes than this program knows"), Hint: "score the shards again with this version"}
	}
	errs := make([]error, len(set.Files))
	each(len(set.Files), func(i int) { errs[i] = set.AddTo(builder, i) })
	if err := firstError(errs); err != nil {
		return nil, err
	}
	return builder.Build(plan.Duplicates)
}

func repeatWarnings(set *partial.Set) []result.Warning {
	var ws []result.Warning
	for _, r := range set.Repeats {
		ws = append(ws, result.Warning{Code: "partial_repeated", Where: r.Path,
			Message: fmt.Sprintf("holds the same shards and scores as %s; counted once", r.Of)})
	}
	return ws
}
