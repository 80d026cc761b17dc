package xlsx

import (
	"fmt"
	"slices"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// scoreSheet is the plan of a sheet of scores: a line a task, a column a run with
// its score there, and to the right of them the attempts that the scores are made
// of. Benchmarks follow one another.
type scoreSheet struct {
	name     string
	further  bool // of further metrics: a column is a metric's and a run's
	several  bool // the first column names the benchmark
	strata   []string
	columns  []scoreColumn
	values   bool // there is no room for the attempts: the scores are values
	blocks   []scoreBlock
	last     int // the last row
	leftOut  []string
	headings []string
}

// scoreColumn is a column of scores.
type scoreColumn struct {
	metric string // empty where the column is of the headline metrics
	run    string
	trials int // columns of attempts; 0: the score is the attempt
}

// scoreBlock is one benchmark's rows.
type scoreBlock struct {
	cards       []*reports.Scorecard
	first, last int
}

// planScores lays the sheet of the headline metrics out, or that of further ones; nil
// where there is nothing for it. What Excel has no room for is left out and named.
func planScores(name string, further bool, cards []reports.Scorecard) *scoreSheet {
	s := &scoreSheet{name: name, further: further}
	rows := 0
	for i := range cards {
		c := &cards[i]
		at := slices.IndexFunc(s.blocks, func(b scoreBlock) bool { return b.cards[0].Benchmark == c.Benchmark })
		columns := s.with(c)
		wide := 2 + len(s.strata) + len(c.Strata) + len(columns)
		if further { // whose attempts are not left out before they are
			for _, column := range columns {
				wide += column.trials
			}
		}
		if at < 0 && longHeader+rows+len(c.Tasks) > excelize.TotalRows || wide > excelize.MaxColumns {
			s.leftOut = append(s.leftOut, c.Benchmark)
			continue
		}
		s.columns = columns
		if at >= 0 {
			s.blocks[at].cards = append(s.blocks[at].cards, c)
			continue
		}
		for _, stratum := range c.Strata {
			if !slices.Contains(s.strata, stratum.Name) {
				s.strata = append(s.strata, stratum.Name)
			}
		}
		s.blocks = append(s.blocks, scoreBlock{cards: []*reports.Scorecard{c}, first: longHeader + 1 + rows, last: longHeader + rows + len(c.Tasks)})
		rows += len(c.Tasks)
	}
	if len(s.blocks) == 0 {
		return nil
	}
	s.several = len(cards) > 1
	if further {
		s.several = len(s.blocks) > 1
	}
	s.last = longHeader + rows
	if s.attemptColumn(len(s.columns)) > excelize.MaxColumns {
		s.values = true
		for i := range s.columns {
			s.columns[i].trials = 0
		}
	}
	s.headings = s.header()
	return s
}

// with is the sheet's columns with those of a card.
func (s *scoreSheet) with(c *reports.Scorecard) []scoreColumn {
	trials := c.Trials
	if s.further && trials == 1 {
		trials = 0
	}
	out := slices.Clone(s.columns)
	for r, run := range c.Runs {
		if s.further && !scored(c, r) {
			continue
		}
		at := s.find(out, c, run)
		if at < 0 {
			at = len(out)
			out = append(out, scoreColumn{metric: s.metric(c), run: run})
		}
		out[at].trials = max(out[at].trials, trials)
	}
	return out
}

// scored reports whether a run has any score on a card.
func scored(c *reports.Scorecard, run int) bool {
	for t := range c.Tasks {
		if _, ok := c.Task(t, run); ok {
			return true
		}
	}
	return false
}

// metric is what a card's columns are called by beside the run.
func (s *scoreSheet) metric(c *reports.Scorecard) string {
	if s.further {
		return c.Metric
	}
	return ""
}

func (s *scoreSheet) find(columns []scoreColumn, c *reports.Scorecard, run string) int {
	metric := s.metric(c)
	return slices.IndexFunc(columns, func(x scoreColumn) bool { return x.run == run && x.metric == metric })
}

// of is which of the sheet's columns of scores a card's run has; -1: none.
func (s *scoreSheet) of(c *reports.Scorecard, run int) int { return s.find(s.columns, c, c.Runs[run]) }

// taskColumn is the column of the tasks' names, from 1.
func (s *scoreSheet) taskColumn() int {
	if s.several {
		return 2
	}
	return 1
}

// scoreColumn is where the nth column of scores stands, attemptColumn where the first
// of its attempts does.
func (s *scoreSheet) scoreColumn(n int) int { return s.taskColumn() + len(s.strata) + 1 + n }

func (s *scoreSheet) attemptColumn(n int) int {
	column := s.scoreColumn(len(s.columns))
	for _, c := range s.columns[:n] {
		column += c.trials
	}
	return column
}

func (s *scoreSheet) header() []string {
	var out []string
	if s.several {
		out = append(out, "Benchmark")
	}
	out = append(out, "Task")
	out = append(out, s.strata...)
	for _, c := range s.columns {
		out = append(out, c.name())
	}
	for _, c := range s.columns {
		for k := range c.trials {
			if c.trials == 1 {
				out = append(out, c.name()+", log")
			} else {
				out = append(out, fmt.Sprintf("%s, attempt %d", c.name(), k+1))
			}
		}
	}
	return distinct(out)
}

func (c scoreColumn) name() string {
	if c.metric == "" {
		return c.run
	}
	return c.metric + ", " + c.run
}

// card finds a benchmark's card and its rows; nil where the sheet has none. An empty
// metric stands for the headline metric.
func (s *scoreSheet) card(benchmark, metric string) (*scoreBlock, *reports.Scorecard) {
	if s == nil {
		return nil, nil
	}
	for i := range s.blocks {
		for _, c := range s.blocks[i].cards {
			if c.Benchmark == benchmark && (c.Metric == metric || metric == "" && !s.further) {
				return &s.blocks[i], c
			}
		}
	}
	return nil, nil
}

// formula is what makes a run's score at a task of its attempts, in a row of the
// sheet; empty where the score is the attempt.
func (s *scoreSheet) formula(card *reports.Scorecard, task, run, column, row int) string {
	if s.columns[column].trials == 0 {
		return ""
	}
	from, err := excelize.CoordinatesToCellName(s.attemptColumn(column), row)
	if err != nil {
		return ""
	}
	to, err := excelize.CoordinatesToCellName(s.attemptColumn(column)+card.Trials-1, row)
	if err != nil {
		return ""
	}
	cells := from
	if to != from {
		cells += ":" + to
	}
	switch {
	case !card.Filled(task, run):
		return fmt.Sprintf(`IF(COUNT(%s)=0,"",AVERAGE(%[1]s))`, cells)
	case card.Worth() == 1:
		return fmt.Sprintf("(SUM(%s)+%d-COUNT(%[1]s))/%[2]d", cells, card.Expected(task, run))
	case card.Expected(task, run) == 1:
		return fmt.Sprintf("SUM(%s)", cells)
	}
	return fmt.Sprintf("SUM(%s)/%d", cells, card.Expected(task, run))
}
