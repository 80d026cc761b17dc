package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

// mostRankingTables is how many pairs of judges have a table of runs each in a report.
const mostRankingTables = 3

func rankingsDirective() directive {
	return directive{name: "rankings", benchmark: true,
		doc: "The runs' ranks under one judge beside those under another, and how far the two orders agree: Kendall's tau-b with p and interval.",
		args: []parameter{
			{name: "judges", doc: "two judges, separated by a comma; by default every two that judged at least three runs both"},
			optionalArgument, partArgument,
		},
		write: (*executor).rankings}
}

// judgePairs are the rankings at hand.
func (c *composer) judgePairs(j *result.Judging) []*result.JudgeRanking {
	var out []*result.JudgeRanking
	for i := range j.Rankings {
		out = append(out, &j.Rankings[i])
	}
	return out
}

func (e *executor) rankings(c *call, v *view) error {
	j := e.c.judging(v)
	if j == nil || len(j.Rankings) == 0 {
		if c.arg("optional") != "" {
			e.leftOut("no two judges judged three runs both")
		}
		return nil
	}
	pairs := e.c.judgePairs(j)
	if asked := c.arg("judges"); asked != "" {
		a, b, ok := strings.Cut(asked, ",")
		a, b = strings.TrimSpace(a), strings.TrimSpace(b)
		if !ok {
			return e.lacksArgument(c, "judges", "rankings: judges is %q, expected two, separated by a comma", reports.Shorten(reports.Visible(asked), reports.MaxNameRunes))
		}
		var known []string
		for _, p := range pairs {
			addOnce(&known, p.Judges[0])
			addOnce(&known, p.Judges[1])
		}
		for _, name := range []string{a, b} {
			if !slices.Contains(known, name) {
				return e.lacksArgument(c, "judges", "rankings: no judge of three runs is called %q; %s", reports.Shorten(reports.Visible(name), reports.MaxNameRunes), choose(name, known))
			}
		}
		pairs = nil
		for i := range j.Rankings {
			switch p := j.Rankings[i]; p.Judges {
			case [2]string{a, b}:
				pairs = append(pairs, &p)
			case [2]string{b, a}:
				turned := turnedRanking(p)
				pairs = append(pairs, &turned)
			}
		}
	}
	blocks, _, err := e.section("", "", func() error { e.c.rankingTables(v, j, pairs); return nil })
	if err == nil {
		e.emit(shown(blocks, c.arg("show"))...)
	}
	return err
}

// turnedRanking is a ranking with its judges the other way round.
func turnedRanking(p result.JudgeRanking) result.JudgeRanking {
	p.Judges[0], p.Judges[1] = p.Judges[1], p.Judges[0]
	p.Runs = slices.Clone(p.Runs)
	for i := range p.Runs {
		r := &p.Runs[i]
		r.Means[0], r.Means[1] = r.Means[1], r.Means[0]
		r.NTasks[0], r.NTasks[1] = r.NTasks[1], r.NTasks[0]
		r.Ranks[0], r.Ranks[1] = r.Ranks[1], r.Ranks[0]
	}
	slices.SortStableFunc(p.Runs, func(a, b result.JudgedRun) int { return a.Ranks[0] - b.Ranks[0] })
	return p
}

// rankingTables are, of some pairs of judges, how far they order the runs alike, and of few
// pairs the ranks themselves.
func (c *composer) rankingTables(v *view, j *result.Judging, pairs []*result.JudgeRanking) {
	if len(pairs) == 0 {
		return
	}
	t := reports.Table{ID: c.names.Id("judge-rankings", v.slug), Caption: "How far two judges put the runs in the same order: Kendall's tau-b over the runs that both judged, ties as they are; its interval is over tasks, for these runs.",
		Columns: []reports.Column{{Name: "Judge", Key: "a", Kind: reports.Text}, {Name: "Beside", Key: "b", Kind: reports.Text}, {Name: "Runs", Key: "n", Kind: reports.Integer}, {Name: "Tau-b", Key: "tau_b", Kind: reports.Number}, {Name: c.level() + " interval", Key: "interval", Kind: reports.Interval}, {Name: "p", Key: "p", Kind: reports.PValue}, {Name: "Notes", Key: "notes", Kind: reports.Text}}}
	for _, p := range pairs {
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(p.Judges[0]), c.names.Cell(p.Judges[1]), reports.CountCell(len(p.Runs)), reports.NumberCell(p.TauB, 3), reports.NumberInterval(p.Interval, 3), reports.PCell(p.Test.P, c.alpha()), reports.NotesCell(slices.Concat(p.Test.Notes, p.Notes))})
	}
	c.add(t)
	if len(pairs) > mostRankingTables {
		return
	}
	for _, p := range pairs {
		c.add(c.ranksTable(v, p))
	}
}

