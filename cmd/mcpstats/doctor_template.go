package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/datasets"
	"mcpstats/datasets/open"
)

// writeTemplate writes a mapping to start from: the one in force, or where the logs could not be
// read at all, for which failed is the reason, a first guess. known is false for a guess, of
// which there is nothing more to show.
func (p *program) writeTemplate(ctx context.Context, r *reading, file string, paths []string, found *result.Inspection, failed error) (known bool, _ error) {
	var text string
	known = failed == nil && len(found.Logs) > 0
	if known {
		text = templateInForce(found)
	} else {
		var log *datasets.FileError
		if len(paths) == 0 || failed != nil && !errors.As(failed, &log) {
			return false, failed // not about the logs
		}
		opt, err := r.options(datasets.AllColumns)
		if err != nil {
			return false, err
		}
		if opt.Map != nil {
			return false, failed // the mapping that was given is what is wrong
		}
		if text, err = open.Template(ctx, paths, opt); err != nil {
			return false, err
		}
	}
	if file == "-" {
		_, err := fmt.Fprint(p.stdout, text)
		return false, err
	}
	to, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return false, usagef("--map-template %s: %v", file, cause(err))
	}
	_, err = to.WriteString(text)
	if err := errors.Join(err, to.Close()); err != nil {
		return false, fmt.Errorf("--map-template %s: %w", file, cause(err))
	}
	what := "the mapping in force"
	if !known {
		what = "a first guess, to be looked at line by line"
	}
	fmt.Fprintf(p.stderr, "wrote %s: %s; give it back with --map %s\n", file, what, result.ShellWord(file))
	return known, nil
}

// templateInForce is the mapping in force of the first log, and what it leaves open.
func templateInForce(found *result.Inspection) string {
	var b strings.Builder
	log := found.Logs[0]
	fmt.Fprintf(&b, "# The mapping in force for %s.\n", log.Input.Path)
	b.WriteString(log.Mapping)
	for _, other := range found.Logs[1:] {
		if other.Mapping != log.Mapping {
			fmt.Fprintf(&b, "# %s is understood otherwise; ask for it by itself.\n", other.Input.Path)
			break
		}
	}
	stated := map[string]bool{}
	for _, c := range log.Coverage {
		stated[c.Field] = c.Known > 0
	}
	if !stated["success"] && !stated["reward"] && !stated["judgments"] {
		b.WriteString("# success: not found: no column holds a verdict under a name that is known; success: COLUMN\n")
	}
	if !stated["steps"] {
		b.WriteString("# steps: not found: no column holds messages; steps: COLUMN\n")
	}
	return b.String()
}
