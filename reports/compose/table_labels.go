package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// labelSets are the labels of a benchmark as logged, annotator by annotator; of one, where a
// name is given.
func (c *composer) labelSets(v *view, annotator string) []*result.LabelSet {
	var out []*result.LabelSet
	for i := range c.res.Labels {
		if s := &c.res.Labels[i]; s.Benchmark == v.name && (annotator == "" || s.Annotator == annotator) {
			out = append(out, s)
		}
	}
	return out
}

// labelRuns are a set's counts in the order of the view, all runs together first.
func labelRuns(v *view, counts []result.LabelCount) []result.LabelCount {
	out := slices.Clone(counts)
	slices.SortStableFunc(out, func(a, b result.LabelCount) int { return slices.Index(v.runs, a.Run) - slices.Index(v.runs, b.Run) })
	return out
}

// labelTable lists labels in the words of the log. only are the runs to show, empty for all;
// zeros adds modes of the taxonomy that no word means.
func (c *composer) labelTable(v *view, sets []*result.LabelSet, id string, only []string, zeros bool) reports.Table {
	sc := v.shares
	t := reports.Table{ID: id, Caption: "Labels in the words of the log, each annotator by himself: attempts with a label, out of those that he labelled at all, whatever became of them, and failed attempts with it, out of all that failed; " + c.level() + " intervals by task. Mode: what the label is read as.",
		Columns: []reports.Column{{Name: "Annotator", Key: "annotator", Kind: reports.Text}, {Name: "Label", Key: "label", Kind: reports.Text}, {Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "Category", Key: "category", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text},
			{Name: "Labels", Key: "given", Kind: reports.Integer}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Labelled", Key: "labelled", Kind: reports.Integer}, {Name: "Of labelled", Key: "labelled_share", Kind: reports.Percent}, {Name: "Interval (%)", Key: "labelled_interval", Kind: reports.Interval},
			{Name: "Failed", Key: "failed", Kind: reports.Integer}, {Name: "Of", Key: "failed_of", Kind: reports.Integer}, {Name: "Of failed", Key: "failed_share", Kind: reports.Percent}, {Name: "Interval of failed (%)", Key: "failed_interval", Kind: reports.Interval}}}
	add := func(s *result.LabelSet, word, mode, category reports.Cell, n *result.LabelCount) {
		if len(only) > 0 && !slices.Contains(only, n.Run) {
			return
		}
		t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(s.Annotator), word, mode, category, c.runOrAll(n.Run),
			reports.CountCell(n.Given), reports.CountCell(n.Attempts), reports.CountCell(n.Labelled), sc.Value(n.LabelledShare), sc.Interval(n.LabelledInterval),
			reports.CountCell(n.Failed), reports.CountCell(n.FailedOf), sc.Value(n.FailedShare), sc.Interval(n.FailedInterval)})
	}
	for _, s := range sets {
		for i := range s.Labels {
			l := &s.Labels[i]
			for _, n := range labelRuns(v, l.Counts) {
				add(s, c.names.NameCell(l.Label), c.names.NameCell(l.Mode), c.names.NameCell(l.Category), &n)
			}
		}
		if !zeros {
			continue
		}
		for _, mode := range s.Unused {
			for _, scope := range s.Scopes {
				nothing := 0.0
				n := result.LabelCount{Run: scope.Run, Labelled: scope.Labelled, FailedOf: scope.Failed}
				if scope.Labelled > 0 {
					n.LabelledShare = &nothing
				}
				if scope.Failed > 0 {
					n.FailedShare = &nothing
				}
				add(s, reports.Cell{}, c.names.NameCell(mode), reports.Cell{}, &n)
			}
		}
	}
	alone(v, &t)
	unsigned(&t)
	if slices.ContainsFunc(sets, func(s *result.LabelSet) bool { return len(s.Scopes) > 0 }) {
		t.Notes = append(t.Notes, "An attempt counts once a label; Labels counts how often it was given. A word in two rows is two annotators', or two runs'.")
	}
	setAside(&t, "category", func(reports.Cell) bool { return true })
	same := true
	for _, row := range t.Rows {
		same = same && row[5].Value == row[6].Value
	}
	if same {
		setAside(&t, "given", func(reports.Cell) bool { return true })
	}
	t.Long = len(t.Rows) > 40
	return t
}

