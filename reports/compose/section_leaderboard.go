package compose

import (
	"slices"
	"strings"

	"mcpstats/analysis/result"
	"mcpstats/internal/spelling"
	"mcpstats/reports"
	"mcpstats/reports/frames"
)

// besideMetrics are shown in the leaderboard beside the primary metric, where
// the logs know them.
var besideMetrics = []string{"cost_usd", "total_tokens", "latency_ms"}

// leaderboardSection shows the runs in order of the primary metric, as a forest and as a
// table. It reads the ranking, or the summaries alone where there is none, stands wherever
// there is a headline metric, and has no figure and no ranks where there is one run.
func leaderboardSection(c *composer, v *view) error {
	if v.primary == nil {
		return nil
	}
	ranking := v.ranking
	if ranking == nil {
		ranking = v.unranked()
	}
	var beside []string
	for _, name := range besideMetrics {
		if slices.ContainsFunc(v.runs, func(run string) bool {
			s := v.summary(run, name)
			return s != nil && s.Mean != nil
		}) && name != v.primary.Name {
			beside = append(beside, name)
		}
	}
	board, err := frames.Leaderboard(c.res, ranking, beside)
	if err != nil {
		return err
	}
	if board.Len() == 0 {
		return nil
	}
	c.heading(2, c.id(v, "leaderboard-section"), "Leaderboard")
	means := 0
	for i := range board.Len() {
		if board.Float(i, "mean") != nil {
			means++
		}
	}
	if board.Len() > 1 && means > 0 {
		c.firstLevel(c.leaderboardFigure(v, board))
	}
	t := c.leaderboardTable(v, board, beside)
	c.inShort(c.shortLeaderboard(v, t, beside))
	c.add(t)
	c.subsetTable(v)
	c.spread(v)
	return nil
}

// shortLeaderboard is the leaderboard with the columns that a first reader looks for.
func (c *composer) shortLeaderboard(v *view, t reports.Table, beside []string) reports.Table {
	keys := []string{"rank", "run", "mean", "interval", "tie_group", "attempts"}
	for _, name := range beside {
		keys = append(keys, slugKey(name))
	}
	out := extract(t, t.Caption, keys, firstRows(t))
	for _, col := range out.Columns {
		if col.Key == "tie_group" {
			out.Notes = append(out.Notes, "Runs that share a letter are not separated"+c.afterCorrection()+".")
		}
	}
	v.noteLeftOut(&out.Notes)
	more(&out, len(t.Rows), "run")
	return out
}

// spread says how the runs' means of the headline metric are distributed.
func (c *composer) spread(v *view) {
	for _, s := range c.res.Spreads {
		if s.Benchmark != v.name || s.Metric != v.primary.Name {
			continue
		}
		sc := v.scale(s.Metric)
		c.footnote(text("Over the %s, the median %s is %s, the interquartile range %s to %s (quantiles of %s).",
			plural(s.Runs, "run"), c.names.Whole(s.Metric), sc.Text(s.Median), sc.Text(s.Q1), sc.Text(s.Q3), s.Quantiles))
	}
}

// unranked lists the runs of a benchmark without a ranking, in order.
func (v *view) unranked() *result.Ranking {
	r := &result.Ranking{Benchmark: v.name, Metric: v.primary.Name}
	for _, run := range v.runs {
		if s := v.summary(run, v.primary.Name); s != nil {
			r.Runs = append(r.Runs, result.RankedRun{Run: run, Mean: s.Mean})
		}
	}
	return r
}

// caption names the metric, n, the unit and the interval of a table of means.
func (c *composer) caption(v *view, metric, what string) string {
	return c.captionOver(v, metric, what, c.taskRange(v, metric)+c.inClusters(v.clusters(metric)))
}

func (c *composer) captionOver(v *view, metric, what, n string) string {
	method := ""
	for _, run := range v.runs {
		if s := v.summary(run, metric); s != nil && s.Interval != nil {
			method = "; " + reports.FormatLevel(s.Interval.Level) + " " + c.interval(s.Interval.Method) + "s"
			break
		}
	}
	return what + " by " + c.names.Whole(metric) + ", " + v.scale(metric).InWords() + "; the mean over " + n + method + "."
}

// clusters is the largest number of clusters that any run's tasks come in; 0 where
// every task is by itself.
func (v *view) clusters(metric string) int {
	n := 0
	for _, run := range v.runs {
		if s := v.summary(run, metric); s != nil {
			n = max(n, s.Clusters)
		}
	}
	return n
}

