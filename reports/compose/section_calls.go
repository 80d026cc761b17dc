package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// profile is what a benchmark's attempts did with their tools; nil where the log has no calls.
func (c *composer) profile(v *view) *result.CallProfile {
	for i := range c.res.Calls {
		if c.res.Calls[i].Benchmark == v.name {
			return &c.res.Calls[i]
		}
	}
	return nil
}

// everyRun is what rows over all runs together are called.
const everyRun = "all runs"

// runOrAll names a row's run.
func (c *composer) runOrAll(run string) reports.Cell {
	if run == "" {
		return reports.TextCell(everyRun)
	}
	return c.names.Cell(run)
}

// ofScope are the rows over all runs, or of the only one; and those of the runs one by one
// where there are several.
func ofScope[T any](v *view, rows []T, run func(*T) string) (together, byRun []T) {
	for i := range rows {
		switch name := run(&rows[i]); {
		case name == "" || len(v.runs) == 1:
			together = append(together, rows[i])
		default:
			byRun = append(byRun, rows[i])
		}
	}
	slices.SortStableFunc(byRun, func(a, b T) int { return slices.Index(v.runs, run(&a)) - slices.Index(v.runs, run(&b)) })
	return together, byRun
}

// toolSection profiles tools and servers: over all runs first, since a tool that is out of
// order is so for all of them, and run by run for those who look for one.
func toolSection(c *composer, v *view) error {
	p := c.profile(v)
	if p == nil || len(p.Tools) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "tools-section"), "Which tools fail")
	run := func(t *result.ToolUse) string { return t.Run }
	tools, toolsByRun := ofScope(v, p.Tools, run)
	servers, serversByRun := ofScope(v, p.Servers, run)
	c.para(c.toolWords(tools)...)
	for _, t := range []reports.Table{c.callLabelTable(v, c.id(v, "call-labels"), false), c.callLabelTable(v, c.id(v, "call-labels-by-tool"), true)} {
		if len(t.Rows) > 0 {
			c.add(t)
		}
	}
	if fig, ok := c.toolFigure(v, tools); ok {
		c.add(fig)
	}
	c.add(c.toolTable(v, tools, c.id(v, "tools"), false, false))
	if len(servers) > 0 {
		c.add(c.toolTable(v, servers, c.id(v, "servers"), true, false))
	}
	if len(toolsByRun) > 0 {
		c.add(c.toolTable(v, toolsByRun, c.id(v, "tools-by-run"), false, true))
	}
	if len(serversByRun) > 0 {
		c.add(c.toolTable(v, serversByRun, c.id(v, "servers-by-run"), true, true))
	}
	return nil
}

// toolWords count calls and their failures.
func (c *composer) toolWords(tools []result.ToolUse) []reports.Span {
	calls, told, failed, recovered := 0, 0, 0, 0
	for i := range tools {
		calls, told, failed, recovered = calls+tools[i].Calls, told+tools[i].Told, failed+tools[i].Failed, recovered+tools[i].Recovered
	}
	spans := []reports.Span{text("The attempts make %s of %s.", plural(calls, "call"), plural(len(tools), "tool"))}
	switch {
	case told == 0:
		return append(spans, text(" Whether calls failed is not in the log."))
	case failed == 0:
		spans = append(spans, text(" None of them failed, as far as the log tells."))
	default:
		spans = append(spans, text(" %s failed", reports.FormatCount(failed)), text(" (%s of those of which the log tells), and the agent made up for %s of these later.",
			reports.FormatPercent(float64(failed)/float64(told), 1), reports.FormatCount(recovered)))
	}
	if told < calls {
		spans = append(spans, text(" Of %s the log does not tell whether they failed.", plural(calls-told, "call")))
	}
	return spans
}

// errorSection lists kinds of error messages, and where the first failed call stands.
func errorSection(c *composer, v *view) error {
	p := c.profile(v)
	if p == nil || len(p.Errors) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "errors-section"), "What failed calls say")
	c.add(c.errorTable(v, p))
	if len(p.FirstErrors) > 0 {
		if fig, ok := c.firstErrorFigure(v, p); ok {
			c.add(fig)
		}
		c.add(c.firstErrorTable(v, p))
	}
	return nil
}

// wasteSection says what failed attempts took, and how they differ from others.
func wasteSection(c *composer, v *view) error {
	p := c.profile(v)
	if p == nil || len(p.Spent)+len(p.Contrasts) == 0 {
		return nil
	}
	c.heading(2, c.id(v, "waste-section"), "What failed attempts took")
	if len(p.Spent) > 0 {
		c.add(c.spentTable(v, p))
	}
	if len(p.Contrasts) > 0 {
		c.add(c.contrastTable(v, p))
	}
	return nil
}
