package compose

import (
	"slices"

	"mcpstats/analysis/result"
	"mcpstats/reports"
)

var pairArguments = []parameter{
	{name: "a", doc: "the first run; by default the better one of the two that `runs` names, or the first of the leaderboard"},
	{name: "b", doc: "the second run; by default the other one, the baseline, or the second of the leaderboard"},
}

var metricArgument = parameter{name: "metric", doc: "the metric; by default the headline metric"}

// pairOf is the pair that a directive is about; "" where the benchmark has fewer
// than two runs, or lacks one that was named.
func (e *executor) pairOf(c *call, v *view) (a, b string, err error) {
	pair := [2]string{}
	for i, name := range []string{"a", "b"} {
		if pair[i], err = e.runOf(c, name, v); err != nil {
			return "", "", err
		}
		if c.arg(name) != "" && pair[i] == "" {
			return "", "", nil
		}
	}
	if pair[0] != "" && pair[0] == pair[1] {
		return "", "", e.n.fault(c.lineOf("b"), "%s: %s against itself; name two different runs", c.name, e.c.names.Show(pair[0]))
	}
	baseline := e.c.res.Provenance.Plan.Baseline
	if pair[1] == "" && slices.Contains(v.runs, baseline) && baseline != pair[0] {
		pair[1] = baseline
	}
	for i := range pair {
		for _, run := range v.runs {
			if pair[i] == "" && run != pair[1-i] {
				pair[i] = run
			}
		}
	}
	if pair[0] == "" || pair[1] == "" {
		return "", "", nil
	}
	return pair[0], pair[1], nil
}

// runOf finds the run that an argument names; "" where it names none, or one
// that only other benchmarks have.
func (e *executor) runOf(c *call, arg string, v *view) (string, error) {
	name := c.arg(arg)
	if name == "" {
		return "", nil
	}
	for _, run := range v.runs {
		if run == name {
			return run, nil
		}
	}
	for _, run := range v.runs {
		if e.c.names.Show(run) == name {
			return run, nil
		}
	}
	_, err := e.oneOf(c, arg, e.runs())
	return "", err
}

// runs are the runs of all benchmarks, as they are shown.
func (e *executor) runs() []string {
	var out []string
	for _, v := range e.c.views {
		for _, run := range v.runs {
			addOnce(&out, e.c.names.Show(run))
		}
	}
	return out
}

// metrics are the metrics of all benchmarks.
func (e *executor) metrics() []string {
	var out []string
	for _, v := range e.c.views {
		for _, m := range v.metrics {
			addOnce(&out, m.Name)
		}
	}
	return out
}

// oneOf holds an argument against what the results have.
func (e *executor) oneOf(c *call, arg string, known []string) (string, error) {
	value := c.arg(arg)
	if slices.Contains(known, value) || slices.Contains(known, e.c.names.Show(value)) {
		return value, nil
	}
	return "", e.n.fault(c.lineOf(arg), "%s: no %s %q in these results; %s", c.name, arg, reports.Shorten(reports.Visible(value), reports.MaxNameRunes), choose(value, known))
}

// metricOf is the metric that a directive is about; "" where the benchmark does
// not have it.
func (e *executor) metricOf(c *call, v *view) (string, error) {
	if c.arg("metric") == "" {
		if v.primary == nil {
			return "", nil
		}
		return v.primary.Name, nil
	}
	name, err := e.oneOf(c, "metric", e.metrics())
	if err != nil || v.metric(name).Unit == "" && v.metric(name).Doc == "" && !v.has(name) {
		return "", err
	}
	return name, nil
}

// compared finds the overall comparison of two runs by a metric, turned so that
// a is first; nil where there is none.
func (c *composer) compared(v *view, metric, a, b string) *result.Comparison {
	for i := range c.res.Comparisons {
		p := &c.res.Comparisons[i]
		if p.Benchmark != v.name || p.Metric != metric || p.Stratum != nil {
			continue
		}
		if p.A == a && p.B == b {
			return p
		}
		if p.A == b && p.B == a {
			return turned(p)
		}
	}
	return nil
}

// turned is a comparison with its runs exchanged, in what sentences say of it.
func turned(p *result.Comparison) *result.Comparison {
	q := *p
	q.A, q.B, q.MeanA, q.MeanB, q.Wins, q.Losses = p.B, p.A, p.MeanB, p.MeanA, p.Losses, p.Wins
	if p.Difference != nil {
		d := -*p.Difference
		q.Difference = &d
	}
	if p.Interval != nil {
		i := *p.Interval
		i.Low, i.High = -p.Interval.High, -p.Interval.Low
		q.Interval = &i
	}
	if e := p.Equivalence; e != nil && e.Interval != nil {
		turned, i := *e, *e.Interval
		i.Low, i.High = -e.Interval.High, -e.Interval.Low
		turned.Interval, q.Equivalence = &i, &turned
	}
	if b := p.Posterior; b != nil {
		turned := *b
		turned.Better, turned.Worse = b.Worse, b.Better
		if b.Interval != nil {
			i := *b.Interval
			i.Low, i.High = -b.Interval.High, -b.Interval.Low
			turned.Interval = &i
		}
		q.Posterior = &turned
	}
	if r := p.Resampled; r != nil {
		turned := *r
		turned.Low, turned.Counts = -(r.Low + r.Width*float64(len(r.Counts))), slices.Clone(r.Counts)
		slices.Reverse(turned.Counts)
		q.Resampled = &turned
	}
	return &q
}

