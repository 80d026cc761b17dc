package main

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"mcpstats/analysis/evaluate"
	"mcpstats/analysis/result"
	"mcpstats/analysis/table"
	"mcpstats/reports"
	"mcpstats/reports/compose"
	"mcpstats/reports/csvout"
	"mcpstats/reports/jsonout"
)

// attempts lists the attempts that the failures are counted from, and puts the first of
// them into the results. Of an earlier report there are those that its results hold, if
// these are all; nil: there are none.
func (p *program) attempts(res *result.Results, table *table.Table) (iter.Seq[result.AttemptRow], error) {
	if table == nil {
		switch {
		case res.Attempts == nil:
			return nil, nil
		case res.Attempts.LeftOut > 0:
			left := result.Warning{Code: "attempts_left_out", Message: fmt.Sprintf("the earlier results hold the first %s of the list of attempts and not the other %d, so that the list is left out; give the logs",
				count(len(res.Attempts.Rows), "line", "lines"), res.Attempts.LeftOut)}
			p.warn([]result.Warning{left})
			return nil, nil
		}
		return slices.Values(res.Attempts.Rows), nil
	}
	plan := res.Provenance.Plan
	rows, err := evaluate.Attempts(table, plan, catalogFor(plan), res.Provenance.Inputs)
	if err != nil {
		return nil, err
	}
	list := evaluate.FirstAttempts(rows)
	res.Attempts = &list
	return rows, nil
}

// writeAttempts writes the list of attempts beside the other tables.
func writeAttempts(dir *staged, attempts iter.Seq[result.AttemptRow], labels map[string]string) error {
	if attempts == nil {
		return nil
	}
	list := compose.Attempts(attempts, labels)
	return dir.write(reports.TablePath(list.ID, "csv"), func(w io.Writer) error { return csvout.Write(w, list) })
}

// printAttempts writes the list of attempts to stdout. JSON is the results with the whole
// list in them.
func (p *program) printAttempts(output string, res *result.Results, table *table.Table) error {
	if table == nil && (res.Attempts == nil || res.Attempts.LeftOut > 0) {
		return usagef("--attempts: the earlier report's results do not hold all of the list; give the logs, or read the report's %s", reports.TablePath("attempts", "csv"))
	}
	rows, err := p.attempts(res, table)
	if err != nil {
		return err
	}
	switch output {
	case "csv":
		return csvout.Write(p.stdout, compose.Attempts(rows, res.Provenance.Plan.Labels))
	case "json":
		res.Attempts = &result.AttemptList{Rows: slices.Collect(rows)}
		return jsonout.Write(p.stdout, res)
	}
	return p.printDocument(output, compose.AttemptPage(rows, res.Provenance.Plan.Labels))
}
