package compose

import "mcpstats/reports"

// ruleAgreements shows how the rules that detect modes, and the first deviating step, agree
// with each annotator: what a reader must know before believing the rules where nobody
// labelled anything.
func (c *composer) ruleAgreements(v *view) {
	b := c.breakdown(v)
	if b == nil {
		return
	}
	t := reports.Table{ID: c.id(v, "failures-rules-and-labels"), Caption: "Rules against annotators: the attempts that the annotator labelled and to which the rule applies. Precision: of what the rule finds, what the annotator labelled so too. Recall: of what the annotator labelled, what the rule finds. Intervals go by task.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: "Annotator", Key: "annotator", Kind: reports.Text}, {Name: "Mode", Key: "mode", Kind: reports.Text}, {Name: "Attempts", Key: "n", Kind: reports.Integer}, {Name: "Tasks", Key: "tasks", Kind: reports.Integer},
			{Name: "Both", Key: "both", Kind: reports.Integer}, {Name: "Rule alone", Key: "only_rule", Kind: reports.Integer}, {Name: "Label alone", Key: "only_label", Kind: reports.Integer}, {Name: "Neither", Key: "neither", Kind: reports.Integer},
			{Name: "Precision", Key: "precision", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "precision_interval", Kind: reports.Interval}, {Name: "Recall", Key: "recall", Kind: reports.Percent}, {Name: c.level() + " interval (%)", Key: "recall_interval", Kind: reports.Interval},
			{Name: "F1", Key: "f1", Kind: reports.Number}, {Name: "Kappa", Key: "kappa", Kind: reports.Number}}}
	for _, run := range v.runs {
		for _, a := range b.Agreements {
			if a.Run == run {
				mode := c.modeCell(a.Mode)
				if a.Off {
					mode.Text += " (off)"
				}
				t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(a.Run), c.names.NameCell(a.Annotator), mode, reports.CountCell(a.N), reports.CountCell(a.Tasks),
					reports.CountCell(a.Both), reports.CountCell(a.OnlyRule), reports.CountCell(a.OnlyLabel), reports.CountCell(a.Neither),
					v.shares.Value(a.Precision), v.shares.Interval(a.PrecisionInterval), v.shares.Value(a.Recall), v.shares.Interval(a.RecallInterval), reports.NumberCell(a.F1, 2), reports.NumberCell(a.Kappa, 2)})
			}
		}
	}
	if len(t.Rows) > 0 {
		alone(v, &t)
		c.add(t)
	}
	for _, run := range v.runs {
		for _, s := range b.Steps {
			if s.Run == run {
				c.para(text("%s: the first deviating step is the one that %s calls the root in %s of %s, and within one message in %s.",
					c.names.Show(s.Run), s.Annotator, reports.FormatCount(s.Exact), plural(s.N, "failed attempt"), reports.FormatCount(s.Within1)))
			}
		}
	}
}