// ranksTable has a row a run: what each judge says of it, over how many tasks, and its rank.
func (c *composer) ranksTable(v *view, p *result.JudgeRanking) reports.Table {
	a, b := c.names.Show(p.Judges[0]), c.names.Show(p.Judges[1])
	sc := v.shares
	t := reports.Table{ID: c.names.Id("ranks", v.slug, p.Judges[0], p.Judges[1]), Caption: "Runs under " + a + " and under " + b + ": success over the tasks that each judged, and the rank that it gives; runs of one value share the better rank.",
		Columns: []reports.Column{{Name: "Run", Key: "run", Kind: reports.Text}, {Name: a, Key: "a", Kind: reports.Percent}, {Name: "Tasks", Key: "a_tasks", Kind: reports.Integer}, {Name: "Rank", Key: "a_rank", Kind: reports.Integer},
			{Name: b, Key: "b", Kind: reports.Percent}, {Name: "Tasks", Key: "b_tasks", Kind: reports.Integer}, {Name: "Rank", Key: "b_rank", Kind: reports.Integer}}}
	for i := range p.Runs {
		r := &p.Runs[i]
		t.Rows = append(t.Rows, []reports.Cell{c.names.Cell(r.Run), sc.Value(&r.Means[0]), reports.CountCell(r.NTasks[0]), reports.CountCell(r.Ranks[0]), sc.Value(&r.Means[1]), reports.CountCell(r.NTasks[1]), reports.CountCell(r.Ranks[1])})
	}
	if p.TauB != nil {
		says := "Kendall's tau-b " + reports.FormatNumber(*p.TauB, 3)
		if p.Test.P != nil {
			says += ", p " + reports.PCell(p.Test.P, c.alpha()).Text
		}
		t.Notes = append(t.Notes, says+" over "+plural(len(p.Runs), "run")+".")
	}
	return t
}

func confusionDirective() directive {
	return directive{name: "confusion", benchmark: true,
		doc: "A judge's verdicts against the reference as a heat map, run by run and over all runs: attempts and their shares.",
		args: []parameter{
			{name: "judge", doc: "the judge; by default the one that the headline is of, else the one that agrees most with the reference"},
			{name: "runs", doc: "names of runs, separated by commas, or all for all of them together; by default each run with a reference, and all"},
			optionalArgument,
		},
		write: (*executor).confusion}
}

// leadingJudge is the judge that the headline is of, else the one that agrees most with the
// reference, as stored.
func (c *composer) leadingJudge(v *view, rows []*result.Agreement) string {
	if v.primary != nil {
		if name, ok := strings.CutPrefix(v.primary.Name, "judge_success["); ok {
			return strings.TrimSuffix(name, "]")
		}
	}
	best := -1
	for i, a := range rows {
		if a.Reading == "stored" && a.Agreement != nil && !isVote(a.Judge) && (best < 0 || *a.Agreement > *rows[best].Agreement) {
			best = i
		}
	}
	if best < 0 {
		return ""
	}
	return rows[best].Judge
}

// everyAgreement are the rows of runs and those over all of them.
func (c *composer) everyAgreement(v *view) []*result.Agreement {
	rows := v.agreement(c.res)
	if j := c.judging(v); j != nil {
		for i := range j.Pooled {
			rows = append(rows, &j.Pooled[i])
		}
	}
	return rows
}

func (e *executor) confusion(c *call, v *view) error {
	rows := e.c.everyAgreement(v)
	judge := c.arg("judge")
	if judge == "" {
		judge = e.c.leadingJudge(v, rows)
	}
	var known []string
	for i := range e.c.res.Agreement {
		addOnce(&known, e.c.res.Agreement[i].Judge)
	}
	if judge != "" && c.arg("judge") != "" && !slices.Contains(known, judge) {
		return e.lacksArgument(c, "judge", "confusion: no judge %q beside a reference; %s", reports.Shorten(reports.Visible(judge), reports.MaxNameRunes), choose(judge, known))
	}
	only, err := e.chosenRuns(c, "confusion")
	if err != nil {
		return err
	}
	some := false
	for _, a := range rows {
		if a.Judge == judge && a.Reading == "stored" && a.N > 0 && (len(only) == 0 || slices.Contains(only, a.Run)) {
			e.emit(e.c.confusionFigure(v, a, e.c.names.Id("confusion", v.slug, judge, a.Run)))
			some = true
		}
	}
	if !some && c.arg("optional") != "" {
		e.leftOut("no judge's verdicts stand beside a reference's")
	}
	return nil
}

// confusionFigure is one judge against the reference: rows are the reference, columns the judge.
func (c *composer) confusionFigure(v *view, a *result.Agreement, id string) reports.Figure {
	n := a.Confusion
	cells := [][]int{{n.TP, n.FN}, {n.FP, n.TN}}
	m := reports.Matrix{Rows: []string{c.names.Whole(a.Reference) + ": success", c.names.Whole(a.Reference) + ": failure"}, Cols: []string{"judge: success", "judge: failure"}, Label: "Attempts"}
	for _, row := range cells {
		var values []float64
		var texts []string
		for _, k := range row {
			values = append(values, float64(k))
			m.High = max(m.High, float64(k))
			texts = append(texts, reports.FormatCount(k)+" ("+v.shares.Text(float64(k)/float64(a.N))+")")
		}
		m.Values, m.Text = append(m.Values, values), append(m.Text, texts)
	}
	of := ", all runs with a reference together"
	if a.Run != "" {
		of = ", " + c.names.Show(a.Run)
	}
	says := ""
	if a.Agreement != nil {
		says = "; agreement " + v.shares.Text(*a.Agreement)
	}
	if a.F1 != nil {
		says += ", F1 of saying success " + v.shares.Text(*a.F1)
	}
	return reports.Figure{Kind: reports.FigureHeat.Name, ID: id, Caption: "Verdicts of " + c.names.Show(a.Judge) + ", as stored, against those of the reference (" + c.names.Whole(a.Reference) + ")" + of + ": " + plural(a.N, "attempt") + says + ".",
		Alt: "A grid of 2 by 2; the table of the confusion holds the counts.", Chart: m}
}