// labelRangeTable shows over how wide a range of runs a label's share of failures goes.
func (c *composer) labelRangeTable(v *view, sets []*result.LabelSet, id string) reports.Table {
	sc := v.shares
	t := reports.Table{ID: id, Caption: "Labels over the runs: the lowest and the highest share of a run's failed attempts, and the mean of the runs' shares, in which every run counts alike.",
		Columns: []reports.Column{{Name: "Annotator", Key: "annotator", Kind: reports.Text}, {Name: "Label", Key: "label", Kind: reports.Text}, {Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "Runs", Key: "runs", Kind: reports.Integer},
			{Name: "Lowest", Key: "low", Kind: reports.Percent}, {Name: "In", Key: "low_run", Kind: reports.Text}, {Name: "Highest", Key: "high", Kind: reports.Percent}, {Name: "In", Key: "high_run", Kind: reports.Text}, {Name: "Mean", Key: "mean", Kind: reports.Percent}}}
	for _, s := range sets {
		var rows []*result.Label
		for i := range s.Labels {
			if r := s.Labels[i].Range; r != nil && r.Runs > 1 {
				rows = append(rows, &s.Labels[i])
			}
		}
		slices.SortStableFunc(rows, func(a, b *result.Label) int {
			switch {
			case a.Range.High > b.Range.High:
				return -1
			case a.Range.High < b.Range.High:
				return 1
			}
			return 0
		})
		for _, l := range rows {
			r := l.Range
			t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(s.Annotator), c.names.NameCell(l.Label), c.names.NameCell(l.Mode), reports.CountCell(r.Runs),
				sc.Value(&r.Low), c.names.Cell(r.LowRun), sc.Value(&r.High), c.names.Cell(r.HighRun), sc.Value(&r.Mean)})
		}
	}
	unsigned(&t)
	t.Long = len(t.Rows) > 40
	return t
}

// labelVerdictTable shows how many of the attempts with a label each judge failed.
func (c *composer) labelVerdictTable(v *view, sets []*result.LabelSet, id string) reports.Table {
	sc := v.shares
	t := reports.Table{ID: id, Long: true, Caption: "What judges said of the attempts with a label: how many of them each failed, out of those that he judged; " + c.level() + " intervals by task.",
		Columns: []reports.Column{{Name: "Annotator", Key: "annotator", Kind: reports.Text}, {Name: "Label", Key: "label", Kind: reports.Text}, {Name: "Judge", Key: "judge", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text},
			{Name: "Failed", Key: "failed", Kind: reports.Integer}, {Name: "Of", Key: "of", Kind: reports.Integer}, {Name: "Share", Key: "share", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "interval", Kind: reports.Interval}}}
	for _, s := range sets {
		for _, l := range s.Labels {
			rows := slices.Clone(l.Verdicts)
			slices.SortStableFunc(rows, func(a, b result.LabelVerdict) int { return slices.Index(v.runs, a.Run) - slices.Index(v.runs, b.Run) })
			for _, n := range rows {
				t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(s.Annotator), c.names.NameCell(l.Label), c.names.NameCell(n.Judge), c.runOrAll(n.Run),
					reports.CountCell(n.Failed), reports.CountCell(n.Of), sc.Value(n.Share), sc.Interval(n.Interval)})
			}
		}
	}
	alone(v, &t)
	unsigned(&t)
	return t
}