// taskRange prints over how many tasks the runs' means go: "80 tasks" or "78 to
// 80 tasks".
func (c *composer) taskRange(v *view, metric string) string {
	low, high := 0, 0
	for _, run := range v.runs {
		if s := v.summary(run, metric); s != nil {
			if high == 0 || s.NTasks < low {
				low = s.NTasks
			}
			high = max(high, s.NTasks)
		}
	}
	if low != high {
		return reports.FormatCount(low) + " to " + plural(high, "task")
	}
	return plural(high, "task")
}

func (c *composer) leaderboardTable(v *view, board frames.Frame, beside []string) reports.Table {
	sc := v.scale(v.primary.Name)
	ranked := v.ranking != nil && board.Len() > 1
	groups := ranked && slices.ContainsFunc(v.ranking.Runs, func(r result.RankedRun) bool { return r.TieGroup != "" })
	t := reports.Table{ID: c.id(v, "leaderboard"), Caption: c.caption(v, v.primary.Name, "Runs")}
	if ranked {
		c.use("rank ub")
		t.Columns = append(t.Columns, reports.Column{Name: "Rank", Key: "rank", Kind: reports.Number}, reports.Column{Name: c.rankSpread(v), Key: "rank_interval", Kind: reports.Interval})
	}
	t.Columns = append(t.Columns,
		reports.Column{Name: "Run", Key: "run", Kind: reports.Text},
		reports.Column{Name: c.names.Whole(v.primary.Name), Key: "mean", Kind: sc.Kind()},
		reports.Column{Name: c.level() + " interval (" + sc.AxisUnit() + ")", Key: "interval", Kind: reports.Interval})
	if groups {
		c.use("tie group", "separated")
		t.Columns = append(t.Columns, reports.Column{Name: "Tie group", Key: "tie_group", Kind: reports.Text})
	}
	t.Columns = append(t.Columns, reports.Column{Name: "Tasks", Key: "tasks", Kind: reports.Integer}, reports.Column{Name: "Attempts", Key: "attempts", Kind: reports.Integer}, reports.Column{Name: "Imputed", Key: "imputed", Kind: reports.Integer})
	for _, name := range beside {
		t.Columns = append(t.Columns, reports.Column{Name: c.headed(v, name), Key: slugKey(name), Kind: v.scale(name).Kind()})
	}
	if ranked {
		t.Columns = append(t.Columns, reports.Column{Name: "Rank (UB)", Key: "rank_ub", Kind: reports.Integer}, reports.Column{Name: "Average rank", Key: "average_rank", Kind: reports.Number})
	}
	best := c.aloneAtTheTop(v)
	for i := range board.Len() {
		var row []reports.Cell
		if ranked {
			rank := board.Float(i, "rank")
			row = append(row, rankCell(rank), rankInterval(board, i))
		}
		run := board.Text(i, "run")
		name, mean := c.names.Cell(run), sc.Value(board.Float(i, "mean"))
		name.Strong, mean.Strong = run == best, run == best
		row = append(row, name, mean, sc.Interval(intervalAt(board, i, c.res.Provenance.Plan.Level)))
		if groups {
			row = append(row, reports.Cell{Text: board.Text(i, "tie_group")})
		}
		row = append(row, reports.CountCell(board.Count(i, "tasks")), reports.CountCell(board.Count(i, "attempts")), reports.CountCell(board.Count(i, "imputed")))
		for _, m := range beside {
			row = append(row, v.scale(m).Value(board.Float(i, m)))
		}
		if ranked {
			row = append(row, reports.CountCell(board.Count(i, "rank_ub")), reports.NumberCell(v.averageRank(run), 2))
		}
		t.Rows = append(t.Rows, row)
	}
	if ranked {
		setAside(&t, "rank_interval", func(cell reports.Cell) bool { return !cell.HasValue })
		t.Aside = append(t.Aside, "average_rank") // its figure shows them
	}
	if !setAside(&t, "imputed", func(cell reports.Cell) bool { return cell.Value == 0 }) {
		t.Notes = append(t.Notes, "Imputed: attempts without an outcome that are in the mean, by the policy "+reports.Visible(c.res.Provenance.Plan.Missing)+".")
	}
	t.Notes = append(t.Notes, c.leftOut(v, append([]string{v.primary.Name}, beside...))...)
	if groups {
		t.Notes = append(t.Notes, "Runs that share a letter are not separated"+c.afterCorrection()+"."+c.unadjusted(v))
	}
	if best != "" {
		t.Notes = append(t.Notes, "Bold: separated from every other run.")
	}
	v.noteLeftOut(&t.Notes)
	c.markBeaten(v, board, &t)
	return t
}