// orient turns the comparisons so that a reader need not: each run minus the baseline where there is
// one, else the run that ranks higher by the headline metric minus the other, in every metric. Two
// runs that the plan names stay as they were named. Statistics and effect sizes have a direction of
// their own: their tables show the comparisons as they were made.
func (c *composer) orient() {
	plan := c.res.Provenance.Plan
	c.asCompared = c.res.Comparisons
	if len(plan.Runs) == 2 {
		return
	}
	place := map[string]map[string]int{}
	for _, v := range c.views {
		place[v.name] = map[string]int{}
		for i, run := range v.runs {
			place[v.name][run] = i
		}
	}
	res := *c.res
	res.Comparisons = slices.Clone(c.res.Comparisons)
	for i := range res.Comparisons {
		p := &res.Comparisons[i]
		at := place[p.Benchmark]
		wrong := at[p.B] < at[p.A]
		if plan.Baseline != "" && (p.A == plan.Baseline || p.B == plan.Baseline) {
			wrong = p.A == plan.Baseline
		}
		if wrong {
			*p = *turned(p)
		}
	}
	c.res = &res
}

func comparisonDirective() directive {
	return directive{name: "comparison", benchmark: true,
		doc:  "Two runs: what is shown in a sentence, the differences in every compared metric, all tests and effect sizes, and the tasks that drive it.",
		args: append(slices.Clone(pairArguments), metricArgument, showArgument),
		write: func(e *executor, c *call, v *view) error {
			blocks, _, err := e.section("", "", func() error { return e.comparison(c, v) })
			if err != nil {
				return e.inBenchmark(v, err)
			}
			e.emit(shown(blocks, c.arg("show"))...)
			return nil
		}}
}

func (e *executor) comparison(call *call, v *view) error {
	a, b, err := e.pairOf(call, v)
	if err != nil || a == "" {
		return err
	}
	metric, err := e.metricOf(call, v)
	if err != nil || metric == "" {
		return err
	}
	c := e.c
	if p := c.compared(v, metric, a, b); p != nil {
		c.para(c.verdict(v, p)...)
	}
	between := func(p *result.Comparison) bool {
		return p.Stratum == nil && (p.A == a && p.B == b || p.A == b && p.B == a) && (call.arg("metric") == "" || p.Metric == metric)
	}
	f, err := c.comparisons(v, between)
	if err != nil || f.Len() == 0 {
		return err
	}
	t := c.pairTable(v, f, c.names.Id("comparison", v.slug, a, b), "between "+c.names.Show(a)+" and "+c.names.Show(b))
	c.nameThePair(&t, f)
	c.add(t)
	for _, t := range []reports.Table{c.testTable(v), c.effectTable(v)} {
		t.ID = c.names.Id(t.ID, a, b)
		t.Caption = c.names.Show(a) + " against " + c.names.Show(b) + ". " + t.Caption
		t = rowsWhere(t, func(cell func(string) reports.Cell) bool {
			named := func(key, value string) bool { return loggedText(cell(key)) == value }
			return cell("stratum").Text == "overall" && (named("a", a) && named("b", b) || named("a", b) && named("b", a)) &&
				(call.arg("metric") == "" || named("metric", metric))
		})
		for _, key := range []string{"stratum", "value", "a", "b"} {
			setAside(&t, key, func(reports.Cell) bool { return true })
		}
		if len(t.Rows) > 0 {
			t.Long = len(t.Rows) > 2*maxForestPairs
			c.add(t)
		}
	}
	c.flips(v, f)
	return nil
}

// rowsWhere keeps the rows of a table of which a condition holds, told by the
// columns' keys.
func rowsWhere(t reports.Table, holds func(cell func(key string) reports.Cell) bool) reports.Table {
	at := map[string]int{}
	for k, col := range t.Columns {
		at[col.Key] = k
	}
	var rows [][]reports.Cell
	for _, row := range t.Rows {
		if holds(func(key string) reports.Cell { return row[at[key]] }) {
			rows = append(rows, row)
		}
	}
	return withRows(t, rows)
}

// loggedText is a cell's text as the log has it.
func loggedText(c reports.Cell) string {
	if c.Logged != "" {
		return c.Logged
	}
	if c.Full != "" {
		return c.Full
	}
	return c.Text
}
