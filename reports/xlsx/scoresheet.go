package xlsx

import (
	"fmt"
	"slices"

	"github.com/xuri/excelize/v2"

	"mcpstats/reports"
)

// scoreSheet is the plan of the sheet Scores: a line a task, a column a run with
// its score there, and to the right of them the attempts that the scores are made
// of. Benchmarks follow one another.
type scoreSheet struct {
	several  bool // the first column names the benchmark
	strata   []string
	runs     []string
	trials   []int // columns of attempts that each run has
	values   bool  // there is no room for the attempts: the scores are values
	blocks   []scoreBlock
	last     int // the last row
	leftOut  []string
	headings []string
}

// scoreBlock is one benchmark's rows.
type scoreBlock struct {
	card        *reports.Scorecard
	first, last int
	columns     []int // by the card's run
}

// planScores lays the sheet out; nil where there is nothing for it. What Excel
// has no room for is left out and named.
func planScores(cards []reports.Scorecard) *scoreSheet {
	s := &scoreSheet{several: len(cards) > 1}
	rows := 0
	for i := range cards {
		c := &cards[i]
		runs := s.runs
		for _, r := range c.Runs {
			if !slices.Contains(runs, r) {
				runs = append(runs, r)
			}
		}
		if longHeader+rows+len(c.Tasks) > excelize.TotalRows || 2+len(s.strata)+len(c.Strata)+len(runs) > excelize.MaxColumns {
			s.leftOut = append(s.leftOut, c.Benchmark)
			continue
		}
		s.runs = runs
		for _, stratum := range c.Strata {
			if !slices.Contains(s.strata, stratum.Name) {
				s.strata = append(s.strata, stratum.Name)
			}
		}
		for len(s.trials) < len(s.runs) {
			s.trials = append(s.trials, 0)
		}
		for _, r := range c.Runs {
			at := slices.Index(s.runs, r)
			s.trials[at] = max(s.trials[at], c.Trials)
		}
		s.blocks = append(s.blocks, scoreBlock{card: c, first: longHeader + 1 + rows, last: longHeader + rows + len(c.Tasks)})
		rows += len(c.Tasks)
	}
	if len(s.blocks) == 0 {
		return nil
	}
	s.last = longHeader + rows
	if s.attemptColumn(len(s.runs)) > excelize.MaxColumns {
		s.values = true
		clear(s.trials)
	}
	for i := range s.blocks {
		for _, r := range s.blocks[i].card.Runs {
			s.blocks[i].columns = append(s.blocks[i].columns, s.runColumn(slices.Index(s.runs, r)))
		}
	}
	s.headings = s.header()
	return s
}

// taskColumn is the column of the tasks' names, from 1.
func (s *scoreSheet) taskColumn() int {
	if s.several {
		return 2
	}
	return 1
}

// runColumn is the column of a run's scores, attemptColumn that of its first
// attempt.
func (s *scoreSheet) runColumn(run int) int { return s.taskColumn() + len(s.strata) + 1 + run }

func (s *scoreSheet) attemptColumn(run int) int {
	column := s.runColumn(len(s.runs))
	for _, n := range s.trials[:run] {
		column += n
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
	out = append(out, s.runs...)
	for i, r := range s.runs {
		for k := range s.trials[i] {
			if s.trials[i] == 1 {
				out = append(out, r+", log")
			} else {
				out = append(out, fmt.Sprintf("%s, attempt %d", r, k+1))
			}
		}
	}
	return distinct(out)
}

// block finds a benchmark's rows; nil where it has none.
func (s *scoreSheet) block(benchmark string) *scoreBlock {
	if s == nil {
		return nil
	}
	for i := range s.blocks {
		if s.blocks[i].card.Benchmark == benchmark {
			return &s.blocks[i]
		}
	}
	return nil
}

// formula is what makes a run's score at a task of its attempts, in a row of the
// sheet; empty where the run has no score there.
func (s *scoreSheet) formula(card *reports.Scorecard, task, run, row int) string {
	from, err := excelize.CoordinatesToCellName(s.attemptColumn(run), row)
	if err != nil {
		return ""
	}
	to, err := excelize.CoordinatesToCellName(s.attemptColumn(run)+card.Trials-1, row)
	if err != nil {
		return ""
	}
	cells := from
	if to != from {
		cells += ":" + to
	}
	switch {
	case !card.Filled(task):
		return fmt.Sprintf(`IF(COUNT(%s)=0,"",AVERAGE(%[1]s))`, cells)
	case card.Policy == "best":
		return fmt.Sprintf("(SUM(%s)+%d-COUNT(%[1]s))/%[2]d", cells, card.Trials)
	case card.Trials == 1:
		return fmt.Sprintf("SUM(%s)", cells)
	}
	return fmt.Sprintf("SUM(%s)/%d", cells, card.Trials)
}