// headed heads a column of a metric beside the headline one: in words where its cells say the unit that
// its name has in it, else by its name.
func (c *composer) headed(v *view, metric string) string {
	if v.scale(metric).Measure != reports.AsItIs {
		return capital(c.said(metric))
	}
	return c.names.Whole(metric)
}

// rankSpread names the column of the ranks that the comparisons leave a run: an
// interval where the correction makes it one.
func (c *composer) rankSpread(v *view) string {
	for _, r := range v.ranking.Runs {
		if r.RankInterval != nil && r.RankInterval.Method == result.RankRangeMethod {
			c.use("rank range")
			return "Rank range"
		}
	}
	c.use("rank interval")
	return "Rank interval"
}

// unadjusted labels intervals that stand beside adjusted letters and are not adjusted
// themselves; empty where nothing was adjusted.
func (c *composer) unadjusted(v *view) string {
	if c.afterCorrection() == "" || len(v.ranking.Runs) < 3 {
		return ""
	}
	return " The intervals of the means are each run's own and not adjusted: whether two of them overlap does not tell whether the runs are separated."
}

// averageRank is a run's average rank over the tasks; nil where it has none.
func (v *view) averageRank(run string) *float64 {
	for _, r := range v.ranking.Runs {
		if r.Run == run {
			return r.AverageRank
		}
	}
	return nil
}

// afterCorrection names the correction within a sentence; nothing where there is
// none.
func (c *composer) afterCorrection() string {
	if name := c.res.Provenance.Plan.Correction; name != "none" && name != "" {
		return " after " + c.method(name)
	}
	return ""
}

// setAside leaves a column that says nothing in any row out of the page, and
// reports whether it did.
func setAside(t *reports.Table, key string, idle func(reports.Cell) bool) bool {
	at := slices.IndexFunc(t.Columns, func(c reports.Column) bool { return c.Key == key })
	if at < 0 {
		return false
	}
	for _, row := range t.Rows {
		if !idle(row[at]) {
			return false
		}
	}
	t.Aside = append(t.Aside, key)
	return true
}

// aloneAtTheTop is the first run where it is separated from every other, and empty where
// it is not. Bold print is a claim of difference, which a larger mean alone does not
// support.
func (c *composer) aloneAtTheTop(v *view) string {
	leaders := c.leaders(v)
	if len(leaders) != 1 || len(v.ranking.Runs) < 2 {
		return ""
	}
	for _, r := range v.ranking.Runs {
		if r.Run == leaders[0] {
			continue
		}
		p, sign := v.pair(leaders[0], r.Run)
		if p == nil {
			return ""
		}
		if o := c.outcome(p); sign > 0 && o != aBetter || sign < 0 && o != bBetter {
			return ""
		}
	}
	return leaders[0]
}

func rankCell(rank *float64) reports.Cell {
	if rank == nil {
		return reports.MissingCell(reports.Number)
	}
	return reports.Cell{Text: reports.FormatStatistic(*rank), Value: *rank, HasValue: true, Decimals: reports.StatisticDecimals(*rank), Kind: reports.Number}
}

func rankInterval(board frames.Frame, row int) reports.Cell {
	low, high := board.Float(row, "rank_interval_low"), board.Float(row, "rank_interval_high")
	if low == nil || high == nil {
		return reports.MissingCell(reports.Interval)
	}
	return reports.Cell{Text: reports.Bounds(reports.FormatStatistic(*low), reports.FormatStatistic(*high)), Low: *low, High: *high, HasValue: true, Kind: reports.Interval}
}

// intervalAt reads a frame's interval columns back.
func intervalAt(f frames.Frame, row int, level float64) *result.IntervalEstimate {
	low, high := f.Float(row, "interval_low"), f.Float(row, "interval_high")
	if low == nil || high == nil {
		return nil
	}
	return &result.IntervalEstimate{Low: result.Float(*low), High: result.Float(*high), Level: level}
}

// slugKey makes a column key of a metric's name.
func slugKey(name string) string {
	return strings.ReplaceAll(spelling.Slug(name, reports.MostOfID), "-", "_")
}