// labelExampleTable points to attempts that show a label.
func (c *composer) labelExampleTable(v *view, sets []*result.LabelSet, id string) reports.Table {
	t := reports.Table{ID: id, Long: true, Caption: "Attempts with a label, failed ones first, to be read in the log; steps are messages of the conversation, the first being 0.",
		Columns: []reports.Column{{Name: "Annotator", Key: "annotator", Kind: reports.Text}, {Name: "Label", Key: "label", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Task", Key: "task", Kind: reports.Text}, {Name: "Trial", Key: "trial", Kind: reports.Integer}, {Name: "Step", Key: "step", Kind: reports.Integer}, {Name: "What the log says", Key: "excerpt", Kind: reports.Text}}}
	for _, s := range sets {
		for _, l := range s.Labels {
			for _, n := range labelRuns(v, l.Counts) {
				for _, e := range n.Examples {
					t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(s.Annotator), c.names.NameCell(l.Label), c.names.Cell(n.Run), c.linked(c.names.NameCell(e.Task), c.pages.attempt(v.name, n.Run, e.Task, e.Trial)), trialCell(e.Trial), stepCell(e.Step), reports.TextCell(e.Excerpt)})
				}
			}
		}
	}
	alone(v, &t)
	unsigned(&t)
	setAside(&t, "step", func(cell reports.Cell) bool { return !cell.HasValue })
	setAside(&t, "excerpt", func(cell reports.Cell) bool { return cell.Text == "" })
	return t
}

// callLabelTable lists labels of single calls: of runs, or tool by tool.
func (c *composer) callLabelTable(v *view, id string, byTool bool) reports.Table {
	sc := v.shares
	t := reports.Table{ID: id, Long: byTool, Caption: "Calls that somebody labelled, in the words of the log, out of all calls of the run; " + c.level() + " intervals by task. Runs without a labelled call are left out: nobody may have looked.",
		Columns: []reports.Column{{Name: "Label", Key: "label", Kind: reports.Text}, {Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Server", Key: "server", Kind: reports.Text}, {Name: "Tool", Key: "tool", Kind: reports.Text},
			{Name: "Calls", Key: "count", Kind: reports.Integer}, {Name: "Of", Key: "calls", Kind: reports.Integer}, {Name: "Share", Key: "share", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "interval", Kind: reports.Interval}, {Name: "Attempts", Key: "attempts", Kind: reports.Integer}, {Name: "Of attempts", Key: "attempts_of", Kind: reports.Integer}, {Name: "For example", Key: "example", Kind: reports.Text}}}
	if byTool {
		t.Caption = "Calls that somebody labelled, tool by tool, out of the calls of that tool; " + c.level() + " intervals by task."
	}
	p := c.profile(v)
	if p == nil {
		return t
	}
	for i := range p.Labels {
		l := &p.Labels[i]
		if (l.Server != "" || l.Tool != "") != byTool {
			continue
		}
		t.Rows = append(t.Rows, []reports.Cell{c.names.NameCell(l.Label), c.runOrAll(l.Run), c.names.NameCell(l.Server), c.names.NameCell(l.Tool),
			reports.CountCell(l.Count), reports.CountCell(l.Calls), sc.Value(l.Share), sc.Interval(l.Interval), reports.CountCell(l.Attempts), reports.CountCell(l.AttemptsOf),
			c.linked(c.names.NameCell(l.Example.Task), c.pages.attempt(v.name, l.Example.Run, l.Example.Task, l.Example.Trial))})
	}
	alone(v, &t)
	for _, key := range []string{"server", "tool"} {
		setAside(&t, key, func(cell reports.Cell) bool { return cell.Text == "" })
	}
	return t
}

// labelled adds what labels say in the words of the log.
func (c *composer) labelled(v *view) {
	sets := c.labelSets(v, "")
	if len(sets) == 0 {
		return
	}
	if fig, ok := c.labelFigure(v, sets, c.id(v, "labels-as-logged-figure"), nil); ok {
		c.add(fig)
	}
	for _, t := range []reports.Table{
		c.labelTable(v, sets, c.id(v, "labels-as-logged"), nil, false),
		c.labelRangeTable(v, sets, c.id(v, "label-ranges")),
		c.labelVerdictTable(v, sets, c.id(v, "label-verdicts")),
		c.labelExampleTable(v, sets, c.id(v, "label-examples")),
	} {
		if len(t.Rows) > 0 {
			c.add(t)
		}
	}
}
